"""Where a scenario may begin: the steps of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.games.breaking_bad.actions import Act, PayForMore
from domain.games.breaking_bad.turn import BeginTurn, EndTurn
from domain.kernel import Scene, Seat


def turn(seat: Seat) -> Scene:
    """A turn begins, with all that happens at its start."""
    return Scene((BeginTurn(seat),), {"active": seat, "turn": 1})


def last_action(seat: Seat) -> Scene:
    """One regular action is left."""
    return Scene((Act(seat=seat), EndTurn(seat)), {"active": seat, "turn": 1, "left": 1})


def additional(seat: Seat) -> Scene:
    """Both regular actions are done."""
    return Scene((PayForMore(seat=seat), EndTurn(seat)), {"active": seat, "turn": 1, "left": 0})


def end(seat: Seat) -> Scene:
    """The turn is at its end."""
    return Scene((EndTurn(seat),), {"active": seat, "turn": 1, "left": 0})


SCENES: Mapping[str, Callable[[Seat], Scene]] = MappingProxyType(
    {"turn": turn, "last-action": last_action, "additional": additional, "end": end}
)
