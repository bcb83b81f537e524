"""What the command line says when something is wrong: one line on standard error, 1 for bad input, 2 for wrong usage."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import connect

import pytest
from typer.testing import CliRunner

from cli.main import app
from tests.cli.conftest import Face


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bogus"], "No such command 'bogus' (see ledgerdemain --help)"),
        (["rules"], "Missing argument 'RULESET' (see ledgerdemain rules --help)"),
        (["rules", "duel", "--loud"], "No such option: --loud"),
        (["play", "duel", "--games", "none"], "Invalid value for '--games'"),
        (["play", "duel", "--games", "0"], "Invalid value for '--games'"),
        (["play", "duel", "--option", "watch"], "--option takes NAME=VALUE, not watch"),
        (["games", "--open", "--finished"], "--open and --finished exclude each other"),
        (["replay", "show"], "Missing argument 'GAME' (see ledgerdemain replay show --help)"),
        (["replay", "why", "GAME", "first"], "Invalid value for 'N'"),
        (["replay", "legal", "GAME", "--at", "20"], "Missing option '--seat'"),
        (["replay", "fork", "GAME", "--at", "20", "--seat", "bot"], "--seat takes S=bot:NAME or S=NAME, not bot"),
        (["replay", "fork", "GAME", "--at", "20", "--seat", "0=bot:"], "--seat takes S=bot:NAME or S=NAME, not 0=bot:"),
        (["replay", "diff", "GAME", "x", "20"], "a record is a number, not x"),
    ],
)
def test_wrong_usage_is_said_in_one_line_with_status_2(face: Face, words: list[str], says: str):
    assert says in face.fail(*(face.games[0] if word == "GAME" else word for word in words), code=2)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rules", "chess"], "there is no ruleset chess; there are "),
        (["rules", "duel@9"], "there is no ruleset duel@9"),
        (["rules", "duel@"], "there is no ruleset duel@"),
        (["rules", "duel", "duel.rad"], "duel has no rule duel.rad; is it duel.raid"),
        (["play", "chess"], "there is no ruleset chess"),
        (["play", "duel", "--seats", "9"], "Duel is for 2 to 4 seats, not 9"),
        (["play", "duel", "--bot", "clever"], "no bot called clever plays duel; there is random"),
        (["play", "duel", "--seats", "3", "--bot", "random", "--bot", "random"], "--bot is given once for all seats or 3 times"),
        (["play", "duel", "--option", "colour=red"], "duel has no option colour; it has "),
        (["play", "duel", "--option", "raids=never"], "raids is one of later, at-once, not never"),
        (["games", "--ruleset", "chess"], "there is no ruleset chess"),
        (["replay", "show", "zzz"], "there is no game zzz in sqlite:"),
        (["replay", "show", ""], "games begin with '', as "),
        (["replay", "show", "GAME", "--at", "9999"], "has no record 9999"),
        (["replay", "show", "GAME", "--as", "9"], "9 is no eye of this game: it is public, arbiter, or a seat from 0 to 2"),
        (["replay", "show", "GAME", "--as", "me"], "me is no eye of this game"),
        (["replay", "log", "GAME", "--as", "-1"], "-1 is no eye of this game"),
        (["replay", "why", "GAME", "9999"], "has no record 9999"),
        (["replay", "legal", "GAME", "--at", "3", "--seat", "0"], "after record 3 the rules were still at work"),
        (["replay", "legal", "GAME", "--at", "LAST", "--seat", "5"], "there is no seat 5: the seats are 0 to 2"),
        (["replay", "diff", "GAME", "5", "zzz"], "there is no game zzz"),
        (["replay", "diff", "GAME", "5", "OTHER"], "only games that share a parent are compared"),
        (["replay", "fork", "GAME", "--at", "9999"], "has no record 9999"),
        (["replay", "fork", "GAME", "--at", "20", "--luck", "good"], "luck is same, fresh or unknown:SEAT, not good"),
        (["replay", "fork", "GAME", "--at", "20", "--seat", "8=Ada"], "has no seat 8"),
        (["replay", "fork", "GAME", "--at", "20", "--seat", "0=bot:clever"], "no bot called clever plays duel"),
        (["replay", "verify", "zzz"], "there is no game zzz"),
    ],
)
def test_bad_input_is_said_in_one_line_with_status_1_and_nothing_is_written(face: Face, words: list[str], says: str):
    before = face.json("games")
    named = {"GAME": face.games[0], "OTHER": face.games[1], "LAST": str(before[0]["records"])}
    assert says in face.fail(*(named.get(word, word) for word in words))
    assert face.json("games") == before


def test_a_store_that_can_not_be_opened_is_named(face: Face):
    for store, says in (("mysql:x", "mysql:x is not the address of a store"), ("sqlite:", "a ledger is kept in a file")):
        face.store = store
        assert says in face.fail("games")


def test_what_nobody_foresaw_is_one_line_too_and_debug_shows_the_traceback(face: Face, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr("replay.tape.Tape.load", broken)
    assert face.fail("replay", "log", face.games[0]) == "KeyError: 'a bug' (this should not happen; --debug shows where it did)"
    result = face.run("replay", "log", face.games[0], "--debug")
    assert isinstance(result.exception, KeyError)


def test_help_is_given_where_a_command_is_missing(face: Face):
    result = CliRunner().invoke(app, ["replay"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Commands:" in result.stderr
    assert "Commands:" in face.say("--help")
    assert "Examples:" in face.say("replay", "show", "--help")


def test_a_damaged_game_is_shown_up_to_the_damage(face: Face):
    game = face.games[0]
    whole = face.say("replay", "log", game).splitlines()
    with connect(face.file) as store:
        store.execute("UPDATE records SET leaf = zeroblob(32) WHERE originator_id = ? AND originator_version = 40", [game])
    store.close()
    result = face.run("replay", "log", game)
    assert result.exit_code == 1
    assert [line.split() for line in result.stdout.splitlines()] == [line.split() for line in whole[:39]]
    assert "record 40" in result.stderr
    assert result.stderr.count("\n") == 1
    assert "after record 39" in face.say("replay", "show", game, "--at", 39)
    assert "record 40" in face.fail("replay", "show", game)
    assert "record 40" in face.fail("replay", "show", game, "--at", 41)
    listed = face.json("games")
    assert (listed[0]["state"], listed[0]["records"], listed[1]["state"]) == ("damaged", 39, "finished")


def test_looking_into_a_store_that_is_not_there_makes_none(face: Face, tmp_path: Path):
    missing = tmp_path / "typo" / "ledger.db"
    face.store = f"sqlite:{missing}"
    for words in (("games",), ("replay", "log", "1")):
        assert "there is no store at" in face.fail(*words)
    assert not missing.parent.exists()
    assert "1 game in" in face.say("play", "duel"), "playing makes one"
    assert missing.parent.stat().st_mode & 0o077 == 0, "and nobody else may look into it"
