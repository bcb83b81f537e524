"""The board of After Pablo: everything that lies on the table, and nothing about what the cards mean."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel import Card, Pile, Seat

COUNTRIES = ("mexico", "colombia")
AIRPORTS = ("border", "mexico", "colombia")
COURT = ("arrest", "trial", "acquittal")
CITIES = ("los-angeles", "san-diego", "denver", "dallas", "houston", "chicago", "detroit", "atlanta", "miami", "new-york")
COLOURS = ("yellow", "red", "blue", "green", "question")
GROUPS = tuple(f"{who}-{colour}" for who in ("assassin", "friend", "cowboy", "politician", "guerrilla") for colour in COLOURS)
"""Cards whose backs were shuffled among each other: the copies of one character in one colour, numbered from 1."""

CITY_AT = {city: at for at, city in enumerate(CITIES)}
GROUP_AT = {group: at for at, group in enumerate(GROUPS)}
PILES = ("cartel", "cartel-discard", "guerrilla", "guerrilla-discard", "lot", "tokens", "tokens-out", "row")
OWN_PILES = ("hand", "tokens")  # `hand:2` is the hand of seat 2, `tokens:2` what a snitch brought him
CROSSED, ABROAD = "crossing", "usa"  # where a pawn stands from a crossing to the sale, and from the sale to the next action


BOXES = {"arrest": "trial", "trial": "acquittal", "acquittal": "supply"}  # where a cube in court goes next


def place_of(place: str) -> str:
    """A place for a cube, in words."""
    country, _, cost = place.partition("-")
    if cost:
        return f"the ${cost} asesino in {country.title()}"
    if place in COUNTRIES:
        return f"the flag of {place.title()}"
    return {"dea": "the D.E.A. folder", "supply": "the supply"}.get(place, place.title())


def changed(amount: int | None, by: int) -> int | None:
    """An amount of money after a change, as far as this eye knows it."""
    return None if amount is None else amount + by


class Player(msgspec.Struct, frozen=True, gc=False):
    """What lies before one player, and where his cubes of influence are. An eye that may not know his cash has `None`."""

    colour: str = ""
    cash: int | None = 0
    hand: Pile = Pile()
    fresh: tuple[Card, ...] = ()  # cards of his own business action, of no use before the next action
    tokens: Pile = Pile()  # smuggling tokens that snitches brought him
    pawn: str = ""  # an airport, `crossing` or `usa`; nowhere at first
    cocaine: int = 0
    chips: int = 0
    score: int = 0
    supply: int = 0
    mexico: int = 0
    colombia: int = 0
    dea: int = 0
    asesinos: tuple[str, ...] = ()
    arrest: int = 0
    trial: int = 0
    acquittal: int = 0
    hand_limit: int = 0
    raised: int = 0  # own actions to be ended before the hand limit is the usual one again

    @property
    def in_court(self) -> int:
        """His cubes in all boxes of the court."""
        return self.arrest + self.trial + self.acquittal

    def moved(self, of: str, to: str, count: int = 1, **changes: Any) -> Player:
        """With cubes gone from one place to another: "supply", a country, "dea", a box of the court, or (one cube) an asesino."""
        asesinos = self.asesinos
        for place, by in ((of, -count), (to, count)):
            if "-" in place:
                asesinos = tuple(sorted((*asesinos, place))) if by > 0 else tuple(a for a in asesinos if a != place)
            else:
                changes[place] = getattr(self, place) + by
        return replace(self, asesinos=asesinos, **changes)


class War(msgspec.Struct, frozen=True, gc=False):
    """A war that is being fought, and the guns shown in it so far."""

    country: str
    attacker: Seat
    defender: Seat
    attack: int = 0
    defence: int = 0


class Crossing(msgspec.Struct, frozen=True, gc=False):
    """A crossing under way: the cubes it began with, the tokens matched, and the checks it took."""

    cubes: int
    matched: tuple[Card, ...] = ()
    checks: int = 0


class Sale(msgspec.Struct, frozen=True, gc=False):
    """A sale in the U.S.A. under way: the cubes it began with, those sold, and the cities that were tried."""

    cubes: int
    sold: int = 0
    tried: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the game ended."""

    winners: tuple[Seat, ...]
    ending: str


