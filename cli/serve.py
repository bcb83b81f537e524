"""`serve`: the HTTP server."""

from __future__ import annotations

import socket
import sys
import threading
from typing import Annotated

import typer

from cli.desk import Desk, command, one_line, register_shipped

TABLE = 4  # seats at the first games, if so many may play


def add_to(app: typer.Typer) -> None:
    """Give the command line its `serve`."""

    @command(app, "serve")
    def serve(
        desk: Desk,
        host: Annotated[str, typer.Option(metavar="H", help="The address to listen at.")] = "127.0.0.1",
        port: Annotated[int, typer.Option(metavar="P", min=1, max=65535, help="The port to listen at.")] = 8000,
        workers: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes serve.")] = 1,
    ) -> None:
        """Serve games over HTTP.

        If the store is empty, bots play one game of every ruleset meanwhile, so that there is something to replay.

        Example: ledgerdemain serve --port 8080 --store sqlite:games.db
        """
        from api.server import run
        from ledger import Settings

        check_free(host, port)
        if not desk.ledger_or_new.games():
            threading.Thread(target=first_games, args=(desk.store,), name="first games", daemon=True).start()
        desk.close()
        where = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        answer = {"games": f"{where}/", "api": f"{where}/docs", "data": desk.store}
        desk.answer(answer, [f"games: {answer['games']}  the API: {answer['api']}  data: {answer['data']}"])
        sys.stdout.flush()
        run(Settings(store=desk.store), host, port, workers)


def check_free(host: str, port: int) -> None:
    """See to it that the address can be listened at. `ValueError` says why it can not."""
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except (OSError, UnicodeError) as trouble:
        why = getattr(trouble, "strerror", None) or trouble
        raise ValueError(f"can not listen at {host} port {port} ({why}): choose another --host or --port") from trouble


def first_games(store: str) -> None:
    """Let bots play one game of every ruleset, the best bots there are. What goes wrong is said on standard error."""
    from bots import names_of
    from cli.play import play_one
    from domain.kernel import Place, rulesets
    from ledger import Ledger

    register_shipped()
    ledger = Ledger.open(store)
    try:
        for ruleset in rulesets():
            bot = names_of(ruleset)[-1]
            seats = TABLE if TABLE in ruleset.seats else min(ruleset.seats)
            play_one(ledger, ruleset.id, [Place(f"{bot} {seat}", bot) for seat in range(seats)], {})
    except Exception as wrong:
        print(f"no first games: {one_line(str(wrong))}", file=sys.stderr)
    finally:
        ledger.close()
