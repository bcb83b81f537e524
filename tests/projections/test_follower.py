"""The follower's housekeeping: versions, waking, damage, and what the lobby says of a game."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from ledger import Ledger
from projections import Advance, Audience, Follower, Projection, Views
from projections.lobby import Lobby, tables, waiting_for_bots
from projections.seats import seat_view
from tests.projections.following import begin, dump, opened, play, step


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with opened(tmp_path) as ledger:
        yield ledger


@pytest.fixture
def views(tmp_path: Path) -> Iterator[Views]:
    views = Views(tmp_path / "views.db")
    yield views
    views.close()


def test_another_version_of_a_projection_is_made_again_from_zero_and_the_others_stay(ledger: Ledger, views: Views):
    play(ledger, random.Random(1))
    Follower(ledger, views).catch_up()
    before = dump(views)
    with views.transaction() as cursor:
        cursor.execute("UPDATE lobby SET row = 'spoilt'")
        cursor.execute("UPDATE seat_view SET view = 'spoilt'")
    Follower(ledger, views).catch_up()
    assert dump(views)["lobby"][0][5] == "spoilt", "the same version is believed"
    follower = Follower(ledger, views, [type("Lobby", (Lobby,), {"version": 2})()])
    follower.catch_up()
    after = dump(views)
    assert after["lobby"] == before["lobby"]
    assert {row[3] for row in after["seat_view"]} == {"spoilt"}
    old = Follower.__new__(Follower)  # a program of the old version, still running, lets the new tables be
    old.__dict__.update(follower.__dict__, _projections={"lobby": Lobby()})
    begin(ledger)
    assert old.catch_up() == 0
    assert len(tables(views, limit=200)) == len([row for row in before["lobby"] if row[4] == "open"])


def test_it_is_woken_by_a_commit_and_finds_by_itself_what_others_commit(ledger: Ledger, views: Views, tmp_path: Path):
    follower, before = Follower(ledger, views), set(threading.enumerate())
    stop = ledger.on_commit(lambda game, version: follower.wake())
    follower.start(poll=60)
    began = time.monotonic()
    begin(ledger)
    while not tables(views) and time.monotonic() < began + 10:
        time.sleep(0.005)
    assert time.monotonic() - began < 5, "it did not wait for its next look"
    stop()
    follower.stop()
    follower.start(poll=0.02)
    with opened(tmp_path) as other:
        begin(other)
    while len(tables(views)) < 2 and time.monotonic() < began + 10:
        time.sleep(0.005)
    follower.stop()
    assert len(tables(views)) == 2
    assert not [thread for thread in threading.enumerate() if thread.name == "follower" and thread not in before]


def test_a_game_that_can_not_be_read_stops_no_other_and_is_told(ledger: Ledger, views: Views, tmp_path: Path):
    dice = random.Random(2)
    bad, good = begin(ledger), begin(ledger)
    for _ in range(5):
        step(ledger, bad, dice)
        step(ledger, good, dice)
    with sqlite3.connect(tmp_path / "ledger.db") as store:
        store.execute("UPDATE records SET state = '{}' WHERE originator_id = ? AND originator_version = 18", (bad,))
    store.close()
    ledger.forget()
    follower = Follower(ledger, views)
    follower.catch_up()
    assert set(follower.troubles()) == {bad}
    assert "record 18" in follower.troubles()[bad]
    assert follower.lag() == {"lobby": 0, "seat-views": 0}
    rows = {row.id: row for _, row in tables(views)}
    assert (rows[bad].state, rows[bad].version) == ("damaged", 17)
    assert (rows[good].state, rows[good].version) == ("open", ledger.sitting(good).version)


class Broken(Projection):
    """Writes half of what it means to, and stumbles over one game."""

    name = "broken"
    audience = Audience.PUBLIC
    tables: ClassVar = {"broken": "game TEXT, version INTEGER"}
    stumbles: ClassVar = set[str]()

    def project(self, cursor: Any, advance: Advance) -> None:
        cursor.execute("INSERT INTO broken VALUES (?, ?)", (advance.game, advance.version))
        if advance.game in self.stumbles:
            raise RuntimeError("can not show this")


def test_a_projection_that_stumbles_over_a_game_leaves_no_half_rows_and_tries_again(ledger: Ledger, views: Views):
    bad, good = begin(ledger), begin(ledger)
    Broken.stumbles.add(bad)
    follower = Follower(ledger, views, [Broken()])
    follower.catch_up()
    assert views.read("SELECT * FROM broken") == [(good, ledger.sitting(good).version)]
    assert follower.troubles() == {bad: "RuntimeError: can not show this"}
    Broken.stumbles.clear()
    step(ledger, bad, random.Random(1))
    follower.catch_up()
    assert follower.troubles() == {}
    assert (bad, ledger.sitting(bad).version) in views.read("SELECT * FROM broken")


def test_the_lobby_says_what_is_played_by_whom_since_when_and_whence(ledger: Ledger, views: Views):
    follower, dice = Follower(ledger, views), random.Random(3)
    before = time.time_ns() // 1_000_000
    game = begin(ledger)
    follower.catch_up()
    ((_, row),) = tables(views)
    assert (row.id, row.ruleset, row.title, row.state, row.parent, row.outcome) == (game, "duel@1", "Duel", "open", None, None)
    assert row.seats == ({"name": "Ann", "bot": None}, {"name": "Bo", "bot": "random"}, {"name": "Cy", "bot": None})
    began = row.created
    assert began is not None
    assert row.updated == began, "nobody has answered yet"
    while step(ledger, game, dice):
        follower.catch_up()
    row = tables(views, state="finished", ruleset="duel")[0][1]
    assert row.updated is not None
    assert before <= began
    assert row.created == began < row.updated
    assert row.outcome is not None
    assert set(row.outcome) == {"winners", "scores", "ending"}
    fork = ledger.fork(game, row.version - 5)
    follower.catch_up()
    child = tables(views)[0][1]
    assert (child.id, child.parent) == (fork.id, {"id": game, "at": fork.at})
    assert row.updated <= (child.created or 0) == child.updated
    assert tables(views, ruleset="due") == []
    assert [row.id for _, row in tables(views, before=tables(views)[0][0])] == [game]


def test_it_knows_the_games_in_which_a_bot_is_to_answer(ledger: Ledger, views: Views):
    follower, dice, asked = Follower(ledger, views), random.Random(4), set[bool]()
    game = begin(ledger, watch="invited")
    playing = True
    while playing:
        follower.catch_up()
        waits = any(getattr(owed.what, "seat", None) == 1 for owed in ledger.sitting(game).game.due())
        assert waiting_for_bots(views) == ([game] if waits else [])
        asked.add(waits)
        playing = step(ledger, game, dice)
    assert asked == {True, False}


def test_views_of_a_store_that_lay_here_before_are_made_anew(tmp_path: Path):
    """Somebody deletes the file of the games alone, or puts an older copy of it back."""
    views = Views(tmp_path / "views.db")
    with opened(tmp_path) as ledger:
        gone = play(ledger, random.Random(1))
        Follower(ledger, views).catch_up()
        assert {row.id for _, row in tables(views, limit=200)} & set(gone)
    for file in tmp_path.glob("ledger.db*"):
        file.unlink()
    with opened(tmp_path) as ledger:
        game = begin(ledger)
        Follower(ledger, views, [Lobby()]).catch_up()
        assert [row.id for _, row in tables(views)] == [game]
        with views.transaction() as cursor:
            cursor.execute("UPDATE following SET position = 1000000")
            cursor.execute("UPDATE lobby SET row = 'from another time'")
        Follower(ledger, views).catch_up()
        assert [row.id for _, row in tables(views)] == [game]
        assert seat_view(views, game, "public") is not None
    views.close()


def test_a_views_file_that_is_no_database_is_thrown_away(ledger: Ledger, tmp_path: Path):
    path = tmp_path / "spoilt.views.db"
    path.write_bytes(random.Random(1).randbytes(9000))
    game, views = begin(ledger), Views(path)
    Follower(ledger, views).catch_up()
    assert [row.id for _, row in tables(views)] == [game]
    views.close()


def test_a_store_in_the_home_folder_is_no_folder_called_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Ledger.open("sqlite:~/games.db").close()
    Views.beside("sqlite:~/games.db").close()
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    assert {"games.db", "games.views.db"} <= {path.name for path in (tmp_path / "home").iterdir()}


def test_stores_in_one_folder_have_views_of_their_own(tmp_path: Path):
    for name in ("games.one", "games.two", "games.db"):
        Views.beside(f"sqlite:{tmp_path / name}").close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.one.views.db", "games.two.views.db", "games.views.db"]


def test_views_lie_beside_a_store_in_a_file(tmp_path: Path):
    with pytest.raises(ValueError, match="beside a store like sqlite:data"):
        Views.beside("postgresql://localhost/games")
    Views.beside(f"sqlite:{tmp_path}/deep/games.db").close()
    assert (tmp_path / "deep" / "games.views.db").exists()
