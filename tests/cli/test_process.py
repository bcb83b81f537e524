"""The command line as a program of its own, with the shipped rulesets."""

from __future__ import annotations

import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    given = {name: value for name, value in os.environ.items() if not name.startswith("LEDGERDEMAIN_")}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "cli", *words],
        cwd=folder,
        env={**given, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that runs the tests in its background hands down an ignored Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - it touches nothing but a signal
    )


def ran(folder: Path, *words: str) -> tuple[int, str, str]:
    process = started(folder, *words)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def test_a_game_is_played_told_questioned_and_verified(tmp_path: Path):
    status, out, err = ran(tmp_path, "play", "bad_company", "--seats", "3", "--seed", "1", "--json")
    assert (status, err.splitlines()[0][:10]) == (0, "1 game in ")
    game = json.loads(out)
    assert (game["ruleset"], game["state"], len(game["seats"])) == ("bad_company@1", "finished", 3)
    assert (tmp_path / "data" / "ledger.db").exists()
    begin = game["id"][:9]
    status, out, err = ran(tmp_path, "replay", "log", begin, "--as", "public", "--to", "40")
    assert (status, err, len(out.splitlines())) == (0, "", 40)
    status, out, err = ran(tmp_path, "replay", "show", begin, "--at", "200", "--as", "2")
    assert (status, err) == (0, "")
    assert out.startswith(f"Bad Company, after record 200 of {game['records']}, as random 2 (seat 2) sees it")
    status, out, err = ran(tmp_path, "replay", "verify", begin, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["evidence"]["records"] == game["records"]
    assert json.loads(out)["conformity"]["deviations"] == []


def test_the_same_seed_is_the_same_game_in_another_process(tmp_path: Path):
    logs = []
    for _ in range(2):
        game = json.loads(ran(tmp_path, "play", "bad_company", "--seed", "5", "--json")[1])["id"]
        logs.append(ran(tmp_path, "replay", "log", game, "--json")[1])
    assert logs[0] == logs[1]


def test_small_questions_load_no_server_and_no_store(tmp_path: Path):
    looked = "import sys, cli.main; print(*{'rich', 'fastapi', 'uvicorn', 'eventsourcing', 'pydantic', 'domain'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", looked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout == "\n"
    assert ran(tmp_path, "rules", "bad_company")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path):
    process = started(tmp_path, "rules", "bad_company")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    process.wait(60)
    assert process.stderr.read() == ""
    process.stderr.close()


def test_interrupting_a_long_play_keeps_the_games_that_are_over(tmp_path: Path):
    process = started(tmp_path, "play", "bad_company", "--games", "10000", "--json")
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    told = [first["id"], *(json.loads(line)["id"] for line in out.splitlines())]
    listed = [game["id"] for game in json.loads(ran(tmp_path, "games", "--finished", "--json")[1])]
    assert told == listed[: len(told)]
    assert len(listed) <= len(told) + 1  # one may have ended just before it could be told


def test_interrupting_it_while_it_starts_is_no_traceback(monkeypatch: pytest.MonkeyPatch):
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.main.main", interrupted)
    with pytest.raises(SystemExit) as left:
        runpy.run_module("cli", run_name="__main__")
    assert left.value.code == 130


@pytest.mark.parametrize("words", [("replay", "show", "zzz"), ("rules", "chess")])
def test_no_traceback_reaches_the_user(tmp_path: Path, words: tuple[str, ...]):
    status, out, err = ran(tmp_path, *words)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("error: there is no ")


def test_serve_answers_and_has_something_to_replay(tmp_path: Path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = started(tmp_path, "serve", "--port", str(port), "--json")
    try:
        assert json.loads(fetched(port, "/healthz"))
        deadline = time.monotonic() + 60
        while not any(game["state"] == "finished" for game in json.loads(fetched(port, "/v1/games"))["games"]):
            assert time.monotonic() < deadline, "no first game"
            time.sleep(0.1)
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert json.loads(out)["games"] == f"http://127.0.0.1:{port}/"
    assert "Traceback" not in err
    assert "no first games" not in err


def test_where_it_can_not_listen_serve_says_so_in_one_line_and_plays_nothing(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for words in (("--port", str(port)), ("--port", str(port), "--workers", "2"), ("--host", "999.1.1.1")):
            status, out, err = ran(tmp_path, "serve", *words)
            assert (status, out, err.count("\n")) == (1, "", 1), err
            assert err.startswith("error: can not listen at ")
    assert list(tmp_path.iterdir()) == []


def fetched(port: int, path: str) -> bytes:
    """The answer at an address of the server, as soon as it listens."""
    deadline = time.monotonic() + 60
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
                return answer.read()
        except URLError as refused:
            if not isinstance(refused.reason, ConnectionRefusedError) or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
