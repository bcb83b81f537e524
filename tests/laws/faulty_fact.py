"""A fault to plant in a new process: a fact that looks its meaning up in the component file."""

import tests.toy  # noqa: F401 - registers what is spoilt here
from tests.toy import duel

honest = duel.TurnBegan.apply


def apply(self: duel.TurnBegan, board: duel.Board) -> duel.Board:
    """What the fact means, if the file says that there is another turn."""
    return honest(self, board) if board.turn < duel.components().turns else board


setattr(duel.TurnBegan, "apply", apply)  # noqa: B010 - a fault is planted
