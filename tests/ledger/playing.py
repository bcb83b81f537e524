"""Games played at random through a ledger, whatever the ruleset."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import domain.games
import tests.toy
from domain.kernel import Place, Seat, address_of, awaited, offers, rulesets
from ledger import Accepted, Ledger, Sitting

TOGETHER = ("bad_company", "duel")  # games in which several seats may be asked at once
TITLES = sorted({ruleset.name for ruleset in rulesets() if ruleset.package.startswith((tests.toy.__name__, domain.games.__name__))})


def seats(n: int) -> list[Place]:
    """So many people at a table."""
    return [Place(f"player {seat}") for seat in range(n)]


def choices(sitting: Sitting, seat: Seat) -> list[str]:
    """The addresses of all that a seat may do."""
    return [address_of(owed, offer) for owed, offer in offers(sitting.ruleset, sitting.game, seat) if offer.barred is None]


def step(ledger: Ledger, game: str, rng: random.Random, **how: Any) -> Accepted:
    """One of the seats that are awaited does something."""
    sitting = ledger.sitting(game)
    seat = rng.choice(awaited(sitting.game))
    return ledger.act(game, seat, rng.choice(choices(sitting, seat)), **how)


def play(ledger: Ledger, game: str, seed: int | str = 0) -> Sitting:
    """Play on to the end."""
    rng = random.Random(seed)
    while not (sitting := ledger.sitting(game)).game.over:
        step(ledger, game, rng)
    return sitting


def play_until(ledger: Ledger, game: str, wanted: Callable[[Sitting], bool], seed: int | str = 0) -> Sitting:
    """Play on until the position is as wanted; `AssertionError` if it never is."""
    rng = random.Random(seed)
    while not wanted(sitting := ledger.sitting(game)):
        assert not sitting.game.over, "it never came to that"
        step(ledger, game, rng)
    return sitting


def lanes(sitting: Sitting) -> bool:
    """Whether several seats are awaited at once."""
    return len(awaited(sitting.game)) > 1


def sql(store: Path, statement: str, *params: object) -> list[tuple[Any, ...]]:
    """Reach into the file behind the ledger's back."""
    with sqlite3.connect(store, isolation_level=None) as connection:
        found = connection.execute(statement, params).fetchall()
    connection.close()
    return found


def rows(store: Path, game: str) -> list[tuple[Any, ...]]:
    """A game's own rows, all columns but the place in the log of all games."""
    columns = "originator_version, topic, state, openings, leaf, link"
    return sql(store, f"SELECT {columns} FROM records WHERE originator_id = ? ORDER BY originator_version", game)
