"""The replay page: how many bytes a tape is on its way to a browser, and how long a step takes there."""

from __future__ import annotations

import gzip
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from api.app import create_app
from api.film import lines
from bench.play import SEATS, random_game
from bench.row import Row
from bench.store import filled
from domain.kernel import ARBITER, Ruleset
from ledger import Ledger, Settings
from replay.tape import Tape
from tests.pages.browser import Browser, Page, chromium

PART = 500  # records whose bytes are counted
LONG = 2_000  # records of the game that is scrubbed, if it lasts so long
STEPS = 300
STEP = "document.querySelector('[data-go=next]').click(); document.body.offsetHeight; 0"
BUSY = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


def tape(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Compressed kilobytes of the first records of a game under the arbiter's eye, who sees most."""
    _, log, _ = random_game(ruleset, SEATS, 1)
    sent = list(lines(Tape(ruleset, log, ARBITER), ruleset.title, None))[: PART + 1]
    yield Row("tape", f"{ruleset.id}, {PART} records", len(gzip.compress(b"".join(sent), 6)) / 1e3, "kB", 150, at_least=False)


def scrub(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Milliseconds of a core for a step in a headless Chromium: script, style and layout; nothing, where there is no Chromium."""
    binary = chromium()
    if binary is None:
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        settings = Settings(store=f"sqlite:{folder / 'bench.db'}")
        with Ledger.open(settings) as ledger:
            game = filled(ledger, ruleset, LONG)
            version = ledger.sitting(game).version
        browser = Browser(binary, folder / "chromium")
        try:
            with _serving(settings) as url:
                page = browser.page()
                page.open(f"{url}/replays/{game}?at={max(1, (version - STEPS) // 2)}")
                page.call("Performance.enable", timeDomain="threadTicks")
                times = sorted(_step(page) for _ in range(STEPS))
        finally:
            browser.close()
    what = f"{ruleset.id}, {version} records"
    yield Row("scrub", f"{what}, median", times[STEPS // 2], "ms/step")
    yield Row("scrub", f"{what}, p95", times[STEPS * 95 // 100], "ms/step", 16, at_least=False)


def _step(page: Page) -> float:
    """Milliseconds of a core that a step to the next record takes."""
    before = _busy(page)
    page.eval(STEP)
    return (_busy(page) - before) * 1e3


def _busy(page: Page) -> float:
    """Seconds of a core that the page has spent on script, style and layout."""
    return sum(metric["value"] for metric in page.call("Performance.getMetrics")["metrics"] if metric["name"] in BUSY)


@contextmanager
def _serving(settings: Settings) -> Iterator[str]:
    """The address of a server over a store, until the block ends."""
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=0, log_config=None, access_log=False, lifespan="on"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
