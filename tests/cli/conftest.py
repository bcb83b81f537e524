"""The command line over a store in which bots have played duels."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import tests.toy  # noqa: F401 - registers the toy ruleset
from cli.main import app
from ledger import Ledger


class Face:
    """The command line over one store: `say` runs a command that must succeed, `fail` one that must not."""

    def __init__(self, folder: Path, games: list[str]) -> None:
        self.store = f"sqlite:{folder / 'ledger.db'}"
        self.games = games
        self.file = folder / "ledger.db"

    def run(self, *words: object) -> Result:
        return CliRunner().invoke(app, [*map(str, words), "--store", self.store], prog_name="ledgerdemain")

    def say(self, *words: object) -> str:
        result = self.run(*words)
        assert (result.exit_code, result.stderr) == (0, ""), (result.stderr, result.exception)
        return result.stdout

    def json(self, *words: object) -> Any:
        return json.loads(self.say(*words, "--json"))

    def fail(self, *words: object, code: int = 1) -> str:
        """What it says on standard error, which is one line."""
        result = self.run(*words)
        assert result.exit_code == code, (result.stdout, result.stderr, result.exception)
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
        assert "Traceback" not in result.stderr
        return result.stderr.removeprefix("error: ").rstrip("\n")

    def open(self) -> Ledger:
        return Ledger.open(self.store)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Face:
    """Two finished duels, of three and of two. Nobody writes here: tests work on copies."""
    face = Face(tmp_path_factory.mktemp("played"), [])
    for seats in (3, 2):
        result = face.run("play", "duel", "--seats", seats, "--seed", 7, "--json")
        assert result.exit_code == 0
        face.games.append(json.loads(result.stdout)["id"])
    return face


@pytest.fixture
def face(played: Face, tmp_path: Path) -> Face:
    copytree(played.file.parent, tmp_path, dirs_exist_ok=True)
    return Face(tmp_path, played.games)
