"""What things are worth to a seat in a position of Battlestar Galactica: to the humans, and the other way round to a Cylon."""

from __future__ import annotations

from functools import cached_property
from math import exp
from typing import Any

from domain.games.battlestar_galactica.board import BRIG, RING, Board, Player
from domain.games.battlestar_galactica.checks import strength
from domain.games.battlestar_galactica.components import RESOURCES, components
from domain.games.battlestar_galactica.jump import ftl_ready
from domain.kernel import Card, Seat

WEIGHTS = {"fuel": 4.0, "food": 3.2, "morale": 3.0, "population": 2.6}
GUESS = 1.8  # what a card that another has added is taken to bring
TRACK = 3.5  # a space of the Jump Preparation track
LAST = 8  # the distance from which the next jump is the last
ICON = 3.5  # a crisis that moves the fleet marker on
FAR = 10.0  # a step of distance: what all the turns are worth that a jump less would save
USUAL = 1.5  # how far a destination is, if nobody chooses
SLACK = 1.0  # by how much a check may be out of reach and still be tried
PRICE = 0.25  # what a strength of cards is worth when it is kept
NEEDED = 2.0  # how much more than the difficulty humans want to see
STRENGTH = 2.0  # of a card that nobody has seen
SHARE = 0.7  # of the cards that fit, those that are spent on one check
SPREAD = 3.0  # how wide checks miss what was expected of them


def luck(skills: tuple[str, ...]) -> float:
    """What the two Destiny cards are taken to bring to a check."""
    return 2 * STRENGTH * (2 * len(skills) / 5 - 1)


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

    def destination(self, card: Card) -> float:
        """What it is worth to the humans to go there: how far it is, as far as they still have to go, and what it does."""
        it = components().destinations_by_id[card]
        return FAR * min(it.distance, max(1, LAST - self.board.distance)) + self.effects(it.does)

    def passing(self, difficulty: int, skills: tuple[str, ...]) -> float:
        """How likely a check is passed, by the cards about and by the skills that count."""
        others = sum(self.might(seat, skills) for seat in range(len(self.board.players)) if seat != self.seat)
        mine = sum(components().strengths[card] for card in self.me.hand.cards if card is not None and components().types[card] in skills)
        return 1 / (1 + exp((difficulty - SHARE * (others + mine) - luck(skills)) / SPREAD))

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
        return plus - minus + GUESS * max(0, pot.count(None) - 2) + luck(check.skills)

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
        if self.cylon:
            return NEEDED + self.standing - check.difficulty + 3
        within = self.standing + sum(max(0, self.brings(card)) for card in self.me.hand.cards) + self.others
        goals = (check.difficulty, *((check.partial,) if check.partial is not None else ()))
        goal = next((goal for goal in goals if goal <= within + SLACK), None)
        if goal is None or PRICE * (goal - self.standing) > self.stake:
            return 0.0  # cards are too dear for a check that fails anyhow, or matters little
        return goal + NEEDED - self.standing

    @cached_property
    def stake(self) -> float:
        """What the humans gain by passing the check under way, against failing it."""
        check = self.board.check
        crisis = None if check is None else components().crises_by_id.get(check.of)
        if crisis is None or crisis.check is None:
            return 4.0
        return self.effects(crisis.check.passed) - self.effects(crisis.check.fail)

    @cached_property
    def others(self) -> float:
        """What those are taken to hold for the check under way who have their turn to add cards after this seat."""
        board, check = self.board, self.board.check
        if check is None or self.seat == board.active:
            return 0.0
        n = len(board.players)
        later = ((self.seat + k) % n for k in range(1, (board.active - self.seat) % n + 1))
        return sum(self.might(seat, check.skills) for seat in later)

    def might(self, seat: Seat, skills: tuple[str, ...]) -> float:
        """What another seat is taken to hold for a check, by the number of its cards and by the types that its character draws."""
        player = self.board.players[seat]
        if player.cylon or player.character not in components().characters_by_id:
            return 0.0
        draws = components().characters_by_id[player.character].skills
        fit = sum(n for entry, n in draws.items() if any(skill in skills for skill in entry.split("/")))
        return STRENGTH * len(player.hand) * fit / sum(draws.values())

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
            worth = 3.3 if board.out() else 2.2 if self.heavies else 1.8 if self.raiders else 0.0
        elif at == "command":
            ready = board.vipers + sum(area.vipers for area in board.areas)
            worth = 0.0 if not ready else 3.6 if self.raiders > 2 else 2.8 if self.raiders else 1.8 if self.heavies else 0.2
        elif at == "armory":
            worth = max((2 + 2.5 * space for space, n in enumerate(board.boarding) if n), default=0.0)
        elif at == "presidents-office":
            worth = 3.8 if board.president == self.seat else 0.0
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
        left = board.dials.population - components().tracks.risks.get(board.track, 0)
        if board.distance >= LAST:
            return 12.0 if left > 0 else 2.0  # this is the jump that wins
        if board.track == 4:
            return 9.0 if left > 0 else 2.0
        hunted = self.raiders > 5 and sum(self.exposed(area) for area in RING) > 1
        return 5.0 if left > 3 and hunted else 0.3

    def prey(self, target: str, galactica: bool = False) -> float:
        """What it is worth to attack a Cylon ship, by how likely a viper, or Galactica, hits it."""
        if target.startswith("basestar"):
            return 2.6 if galactica else 0.7
        return 1.6 if target == "heavy-raider" else 2.8

    def exposed(self, area: str) -> int:
        """Civilian ships that raiders can reach there."""
        place = self.board.areas[RING.index(area)]
        return len(place.civilians) if place.raiders else 0


PLACES = {"press-room": 2.4, "research-lab": 1.7, "administration": 0.2, "admirals-quarters": 0.3}
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
