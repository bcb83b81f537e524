"""All that a filter matches goes into a folder and comes back: each game once, parents before forks, whatever is wrong with one."""

from __future__ import annotations

import json
from pathlib import Path
from sqlite3 import connect

import pytest

from cli.archive import Wanted
from cli.games import Entry
from domain.kernel import Place
from replay.verify import verify
from tests.cli.conftest import Face

BOTS = tuple(word for seat in range(3) for word in ("--seat", f"{seat}=bot:random"))
DAY = 86_400_000


def spoiled(face: Face, game: str) -> None:
    """Alter a record of a game behind the ledger's back."""
    with connect(face.file) as store:
        store.execute("UPDATE records SET link = zeroblob(32) WHERE originator_id = ? AND originator_version = 44", [game])
    store.close()


@pytest.fixture
def there(tmp_path: Path) -> Face:
    """Another store, that is not there yet."""
    return Face(tmp_path / "there", [])


def test_all_finished_games_go_into_a_folder_and_are_the_same_games_elsewhere(face: Face, there: Face, tmp_path: Path):
    first = face.games[0]
    child = face.json("replay", "fork", first, "--at", 50, "--luck", "fresh", *BOTS)["id"]
    grandchild = face.json("replay", "fork", child, "--at", 70, "--luck", "fresh", *BOTS)["id"]
    with face.open() as ledger:
        ledger.create("duel", [Place("Ada"), Place("Bob")])
    told = face.say("replay", "export", "--finished", "-o", tmp_path / "archive").splitlines()
    assert told[-1] == f"4 of 4 games are in {tmp_path / 'archive'}"
    files = sorted(path.name for path in (tmp_path / "archive").iterdir())
    assert files == sorted(f"duel-{game}-arbiter.jsonl" for game in (*face.games, child, grandchild))
    said = there.say("replay", "import", tmp_path / "archive").splitlines()
    assert said[-1] == "4 imported, 0 here already, 0 refused"
    assert all(" records from " in line for line in said[:-1])
    with face.open() as ledger, there.open() as other:
        assert set(other.games()) == {*face.games, child, grandchild}
        assert other.family(first) == ledger.family(first)
        for game in other.games():
            assert other.head(game) == ledger.head(game)
            assert verify(other, game).evidence.bad is None
    again = [json.loads(line) for line in there.run("replay", "import", tmp_path / "archive", "--json").stdout.splitlines()]
    assert [(line["state"], "new" in line) for line in again] == [("here", False)] * 4
    assert len(there.json("games")) == 4


def test_what_can_not_be_read_is_named_and_the_rest_is_exported(face: Face, tmp_path: Path):
    bad, good = face.games
    spoiled(face, bad)
    result = face.run("replay", "export", "--finished", "-o", tmp_path / "archive")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: game {bad}: record 44 ")
    assert result.stderr.count("\n") == 1
    assert [path.name for path in (tmp_path / "archive").iterdir()] == [f"duel-{good}-arbiter.jsonl"]
    result = face.run("replay", "export", bad, good, "-o", tmp_path / "archive", "--json")
    assert result.exit_code == 1
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["id"] for line in lines] == [bad, good]
    assert "record 44" in lines[0]["why"]
    assert lines[1]["seeds"] is True


def test_what_is_refused_is_named_and_the_rest_is_imported(face: Face, there: Face, tmp_path: Path):
    folder = tmp_path / "archive"
    child = face.json("replay", "fork", face.games[0], "--at", 50, "--luck", "fresh", *BOTS)["id"]
    face.say("replay", "export", "--all", "-o", folder)
    altered = folder / f"duel-{face.games[0]}-arbiter.jsonl"
    altered.write_bytes(altered.read_bytes().replace(b"random 0", b"random 9"))
    (folder / "notes.jsonl").write_text("{}\n")
    result = there.run("replay", "import", folder)
    assert result.exit_code == 1
    refused = result.stderr.splitlines()
    assert [line.split(": ")[1] for line in refused] == [
        str(altered),
        str(folder / f"duel-{child}-arbiter.jsonl"),
        str(folder / "notes.jsonl"),
    ]
    assert f"it left game {face.games[0]}" in refused[1]
    assert "import that game first" in refused[1]
    assert result.stdout.splitlines()[-1] == "1 imported, 0 here already, 3 refused"
    assert [game["id"] for game in there.json("games")] == [face.games[1]]


