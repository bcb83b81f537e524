"""What changed between two positions, in the words of each game, and told to no eye that does not know it."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import domain.games
from domain.kernel import PUBLIC, GameOf, Names, Pile, Ruleset, rulesets, shelf
from replay.diff import Change, between, diff, moves, teller
from replay.phrases import FILE, Raw, Teller, Words, words_of
from replay.tape import Tape
from tests.table import Table
from tests.toy.duel import Board, CardDrawn, CardPlayed, Player

assert domain.games.__doc__  # importing it registers what is shipped
SHIPPED = [held for held in rulesets() if held.package.startswith("domain.games")]


def told(before: Any, after: Any, words: dict[str, Any] | None = None) -> list[str]:
    """What is said of two boards of a duel between Ada and Bob, with these words."""
    names = Names(("Ada", "Bob"), {"raid": "Raid", "medic": "Medic", "spy": "Spy"})
    tell = Teller(Words(msgspec.convert(words or {}, Raw)), names)
    return [move.text for move in moves(_game(before), _game(after), tell)]


def _game(board: Any) -> Any:
    return GameOf(board)


TABLE = Board((Player(life=5), Player(life=5)), Pile(("raid", "medic", "spy")))


def test_a_life_lost_is_told_as_a_sentence_with_the_players_name():
    assert told(TABLE, TABLE.player(1, life=4)) == ["Bob: life 5 -> 4"]
    assert told(TABLE, replace(TABLE, first_raid=3)) == ["first raid 0 -> 3"]


def test_a_phrase_says_what_stands_there_now_and_what_is_gone():
    words = {"told": {"players.*.has_bid": "has bid | takes the bid back", "players.*.won": "takes {} home | gives {} up"}}
    bid = TABLE.player(0, has_bid=True, won=Pile(("raid", "medic")))
    assert told(TABLE, bid, words) == ["Ada: takes Raid, Medic home", "Ada: has bid"]
    assert told(bid, TABLE, words) == ["Ada: gives Raid, Medic up", "Ada: takes the bid back"]


def test_a_value_that_is_gone_is_not_called_nothing_where_it_is_zero():
    assert told(TABLE.player(0, coins=3), TABLE, {"told": {"players.*.coins": "holds {} | holds none"}}) == ["Ada: holds 0"]


def test_what_helps_the_rules_along_is_kept_for_machines_and_set_aside_for_people():
    names, words = Names(("Ada", "Bob")), Words(Raw(untold=["bank", "players.*.coins"]))
    after = replace(TABLE.player(0, coins=1, life=6), bank=9)
    found = diff(_game(TABLE), _game(after), Teller(words, names))
    assert [(one.path, one.aside) for one in found] == [("players.0.life", False), ("players.0.coins", True), ("bank", True)]


def test_the_field_that_holds_a_seat_is_told_by_name():
    assert told(TABLE, replace(TABLE, turn=1), {"told": {"turn": "it is {}'s turn"}, "seats": ["turn"]}) == ["it is Bob's turn"]


# cards -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (("raid",), ("raid", "spy"), "Ada: hand +Spy"),
        (("raid", "raid"), ("raid",), "Ada: hand -Raid"),
        (("raid", "spy"), ("spy", "raid"), "Ada: hand in another order"),
        ((None, None), (None, None, None), "Ada: hand 2 -> 3 cards"),
        ((None, None), (None, "spy"), "Ada: hand: Spy seen"),
        ((None, None), (None, None, "spy"), "Ada: hand +Spy"),
        (("raid", None, None), (None, None), "Ada: hand 3 -> 2 cards"),  # one left, and this eye can not tell which
        ((), ("a", "b", "c", "d", "e"), "Ada: hand 0 -> 5 cards"),
    ],
)
def test_cards_come_and_go_by_name_as_far_as_the_eye_knows_them(was: tuple[str | None, ...], now: tuple[str | None, ...], said: str):
    assert told(TABLE.player(0, hand=Pile(was)), TABLE.player(0, hand=Pile(now))) == [said]


def test_no_difference_names_a_card_that_its_eye_does_not_see(tape: Tape):
    shut, names = tape.through(PUBLIC), tape.names().things
    hidden = 0
    for record in tape.records:
        if isinstance(record.fact, CardDrawn):
            text = " ".join(change.text for change in between(shut, record.index - 1, record.index))
            assert not any(name in text for name in names.values())
            hidden += 1
    assert hidden > 10


# whole games -----------------------------------------------------------------------------------------------------------
def test_a_difference_names_every_place_that_changed_and_no_other(tape: Tape):
    for n in range(1, tape.length + 1):
        changes = between(tape, n - 1, n)
        assert bool(changes) == (tape.at(n - 1).board != tape.at(n).board)
        for change in changes:
            assert change.before != change.after
            assert change.text
            assert "_" not in change.text
    assert between(tape, 30, 30) == []
    assert between(tape, 20, 60) == diff(tape.at(20), tape.at(60), teller(tape, 60))


def test_a_card_played_leaves_the_hand_and_lies_on_the_discard(tape: Tape):
    n, seat, card = next((r.index, r.fact.seat, r.fact.card) for r in tape.records if isinstance(r.fact, CardPlayed))
    who, name = tape.names().seats[seat], tape.names().things[card]
    found = {change.path: change.text for change in between(tape, n - 1, n)}
    assert found == {f"players.{seat}.hand": f"{who}: hand -{name}", "discard": f"discard +{name}"}


@pytest.mark.parametrize("ruleset", SHIPPED, ids=lambda held: held.name)
def test_every_game_has_words_and_says_what_changes_without_a_hole(ruleset: Ruleset[Any]):
    """Random play over some hundred records: no name of a field shows, nothing is left to fill in, and every part is told or set aside."""
    table, rng = Table(ruleset, ruleset.seats[0], seed=3), random.Random(3)
    while len(table.log) < 350 and not table.game.over:
        table.step(rng)
    log = Tape(ruleset, table.log)
    found: list[Change] = [change for n in range(1, log.length + 1) for change in between(log, n - 1, n)]
    assert sum(not change.aside for change in found) > 50
    for change in found:
        assert change.text
        if not change.aside:
            assert not re.search(r"[{}_|\[\]]|(?<!\w)None", change.text), change


@pytest.mark.parametrize("ruleset", SHIPPED, ids=lambda held: held.name)
def test_the_words_of_a_game_are_for_parts_that_its_board_has(ruleset: Ruleset[Any]):
    """A field that was renamed would leave its words behind, unused."""
    raw = msgspec.convert(shelf.read(ruleset.package, FILE), Raw)
    fields = set(_fields(type(ruleset.blank)))
    for path in (*raw.told, *raw.untold, *raw.called):
        for part in path.split("."):
            assert part == "*" or part in fields, path
    for part in raw.seats:
        assert part in fields
    assert words_of(ruleset) is words_of(ruleset), "read once"


def _fields(board: type) -> set[str]:
    """The names of all fields of a board and of the parts that may lie on it."""
    import sys

    module = sys.modules[board.__module__]
    parts = [part for part in vars(module).values() if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    return {field for part in parts for field in part.__struct_fields__}
