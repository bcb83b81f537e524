"""A server with a finished game of every ruleset, and a browser to look at them with."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel import ruleset_named
from tests.api.served import Served, serving
from tests.pages.browser import Browser, chromium

PATIENCE = 60.0  # seconds that bots may take for a game


class Shelf:
    """A server, and the finished games that it has been asked for so far, one of each ruleset."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.url = str(served.http.base_url).rstrip("/")
        self._games: dict[str, str] = {}

    def game(self, ruleset: str) -> str:
        """The id of a finished game of a ruleset, played by bots with as few seats as it takes."""
        if ruleset not in self._games:
            named = ruleset_named(ruleset)
            bots = dict.fromkeys(range(named.seats[0]), "random")
            table = self.served.table(ruleset, named.seats[0], bots, seed="7")
            self.finished(table.id)
            self._games[ruleset] = table.id
        return self._games[ruleset]

    def finished(self, game: str) -> None:
        """Wait until a game is over."""
        end = time.monotonic() + PATIENCE
        while not self.served.house.ledger.sitting(game).game.over:
            assert time.monotonic() < end, f"the bots did not finish {game}"
            time.sleep(0.02)


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    with serving(tmp_path_factory.mktemp("pages")) as served:
        yield Shelf(served)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    binary = chromium()
    if binary is None:
        pytest.skip("no Chromium on PATH; `apt-get install chromium` installs one")
    running = Browser(binary, tmp_path_factory.mktemp("chromium"))
    try:
        yield running
    finally:
        running.close()


@pytest.fixture(scope="session")
def pictures(request: pytest.FixtureRequest) -> Path:
    """Where pictures are kept for people to look at."""
    return request.config.rootpath / "build" / "screenshots"
