"""The seats' seeds, before a game is set up: committed to, revealed, and drawn by the house for bots and for those who stay away."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from domain.kernel import Game, GameBegan, Record, Refused, Seat, amend, begin
from domain.table.seeds import RULE, CommitSeed, RevealSeed, SeedCommitted, SeedRevealed, begin_with_seeds, commitment, follows, seeds_due
from ledger.acting import moment
from ledger.answers import Accepted
from ledger.sitting import Sitting, with_seed

if TYPE_CHECKING:
    from ledger.ledger import Ledger

PATIENCE = 120_000  # milliseconds that a table waits for a seat before the others may have a seed drawn for it
DIGITS = re.compile("[0-9a-f]{64}")


class Amended(NamedTuple):
    """A game and what was written for it: the sitting to write on (its chance may have changed), the position, and the records."""

    sitting: Sitting
    position: Game[Any]
    records: list[Record[Any]]


def begun(empty: Sitting, began: GameBegan[Any]) -> Amended:
    """A game from its first fact to where it first waits: for the seats' seeds, at a table that asks for them.

    `ValueError` if such a table is to be played from a seed, which leaves nothing to be mixed.
    """
    if began.options["seeds"] == "house":
        return Amended(empty, *begin(empty.ruleset, began, empty.chance))
    if not began.fair:
        raise ValueError("a game that is played from a seed has no use for those of the seats: leave out seed, or seeds=seats")
    position, records = begin_with_seeds(empty.ruleset, began, empty.chance)
    so_far = Amended(empty, position, records)
    for seat in [seat for seat, place in enumerate(began.seats) if place.bot]:
        so_far = _revealed(so_far, seat, secrets.token_bytes(32), "house", began.time)
    return so_far


def commit_seed(ledger: Ledger, game: str, seat: Seat, committed: str) -> Accepted:
    """Record what a seat commits to: SHA-256 of the byte 7 and its seed of 32 bytes, in hex digits. The same again changes nothing.

    `Refused` if it has committed to another one, or is not asked for one; `ValueError` for what is no hash.
    """
    if not DIGITS.fullmatch(committed):
        raise ValueError("a commitment is SHA-256 of the byte 7 and the seed: 64 hex digits, lower case")

    def write(sitting: Sitting) -> Amended:
        owed = seeds_due(sitting.game).get(sitting.seat(seat))
        if owed is not None and isinstance(owed.what, RevealSeed) and owed.what.commitment == committed:
            return Amended(sitting, sitting.game, [])
        if owed is None or not isinstance(owed.what, CommitSeed):
            raise Refused(f"seat {seat} is not asked to commit to a seed" + (" again" if owed else ""), RULE)
        fact = SeedCommitted[Any](seat, committed, moment(seeded=False))
        asked = follows(owed.what, fact) or ()
        return Amended(sitting, *amend(sitting.ruleset, sitting.game, fact, RULE, *asked, chance=sitting.chance, cancels=[owed]))

    return ledger.amend(game, write)


def reveal_seed(ledger: Ledger, game: str, seat: Seat, seed: str) -> Accepted:
    """Record the seed that a seat committed to, 32 bytes in hex digits; after the last one the game is set up.

    `Refused` before every seat has committed, if it is another seed, or if the seat is not asked for one; `ValueError` for what is no seed.
    """
    if not DIGITS.fullmatch(seed):
        raise ValueError("a seed is 32 bytes: 64 hex digits, lower case")

    def write(sitting: Sitting) -> Amended:
        due = seeds_due(sitting.game)
        owed = due.get(sitting.seat(seat))
        if owed is None or not isinstance(owed.what, RevealSeed):
            raise Refused(f"seat {seat} is not asked to reveal a seed", RULE)
        if waiting := [other for other, what in due.items() if isinstance(what.what, CommitSeed)]:
            raise Refused(f"seeds are revealed when every seat has committed to one: {_seats(waiting)} not", RULE)
        if commitment(bytes.fromhex(seed)) != owed.what.commitment:
            raise Refused("that is not the seed that was committed to", RULE)
        return _revealed(Amended(sitting, sitting.game, []), seat, bytes.fromhex(seed), "seat", moment(seeded=False))

    return ledger.amend(game, write)


def draw_for_absent(ledger: Ledger, game: str, seat: Seat, now: Callable[[], int] = lambda: moment(seeded=False)) -> Accepted:
    """Draw a seed for a seat that stays away, which the record says; after the last one the game is set up.

    `Refused` if the seat is not asked for one, or the table has not waited for two minutes since somebody last did something.
    """

    def write(sitting: Sitting) -> Amended:
        due = seeds_due(sitting.game)
        if (owed := due.get(sitting.seat(seat))) is None:
            raise Refused(f"seat {seat} is not asked for a seed", RULE)
        if isinstance(owed.what, RevealSeed) and any(isinstance(what.what, CommitSeed) for what in due.values()):
            raise Refused(f"seat {seat} has committed to its seed, and waits for others to do so", RULE)
        since = max(getattr(record.fact, "at", getattr(record.fact, "time", 0)) for record in ledger.records(game))
        if (left := since + PATIENCE - now()) > 0:
            raise Refused(f"the table waits {left // 1000 + 1} s more for seat {seat}", RULE)
        return _revealed(Amended(sitting, sitting.game, []), seat, secrets.token_bytes(32), "house", now())

    return ledger.amend(game, write)


def _revealed(so_far: Amended, seat: Seat, seed: bytes, by: Literal["seat", "house"], at: int) -> Amended:
    """The seed laid open, mixed into the chance, and, if it was the last one, the set-up that follows."""
    sitting, position, records = so_far
    fact = SeedRevealed[Any](seat, seed.hex(), by, at)
    sitting = with_seed(sitting, fact)
    owed = seeds_due(position)[seat]
    after, written = amend(sitting.ruleset, position, fact, RULE, chance=sitting.chance, cancels=[owed])
    return Amended(sitting, after, [*records, *written])


def _seats(seats: list[Seat]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + " and ".join(map(str, seats)) + (" has" if len(seats) == 1 else " have")
