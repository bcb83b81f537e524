"""Actions: how each of the five begins, and where the pawn goes."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.after_pablo.board import ABROAD, CROSSED, Board
from domain.kernel import Fact, Names, Seat, Text, who

WORDS = {
    "cartel": "takes up cartel business",
    "influence": "takes up influence business",
    "cocaine": "goes to buy cocaine",
    "war": "goes to war",
    "cross": "sets out to cross the border",
    "sell": "sets out to sell in the U.S.A.",
}


class ActionBegan(Fact[Board], frozen=True):
    """A player chose his action."""

    seat: Seat
    action: str

    def apply(self, board: Board) -> Board:
        return replace(board, acting=True, actions=board.actions + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" {WORDS[self.action]}")


class PawnMoved(Fact[Board], frozen=True):
    """A player's pawn stands elsewhere: on an airport, on the crossing, or in the U.S.A."""

    seat: Seat
    to: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, pawn=self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        where = {CROSSED: "the crossing", ABROAD: "the U.S.A.", "border": "the border"}.get(self.to, self.to.title())
        stays = before.players[self.seat].pawn == self.to
        return (who(self.seat), f" {'stays in' if stays else 'goes to'} {where}")
