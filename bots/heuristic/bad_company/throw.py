"""The boss's throw: which pairs to form, and whether other dice are worth their price."""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property
from itertools import combinations, product
from math import prod

from bots.heuristic.bad_company.outlook import Outlook
from domain.games.bad_company.components import components
from domain.games.bad_company.dice import POLICE_DIE, price, splits

RIVALRY = 1.0  # what a point for the rivals, on average, costs the boss who lets them have it
MARGIN = 0.3  # what a reroll must promise beyond its price

SETS = [frozenset(dice) for n in range(1, POLICE_DIE + 1) for dice in combinations(range(POLICE_DIE), n)]
Plan = tuple[frozenset[int], float]  # the dice to roll again, and what the throw is worth then


class Throw:
    """What the golden dice may bring to the boss."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        board = outlook.board
        self.golden = board.golden
        self.rivals = [] if board.final else [Outlook(board, seat) for seat in range(len(board.players)) if seat != outlook.seat]
        self._pairs: dict[tuple[int, int], float] = {}
        self._best: dict[tuple[int, ...], float] = {}

    def pair(self, low: int, high: int) -> float:
        """What it is worth to announce these sums: both members are activated, and each rival takes the one he likes better."""
        found = self._pairs.get((low, high))
        if found is None:
            theirs = sum(max(rival.members[low], rival.members[high]) for rival in self.rivals) / max(1, len(self.rivals))
            found = self._pairs[low, high] = self.outlook.members[low] + self.outlook.members[high] - RIVALRY * theirs
        return found

    def best(self, golden: tuple[int, ...]) -> float:
        """What the best pairs of four dice are worth; `golden` must be sorted."""
        found = self._best.get(golden)
        if found is None:
            found = self._best[golden] = max(self.pair(low, high) for low, high in sums(golden))
        return found

    def again(self, dice: frozenset[int]) -> float:
        """What the throw is worth on average if these dice are rolled again."""
        kept = tuple(face for die, face in enumerate(self.golden) if die not in dice)
        return sum(odds * self.best(tuple(sorted(kept + rolled))) for rolled, odds in throws(len(dice)))

    @cached_property
    def plan(self) -> Plan | None:
        """The dice that are best rolled again, among them those picked up already; nothing if the throw had better stand."""
        board, player = self.outlook.board, self.outlook.player
        if player.coins < (pays := price(board)):
            return None
        picked = frozenset(board.picked) - {POLICE_DIE}
        least = self.best(tuple(sorted(self.golden))) + pays * self.outlook.coin + MARGIN
        dice, worth = max(((dice, self.again(dice)) for dice in SETS if picked <= dice), key=lambda plan: plan[1])
        if worth <= least:
            return None
        return (dice | {POLICE_DIE} if self.slow_police or POLICE_DIE in board.picked else dice), worth

    @property
    def slow_police(self) -> bool:
        """Whether the police die had better show less, as the police are close behind the player or have overtaken him."""
        faces, shows = components().police_die.faces, self.outlook.board.police_die or 0
        return shows * len(faces) > sum(faces) and self.outlook.player.car <= self.outlook.board.police + 2 * max(faces)


@cache
def sums(golden: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The pairs of sums that four dice make."""
    return tuple(splits(golden))


@cache
def throws(dice: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """All that so many golden dice may show, sorted, with how likely it is."""
    count = Counter(tuple(sorted(rolled)) for rolled in product(components().golden_dice.faces, repeat=dice))
    return tuple((rolled, ways / prod([len(components().golden_dice.faces)] * dice)) for rolled, ways in count.items())
