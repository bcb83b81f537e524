"""Bots behind one face: they see what their seat sees, and their choice follows from the seed, the view and the offers alone.

A bot of a ruleset lives in `bots/heuristic/<ruleset>.py` as a class `Heuristic(ruleset, seat, seed)`; it is imported when it is
first asked for.
"""

from bots.bot import Bot, Choice, UnknownBot, make, names_of
from bots.dice import Dice
from bots.play import Views, choose_next, play, play_on, seated
