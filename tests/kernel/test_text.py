"""Words: names of classes, mentions, and what is said by default."""

from __future__ import annotations

import pytest

from domain.kernel import Mention, Names, in_words, kebab, plain, thing, who
from tests.kernel.scripted import Ask, Board, Choose, Noted
from tests.toy.duel import CoinEarned

NAMES = Names(("Ada", "Bob"), {"raid": "Raid"})


@pytest.mark.parametrize(
    ("name", "words", "key"),
    [("LabShutDown", "lab shut down", "lab-shut-down"), ("Pass", "pass", "pass"), ("Sell2", "sell2", "sell2")],
)
def test_class_names_become_words(name: str, words: str, key: str) -> None:
    assert in_words(name) == words
    assert kebab(name) == key


def test_mentions_are_said_by_name_and_by_id_where_there_is_none() -> None:
    text = (who(0), " gives ", thing("raid"), " and ", thing("spy"), " to ", who(7), ", and ", thing(None))
    assert plain(text, NAMES) == "Ada gives Raid and spy to seat 7, and a card"
    assert plain((Mention("rule", "duel.raid"),), NAMES) == "duel.raid"
    assert plain((who(0),), Names()) == "seat 0"


def test_everything_can_say_itself_without_being_taught() -> None:
    board = Board()
    assert plain(Noted("x").say(board, board, NAMES), NAMES) == "noted"
    assert plain(CoinEarned(1).say(None, None, NAMES), NAMES) == "Bob: coin earned"  # pyright: ignore[reportArgumentType] - they are not read
    assert plain(Choose("x").say(board, board, NAMES), NAMES) == "choose"
    assert plain(Ask(seat=0).say(board, NAMES), NAMES) == "ask"
