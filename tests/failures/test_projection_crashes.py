"""Read models that a crash, a careless log or a rebuild finds in the middle (B26, B51, B53, B56), or that nobody thought about (B04)."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from domain.kernel import ARBITER, PUBLIC, Decision, Place, offers
from ledger import Ledger
from projections import Advance, Audience, Follower, Projection, Views, register, registered
from projections.lobby import tables
from tests.api import vault
from tests.projections.following import Courier, begin, dump, opened, play, step

ROOT = Path(__file__).parents[2]
FOLLOW = """
import sys, time
import tests.toy
from ledger import Ledger
from projections import Follower, Views
store = sys.argv[1]
follower = Follower(Ledger.open(store), Views.beside(store), batch=7)
print("following", flush=True)
while True:
    follower.catch_up()
    time.sleep(0.002)
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with vault.playable(), opened(tmp_path) as ledger:
        yield ledger


@pytest.fixture
def views(tmp_path: Path) -> Iterator[Views]:
    views = Views(tmp_path / "views.db")
    yield views
    views.close()


def rebuilt(ledger: Ledger, folder: Path) -> dict[str, Any]:
    """What a follower makes of the whole log at once, in a file of its own."""
    views = Views(folder / "rebuilt.db")
    Follower(ledger, views).catch_up()
    kept = dump(views)
    views.close()
    return kept


def test_a_follower_killed_at_any_instant_loses_nothing_and_doubles_nothing(ledger: Ledger, tmp_path: Path):
    """B26: append goes on all the while; each killed follower is followed by a new one."""
    dice, store = random.Random(1), f"sqlite:{tmp_path / 'ledger.db'}"
    views = Views.beside(store)
    games, positions = [begin(ledger) for _ in range(3)], list[int]()
    for _ in range(6):
        follower = subprocess.Popen(
            [sys.executable, "-c", FOLLOW, store], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE
        )
        assert follower.stdout is not None
        assert follower.stdout.readline()
        until = time.monotonic() + dice.uniform(0.001, 0.12)
        while time.monotonic() < until:
            if not step(ledger, dice.choice(games), dice):
                games.append(begin(ledger))
        follower.send_signal(signal.SIGKILL)
        assert follower.wait() == -signal.SIGKILL
        follower.stdout.close()
        positions.append(views.read("SELECT min(position) FROM following")[0][0])
        for projection, game, length in views.read("SELECT projection, game, length FROM progress"):
            if projection == "seat-views":
                shown = views.read("SELECT DISTINCT version FROM seat_view WHERE game = ?", (game,))
                assert shown == [(length,)], "rows and their progress are written together"
    assert positions == sorted(positions)
    assert positions[-1] > 0
    Follower(ledger, views).catch_up()
    assert dump(views) == rebuilt(ledger, tmp_path)
    views.close()


@pytest.mark.parametrize("batch", [1, 3, 200])
def test_followed_live_and_rebuilt_from_zero_the_rows_are_the_same_bytes(ledger: Ledger, views: Views, tmp_path: Path, batch: int):
    dice, live = random.Random(batch), Follower(ledger, views, batch=batch)
    ledger.on_commit(lambda game, version: live.catch_up() if dice.random() < 0.5 else None)
    play(ledger, dice)
    live.catch_up()
    followed = dump(views)
    assert followed == rebuilt(ledger, tmp_path)
    live.rebuild()
    assert dump(views) == followed
    with pytest.raises(LookupError, match="there are lobby, seat-views"):
        live.rebuild("ratings")


@pytest.mark.parametrize("seed", range(5))
def test_notifications_twice_late_and_out_of_order_make_the_same_rows(ledger: Ledger, views: Views, tmp_path: Path, seed: int):
    """B56; B53: games that take turns in the log, each with its own players."""
    dice = random.Random(seed)
    careless: Any = Courier(ledger, dice)
    follower = Follower(careless, views, batch=dice.choice((2, 9, 50)))
    games = [begin(ledger) for _ in range(3)]
    for _ in range(25):
        step(ledger, dice.choice(games), dice)
        if dice.random() < 0.4:
            follower.catch_up()
    follower.catch_up()
    held, right = dump(views), rebuilt(ledger, tmp_path)
    # all but the number of the notification that came first, which may have been a later one
    assert [row[:1] + row[2:] for row in held["lobby"]] == [row[:1] + row[2:] for row in right["lobby"]]
    assert held["seat_view"] == right["seat_view"]
    assert held["progress"] == right["progress"]


