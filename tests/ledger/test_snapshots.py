"""Snapshots spare the fold and change nothing: the same game, the same damage found, and nothing lost without them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ledger import Created, Damaged, Ledger, snapshots
from ledger.sitting import Sitting
from tests.ledger.playing import play, seats


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot every forty records, so that short games have some."""
    monkeypatch.setattr(snapshots.Snapshots.__init__, "__defaults__", (40,))


@pytest.fixture
def title() -> str:
    """The shortest game: that every ruleset's positions survive encoding is a law of its own."""
    return "duel"


@pytest.fixture
def long_game(ledger: Ledger, title: str) -> Created:
    created = ledger.create(title, seats(2), {"seed": "snapshots"})
    play(ledger, created.id)
    return created


def rows(store: Path) -> list[tuple[int, str, bytes, bytes]]:
    with sqlite3.connect(store) as db:
        return db.execute("SELECT version, schema, state, mark FROM snapshots").fetchall()


def change(store: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(store) as db:
        db.execute(statement, values)


def loaded(ledger: Ledger, game: str, at: int | None = None) -> Sitting:
    ledger.forget()
    return ledger.sitting(game, at)


def without(ledger: Ledger, store: Path, game: str, at: int | None = None) -> Sitting:
    """The same game with no snapshot to go on from; the snapshot is put back."""
    kept = rows(store)
    change(store, "UPDATE snapshots SET schema='none'")
    found = loaded(ledger, game, at)
    change(store, "UPDATE snapshots SET schema=?", kept[0][1])
    return found


def same(one: Sitting, other: Sitting) -> bool:
    """Equal in all but the chance, which is a function."""
    return one._replace(chance=other.chance) == other


def test_a_load_from_a_snapshot_is_the_load_from_the_first_record(ledger: Ledger, store: Path, long_game: Created) -> None:
    (version, *_), *_ = rows(store)
    length = ledger.sitting(long_game.id).version
    assert version > length - 40 - 30 or version > 40
    for at in (None, version, length):
        assert same(loaded(ledger, long_game.id, at), without(ledger, store, long_game.id, at))


def test_the_fold_really_is_spared(ledger: Ledger, store: Path, long_game: Created, monkeypatch: pytest.MonkeyPatch) -> None:
    from ledger import sitting

    folded: list[int] = []
    evolve = sitting.evolve
    monkeypatch.setattr(sitting, "evolve", lambda game, record: (folded.append(record.index), evolve(game, record))[1])
    loaded(ledger, long_game.id)
    version = rows(store)[0][0]
    assert [index for index in folded if index <= version] == [1]


def test_a_position_below_the_snapshot_is_folded(ledger: Ledger, store: Path, long_game: Created) -> None:
    version = rows(store)[0][0]
    assert same(loaded(ledger, long_game.id, version - 1), without(ledger, store, long_game.id, version - 1))


@pytest.mark.parametrize("column", ["state", "mark", "schema", "version"])
def test_a_snapshot_that_was_tampered_with_is_passed_over(ledger: Ledger, store: Path, long_game: Created, column: str) -> None:
    true = without(ledger, store, long_game.id)
    version, schema, state, mark = rows(store)[0]
    forged = {"state": state.replace(b'"answers":', b'"answers":1', 1), "mark": mark[::-1], "schema": schema + "0", "version": version - 1}
    change(store, f"UPDATE snapshots SET {column}=?", forged[column])
    assert same(loaded(ledger, long_game.id), true)


def test_a_damaged_record_below_a_snapshot_is_found(ledger: Ledger, store: Path, long_game: Created) -> None:
    change(store, "UPDATE records SET state=state||' ' WHERE originator_version=20")
    with pytest.raises(Damaged, match="20"):
        loaded(ledger, long_game.id)
    assert loaded(ledger, long_game.id, 19).version == 19


def test_a_commitment_that_does_not_open_below_a_snapshot_is_found(ledger: Ledger, store: Path, long_game: Created) -> None:
    with sqlite3.connect(store) as db:
        index, openings = db.execute(
            "SELECT originator_version, openings FROM records WHERE openings NOT NULL ORDER BY 1 LIMIT 1"
        ).fetchone()
    forged = openings.replace(b'["', b'["00', 1)
    change(store, "UPDATE records SET openings=? WHERE originator_version=?", forged, index)
    with pytest.raises(Damaged, match=str(index)):
        loaded(ledger, long_game.id)


def test_a_snapshot_of_records_that_are_gone_is_passed_over(ledger: Ledger, store: Path, long_game: Created) -> None:
    """The rows below it are the truth: a log that was cut is never shown whole."""
    change(store, "DELETE FROM records WHERE originator_version>25")
    ledger.forget()
    assert ledger.sitting(long_game.id, 25).version == 25


def test_a_snapshot_that_can_not_be_written_fails_no_command(
    ledger: Ledger, title: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(type(ledger._recorder), "keep", broken)
    created = ledger.create(title, seats(2), {"seed": "broken"})
    play(ledger, created.id)
    assert ledger.sitting(created.id).game.over
    assert "no snapshot" in caplog.text


def test_a_fork_has_snapshots_of_its_own(ledger: Ledger, store: Path, long_game: Created) -> None:
    fork = ledger.fork(long_game.id, 60)
    play(ledger, fork.id)
    with sqlite3.connect(store) as db:
        assert db.execute("SELECT count(*) FROM snapshots WHERE game=?", (fork.id,)).fetchone() == (1,)
    kept = loaded(ledger, fork.id)
    change(store, "DELETE FROM snapshots")
    assert same(kept, loaded(ledger, fork.id))
