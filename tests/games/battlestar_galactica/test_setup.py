"""Set-up: characters, titles, the loyalty deck for every number of players, ships and hands."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.battlestar_galactica import RULESET
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.loyalty import LoyaltyDealt
from domain.games.battlestar_galactica.setup import LoyaltyBuilt, SympathizerAdded
from domain.kernel import PUBLIC
from tests.table import Table

PLAIN = ["william-adama", "laura-roslin", "kara-thrace", "galen-tyrol", "saul-tigh", "tom-zarek"]


def table(*cast: str, **options: str) -> Table:
    return Table(RULESET, len(cast), options={"characters": ",".join(cast), "start": "0", **options})


def fact(at: Table, kind: type[Any]) -> Any:
    return next(record.fact for record in at.log if isinstance(record.fact, kind))


@pytest.mark.parametrize(("seats", "cylon", "human"), [(3, 1, 5), (4, 1, 6), (5, 2, 8), (6, 2, 9)])
@pytest.mark.parametrize("extra", [(), ("gaius-baltar",), ("sharon-valerii", "gaius-baltar")])
def test_the_loyalty_deck(seats: int, cylon: int, human: int, extra: tuple[str, ...]) -> None:
    at = table(*(*extra, *PLAIN)[:seats])
    built = fact(at, LoyaltyBuilt)
    assert (built.cylon, built.human) == (cylon, human + len(extra))
    assert Counter(card in components().cylon_cards for card in built.order) == {True: cylon, False: human + len(extra)}
    dealt = [len(player.loyalty) for player in at.board.players]
    assert dealt == [2 if player.character == "gaius-baltar" else 1 for player in at.board.players]
    left = seats + ("sharon-valerii" in extra)  # the Sleeper Agent phase uses the deck up
    assert len(at.board.loyalty_pile) == left


def test_the_sympathizer_is_not_dealt_at_first() -> None:
    for seats in RULESET.seats:
        for seed in range(8):
            at = Table(RULESET, seats, seed, {"characters": ",".join(PLAIN[:seats])})
            first = [record.fact for record in at.log if isinstance(record.fact, LoyaltyDealt)]
            assert all("sympathizer" not in deal.cards for deal in first)


@pytest.mark.parametrize("seats", RULESET.seats)
def test_the_sympathizer_is_there_for_four_or_six(seats: int) -> None:
    at = table(*PLAIN[:seats])
    even = seats in (4, 6)
    assert any(isinstance(record.fact, SympathizerAdded) for record in at.log) == even
    assert ("sympathizer" in at.board.loyalty_pile.cards) == even
    assert ("sympathizer" in at.board.box_pile.cards) != even


def test_nobody_knows_which_cylon_cards_are_in() -> None:
    found = Counter[str]()
    for seed in range(20):
        at = Table(RULESET, 3, seed, {"characters": ",".join(PLAIN[:3])})
        found.update(card for card in fact(at, LoyaltyBuilt).order if card in components().cylon_cards)
        for eye in (*at.seats, PUBLIC):
            view = at.view(eye).board
            assert set(view.box_pile.cards) == set(view.loyalty_pile.cards) == {None}
    assert set(found) == set(components().cylon_cards)


@pytest.mark.parametrize(
    ("cast", "president", "admiral"),
    [
        (("tom-zarek", "gaius-baltar", "saul-tigh"), 1, 2),
        (("tom-zarek", "laura-roslin", "william-adama"), 1, 2),
        (("karl-agathon", "saul-tigh", "tom-zarek"), 2, 1),
        (("kara-thrace", "sharon-valerii", "galen-tyrol"), 2, 0),
        (("galen-tyrol", "lee-adama", "kara-thrace"), 1, 1),
    ],
)
def test_titles_go_down_the_lines(cast: tuple[str, ...], president: int, admiral: int) -> None:
    board = table(*cast).board
    assert (board.president, board.admiral) == (president, admiral)
    assert len(board.players[president].quorum) == 1
    assert board.nukes == 2
    lines = components().succession
    assert lines.admiral[:4] == ("william-adama", "saul-tigh", "karl-agathon", "lee-adama")
    assert lines.president[:4] == ("laura-roslin", "gaius-baltar", "tom-zarek", "lee-adama")


def test_apollo_launches_one_more_viper() -> None:
    at = table("lee-adama", "laura-roslin", "saul-tigh")
    assert sum(area.vipers for area in at.board.areas) == 2
    assert at.keys(0)[:2] == ["launch:port-bow", "launch:port-aft"]
    at.do(0, "launch:port-aft")
    assert at.board.players[0].at == "port-aft"
    assert at.board.vipers == 5


def test_ships_dials_and_hands() -> None:
    at = table(*PLAIN)
    board = at.board
    front, rear, bow, aft = (board.space(area) for area in ("front", "rear", "port-bow", "port-aft"))
    assert (len(board.on("front")), front.raiders, bow.vipers, aft.vipers, len(rear.civilians)) == (1, 3, 1, 1, 2)
    assert (board.dials.fuel, board.dials.food, board.dials.morale, board.dials.population) == (8, 8, 10, 12)
    assert len(board.destiny_pile) == 10
    assert Counter(components().types[card] for card in board.destiny_pile.known) == dict.fromkeys(
        ("politics", "leadership", "tactics", "piloting", "engineering"), 2
    )
    assert at.asked() == [("PickTypes", 1)]  # the first player starts with none
    for seat in range(1, 6):
        for _ in range(3):
            at.do(seat, at.keys(seat)[0])
    assert [len(player.hand) for player in at.board.players][1:] == [3] * 5


@pytest.mark.parametrize(("difficulty", "fuel"), [("standard", 8), ("easier-for-humans", 10), ("easier-for-cylons", 6)])
def test_difficulty(difficulty: str, fuel: int) -> None:
    dials = table(*PLAIN[:3], difficulty=difficulty).board.dials
    assert (dials.fuel, dials.food, dials.morale, dials.population) == (fuel, fuel, fuel + 2, fuel + 4)


def test_a_character_is_of_the_type_that_most_are_left_of() -> None:
    at = Table(RULESET, 4, options={"start": "0"})
    at.do(0, "be-character:laura-roslin")
    assert at.barred(1) == dict.fromkeys(("be-character:gaius-baltar", "be-character:tom-zarek"), "bsg.setup.choose-character-type")
    at.do(1, "be-character:galen-tyrol")  # support may be picked at any time
    assert "be-character:gaius-baltar" in at.barred(2)
    at.do(2, "be-character:saul-tigh")
    assert set(at.keys(3)) == {f"be-character:{name}" for name in ("lee-adama", "kara-thrace", "sharon-valerii")}


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"characters": "lee-adama,lee-adama,saul-tigh"}, "one seat only"),
        ({"characters": "lee-adama,saul-tigh"}, "2 characters were named for 3 seats"),
        ({"characters": "starbuck"}, "there is no character starbuck"),
        ({"start": "5"}, "seat 5 can not begin"),
    ],
)
def test_what_can_not_be_chosen_is_refused(options: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Table(RULESET, 3, options=options)
