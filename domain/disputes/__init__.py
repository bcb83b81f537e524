"""Disputes: what a seat claims about records of its game, what is said to that, how it is ruled, and what became of it.

Read in this order: `rulebook.yaml`, `facts`, `dispute`, `acting`. A dispute has a log of its own; the log of the game is never edited.
"""

from domain.disputes.acting import OPEN_AT_ONCE, PACKAGE, STATEMENTS, Matter, appeal, close, file, look, pause, resume, rule, rules, state
from domain.disputes.dispute import Dispute, DisputeRecord, decode, evolve
from domain.disputes.facts import (
    LONGEST,
    Appealed,
    Cited,
    DisputeClosed,
    DisputeFact,
    DisputeFiled,
    GameLookedInto,
    GamePaused,
    GameResumed,
    Remedy,
    Ruled,
    StatementMade,
)
