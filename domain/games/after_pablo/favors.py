"""D.E.A. Favors: what cubes of the own folder pay for, in the own turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from domain.games.after_pablo import case
from domain.games.after_pablo.board import BOXES, COUNTRIES, COURT, Board, place_of
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import SUPPLY, CubeMoved
from domain.games.after_pablo.influence import InfluenceBusiness
from domain.kernel import Card, Command, Fact, Names, Offer, Scribe, Seal, Seat, Text, who


# facts ------------------------------------------------------------------------------------------------------------------
class FavourUsed(Fact[Board], frozen=True):
    """A player paid cubes from his folder for a favour."""

    seat: Seat
    favour: str
    cost: int

    def apply(self, board: Board) -> Board:
        board = replace(board, favoured=True)
        return board.seated(self.seat, board.players[self.seat].moved("dea", SUPPLY, self.cost))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        cubes = "a cube" if self.cost == 1 else f"{self.cost} cubes"
        return (who(self.seat), f" uses {cubes} of the D.E.A. folder: {self.favour.replace('-', ' ')}")


class ActionGained(Fact[Board], frozen=True):
    """A player has so many actions more in this turn."""

    seat: Seat
    count: int

    def apply(self, board: Board) -> Board:
        return replace(board, extra=board.extra + self.count)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" has {after.extra} more action{'' if after.extra == 1 else 's'} to come in this turn")


class HandSearched(Fact[Board], frozen=True):
    """A player looked through the whole hand of another one, fronts and backs."""

    seat: Seat
    of: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]
    backs: Annotated[tuple[str | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        for card, back in zip(self.cards, self.backs, strict=True):
            board = board.learned(card, back)
        return board.player(self.of, hand=board.players[self.of].hand.show(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (
            who(self.seat),
            " looks through the hand of ",
            who(self.of),
            f", {len(self.cards)} card{'s' if len(self.cards) != 1 else ''}",
        )


def pay(scribe: Scribe[Board], seat: Seat, favour: str, cost: int) -> None:
    """Write that a favour is paid for; also with cubes bought in the same action."""
    in_business = scribe.owed(InfluenceBusiness, seat=seat)
    scribe.write(FavourUsed(seat, favour, cost), "ap.infl.dea-immediate" if in_business else "ap.favor.pay")


# asking for them ------------------------------------------------------------------------------------------------------------
def favours(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """The favours that a seat can pay for; those for sales and checks are offered there."""
    cost, player = components().favours, board.players[seat]
    if player.dea >= cost.court:
        yield from (Offer(PushCourt(box)) for box in COURT if getattr(player, box))
    if player.dea >= cost.extra_action:
        yield Offer(AskAction())
    if player.dea >= cost.case_move:
        yield Offer(MoveCase(cost.case_spaces))
        yield Offer(MoveCase(-cost.case_spaces), None if board.case > components().case_track.start else "ap.favor.case-move")
    if player.dea >= cost.search:
        yield from (Offer(SearchHand(other)) for other in board.round(seat)[1:] if len(board.players[other].hand))
    if player.dea >= cost.arrest:
        yield from (Offer(ArrestCube(of, country)) for of, country in flag_cubes(board))


def flag_cubes(board: Board) -> Iterator[tuple[Seat, str]]:
    """Who has cubes on which flag."""
    return ((s, country) for country in COUNTRIES for s, player in enumerate(board.players) if getattr(player, country))


class PushCourt(Command[Board], frozen=True):
    """Use a favour: move an own cube in court on by one box."""

    box: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        pay(scribe, seat, "court", components().favours.court)
        scribe.write(CubeMoved(seat, self.box, BOXES[self.box]), "ap.favor.court")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"use a favour to move a cube from {place_of(self.box)} to {place_of(BOXES[self.box])}",)


class AskAction(Command[Board], frozen=True):
    """Use a favour: one more action in this turn."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        pay(scribe, seat, "extra-action", components().favours.extra_action)
        scribe.write(ActionGained(seat, 1), "ap.favor.extra-action")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("use a favour for another action",)


class MoveCase(Command[Board], frozen=True):
    """Use a favour: move the case marker on, or back."""

    by: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        track, at = components().case_track, scribe.board.case
        pay(scribe, seat, "case-move", components().favours.case_move)
        if self.by > 0:
            case.advance(scribe, self.by, "ap.favor.case-move" if at + self.by <= track.red else "ap.amb.case-plus-two")
        else:
            to = max(track.start, at + self.by)
            scribe.write(case.CaseMoved(to, to - at), "ap.amb.case-back-from-red" if at == track.red else "ap.favor.case-move")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"use a favour to move the case {'on' if self.by > 0 else 'back'} by {abs(self.by)}",)


class SearchHand(Command[Board], frozen=True):
    """Use a favour: look through the hand of another player."""

    of: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        pay(scribe, seat, "search", components().favours.search)
        board = scribe.board
        cards = board.players[self.of].hand.known
        scribe.write(HandSearched(seat, self.of, cards, tuple(board.back(card) for card in cards)), "ap.favor.search-hand")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("use a favour to search the hand of ", who(self.of))


class ArrestCube(Command[Board], frozen=True):
    """Use a favour: arrest a cube on a flag."""

    of: Seat
    country: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        pay(scribe, seat, "arrest", components().favours.arrest)
        scribe.write(CubeMoved(self.of, self.country, "arrest"), "ap.favor.arrest")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("use a favour to arrest a cube of ", who(self.of), f" in {self.country.title()}")
