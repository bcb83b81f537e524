"""Killed at any instant: whole batches or none, and nothing that was acknowledged is lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from domain.kernel import Step, batches
from ledger import Ledger
from tests.ledger.playing import rows, sql

ROOT = Path(__file__).parents[2]

# Plays games one after the other, and says what it was told: game, version and key of every accepted command.
VICTIM = """
import random, sys
import tests.toy
from ledger import Ledger
from tests.ledger.playing import seats, step
store, seed = sys.argv[1:]
rng = random.Random(seed)
with Ledger.open(store) as ledger:
    while True:
        game = ledger.create("duel", seats(3))
        print("accepted", game.id, game.version, "-", flush=True)
        n = 0
        while not ledger.sitting(game.id).game.over:
            n += 1
            accepted = step(ledger, game.id, rng, key=f"{seed}/{n}")
            print("accepted", game.id, accepted.version, f"{seed}/{n}", flush=True)
        if rng.random() < 0.5:
            fork = ledger.fork(game.id, rng.randint(game.version, ledger.sitting(game.id).version))
            print("accepted", fork.id, fork.version, "-", flush=True)
"""


def test_a_kill_at_any_instant_leaves_whole_batches_and_loses_nothing_acknowledged(store: Path):
    rng = random.Random(20)
    for round_ in range(6):
        victim = subprocess.Popen(
            [sys.executable, "-c", VICTIM, f"sqlite:{store}", str(round_)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert victim.stdout is not None
        first = victim.stdout.readline()
        time.sleep(rng.uniform(0, 0.25))
        victim.kill()
        out, err = victim.communicate(timeout=30)
        assert victim.returncode == -signal.SIGKILL, err
        # the last line may be cut off: what it would have said was not said
        said = [line.split() for line in (first + out).splitlines(keepends=True) if line.endswith("\n")]
        assert said, "it was killed before it had done anything"
        with Ledger.open(f"sqlite:{store}") as ledger:
            for _, game, version, _ in said:
                assert ledger.sitting(game).version >= int(version), "an acknowledged batch is lost"
            for _, game, version, key in said:
                if key != "-":
                    assert sql(store, "SELECT last FROM claims WHERE game = ? AND key = ?", game, key) == [(int(version),)]
            for game in ledger.games():
                sitting = ledger.sitting(game)
                assert not any(isinstance(owed.what, Step) for owed in sitting.game.due()), "half a batch"
                ends = {batch[-1].index for batch in batches(ledger.records(game))}
                assert sitting.version in ends
                spans = sql(store, "SELECT first, last FROM claims WHERE game = ? ORDER BY first", game)
                assert all(last in ends for _, last in spans)
                assert spans == [] or spans[-1][1] == sitting.version, "records and keys are one transaction"
                assert len(rows(store, game)) == sitting.version - (sitting.parent[1] if sitting.parent else 0)
    assert len(sql(store, "SELECT game FROM games")) >= 6


def test_a_kill_at_the_first_start_leaves_a_store_that_opens(tmp_path: Path):
    rng = random.Random(3)
    for round_ in range(4):
        store = tmp_path / f"{round_}" / "ledger.db"
        victim = subprocess.Popen(
            [sys.executable, "-c", VICTIM, f"sqlite:{store}", "0"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 30
        while not store.parent.exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(rng.uniform(0, 0.03))
        victim.kill()
        victim.wait(30)
        with Ledger.open(f"sqlite:{store}") as ledger:
            for game in ledger.games():
                ledger.sitting(game)
