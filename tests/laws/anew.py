"""Laws that need a new process: a game follows from its seed alone, and a tape folds without any component file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.laws.process import digest
from tests.table import Table

MODULES = "domain.games,tests.toy"
ROOT = Path(__file__).parents[2]


def check_new_process(table: Table, modules: str = MODULES) -> None:
    """The same seed gives the same game in a new process, whatever seed its hashes have."""
    here = digest(*map(table.ruleset.wire.encode, table.log))
    for hash_seed in ("1", "2"):
        there = _run(hash_seed, "play", modules, table.ruleset.id, str(len(table.seats)), str(table.seed))
        assert there == here, f"{table.ruleset.id} plays another game in a new process (PYTHONHASHSEED={hash_seed})"


def check_folds_without_files(table: Table, modules: str = MODULES) -> None:
    """The tape of a game folds to its last position in a process that can not read any component file."""
    tape = b"\n".join(map(table.ruleset.wire.encode, table.log))
    there = _run("0", "fold", modules, table.ruleset.id, tape=tape)
    assert there == digest(table.ruleset.wire.encode(table.game)), f"a tape of {table.ruleset.id} folds to something else"


def _run(hash_seed: str, *words: str, tape: bytes = b"") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.process", *words],
        input=tape,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode().strip().splitlines()[-1]
    return done.stdout.decode().strip()
