"""The habits of the suite, tried on a suite of its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = """
import pytest

def test_plain(): pass

@pytest.mark.skip(reason="not today")
def test_other(): pass

@pytest.mark.browser
def test_browser(): pytest.skip("no Chromium")

@pytest.mark.server
@pytest.mark.skipif(True, reason="no server")
def test_server(): pass

@pytest.mark.browser
@pytest.mark.xfail(reason="known")
def test_known(): raise AssertionError

@pytest.mark.long
@pytest.mark.server
def test_long(): pass

def test_scenarios(request): print("folders", [path.name for path in request.config.getoption("scenarios")])
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder with the suite above under this project's configuration."""
    root = Path(__file__).parents[2]
    shutil.copy(root / "pyproject.toml", tmp_path)
    (tmp_path / "tests").mkdir()
    shutil.copy(root / "tests" / "conftest.py", tmp_path / "tests")
    (tmp_path / "tests" / "test_it.py").write_text(SUITE)
    return tmp_path


def run(suite: Path, *words: str, **environ: str) -> str:
    """What pytest says of the suite."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-s", *words]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "LEDGERDEMAIN"))}
    return subprocess.run(command, cwd=suite, env=kept | environ, capture_output=True, text=True, check=False).stdout


def counts(said: str) -> dict[str, int]:
    """The numbers of the closing line."""
    return {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|xfailed|error)", said.splitlines()[-1])}


def test_at_home_skips_are_skips_and_long_tests_wait(suite: Path):
    (suite / "more").mkdir()
    said = run(suite, "--scenarios", "more", "--scenarios", "tests")
    assert counts(said) == {"passed": 2, "skipped": 4, "xfailed": 1}
    assert "long: ./dev test --long runs it" in said
    assert "folders ['more', 'tests']" in said


def test_a_skipped_browser_or_server_test_fails_where_nothing_may_be_skipped(suite: Path):
    said = run(suite, LEDGERDEMAIN_NO_SKIPS="1")
    assert counts(said) == {"passed": 2, "failed": 1, "error": 1, "skipped": 2, "xfailed": 1}
    assert "(--no-skips): Skipped: no Chromium" in said
    assert "(--no-skips): Skipped: no server" in said


def test_long_tests_run_when_asked_for_and_a_module_that_skips_itself_is_not_overlooked(suite: Path):
    (suite / "tests" / "test_gone.py").write_text("import pytest\npytest.importorskip('no_such_module')\n")
    assert counts(run(suite, "--long")) == {"passed": 3, "skipped": 4, "xfailed": 1}
    assert counts(run(suite, "--no-skips")) == {"error": 1}


def test_a_scenario_folder_must_exist(suite: Path):
    assert run(suite, "--scenarios", "nowhere") == ""
