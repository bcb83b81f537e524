"""Losing Resources: the four dials."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.components import RESOURCES, components
from domain.games.battlestar_galactica.effects import Cause, does, due, nothing
from domain.kernel import Command, Decision, Fact, Names, Obligation, Offer, Scribe, Seat, Text


# facts ------------------------------------------------------------------------------------------------------------------
class DialMoved(Fact[Board], frozen=True):
    """A resource was lost or gained."""

    resource: str
    by: int
    to: int

    def apply(self, board: Board) -> Board:
        return replace(board, dials=replace(board.dials, **{self.resource: self.to}))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{abs(self.by)} {self.resource} is {'lost' if self.by < 0 else 'gained'}: the dial shows {self.to}",)


def move_dial(scribe: Scribe[Board], resource: str, by: int, *opens: Obligation[Board], rule: str = "bsg.resource.adjust") -> None:
    """Lose or gain a resource; a dial goes from 0 to its maximum and no further."""
    now, top = getattr(scribe.board.dials, resource), components().resources.maximum
    to = min(top, max(0, now + by))
    if to != now + by:
        rule = "bsg.amb.resource-below-zero" if by < 0 else "bsg.amb.resource-gain-at-15"
    scribe.write(DialMoved(resource, by, to), rule, *opens)


def in_red(board: Board) -> bool:
    """Whether a resource is in the red zone."""
    red = components().resources.red
    return any(getattr(board.dials, name) <= getattr(red, name) for name in RESOURCES)


def empty(board: Board) -> tuple[str, ...]:
    """The resources that have run out."""
    return tuple(name for name in RESOURCES if not getattr(board.dials, name))


# effects -------------------------------------------------------------------------------------------------------------------
def _lose(scribe: Scribe[Board], effect: parts.Lose, cause: Cause, path: str) -> None:
    for resource, n in effect.amounts:
        move_dial(scribe, resource, -n)


def _gain(scribe: Scribe[Board], effect: parts.Gain, cause: Cause, path: str) -> None:
    for resource, n in effect.amounts:
        move_dial(scribe, resource, n)


def _when(scribe: Scribe[Board], effect: parts.When, cause: Cause, path: str) -> None:
    if scribe.board.dials.food < effect.food_below:
        nothing(scribe, f"there is less food than {effect.food_below}", "bsg.resource.adjust", *due(cause, f"{path}.then"))
    else:
        nothing(scribe, "there is food enough", "bsg.resource.adjust")


class ChooseGain(Decision[Board], frozen=True):
    """Which resource is gained?"""

    of: tuple[str, ...]
    n: int

    def offers(self, board: Board) -> list[Offer[Board]]:
        return [Offer(GainResource(name)) for name in self.of]


class GainResource(Command[Board], frozen=True):
    """Gain this resource."""

    resource: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        move_dial(scribe, self.resource, scribe.answering(ChooseGain).n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"gain {self.resource}",)


def _gain_one(scribe: Scribe[Board], effect: parts.GainOne, cause: Cause, path: str) -> None:
    nothing(scribe, f"{effect.n} of one resource is gained", "bsg.resource.adjust", ChooseGain(seat=cause.seat, of=effect.of, n=effect.n))


does("lose", _lose)
does("gain", _gain)
does("when", _when)
does("gain-one", _gain_one)
