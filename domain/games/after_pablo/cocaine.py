"""Action 2: Buying Cocaine. In Colombia, from the bank or from the leader, who takes it for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.after_pablo.actions import ActionBegan, PawnMoved
from domain.games.after_pablo.board import CITIES, Board, changed
from domain.games.after_pablo.components import components
from domain.kernel import Command, Fact, Names, Offer, RuleId, Scribe, Seat, Text, who


class UsaCleared(Fact[Board], frozen=True):
    """All cubes on the American price boxes went back to the stock."""

    def apply(self, board: Board) -> Board:
        return replace(board, cocaine=board.cocaine + sum(board.sold), sold=(0,) * len(CITIES))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{sum(before.sold)} cubes go back from the American cities to the stock",)


class CocaineBought(Fact[Board], frozen=True):
    """A player bought cubes of cocaine, for so many dollars to a player, or to the bank."""

    seat: Seat
    cubes: int
    price: int
    to: Seat | None

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = replace(board, cocaine=board.cocaine - self.cubes, bought=True)
        board = board.player(self.seat, cocaine=player.cocaine + self.cubes, cash=changed(player.cash, -self.price))
        if self.to is None:
            return replace(board, bank=changed(board.bank, self.price))
        return board.player(self.to, cash=changed(board.players[self.to].cash, self.price))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if not self.price:
            return (who(self.seat), f" takes {self.cubes} cocaine for nothing")
        to: Text = ("the bank",) if self.to is None else (who(self.to),)
        return (who(self.seat), f" pays ${self.price} to ", *to, f" for {self.cubes} cocaine")


def price_of(board: Board, seat: Seat, cubes: int) -> int:
    """What so many cubes cost a seat, in dollars."""
    return 0 if board.leader("colombia") == seat else cubes * components().cocaine.price


def purchases(board: Board, seat: Seat, barred: RuleId | None) -> Iterator[Offer[Board]]:
    """The amounts that a seat may buy."""
    player, most = board.players[seat], components().cocaine.most
    for cubes in range(1, most + 1):
        poor: RuleId | None = None if (player.cash or 0) >= price_of(board, seat, cubes) else "ap.coke.price"
        yield Offer(BuyCocaine(cubes), barred or ("ap.coke.amount" if player.cocaine + cubes > most else poor))


class BuyCocaine(Command[Board], frozen=True):
    """Take the action of buying so many cubes of cocaine."""

    cubes: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(ActionBegan(seat, "cocaine"), "ap.coke.amount")
        scribe.write(PawnMoved(seat, "colombia"), "ap.coke.move")
        if scribe.board.cocaine < self.cubes:
            scribe.write(UsaCleared(), "ap.coke.shortage")
        board = scribe.board
        leader, price = board.leader("colombia"), price_of(board, seat, self.cubes)
        rule = "ap.coke.pay-bank" if leader is None else "ap.coke.leader-free" if leader == seat else "ap.coke.pay-leader"
        scribe.write(CocaineBought(seat, self.cubes, price, leader if price else None), rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"buy {self.cubes} cocaine",)
