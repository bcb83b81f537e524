"""Where a scenario may begin: the steps of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.games.battlestar_galactica.actions import ActionStep
from domain.games.battlestar_galactica.crises import CrisisStep
from domain.games.battlestar_galactica.movement import MovementStep
from domain.games.battlestar_galactica.turn import BeginTurn, EndTurn
from domain.kernel import Scene, Seat


def turn(seat: Seat) -> Scene:
    """A turn begins, with all that happens at its start."""
    return Scene((BeginTurn(seat),), {"active": seat, "turn": 1})


def movement(seat: Seat) -> Scene:
    """Skill cards are drawn; it is time to move, to act, and for a crisis."""
    return Scene((MovementStep(seat), ActionStep(seat), CrisisStep(seat), EndTurn(seat)), {"active": seat, "turn": 1})


def action(seat: Seat) -> Scene:
    """It is time to act."""
    return Scene((ActionStep(seat), CrisisStep(seat), EndTurn(seat)), {"active": seat, "turn": 1})


def crisis(seat: Seat) -> Scene:
    """A crisis is about to be drawn."""
    return Scene((CrisisStep(seat), EndTurn(seat)), {"active": seat, "turn": 1})


def end(seat: Seat) -> Scene:
    """The turn is at its end."""
    return Scene((EndTurn(seat),), {"active": seat, "turn": 1})


SCENES: Mapping[str, Callable[[Seat], Scene]] = MappingProxyType(
    {"turn": turn, "movement": movement, "action": action, "crisis": crisis, "end": end}
)
