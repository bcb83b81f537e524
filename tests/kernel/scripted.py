"""A ruleset without rules: what its steps and commands do is written in the test that uses them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from domain.kernel import Command, Decision, Fact, Game, GameOf, Obligation, Offer, Pass, Ruleset, Scribe, Seat, Slots, Step, Wire, amend

Doing = Callable[[Scribe["Board"]], None]
CHANCE = Slots(b"scripted")


class Board(msgspec.Struct, frozen=True):
    """What was noted, in order."""

    notes: tuple[str, ...] = ()


class Noted(Fact[Board], frozen=True):
    """Something was noted."""

    what: str

    def apply(self, board: Board) -> Board:
        return replace(board, notes=(*board.notes, self.what))


class Do(Step[Board], frozen=True):
    """Settled as the script of that name says; noted, if there is none."""

    name: str

    def settle(self, scribe: Scribe[Board]) -> None:
        act(scribe, self.name)


class End(Step[Board], frozen=True):
    """A conclusion."""

    always: ClassVar[bool] = True
    name: str = "end"

    def settle(self, scribe: Scribe[Board]) -> None:
        act(scribe, self.name)


class Close(End, frozen=True):
    """Another conclusion."""


class Ask(Decision[Board], frozen=True):
    """Which script? Those in `barred` are barred."""

    names: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Choose(name)) for name in self.names)
        yield from (Offer(Choose(name), "scripted.barred") for name in self.barred)


class Choose(Command[Board], frozen=True):
    """Run a script."""

    name: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        act(scribe, self.name)


SCRIPTS: dict[str, Doing] = {}


def act(scribe: Scribe[Board], name: str) -> None:
    """Do what the script says."""
    SCRIPTS.get(name, lambda scribe: scribe.write(Noted(name), "scripted.note"))(scribe)


class Scripted(Ruleset[Board]):
    """Two seats, and whatever a test wants."""

    name = "scripted"
    title = "Scripted"
    seats = range(2, 3)
    package = "tests.kernel"
    blank = Board()

    def __init__(self, **scripts: Doing) -> None:
        SCRIPTS.clear()
        SCRIPTS.update(scripts)
        self.free: tuple[str, ...] = ()
        self.wanted: Callable[[Game[Board]], Step[Board] | None] = lambda game: None

    def liberties(self, game: Game[Board], seat: Seat) -> Iterable[Offer[Board]]:
        return (Offer(Choose(name)) for name in self.free)

    def demand(self, game: Game[Board]) -> Step[Board] | None:
        return self.wanted(game)

    def outcome(self, board: Board) -> None:
        return None


Scripted.wire = Wire(Board, sys.modules[__name__])


def opened(ruleset: Scripted, *owed: Obligation[Board]) -> Game[Board]:
    """A game that owes these, the first due first, with all steps settled that can be."""
    return amend(ruleset, GameOf(Board()), Noted("begin"), "scripted.note", *owed, chance=CHANCE)[0]


def names(game: Game[Any]) -> list[str]:
    """What is owed, the first due first, in short."""
    return [getattr(o.what, "name", "") or f"ask {getattr(o.what, 'seat', None)}" for o in reversed(game.agenda)]
