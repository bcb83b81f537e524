"""Gameplay: a turn has three phases; after the one that triggers the end there is one more."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.board import Board
from domain.games.bad_company.dice import RollDice
from domain.games.bad_company.final import ActivateFinally, RollGoldenDice
from domain.games.bad_company.gang import ActivateGangs
from domain.games.bad_company.parts import BossIncome
from domain.games.bad_company.rewards import GainCoins
from domain.games.bad_company.scoring import Score
from domain.games.bad_company.turn_end import EndTurn
from domain.kernel import Fact, Names, Obligation, Scribe, Step, Text, who


class TurnBegan(Fact[Board], frozen=True):
    """A turn began; what players did in the last one no longer counts."""

    turn: int
    final: bool = False

    def apply(self, board: Board) -> Board:
        fresh = tuple(replace(p, completed=0, discounts=(), used=()) for p in board.players)
        return replace(board, turn=self.turn, phase="dice", final=self.final, players=fresh)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{'the final turn' if self.final else f'turn {self.turn}'} begins; ", who(after.boss), " is the boss")


class BeginTurn(Step[Board], frozen=True):
    """A turn is to begin with its three phases, or, if the last one called for it, the final one with its two."""

    def settle(self, scribe: Scribe[Board]) -> None:
        boss, number = scribe.board.boss, scribe.board.turn + 1
        income = sum(a.coins for a in abilities(scribe.board.players[boss], BossIncome))
        first: tuple[Obligation[Board], ...] = (GainCoins(boss, income, "bc.heist.red-ability"),) if income else ()
        if scribe.board.triggers:
            scribe.write(TurnBegan(number, True), "bc.turn.final-turn-follows", *first, RollGoldenDice(), ActivateFinally(), Score())
        else:
            scribe.write(TurnBegan(number), "bc.turn.phases", *first, RollDice(), ActivateGangs(), EndTurn(), BeginTurn())
