"""A server on a free port, and tables at it: what the tests of the HTTP face share."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn

import tests.toy
from api.app import create_app
from api.house import House
from domain.kernel import Game, Record, address_of, awaited, offers
from ledger import Settings
from tests.api import vault

assert tests.toy.RULESET.name == "duel"  # importing it makes it playable
UNDISPUTED: dict[str, Any] = {"disputes": [], "hold": None, "rulings": []}  # what a view says of a game that nobody has disputed


class Served:
    """A running server: `http` talks to it, `house` is what it serves from, the store in `folder`."""

    def __init__(self, http: httpx.Client, house: House, folder: Path) -> None:
        self.http = http
        self.house = house
        self.folder = folder

    def table(self, ruleset: str = "duel", seats: int = 3, bots: dict[int, str] | None = None, **options: str) -> Table:
        """A new table, with people at all seats that no bot has."""
        places = [{"name": f"P{seat}", "bot": (bots or {}).get(seat)} for seat in range(seats)]
        answer = self.http.post("/v1/games", json={"ruleset": ruleset, "seats": places, "options": options})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json(), seats)


class Event(NamedTuple):
    """One server-sent event."""

    id: int | None
    kind: str
    data: Any


class Table:
    """A game over HTTP, with every seat's token at hand."""

    def __init__(self, served: Served, created: dict[str, Any], seats: int) -> None:
        self.served, self.http = served, served.http
        self.id: str = created["id"]
        self.tokens: dict[int, str] = {int(seat): token for seat, token in created["tokens"].items()}
        self.spectator: str | None = created["spectator"]
        self.seats = range(seats)
        self.url = f"/v1/games/{self.id}"

    def auth(self, eye: int | str | None) -> dict[str, str]:
        """The header that opens an eye; none for the public's."""
        token = self.spectator if eye == "public" else self.tokens.get(eye) if isinstance(eye, int) else None
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    def get(self, path: str = "", eye: int | str | None = None, **headers: str) -> httpx.Response:
        return self.http.get(self.url + path, headers={**self.auth(eye), **headers})

    def view(self, eye: int | str | None = None) -> dict[str, Any]:
        return self.get("", eye).raise_for_status().json()

    def records(self, eye: int | str | None = None, after: int = 0) -> list[dict[str, Any]]:
        lines = self.get(f"/records?after={after}", eye, Accept="application/jsonl").raise_for_status().text
        return [json.loads(line) for line in lines.splitlines()]

    def free(self, seat: int, *, asked: bool = False) -> list[str]:
        """The offers that nothing bars; with `asked`, of those only the answers to a question."""
        offers = self.get("/offers", seat).raise_for_status().json()
        return [o["offer"] for o in offers if o["barred"] is None and not (asked and o["offer"].startswith("-/"))]

    def take(self, seat: int, offer: str | list[str], key: str | None = None, **more: Any) -> httpx.Response:
        headers = self.auth(seat) | ({"Idempotency-Key": key} if key else {})
        body = {"offer" if isinstance(offer, str) else "offers": offer, **more}
        return self.http.post(self.url + "/commands", headers=headers, json=body)

    def step(self, dice: random.Random) -> bool:
        """One random answer of a random seat that is asked; false if nobody is."""
        asked = [(seat, free) for seat in self.tokens if (free := self.free(seat, asked=True))]
        if not asked:
            return False
        seat, free = dice.choice(asked)
        answer = self.take(seat, dice.choice(free))
        assert answer.status_code == 200, answer.text
        return True

    def finish(self, dice: random.Random) -> None:
        """Play it to its end."""
        while self.step(dice):
            pass

    def rush(self, dice: random.Random, upto: int | None = None) -> int:
        """Random answers without any HTTP, until it has so many records or is over; gives how many it has."""
        ledger = self.served.house.ledger
        ruleset = ledger.sitting(self.id).ruleset

        def choose(game: Game[Any], written: Sequence[Record[Any]]) -> tuple[int, str] | None:
            asked = sorted(awaited(game))
            if not asked or (upto is not None and game.length >= upto):
                return None
            seat = dice.choice(asked)
            free = [(owed, offer) for owed, offer in offers(ruleset, game, seat) if owed is not None and offer.barred is None]
            return seat, address_of(*dice.choice(free))

        while ledger.carry_on(self.id, choose).records:
            pass
        return ledger.sitting(self.id).version

    @contextmanager
    def stream(self, eye: int | str | None = None, last: int | None = None) -> Iterator[Iterator[Event]]:
        """The events of the stream, as they come."""
        headers = self.auth(eye) | ({} if last is None else {"Last-Event-ID": str(last)})
        with self.http.stream("GET", self.url + "/stream", headers=headers, timeout=20) as response:
            assert response.status_code == 200, response.read()
            yield events(response)


def events(response: httpx.Response) -> Iterator[Event]:
    """The events of a response, heartbeats and retry times left out."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            if "data" in fields:
                yield Event(int(fields["id"]) if "id" in fields else None, fields.get("event", "message"), json.loads(fields["data"]))
            fields = {}


@contextmanager
def serving(folder: Path, poll: float = 0.05, heartbeat: float = 0.2) -> Iterator[Served]:
    """A server over the store in `folder`, on a free port, until the block ends."""
    app = create_app(Settings(store=f"sqlite:{folder / 'ledger.db'}"), poll=poll, heartbeat=heartbeat)
    config = uvicorn.Config(app, port=0, log_config=None, access_log=False, lifespan="on", timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    with vault.playable():
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
                yield Served(http, app.state.house, folder)
        finally:
            server.should_exit = True
            thread.join()
