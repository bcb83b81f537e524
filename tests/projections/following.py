"""Games to follow, and what a follower has made of them: shared by the tests of the read models."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import tests.toy
from domain.kernel import Place, address_of, awaited, offers
from ledger import Ledger, Note
from projections import Views

assert tests.toy.RULESET.name == "duel"  # importing it makes it playable
PLACES = [Place("Ann"), Place("Bo", "random"), Place("Cy")]
TABLES = ("lobby", "seat_view")


def opened(folder: Path) -> Ledger:
    """The ledger in that folder."""
    return Ledger.open(f"sqlite:{folder / 'ledger.db'}")


def begin(ledger: Ledger, name: str = "duel", **options: str) -> str:
    """A new table for three."""
    return ledger.create(name, PLACES, options).id


def step(ledger: Ledger, game: str, dice: random.Random) -> bool:
    """One random answer; false if nobody is asked anything."""
    sitting = ledger.sitting(game)
    free = [
        (seat, address_of(owed, offer))
        for seat in awaited(sitting.game)
        for owed, offer in offers(sitting.ruleset, sitting.game, seat)
        if owed is not None and offer.barred is None
    ]
    if not free:
        return False
    seat, offer = dice.choice(free)
    ledger.act(game, seat, offer)
    return True


def play(ledger: Ledger, dice: random.Random, games: int = 4, answers: int = 60) -> list[str]:
    """Several games played in turns, some to their end, one of them forked."""
    begun = [begin(ledger, watch=dice.choice(("open", "invited"))) for _ in range(games)]
    for _ in range(answers):
        step(ledger, dice.choice(begun), dice)
    while step(ledger, begun[0], dice):
        pass
    fork = ledger.fork(begun[0], ledger.head(begun[0]).index - 9).id
    for _ in range(3):
        step(ledger, fork, dice)
    return [*begun, fork]


def dump(views: Views) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every projection, and how far each has come: byte for byte."""
    kept = {table: views.read(f"SELECT * FROM {table} ORDER BY 1, 2") for table in TABLES}
    kept["progress"] = views.read("SELECT projection, game, length, trouble FROM progress ORDER BY 1, 2")
    kept["following"] = views.read("SELECT projection, version, position FROM following ORDER BY 1")
    return kept


class Courier:
    """A ledger whose notifications arrive late, twice and in any order, as those of a careless log might."""

    def __init__(self, ledger: Ledger, dice: random.Random) -> None:
        self._ledger, self._dice = ledger, dice
        self._late: list[Note] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)

    def follow(self, after: int, limit: int = 200) -> list[Note]:
        new = self._ledger.follow(after, limit)
        if not new and not self._late:
            return []
        bag = [*self._late, *new, *new, *self._ledger.follow(max(0, after - limit), limit)]
        sent = [note for note in bag if not new or note == new[-1] or self._dice.random() < 0.6]
        self._late = [note for note in self._late + new if note not in sent]
        self._dice.shuffle(sent)
        return sent
