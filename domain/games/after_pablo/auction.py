"""Auction Card (Cartel Business): all cards set aside are one lot, and everybody bids once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.games.after_pablo.board import Board, changed
from domain.games.after_pablo.components import components
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Offer,
    Pass,
    Pile,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)


def listed(cards: Iterable[Card | None]) -> Text:
    """Cards with commas between them."""
    return tuple(part for card in cards for part in (thing(card), ", "))[:-1]


# facts ------------------------------------------------------------------------------------------------------------------
class AuctionBegan(Fact[Board], frozen=True):
    """The lot is up for auction."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, bid=None, bidder=None)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("up for auction: ", *listed(before.lot.cards))


class BidMade(Fact[Board], frozen=True):
    """A player bid so many dollars."""

    seat: Seat
    amount: int

    def apply(self, board: Board) -> Board:
        return replace(board, bid=self.amount, bidder=self.seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" bids ${self.amount}")


class LotWon(Fact[Board], frozen=True):
    """The highest bidder paid and took the lot; he alone sees the backs."""

    seat: Seat
    price: int
    backs: Annotated[tuple[str | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        player, cards = board.players[self.seat], board.lot.known
        fresh = (*player.fresh, *cards) if self.seat == board.active else player.fresh
        cash, hand = changed(player.cash, -self.price), player.hand.put(*cards)
        for card, back in zip(cards, self.backs, strict=True):
            board = board.learned(card, back)
        board = replace(board, lot=Pile(), bid=None, bidder=None, bank=changed(board.bank, self.price))
        return board.player(self.seat, cash=cash, hand=hand, fresh=fresh)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" pays ${self.price} for ", *listed(before.lot.cards))


class LotDiscarded(Fact[Board], frozen=True):
    """Nobody bid: each card of the lot went to the discards of its deck, named in order."""

    decks: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        for card, deck in zip(board.lot.cards, self.decks, strict=True):
            board = board.discarded(deck, card)
        return replace(board, lot=Pile(), bid=None, bidder=None)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("nobody bids, and the lot is discarded: ", *listed(before.lot.cards))


# the auction --------------------------------------------------------------------------------------------------------------
class HoldAuction(Step[Board], frozen=True):
    """What a seat has put up for auction is to be auctioned, by bids clockwise from its left, its own last."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        if not scribe.board.lot.cards:
            scribe.write(NothingHappened("nothing is up for auction"), "ap.auction.timing")
            return
        bidders = (*scribe.board.round(self.seat)[1:], self.seat)
        usual = "ap.auction.single-lot" if len(scribe.board.lot) > 1 else "ap.auction.order"
        rule = "ap.amb.auction-when" if scribe.board.extra else usual
        scribe.write(AuctionBegan(self.seat), rule, *(Bid(seat=s) for s in bidders), CloseAuction())


class Bid(Decision[Board], frozen=True):
    """How much is bid for the lot? Everybody is asked once."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        lowest, cash = 0 if board.bid is None else board.bid + 1, board.players[self.seat].cash or 0
        yield from (Offer(BidAmount(amount)) for amount in range(lowest, cash + 1))
        if lowest:
            yield Offer(BidAmount(lowest - 1), "ap.auction.raise")
        yield Offer(BidAmount(max(cash + 1, lowest)), "ap.amb.auction-funds")

    def say(self, board: Board, names: Names) -> Text:
        best: Text = () if board.bid is None or board.bidder is None else (who(board.bidder), f" has bid ${board.bid}. ")
        return (*best, "What do you bid for ", *listed(board.lot.cards), "?")


class BidAmount(Command[Board], frozen=True):
    """Bid so many dollars."""

    amount: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(BidMade(seat, self.amount), "ap.auction.raise")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"bid ${self.amount}",)


class CloseAuction(Step[Board], frozen=True):
    """All have bid or passed: the lot is to go to the highest bidder."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board, of = scribe.board, components()
        cards = board.lot.known
        if board.bidder is None or board.bid is None:
            scribe.write(LotDiscarded(tuple(of.deck_of(card) for card in cards)), "ap.amb.auction-all-pass")
        else:
            won = LotWon(board.bidder, board.bid, tuple(board.back(card) for card in cards))
            scribe.write(won, "ap.auction.pay" if board.bidder == board.active else "ap.extra.auction-elsewhere")
