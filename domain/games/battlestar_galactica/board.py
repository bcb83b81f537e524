"""The board of Battlestar Galactica: everything that lies on the table, and nothing about what the cards mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.battlestar_galactica import telling
from domain.kernel import Card, Pile, Seat, Text

RING = ("front", "starboard-bow", "starboard-aft", "rear", "port-aft", "port-bow")  # the space areas, clockwise
AREAS = frozenset(RING)
BRIG, SICKBAY, HANGAR, RESURRECTION = "brig", "sickbay", "hangar-deck", "resurrection-ship"
OWN = ("hand", "loyalty", "supers", "quorum", "looking", "aside")  # a player's piles, which he alone sees
FACE_DOWN = ("loyalty", "quorum", "crisis", "super", "destination", "civilians", "damage", "destiny", "pot", "box")
FACE_UP = ("shown", "quorum-discard", "crisis-discard", "super-discard", "destination-discard")
FIELDS = {name: name.replace("-", "_") + "_pile" for name in (*FACE_DOWN, *FACE_UP)}
SKILLS = ("politics", "leadership", "tactics", "piloting", "engineering")


class Player(msgspec.Struct, frozen=True, gc=False):
    """A character, what its player holds, and where it stands: on a location, in a space area (piloting), or nowhere."""

    character: str = ""
    at: str = ""
    pilot: bool = False  # whether the character may pilot at all
    hand: Pile = Pile()
    loyalty: Pile = Pile()
    supers: Pile = Pile()
    quorum: Pile = Pile()
    looking: Pile = Pile()  # cards or tokens that he looks at, and has to choose from
    aside: Pile = Pile()  # skill cards that he is about to discard
    assigned: tuple[Card, ...] = ()  # quorum cards that he was given
    revealed: tuple[Card, ...] = ()  # loyalty cards that were turned up
    cylon: bool = False  # revealed
    barren: bool = False  # a revealed Sympathizer, who uses neither fleet nor super crises
    spent: bool = False  # the power of his sheet was used
    stranded: bool = False  # not on the board yet
    turns: int = 0
    standing: bool = False  # lets all windows pass until the turn ends
    spoke: bool = False  # has said how much he can help in the check under way

    @property
    def flying(self) -> bool:
        """Whether he pilots a viper in space."""
        return self.at in AREAS


class Area(msgspec.Struct, frozen=True, gc=False):
    """A space area: ships of each kind (vipers: the unmanned ones), and how many Cylon ships there have acted in this turn."""

    raiders: int = 0
    heavies: int = 0
    vipers: int = 0
    raiders_spent: int = 0
    heavies_spent: int = 0
    civilians: Pile = Pile()


class Basestar(msgspec.Struct, frozen=True, gc=False):
    """A basestar: its area (none: it is not on the board), its damage, and whether it has acted in this turn."""

    area: str = ""
    damage: tuple[str, ...] = ()
    spent: bool = False


class Dials(msgspec.Struct, frozen=True, gc=False):
    """The four resources."""

    fuel: int = 0
    food: int = 0
    morale: int = 0
    population: int = 0


class Check(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The skill check under way; there is one at a time, since nothing that a check leads to is a check."""

    of: str  # the crisis or location
    kind: str  # crisis, super or location
    by: Seat  # who acts, or whose crisis it is
    difficulty: int
    skills: tuple[str, ...]
    partial: int | None = None
    target: Seat | None = None  # accused or nominated
    open: bool = False  # cards are played face up
    emergency: bool = False
    naught: str = ""  # a skill type that counts nothing
    ones: bool = False  # cards of strength 1 count for it
    total: int | None = None


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the game ended."""

    winners: tuple[Seat, ...]
    ending: str


class Board(msgspec.Struct, frozen=True, gc=False):
    """The table."""

    players: tuple[Player, ...] = ()
    dials: Dials = Dials()
    active: Seat = 0
    turn: int = 0
    president: Seat | None = None
    admiral: Seat | None = None
    nukes: int = 0
    nukes_used: int = 0
    areas: tuple[Area, ...] = (Area(),) * 6
    basestars: tuple[Basestar, ...] = (Basestar(), Basestar())
    basestar_tokens: tuple[str, ...] = ()
    vipers: int = 0  # in the Reserves
    vipers_damaged: int = 0
    vipers_destroyed: int = 0
    raptors: int = 0
    raptors_destroyed: int = 0
    raiders: int = 0  # in the supply
    heavies: int = 0
    centurions: int = 0
    boarding: tuple[int, ...] = (0, 0, 0, 0, 0)  # centurions on each space of the Boarding Party track
    track: int = 0  # the fleet marker
    travelled: tuple[Card, ...] = ()  # destinations, and what counts like one
    distance: int = 0
    sleepers_woke: bool = False
    damaged: tuple[str, ...] = ()  # damage tokens on locations
    drawn: tuple[Card, ...] = ()  # crises drawn in this turn
    kept: tuple[Card, ...] = ()  # crises and quorum cards that stay in play
    removed: tuple[Card, ...] = ()  # cards, ships and tokens that left the game
    check: Check | None = None
    die: int = 0  # what the die that was thrown last counts
    ordered: bool = False  # an Executive Order was given in this turn
    used: tuple[str, ...] = ()  # abilities used in this turn
    placed: tuple[int, ...] = (0, 0, 0, 0, 0, 0)  # raiders that the attack under way has placed, by area
    destiny_shown: bool = True  # whether an Investigative Committee turns Destiny cards up too
    decks: tuple[Pile, ...] = (Pile(),) * 5
    discards: tuple[Pile, ...] = (Pile(),) * 5
    loyalty_pile: Pile = Pile()
    quorum_pile: Pile = Pile()
    crisis_pile: Pile = Pile()
    super_pile: Pile = Pile()
    destination_pile: Pile = Pile()
    civilians_pile: Pile = Pile()
    damage_pile: Pile = Pile()
    destiny_pile: Pile = Pile()
    pot_pile: Pile = Pile()  # cards in the check, face down or as they were played
    box_pile: Pile = Pile()  # loyalty cards that take no part
    shown_pile: Pile = Pile()  # cards of the check, shuffled and turned up
    quorum_discard_pile: Pile = Pile()
    crisis_discard_pile: Pile = Pile()
    super_discard_pile: Pile = Pile()
    destination_discard_pile: Pile = Pile()
    result: Result | None = None

    def player(self, seat: Seat, **changes: Any) -> Board:
        """With changes to one player."""
        players = self.players
        return replace(self, players=(*players[:seat], replace(players[seat], **changes), *players[seat + 1 :]))

    def area(self, area: str, **changes: Any) -> Board:
        """With changes to one space area."""
        at = RING.index(area)
        return replace(self, areas=(*self.areas[:at], replace(self.areas[at], **changes), *self.areas[at + 1 :]))

    def basestar(self, n: int, **changes: Any) -> Board:
        """With changes to one basestar."""
        stars = self.basestars
        return replace(self, basestars=(*stars[:n], replace(stars[n], **changes), *stars[n + 1 :]))

    def space(self, area: str) -> Area:
        """One space area."""
        return self.areas[RING.index(area)]

    def around(self, start: Seat) -> Iterator[Seat]:
        """All seats, clockwise from `start`, which comes first."""
        n = len(self.players)
        return ((start + k) % n for k in range(n))

    def humans(self) -> Iterator[Seat]:
        """The seats that are no revealed Cylons, clockwise from the seat in turn."""
        return (seat for seat in self.around(self.active) if not self.players[seat].cylon)

    def seat_of(self, character: str) -> Seat | None:
        """Who plays a character and may still use what its sheet says: no revealed Cylon does."""
        return next((s for s, p in enumerate(self.players) if p.character == character and not p.cylon), None)

    def pilots(self, area: str) -> Iterator[Seat]:
        """Who pilots a viper in an area."""
        return (seat for seat, player in enumerate(self.players) if player.at == area)

    def on(self, area: str) -> tuple[int, ...]:
        """The basestars in an area."""
        return tuple(n for n, star in enumerate(self.basestars) if star.area == area)

    def out(self) -> tuple[int, ...]:
        """The basestars on the board."""
        return tuple(n for n, star in enumerate(self.basestars) if star.area)

    @property
    def cylon_ships(self) -> bool:
        """Whether a Cylon ship is on the board."""
        return any(star.area for star in self.basestars) or any(area.raiders or area.heavies for area in self.areas)

    def deck(self, skill: str) -> Pile:
        """The deck of a skill type."""
        return self.decks[SKILLS.index(skill)]

    def discard(self, skill: str) -> Pile:
        """The discard pile of a skill type."""
        return self.discards[SKILLS.index(skill)]

    def put_deck(self, skill: str, pile: Pile) -> Board:
        """With another deck of a skill type."""
        return replace(self, decks=_with(self.decks, SKILLS.index(skill), pile))

    def put_discard(self, skill: str, pile: Pile) -> Board:
        """With another discard pile of a skill type."""
        return replace(self, discards=_with(self.discards, SKILLS.index(skill), pile))

    def tell(self, why: str) -> Text:
        """What a step without effect was about, told with what lies here."""
        return telling.tell(why, self)

    def piles(self) -> dict[str, Pile]:
        """All piles by name: `hand:2` is the hand of seat 2, `skill:tactics` a deck, `civilians:rear` lies in a space area."""
        piles = {f"{own}:{seat}": getattr(player, own) for seat, player in enumerate(self.players) for own in OWN}
        for n, skill in enumerate(SKILLS):
            piles[f"skill:{skill}"], piles[f"discard:{skill}"] = self.decks[n], self.discards[n]
        piles.update((f"civilians:{name}", area.civilians) for name, area in zip(RING, self.areas, strict=True))
        piles.update((name, getattr(self, field)) for name, field in FIELDS.items())
        return piles

    def lay(self, name: str, pile: Pile) -> Board:
        """With one pile replaced; `LookupError` for a name that no pile has."""
        where, _, of = name.partition(":")
        if not of and where in FIELDS:
            return replace(self, **{FIELDS[where]: pile})
        if where in OWN and of.isdigit() and int(of) < len(self.players):
            return self.player(int(of), **{where: pile})
        if where == "civilians" and of in AREAS:
            return self.area(of, civilians=pile)
        if where not in ("skill", "discard") or of not in SKILLS:
            raise LookupError(f"there is no pile {name}")
        return self.put_deck(of, pile) if where == "skill" else self.put_discard(of, pile)


def _with(piles: tuple[Pile, ...], at: int, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[:at], pile, *piles[at + 1 :])


def clockwise(area: str, steps: int = 1) -> str:
    """The area so many steps on around Galactica (counter-clockwise, if negative)."""
    return RING[(RING.index(area) + steps) % 6]
