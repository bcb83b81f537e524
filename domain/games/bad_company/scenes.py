"""Where a scenario may begin: the steps of a turn, each with what the board says when it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from domain.games.bad_company.final import ActivateFinally
from domain.games.bad_company.gang import ActivateGangs
from domain.games.bad_company.necklaces import Necklaces
from domain.games.bad_company.scoring import Score
from domain.games.bad_company.turn import BeginTurn
from domain.games.bad_company.turn_end import CheckEnd, EndTurn, RefillHeists
from domain.kernel import Scene, Seat

LAST = MappingProxyType({"triggers": ["six-heists"], "final": True})  # what the board says of a final turn


def roll(boss: Seat) -> Scene:
    """A turn begins, and the boss rolls."""
    return Scene((BeginTurn(),), {"boss": boss, "turn": 0})


def activate(boss: Seat) -> Scene:
    """The sums are announced, and everybody activates gang members."""
    return Scene((ActivateGangs(), EndTurn(), BeginTurn()), {"boss": boss, "golden": [3, 3, 4, 4], "police_die": 1, "sums": [6, 8]})


def necklaces(boss: Seat) -> Scene:
    """Phase 2 is over, and the necklaces are compared."""
    return Scene((Necklaces(), EndTurn(), BeginTurn()), {"boss": boss, "police_die": 1})


def end(boss: Seat) -> Scene:
    """Phase 3 begins: the police move."""
    return Scene((EndTurn(), BeginTurn()), {"boss": boss, "police_die": 1})


def new_heists(boss: Seat) -> Scene:
    """The police have moved, and heists are taken."""
    return Scene((RefillHeists(), CheckEnd(), BeginTurn()), {"boss": boss, "phase": "end"})


def check_end(boss: Seat) -> Scene:
    """Heists were taken, and it is checked whether the end has been set off."""
    return Scene((CheckEnd(), BeginTurn()), {"boss": boss, "phase": "end"})


def final_roll(boss: Seat) -> Scene:
    """The final turn begins."""
    return Scene((BeginTurn(),), {"boss": boss, "triggers": ["six-heists"]})


def activate_finally(boss: Seat) -> Scene:
    """The dice of the final turn lie there, and everybody forms pairs of his own."""
    return Scene((ActivateFinally(), Score()), {**LAST, "boss": boss, "golden": [3, 3, 4, 4], "police_die": None})


def scoring(boss: Seat) -> Scene:
    """The final turn is over, and the game is scored."""
    return Scene((Score(),), {**LAST, "boss": boss})


SCENES: Mapping[str, Callable[[Seat], Scene]] = MappingProxyType(
    {
        "roll": roll,
        "activate": activate,
        "necklaces": necklaces,
        "end": end,
        "new-heists": new_heists,
        "check-end": check_end,
        "final-roll": final_roll,
        "activate-finally": activate_finally,
        "scoring": scoring,
    }
)
