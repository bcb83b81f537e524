"""Old games live: every tape verifies and replays to the same hashes, whatever has become of the rules since."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import Offer, Record, Ruleset, UnknownRuleset, ruleset_named, rulesets, starts_batch
from ledger import Incoming, Ledger, Receipt
from ledger.evidence import opened
from ledger.rows import Kin
from ledger.upcast import UPCASTS
from replay import examine as examining
from replay.archive import FORMAT, end_of, line_of, lines_of
from replay.examine import examine
from replay.export import export, take_in
from replay.robots import Robots
from replay.verify import verify
from tests.tapes import FOLDER, SHIPPED, Tape, positions, tapes
from tests.toy import duel


@pytest.fixture(params=tapes(), ids=lambda tape: tape.file)
def tape(request: pytest.FixtureRequest) -> Tape:
    """Every tape that was ever recorded."""
    return request.param


def log_of(tape: Tape) -> list[Record[Any]]:
    """The records of a tape as today's program reads them."""
    ruleset, log = ruleset_named(tape.ruleset), list[Record[Any]]()
    for text in lines_of(tape.content)[1:-1]:
        line = line_of(text)
        data = opened(bytes(line.body), line.openings)
        log.append(ruleset.wire.convert_record(UPCASTS.record(ruleset.id, data) if UPCASTS.concern(ruleset.id) else data))
    return log


def broken(*_: object, **__: object) -> Any:
    """Stands in for every rule."""
    raise RuntimeError("no rule is asked for what has happened")


def test_every_ruleset_and_every_format_has_a_tape():
    taped = {tape.ruleset for tape in tapes()}
    missing = [ruleset.id for ruleset in rulesets() if ruleset.name in SHIPPED and ruleset.id not in taped]
    assert not missing, f"record one: python -m tests.tapes {' / '.join(missing)}"
    assert {f"format{n}" for n in range(1, FORMAT + 1)} == {tape.file.split("-")[1] for tape in tapes()}
    assert {path.name for path in FOLDER.glob("*.gz")} == {tape.file for tape in tapes()}


def test_a_tape_verifies_to_the_head_it_was_signed_with(tape: Tape):
    found = examine(tape.content, tape.key).evidence
    assert (found.bad, found.why) == (None, None)
    assert (found.records, found.head, found.key) == (tape.records, tape.head, tape.key)


def test_a_tape_replays_to_the_same_positions(tape: Tape):
    assert positions(ruleset_named(tape.ruleset), log_of(tape)) == tape.positions


def test_no_rule_is_asked_when_a_tape_replays(tape: Tape, monkeypatch: pytest.MonkeyPatch):
    ruleset = ruleset_named(tape.ruleset)
    for word in (*ruleset.wire.obligations, *ruleset.wire.commands):
        for method in ("settle", "offers", "carry_out"):
            if hasattr(word, method):
                monkeypatch.setattr(word, method, broken)
    for method in ("liberties", "demand"):
        monkeypatch.setattr(type(ruleset), method, broken)
    assert positions(ruleset, log_of(tape)) == tape.positions
    found = examine(tape.content, tape.key)
    assert (found.evidence.bad, found.evidence.head) == (None, tape.head), "a broken rule is no damage to the game"
    assert found.conformity.deviations, "it is a finding about the rules"


def test_a_tape_is_taken_in_and_written_out_byte_for_byte(tape: Tape, tmp_path: Path):
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as ledger:
        game, _, _ = take_in(ledger, tape.content, tape.key)
        assert lines_of(export(ledger, game))[:-1] == lines_of(tape.content)[:-1]
        assert verify(ledger, game).evidence.head == tape.head
        ledger.forget()
        assert ledger.sitting(game).game.over


def test_a_tape_whose_edition_is_gone_verifies_and_says_what_it_wants(tape: Tape, monkeypatch: pytest.MonkeyPatch):
    def gone(name: str) -> Ruleset[Any]:
        raise UnknownRuleset(name)

    monkeypatch.setattr(examining, "ruleset_named", gone)
    found = examine(tape.content, tape.key)
    assert (found.evidence.bad, found.evidence.head) == (None, tape.head)
    assert found.conformity.unexamined == f"it was played by {tape.ruleset}, which this program does not have"


def test_a_tape_that_is_touched_is_not_the_tape(tape: Tape):
    content = bytearray(tape.content)
    content[len(content) // 2] ^= 1
    assert examine(bytes(content), tape.key).evidence.bad is not None
    ruleset, log = ruleset_named(tape.ruleset), log_of(tape)
    assert positions(ruleset, log[:-1]) != tape.positions


def test_a_running_game_goes_on_under_a_mended_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    tape = next(tape for tape in tapes() if tape.ruleset == "duel@1" and tape.records > 100)
    log, lines = log_of(tape), lines_of(tape.content)
    end = end_of(lines[-1])
    cut = next(record.index - 1 for record in log if record.index > 60 and starts_batch(record))
    held = [line_of(line) for line in lines[1 : cut + 1]]
    receipt = Receipt("running", cut, "", held[-1].link, "", "")
    secrets = [(seed.after, bytes.fromhex(seed.secret)) for seed in end.seeds or ()]
    bodies, openings = [bytes(line.body) for line in held], [line.openings for line in held]
    before = duel.Act.offers

    def no_spies(self: duel.Act, board: duel.Board) -> Iterator[Offer[duel.Board]]:
        for offer in before(self, board):
            spy = isinstance(offer.command, duel.Play) and offer.command.card == "spy"
            yield Offer(offer.command, "duel.spy") if spy else offer

    monkeypatch.setattr(duel.Act, "offers", no_spies)
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as ledger:
        assert ledger.take_in(Incoming(tape.ruleset, Kin("running"), bodies, openings, secrets, receipt))
        assert ledger.records("running") == log[:cut]
        Robots(ledger).answer("running")
        assert ledger.sitting("running").game.over
        assert [row.body for row in ledger.stored("running", upto=cut)] == bodies, "what was is not touched"
        found = verify(ledger, "running")
        assert found.evidence.bad is None
        assert all(deviation.record <= cut for deviation in found.conformity.deviations), "what came since is by the mended rule"


def test_the_recorder_refuses_what_it_can_not_record():
    for words in ([], ["nothing"], ["duel", "99"], ["duel", "2", "3"]):
        command = [sys.executable, "-m", "tests.tapes", *words]
        done = subprocess.run(command, cwd=FOLDER.parents[1], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("usage: python -m tests.tapes RULESET")


def test_a_tape_is_never_written_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    from tests import tapes as kept

    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    monkeypatch.setattr(kept, "INDEX", tmp_path / "tapes.json")
    tape = Tape("x.gz", "duel@1", 1, "", "", "")
    kept.keep(tape, b"one")
    with pytest.raises(FileExistsError):
        kept.keep(tape, b"two")
    assert (kept.tapes(), tape.file) == ([tape], "x.gz")
