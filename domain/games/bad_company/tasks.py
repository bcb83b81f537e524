"""Complete Tasks: two markers on a task may be cashed for its bonus."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.board import Board, Marks, Player
from domain.games.bad_company.components import components
from domain.games.bad_company.parts import OnTaskCashed
from domain.games.bad_company.rewards import GainPoints, due
from domain.kernel import Card, Command, Fact, Names, Obligation, Offer, Scribe, Seat, Text, thing, who

BONUS = {"marker": "bc.task.bonus-marker", "coins": "bc.task.bonus-money", "car": "bc.task.bonus-car", "loot": "bc.task.bonus-loot"}


class TaskCashed(Fact[Board], frozen=True):
    """A player gave the markers on a task back to the supply."""

    seat: Seat
    task: Card

    def apply(self, board: Board) -> Board:
        tasks = board.players[self.seat].tasks
        return board.player(self.seat, tasks=tuple(replace(t, covered=Marks()) if t.id == self.task else t for t in tasks))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " completes the task ", thing(self.task))


class Cash(Command[Board], frozen=True):
    """Complete a task for its bonus."""

    task: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        bonus = components().task(self.task).bonus
        gains: tuple[Obligation[Board], ...] = due(seat, (bonus,), BONUS.get(bonus.kind))
        points = sum(a.points for a in abilities(scribe.board.players[seat], OnTaskCashed))
        if points:
            gains = (GainPoints(seat, points, "bc.heist.red-ability"), *gains)
        scribe.write(TaskCashed(seat, self.task), "bc.task.two-markers", *gains)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("complete the task ", thing(self.task))


def cashable(player: Player) -> Iterator[Offer[Board]]:
    """The tasks that a player may cash, during his phase 2."""
    return (Offer(Cash(task.id)) for task in player.tasks if task.full)