class Board(msgspec.Struct, frozen=True, gc=False):
    """The table. Nobody at it knows what the bank holds, since that would tell what the others have."""

    players: tuple[Player, ...] = ()
    first: Seat = 0
    active: Seat | None = None  # whose turn it is
    season: int = 0
    seasons: int = 0
    phase: str = "setup"  # setup, seasons, final, over
    extra: int = 0  # actions still to follow in this turn
    acting: bool = False  # an action was begun and is not over
    actions: int = 0  # begun in this turn
    free_flight: bool = False  # in the running business action
    favoured: bool = False  # a favour was used in this turn
    bought: bool = False  # cocaine was bought in this turn
    neutral: int = 0  # black cubes on each flag
    leaders: tuple[Seat | None, Seat | None] = (None, None)  # of Mexico and Colombia
    case: int = 0
    cocaine: int = 0
    chips: int = 0
    bank: int | None = 0
    armed_cowboys: bool = True  # cards with two purposes have guns
    sold: tuple[int, ...] = (0,) * len(CITIES)  # price boxes covered
    cities: tuple[Pile, ...] = (Pile(),) * len(CITIES)
    cartel: Pile = Pile()
    cartel_discard: Pile = Pile()
    guerrilla: Pile = Pile()
    guerrilla_discard: Pile = Pile()
    lot: Pile = Pile()
    tokens: Pile = Pile()
    tokens_out: Pile = Pile()
    row: Pile = Pile()  # the combination boxes, lowest first
    backs: tuple[Pile, ...] = (Pile(),) * len(GROUPS)  # of the cards of each group, in order
    bid: int | None = None
    bidder: Seat | None = None
    war: War | None = None
    crossing: Crossing | None = None
    sale: Sale | None = None
    result: Result | None = None

    def player(self, seat: Seat, **changes: Any) -> Board:
        """With changes to one player."""
        return self.seated(seat, replace(self.players[seat], **changes))

    def seated(self, seat: Seat, player: Player) -> Board:
        """With another player's state at a seat."""
        players = self.players
        return replace(self, players=(*players[:seat], player, *players[seat + 1 :]))

    def order(self) -> tuple[Seat, ...]:
        """The seats clockwise from the one with the first-player token."""
        return self.round(self.first)

    def round(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats clockwise from this one."""
        n = len(self.players)
        return tuple((seat + k) % n for k in range(n))

    def leader(self, country: str) -> Seat | None:
        """Who leads a country."""
        return self.leaders[country != COUNTRIES[0]]

    def flag(self, country: str) -> int:
        """All cubes on a flag, neutral ones included."""
        return self.neutral + sum(getattr(player, country) for player in self.players)

    def city(self, city: str) -> Card | None:
        """The card that lies on a city."""
        cards = self.cities[CITY_AT[city]].cards
        return cards[0] if cards else None

    def distributor(self, city: str) -> Card:
        """The card that lies on a city; `LookupError` if there is none."""
        card = self.city(city)
        if card is None:
            raise LookupError(f"nobody does business in {city}")
        return card

    def with_city(self, city: str, card: Card | None) -> Board:
        """With a card on a city, or none."""
        at, cities = CITY_AT[city], self.cities
        return replace(self, cities=(*cities[:at], Pile() if card is None else Pile((card,)), *cities[at + 1 :]))

    def discarded(self, deck: str, *cards: Card | None) -> Board:
        """With cards on top of the discard pile of a deck."""
        if deck == "guerrilla":
            return replace(self, guerrilla_discard=self.guerrilla_discard.put(*cards))
        return replace(self, cartel_discard=self.cartel_discard.put(*cards))

    def back(self, card: Card) -> str | None:
        """What lies on the back of a card, as far as this eye knows; of a card in no group the components tell it."""
        group, _, number = card.rpartition("-")
        at = GROUP_AT.get(group)
        return None if at is None else self.backs[at].cards[int(number) - 1]

    def learned(self, card: Card | None, back: str | None) -> Board:
        """With the back of a card known, if this eye was shown it."""
        if card is None or back is None:
            return self
        group, _, number = card.rpartition("-")
        at, backs = GROUP_AT.get(group), self.backs
        if at is None:
            return self
        n, old = int(number) - 1, backs[at].cards
        return replace(self, backs=(*backs[:at], Pile((*old[:n], back, *old[n + 1 :])), *backs[at + 1 :]))

    def piles(self) -> dict[str, Pile]:
        """All piles by name; those of a player carry the seat: `hand:2`; of a city its id: `city:miami`."""
        shared = {name: getattr(self, name.replace("-", "_")) for name in PILES}
        shared |= {f"city:{city}": pile for city, pile in zip(CITIES, self.cities, strict=True)}
        shared |= {f"backs:{group}": pile for group, pile in zip(GROUPS, self.backs, strict=True)}
        return shared | {f"{name}:{s}": getattr(p, name) for s, p in enumerate(self.players) for name in OWN_PILES}

    def lay(self, name: str, pile: Pile) -> Board:
        """With one pile replaced; `LookupError` for a name that no pile has."""
        where, _, of = name.partition(":")
        if of and where in OWN_PILES:
            return self.player(int(of), **{where: pile})
        if where == "city" and of in CITY_AT:
            at = CITY_AT[of]
            return replace(self, cities=(*self.cities[:at], pile, *self.cities[at + 1 :]))
        if where == "backs" and of in GROUP_AT:
            at = GROUP_AT[of]
            return replace(self, backs=(*self.backs[:at], pile, *self.backs[at + 1 :]))
        if name not in PILES:
            raise LookupError(f"there is no pile {name}")
        return replace(self, **{name.replace("-", "_"): pile})
