"""The crisis deck: drawing and looking, what stays in play, and discarding."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.skills import shown
from domain.kernel import Card, Fact, Names, Pile, RuleId, Scribe, Seal, Seat, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class CrisisShuffled(Fact[Board], frozen=True):
    """The crisis deck was shuffled: with its discard pile, or with a card that comes back from play."""

    order: Annotated[tuple[Card | None, ...], Seal()]
    back: Card | None = None

    def apply(self, board: Board) -> Board:
        board = replace(board, crisis_pile=Pile(self.order))
        if self.back is None:
            return replace(board, crisis_discard_pile=Pile())
        return replace(board, kept=_without(board.kept, self.back))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the crisis deck is shuffled", *((" with ", thing(self.back)) if self.back else ()))


class CrisisDrawn(Fact[Board], frozen=True):
    """A crisis was turned up: the top card of the deck, or one that the player looked at."""

    seat: Seat
    card: Card
    looked: bool = False

    def apply(self, board: Board) -> Board:
        if self.looked:
            board = board.player(self.seat, looking=board.players[self.seat].looking.take(self.card))
        else:
            board = replace(board, crisis_pile=board.crisis_pile.drop())
        return replace(board, drawn=(*board.drawn, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " turns up the crisis " if self.looked else " draws the crisis ", thing(self.card))


class CrisesLookedAt(Fact[Board], frozen=True):
    """A player looks at the top crises, to choose one of them."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, crisis_pile=board.crisis_pile.drop(len(self.cards)))
        return board.player(self.seat, looking=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" looks at {len(self.cards)} crises", *shown(self.cards))


class CrisisPutBack(Fact[Board], frozen=True):
    """The crisis that was not chosen went under the deck, or face up to the discard pile."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, looking=Pile())
        return replace(board, crisis_pile=board.crisis_pile.under(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " goes under the crisis deck")


class CrisisDiscarded(Fact[Board], frozen=True):
    """A crisis was discarded: one drawn in this turn, one that was in play, or one that a player looked at."""

    card: Card
    pile: str
    seat: Seat | None = None

    def apply(self, board: Board) -> Board:
        if self.seat is not None:
            board = board.player(self.seat, looking=board.players[self.seat].looking.take(self.card))
        elif self.card in board.drawn:
            board = replace(board, drawn=_without(board.drawn, self.card))
        else:
            board = replace(board, kept=_without(board.kept, self.card))
        return board.lay(self.pile, board.piles()[self.pile].put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " is discarded")


class CardKept(Fact[Board], frozen=True):
    """A crisis stays in play."""

    card: Card

    def apply(self, board: Board) -> Board:
        return replace(board, drawn=_without(board.drawn, self.card), kept=(*board.kept, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " stays in play")


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


# the deck ---------------------------------------------------------------------------------------------------------------
def restock(scribe: Scribe[Board]) -> None:
    """Make an empty crisis deck anew from its discard pile."""
    if not scribe.board.crisis_pile.cards:
        scribe.write(CrisisShuffled(scribe.shuffle(scribe.board.crisis_discard_pile.known)), "bsg.limit.deck-reshuffle")


def discard(scribe: Scribe[Board], card: Card, rule: RuleId, seat: Seat | None = None) -> None:
    """Put a crisis or super crisis on its discard pile."""
    scribe.write(CrisisDiscarded(card, "super-discard" if card in components().supers else "crisis-discard", seat), rule)
