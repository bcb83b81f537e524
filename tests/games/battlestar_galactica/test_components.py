"""The component file: every deck, ship and token is there, and a file that is not in order says where."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from domain.games.battlestar_galactica import RULESET
from domain.games.battlestar_galactica.components import FILE, PACKAGE, SKILLS, components, effects_at, load
from domain.kernel import shelf
from tests.table import Table


def test_every_deck_has_its_cards() -> None:
    of = components()
    sizes = {pile: len(cards) for pile, cards in of.decks.items()}
    assert sizes == {
        **{f"skill:{skill}": 21 for skill in SKILLS},
        "crisis": 70, "super": 5, "quorum": 17, "destination": 22, "civilians": 12, "damage": 8, "box": 16,
    }  # fmt: skip
    assert len(of.locations) == 17
    assert len(of.characters) == 10
    by_strength = Counter(of.strengths[card] for skill in SKILLS for card in of.decks[f"skill:{skill}"])
    assert by_strength == {1: 40, 2: 30, 3: 20, 4: 10, 5: 5}


def test_every_ship_and_token_is_there() -> None:
    count = RULESET.census(Table(RULESET, 6, options={"characters": ",".join(c.id for c in components().characters[:6])}).board)
    ships = {name: count[name] for name in ("vipers", "raptors", "raiders", "heavy-raiders", "basestars", "centurions", "nukes")}
    assert ships == {"vipers": 8, "raptors": 4, "raiders": 16, "heavy-raiders": 4, "basestars": 2, "centurions": 4, "nukes": 2}
    of = components()
    assert sum(count[ship.id] for ship in of.civilian_ships) == 12
    assert sum(count[token.id] for token in of.damage_tokens) == 8
    assert sum(count[token.id] for token in of.basestar_tokens) == 4
    small = sum(count[card] for card in of.types) + sum(count[it.id] for it in of.destinations)
    large = sum(count[it.id] for kind in (of.crises, of.super_crises, of.quorum_cards, of.loyalty_cards) for it in kind)
    assert (small + 1, large + 2) == (128, 110)  # with the objective card, and the two titles
    assert of.counts.piloting_token == sum(c.pilot for c in of.characters) == 4


def test_effects_are_found_by_their_path() -> None:
    assert [effect.kind for effect in effects_at("witch-hunt", "check.fail")] == ["lose", "send"]
    assert [effect.kind for effect in effects_at("cylon-detector", "does")] == ["look-loyalty"]
    assert effects_at("crash-landing", "check.fail.0.options")[0].needs.resources == {"fuel": 1}


def raw() -> Any:
    return copy.deepcopy(shelf.read(PACKAGE, FILE))


def _one_more(it: Any) -> None:
    it["crises"][0]["count"] = 2


def _twice(it: Any) -> None:
    it["quorum_cards"][1]["id"] = it["quorum_cards"][0]["id"]


def _no_source(it: Any) -> None:
    it["destinations"][0]["source"] = "hearsay"


def _odd_area(it: Any) -> None:
    attack = next(c for c in it["crises"] if c["type"] == "cylon-attack")
    attack["setup"]["above"] = {"raider": 1}


def _no_effect(it: Any) -> None:
    it["crises"][0]["check"]["fail"] = [{"kind": "explode"}]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_one_more, "crisis: 71 where 70 belong"),
        (_twice, "accept-prophecy: 2 entries have this id"),
        (_no_source, "unknown source 'hearsay'"),
        (_odd_area, "unknown space area 'above'"),
        (_no_effect, "explode"),
    ],
)
def test_a_file_that_is_not_in_order_says_where(spoil: Any, why: str) -> None:
    it = raw()
    spoil(it)
    with pytest.raises(ValueError, match=why):
        load(it)
