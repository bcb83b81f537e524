"""A tape shows every position of a game, to one eye."""

from __future__ import annotations

import random
from contextlib import closing
from functools import reduce
from itertools import pairwise
from pathlib import Path
from sqlite3 import connect

import pytest

from domain.kernel import ARBITER, PUBLIC, Eye, GameOf, Place, evolve, seen_by, starts_batch
from ledger import Damaged, Ledger, UnknownGame, UnknownRecord
from replay import tape as tapes
from replay.tape import Tape


@pytest.mark.parametrize("eye", [ARBITER, PUBLIC, 0, 2])
def test_any_seek_forth_and_back_equals_a_fresh_fold(tape: Tape, eye: Eye):
    seen = tape if eye == ARBITER else tape.through(eye)
    dice = random.Random(39)
    log = list(seen_by(tape.records, eye))
    for n in [0, tape.length, *(dice.randint(0, tape.length) for _ in range(60)), 0]:
        assert seen.at(n) == reduce(evolve, log[:n], GameOf(tape.ruleset.blank))
    assert seen.at() == seen.at(tape.length)


def test_seeks_over_forks_equal_fresh_folds_of_their_logs(ledger: Ledger, tape: Tape):
    fork = Tape.load(ledger, ledger.fork(tape.game, 60).id)
    log = ledger.records(fork.game)
    dice = random.Random(5)
    for n in (dice.randint(0, fork.length) for _ in range(40)):
        assert fork.at(n) == reduce(evolve, log[:n], GameOf(tape.ruleset.blank))
    left = fork.length - 1
    assert fork.at(left) == tape.at(left)


def test_the_tape_ends_where_the_game_stands(ledger: Ledger, tape: Tape):
    assert tape.at() == ledger.sitting(tape.game).game
    assert [record.index for record in tape.records] == list(range(1, tape.length + 1))


def test_positions_share_what_did_not_change(tape: Tape):
    boards = [game.board for game in tape.games]
    pairs = [(a, b) for a, b in pairwise(boards) if a.players and len(a.players) == len(b.players)]
    shared = sum(a.players[seat] is b.players[seat] for a, b in pairs for seat in range(3))
    assert shared > 0.6 * 3 * len(pairs)


@pytest.mark.parametrize("n", [-1, 10_000])
def test_a_record_that_is_not_there_is_named(tape: Tape, n: int):
    with pytest.raises(UnknownRecord, match=f"has no record {n}: it has {tape.length}"):
        tape.at(n)
    with pytest.raises(UnknownRecord):
        tape.record(0)


def test_an_unknown_game_is_named(ledger: Ledger):
    with pytest.raises(UnknownGame, match="there is no game nowhere"):
        Tape.load(ledger, "nowhere")


def test_one_seats_tape_can_not_be_turned_into_anothers(tape: Tape):
    with pytest.raises(ValueError, match="what 0 sees tells nothing of what 1 sees"):
        tape.through(0).through(1)


def test_it_waits_at_the_end_of_every_batch_and_nowhere_else(tape: Tape):
    ends = {record.index - 1 for record in tape.records if starts_batch(record)} | {tape.length}
    assert {n for n in range(tape.length + 1) if tape.waits(n)} == ends


def test_seats_are_called_by_who_held_them_then(ledger: Ledger, tape: Tape):
    made = ledger.fork(tape.game, 50, places={1: Place("Ada")})
    fork = Tape.load(ledger, made.id)
    assert fork.names(made.at).seats == ("Bot 0", "Bot 1", "Bot 2")
    assert fork.names(made.at + 1).seats == fork.names().seats == ("Bot 0", "Ada", "Bot 2")
    assert tape.names().seats == ("Bot 0", "Bot 1", "Bot 2")


def test_what_lies_before_damage_can_be_seen_and_what_lies_behind_is_refused(ledger: Ledger, tape: Tape, tmp_path: Path):
    row = "WHERE originator_id = ? AND originator_version = 40"
    with closing(connect(tmp_path / "ledger.db")) as store, store:
        assert store.execute(f"UPDATE records SET state = CAST(CAST(state AS TEXT) || ' ' AS BLOB) {row}", [tape.game]).rowcount == 1
    ledger.forget()
    hurt = Tape.load(ledger, tape.game)
    assert hurt.length == 39
    assert hurt.at(39) == tape.at(39)
    with pytest.raises(Damaged, match="record 40"):
        hurt.at(40)
    with pytest.raises(Damaged, match="record 40"):
        hurt.at()
    with pytest.raises(Damaged):
        hurt.record(41)


def test_who_waits_hears_how_much_of_a_long_game_was_read(ledger: Ledger, tape: Tape, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tapes, "PAGE", 50)
    monkeypatch.setattr(tapes, "LONG", 100)
    heard: list[tuple[int, int | None]] = []
    assert Tape.load(ledger, tape.game, told=lambda done, total: heard.append((done, total))).games == tape.games
    assert heard[:2] == [(50, None), (100, tape.length)]
    assert heard[-1] == (tape.length, tape.length)
