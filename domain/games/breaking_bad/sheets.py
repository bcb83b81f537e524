"""Preparing the character sheets: stashes and card areas, what they make of a character, and who stands by whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from domain.games.breaking_bad.board import CRIMINALS, DEA, Board, Laid
from domain.games.breaking_bad.components import components, gift
from domain.games.breaking_bad.parts import Ability, Area
from domain.kernel import Card, Fact, Names, RuleId, Scribe, Seat, Text, thing, who

G = TypeVar("G")
NO_AREA = Area()


# facts ------------------------------------------------------------------------------------------------------------------
class AbilityUsed(Fact[Board], frozen=True):
    """A character used an ability that works so often a turn."""

    seat: Seat
    ability: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, used=(*board.players[self.seat].used, self.ability))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " uses ", thing(self.ability))


class CrystalsGained(Fact[Board], frozen=True):
    """Crystals went from the supply into a stash."""

    seat: Seat
    n: int

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, stash=board.players[self.seat].stash + self.n), supply=board.supply - self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" gets {self.n} Blue Sky and has {after.players[self.seat].stash}")


class CrystalsReturned(Fact[Board], frozen=True):
    """Crystals went from a stash into the supply."""

    seat: Seat
    n: int

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, stash=board.players[self.seat].stash - self.n), supply=board.supply + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" gives up {self.n} Blue Sky and has {after.players[self.seat].stash} left")


class CrystalsTaken(Fact[Board], frozen=True):
    """A player took crystals out of another's stash."""

    seat: Seat
    of: Seat
    n: int

    def apply(self, board: Board) -> Board:
        board = board.player(self.of, stash=board.players[self.of].stash - self.n)
        return board.player(self.seat, stash=board.players[self.seat].stash + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" takes {self.n} Blue Sky from the stash of ", who(self.of))


class CardLaid(Fact[Board], frozen=True):
    """The card that was played lies in a card area now."""

    seat: Seat
    card: Card
    team: str
    by: Seat

    def apply(self, board: Board) -> Board:
        board = taken_up(board, self.card)
        return board.player(self.seat, area=(*board.players[self.seat].area, Laid(self.card, self.team, self.by)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " lies before ", who(self.seat))


class CardLifted(Fact[Board], frozen=True):
    """A card left a card area for the discard pile of the team whose deck it is of."""

    seat: Seat
    card: Card
    team: str

    def apply(self, board: Board) -> Board:
        area = board.players[self.seat].area
        at = next(n for n, laid in enumerate(area) if laid.id == self.card and laid.team == self.team)
        return board.player(self.seat, area=(*area[:at], *area[at + 1 :])).discard(self.team, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " leaves the card area of ", who(self.seat))


class CardAged(Fact[Board], frozen=True):
    """A card has lain in its area when a turn of its bearer began."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        area = tuple(replace(laid, turns=laid.turns + 1) if laid.id == self.card else laid for laid in board.players[self.seat].area)
        return board.player(self.seat, area=area)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " stays before ", who(self.seat), " for this turn")


def taken_up(board: Board, card: Card) -> Board:
    """The board without the topmost copy of a card that lies played on the table."""
    at = max(n for n, played in enumerate(board.table) if played.id == card)
    return replace(board, table=(*board.table[:at], *board.table[at + 1 :]))


# what lies in an area -----------------------------------------------------------------------------------------------------
def area_of(card: Card) -> Area:
    """What a card does while it lies in an area."""
    return components().kind(card).area or NO_AREA


def area(laid: Laid) -> Area:
    """What a card does where it lies."""
    return components().kind(laid.id).area or NO_AREA


def bears(board: Board, seat: Seat, kind: str) -> Laid | None:
    """A card of that kind in the area of a seat."""
    return next((laid for laid in board.players[seat].area if components().kind(laid.id).id == kind), None)


def lift(scribe: Scribe[Board], seat: Seat, laid: Laid, rule: RuleId) -> None:
    """Discard a card of an area."""
    scribe.write(CardLifted(seat, laid.id, laid.team), rule)


def surveilled(board: Board, seat: Seat) -> bool:
    """Whether a criminal is under surveillance, by a card before him or by a patrol."""
    player = board.players[seat]
    return player.team != DEA and (bool(board.patrol) or any(area(laid).surveils for laid in player.area))


def shield(board: Board, seat: Seat) -> Laid | None:
    """What keeps a criminal out of the DEA's reach."""
    return next((laid for laid in board.players[seat].area if area(laid).shields), None)


# threat -------------------------------------------------------------------------------------------------------------------
def threat(board: Board, seat: Seat) -> int:
    """The higher of the individual threat level and the team's."""
    player = board.players[seat]
    return max(player.stash, board.teams[player.team].sold) if player.team != DEA else 0


def wanted(board: Board, seat: Seat) -> int:
    """The wanted level of a criminal."""
    return components().wanted_level(threat(board, seat))


# who is who ---------------------------------------------------------------------------------------------------------------
def ability(board: Board, seat: Seat, of: type[G]) -> tuple[Ability, G] | None:
    """The ability of a seat's character that gives this, with what it gives."""
    return gift(board.players[seat].character, of)


def is_agent(board: Board, seat: Seat) -> bool:
    """Whether a seat plays an agent of the DEA."""
    return board.players[seat].team == DEA


def opponents(board: Board, seat: Seat) -> Iterator[Seat]:
    """The characters of other teams in the game, clockwise."""
    team = board.players[seat].team
    return (other for other in board.others(seat) if board.players[other].team != team)


def criminals(board: Board, first: Seat) -> Iterator[Seat]:
    """The criminals in the game, clockwise from the seat after `first`, which comes last."""
    return (seat for seat in board.around((first + 1) % len(board.players)) if not is_agent(board, seat))


def allies(board: Board, team: str) -> tuple[str, ...]:
    """The teams that share a chemist and a lab with a team."""
    found: list[str] = []
    for name in CRIMINALS:
        chemist = board.teams[name].chemist
        if chemist is not None and chemist.team != name and team in (name, chemist.team):
            found.append(chemist.team if name == team else name)
    return tuple(dict.fromkeys(found))


def friends(board: Board, seat: Seat) -> Iterator[Seat]:
    """Partner and allies of a seat, in the game, clockwise."""
    team = board.players[seat].team
    teams = (team, *allies(board, team))
    return (other for other in board.others(seat) if board.players[other].team in teams)


def side(board: Board, seat: Seat, against: Seat) -> Iterator[Seat]:
    """Who may stand up for a seat against another one, the seat itself first: partner and allies, or the partner alone if the
    other one is of an allied team."""
    if board.players[seat].playing:
        yield seat
    enemy = board.players[against].team
    own_only = enemy in allies(board, board.players[seat].team)
    for other in friends(board, seat):
        team = board.players[other].team
        if team == board.players[seat].team or (not own_only and team != enemy):
            yield other
