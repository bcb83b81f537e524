"""`play`: bots play whole games into the ledger."""

from __future__ import annotations

import json
import re

import pytest

from domain.kernel import Answered
from tests.cli.conftest import Face


def test_a_line_for_each_game_and_a_summary(face: Face):
    told = face.say("play", "duel", "--seats", 3, "--games", 4).splitlines()
    assert len(told) == 8
    for line in told[:4]:
        assert re.fullmatch(r"[0-9a-f-]{36}  duel@1  3 seats +\d+ records  random \d.* won, \d+ : \d+ : \d+ \((time|blow)\)", line)
    assert told[4].startswith("4 games in ")
    assert re.fullmatch(r"records a game: \d+ on average, \d+ to \d+", told[5])
    endings = re.findall(r"(\w+) (\d+) \((\d+)%\)", told[6])
    assert sum(int(count) for _, count, _ in endings) == 4
    assert told[7].startswith("won by: seat 0 ")
    assert [game["records"] for game in face.json("games")[2:]] == [int(line.split()[4]) for line in told[:4]]


def test_for_machines_an_object_for_each_game_and_nothing_else(face: Face):
    result = face.run("play", "duel", "--games", 3, "--json", "--seed", 5)
    played = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(played) == 3
    assert played == face.json("games")[2:]
    assert result.stderr.startswith("3 games in ")
    for game in played:
        assert (game["ruleset"], game["state"], len(game["seats"])) == ("duel@1", "finished", 2)
        assert game["outcome"]["ending"] in ("time", "blow")


def test_a_seed_plays_the_same_games_again_one_seed_a_game(face: Face):
    face.say("play", "duel", "--games", 2, "--seed", 20)
    face.say("play", "duel", "--games", 1, "--seed", 21)
    games = [game["id"] for game in face.json("games")[2:]]
    with face.open() as ledger:
        logs = [ledger.records(game)[1:] for game in games]
        assert logs[0] != logs[1]
        assert logs[1] == logs[2]
        assert [ledger.sitting(game).options["seed"] for game in games] == ["20", "21", "21"]


def test_without_a_seed_no_two_games_are_alike(face: Face):
    face.say("play", "duel", "--games", 2)
    with face.open() as ledger:
        one, other = (ledger.records(game["id"])[1:] for game in face.json("games")[2:])
    assert one != other


def test_options_go_to_the_table_and_bots_hold_the_seats(face: Face):
    face.say("play", "duel", "--option", "raids=at-once", "--option", "hands=sealed", "--bot", "random", "--bot", "random")
    with face.open() as ledger:
        sitting = ledger.sitting(face.json("games")[-1]["id"])
    assert (sitting.options["raids"], sitting.options["hands"]) == ("at-once", "sealed")
    assert [place.bot for place in sitting.places] == ["random", "random"]


def test_every_answer_went_through_the_command_path(face: Face):
    with face.open() as ledger:
        log = ledger.records(face.games[0])
    answers = [record for record in log if isinstance(record.fact, Answered)]
    assert len(answers) > 20
    assert [record.fact.at for record in answers if isinstance(record.fact, Answered)] == list(range(1, len(answers) + 1))


def test_being_interrupted_keeps_what_was_played_and_says_so(face: Face, monkeypatch: pytest.MonkeyPatch):
    import cli.play

    one, calls = cli.play.play_one, []

    def third_time(*args: object) -> str:
        calls.append(args)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return one(*args)  # pyright: ignore[reportArgumentType] - as they were given

    monkeypatch.setattr(cli.play, "play_one", third_time)
    result = face.run("play", "duel", "--games", 10)
    assert result.exit_code == 130
    assert "stopped: the game under way is left open, 2 are finished" in result.stderr
    assert "2 games in " in result.stdout
    assert [game["state"] for game in face.json("games")] == ["finished"] * 4
