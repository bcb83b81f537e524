"""The wire: what a ruleset's words may be, and how old records are read when they change."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Annotated, Any

import msgspec
import pytest

import tests.toy  # noqa: F401 - registers the ruleset
from domain.kernel import Answered, Command, Decision, Fact, GameOf, Owed, Pass, RecordOf, Seal, Step, Wire, ruleset_named
from tests.toy.duel import Act, Board, Name


class Bd(msgspec.Struct, frozen=True):
    """A board."""


class Inner(msgspec.Struct, frozen=True):
    """Something with a seal, which no redaction would reach inside a fact."""

    card: Annotated[str | None, Seal()]


def word(name: str, base: Any, *fields: Any) -> type[Any]:
    return msgspec.defstruct(name, list(fields), bases=(base,), frozen=True, tag=True)


def module(*words: type[Any]) -> ModuleType:
    made = ModuleType("made_for_a_test")
    for cls in (word("F", Fact, ("a", int)), word("D", Decision), word("C", Command), *words):
        cls.__module__ = made.__name__
        setattr(made, cls.__name__, cls)
    vars(made).update(Annotated=Annotated, Seal=Seal)
    return made


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "made_for_a_test", module())


@pytest.mark.parametrize(
    ("base", "field", "why"),
    [
        (Fact, ("inner", Inner), "holds a sealed field where no redaction reaches it"),
        (Fact, ("inner", tuple[Inner, ...]), "holds a sealed field where no redaction reaches it"),
        (Fact, ("n", Annotated[int, Seal()]), "no way to be unknown"),
        (Fact, ("n", Annotated[tuple[int, ...], Seal()]), "no way to be unknown"),
        (Fact, ("n", Annotated[int | None, Seal("seat")]), "sealed to seat, which is no field"),
        (Decision, ("c", Annotated[str | None, Seal()]), "an obligation is public"),
        (Fact, ("x", float), "is a float"),
        (Fact, ("x", tuple[float, ...]), "is a float"),
        (Command, ("x", float | None), "is a float"),
    ],
)
def test_a_word_that_breaks_a_law_is_refused(base: Any, field: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        Wire(Bd, module(word("Bad", base, field)))


def test_words_that_keep_the_laws_are_not() -> None:
    fields = [("seat", int), ("card", Annotated[str | None, Seal("seat")]), ("all", Annotated[tuple[tuple[int | None, ...], ...], Seal()])]
    wire = Wire(Bd, module(word("Good", Fact, *fields)))
    assert "Good" in wire.words()["facts"]


def test_two_words_of_one_tag_are_refused() -> None:
    other = msgspec.defstruct("Other", [], bases=(Fact,), frozen=True, tag="F")
    with pytest.raises(TypeError):
        Wire(Bd, module(other))


def test_a_name_with_an_underscore_only_serves_as_a_base() -> None:
    base = word("_Base", Fact)
    assert "_Base" not in Wire(Bd, module(base)).words()["facts"]


def test_words_are_those_of_the_module_itself() -> None:
    made = module()
    vars(made)["Act"] = Act  # as an import would
    assert Wire(Bd, made).words()["obligations"] == {"D": ["seat", "lane"]}


def test_what_is_no_word_of_the_ruleset_does_not_decode() -> None:
    wire = ruleset_named("duel").wire
    for bad in (
        b'{"index":1,"fact":{"type":"Exploded"},"rule":"r"}',
        b'{"index":1,"fact":{"type":"CoinEarned"},"rule":"r"}',
        b'{"index":"1","fact":{"type":"CoinEarned","seat":0},"rule":"r"}',
        b'{"index":1,"fact":{"type":"CoinEarned","seat":0}}',
        b"",
        b"[]",
    ):
        with pytest.raises(msgspec.DecodeError):
            wire.record(bad)


def test_records_commands_and_positions_come_back_as_they_were() -> None:
    wire = ruleset_named("duel").wire
    record = RecordOf(3, Answered(1, Name(2), 12), "table.answer", 2, (4,), (Act(seat=1), Act(seat=0, lane=0)), 3, 1, 2)
    assert wire.record(wire.encode(record)) == record
    assert wire.convert_record(msgspec.json.decode(wire.encode(record))) == record
    assert wire.command(wire.encode(Pass())) == Pass()
    game = GameOf(Board(), (Owed(4, Act(seat=0), 2), Owed(5, Act(seat=1), 2, 1)), 3, 6, 2)
    assert wire.game(wire.encode(game)) == game


# how words may change --------------------------------------------------------------------------------------------------
OLD_FACT, OLD_STEP = word("Old", Fact, ("seat", int)), word("Owe", Step, ("seat", int))
RAW = msgspec.json.encode(RecordOf(1, OLD_FACT(2), "r", opens=(OLD_STEP(1),)))
NEW_FACT = msgspec.defstruct("New", [("seat", int), ("why", str, "")], bases=(Fact,), frozen=True, tag="Old")
RENAMED = word("Owe2", Step, ("seat", int))
PINNED = msgspec.defstruct("Owe2", [("seat", int)], bases=(Step,), frozen=True, tag="Owe")
OTHERS = word("X", Fact), word("Y", Step)


def records_of(fact: Any, step: Any) -> Any:
    """The type of records in these words, and in others."""
    of: Any = RecordOf
    return of[fact | OTHERS[0], step | OTHERS[1]]


def decode(fact: Any, step: Any) -> Any:
    return msgspec.json.decode(RAW, type=records_of(fact, step))


def test_a_renamed_word_that_keeps_its_tag_reads_old_records_and_new_fields_have_defaults() -> None:
    assert decode(NEW_FACT, PINNED) == RecordOf(1, NEW_FACT(2, ""), "r", opens=(PINNED(1),))


def test_a_renamed_word_without_its_tag_does_not() -> None:
    with pytest.raises(msgspec.ValidationError, match="Owe"):
        decode(NEW_FACT, RENAMED)


def test_a_new_field_without_a_default_does_not_read_old_records() -> None:
    strict = msgspec.defstruct("New", [("seat", int), ("why", str)], bases=(Fact,), frozen=True, tag="Old")
    with pytest.raises(msgspec.ValidationError, match="why"):
        decode(strict, PINNED)


def test_changed_structure_is_upcast_on_plain_data() -> None:
    raw = msgspec.json.decode(RAW)
    raw["opens"] = [{**owed, "type": "Owe2"} for owed in raw["opens"]]
    assert msgspec.convert(raw, records_of(NEW_FACT, RENAMED)).opens == (RENAMED(1),)
