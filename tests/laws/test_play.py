"""Every law over random games of every ruleset, with few, some and many at the table; with --long, at every legal number of seats."""

from __future__ import annotations

from functools import lru_cache

import pytest

import domain.games  # noqa: F401 - registers its games
import tests.toy  # noqa: F401 - registers it
from domain.kernel import ruleset_named, rulesets
from tests.laws import folding, playing, twins
from tests.table import Table, random_game

LONG = 40  # games for every number of seats, with --long; else one


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        long = metafunc.config.getoption("long")
        games = [
            (rules.id, seats, seed)
            for rules in rulesets()
            for seats in (rules.seats if long else few(rules.seats))
            for seed in range(LONG if long else 1)
        ]
        metafunc.parametrize("table", games, indirect=True, ids=lambda game: "{}-{}-{}".format(*game), scope="module")


def few(seats: range) -> list[int]:
    """The smallest, a middling and the largest table."""
    return sorted({seats[0], seats[len(seats) // 2], seats[-1]})


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param)


@lru_cache(maxsize=64)
def played(ruleset: str, seats: int, seed: int) -> Table:
    return random_game(ruleset_named(ruleset), seats, seed)


def test_the_log_folds_to_the_game(table: Table) -> None:
    folding.check_refold(table)


def test_the_log_alone_decides_the_same_again(table: Table) -> None:
    folding.check_decides_again(table)


def test_every_eye_believes_only_what_is_true(table: Table) -> None:
    folding.check_views(table)


def test_nobody_comes_to_know_what_he_was_not_shown(table: Table) -> None:
    folding.check_knowledge(table)


def test_components_are_conserved(table: Table) -> None:
    folding.check_conserved(table)


def test_boards_hash(table: Table) -> None:
    folding.check_hashes(table)


def test_records_and_positions_survive_the_wire(table: Table) -> None:
    folding.check_wire(table)


def test_every_eye_reads_its_own_records_from_one_chain(table: Table) -> None:
    folding.check_evidence(table)


def test_every_record_can_be_traced_to_an_answer(table: Table) -> None:
    folding.check_causes(table)


def test_every_rule_cited_is_in_the_rulebook(table: Table) -> None:
    folding.check_rules(table)


def test_everything_says_itself_to_every_eye(table: Table) -> None:
    folding.check_says(table)


def test_a_seat_sees_all_its_own_offers(table: Table) -> None:
    playing.check_own_view_offers(table)


def test_every_offer_has_an_address_of_its_own(table: Table) -> None:
    playing.check_keys(table)


def test_whoever_is_asked_can_answer(table: Table) -> None:
    playing.check_waits(table)


def test_windows_can_be_passed(table: Table) -> None:
    playing.check_windows(table)


def test_a_game_ends_with_an_outcome(table: Table) -> None:
    playing.check_ends(table)


def test_a_finished_game_accepts_nothing(table: Table) -> None:
    playing.check_finished(table)


def test_seats_that_act_at_once_do_not_wait_for_each_other(table: Table) -> None:
    playing.check_lanes(table)


def test_twin_worlds_look_the_same(table: Table) -> None:
    twins.check_twins(table)


def test_a_secret_choice_stays_secret(table: Table) -> None:
    twins.check_secret_choices(table)
