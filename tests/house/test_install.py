"""`requirements/install.py`: stamps, marks and mending, with the commands it would run only recorded."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "requirements" / "install.py"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The installer as a module, over an empty house of its own; `house.calls` are the commands it ran."""
    spec = importlib.util.spec_from_file_location("install", SOURCE)
    assert spec
    assert spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "requirements").mkdir()
    module.calls = []
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "works", lambda python: python.parent.parent.joinpath("sound").exists())
    monkeypatch.setattr(module, "call", lambda held, *words: module.calls.append([str(word) for word in words]))
    return module


def lock(house: Any, name: str, *packages: str) -> bytes:
    """Write a lock."""
    path = house.ROOT / "requirements" / f"{name}.lock"
    path.write_text("".join(f"{package}==1.0 \\\n    --hash=sha256:{'0' * 64}\n" for package in packages))
    return path.read_bytes()


@pytest.fixture
def venv(house: Any) -> Path:
    """A sound virtualenv into which nothing was installed yet."""
    venv = house.ROOT / ".venv"
    venv.mkdir()
    (venv / "sound").touch()
    return venv


def test_the_first_time_a_virtualenv_is_made_and_filled(house: Any):
    wanted = lock(house, "run", "alpha")
    venv = house.ROOT / ".venv"
    house.install(venv, ["run"], 0)
    made, filled = house.calls
    assert made[1:] == ["-I", "-m", "venv", str(venv)]
    assert not Path(made[0]).is_symlink()
    assert {"--require-hashes", "--no-deps", "--only-binary"} <= set(filled)
    assert (venv / "run.lock").read_bytes() == wanted
    assert not (venv / house.MARK).exists()


def test_what_is_there_is_left_alone(house: Any, venv: Path):
    (venv / "run.lock").write_bytes(lock(house, "run", "alpha"))
    house.install(venv, ["run"], 0)
    assert house.calls == []


def test_what_a_lock_no_longer_names_is_removed_unless_another_needs_it(house: Any, venv: Path):
    (venv / "run.lock").write_bytes(lock(house, "run", "alpha", "beta", "gamma"))
    (venv / "test.lock").write_bytes(lock(house, "test", "beta"))
    lock(house, "run", "alpha")
    house.install(venv, ["run"], 0)
    removed, _ = house.calls
    assert removed[-3:] == ["uninstall", "--yes", "gamma"]


def test_a_failure_leaves_its_mark_and_the_next_time_mends_it(house: Any, venv: Path, monkeypatch: pytest.MonkeyPatch):
    lock(house, "run", "alpha")
    record = house.call

    def fail(*words: object) -> None:
        raise SystemExit("no network")

    monkeypatch.setattr(house, "call", fail)
    with pytest.raises(SystemExit):
        house.install(venv, ["run"], 0)
    assert (venv / house.MARK).exists()
    assert not (venv / "run.lock").exists()

    monkeypatch.setattr(house, "call", record)
    house.install(venv, ["run"], 0)
    assert not (venv / "sound").exists(), "the half-made virtualenv should have been thrown away"
    assert [words[1:5] for words in house.calls] == [["-I", "-m", "venv", str(venv)], ["-I", "-m", "pip", "install"]]
    assert (venv / "run.lock").exists()
    assert not (venv / house.MARK).exists()
