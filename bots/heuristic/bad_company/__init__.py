"""A bot that plays Bad Company by what things are worth in the position it sees.

`outlook` says what things are worth, `throw` what the boss's dice may bring, `scores` what each command brings.
"""

from __future__ import annotations

from bots.by_score import ByScore
from bots.heuristic.bad_company.outlook import Outlook
from bots.heuristic.bad_company.scores import SCORES


class Heuristic(ByScore):
    """A player of Bad Company."""

    outlook = Outlook
    scores = SCORES
