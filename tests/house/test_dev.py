"""`./dev`: what it says, what it starts, and when it installs; against a stand-in for the virtualenv, so nothing is installed here."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ECHO = '#!/bin/sh\nprintf "cwd=%s\\n" "$PWD"\nprintf "path=%s\\n" "$PYTHONPATH"\nfor word; do printf "%s\\n" "$word"; done\n'
RECORDER = "import sys\nprint('install', *sys.argv[1:])\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone at a path with a space, whose virtualenvs are complete and whose Python only repeats what it is told."""
    root = tmp_path / "my clone"
    (root / "requirements").mkdir(parents=True)
    shutil.copy(ROOT / "dev", root)
    (root / "requirements" / "install.py").write_text(RECORDER)
    for venv, locks in ((".venv", ("run", "test")), (".venv-check", ("check",))):
        python = root / venv / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(ECHO)
        python.chmod(0o755)
        for lock in locks:
            (root / "requirements" / f"{lock}.lock").write_text(f"{lock}\n")
            (root / venv / f"{lock}.lock").write_text(f"{lock}\n")
    return root


def dev(root: Path, *words: str, cwd: Path | None = None, status: int = 0, path: str | None = None) -> list[str]:
    """What `./dev` prints, line by line."""
    environ = {"PATH": path or os.environ["PATH"], "VIRTUAL_ENV": "/nowhere", "PYTHONPATH": "/nowhere"}
    done = subprocess.run([root / "dev", *words], cwd=cwd or root, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("help",)])
def test_help_lists_every_command(words: tuple[str, ...]):
    text = "\n".join(dev(ROOT, *words))
    for command in ("test", "check", "bench", "lock", "serve", "play", "games", "rules", "replay"):
        assert f"\n  {command}" in text or f", {command} " in text, command
    for option in ("--fix", "--long", "--scenarios", "--no-skips"):
        assert option in text


def test_other_words_go_to_the_command_line_from_where_one_stands(clone: Path, tmp_path: Path):
    assert dev(clone, "play", "bad_company", "--option", "a b", cwd=tmp_path) == [
        f"cwd={tmp_path}", f"path={clone}", "-P", "-m", "cli", "play", "bad_company", "--option", "a b",
    ]  # fmt: skip


def test_a_relative_call_finds_the_clone(clone: Path, tmp_path: Path):
    done = subprocess.run(["./my clone/dev", "games"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[:2] == [f"cwd={tmp_path}", f"path={clone}"]


def test_tests_run_at_the_root_on_all_cores(clone: Path):
    workers = str(os.sysconf("SC_NPROCESSORS_ONLN") + 1)
    assert dev(clone, "test", "-k", "a or b") == [
        f"cwd={clone}", f"path={clone}", "-P", "-m", "pytest", "-n", workers, "--maxprocesses", "4", "--dist", "worksteal", "-k", "a or b",
    ]  # fmt: skip


@pytest.mark.parametrize("words", [("--pdb",), ("-n", "0"), ("-n4",), ("-p", "no:xdist"), ("--numprocesses=3",), ("--co",)])
def test_the_caller_may_say_how_tests_run(clone: Path, words: tuple[str, ...]):
    assert dev(clone, "test", *words)[2:] == ["-P", "-m", "pytest", *words]


def test_paths_of_tests_are_the_callers(clone: Path):
    folder = clone / "tests" / "house"
    folder.mkdir(parents=True)
    (folder / "test_a.py").touch()
    said = dev(clone, "test", "test_a.py::test_b", "-k", "x", "--scenarios", ".", "--scenarios=..", cwd=folder)
    assert said[0] == f"cwd={clone}"
    assert said[-6:] == [f"{folder}/test_a.py::test_b", "-k", "x", "--scenarios", f"{folder}/.", f"--scenarios={folder}/.."]


def test_nothing_is_installed_twice(clone: Path):
    assert not any(line.startswith("install") for line in dev(clone, "games") + dev(clone, "bench") + dev(clone, "test"))


def test_running_installs_no_test_tools(clone: Path):
    (clone / "requirements" / "run.lock").write_text("newer\n")
    (clone / ".venv" / "test.lock").unlink()
    assert dev(clone, "games")[0] == "install .venv run"
    assert dev(clone, "test")[0] == "install .venv run test"


def test_where_installing_fails_nothing_is_started(clone: Path):
    (clone / "requirements" / "install.py").write_text("raise SystemExit('no network')")
    (clone / "requirements" / "run.lock").write_text("newer\n")
    for command in ("games", "test", "check", "bench"):
        assert dev(clone, command, status=1) == ["no network"]


def test_a_virtualenv_that_lost_its_python_is_made_again(clone: Path):
    python = clone / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(clone / "gone")
    assert dev(clone, "games", status=127)[0] == "install .venv run"


def test_check_runs_everything_and_gives_every_verdict(clone: Path):
    tool = clone / ".venv-check" / "bin" / "python"
    tool.write_text('#!/bin/sh\ncase "$*" in *"ruff format"*) exit 1 ;; esac\n')
    said = dev(clone, "check", status=1)
    verdicts = ["  ok      ruff check", "  FAILED  ruff format --check", "  ok      basedpyright", "  ok      import-linter"]
    assert said[-5:] == ["== verdicts", *verdicts]
    tool.write_text("#!/bin/sh\n")
    assert "FAILED" not in "\n".join(dev(clone, "check"))
    assert dev(clone, "check", "--fix")[:2] == ["== ruff check --fix", "== ruff format"]
    assert dev(clone, "check", "--fast", status=1) == ["dev: check takes --fix and nothing else"]


@pytest.mark.parametrize(
    ("version", "venv", "message"),
    [
        ("3.9", 0, "Python 3.11 or later is needed; the newest found here is 3.9"),
        ("3.11", 1, "Python 3.11 here cannot make virtualenvs (no ensurepip); on Debian or Ubuntu: apt-get install python3.11-venv"),
        (None, 0, "Python 3.11 or later is needed, and no python3 was found on PATH"),
    ],
)
def test_what_is_missing_is_named(clone: Path, tmp_path: Path, version: str | None, venv: int, message: str):
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "cmp"):
        (programs / name).symlink_to(shutil.which(name) or name)
    if version:
        old = int(version == "3.9")
        stub = f"#!/bin/sh\ncase $3 in *ensurepip*) exit {venv} ;; *'< (3, 11)'*) exit {old} ;; *) echo {version} ;; esac\n"
        (programs / "python3").write_text(stub)
        (programs / "python3").chmod(0o755)
    shutil.rmtree(clone / ".venv")
    assert dev(clone, "games", status=1, path=str(programs)) == [f"dev: {message}"]
