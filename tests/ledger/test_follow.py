"""The log of all games, and who is woken when it grows."""

from __future__ import annotations

import logging
import random
import threading
from pathlib import Path

import pytest

from domain.kernel import Refused
from ledger import Created, Ledger
from tests.ledger.playing import play, seats, sql, step


def test_every_record_of_every_game_is_told_once_in_order(ledger: Ledger, store: Path):
    rng = random.Random(1)
    assert (ledger.follow(0), ledger.newest()) == ([], 0)
    games = [ledger.create("duel", seats(2 + n), {"seed": "told"}).id for n in range(3)]
    with Ledger.open(f"sqlite:{store}") as other:
        for _ in range(30):
            step(rng.choice((ledger, other)), rng.choice(games), rng)
    told, after = [], 0
    while notes := ledger.follow(after, limit=7):
        assert len(notes) <= 7
        told += notes
        after = notes[-1].id
    assert [note.id for note in told] == sorted({note.id for note in told})
    assert told[-1].id == ledger.newest()
    for game in games:
        mine = [note for note in told if note.game == game]
        assert [note.record for note in mine] == ledger.records(game)
        assert [note.index for note in mine] == list(range(1, len(mine) + 1))


def test_a_batch_is_told_of_all_at_once(ledger: Ledger, store: Path):
    """Nobody ever sees a part of a batch, however he polls while others write."""
    game, seen, done = ledger.create("duel", seats(4)).id, list[int](), threading.Event()

    def look() -> None:
        with Ledger.open(f"sqlite:{store}") as other:
            while not done.is_set():
                seen.append(other.newest())

    looking = threading.Thread(target=look)
    looking.start()
    ends = {ledger.newest()}
    rng = random.Random(3)
    while not ledger.sitting(game).game.over:
        step(ledger, game, rng)
        ends.add(ledger.newest())
    done.set()
    looking.join(30)
    assert set(seen) <= ends


def test_positions_stay_when_the_file_is_tidied_up(ledger: Ledger, store: Path):
    for _ in range(3):
        play(ledger, ledger.create("duel", seats(2)).id)
    before = [(note.id, note.game, note.index) for note in ledger.follow(0, 10_000)]
    sql(store, "DELETE FROM records WHERE rowid = 5")
    ledger.close()
    sql(store, "VACUUM")
    with Ledger.open(f"sqlite:{store}") as other:
        assert [(note.id, note.game, note.index) for note in other.follow(0, 10_000)] == [note for note in before if note[0] != 5]


def test_what_can_not_be_read_holds_up_nobody(ledger: Ledger, store: Path):
    game = ledger.create("duel", seats(2)).id
    sql(store, "UPDATE records SET state = x'7b7d' WHERE originator_version = 3")
    notes = ledger.follow(0)
    assert [note.index for note in notes if note.record is None] == [3]
    assert [note.index for note in notes] == list(range(1, len(notes) + 1))
    sql(store, "DELETE FROM games WHERE game = ?", game)
    with Ledger.open(f"sqlite:{store}") as other:
        assert all(note.record is None for note in other.follow(0))


def test_huge_positions_have_nothing_behind_them(ledger: Ledger, game: Created):
    assert ledger.follow(10**30) == []


def test_commits_wake_whoever_asked_for_it(ledger: Ledger, game: Created):
    woken = list[tuple[str, int]]()

    def listener(woken_game: str, version: int) -> None:
        assert ledger.head(woken_game).index == version, "what it is told of is committed"
        woken.append((woken_game, version))

    stop = ledger.on_commit(listener)
    first = step(ledger, game.id, random.Random(1), key="a")
    with pytest.raises(Refused):
        ledger.act(game.id, 0, "nonsense")
    second = step(ledger, game.id, random.Random(2))
    created = ledger.create("duel", seats(2))
    assert woken == [(game.id, first.version), (game.id, second.version), (created.id, created.version)]
    play(ledger, created.id)
    del woken[:]
    fork = ledger.fork(created.id, created.version)
    assert woken == [(fork.id, fork.version)]
    stop()
    step(ledger, game.id, random.Random(3))
    assert len(woken) == 1


def test_a_listener_that_fails_or_acts_itself_does_no_harm(ledger: Ledger, game: Created, caplog: pytest.LogCaptureFixture):
    rng, acted = random.Random(5), list[int]()

    def eager(woken: str, version: int) -> None:
        if len(acted) < 3 and not ledger.sitting(woken).game.over:
            acted.append(version)
            step(ledger, woken, rng)

    def broken(woken: str, version: int) -> None:
        raise ZeroDivisionError

    ledger.on_commit(broken)
    ledger.on_commit(eager)
    with caplog.at_level(logging.ERROR):
        accepted = step(ledger, game.id, rng)
    assert "a listener failed" in caplog.text
    assert acted[0] == accepted.version
    assert len(acted) == 3
    assert ledger.sitting(game.id).version > accepted.version
