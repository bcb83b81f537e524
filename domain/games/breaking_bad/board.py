"""The board of Breaking Bad: everything that lies on the table, and nothing about what the cards mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel import Card, Pile, Seat

DEA = "dea"
TEAMS = ("dea", "heisenberg", "los-pollos", "juarez")
CRIMINALS = TEAMS[1:]
_FIELD = {team: team.replace("-", "_") for team in TEAMS}


class Laid(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A card in a card area or in the patrol area: whose deck it is of, who laid it, and through how many of its bearer's turns it lay."""

    id: Card
    team: str
    by: Seat
    turns: int = 0


class Player(msgspec.Struct, frozen=True, gc=False):
    """A character sheet, and what its player holds."""

    character: str
    team: str
    room: int = 0  # spaces of the life display
    life: int = 0
    stash: int = 0
    hand: Pile = Pile()
    area: tuple[Laid, ...] = ()
    raided: tuple[str, ...] = ()  # labs that he shut down
    jailed: bool = False
    detained: bool = False
    dead: bool = False
    bonus: int = 0  # actions earned, to be taken in the own turn
    used: tuple[str, ...] = ()  # abilities used since the own turn began
    standing: str = ""  # what he passes until this turn ends: "", "all" or "unless-attacked"
    gaze: str | None = None  # left or right, while eyes may meet
    gazing: bool = False

    @property
    def playing(self) -> bool:
        """Neither in jail nor in custody nor eliminated."""
        return not (self.dead or self.jailed or self.detained)


class Chemist(msgspec.Struct, frozen=True, gc=False):
    """A chemist on a lab, and the team whose card it is."""

    id: Card
    team: str


class Team(msgspec.Struct, frozen=True, gc=False):
    """A team's board and deck. The last of the labs is the exposed one; the chemist lies on it."""

    id: str
    goal: int = 0  # crystals to sell; the DEA sells none
    members: int = 0  # that the team began with; none: it does not take part
    sold: int = 0
    labs: tuple[str, ...] = ()
    face_up: bool = True
    chemist: Chemist | None = None
    gone: bool = False  # all its characters are eliminated
    deck: Pile = Pile()
    discard: Pile = Pile()

    @property
    def lab(self) -> str | None:
        """The lab that may be started up or raided."""
        return self.labs[-1] if self.labs and self.face_up else None


class Teams(msgspec.Struct, frozen=True, gc=False):
    """The four teams, by name."""

    dea: Team = Team("dea")
    heisenberg: Team = Team("heisenberg")
    los_pollos: Team = Team("los-pollos")
    juarez: Team = Team("juarez")

    def __getitem__(self, team: str) -> Team:
        return getattr(self, _FIELD[team])

    def __iter__(self) -> Iterator[Team]:
        return iter((self.dea, self.heisenberg, self.los_pollos, self.juarez))


class Played(msgspec.Struct, frozen=True, gc=False):
    """A card on the table that has not been discarded yet, and whose deck it is of."""

    id: Card
    team: str


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the game ended: the team that won (none: a draw), and its seats."""

    team: str | None
    winners: tuple[Seat, ...]
    ending: str


class Board(msgspec.Struct, frozen=True, gc=False):
    """The table."""

    players: tuple[Player, ...] = ()
    teams: Teams = Teams()
    active: Seat = 0
    turn: int = 0
    left: int = 0  # regular actions that the turn still has
    paid: bool = False  # the additional action of this turn was paid for
    lost: bool = False  # the rest of this turn is lost
    taking_over: Seat | None = None  # who goes next instead of the left neighbour
    acting: bool = False  # an action is under way
    fights: int = 0  # firefights under way
    table: tuple[Played, ...] = ()  # cards played and not yet discarded
    patrol: tuple[Laid, ...] = ()
    supply: int = 0  # crystals
    life_supply: int = 0
    markers: int = 0  # for jail
    box: tuple[str, ...] = ()  # sheets, labs and cards that take no part
    custody_counts: bool = False
    vest_lasts: bool = False
    result: Result | None = None

    def player(self, seat: Seat, **changes: Any) -> Board:
        """With changes to one player."""
        players = self.players
        return replace(self, players=(*players[:seat], replace(players[seat], **changes), *players[seat + 1 :]))

    def team(self, team: str, **changes: Any) -> Board:
        """With changes to one team."""
        return replace(self, teams=replace(self.teams, **{_FIELD[team]: replace(self.teams[team], **changes)}))

    def discard(self, team: str, *cards: Card | None) -> Board:
        """With cards on top of a team's discard pile."""
        return self.team(team, discard=self.teams[team].discard.put(*cards)) if cards else self

    def around(self, start: Seat) -> Iterator[Seat]:
        """The seats of the players in the game, clockwise from `start`, which comes first."""
        n = len(self.players)
        return (seat for k in range(n) if self.players[seat := (start + k) % n].playing)

    def others(self, seat: Seat) -> Iterator[Seat]:
        """The seats of the other players in the game, clockwise."""
        n = len(self.players)
        return (other for k in range(1, n) if self.players[other := (seat + k) % n].playing)

    def members(self, team: str) -> Iterator[Seat]:
        """The seats of a team's characters in the game, clockwise from the seat in turn."""
        return (seat for seat in self.around(self.active) if self.players[seat].team == team)

    def piles(self) -> dict[str, Pile]:
        """All piles by name: `hand:2` is the hand of seat 2, `deck:juarez` and `discard:juarez` are a team's."""
        piles = {f"hand:{seat}": player.hand for seat, player in enumerate(self.players)}
        for team in self.teams:
            piles[f"deck:{team.id}"], piles[f"discard:{team.id}"] = team.deck, team.discard
        return piles

    def lay(self, name: str, pile: Pile) -> Board:
        """With one pile replaced; `LookupError` for a name that no pile has."""
        where, _, of = name.partition(":")
        if where == "hand" and of.isdigit() and int(of) < len(self.players):
            return self.player(int(of), hand=pile)
        if where not in ("deck", "discard") or of not in TEAMS:
            raise LookupError(f"there is no pile {name}")
        return self.team(of, **{where: pile})
