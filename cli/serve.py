"""`serve`: the HTTP server."""

from __future__ import annotations

import os
import sys
import threading
from typing import TYPE_CHECKING, Annotated

import typer

from cli.desk import Desk, command, one_line, register_shipped

if TYPE_CHECKING:
    from fastapi import FastAPI

TABLE = 4  # seats at the first games, if so many may play


def add_to(app: typer.Typer) -> None:
    """Give the command line its `serve`."""

    @command(app, "serve")
    def serve(
        desk: Desk,
        host: Annotated[str, typer.Option(metavar="H", help="The address to listen at.")] = "127.0.0.1",
        port: Annotated[int, typer.Option(metavar="P", min=0, max=65535, help="The port to listen at.")] = 8000,
        workers: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes serve.")] = 1,
    ) -> None:
        """Serve games over HTTP.

        If the store is empty, bots play one game of every ruleset meanwhile, so that there is something to replay.

        Example: ledgerdemain serve --port 8080 --store sqlite:games.db
        """
        import uvicorn

        os.environ["LEDGERDEMAIN_STORE"] = desk.store  # the workers' only way to know
        if not desk.ledger.games():
            threading.Thread(target=first_games, args=(desk.store,), name="first games", daemon=True).start()
        where = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        print(f"games: {where}/  their API: {where}/docs  the data: {desk.store}", flush=True)
        desk.close()
        uvicorn.run("cli.serve:served", factory=True, host=host, port=port, workers=workers)


def served() -> FastAPI:
    """The application that one worker serves, over the store that the environment names."""
    from api.app import create_app
    from ledger import Settings

    register_shipped()
    return create_app(Settings())


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
