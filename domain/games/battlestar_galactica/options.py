"""Choices that cards put: one of several ways, what somebody may do or leave, and what lies on top of a deck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.components import effects_at
from domain.games.battlestar_galactica.crisis_deck import restock
from domain.games.battlestar_galactica.effects import Cause, does, due, meets, nothing, seat_of
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pass, Pile, Scribe, Seal, Seat, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class TopSeen(Fact[Board], frozen=True):
    """A player looked at the top card of a deck."""

    seat: Seat
    deck: str
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        return board.lay(self.deck, board.piles()[self.deck].show(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" looks at the top {self.deck} card", *((": ", thing(self.card)) if self.card else ()))


class TopPutUnder(Fact[Board], frozen=True):
    """The top card of a deck went under it."""

    seat: Seat
    deck: str

    def apply(self, board: Board) -> Board:
        pile = board.piles()[self.deck]
        return board.lay(self.deck, Pile((pile.top, *pile.cards[:-1])))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" puts the {self.deck} card under the deck")


# one of several ways ----------------------------------------------------------------------------------------------------------
class ChooseOption(Decision[Board], frozen=True):
    """Which of these is done?"""

    cause: Cause
    path: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        for n, way in enumerate(effects_at(self.cause.of, f"{self.path}.options")):
            yield Offer(TakeOption(n), None if meets(board, way.needs) else "bsg.amb.fuel-payment")

    def say(self, board: Board, names: Names) -> Text:
        return ("Which option of ", thing(self.cause.of), " is taken?")


class TakeOption(Command[Board], frozen=True):
    """Take this option, counted from 0 at the top."""

    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseOption)
        nothing(scribe, "it is chosen", "bsg.title.decisions", *due(asked.cause, f"{asked.path}.options.{self.n}.does"))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"take the {('first', 'second', 'third')[self.n]} option",)


def _choice(scribe: Scribe[Board], effect: parts.Choice, cause: Cause, path: str) -> None:
    chooser = seat_of(scribe.board, cause, effect.by)
    ask = ChooseOption(seat=scribe.board.active if chooser is None else chooser, cause=cause, path=path)
    nothing(scribe, "there is a choice", "bsg.title.decisions", ask)


# may ----------------------------------------------------------------------------------------------------------------------------
class MayDo(Decision[Board], frozen=True):
    """Is it done?"""

    cause: Cause
    path: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()), Offer(DoIt()))

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you take what ", thing(self.cause.of), " offers?")


class DoIt(Command[Board], frozen=True):
    """Take the offer, and the risk."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(MayDo)
        cause = Cause(seat, asked.cause.of, asked.cause.kind, asked.cause.chosen)
        nothing(scribe, "it is tried", "bsg.risk.roll", *due(cause, f"{asked.path}.does"))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("take the offer",)


def _may(scribe: Scribe[Board], effect: parts.May, cause: Cause, path: str) -> None:
    board = scribe.board
    seat = seat_of(board, cause, effect.by)
    if seat is None or not meets(board, effect.needs):
        several = any(n > 1 for n in effect.needs.reserves.values())
        nothing(scribe, "what would be risked is not there", "bsg.amb.risk-several" if several else "bsg.risk.needs-reserve")
    else:
        nothing(scribe, "this may be done", "bsg.risk.roll", MayDo(seat=seat, cause=cause, path=path))


# the top of a deck ---------------------------------------------------------------------------------------------------------------
class ChooseDeck(Decision[Board], frozen=True):
    """At the top of which deck do you look?"""

    decks: tuple[str, ...]
    optional: bool = False

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        if self.optional:
            yield Offer(Pass())
        yield from (Offer(LookOnTop(deck)) for deck in self.decks)


class LookOnTop(Command[Board], frozen=True):
    """Look at the top card of this deck."""

    deck: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        if self.deck == "crisis":
            restock(scribe)
        cards = scribe.board.piles()[self.deck].known
        if cards:
            scribe.write(TopSeen(seat, self.deck, cards[-1]), "bsg.secrecy.deck-peek", ChoosePlace(seat=seat, deck=self.deck))
        else:
            nothing(scribe, "the deck is empty", "bsg.secrecy.deck-peek")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"look at the top {self.deck} card",)


class ChoosePlace(Decision[Board], frozen=True):
    """Does the card stay on top, or go under the deck?"""

    deck: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()), Offer(PutUnder()))

    def say(self, board: Board, names: Names) -> Text:
        return ("Does ", thing(board.piles()[self.deck].top), " go under the deck? (Otherwise it stays on top.)")


class PutUnder(Command[Board], frozen=True):
    """Put it under the deck."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(TopPutUnder(seat, scribe.answering(ChoosePlace).deck), "bsg.secrecy.deck-peek")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("put the card under the deck",)


def _look_top(scribe: Scribe[Board], effect: parts.LookTop, cause: Cause, path: str) -> None:
    nothing(scribe, "a deck is looked at", "bsg.secrecy.deck-peek", ChooseDeck(seat=cause.seat, decks=effect.decks))


does("choice", _choice)
does("may", _may)
does("look-top", _look_top)