def test_two_followers_of_one_store_do_not_get_in_each_others_way(ledger: Ledger, views: Views, tmp_path: Path):
    one, two = (Follower(ledger, views, batch=5) for _ in range(2))
    one.start(0.01)
    two.start(0.01)
    play(ledger, random.Random(3))
    deadline = time.monotonic() + 20
    while any(one.lag().values()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert one.lag() == {"lobby": 0, "seat-views": 0}
    one.stop()
    two.stop()
    assert not one.running
    assert dump(views) == rebuilt(ledger, tmp_path)


@pytest.mark.parametrize("name", ["duel", vault.RULESET.name])
def test_the_lobby_waits_for_exactly_those_that_have_a_question_to_answer(ledger: Ledger, views: Views, name: str):
    """B51: turns, windows and everybody at once; nobody is forgotten, and an open game always waits for somebody."""
    follower, dice = Follower(ledger, views), random.Random(4)
    waited = set[int]()
    for seed in range(6):
        game = begin(ledger, name, seed=str(seed))
        playing = True
        while playing:
            follower.catch_up()
            row = next(row for _, row in tables(views, limit=200) if row.id == game)
            sitting = ledger.sitting(game)
            asked = {
                seat
                for seat in range(3)
                for owed, offer in offers(sitting.ruleset, sitting.game, seat)
                if owed is not None and offer.barred is None and isinstance(owed.what, Decision)
            }
            assert set(row.awaited) == asked
            assert (row.state == "open") == bool(row.awaited) == (not sitting.game.over)
            assert row.version == sitting.version
            waited.add(len(asked))
            playing = step(ledger, game, dice)
        row = next(row for _, row in tables(views, state="finished", limit=200) if row.id == game)
        assert row.outcome is not None
        assert row.outcome["winners"]
    assert waited == {0, 1, 2, 3}


def test_lag_is_seen_and_heals_itself_after_the_views_could_not_be_written(ledger: Ledger, views: Views, monkeypatch: pytest.MonkeyPatch):
    follower = Follower(ledger, views)
    healthy = Views.transaction
    monkeypatch.setattr(Views, "transaction", lambda self: (_ for _ in ()).throw(OSError("the disk is full")))
    follower.start(0.01)
    begin(ledger)
    time.sleep(0.1)
    assert all(lag > 0 for lag in follower.lag().values())
    assert follower.running, "it tries again"
    monkeypatch.setattr(Views, "transaction", healthy)
    deadline = time.monotonic() + 10
    while any(follower.lag().values()) and time.monotonic() < deadline:
        time.sleep(0.01)
    follower.stop()
    assert len(tables(views)) == 1


# B04 -------------------------------------------------------------------------------------------------------------------
class Diary(Projection):
    """Keeps all that it is shown: what a projection could leak at worst."""

    name = "diary"
    tables: ClassVar = {"diary": "game TEXT, eye TEXT, seen TEXT"}

    def project(self, cursor: Any, advance: Advance) -> None:
        for eye, (game, fresh) in advance.seen.items():
            cursor.execute("INSERT INTO diary VALUES (?, ?, ?)", (advance.game, str(eye), repr((game, fresh, advance))))


def test_a_projection_that_does_not_say_who_may_read_it_is_not_registered_and_not_followed(ledger: Ledger, views: Views):
    with pytest.raises(TypeError, match="Diary does not say who may read it"):
        register(Diary())
    with pytest.raises(TypeError, match="Diary does not say who may read it"):
        Follower(ledger, views, [Diary()])
    assert "diary" not in {projection.name for projection in registered()}


def test_every_registered_projection_says_who_may_read_it():
    assert {projection.name: projection.audience for projection in registered()} == {
        "lobby": Audience.PUBLIC,
        "seat-views": Audience.EACH_EYE,
    }
    with pytest.raises(ValueError, match="there is a projection lobby already"):
        register(type("Other", (Projection,), {"name": "lobby", "audience": Audience.ARBITER})())


@pytest.mark.parametrize("audience", list(Audience))
def test_a_projection_is_shown_no_more_than_its_audience_may_know(ledger: Ledger, views: Views, audience: Audience):
    diary = type("Diary", (Diary,), {"audience": audience})()
    follower = Follower(ledger, views, [diary])
    game, dice = ledger.create(vault.RULESET.name, [Place("A"), Place("B"), Place("C")]).id, random.Random(5)
    while step(ledger, game, dice):
        follower.catch_up()
    records = ledger.records(game)
    rows = views.read("SELECT eye, seen FROM diary")
    eyes = {Audience.PUBLIC: {PUBLIC}, Audience.EACH_EYE: {"0", "1", "2", PUBLIC}, Audience.ARBITER: {ARBITER}}[audience]
    assert {eye for eye, _ in rows} == eyes
    for eye in eyes:
        named = vault.named_in("".join(seen for owner, seen in rows if owner == eye))
        if audience is Audience.PUBLIC:
            assert named == vault.shown_to(records, PUBLIC)
        elif audience is Audience.ARBITER:
            assert named == set(vault.STONES)
