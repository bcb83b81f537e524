"""Nothing comes from nowhere, and every law holds: whole games at every number of seats."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from domain.games.battlestar_galactica import RULESET
from domain.games.battlestar_galactica.components import components
from tests.table import Table, random_game

GAMES = [(seats, seed) for seats in RULESET.seats for seed in range(2)]


@cache
def played(seats: int, seed: int) -> Table:
    return random_game(RULESET, seats, f"conservation {seed}")


@pytest.fixture(params=GAMES, ids="{0[0]} seats, game {0[1]}".format)
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param)


def test_everything_is_somewhere(table: Table) -> None:
    of = components()
    for record, game in table.fold():
        board: Any = game.board
        if not board.turn:
            continue
        count = RULESET.census(board)
        ships = [count[name] for name in ("vipers", "raptors", "raiders", "heavy-raiders", "basestars", "centurions", "nukes")]
        assert ships == [8, 4, 16, 4, 2, 4, 2], record
        assert sum(count.get(it.id, 0) for it in of.civilian_ships) == 12, record
        assert sum(count.get(it.id, 0) for it in (*of.damage_tokens, *of.basestar_tokens)) == 12, record
        assert sum(count.get(card, 0) for card in of.types) == 105, record
        kinds = (of.crises, of.super_crises, of.quorum_cards, of.destinations, of.loyalty_cards)
        assert [sum(count.get(it.id, 0) for it in kind) for kind in kinds] == [70, 5, 17, 22, 16], record


def test_no_count_is_below_zero(table: Table) -> None:
    for record, game in table.fold():
        board: Any = game.board
        counts = [
            board.vipers, board.vipers_damaged, board.vipers_destroyed, board.raptors, board.raiders, board.heavies, board.centurions,
            board.nukes,
            *board.boarding, *(n for area in board.areas for n in (area.raiders, area.heavies, area.vipers)),
            *(n for area in board.areas for n in (area.raiders - area.raiders_spent, area.heavies - area.heavies_spent)),
        ]  # fmt: skip
        assert min(counts) >= 0, record
        assert all(0 <= getattr(board.dials, name) <= 15 for name in ("fuel", "food", "morale", "population")), record
