"""The facts of every table: arranging, adjusting, forking."""

from __future__ import annotations

from typing import Any

import pytest

import tests.toy  # noqa: F401 - registers the ruleset
from domain.kernel import PUBLIC, Adjusted, Arranged, Forked, NothingHappened, Pile, Place, plain, redact
from tests.table import Table


@pytest.fixture
def table() -> Table:
    return Table("duel", 3, 1)


def test_a_pile_is_laid_and_seen_by_those_named(table: Table) -> None:
    table.arrange("hand:1", "spy", "raid")
    assert table.board.players[1].hand.cards == ("spy", "raid")
    assert table.view(1).board.players[1].hand.cards == ("spy", "raid")
    assert table.view(0).board.players[1].hand.cards == (None, None)
    assert table.view(PUBLIC).board.players[1].hand.cards == (None, None)
    assert table.log[-1].rule == "table.arrange"


def test_no_pile_is_laid_that_is_not_there(table: Table) -> None:
    with pytest.raises(LookupError, match="no pile hand:9"):
        Arranged[Any]("hand:9", (), ()).apply(table.board)


@pytest.mark.parametrize(
    ("path", "value", "read"),
    [
        ("turn", 7, lambda board: board.turn),
        ("players.1.coins", 5, lambda board: board.players[1].coins),
        ("players.2.bid", None, lambda board: board.players[2].bid),
        ("players.0.has_bid", True, lambda board: board.players[0].has_bid),
        ("result", None, lambda board: board.result),
    ],
)
def test_a_value_is_set_by_its_path(table: Table, path: str, value: Any, read: Any) -> None:
    table.adjust(path, value)
    for eye in table.eyes:
        assert read(table.view(eye).board) == value
    wire = table.ruleset.wire
    assert wire.record(wire.encode(table.log[-1])).fact.apply(table.board) == table.board


def test_a_value_is_converted_to_the_type_of_its_place(table: Table) -> None:
    board = Adjusted[Any]("players.1.hand", {"cards": ["raid", None]}).apply(table.board)
    assert board.players[1].hand == Pile(("raid", None))
    board = Adjusted[Any]("result", {"winners": [0], "scores": [1, 2, 3], "ending": "blow"}).apply(table.board)
    assert board.result.winners == (0,)
    assert hash(board)


@pytest.mark.parametrize(
    ("path", "value", "error", "why"),
    [
        ("turns", 1, LookupError, "Board has no turns"),
        ("players.3.coins", 1, LookupError, "there is no 3 here: it runs from 0 to 2"),
        ("players.-1.coins", 1, LookupError, "there is no -1"),
        ("players.x.coins", 1, LookupError, "there is no x"),
        ("players.1.purse", 1, LookupError, "Player has no purse"),
        ("turn.hour", 1, LookupError, "int has no hour"),
        ("turn", "noon", ValueError, "Expected `int`"),
        ("players.1", 3, ValueError, "Expected `object`"),
        ("", 1, LookupError, "Board has no"),
    ],
)
def test_a_path_that_leads_nowhere_says_so(table: Table, path: str, value: Any, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        Adjusted[Any](path, value).apply(table.board)


def test_they_say_themselves(table: Table) -> None:
    board = table.board
    said = [
        plain(fact.say(board, board, table.names), table.names)
        for fact in (
            table.log[0].fact,
            Forked[Any]("g1", 7, "00", (Place("a"),), "same", "a ruling"),
            Forked[Any]("g1", 7, "00", (Place("a"),), "same"),
            Arranged[Any]("deck", (), ("raid",)),
            Adjusted[Any]("turn", 3),
            NothingHappened[Any]("nobody was there"),
        )
    ]
    assert said == [
        "3 sit down to duel, edition 1",
        "a fork leaves g1 after record 7: a ruling",
        "a fork leaves g1 after record 7",
        "deck was laid out anew",
        "turn was set to 3",
        "nobody was there",
    ]
    assert "raid" not in plain(redact(Arranged[Any]("deck", (), ("raid",)), 0).say(board, board, table.names), table.names)
