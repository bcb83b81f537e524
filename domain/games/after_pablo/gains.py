"""What players gain and pay (The Basics): dollars, command points, weakness chips."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.after_pablo.board import Board, changed
from domain.kernel import Fact, Names, RuleId, Scribe, Seat, Text, who


class MoneyPaid(Fact[Board], frozen=True):
    """A player paid dollars to another one."""

    seat: Seat
    to: Seat
    amount: int

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, cash=changed(board.players[self.seat].cash, -self.amount))
        return board.player(self.to, cash=changed(board.players[self.to].cash, self.amount))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" pays ${self.amount} to ", who(self.to))


class PointsScored(Fact[Board], frozen=True):
    """A player's cube moved on the score track; `why` says what for."""

    seat: Seat
    points: int
    why: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, score=board.players[self.seat].score + self.points)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" scores {self.points} {self.why} and stands at {after.players[self.seat].score}")


class WeaknessTaken(Fact[Board], frozen=True):
    """A player took a weakness chip."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        board = replace(board, chips=board.chips - 1)
        return board.player(self.seat, chips=board.players[self.seat].chips + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" takes a weakness chip, number {after.players[self.seat].chips}")


def take_chip(scribe: Scribe[Board], seat: Seat, rule: RuleId) -> None:
    """Write that a player takes a weakness chip; they never run out."""
    scribe.write(WeaknessTaken(seat), rule if scribe.board.chips > 0 else "ap.amb.chips-exhausted")
