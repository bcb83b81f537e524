"""Whole games of bots at every legal number of seats end by the rulebook; with `--long` 200 of each, and what came of them is printed."""

from __future__ import annotations

from collections import Counter
from statistics import mean, quantiles

import pytest

from bots import make, play
from domain.games.after_pablo import RULESET
from domain.games.after_pablo.board import Board
from domain.games.after_pablo.components import components
from domain.games.after_pablo.final import ENDINGS
from domain.kernel import Slots


@pytest.mark.parametrize("name", ["random", "heuristic"])
@pytest.mark.parametrize("seats", RULESET.seats)
def test_games_end_by_the_rules(seats: int, name: str, pytestconfig: pytest.Config) -> None:
    games = 200 if pytestconfig.getoption("long") else 4
    points, chips, money = list[int](), Counter[int](), list[int]()
    wins, endings, records = Counter[int](), Counter[str](), list[int]()
    for number in range(games):
        bots = [make(name, RULESET, seat, number) for seat in range(seats)]
        game, log = play(RULESET, bots, Slots(f"whole {seats} {number}".encode()))
        board: Board = game.board
        outcome = RULESET.outcome(board)
        assert outcome is not None
        assert outcome.ending in (*ENDINGS, "shared")
        assert (len(outcome.winners) > 1) == (outcome.ending == "shared")
        assert max(outcome.scores) == outcome.scores[outcome.winners[0]]
        assert board.season == board.seasons == components().seasons.length[seats]
        assert not any(player.cocaine for player in board.players if player.pawn == "crossing"), "somebody should have sold once more"
        points += outcome.scores
        chips.update(player.chips for player in board.players)
        money += [player.cash or 0 for player in board.players]
        wins.update(outcome.winners)
        endings[outcome.ending] += 1
        records.append(len(log))
    low, middle, high = quantiles(points, n=4)
    print(f"{games} games of {seats} {name}: {mean(records):.0f} records; endings {dict(endings.most_common())}")
    print(f"  points {min(points)} to {max(points)}, quartiles {low:.0f} {middle:.0f} {high:.0f}; money left {mean(money):.0f}")
    print(f"  weakness chips {dict(sorted(chips.items()))}; won by seat {dict(sorted(wins.items()))}")
