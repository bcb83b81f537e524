"""The register of rulesets, their options, and their rulebooks."""

from __future__ import annotations

from typing import Any

import pytest

import tests.toy  # noqa: F401 - registers the ruleset
from domain.kernel import ARBITER, PUBLIC, Ruleset, UnknownRuleset, register, rulebook_of, ruleset, ruleset_named, rulesets, shelf, sight
from tests.toy.duel import RULESET, Duel


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruleset, "_register", dict(ruleset._register))


def test_a_ruleset_is_found_by_name_with_or_without_its_edition() -> None:
    assert ruleset_named("duel") is ruleset_named("duel@1") is RULESET
    assert RULESET in rulesets()


@pytest.mark.usefixtures("registered")
def test_the_newest_edition_is_meant_where_none_is_named() -> None:
    class Revised(Duel):
        edition = 10

    class Between(Duel):
        edition = 9

    revised = register(Revised())
    register(Between())
    assert ruleset_named("duel") is revised
    assert ruleset_named("duel@1") is RULESET
    assert ruleset_named("duel@9").id == "duel@9"


@pytest.mark.parametrize("name", ["chess", "duel@2", "", "@1"])
def test_an_unknown_ruleset_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownRuleset, match=r"there are .*duel@1"):
        ruleset_named(name)


@pytest.mark.usefixtures("registered")
def test_no_two_rulesets_share_a_name() -> None:
    assert register(RULESET) is RULESET
    with pytest.raises(ValueError, match="duel@1 is registered already"):
        register(Duel())


def test_options_have_defaults_and_an_unknown_one_is_refused() -> None:
    assert RULESET.options({"hands": "sealed"}) == {"hands": "sealed", "watch": "open", "seeds": "house", "seed": "", "raids": "later"}
    assert RULESET.options({"seed": "any text"})["seed"] == "any text"
    with pytest.raises(ValueError, match="duel has no option colour; it has hands, watch, seeds, seed, raids"):
        RULESET.options({"colour": "red"})
    with pytest.raises(ValueError, match="raids is one of later, at-once, not never"):
        RULESET.options({"raids": "never"})


def test_what_a_package_does_not_provide_is_said() -> None:
    class Empty(Ruleset[Any]):
        name = "empty"

    empty = Empty()
    for lacking in (lambda: empty.opening(None), lambda: empty.outcome(None), lambda: empty.readers("deck"), lambda: empty.census(None)):  # pyright: ignore[reportArgumentType] - they are not read
        with pytest.raises(TypeError, match="empty has no"):
            lacking()
    assert list(empty.liberties(None, 0)) == []  # pyright: ignore[reportArgumentType] - it is not read
    assert empty.demand(None) is None  # pyright: ignore[reportArgumentType] - it is not read
    assert empty.names() == {}


def test_who_sees_a_pile() -> None:
    assert [sight(RULESET, "hand:1", eye) for eye in (0, 1, PUBLIC)] == [False, True, False]
    assert [sight(RULESET, "discard", eye) for eye in (0, PUBLIC)] == [True, True]
    assert not sight(RULESET, "deck", 0)
    assert not sight(RULESET, "deck", ARBITER), "the arbiter sees it because nothing is sealed to him, not because he reads it"


# rulebooks -------------------------------------------------------------------------------------------------------------
def test_a_ruleset_knows_its_rules_and_those_of_the_table() -> None:
    rules = RULESET.rules
    assert rules["duel.raid"].heading == "Raids"
    assert rules["table.over"].how == "shapes"


@pytest.mark.parametrize("named", [rule for rule in RULESET.rules.values() if rule.test], ids=lambda rule: rule.id)
def test_the_tests_that_the_table_and_the_toy_name_exist(named: Any, pytestconfig: pytest.Config) -> None:
    path, _, test = named.test.partition("::")
    assert f"def {test}(" in (pytestconfig.rootpath / path).read_text(), f"{named.id} names {named.test}"


RULE = {"id": "a.b", "heading": "H", "text": "T", "how": "writes"}


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([RULE, RULE], "a.b stands twice in the rulebook of somewhere"),
        ([{**RULE, "affects": ["a.c"]}], "a.b affects a.c, which the rulebook of somewhere does not have"),
        ([{**RULE, "how": "shapes"}], "a.b: `shapes` names its test"),
        ([{**RULE, "how": "talk"}], "`talk` gives its reason"),
        ([{**RULE, "test": "x"}], "the others neither"),
        ([{**RULE, "how": "sings"}], "writes"),
        ([{**RULE, "colour": "red"}], "colour"),
        ([{"id": "a.b"}], "heading"),
    ],
)
def test_a_rulebook_that_is_not_in_order_is_refused(entries: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "read", lambda package, name: entries)
    with pytest.raises(ValueError, match=why):
        rulebook_of("somewhere")


def test_a_rulebook_in_order_is_read_and_can_not_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        RULE,
        {**RULE, "id": "a.c", "how": "shapes", "test": "t", "affects": ["a.b"]},
        {**RULE, "id": "a.d", "how": "talk", "reason": "r"},
    ]
    monkeypatch.setattr(shelf, "read", lambda package, name: entries)
    book: Any = rulebook_of("somewhere")
    assert list(book) == ["a.b", "a.c", "a.d"]
    with pytest.raises(TypeError):
        book["a.e"] = book["a.b"]


def test_the_content_hash_pins_every_file() -> None:
    assert RULESET.content == shelf.digest("tests.toy", "cards.yaml", "rulebook.yaml")
    assert RULESET.content != shelf.digest("tests.toy", "rulebook.yaml", "cards.yaml")
    with pytest.raises(FileNotFoundError):
        shelf.read("tests.toy", "nothing.yaml")
