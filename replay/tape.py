"""A game loaded for replay: its records and the game after each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.kernel import ARBITER, Eye, Forked, Game, GameBegan, GameOf, Names, Record, Ruleset, evolve, seen_by, starts_batch
from ledger import Damaged, Ledger, UnknownRecord

PAGE = 1_000  # records that are read at once
LONG = 5_000  # records from which on it is worth the while to ask how many there are


class Tape:
    """What one eye may see of a game, record by record.

    Made in one pass; the positions share what did not change between them. `damage` says why the tape ends before the game
    does: everything before the damaged record is there, and asking for more raises it.
    """

    def __init__(
        self, ruleset: Ruleset[Any], log: Iterable[Record[Any]], eye: Eye = ARBITER, *, game: str = "", damage: Damaged | None = None
    ) -> None:
        self.ruleset, self.eye, self.game, self.damage = ruleset, eye, game, damage
        self.records: list[Record[Any]] = list(seen_by(log, eye))
        self.games: list[Game[Any]] = [GameOf(ruleset.blank)]
        for record in self.records:
            self.games.append(evolve(self.games[-1], record))
        self._seatings = [(r.index, r.fact.seats) for r in self.records if isinstance(r.fact, GameBegan | Forked)]

    @classmethod
    def load(cls, ledger: Ledger, game: str, eye: Eye = ARBITER, told: Callable[[int, int | None], object] | None = None) -> Tape:
        """The whole tape of a game, or, of a damaged one, what lies before the damage. `UnknownGame` if there is none.

        `told` hears from time to time how many records were read, and of a long game, of how many. `Damaged` if nothing can be read.
        """
        damage, log = None, list[Record[Any]]()
        total = None
        try:
            while page := ledger.records(game, len(log), len(log) + PAGE):
                log += page
                if told is not None:
                    total = total or (_length(ledger, game) if len(log) >= LONG else None)
                    told(len(log), total)
        except Damaged as found:
            if found.record <= 1:
                raise
            damage, log = found, ledger.records(game, upto=found.record - 1)
        return cls(ledger.sitting(game, 1).ruleset, log, eye, game=game, damage=damage)

    def through(self, eye: Eye) -> Tape:
        """The same tape as another eye sees it; this one must be the arbiter's."""
        if self.eye != ARBITER:
            raise ValueError(f"what {self.eye} sees tells nothing of what {eye} sees")
        return Tape(self.ruleset, self.records, eye, game=self.game, damage=self.damage)

    @property
    def length(self) -> int:
        """How many records it has."""
        return len(self.records)

    def at(self, n: int | None = None) -> Game[Any]:
        """The game after record `n` (0: before the first; none given: at the end).

        `UnknownRecord` says how many there are; `Damaged` if the record lies behind the damage.
        """
        if n is None:
            n = self.length
            if self.damage is not None:
                raise self.damage
        self._within(n, 0)
        return self.games[n]

    def record(self, n: int) -> Record[Any]:
        """Record `n`, from 1. `UnknownRecord` and `Damaged` as for `at`."""
        self._within(n, 1)
        return self.records[n - 1]

    def names(self, n: int | None = None) -> Names:
        """The display names at record `n`, for seats change hands where a game is forked; none given: at the end."""
        seats: tuple[Any, ...] = ()
        for index, held in self._seatings:
            if n is None or not seats or index <= n:
                seats = held
        return self.ruleset.display(place.name for place in seats)

    def waits(self, n: int) -> bool:
        """Whether the game waited after record `n` (or was over), which is so at the end of every batch."""
        self._within(n, 0)
        return n == self.length or starts_batch(self.records[n])

    def _within(self, n: int, first: int) -> None:
        if first <= n <= self.length:
            return
        if self.damage is not None and n > self.length:
            raise self.damage
        raise UnknownRecord(self.game, n, f"has no record {n}: it has {self.length}")


def _length(ledger: Ledger, game: str) -> int | None:
    """How many records a game has; nothing, if they can not all be read."""
    try:
        return ledger.sitting(game).version
    except Damaged:
        return None
