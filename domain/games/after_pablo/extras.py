"""Extra Abilities: selling to Mexico in the own turn, borrowing at any time."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.after_pablo.board import ABROAD, CROSSED, Board, changed
from domain.games.after_pablo.components import components
from domain.games.after_pablo.gains import take_chip
from domain.kernel import Command, Fact, Names, Offer, RuleId, Scribe, Seat, Text, who


class SoldToMexico(Fact[Board], frozen=True):
    """A player sold a cube of cocaine to Mexico; it went to the stock."""

    seat: Seat
    price: int

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = replace(board, cocaine=board.cocaine + 1, bank=changed(board.bank, -self.price))
        return board.player(self.seat, cocaine=player.cocaine - 1, cash=changed(player.cash, self.price))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" sells 1 cocaine to Mexico for ${self.price}")


class MoneyBorrowed(Fact[Board], frozen=True):
    """A player without money took some from the bank, never to pay it back."""

    seat: Seat
    amount: int

    def apply(self, board: Board) -> Board:
        board = replace(board, bank=changed(board.bank, -self.amount))
        return board.player(self.seat, cash=changed(board.players[self.seat].cash, self.amount))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" borrows ${self.amount}")


def loans(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """Borrowing, for who has no money at all."""
    yield Offer(Borrow(), None if board.players[seat].cash == 0 else "ap.borrow.only-at-zero")


class Borrow(Command[Board], frozen=True):
    """Borrow from the bank and take a weakness chip."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        own = scribe.board.active == seat
        terms = components().borrowing
        scribe.write(MoneyBorrowed(seat, terms.amount), "ap.amb.borrow-purpose" if own else "ap.borrow.any-time")
        for _ in range(terms.chips):
            take_chip(scribe, seat, "ap.borrow.terms")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("borrow money",)


def mexican_sales(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """Selling a cube to Mexico: of what is not in the U.S.A., and not in the turn in which cocaine was bought."""
    player = board.players[seat]
    if player.cocaine:
        abroad: RuleId | None = "ap.amb.mexico-sale-after-cross" if player.pawn in (CROSSED, ABROAD) else None
        just_bought: RuleId = "ap.mexsale.not-same-turn" if board.actions == 1 else "ap.amb.mexico-sale-turn"
        yield Offer(SellToMexico(), abroad or (just_bought if board.bought else None))


class SellToMexico(Command[Board], frozen=True):
    """Sell a cube of cocaine to Mexico."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(SoldToMexico(seat, components().cocaine.mexico_price), "ap.mexsale.price")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("sell a cocaine to Mexico",)
