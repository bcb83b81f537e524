"""Smuggling Check: the back of the next card tells whether the police are waiting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec.structs import replace

from domain.games.after_pablo.board import Board
from domain.games.after_pablo.cartel import back_of
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import ArrestOne
from domain.games.after_pablo.decks import ready, top_two
from domain.games.after_pablo.favors import FavourUsed
from domain.kernel import Card, Command, Decision, Fact, Names, NothingHappened, Offer, Pass, Scribe, Seal, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class CheckDrawn(Fact[Board], frozen=True):
    """The top cartel card was turned over for a check and discarded; `turned` is the front that shows on the deck now."""

    seat: Seat
    card: Card
    back: Annotated[str | None, Seal("to")]
    turned: Card | None
    to: tuple[Literal["public"], ...] = ("public",)

    def apply(self, board: Board) -> Board:
        deck = board.cartel.drop()
        board = replace(board, cartel=deck if self.turned is None else deck.show(self.turned))
        return board.discarded("cartel", self.card).learned(self.card, self.back)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("a check of ", who(self.seat), ": the back of ", thing(self.card), f" shows {shown(self.back)}")


class CheckPassed(Fact[Board], frozen=True):
    """A check found nothing."""

    seat: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " passes the check")


class CocaineLost(Fact[Board], frozen=True):
    """A cube of cocaine went from a player back to the stock."""

    seat: Seat
    cubes: int = 1

    def apply(self, board: Board) -> Board:
        board = replace(board, cocaine=board.cocaine + self.cubes)
        return board.player(self.seat, cocaine=board.players[self.seat].cocaine - self.cubes)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" loses {self.cubes} cocaine and has {after.players[self.seat].cocaine} left")


def shown(back: str | None) -> str:
    """What a back shows, in words."""
    return "the police" if back == "police" else "an empty alley"


# checking -----------------------------------------------------------------------------------------------------------------
class SmuggleCheck(Step[Board], frozen=True):
    """A check is to be made; `carries`: for a cube of its own. A check drawn again by a favour is `final`."""

    seat: Seat
    carries: bool
    final: bool = False

    def settle(self, scribe: Scribe[Board]) -> None:
        if not ready(scribe, "cartel", "ap.check.arrest-card"):
            scribe.write(NothingHappened("no card is left to check with"), "ap.check.draw")
            return
        (card, turned), seat = top_two(scribe, "cartel"), self.seat
        back = back_of(scribe.board, card)
        drawn = CheckDrawn(seat, card, back, turned)
        rule = "ap.amb.redraw-twice" if self.final else "ap.check.draw"
        if back == "safe":
            scribe.write(drawn, rule)
            scribe.write(CheckPassed(seat), "ap.check.safe")
            return
        asked = () if self.final or not scribe.board.players[seat].dea else (Caught(seat=seat, carries=self.carries),)
        scribe.write(drawn, rule, *asked, LoseCube(seat, self.carries))


class Caught(Decision[Board], frozen=True):
    """The police are there: does a favour draw another card?"""

    carries: bool

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        if board.players[self.seat].dea >= components().favours.redraw:
            yield Offer(Redraw())

    def say(self, board: Board, names: Names) -> Text:
        return ("The police are waiting. Do you use a favour to draw again?",)


class Redraw(Command[Board], frozen=True):
    """Use a favour: draw another card, whose back counts."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        again = SmuggleCheck(seat, scribe.answering(Caught).carries, final=True)
        fact = FavourUsed(seat, "redraw", components().favours.redraw)
        scribe.write(fact, "ap.favor.redraw", again, cancels=scribe.owed(LoseCube)[:1])

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("use a favour to draw again",)


class LoseCube(Step[Board], frozen=True):
    """The police are to take a cube of cocaine and to arrest a cube of influence."""

    seat: Seat
    carries: bool

    def settle(self, scribe: Scribe[Board]) -> None:
        rule = "ap.check.police" if self.carries else "ap.amb.snitch-token-police"
        if scribe.board.players[self.seat].cocaine:
            scribe.write(CocaineLost(self.seat), rule, ArrestOne(self.seat, "ap.check.police"))
        else:
            scribe.write(NothingHappened("no cocaine is left to lose"), rule, ArrestOne(self.seat, "ap.check.police"))
