"""A loaded game at one position, seen through one eye: where the viewer stands, and every way on from there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from domain.kernel import ARBITER, Answered, Eye, Game, Names, Seat, plain, starts_batch
from replay.moments import Moment, moments
from replay.say import Line, line
from replay.tape import Tape
from replay.why import followed


class Sight:
    """What one eye sees of the whole game, with what is worked out once: its lines and its turns."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self._lines: dict[int, Line] = {}
        self._followed = False

    def line(self, n: int) -> Line:
        """Record `n`, said."""
        if n not in self._lines:
            self._lines[n] = line(self.tape, n)
        return self._lines[n]

    @property
    def followed(self) -> bool:
        """Whether it was worked out what each record rested on."""
        return self._followed

    def follow(self) -> None:
        """Work that out, for all records at once; of a long game it takes a while."""
        if not self._followed:
            followed(self.tape)
            self._followed = True

    @cached_property
    def moments(self) -> list[Moment]:
        """The moment after record `n` at `n - 1`."""
        return list(moments(self.tape))


class Reel:
    """The game at record `n` as `eye` sees it. Made from the arbiter's tape; other eyes' are folded when they first look.

    All moves give whether the position changed; none leaves the game, whose positions are `1` to `length`.
    """

    def __init__(self, whole: Tape, eye: Eye = ARBITER, n: int | None = None) -> None:
        self.sights: dict[Eye, Sight] = {ARBITER: Sight(whole)}
        self.eye: Eye = ARBITER
        self.n = 0
        self.look(eye)
        self.go(whole.length if n is None else n)

    # what is there --------------------------------------------------------------------------------------------------------
    @property
    def sight(self) -> Sight:
        """What the present eye sees."""
        return self.sights[self.eye]

    @property
    def tape(self) -> Tape:
        """The tape of the present eye."""
        return self.sight.tape

    @property
    def length(self) -> int:
        """How many records there are."""
        return self.tape.length

    @property
    def now(self) -> Game[Any]:
        """The game after the present record."""
        return self.tape.at(self.n)

    @property
    def before(self) -> Game[Any]:
        """The game before the present record."""
        return self.tape.at(self.n - 1)

    @property
    def names(self) -> Names:
        """The display names at the present record."""
        return self.tape.names(self.n)

    @property
    def moment(self) -> Moment:
        """Where in the game the position is."""
        return self.sight.moments[self.n - 1]

    @property
    def seats(self) -> range:
        """The seats of the table."""
        return range(len(self.names.seats))

    def line(self, n: int) -> Line:
        """Record `n` as the present eye reads it."""
        return self.sight.line(n)

    def decision(self, n: int | None = None) -> int:
        """The position at which the decision was put that led to record `n` (the present one): the end of the batch before it.

        The position itself, if the game waits there.
        """
        at = self.n if n is None else n
        while at and not self.tape.waits(at):
            at -= 1
        return at

    def batch(self, n: int) -> int:
        """The first record of the batch of record `n`."""
        while n > 1 and not starts_batch(self.tape.record(n)):
            n -= 1
        return n

    # other eyes -----------------------------------------------------------------------------------------------------------
    def look(self, eye: Eye) -> None:
        """Look through another eye; the position stays."""
        if eye not in self.sights:
            self.sights[eye] = Sight(self.sights[ARBITER].tape.through(eye))
        self.eye = eye

    # moves ----------------------------------------------------------------------------------------------------------------
    def go(self, n: int) -> bool:
        """To record `n`, or the nearest there is."""
        was, self.n = self.n, min(max(n, 1), self.length)
        return was != self.n

    def step(self, by: int) -> bool:
        """So many records on, or back."""
        return self.go(self.n + by)

    def to_decision(self, by: int, seat: Seat | None = None) -> bool:
        """To the next answer (of a seat, if one is named), or with `by=-1` to the one before."""

        def answered(n: int) -> bool:
            fact: Any = self.tape.record(n).fact
            return isinstance(fact, Answered) and seat in (None, fact.seat)

        return self._to(by, answered)

    def to_turn(self, by: int) -> bool:
        """To the next record with which a turn begins; back: to this turn's first record, or from there to that of the one before."""
        return self._to(by, lambda n: self._turn(n) != self._turn(n - 1))

    def to_phase(self, by: int) -> bool:
        """To the next record with which a phase begins, or back likewise."""
        return self._to(by, lambda n: (self._turn(n), self._phase(n)) != (self._turn(n - 1), self._phase(n - 1)))

    def find(self, words: str, by: int = 1, names: Names | None = None) -> bool:
        """To the next record in whose sentence or rule all these words stand, round the end if need be; or back likewise.

        With `names`, sentences are also read with these.
        """
        wanted = words.lower().split()

        def has(n: int) -> bool:
            said = self.line(n)
            text = f"{said.text} {said.rule} {plain(said.words, names) if names else ''}".lower()
            return all(word in text for word in wanted)

        around = [(self.n - 1 + by * k) % self.length + 1 for k in range(1, self.length + 1)]
        found = next((n for n in around if has(n)), None)
        return found is not None and (self.go(found) or True)

    def _to(self, by: int, wanted: Callable[[int], bool]) -> bool:
        n = self.n + by
        while 1 <= n <= self.length:
            if wanted(n):
                return self.go(n)
            n += by
        return False

    def _turn(self, n: int) -> tuple[int, int | None] | None:
        if n < 1:
            return None
        moment = self.sight.moments[n - 1]
        return moment.turn, moment.seat

    def _phase(self, n: int) -> str | None:
        return self.sight.moments[n - 1].phase if n else None
