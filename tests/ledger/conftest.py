"""A store in a file of its own, and a title to play: every ruleset in turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel import ruleset_named
from ledger import Created, Ledger
from tests.ledger.playing import TITLES, play, seats


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The file of the ledger; it is made when the ledger is opened."""
    return tmp_path / "data" / "ledger.db"


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
    """A game that has just begun, with as many seats as play it."""
    return ledger.create(title, seats(ruleset_named(title).seats[-1]))


@pytest.fixture
def finished(ledger: Ledger, title: str) -> Created:
    """A game that is over, with as few seats as play it."""
    created = ledger.create(title, seats(ruleset_named(title).seats[0]))
    play(ledger, created.id)
    return created
