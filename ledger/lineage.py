"""Where a game's records lie: in its own rows, and, of a fork, below its start in those of the games it goes back to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger.errors import UnknownGame
from ledger.rows import Recorder, Row

HELD = 10_000  # lineages kept in memory; they never change


class Lineage(NamedTuple):
    """A game's line in the register, and whose rows hold its records: from which index on, oldest ancestor first."""

    game: str
    ruleset: str
    parent: tuple[str, int] | None
    segments: tuple[tuple[str, int, int | None], ...]  # (game, after, upto)
    recorder: Recorder

    @property
    def root(self) -> str:
        """The game from an empty table that this one goes back to."""
        return self.segments[0][0]

    @property
    def start(self) -> int:
        """The index below its own first record."""
        return 0 if self.parent is None else self.parent[1]

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[str, list[Row]]]:
        """The rows after `after`, up to and including `upto`, in pieces, each with the game they were written for."""
        for game, begins, ends in self.segments:
            first, last = max(after, begins), min((n for n in (upto, ends) if n is not None), default=None)
            if last is None or first < last:
                yield game, self.recorder.rows(game, first, last)


class Lineages:
    """The lineages of one store."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._held: dict[str, Lineage] = {}

    def of(self, game: str) -> Lineage:
        """A game's lineage. `UnknownGame` if it is not in the register."""
        if (held := self._held.get(game)) is not None:
            return held
        if (begun := self._recorder.begun(game)) is None:
            raise UnknownGame(game)
        parent, segments = None, ((game, 0, None),)
        if begun.kin.parent is not None and begun.kin.at is not None:
            parent = (begun.kin.parent, begun.kin.at)
            segments = (*_upto(self.of(parent[0]).segments, parent[1]), (game, parent[1], None))
        if len(self._held) >= HELD:
            self._held.clear()
        return self._held.setdefault(game, Lineage(game, begun.ruleset, parent, segments, self._recorder))


def _upto(segments: tuple[tuple[str, int, int | None], ...], at: int) -> Iterator[tuple[str, int, int]]:
    """The segments that hold the records up to `at`."""
    for game, after, upto in segments:
        if after < at:
            yield game, after, at if upto is None else min(upto, at)
