"""A bot that plays Battlestar Galactica by what things are worth in the position it sees.

`outlook` says what things are worth, `scores` what each command brings.
"""

from __future__ import annotations

from bots.by_score import ByScore
from bots.heuristic.battlestar_galactica.outlook import Outlook
from bots.heuristic.battlestar_galactica.scores import SCORES


class Heuristic(ByScore):
    """A player of Battlestar Galactica."""

    outlook = Outlook
    scores = SCORES
