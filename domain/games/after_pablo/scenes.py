"""Where a scenario may begin: the steps of the game, each with what the board says when it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.games.after_pablo.adjustment import Adjust
from domain.games.after_pablo.final import FinalSales, Score
from domain.games.after_pablo.season_end import EndSeason
from domain.games.after_pablo.turn import BeginSeason, BeginTurn
from domain.kernel import Scene, Seat

IDLE = MappingProxyType({"active": None, "acting": False, "phase": "seasons"})  # what the board says when nobody has a turn


def turn(seat: Seat) -> Scene:
    """A turn begins, the last one of its season."""
    return Scene((BeginTurn(seat), EndSeason(), BeginSeason(2)), {**IDLE, "season": 1, "first": seat})


def season(seat: Seat) -> Scene:
    """A season begins, with this seat; it is not the first one."""
    return Scene((BeginSeason(2),), {**IDLE, "season": 1, "first": seat})


def season_end(seat: Seat) -> Scene:
    """All have had their turns, and the season is scored."""
    return Scene((EndSeason(), BeginSeason(2)), {**IDLE, "season": 1, "first": seat})


def adjustment(seat: Seat) -> Scene:
    """The fourth season is scored, and the adjustment follows."""
    return Scene((Adjust(), BeginSeason(5)), {**IDLE, "season": 4, "first": seat})


def last_adjustment(seat: Seat) -> Scene:
    """The last season is scored."""
    return Scene((Adjust(), FinalSales(), Score()), {**IDLE, "season": 12, "first": seat})


def final_sales(seat: Seat) -> Scene:
    """The last adjustment is over."""
    return Scene((FinalSales(), Score()), {**IDLE, "season": 12, "first": seat})


def scoring(seat: Seat) -> Scene:
    """Everything is sold, and the game is scored."""
    return Scene((Score(),), {**IDLE, "phase": "final", "season": 12, "first": seat})


SCENES: Mapping[str, Callable[[Seat], Scene]] = MappingProxyType(
    {
        "turn": turn,
        "season": season,
        "season-end": season_end,
        "adjustment": adjustment,
        "last-adjustment": last_adjustment,
        "final-sales": final_sales,
        "scoring": scoring,
    }
)
