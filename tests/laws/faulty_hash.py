"""A fault to plant in a new process: who begins follows from a hash."""

from collections.abc import Iterable
from typing import Any

import tests.toy  # noqa: F401 - registers what is spoilt here
from domain.kernel import GameBegan, Obligation
from tests.toy import duel

honest = duel.Duel.opening


def opening(self: duel.Duel, began: GameBegan[duel.Board]) -> Iterable[Obligation[duel.Board]]:
    """The opening, with a first seat that depends on PYTHONHASHSEED."""
    setup: Any = honest(self, began)[0]
    return (setup, duel.BeginTurn(seat=hash("who begins?") % len(began.seats)))


setattr(duel.Duel, "opening", opening)  # noqa: B010 - a fault is planted
