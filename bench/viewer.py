"""The terminal viewer: how long it takes from the start of the process to the first frame of a long game."""

from __future__ import annotations

import os
import pty
import select
import struct
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from subprocess import Popen
from termios import TIOCSWINSZ
from typing import Any

from bench.row import Row
from bench.store import filled
from domain.kernel import Ruleset
from ledger import Ledger

ROOT = Path(__file__).parents[1]
LONG = 2_000  # records of the game that is opened, if it lasts so long
TIMES = 5
SIZE = (24, 80)  # lines and columns
LAST = b"? keys"  # what the foot of the first frame says
PATIENCE = 30.0  # seconds that a start may take


def step(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Seconds from the start of `replay step` in a terminal to its first whole frame: the best of some, for others use the cores too."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:{folder}/bench.db"
        with Ledger.open(store) as ledger:
            game = filled(ledger, ruleset, LONG)
            version = ledger.sitting(game).version
        taken = min(_started(store, game) for _ in range(TIMES))
    yield Row("step", f"{ruleset.id}, {version} records", taken, "s", 1, at_least=False)


def _started(store: str, game: str) -> float:
    """Seconds until the first frame stands; then the viewer is told to quit."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
    began = time.perf_counter()
    words = [sys.executable, "-P", "-m", "cli", "--store", store, "replay", "step", game]
    settings = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    viewer = Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=settings)
    os.close(theirs)
    seen = b""
    try:
        with suppress(OSError):  # the terminal is gone when the viewer is
            while LAST not in seen and select.select([ours], [], [], PATIENCE)[0]:
                seen += os.read(ours, 1 << 16)
        taken = time.perf_counter() - began
        if LAST not in seen:
            raise RuntimeError(f"the viewer did not start: {seen[-400:].decode(errors='replace')}")
        os.write(ours, b"q")
        with suppress(OSError):
            while os.read(ours, 1 << 16):
                pass
        viewer.wait(PATIENCE)
    finally:
        viewer.kill()
        os.close(ours)
    return taken
