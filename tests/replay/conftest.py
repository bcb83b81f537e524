"""A ledger in which bots have played a duel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

import tests.toy  # noqa: F401 - registers the toy ruleset
from domain.kernel import Place
from ledger import Ledger
from replay.robots import Robots
from replay.tape import Tape


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a store with a finished duel of three, and its id. Nobody writes here: tests work on copies."""
    folder = tmp_path_factory.mktemp("played")
    with Ledger.open(f"sqlite:{folder / 'ledger.db'}") as ledger:
        game = ledger.create("duel", [Place(f"Bot {seat}", "random") for seat in range(3)], {"seed": "7"}).id
        Robots(ledger).answer(game)
    return folder, game


@pytest.fixture
def ledger(tmp_path: Path, played: tuple[Path, str]) -> Iterator[Ledger]:
    copytree(played[0], tmp_path, dirs_exist_ok=True)
    with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as opened:
        yield opened


@pytest.fixture
def tape(ledger: Ledger, played: tuple[Path, str]) -> Tape:
    """The finished duel, with nothing redacted."""
    return Tape.load(ledger, played[1])
