"""The words of every ruleset are locked, and locks only grow."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

import domain.games  # noqa: F401 - registers its games
import tests.toy  # noqa: F401 - registers it
from domain.kernel import Card, Fact, Ruleset, Seal, Wire, rulesets
from domain.table import WORDS
from tests.toy import duel
from tests.wire.__main__ import main
from tests.wire.lock import breaches, grow, path_of, present, read, written


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.id)
def test_no_word_was_taken_back_and_every_new_one_is_locked(ruleset: Ruleset[Any]) -> None:
    grown = f"run: python -m tests.wire {ruleset.name}"
    assert path_of(ruleset).exists(), f"{ruleset.id} has no lock; {grown}"
    locked, now = read(path_of(ruleset).read_text()), present(ruleset)
    assert list(breaches(locked, now)) == []
    assert locked == now, f"there are new words that are not locked; {grown}"


def test_a_lock_tells_fields_defaults_seals_parts_and_keys() -> None:
    words = present(duel.RULESET)
    assert words["fact CardDrawn"] == ("seat", "card|seat")
    assert words["fact DeckShuffled"] == ("order|",)
    assert words["fact CardPlayed"] == ("seat", "card", "target=null")
    assert words["fact Answered"] == ("seat", "command", "at=0")
    assert words["command Name"] == ("amount|",)
    assert words["obligation Respond"] == ("seat", "raider", "target")
    assert words["part Place"] == ("name", "bot=null")
    assert words["record Record"][:4] == ("index", "fact", "rule", "cause=null")
    assert words["key play"] == (":card", "[:target]")
    assert words["key pass"] == ()
    assert read(written(words)) == words


BEFORE = {"fact F": ("seat", "card|seat"), "obligation O": ("seat",), "command C": ("card", "n=0"), "key c": (":card", "[:n]")}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"fact F": None}, "fact F is gone"),
        ({"key c": None, "key d": (":card", "[:n]")}, "key c is gone"),
        ({"fact F": ("seat", "card")}, "fact F was `seat card|seat` and is `seat card`"),
        ({"fact F": ("card|seat", "seat")}, "old fields stay as they are"),
        ({"fact F": ("seat",)}, "old fields stay as they are"),
        ({"command C": ("card", "n=1")}, "old fields stay as they are"),
        ({"obligation O": ("why", "seat")}, "old fields stay as they are"),
        ({"fact F": ("seat", "card|seat", "why")}, "new field why without a default"),
    ],
)
def test_what_is_no_addition_is_a_breach(change: dict[str, Any], why: str) -> None:
    now = {name: fields for name, fields in {**BEFORE, **change}.items() if fields is not None}
    assert any(why in breach for breach in breaches(BEFORE, now))


def test_additions_are_none() -> None:
    now = {**BEFORE, "fact G": ("a",), "fact F": ("seat", "card|seat", 'why=""'), "command C": ("card", "n=0", "m=null")}
    assert list(breaches(BEFORE, {**now, "key c": (":card", "[:n]", "[:m]")})) == []


class Later(duel.Duel):
    """The toy ruleset with one more word."""


class MoonRose(Fact[duel.Board], frozen=True):
    """A new fact."""

    card: Annotated[Card | None, Seal()] = None
    said: dict[str, str] = msgspec.field(default_factory=dict[str, str])


Later.wire = Wire(duel.Board, *WORDS, duel, sys.modules[__name__])


def test_a_lock_is_grown_and_never_shrinks(tmp_path: Path) -> None:
    assert "fact CardDrawn" in grow(duel.RULESET, tmp_path)
    assert grow(duel.RULESET, tmp_path) == []
    assert grow(Later(), tmp_path) == ["fact MoonRose"]
    assert "fact MoonRose card=null| said={}\n" in path_of(Later(), tmp_path).read_text()
    before = path_of(Later(), tmp_path).read_text()
    with pytest.raises(ValueError, match="fact MoonRose is gone"):
        grow(duel.RULESET, tmp_path)
    assert path_of(Later(), tmp_path).read_text() == before


def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel"]) == 0
    assert capsys.readouterr().out == "duel.lock: nothing new\n"
    assert main(["chess"]) == 1
    assert "there is no ruleset chess" in capsys.readouterr().err
