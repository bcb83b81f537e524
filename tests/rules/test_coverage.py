"""Every rule and every ruling is in the rulebook, and the rulebook's claim to keep it holds."""

from __future__ import annotations

from typing import Any

import pytest

import domain.games  # noqa: F401 - registers its games
from domain.kernel import Ruleset, rulebook_of, rulesets
from tests.rules.evidence import cited, listed, named_test, played, rules_of, scenarios_of, shown
from tests.scenarios.script import Script

GAMES: list[Ruleset[Any]] = [ruleset for ruleset in rulesets() if ruleset.package.startswith("domain.games.")]
UNPLAYABLE: dict[str, str] = {}  # worked examples that no scenario can play, each with the reason


@pytest.fixture(params=GAMES, ids=lambda ruleset: ruleset.name)
def ruleset(request: pytest.FixtureRequest) -> Ruleset[Any]:
    return request.param


def test_the_rulebook_has_every_rule_and_no_other(ruleset: Ruleset[Any]) -> None:
    assert list(rules_of(ruleset)) == listed(ruleset)


def test_the_code_cites_no_rule_that_does_not_exist(ruleset: Ruleset[Any]) -> None:
    rules = rules_of(ruleset)
    families = {rule[: n + 1] for rule in rules for n, letter in enumerate(rule) if letter == "."}
    unknown = [(rule, file) for rule, file in cited(ruleset.package) if rule not in rules and rule not in families]
    assert not unknown


def test_what_is_said_to_be_written_is_cited_by_a_record(ruleset: Ruleset[Any]) -> None:
    written = shown(ruleset).wrote
    assert not [id for id, rule in rules_of(ruleset).items() if rule.how == "writes" and id not in written]


def test_what_is_said_to_bar_bars_an_offer(ruleset: Ruleset[Any]) -> None:
    barred = shown(ruleset).barred
    assert not [id for id, rule in rules_of(ruleset).items() if rule.how == "bars" and id not in barred]


def test_what_is_cited_is_not_said_to_be_beyond_citing(ruleset: Ruleset[Any]) -> None:
    rules = rules_of(ruleset)
    assert not [rule for rule in {rule for rule, _ in cited(ruleset.package)} & rules.keys() if rules[rule].how in ("shapes", "talk")]


def test_every_test_that_the_rulebook_names_is_there(ruleset: Ruleset[Any]) -> None:
    for id, rule in rules_of(ruleset).items():
        if rule.test is not None and rule.test not in scenarios_of(ruleset.name):
            assert callable(named_test(rule.test)), id


def test_every_worked_example_is_a_scenario(ruleset: Ruleset[Any]) -> None:
    told = {script.scenario: script for script in scenarios_of(ruleset.name).values() if isinstance(script, Script)}
    for id, rule in rules_of(ruleset).items():
        if rule.example is not None and id not in UNPLAYABLE:
            script = told.get(f"the example of {id}")
            assert script is not None, f"{id} has an example, and no scenario is called `the example of {id}`"
            assert id in script.rules, f"the example of {id} is no evidence for {id}"
    stale = [name for name in told if name.startswith("the example of ") and rules_of(ruleset)[name.split()[-1]].example is None]
    assert not stale


def test_every_scenario_holds(ruleset: Ruleset[Any]) -> None:
    """What the others here rest on: no rule is proved by a scenario that fails."""
    assert not {node: mismatches for node in scenarios_of(ruleset.name) if (mismatches := played(ruleset, node).mismatches)}


def test_every_test_that_the_rules_of_the_table_name_is_there() -> None:
    for rule in rulebook_of("domain.kernel").values():
        assert rule.test is None or callable(named_test(rule.test))
