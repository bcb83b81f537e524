"""A store in a file of its own, and a title to play: every ruleset in turn."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.kernel import ruleset_named
from ledger import Created, Ledger
from tests.ledger.playing import TITLES, play, seats


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Created]]:
    """The folder of a store in which one game of a title was played to its end, with as few seats as play it.

    It is always the same game, so that no test depends on how long it is, and it is played once for all tests.
    """

    @cache
    def of(title: str) -> tuple[Path, Created]:
        folder = tmp_path_factory.mktemp("played")
        with Ledger.open(f"sqlite:{folder}/ledger.db") as ledger:
            created = ledger.create(title, seats(ruleset_named(title).seats[0]), {"seed": "finished"})
            play(ledger, created.id)
        return folder, created

    return of


@pytest.fixture
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The file of the ledger; it is made when the ledger is opened, unless there is to be a finished game in it."""
    folder = tmp_path / "data"
    if "finished" in request.fixturenames:
        shutil.copytree(request.getfixturevalue("played")(request.getfixturevalue("title"))[0], folder)
    return folder / "ledger.db"


@pytest.fixture
def ledger(store: Path) -> Iterator[Ledger]:
    with Ledger.open(f"sqlite:{store}") as opened:
        yield opened


@pytest.fixture(params=TITLES)
def title(request: pytest.FixtureRequest) -> str:
    """Every ruleset that can be played."""
    return request.param


@pytest.fixture
def game(ledger: Ledger, title: str) -> Created:
    """A fair game that has just begun, with as many seats as play it."""
    return ledger.create(title, seats(ruleset_named(title).seats[-1]))


@pytest.fixture
def finished(played: Callable[[str], tuple[Path, Created]], title: str) -> Created:
    """A game that is over; it is in the store already."""
    return played(title)[1]