def test_a_file_that_nobody_can_take_in_says_so_when_it_is_written(face: Face, tmp_path: Path):
    face.json("replay", "fork", face.games[0], "--at", 50)
    told = face.say("replay", "export", face.games[0], "-o", tmp_path / "game.jsonl")
    assert told.endswith("; to look at only: it, or a fork that draws on its chance, is not over\n")
    assert face.json("replay", "export", face.games[0], "-o", tmp_path / "game.jsonl")["seeds"] is False


@pytest.mark.parametrize("what", ["export", "import"])
def test_ctrl_c_keeps_what_is_done_and_leaves_nothing_half(
    face: Face, there: Face, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
):
    folder, done = tmp_path / "archive", list[object]()
    if what == "import":
        face.say("replay", "export", "--all", "-o", folder)
    from replay import export as exporting

    name, real = ("export", exporting.export) if what == "export" else ("take_in", exporting.take_in)

    def interrupted(*given: object) -> object:
        if done:
            raise KeyboardInterrupt
        done.append(real(*given))  # pyright: ignore[reportArgumentType] - whatever it is given
        return done[0]

    monkeypatch.setattr(exporting, name, interrupted)
    if what == "export":
        result = face.run("replay", "export", "--all", "-o", folder)
        assert result.stderr == f"stopped: 1 of 2 games are in {folder}, each whole\n"
        assert len(list(folder.iterdir())) == 1
    else:
        result = there.run("replay", "import", folder)
        assert result.stderr == "stopped: 1 imported, 0 here already, 0 refused; what is imported is kept\n"
        assert len(there.json("games")) == 1
    assert result.exit_code == 130


@pytest.mark.parametrize(
    ("words", "says", "code"),
    [
        ([], "name games, or say which are wanted", 2),
        (["GAME", "--finished"], "name games, or say which are wanted", 2),
        (["--all"], "many games need -o FOLDER", 2),
        (["--finished", "--open", "-o", "x"], "--open and --finished exclude each other", 2),
        (["--since", "yesterday", "-o", "x"], "a date is written 2026-11-30, not yesterday", 2),
        (["--ruleset", "chess", "-o", "x"], "there is no ruleset chess", 1),
        (["--bot", "heuristic", "-o", "x"], "no game of the store is as wanted", 1),
    ],
)
def test_what_is_not_said_clearly_is_asked_for(face: Face, words: list[str], says: str, code: int):
    result = face.run("replay", "export", *(face.games[0] if word == "GAME" else word for word in words))
    assert (result.exit_code, result.stdout) == (code, "")
    assert says in result.stderr


def entry(**given: object) -> Entry:
    seats = [{"name": "Ada", "bot": None}, {"name": "Bob", "bot": "random"}]
    return Entry(**{"id": "77c1", "ruleset": "duel@1", "state": "finished", "seats": seats, "began": 3 * DAY, **given})


@pytest.mark.parametrize(
    ("wanted", "given", "takes"),
    [
        (Wanted(), {}, True),
        (Wanted(ruleset="duel"), {}, True),
        (Wanted(ruleset="duel@1"), {}, True),
        (Wanted(ruleset="duel@2"), {}, False),
        (Wanted(state="open"), {}, False),
        (Wanted(state="open"), {"state": "open"}, True),
        (Wanted(since=3 * DAY), {}, True),
        (Wanted(since=3 * DAY + 1), {}, False),
        (Wanted(until=3 * DAY), {}, False),
        (Wanted(until=4 * DAY), {}, True),
        (Wanted(until=4 * DAY), {"began": None}, False),  # played from a seed: it has no date
        (Wanted(bots=("random",)), {}, True),
        (Wanted(bots=("random", "heuristic")), {}, False),
        (Wanted(names=("Ada", "Bob")), {}, True),
        (Wanted(names=("Ada", "Cleo")), {}, False),
        (Wanted(state="finished"), {"state": "damaged"}, True),  # it may be: whoever asks is told that it can not be read
        (Wanted(ruleset="chess", state="finished"), {"state": "damaged"}, False),
        (Wanted(ruleset="chess"), {"state": "damaged", "ruleset": "", "seats": []}, True),
    ],
)
def test_what_several_options_ask_for_must_hold_together(wanted: Wanted, given: dict[str, object], takes: bool):
    assert wanted.takes(entry(**given)) is takes
