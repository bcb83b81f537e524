"""Where the data is: addresses, files, settings and the master key."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ledger import Ledger, Settings, UnknownStore
from tests.ledger.playing import play, seats, sql

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("postgresql://localhost/games", "can not be opened yet"),
        ("postgres://localhost/games", "can not be opened yet"),
        ("sqlite:", "sqlite:PATH"),
        ("sqlite::memory:", "kept in a file"),
        ("mysql://localhost/x", "is not the address of a store"),
        ("ledger.db", "is not the address of a store"),
    ],
)
def test_an_address_that_names_no_store_is_refused_in_one_line(address: str, says: str):
    with pytest.raises(UnknownStore, match=says) as refusal:
        Ledger.open(address)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear reader, " * 200)
    with pytest.raises(UnknownStore, match="can not be opened"):
        Ledger.open(f"sqlite:{letter}")
    assert letter.read_text().startswith("Dear reader, ")
    assert not (tmp_path / "master.key").exists()


def test_a_folder_is_no_store(tmp_path: Path):
    with pytest.raises(UnknownStore, match="can not be opened"):
        Ledger.open(f"sqlite:{tmp_path}")


def test_paths_with_odd_characters_are_paths(tmp_path: Path):
    store = tmp_path / "a b%20#c?d" / "ü.db"
    with Ledger.open(f"sqlite:{store}") as ledger:
        game = ledger.create("duel", seats(2)).id
    assert sql(store, "SELECT game FROM games") == [(game,)]


def test_the_file_survives_a_power_cut_as_far_as_sqlite_can_promise(ledger: Ledger, store: Path):
    assert sql(store, "PRAGMA journal_mode") == [("wal",)]
    with ledger._games.factory.datastore.get_connection(commit=False) as connection:  # pyright: ignore[reportAttributeAccessIssue]
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2, "synchronous is FULL"


def test_what_was_written_is_there_when_it_is_opened_again(store: Path):
    with Ledger.open(f"sqlite:{store}") as ledger:
        game = ledger.create("duel", seats(3)).id
        before = play(ledger, game)
    with Ledger.open(f"sqlite:{store}") as ledger:
        after = ledger.sitting(game)
        assert ledger.games() == [game]
    assert (after.game, after.link, after.places, after.options) == (before.game, before.link, before.places, before.options)


def test_variables_of_the_library_do_not_reach_into_the_store(store: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COMPRESSOR_TOPIC", "zlib")
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.popo")
    monkeypatch.setenv("SQLITE_DBNAME", ":memory:")
    with Ledger.open(f"sqlite:{store}") as ledger:
        ledger.create("duel", seats(2))
    assert sql(store, "SELECT substr(state, 1, 1) FROM records LIMIT 1") == [(b"{",)]


# settings --------------------------------------------------------------------------------------------------------------
def test_settings_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LEDGERDEMAIN_STORE", f"sqlite:{tmp_path}/x/l.db")
    monkeypatch.setenv("LEDGERDEMAIN_KEY_FILE", f"{tmp_path}/keys/k")
    monkeypatch.setenv("REDIS_URL", "redis://localhost:6379/0")
    settings = Settings()
    assert settings == Settings(store=f"sqlite:{tmp_path}/x/l.db", key_file=tmp_path / "keys" / "k", redis_url="redis://localhost:6379/0")
    Ledger.open(settings).close()
    assert (tmp_path / "keys" / "k").exists()
    assert not (tmp_path / "x" / "master.key").exists()


def test_settings_have_defaults(monkeypatch: pytest.MonkeyPatch):
    for name in ("LEDGERDEMAIN_STORE", "LEDGERDEMAIN_KEY_FILE", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    assert (Settings().store, Settings().key_file, Settings().redis_url) == ("sqlite:data/ledger.db", None, None)


# the master key --------------------------------------------------------------------------------------------------------
def test_the_master_key_is_made_once_for_its_owner_alone(store: Path):
    Ledger.open(f"sqlite:{store}").close()
    key = store.parent / "master.key"
    made = key.read_text()
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(bytes.fromhex(made)) == 32
    Ledger.open(f"sqlite:{store}").close()
    assert key.read_text() == made
    assert sorted(path.name for path in store.parent.glob("master.key*")) == ["master.key"], "no draft is left behind"


def test_a_store_wants_the_key_it_was_begun_with(store: Path):
    Ledger.open(f"sqlite:{store}").close()
    key = store.parent / "master.key"
    mine = key.read_text()
    key.write_text("ab" * 32)
    with pytest.raises(UnknownStore, match="another master key"):
        Ledger.open(f"sqlite:{store}")
    key.unlink()
    with pytest.raises(UnknownStore, match=r"master\.key is missing"):
        Ledger.open(f"sqlite:{store}")
    assert not key.exists(), "no other key is made for a store that has one"
    key.write_text(mine)
    Ledger.open(f"sqlite:{store}").close()


@pytest.mark.parametrize("content", ["", "no key", "ab" * 31, "ab" * 33])
def test_a_file_that_holds_no_key_is_refused_without_showing_it(store: Path, content: str):
    store.parent.mkdir()
    (store.parent / "master.key").write_text(content)
    with pytest.raises(UnknownStore, match="does not hold 64 hex digits") as refusal:
        Ledger.open(f"sqlite:{store}")
    assert not content or content not in str(refusal.value)


def test_the_master_key_is_nowhere_in_the_store(ledger: Ledger, store: Path):
    play(ledger, ledger.create("duel", seats(2)).id)
    key = (store.parent / "master.key").read_text().strip()
    ledger.close()
    content = b"".join(path.read_bytes() for path in store.parent.glob("ledger.db*"))
    assert key.encode() not in content
    assert bytes.fromhex(key) not in content


FIRST_START = """
import sys, tests.toy
from domain.kernel import Place
from ledger import Ledger
sys.stdin.readline()
with Ledger.open(sys.argv[1]) as ledger:
    print(ledger.create("duel", [Place("ann"), Place("bob")]).id)
"""


def test_processes_that_start_at_once_share_one_store_and_one_key(store: Path):
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", FIRST_START, f"sqlite:{store}"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    for process in starting:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    games = {process.communicate(timeout=60)[0].strip() for process in starting}
    assert [process.returncode for process in starting] == [0] * 4
    with Ledger.open(f"sqlite:{store}") as ledger:
        assert set(ledger.games()) == games
        assert len(games) == 4
        for game in games:
            assert ledger.sitting(game).version > 1


def test_a_transaction_that_fails_leaves_the_connection_usable(ledger: Ledger, store: Path):
    game = ledger.create("duel", seats(2)).id
    sql(store, "CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    with pytest.raises(Exception, match="disk full"):
        play(ledger, game)
    before = ledger.sitting(game).version
    sql(store, "DROP TRIGGER full")
    assert play(ledger, game).version > before


def test_sqlite_is_spoken_in_one_module_only():
    speaking = {
        path.name
        for path in (ROOT / "ledger").glob("*.py")
        if any(word in path.read_text() for word in ("import sqlite3", "eventsourcing.sqlite", "PRAGMA"))
    }
    assert speaking == {"sqlite.py"}
    assert sqlite3.threadsafety  # the module itself may be shared between threads
