"""Games as eyes see them, folded once: positions are remembered along the way, so that a look at any record costs a short fold."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel import Eye, Game, GameOf, Record, evolve, seen_by

if TYPE_CHECKING:
    from ledger import Ledger, Sitting

STRIDE = 64  # records between two remembered positions


class Seen(NamedTuple):
    """One record as an eye reads it, with that eye's game before and after."""

    record: Record[Any]
    before: Game[Any]
    after: Game[Any]


class Eyes:
    """The views of many eyes of many games, at any record. Safe to share between threads: positions never change.

    The least recently used of more than `kept` pairs of game and eye are forgotten; they are folded again when asked for.
    """

    def __init__(self, ledger: Ledger, kept: int = 512) -> None:
        self._ledger = ledger
        self._kept = kept
        self._marks: OrderedDict[tuple[str, Eye], list[Game[Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def view(self, sitting: Sitting, eye: Eye, at: int | None = None) -> Game[Any]:
        """The game as `eye` sees it after record `at` (by default after the sitting's last)."""
        upto = sitting.version if at is None else at
        game = self._nearest(sitting, eye, upto)
        if game.length < upto:
            for seen in self._fold(sitting.id, eye, game, self._ledger.records(sitting.id, game.length, upto)):
                game = seen.after
        return game

    def walk(self, sitting: Sitting, eye: Eye, after: int, upto: int) -> Iterator[Seen]:
        """The records `after + 1 … upto` as `eye` sees them."""
        if after < upto:
            yield from self.read(sitting, eye, self._ledger.records(sitting.id, after, upto))

    def read(self, sitting: Sitting, eye: Eye, records: Sequence[Record[Any]]) -> Iterator[Seen]:
        """The same for records of the game that the caller has at hand, in their order and without gaps."""
        if records:
            yield from self._fold(sitting.id, eye, self.view(sitting, eye, records[0].index - 1), records)

    def _fold(self, game_id: str, eye: Eye, game: Game[Any], records: Iterable[Record[Any]]) -> Iterator[Seen]:
        for record in seen_by(records, eye):
            before, game = game, evolve(game, record)
            if game.length % STRIDE == 0:
                self._remember(game_id, eye, game)
            yield Seen(record, before, game)
        self._remember(game_id, eye, game)

    def _nearest(self, sitting: Sitting, eye: Eye, at: int) -> Game[Any]:
        with self._lock:
            marks = self._marks.get((sitting.id, eye), [])
            return max((game for game in marks if game.length <= at), key=lambda game: game.length, default=GameOf(sitting.ruleset.blank))

    def _remember(self, game_id: str, eye: Eye, game: Game[Any]) -> None:
        """Keep every STRIDE-th position, and besides them only the furthest."""
        with self._lock:
            marks = self._marks.setdefault((game_id, eye), [])
            self._marks.move_to_end((game_id, eye))
            furthest = max((mark.length for mark in marks), default=0)
            if game.length % STRIDE == 0 and all(mark.length != game.length for mark in marks):
                marks.append(game)
            elif game.length > furthest:
                marks[:] = [mark for mark in marks if mark.length % STRIDE == 0]
                marks.append(game)
            if len(self._marks) > self._kept:
                self._marks.popitem(last=False)
