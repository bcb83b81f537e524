"""Setup where no single scenario can show it: at every table, over many shuffles."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.bad_company import RULESET
from domain.games.bad_company.components import components
from domain.kernel import GameBegan, Slots, begin
from tests.table import Table

PACKAGE_SEATS = range(2, 7)


def test_two_to_six_play():
    assert list(RULESET.seats) == list(PACKAGE_SEATS)
    for seats in RULESET.seats:
        assert len(Table(RULESET, seats).board.players) == seats
    with pytest.raises(KeyError):
        begin(RULESET, GameBegan(RULESET.name, 1, "", (), {}), Slots(b"nobody plays alone"))


@pytest.mark.parametrize("seats", PACKAGE_SEATS)
def test_the_police_start_further_back_the_more_play(seats: int):
    board = Table(RULESET, seats).board
    assert board.police == components().road.police_start[seats]
    assert board.police < min(player.car for player in board.players)


@pytest.mark.parametrize("seats", PACKAGE_SEATS)
def test_every_card_lies_on_the_table_once(seats: int):
    count = dict(RULESET.census(Table(RULESET, seats).board))
    assert count.pop("cars") == seats + 1
    cards = {part.id for part in (*components().upgrades, *components().loot, *components().heists, *components().halves)}
    assert count == dict.fromkeys(cards | {mission.id for mission in components().missions}, 1)


def test_each_gang_has_a_left_and_a_right_half():
    for seed in range(20):
        for player in Table(RULESET, 6, seed).board.players:
            assert [components().half(half).side for half in player.halves] == ["left", "right"]


def test_no_two_games_are_set_up_alike():
    decks = Counter(Table(RULESET, 2, seed).board.upgrades for seed in range(200))
    assert max(decks.values()) == 1
    assert {Table(RULESET, 4, seed).board.boss for seed in range(40)} == {0, 1, 2, 3}
