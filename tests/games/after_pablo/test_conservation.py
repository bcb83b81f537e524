"""Nothing comes from nowhere: cubes, cards, money, cocaine, tokens and chips at every record of whole games."""

from __future__ import annotations

import pytest

from domain.games.after_pablo import RULESET
from domain.games.after_pablo.board import Board
from tests.table import random_game

GAMES = [(seats, seed) for seats in RULESET.seats for seed in range(3)]


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_everything_is_somewhere(seats: int, seed: int):
    table = random_game(RULESET, seats, f"conservation {seed}")
    for record, game in table.fold():
        board: Board = game.board
        if not board.season:
            continue
        count = RULESET.census(board)
        assert count["cocaine"] == 25, record
        assert count["chips"] == 10, record
        assert count["money"] == 336, record
        assert [count[f"cubes:{seat}"] for seat in range(seats)] == [15] * seats, record
        ids = [
            id for id in count if id.startswith(("assassin", "friend", "cowboy", "politician", "snitch", "guerrilla", "arrest-", "token-"))
        ]
        assert len(ids) == 55 + 11 + 2 + 20, record
        assert {count[id] for id in ids} == {1}, record
        assert board.neutral == {2: 2, 3: 1, 4: 0}[seats], record
        assert len(board.row) == 5 or board.crossing is None, record


@pytest.mark.parametrize("seats", RULESET.seats)
def test_nothing_falls_below_nothing_and_limits_hold_whenever_the_game_waits(seats: int):
    table = random_game(RULESET, seats, "limits")
    for game in table.positions:
        board: Board = game.board
        assert board.cocaine >= 0
        assert all(0 <= sold <= 3 for sold in board.sold)
        for player in board.players:
            places = (player.supply, player.mexico, player.colombia, player.arrest, player.trial, player.acquittal, player.chips)
            assert min(places) >= 0
            assert player.cash is None or player.cash >= 0
            assert 0 <= player.cocaine <= 5
            assert 0 <= player.dea <= 5
            assert len(set(player.asesinos)) == len(player.asesinos)
