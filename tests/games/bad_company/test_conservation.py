"""Nothing comes from nowhere: cards, coins and markers at every record of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from domain.games.bad_company import RULESET
from domain.games.bad_company.board import SYMBOLS, Board, Player
from domain.games.bad_company.heists import HeistCompleted
from domain.games.bad_company.markers import MarkerGained, MarkerLost
from domain.games.bad_company.recruit import RecruiterAdvanced
from domain.games.bad_company.rewards import CoinsGained, CoinsSpent
from domain.games.bad_company.tasks import TaskCashed
from domain.kernel import Fact
from tests.table import Table, random_game

GAMES = [(seats, seed) for seats in RULESET.seats for seed in range(2)]


@cache
def played(seats: int, seed: int) -> Table:
    return random_game(RULESET, seats, f"conservation {seed}")


@pytest.fixture(params=GAMES, ids="{0[0]} seats, game {0[1]}".format)
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param)


def steps(table: Table) -> Iterator[tuple[Fact[Board], Board, Board]]:
    """Every fact with the boards before and after it, from the first turn on."""
    before = None
    for record, game in table.fold():
        if before is not None and before.turn:
            yield record.fact, before, game.board
        before = game.board


def markers(player: Player) -> int:
    """All markers that a player holds."""
    return player.loose + player.storage.total + sum(job.covered.total for job in player.jobs())


def test_coins_held_are_coins_gained_less_coins_spent(table: Table):
    purses = [2] * len(table.seats)
    for fact, _, after in steps(table):
        match fact:
            case CoinsGained(seat=seat, amount=amount):
                purses[seat] += amount
            case CoinsSpent(seat=seat, amount=amount) | RecruiterAdvanced(seat=seat, cost=amount):
                purses[seat] -= amount
            case _:
                pass
        assert [player.coins for player in after.players] == purses, fact
        assert min(purses) >= 0, fact


def test_markers_held_are_markers_gained_less_markers_given_back(table: Table):
    held = [0] * len(table.seats)
    for fact, before, after in steps(table):
        match fact:
            case MarkerGained(seat=seat):
                held[seat] += 1
            case MarkerLost(seat=seat):
                held[seat] -= 1
            case TaskCashed(seat=seat):
                held[seat] -= 2
            case HeistCompleted(seat=seat, heist=heist):
                held[seat] -= next(job for job in before.players[seat].active if job.id == heist).needs.total
            case _:
                pass
        assert [markers(player) for player in after.players] == held, fact


def test_every_card_lies_in_one_place(table: Table):
    census = None
    for _, before, after in steps(table):
        census = census or RULESET.census(before)
        assert RULESET.census(after) == census
        assert set(census.values()) <= {1, len(table.seats) + 1}


def test_no_space_is_covered_twice_and_cars_only_drive_forward(table: Table):
    for fact, before, after in steps(table):
        for was, now in zip(before.players, after.players, strict=True):
            for job in now.jobs():
                assert all(0 <= job.covered[symbol] <= job.needs[symbol] for symbol in SYMBOLS), fact
            assert was.car <= now.car <= 39, fact
            assert was.recruiter <= now.recruiter <= 10, fact
            assert len(now.active) <= 2, fact
        assert before.police <= after.police <= 39, fact


def test_a_necklace_is_worn_by_one_member_of_its_holder_and_no_other(table: Table):
    for _, game, _ in table.waits():
        board = game.board
        unworn = {getattr(owed.what, "necklace", None) for owed in game.agenda}
        for player in board.players:
            worn = sorted(member.necklace for member in player.gang if member.necklace)
            assert worn == sorted(necklace for necklace in player.necklaces if necklace not in unworn)
