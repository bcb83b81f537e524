"""What went wrong elsewhere when games were left, reloaded or read by other rules, and can not go wrong in a fold."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.kernel import Step, address_of, decide, offers, starts_batch
from ledger import Ledger
from replay.legal import legal
from replay.tape import Tape
from replay.verify import verify
from tests.ledger.playing import play, seats
from tests.table import Table, random_game
from tests.toy import duel


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as opened:
        yield opened


@pytest.fixture
def game(ledger: Ledger) -> str:
    """A finished duel of three."""
    created = ledger.create("duel", seats(3), {"seed": "folds"})
    play(ledger, created.id)
    return created.id


def test_b14_and_b45_a_game_can_be_left_between_actions_only_and_every_component_is_there(ledger: Ledger, game: str):
    tape = Tape.load(ledger, game)
    whole = tape.ruleset.census(tape.at(tape.length).board)
    begins = {record.index - 1 for record in tape.records if starts_batch(record)} | {tape.length}
    first = min(begins - {0})
    for at in random.Random(1).sample(range(first, tape.length), 25):
        fork = ledger.fork(game, at)
        here = ledger.sitting(fork.id).game
        assert fork.at in begins
        assert not any(isinstance(owed.what, Step) for owed in here.due()), "an action is under way"
        assert tape.ruleset.census(here.board) == whole


def test_b15_what_was_set_after_the_point_of_a_fork_is_not_set_in_it(ledger: Ledger, game: str):
    """Whatever a seat sets is a fact on the board, so a fork has what was set before it and nothing of what came later."""
    tape = Tape.load(ledger, game)
    for at in random.Random(2).sample([n for n in range(1, tape.length) if tape.waits(n)], 8):
        fork = ledger.sitting(ledger.fork(game, at).id).game
        assert (fork.board, fork.agenda) == (tape.at(at).board, tape.at(at).agenda)


def test_b21_another_rule_changes_no_old_game_and_a_running_one_goes_on(ledger: Ledger, game: str, monkeypatch: pytest.MonkeyPatch):
    running = ledger.create("duel", seats(2), {"seed": "running"}).id
    before = [ledger.sitting(game, at).game for at in range(1, ledger.sitting(game).version + 1)]

    def no_duel_is_fought(self: duel.BeginTurn, scribe: duel.Scribe[duel.Board]) -> None:
        raise RuntimeError("the rules were asked while a game was read")

    with monkeypatch.context() as other:
        for step in (cls for cls in vars(duel).values() if isinstance(cls, type) and issubclass(cls, Step) and cls is not Step):
            other.setattr(step, "settle", no_duel_is_fought)
        ledger.forget()
        assert [ledger.sitting(game, at).game for at in range(1, len(before) + 1)] == before
        ledger.forget()
        assert ledger.sitting(running).game.agenda
    assert play(ledger, running).game.over
    assert verify(ledger, running).evidence.bad is None


def test_b25_loading_a_tape_is_one_pass_over_its_records(ledger: Ledger, game: str, monkeypatch: pytest.MonkeyPatch):
    from replay import tape

    folded: list[int] = []
    evolve = tape.evolve
    monkeypatch.setattr(tape, "evolve", lambda position, record: (folded.append(record.index), evolve(position, record))[1])
    loaded = Tape.load(ledger, game)
    for n in (loaded.length, 1, loaded.length // 2):
        loaded.at(n)
    assert folded == list(range(1, loaded.length + 1))


def test_b48_a_game_read_back_from_its_bytes_goes_on_alike():
    played = random_game(duel.RULESET, 3, "b48")
    table = Table(duel.RULESET, 3, "b48")
    for record in (r for r in played.log if starts_batch(r) and r.index > 1):
        command, seat = getattr(record.fact, "command"), getattr(record.fact, "seat")  # noqa: B009 - answers, all of them
        copy = table.ruleset.wire.game(table.ruleset.wire.encode(table.game))
        asked = record.closes[0] if record.closes else None
        expected = decide(table.ruleset, table.game, seat, command, table.chance, getattr(record.fact, "at"), asked)  # noqa: B009
        assert decide(table.ruleset, copy, seat, command, table.chance, getattr(record.fact, "at"), asked) == expected  # noqa: B009
        table.game = expected[0]
    assert msgspec.json.encode(table.game.board) == msgspec.json.encode(played.game.board)


def test_b52_what_could_have_been_done_is_what_was_offered(ledger: Ledger, game: str):
    tape = Tape.load(ledger, game)
    for at in [n for n in range(1, tape.length) if tape.waits(n)]:
        fork = ledger.sitting(game, at)
        for seat in range(3):
            live = [(address_of(owed, offer), offer.barred) for owed, offer in offers(fork.ruleset, fork.game, seat)]
            assert [(choice.address, choice.barred) for choice in legal(tape, at, seat).choices] == live
