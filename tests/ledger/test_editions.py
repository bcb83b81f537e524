"""Old games and newer programs: upcast words, editions that are gone, and the check at start-up."""

from __future__ import annotations

import copy
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import UnknownRuleset, Wire, ruleset_named
from domain.kernel import ruleset as register
from ledger import Created, Damaged, EditionGone, Ledger, Want
from ledger.upcast import Upcasts
from tests.ledger.playing import play, rows, seats, sql, step
from tests.toy import duel


# upcasting ------------------------------------------------------------------------------------------------------------
def test_steps_are_taken_in_order_and_renames_go_on_under_the_new_name():
    casts = Upcasts()
    casts.add("x@1", "Old", lambda data: {**data, "coins": data.get("coins", 3)})
    casts.add("x@1", "Old", lambda data: {**data, "type": "New"})
    casts.add("x@1", "New", lambda data: {**data, "twice": data["coins"] * 2})
    record = {"index": 1, "fact": {"type": "Old"}, "opens": [{"type": "Old", "coins": 1}, {"type": "Other"}]}
    held = copy.deepcopy(record)
    assert casts.record("x@1", record) == {
        "index": 1,
        "fact": {"type": "New", "coins": 3, "twice": 6},
        "opens": [{"type": "New", "coins": 1, "twice": 2}, {"type": "Other"}],
    }
    assert record == held, "what was decoded is left alone"
    answered = {"fact": {"type": "Answered", "command": {"type": "Old"}}}
    assert casts.record("x@1", answered)["fact"]["command"] == {"type": "New", "coins": 3, "twice": 6}
    assert (casts.concern("x@1"), casts.concern("x@2"), casts.know("x@1", "Old"), casts.know("x@1", "Older")) == (True, False, True, False)


def test_steps_that_rename_in_a_circle_end():
    casts = Upcasts()
    casts.add("x@1", "A", lambda data: {**data, "type": "B"})
    casts.add("x@1", "B", lambda data: {**data, "type": "A"})
    assert casts.record("x@1", {"fact": {"type": "A"}})["fact"]["type"] in ("A", "B")


def test_old_words_are_read_as_new_ones_and_the_bytes_stay(ledger: Ledger, store: Path, monkeypatch: pytest.MonkeyPatch):
    game = ledger.create("duel", seats(3), {"seed": "old"}).id
    before, held = play(ledger, game), rows(store, game)

    class Drawing(duel.DrawCard, frozen=True, tag="Drawing"):
        """What DrawCard is called now."""

    class Peeked(duel.DeckPeeked, frozen=True, tag="Peeked"):
        """What DeckPeeked is called now."""

    Drawing.__module__ = Peeked.__module__ = duel.__name__
    newer = type(sys)("newer")
    words = {name: word for name, word in vars(duel).items() if name not in ("DrawCard", "DeckPeeked")}
    vars(newer).update(words, Drawing=Drawing, Peeked=Peeked, __name__=duel.__name__)
    ruleset: Any = ruleset_named("duel")
    monkeypatch.setattr(ruleset, "wire", Wire(duel.Board, newer), raising=False)
    with Ledger.open(f"sqlite:{store}") as other:
        with pytest.raises(Damaged, match="can not be read"):
            other.sitting(game)
        casts = Upcasts()
        casts.add("duel@1", "DrawCard", lambda data: {**data, "type": "Drawing"})
        casts.add("duel@1", "DeckPeeked", lambda data: {**data, "type": "Peeked"})
        monkeypatch.setattr("ledger.reading.UPCASTS", casts)
        after = other.sitting(game)
        assert after.game.board == before.game.board
        assert after.link == before.link
        kinds = {type(record.fact) for record in other.records(game)}
        assert (Peeked in kinds) == (any(row[1] == "DeckPeeked" for row in held))
        assert any(isinstance(what, Drawing) for record in other.records(game) for what in record.opens)
        fork = other.fork(game, after.version - 5)
        assert play(other, fork.id).game.over
    assert rows(store, game) == held


# editions that are gone -------------------------------------------------------------------------------------------------
@pytest.fixture
def seventh(monkeypatch: pytest.MonkeyPatch) -> str:
    """An edition of the duel that can be taken away with `monkeypatch.undo`, or `forget`."""

    class Seventh(duel.Duel):
        edition = 7

    monkeypatch.setitem(register._register, "duel@7", Seventh())
    return "duel@7"


def forget(monkeypatch: pytest.MonkeyPatch, edition: str) -> None:
    monkeypatch.delitem(register._register, edition)


def test_a_game_keeps_its_edition(ledger: Ledger, store: Path, seventh: str):
    old, new = ledger.create("duel@1", seats(2)).id, ledger.create("duel", seats(2)).id
    with Ledger.open(f"sqlite:{store}") as other:
        assert (other.sitting(old).ruleset.id, other.sitting(new).ruleset.id) == ("duel@1", "duel@7")
        play(other, old)
        assert other.sitting(other.fork(old, other.sitting(old).version).id).ruleset.id == "duel@1"


