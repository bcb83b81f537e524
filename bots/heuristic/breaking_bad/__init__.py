"""A bot that plays Breaking Bad by what things are worth in the position it sees.

`outlook` says what things are worth, `scores` what each command brings.
"""

from __future__ import annotations

from bots.by_score import ByScore
from bots.heuristic.breaking_bad.outlook import Outlook
from bots.heuristic.breaking_bad.scores import SCORES


class Heuristic(ByScore):
    """A player of Breaking Bad."""

    outlook = Outlook
    scores = SCORES
