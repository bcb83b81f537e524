"""Finished duels to take away, to tamper with, and to bring back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import pytest

import domain.games  # noqa: F401 - registers what is shipped
import tests.toy  # noqa: F401 - registers the toy ruleset
from domain.kernel import Place
from ledger import Ledger
from replay.export import export
from replay.robots import Robots

LONG = 80  # records, so that there is something before, at and after the places that are hurt


class Played(NamedTuple):
    """A store with two finished duels, and what the first looks like in a file."""

    folder: Path
    game: str
    other: str
    key: str
    file: bytes
    other_file: bytes


def bots(seats: int) -> list[Place]:
    return [Place(f"Bot {seat}", "random") for seat in range(seats)]


def played_on(ledger: Ledger, game: str) -> str:
    Robots(ledger).answer(game)
    assert ledger.sitting(game).game.over
    return game


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Nobody writes here: tests work on copies. The games are fair ones, so that their chance is a secret until they are over."""
    folder = tmp_path_factory.mktemp("played")
    with Ledger.open(f"sqlite:{folder}/ledger.db") as ledger:
        ids = list[str]()
        while len(ids) < 2:
            game = played_on(ledger, ledger.create("duel", bots(2)).id)
            ids += [game] if ledger.head(game).index >= LONG else []
        return Played(folder, ids[0], ids[1], ledger.signer.public, export(ledger, ids[0]), export(ledger, ids[1]))


@pytest.fixture
def ledger(tmp_path: Path, played: Played) -> Iterator[Ledger]:
    copytree(played.folder, tmp_path / "here")
    with Ledger.open(f"sqlite:{tmp_path}/here/ledger.db") as opened:
        yield opened


@pytest.fixture(scope="session")
def dice(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The arbiter's file of a finished game with dice."""
    with Ledger.open(f"sqlite:{tmp_path_factory.mktemp('dice')}/ledger.db") as ledger:
        return export(ledger, played_on(ledger, ledger.create("bad_company", bots(2)).id))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Ledger]:
    """An empty store with keys of its own."""
    with Ledger.open(f"sqlite:{tmp_path}/elsewhere/ledger.db") as opened:
        yield opened
