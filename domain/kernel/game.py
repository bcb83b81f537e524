"""The game that a log folds into: a board, and an agenda of what is still owed."""

from __future__ import annotations

from typing import Generic

import msgspec

from domain.kernel.record import O, Record
from domain.kernel.word import B, Obligation, Seat, Serial


class Owed(msgspec.Struct, Generic[O], frozen=True, gc=False):
    """An obligation that is still open."""

    id: Serial
    what: O
    since: int  # index of the record that opened it
    lane: Seat | None = None


class GameOf(msgspec.Struct, Generic[B, O], frozen=True, gc=False):
    """A position. Every eye folds its own from the records it may read."""

    board: B
    agenda: tuple[Owed[O], ...] = ()  # the last is owed first
    length: int = 0  # records folded
    serial: Serial = 0  # obligations opened so far
    luck: int = 0  # slots of chance drawn so far

    @property
    def over(self) -> bool:
        """Begun, and nothing is owed any more."""
        return self.length > 0 and not self.agenda

    def due(self) -> tuple[Owed[O], ...]:
        """What is owed first: one obligation, or one in each lane while seats act at once."""
        agenda = self.agenda
        if not agenda or agenda[-1].lane is None:
            return agenda[-1:]
        first: dict[Seat, Owed[O]] = {}
        for owed in reversed(agenda):
            lane = owed.lane
            if lane is None:
                break
            if lane not in first:
                first[lane] = owed
        return tuple(first.values())


Game = GameOf[B, Obligation[B]]
Debt = Owed[Obligation[B]]


def evolve(game: Game[B], record: Record[B]) -> Game[B]:
    """The game after `record`; nothing else ever changes a game.

    `ValueError` if the record builds on an obligation that is not owed.
    """
    agenda = game.agenda
    if record.closes:
        closes = record.closes
        agenda = tuple([o for o in agenda if o.id not in closes])
    if record.opens:
        at = len(agenda)
        while at and agenda[at - 1].id != record.onto:
            at -= 1
        if not at and record.onto is not None:
            raise ValueError(f"record {record.index} builds on {record.onto}, which is not owed")
        new = [
            Owed(serial, what, record.index, record.lane if what.lane is None else what.lane)
            for serial, what in enumerate(record.opens, game.serial)
        ]
        agenda = (*agenda[:at], *new[::-1], *agenda[at:])
    board = record.fact.apply(game.board)
    return GameOf(board, agenda, record.index, game.serial + len(record.opens), game.luck + record.luck)
