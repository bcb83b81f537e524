"""What things are worth to a seat in a position of Battlestar Galactica: to the humans, and the other way round to a Cylon."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from domain.games.battlestar_galactica.board import BRIG, RING, Board, Player
from domain.games.battlestar_galactica.checks import strength
from domain.games.battlestar_galactica.components import RESOURCES, components
from domain.games.battlestar_galactica.jump import ftl_ready
from domain.kernel import Card, Seat

WEIGHTS = {"fuel": 4.0, "food": 3.2, "morale": 3.0, "population": 2.6}
GUESS = 1.0  # what a card that another has added is taken to bring
TRACK = 3.5  # a space of the Jump Preparation track
LAST = 8  # the distance from which the next jump is the last
NEEDED = 3.0  # how much more than the difficulty humans want to see


class Outlook:
    """A position as one seat sees it, and what follows from that for all that it may choose."""

    def __init__(self, board: Board, seat: Seat) -> None:
        self.board = board
        self.seat = seat
        self.me: Player = board.players[seat]

    @cached_property
    def cylon(self) -> bool:
        """Whether the seat is on the Cylons' side."""
        return self.me.cylon or any(card in components().cylon_cards for card in self.me.loyalty.cards)

    @cached_property
    def side(self) -> float:
        """1 for a human, -1 for a Cylon."""
        return -1.0 if self.cylon else 1.0

    @cached_property
    def raiders(self) -> int:
        """Raiders in space."""
        return sum(area.raiders for area in self.board.areas)

    @cached_property
    def heavies(self) -> int:
        """Heavy raiders in space."""
        return sum(area.heavies for area in self.board.areas)

    @cached_property
    def danger(self) -> float:
        """How near the humans are to the end of a dial: 0 for nowhere near, 1 and more for about to lose."""
        return max(1 - getattr(self.board.dials, name) / 5 for name in RESOURCES)

    def dial(self, resource: str, by: int) -> float:
        """What a change of a resource is worth to the humans; the nearer to the end, the more."""
        left = getattr(self.board.dials, resource)
        return by * WEIGHTS[resource] * (1 + 3 / max(1, left + min(by, 0)))

    def effects(self, effects: tuple[Any, ...]) -> float:
        """What a list of effects is worth to the humans."""
        return sum(self.effect(effect) for effect in effects)

    def effect(self, effect: Any) -> float:
        """What one effect is worth to the humans."""
        kind = effect.kind
        if kind in ("lose", "gain"):
            sign = -1 if kind == "lose" else 1
            return sum(self.dial(name, sign * n) for name, n in effect.amounts)
        if kind == "roll":
            share = (effect.most if effect.most is not None else 9 - effect.least) / 8
            return share * self.effects(effect.then) + (1 - share) * self.effects(effect.otherwise)
        if kind == "when":
            return self.effects(effect.then) if self.board.dials.food < effect.food_below else 0
        if kind == "may":
            return max(0.0, self.effects(effect.does))
        if kind == "choice":
            return max(self.effects(way.does) for way in effect.options)
        if kind == "track":
            return TRACK * effect.by
        return PLAIN.get(kind, 0.0) * max(1, getattr(effect, "n", 1))

    def passing(self, difficulty: int, skills: tuple[str, ...]) -> float:
        """How likely a check is passed, by the number of cards about and by how many skills count."""
        cards = sum(len(player.hand) for player in self.board.players if not player.cylon)
        return min(0.95, max(0.1, 0.35 + cards * len(skills) * 0.035 - difficulty * 0.045))

    def check(self, check: Any) -> float:
        """What it is worth to the humans to make a check."""
        passed = self.passing(check.difficulty, check.skills)
        return passed * self.effects(check.passed) + (1 - passed) * self.effects(check.fail) - 1.5

    # the check under way ------------------------------------------------------------------------------------------------
    @cached_property
    def standing(self) -> float:
        """What the check under way is taken to hold."""
        check, pot = self.board.check, self.board.pot_pile.cards
        if check is None:
            return 0.0
        plus, minus = strength(check, [card for card in pot if card is not None])
        return plus - minus + GUESS * max(0, pot.count(None) - 2)

    def brings(self, card: Card | None) -> int:
        """What a card brings to the check under way."""
        check = self.board.check
        if card is None or check is None:
            return 0
        plus, minus = strength(check, [card])
        return plus - minus

    @cached_property
    def wants(self) -> float:
        """How much the check still lacks for the seat; a Cylon wants it to fail by little, so as not to be seen."""
        check = self.board.check
        if check is None:
            return 0.0
        lack = check.difficulty + NEEDED - self.standing
        return lack if not self.cylon else NEEDED + self.standing - check.difficulty + 3

    def helps(self, card: Card | None) -> int:
        """What a card does for what the seat wants of the check."""
        return int(self.brings(card) * self.side)

    # places ---------------------------------------------------------------------------------------------------------------
    def place(self, at: str) -> float:
        """What it is worth to activate a location now."""
        board, me = self.board, self.me
        worth = PLACES.get(at, 0.0)
        if at == "ftl-control":
            worth = self.drives
        elif at == "weapons-control":
            worth = 2.9 if board.out() else 2.2 if self.heavies else 1.8 if self.raiders else 0.0
        elif at == "command":
            ready = board.vipers + sum(area.vipers for area in board.areas)
            worth = 0.0 if not ready else 3.6 if self.raiders > 2 else 2.8 if self.raiders or self.heavies else 0.2
        elif at == "armory":
            worth = max((2 + 2.5 * space for space, n in enumerate(board.boarding) if n), default=0.0)
        elif at == "presidents-office":
            worth = 3.0 if board.president == self.seat else 0.0
        elif at == "hangar-deck":
            worth = 3.4 if me.pilot and (self.raiders or self.heavies) else 0.0
        elif at == "communications":
            exposed = sum(len(area.civilians) for area in board.areas if area.raiders)
            worth = 2.0 + 0.5 * exposed if exposed else 0.0
        elif at == BRIG:
            worth = 4.0
        if self.cylon and not me.cylon:
            worth *= 0.6
        return worth

    @property
    def drives(self) -> float:
        """What it is worth to jump now: the last blue space costs little, the first one much."""
        board = self.board
        if not ftl_ready(board):
            return 0.0
        if board.track == 4:
            return 9.0 if board.dials.population > 1 or board.distance >= LAST else 2.0
        hunted = self.raiders > 5 and sum(self.exposed(area) for area in RING) > 1
        return 5.0 if hunted and board.dials.population > 6 else 0.3

    def prey(self, target: str, n: int = 0) -> float:
        """What it is worth to attack a Cylon ship."""
        return 3.0 if target.startswith("basestar") else 2.4 if target == "heavy-raider" else 2.8

    def exposed(self, area: str) -> int:
        """Civilian ships that raiders can reach there."""
        place = self.board.areas[RING.index(area)]
        return len(place.civilians) if place.raiders else 0


PLACES = {"press-room": 1.6, "research-lab": 1.7, "administration": 0.2, "admirals-quarters": 0.3}
PLAIN = {
    "send": -2.0,
    "discard": -0.7,
    "discard-nuke": -2.5,
    "destroy-civilian": -4.0,
    "damage-vipers": -1.2,
    "return-vipers": -0.8,
    "damage": -4.0,
    "place": -7.0,
    "board": -4.0,
    "distance": 9.0,
    "destroy": -1.0,
    "repair": 1.5,
    "draw": 0.8,
    "look-loyalty": 1.0,
    "title": -0.5,
    "activate": -4.0,
    "new-crisis": -3.5,
}
