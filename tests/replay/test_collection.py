"""Games in files: whole or not there, and in an order in which forks find what they left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ledger import Ledger
from replay.collection import files_in, in_order, named, written
from replay.export import export
from replay.tape import Tape


def test_a_file_that_can_not_be_finished_leaves_what_was_there_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    kept = tmp_path / "game.jsonl"
    written(kept, b"before")

    def pulled(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", pulled)
    with pytest.raises(KeyboardInterrupt):
        written(kept, b"after")
    assert kept.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [kept], "nothing half-written stays behind"


def test_a_file_is_one_as_the_user_makes_them_and_goes_where_a_link_leads(tmp_path: Path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "game.jsonl"
    link.symlink_to(tmp_path / "real" / "game.jsonl")
    written(link, b"x")
    assert link.is_symlink()
    assert (tmp_path / "real" / "game.jsonl").read_bytes() == b"x"
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "real" / "game.jsonl").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_game_comes_before_its_forks_whatever_the_files_are_called(tmp_path: Path, ledger: Ledger, tape: Tape):
    child = ledger.fork(tape.game, 60).id
    sister = ledger.fork(tape.game, 40).id
    grandchild = ledger.fork(tape.game, tape.length).id
    names = {"d.jsonl": tape.game, "c.jsonl": child, "a.jsonl": sister, "b.jsonl": grandchild}
    for name, game in names.items():
        (tmp_path / name).write_bytes(export(ledger, game))
    (tmp_path / "e.jsonl").write_bytes(b"no export\n")
    (tmp_path / ".hidden.jsonl").write_bytes(b"half of a file that was being written")
    (tmp_path / "readme.txt").write_text("not ours")
    files = list(files_in([tmp_path]))
    assert [path.name for path in files] == ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl", "e.jsonl"]
    assert [path.name for path in in_order(files)] == ["d.jsonl", "a.jsonl", "b.jsonl", "c.jsonl", "e.jsonl"]
    alone = [tmp_path / "a.jsonl", tmp_path / "e.jsonl"]
    assert in_order(alone) == alone, "whose parent is not there stays where it was"


def test_a_pipe_is_read_once():
    out, into = os.pipe()
    os.write(into, b'{"format":1}\n')
    os.close(into)
    pipe = Path(f"/dev/fd/{out}")
    assert in_order([pipe]) == [pipe]
    assert os.read(out, 99) == b'{"format":1}\n', "who takes it in reads all of it"
    os.close(out)


def test_a_file_in_a_folder_that_is_not_there_is_said_so(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match=f"there is no folder {tmp_path / 'nowhere'}$"):
        written(tmp_path / "nowhere" / "game.jsonl", b"x")


def test_a_folder_without_games_is_a_mistake(tmp_path: Path):
    with pytest.raises(ValueError, match="holds no file that ends with .jsonl"):
        list(files_in([tmp_path]))


def test_a_file_is_named_by_ruleset_game_and_eye():
    assert named("bad_company@1", "77c1", "arbiter") == "bad_company-77c1-arbiter.jsonl"
    assert named("duel", "77c1", 0) == "duel-77c1-0.jsonl"
