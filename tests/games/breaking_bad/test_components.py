"""The component file of Breaking Bad is in order, one that is not is refused, and a new card needs nothing but data."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from domain.games.breaking_bad import RULESET, parts
from domain.games.breaking_bad.components import FILE, PACKAGE, components, gift, load, stop
from domain.kernel import shelf
from tests.table import Table

RAW: Any = shelf.read(PACKAGE, FILE)
FOLDER = Path(__file__).parents[3].joinpath("domain", "games", "breaking_bad")


def entry(raw: Any, section: str, known: str) -> Any:
    """The raw entry of a section with this id."""
    return next(e for e in raw[section] if e["id"] == known)


def test_the_file_is_read_once():
    assert components() is components()


def test_four_decks_of_thirty_nine_labs_and_eight_sheets():
    of = components()
    assert {team: len(cards) for team, cards in of.decks_by_team.items()} == dict.fromkeys(
        ("dea", "heisenberg", "los-pollos", "juarez"), 30
    )
    assert (len(of.labs), len(of.characters)) == (9, 8)
    assert sum(c.life for c in of.characters) == of.counts.life_markers == 34
    assert [of.wanted_level(threat) for threat in (0, 1, 3, 4, 6, 7, 9, 10, 18)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_every_rule_that_the_file_names_is_in_the_rulebook():
    def rules(part: Any) -> Iterator[str]:
        if isinstance(part, parts.Part):
            for name, value in part:
                if (name == "rule" or name.endswith("_rule")) and value:
                    yield value
                yield from rules(value)
        elif isinstance(part, tuple):
            for one in part:
                yield from rules(one)

    assert {rule for part in (components().kinds, components().characters) for rule in rules(part)} <= RULESET.rules.keys()


FAULTS: list[tuple[str, Callable[[Any], Any]]] = [
    ("deck of dea: 31 cards where 30 belong", lambda raw: raw["decks"][0]["cards"][0].update(count=8)),
    ("ricin: no deck has it", lambda raw: raw["decks"][1]["cards"][4].update(kind="hospital", id="heisenberg-hospital")),
    ("juarez-vendetta: it must be called vendetta", lambda raw: raw["decks"][3]["cards"][3].update(id="juarez-vendetta")),
    ("unknown source 'a friend'", lambda raw: entry(raw, "kinds", "ricin").update(source="a friend")),
    ("characters: 35 life points", lambda raw: entry(raw, "characters", "walter-white").update(life=5)),
    ("unknown kind 'poison'", lambda raw: entry(raw, "kinds", "better-call-saul")["stop"][0].update(cards=["poison"])),
    ("kinds.ricin.threat", lambda raw: entry(raw, "kinds", "ricin").update(threat="four")),
    ("kinds.salud.ways.0.does.0", lambda raw: entry(raw, "kinds", "salud")["ways"][0]["does"][0].update(kind="curse")),
]


@pytest.mark.parametrize(("why", "spoil"), FAULTS, ids=[why for why, _ in FAULTS])
def test_a_file_that_is_not_in_order_is_refused_with_the_place(why: str, spoil: Callable[[Any], Any]):
    raw = deepcopy(RAW)
    spoil(raw)
    with pytest.raises(ValueError, match="not in order") as refused:
        load(raw)
    assert why in str(refused.value)


def test_no_card_and_no_character_is_named_in_the_code():
    of = components()
    names = {*of.kinds_by_id, *of.kinds_by_card, *of.characters_by_id, *(lab.id for lab in of.labs)}
    named = [
        (file.name, node.value)
        for file in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert not named


@pytest.fixture
def other_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[Any], Any]], None]]:
    """Play with a changed component file."""
    caches = (components, stop, gift)

    def play_with(change: Callable[[Any], Any]) -> None:
        raw = deepcopy(RAW)
        change(raw)
        monkeypatch.setattr(shelf, "read", lambda package, name: raw)
        for cache in caches:
            cache.cache_clear()

    yield play_with
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


def test_a_new_card_made_of_existing_effects_needs_only_data(other_file: Callable[[Callable[[Any], Any]], None]):
    """Say: two crystals, a card, and a life point of everybody who does not discard a chemist."""
    new = {
        "ways": [
            {
                "target": "opponent",
                "does": [
                    {"kind": "gain", "n": 2},
                    {"kind": "draw", "n": 1},
                    {"kind": "seize", "from": "stash", "n": 1},
                    {"kind": "discard-random", "n": 1},
                ],
            }
        ],
        "name": "Family Business",
    }
    other_file(lambda raw: entry(raw, "kinds", "family-is-all").update(new))
    table = Table(RULESET, 3, "new", {"characters": "tuco-salamanca,walter-white,hank-schrader", "start": "0"})
    table.arrange("hand:0", "family-is-all")
    before = table.board
    table.do(0, "play:family-is-all:1")
    while table.asked()[0][0] != "Act":
        table.do(table.asked()[0][1], "pass")
    after = table.board
    assert after.players[0].stash == before.players[0].stash + 3
    assert after.players[1].stash == before.players[1].stash - 1
    assert len(after.players[0].hand) == 1
    assert len(after.players[1].hand) == len(before.players[1].hand) - 1
    assert any("Family Business" in line for line in table.said())
