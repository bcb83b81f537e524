"""Many at once: threads of one process, and processes on one file."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import Answered, Refused, awaited, ruleset_named
from ledger import Created, Ledger, Stale
from tests.ledger.playing import TOGETHER, choices, lanes, play_until, rows, seats, sql

ROOT = Path(__file__).parents[2]

PLAYER = """
import random, sys, time
import domain.games, tests.toy
from domain.kernel import Refused
from ledger import Ledger, Stale
from tests.ledger.playing import step
store, game, seed = sys.argv[1:]
rng, mine = random.Random(seed), 0
with Ledger.open(store) as ledger:
    print("ready", flush=True)
    sys.stdin.readline()
    while not ledger.sitting(game).game.over:
        try:
            accepted = step(ledger, game, rng, key=f"{seed}/{mine}")
        except (Refused, Stale):
            continue  # somebody else answered that question
        mine += 1
        print(*(record.index for record in accepted.records), flush=True)
"""


def at_once(*work: Callable[[], object]) -> list[object]:
    """All of it, begun at the same moment in threads of its own; what each gave, or raised."""
    start = threading.Barrier(len(work))

    def one(job: Callable[[], object]) -> object:
        start.wait()
        try:
            return job()
        except Exception as raised:
            return raised

    with ThreadPoolExecutor(len(work)) as threads:
        return list(threads.map(one, work))


def whole(store: Path, game: str) -> None:
    """The records of a game are numbered without gap, and the game loads."""
    indices = [row[0] for row in rows(store, game)]
    assert indices == list(range(indices[0], indices[0] + len(indices)))
    with Ledger.open(f"sqlite:{store}") as ledger:
        ledger.sitting(game)


def test_one_question_is_answered_once_however_many_answer_it(ledger: Ledger, store: Path, game: Created):
    for _ in range(5):
        sitting = ledger.sitting(game.id)
        seat = awaited(sitting.game)[0]
        serial = next(owed.id for owed in sitting.game.due() if getattr(owed.what, "seat", None) == seat)
        address = choices(sitting, seat)[0]
        answers = at_once(*[lambda: ledger.act(game.id, seat, address) for _ in range(8)])  # noqa: B023 - done before the next round
        accepted = [answer for answer in answers if not isinstance(answer, Exception)]
        assert len(accepted) == 1, answers
        assert all(isinstance(answer, Refused) for answer in answers if answer not in accepted)
        closed = [record for record in ledger.records(game.id) if serial in record.closes]
        assert len(closed) == 1
    whole(store, game.id)


def test_one_key_is_carried_out_once_however_often_it_comes(ledger: Ledger, store: Path, game: Created):
    with Ledger.open(f"sqlite:{store}") as other:
        for round_ in range(5):
            sitting = ledger.sitting(game.id)
            seat = awaited(sitting.game)[0]
            address = choices(sitting, seat)[0]
            both = (ledger, other)
            answers = at_once(*[lambda n=n: both[n % 2].act(game.id, seat, address, key=f"{round_}") for n in range(8)])  # noqa: B023
            assert not [answer for answer in answers if isinstance(answer, Exception)]
            assert Counter(getattr(answer, "replayed", None) for answer in answers) == {False: 1, True: 7}
            assert len({getattr(answer, "version", None) for answer in answers}) == 1
    assert sql(store, "SELECT count(*) FROM claims") == [(5,)]
    whole(store, game.id)


@pytest.mark.parametrize("title", TOGETHER)
def test_lanes_are_answered_at_once_by_two_ledgers_without_losing_one(store: Path, title: str):
    with Ledger.open(f"sqlite:{store}") as ledger, Ledger.open(f"sqlite:{store}") as other:
        for seed in range(4):
            game = ledger.create(title, seats(ruleset_named(title).seats[-1]), {"seed": "lanes"}).id
            sitting = play_until(ledger, game, lanes, seed)
            waiting = awaited(sitting.game)
            both = (ledger, other)
            jobs = [
                lambda seat=seat, address=random.Random(seed).choice(choices(sitting, seat)): both[seat % 2].act(game, seat, address)  # noqa: B023
                for seat in waiting
            ]
            answers = at_once(*jobs)
            assert not [answer for answer in answers if isinstance(answer, Exception)], answers
            answered = [r.fact.seat for r in ledger.records(game, sitting.version) if isinstance(r.fact, Answered)]
            assert sorted(answered) == sorted(waiting)
            whole(store, game)


@pytest.mark.parametrize("title", TOGETHER)
def test_of_those_who_expect_a_version_one_wins_and_the_others_are_told(ledger: Ledger, store: Path, title: str):
    game = ledger.create(title, seats(ruleset_named(title).seats[-1]), {"seed": "lanes"}).id
    sitting = play_until(ledger, game, lanes)
    with Ledger.open(f"sqlite:{store}") as other:
        both = (ledger, other)
        answers = at_once(
            *[
                lambda n=n, seat=seat: both[n % 2].act(game, seat, choices(sitting, seat)[0], expected_version=sitting.version)
                for n, seat in enumerate(awaited(sitting.game))
            ]
        )
    stale = [answer for answer in answers if isinstance(answer, Stale)]
    assert len(stale) == len(answers) - 1
    assert all(answer.expected == sitting.version < answer.current for answer in stale)


@pytest.mark.parametrize(("attempts", "wins"), [(5, True), (3, False)])
def test_who_loses_a_race_decides_again_but_not_for_ever(
    ledger: Ledger, store: Path, monkeypatch: pytest.MonkeyPatch, attempts: int, wins: bool
):
    game = ledger.create("duel", seats(4), {"seed": "lanes"}).id
    sitting = play_until(ledger, game, lanes)
    slow, *faster = awaited(sitting.game)
    assert len(faster) == 3
    insert = ledger._recorder.insert_events
    with Ledger.open(f"sqlite:{store}") as other:

        def beaten(*entries: Any, **more: Any) -> Any:
            """Just before it writes, somebody else does."""
            if faster:
                seat = faster.pop()
                other.act(game, seat, choices(other.sitting(game), seat)[0])
            return insert(*entries, **more)

        monkeypatch.setattr(ledger._recorder, "insert_events", beaten)
        monkeypatch.setattr("ledger.ledger.ATTEMPTS", attempts)
        if wins:
            accepted = ledger.act(game, slow, choices(sitting, slow)[0], key="slow")
            assert accepted.version == other.sitting(game).version
        else:
            with pytest.raises(Stale) as stale:
                ledger.act(game, slow, choices(sitting, slow)[0], key="slow")
            assert stale.value.current == other.sitting(game).version > stale.value.expected
            assert sql(store, "SELECT count(*) FROM claims") == [(0,)]
    whole(store, game)


def test_two_processes_play_one_game_and_every_answer_is_in_it_once(store: Path):
    with Ledger.open(f"sqlite:{store}") as ledger:
        game = ledger.create("duel", seats(4), {"seed": "two"})
        players = [
            subprocess.Popen(
                [sys.executable, "-c", PLAYER, f"sqlite:{store}", game.id, str(seed)],
                cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
            for seed in (1, 2)
        ]  # fmt: skip
        for player in players:
            assert player.stdout is not None
            assert player.stdout.readline() == "ready\n"
        told = [player.communicate("go\n", timeout=120) for player in players]
        assert [player.returncode for player in players] == [0, 0], told
        acknowledged = [int(index) for out, _ in told for index in out.split()]
        assert sorted(acknowledged) == list(range(game.version + 1, ledger.sitting(game.id).version + 1))
        claims = sql(store, "SELECT first, last FROM claims ORDER BY first")
        assert [first for first, _ in claims] == [game.version + 1, *(last + 1 for _, last in claims[:-1])]
    whole(store, game.id)


def test_readers_do_not_wait_for_a_writer(ledger: Ledger, store: Path, game: Created):
    waiting = threading.Thread(target=lambda: ledger.create("duel", seats(2)))
    connection = sqlite3.connect(store, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        waiting.start()
        ledger.forget()
        assert ledger.sitting(game.id).version == game.version
        assert waiting.is_alive(), "the writer waits"
    finally:
        connection.execute("ROLLBACK")
        connection.close()
        waiting.join(30)
    assert len(ledger.games()) == 2