def test_an_edition_that_is_gone_is_named_and_its_rows_stay_readable(
    ledger: Ledger, store: Path, seventh: str, monkeypatch: pytest.MonkeyPatch
):
    lost, kept = ledger.create(seventh, seats(2)).id, ledger.create("duel@1", seats(2)).id
    stored = ledger.stored(lost)
    forget(monkeypatch, seventh)
    with Ledger.open(f"sqlite:{store}") as other:
        for look in (other.sitting, other.records, lambda game: other.act(game, 0, "pass"), lambda game: other.fork(game, 1)):
            with pytest.raises(EditionGone, match="duel@7") as gone:
                look(lost)
            assert isinstance(gone.value, UnknownRuleset)
            assert (gone.value.game, gone.value.ruleset) == (lost, seventh)
        assert other.stored(lost) == stored
        assert other.head(lost).index == len(stored)
        assert other.games() == [lost, kept]
        assert [kin.id for kin in other.family(lost)] == [lost]
        assert {note.game for note in other.follow(0, 1000) if note.record is None} == {lost}
        assert step(other, kept, random.Random(1)).version > 1


# the check at start-up --------------------------------------------------------------------------------------------------
def test_nothing_is_wanted_as_long_as_everything_is_known(ledger: Ledger, store: Path, game: Created, monkeypatch: pytest.MonkeyPatch):
    play(ledger, ledger.create("duel", seats(2)).id)
    monkeypatch.setattr(type(ledger._recorder), "register", lambda *_: pytest.fail("no game needs to be looked at"))
    assert ledger.wants() == []
    with Ledger.open(f"sqlite:{store}") as other:
        assert other.wants() == []


def test_open_games_of_an_edition_that_is_gone_are_wanting(ledger: Ledger, store: Path, seventh: str, monkeypatch: pytest.MonkeyPatch):
    over, going, other_edition = (ledger.create(edition, seats(2)).id for edition in (seventh, seventh, "duel@1"))
    play(ledger, over)
    fork = ledger.fork(over, ledger.sitting(over).version // 2).id
    forget(monkeypatch, seventh)
    with Ledger.open(f"sqlite:{store}") as later:
        wants = later.wants()
        assert {want.game for want in wants} == {going, fork}
        assert {want.ruleset for want in wants} == {seventh}
        assert Want(going, seventh, "Act") in wants
        assert later.sitting(other_edition).version


def test_open_games_that_owe_what_the_program_does_not_know_are_wanting(ledger: Ledger, store: Path, monkeypatch: pytest.MonkeyPatch):
    owing, elsewhere = (ledger.create("duel", seats(2)).id for _ in range(2))
    play(ledger, elsewhere)
    ruleset: Any = ruleset_named("duel")
    lesser = type(sys)("lesser")
    vars(lesser).update({name: word for name, word in vars(duel).items() if name != "Act"}, __name__=duel.__name__)
    monkeypatch.setattr(ruleset, "wire", Wire(duel.Board, lesser), raising=False)
    with Ledger.open(f"sqlite:{store}") as later:
        assert later.wants() == [Want(owing, "duel@1", "Act")]
        casts = Upcasts()
        casts.add("duel@1", "Act", lambda data: {**data, "type": "Respond"})
        monkeypatch.setattr("ledger.wants.UPCASTS", casts)
        assert later.wants() == [], "what is upcast is known"


def test_a_damaged_row_does_not_stop_the_check(ledger: Ledger, store: Path, seventh: str, monkeypatch: pytest.MonkeyPatch):
    bad, good = (ledger.create(seventh, seats(2)).id for _ in range(2))
    sql(store, "UPDATE records SET state = x'5b5d' WHERE originator_id = ? AND originator_version = 2", bad)
    forget(monkeypatch, seventh)
    with Ledger.open(f"sqlite:{store}") as later:
        assert good in {want.game for want in later.wants()}


@pytest.mark.parametrize("tag", ["DeckShuffled", "Act"])
def test_a_word_that_is_gone_names_the_record_that_needs_it(ledger: Ledger, store: Path, monkeypatch: pytest.MonkeyPatch, tag: str):
    game = ledger.create("duel", seats(2)).id
    needs = next(r.index for r in ledger.records(game) if tag in (type(r.fact).__name__, *(type(what).__name__ for what in r.opens)))
    ruleset: Any = ruleset_named("duel")
    lesser = type(sys)("lesser")
    vars(lesser).update({name: word for name, word in vars(duel).items() if name != tag}, __name__=duel.__name__)
    monkeypatch.setattr(ruleset, "wire", Wire(duel.Board, lesser), raising=False)
    with Ledger.open(f"sqlite:{store}") as later:
        with pytest.raises(Damaged) as damage:
            later.sitting(game)
        assert damage.value.record == needs
        assert later.sitting(game, needs - 1).version == needs - 1
