"""What gang members, tasks, heists, checkpoints and loot give (Icons): effects are data, each kind opens its own obligation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.games.bad_company.board import Board
from domain.games.bad_company.parts import CoinsReward, PointsReward, RecruitDiscount
from domain.kernel import Fact, Names, Obligation, RuleId, Scribe, Seat, Step, Text, who

ICON = {
    "coins": "bc.icon.money",
    "points": "bc.icon.points",
    "marker": "bc.icon.marker",
    "car": "bc.icon.car",
    "loot": "bc.loot.gain",
    "recruit-discount": "bc.loot.use",
}
_opens: dict[str, Callable[[Seat, Any, RuleId], Obligation[Board]]] = {}


def gives(kind: str, opens: Callable[[Seat, Any, RuleId], Obligation[Board]]) -> None:
    """Say what a reward of that kind opens for the seat that gains it, under which rule."""
    _opens[kind] = opens


def due(seat: Seat, rewards: Iterable[Any], rule: RuleId | None = None) -> tuple[Obligation[Board], ...]:
    """What these rewards open for a seat, in order; under the rule of their icon, unless another one is given."""
    return tuple(_opens[reward.kind](seat, reward, rule or ICON[reward.kind]) for reward in rewards)


class CoinsGained(Fact[Board], frozen=True):
    """A player took coins from the supply."""

    seat: Seat
    amount: int

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, coins=board.players[self.seat].coins + self.amount)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" gains ${self.amount} and has ${after.players[self.seat].coins}")


class CoinsSpent(Fact[Board], frozen=True):
    """A player paid coins to the supply."""

    seat: Seat
    amount: int

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, coins=board.players[self.seat].coins - self.amount)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" pays ${self.amount} and has ${after.players[self.seat].coins} left")


class PointsScored(Fact[Board], frozen=True):
    """A player moved his disc on the score track."""

    seat: Seat
    points: int

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, score=board.players[self.seat].score + self.points)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" scores {self.points} and stands at {after.players[self.seat].score}")


class DiscountGained(Fact[Board], frozen=True):
    """One recruiting step of this turn became cheaper."""

    seat: Seat
    amount: int

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, discounts=tuple(sorted((*board.players[self.seat].discounts, self.amount))))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" pays ${self.amount} less for one recruiting step of this turn")


class GainCoins(Step[Board], frozen=True):
    """Coins are to be taken from the supply."""

    seat: Seat
    amount: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(CoinsGained(self.seat, self.amount), self.rule)


class GainPoints(Step[Board], frozen=True):
    """Points are to be scored at once."""

    seat: Seat
    points: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(PointsScored(self.seat, self.points), self.rule)


class GainDiscount(Step[Board], frozen=True):
    """One recruiting step of this turn is to become cheaper."""

    seat: Seat
    amount: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(DiscountGained(self.seat, self.amount), self.rule)


def _coins(seat: Seat, reward: CoinsReward, rule: RuleId) -> GainCoins:
    return GainCoins(seat, reward.amount, rule)


def _points(seat: Seat, reward: PointsReward, rule: RuleId) -> GainPoints:
    return GainPoints(seat, reward.amount, rule)


def _discount(seat: Seat, reward: RecruitDiscount, rule: RuleId) -> GainDiscount:
    return GainDiscount(seat, reward.amount, rule)


gives("coins", _coins)
gives("points", _points)
gives("recruit-discount", _discount)
