"""The component file: what it must hold, and that a faulty one is refused by name."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from domain.games.after_pablo import RULESET, components, setup
from domain.games.after_pablo.board import COLOURS, COUNTRIES, GROUPS
from domain.games.after_pablo.parts import Guns, Snitch, VehiclesOrGuns
from domain.kernel import shelf
from tests.table import Table


@pytest.fixture
def raw() -> Any:
    return deepcopy(shelf.read(components.PACKAGE, components.FILE))


def laid() -> Counter[str]:
    """All cards that lie anywhere once a game is set up."""
    count = RULESET.census(Table(RULESET, 4).board)
    of = setup.components()
    return Counter({id: n for id, n in count.items() if id in of.cards or id in of.arrest_cards})


def test_every_card_shows_what_a_card_shows():
    for card in setup.components().cards.values():
        assert card.cost == "auction" or card.cost >= 0
        assert card.colour is None or card.colour in COLOURS
        assert card.back in ("safe", "police")
        assert len(card.vehicles) == {Snitch: 0, VehiclesOrGuns: 2}.get(type(card.ability), 1)
        assert card.name


def test_characters_have_their_copies():
    cards = [setup.components().card(id) for id in laid() if not id.startswith("arrest-")]
    copies = Counter((card.character, card.colour) for card in cards)
    for character, each, wild in (("assassin", 2, 1), ("friend", 3, 2), ("cowboy", 2, 1), ("politician", 2, 1), ("guerrilla", 2, 1)):
        assert [copies[character, colour] for colour in (*COLOURS, None)] == [each] * 5 + [wild], character
    assert [copies["snitch", colour] for colour in (*COLOURS, None)] == [1] * 5 + [0]
    assert {card.ability.amount for card in cards if card.character == "assassin" and isinstance(card.ability, Guns)} == {2}


def test_there_are_five_colours():
    colours = {card.colour for card in setup.components().cards.values()} - {None}
    assert colours == {"yellow", "red", "blue", "green", "question"}
    bs = [card.ability.bs.kind for card in setup.components().cards.values() if isinstance(card.ability, Snitch)]
    assert len(set(bs)) == len(bs) == len(colours), "each snitch does something else"


def test_odds_are_safe_backs_out_of_copies():
    for seed in range(3):
        board = Table(RULESET, 2, seed).board
        for group, backs in zip(GROUPS, board.backs, strict=True):
            odds = {card.odds for card in setup.components().cards.values() if card.id.rpartition("-")[0] == group}
            assert odds == {f"{backs.known.count('safe')}/{len(backs)}"}, group
    orders = {Table(RULESET, 2, seed).board.backs for seed in range(3)}
    assert len(orders) == 3, "backs are shuffled anew for every game"


def test_there_is_one_arrest_card_for_each_country():
    assert {id: n for id, n in laid().items() if id.startswith("arrest-")} == {f"arrest-{country}": 1 for country in COUNTRIES}


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("cartel", 0, "vehicles"), ["bicycle"], "assassin-yellow-1: unknown vehicle 'bicycle'"),
        (("cartel", 0, "colour"), "pink", "assassin-yellow-1: unknown colour 'pink'"),
        (("cartel", 0, "back"), "police", "odds 1/2 where 0/2 belongs"),
        (("cartel", 0, "ability"), {"kind": "magic"}, "assassin-yellow-1.ability"),
        (("cartel", 0, "source"), "hearsay", "assassin-yellow-1: unknown source 'hearsay'"),
        (("guerrilla", 0, "cost"), 3, "guerrilla-yellow-1: a guerrilla is auctioned"),
        (("cities", 0, "prices"), [1, 2, 3], "los-angeles: price boxes go from the best down"),
        (("tokens", 0, "id"), "token-02", "token-02: 2 entries have this id"),
        (("counts", "tokens"), 21, "tokens: 20 where 21 belong"),
        (("seasons", "length"), {2: 16, 3: 12}, "seasons length: players [2, 3] where [2, 3, 4] belong"),
        (("asesinos", 0, "cost"), 3, "mexico-1: its id must be its country and cost"),
        (("case_track", "start"), 8, "case_track: it must start before the red space"),
    ],
)
def test_a_faulty_file_is_refused_by_name(raw: Any, path: tuple[Any, ...], value: Any, says: str):
    *way, last = path
    entry = raw
    for step in way:
        entry = entry[step]
    entry[last] = value
    with pytest.raises(ValueError, match="is not in order") as error:
        components.load(raw)
    assert says in str(error.value)
