"""The laws that need a new process, once for every ruleset."""

from __future__ import annotations

import pytest

import domain.games  # noqa: F401 - registers its games
import tests.toy  # noqa: F401 - registers it
from domain.kernel import Ruleset, rulesets
from tests.laws import anew
from tests.table import random_game


@pytest.fixture(params=rulesets(), ids=lambda ruleset: ruleset.id)
def ruleset(request: pytest.FixtureRequest) -> Ruleset[object]:
    return request.param


def test_the_same_seed_gives_the_same_game_in_a_new_process(ruleset: Ruleset[object]) -> None:
    anew.check_new_process(random_game(ruleset, max(ruleset.seats), 5))


def test_a_tape_folds_with_the_component_files_unreadable(ruleset: Ruleset[object]) -> None:
    anew.check_folds_without_files(random_game(ruleset, min(ruleset.seats), 6))
