"""`replay step` at a shell: what it refuses, and that it opens and leaves in a real terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from bench import viewer as bench
from cli import step
from cli.desk import Desk
from cli.main import app
from tests.viewer.conftest import Shelf

ROOT = Path(__file__).parents[2]


def refused(shelf: Shelf, *words: object) -> str:
    result = CliRunner().invoke(app, ["replay", "step", *map(str, words), "--store", shelf.url], prog_name="ledgerdemain")
    assert (result.exit_code, result.stdout) == (1, "")
    return result.stderr


NO_TERMINAL = "error: step needs a terminal; `replay show` and `replay log` write the same to a file or a pipe\n"


def test_without_a_terminal_it_names_the_commands_that_need_none(shelf: Shelf):
    assert refused(shelf, shelf.tape("duel").game) == NO_TERMINAL


def test_machines_are_sent_to_the_same_commands(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(step, "sys", SimpleNamespace(stdin=terminal, stdout=terminal))
    assert refused(shelf, shelf.tape("duel").game, "--json") == NO_TERMINAL


def test_what_is_not_there_is_refused_before_the_screen_changes(shelf: Shelf):
    game, desk = shelf.tape("duel").game, Desk(shelf.url)
    try:
        for words, told in (
            (("nowhere", "arbiter", None), "there is no game nowhere"),
            ((game, "7", None), "7 is no eye of this game"),
            ((game, "0", 4000), "has no record 4000: it has 133"),
        ):
            with pytest.raises(LookupError, match=told):
                step.opened(desk, *words)
        viewer = step.opened(desk, game, "1", 20)
        assert (viewer.reel.eye, viewer.reel.n) == (1, 20)
    finally:
        desk.close()


def test_a_bar_is_shown_only_when_loading_takes_a_while(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    with step._bar("Loading") as told:
        told(10, 20)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(step, "PATIENCE", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")  # a bar is drawn only where it can move
    with step._bar("Loading") as told:
        told(10, 20)
        told(20, 20)
    assert "Loading" in capsys.readouterr().err


def test_textual_is_not_imported_by_other_commands():
    code = "import sys, cli.main, cli.step; sys.exit(any(name.split('.')[0] == 'textual' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_it_opens_in_a_real_terminal_and_leaves_it(shelf: Shelf):
    assert bench._started(shelf.url, shelf.tape("breaking_bad").game) < bench.PATIENCE
