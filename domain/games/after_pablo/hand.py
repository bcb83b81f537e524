"""Hand Limit (Cartel Business): whoever comes to hold too many cards discards at once."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.after_pablo.board import Board
from domain.games.after_pablo.components import components
from domain.kernel import Card, Command, Decision, Fact, Names, NothingHappened, Offer, Scribe, Seat, Step, Text, thing, who


class CardDiscarded(Fact[Board], frozen=True):
    """A player discarded a card from his hand; `deck` is the one it belongs to."""

    seat: Seat
    card: Card
    deck: str

    def apply(self, board: Board) -> Board:
        return without(board, self.seat, self.card).discarded(self.deck, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " discards ", thing(self.card))


def without(board: Board, seat: Seat, card: Card) -> Board:
    """With a card gone from a hand, where everybody sees it."""
    player = board.players[seat]
    fresh = tuple(c for c in player.fresh if c != card) if player.fresh else ()
    return board.player(seat, hand=player.hand.take(card), fresh=fresh)


def overfull(board: Board) -> Seat | None:
    """The first seat that holds more cards than it may."""
    for seat, player in enumerate(board.players):
        if len(player.hand.cards) > player.hand_limit:
            return seat
    return None


class EnforceLimit(Step[Board], frozen=True):
    """A seat holds too many cards and is to discard."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        player = scribe.board.players[self.seat]
        over = len(player.hand) - player.hand_limit
        elsewhere = scribe.board.active != self.seat
        rule = "ap.amb.auction-hand-overflow" if elsewhere else "ap.hand.limit"
        scribe.write(NothingHappened(f"{len(player.hand)} cards are {over} too many"), rule, DiscardDown(seat=self.seat))


class DiscardDown(Decision[Board], frozen=True):
    """Which card goes?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Discard(card)) for card in board.players[self.seat].hand.cards if card is not None)

    def say(self, board: Board, names: Names) -> Text:
        return ("You hold too many cards; which one do you discard?",)


class Discard(Command[Board], frozen=True):
    """Discard this card."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(CardDiscarded(seat, self.card, components().deck_of(self.card)), "ap.hand.limit")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("discard ", thing(self.card))
