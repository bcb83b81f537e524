"""A bot that plays After Pablo by what things are worth, in command points, in the position it sees.

`outlook` says what things are worth, `scores` what each command brings.
"""

from __future__ import annotations

from bots.by_score import ByScore
from bots.heuristic.after_pablo.outlook import Outlook
from bots.heuristic.after_pablo.scores import SCORES


class Heuristic(ByScore):
    """A player of After Pablo."""

    outlook = Outlook
    scores = SCORES
