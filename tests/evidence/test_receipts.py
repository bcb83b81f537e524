"""What a player kept holds the server to what it said: a file that was rewritten by the holder of the key is found by a receipt."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from cli.main import app
from ledger import Ledger, Receipt
from replay.examine import examine
from replay.export import export
from tests.evidence.files import forged, taken_apart
from tests.ledger.playing import seats, step


@pytest.fixture
def kept(ledger: Ledger) -> tuple[bytes, list[Receipt]]:
    """The file of a game under way, and the receipts of its first answers."""
    game, rng = ledger.create("duel", seats(4), {"seed": "1"}).id, random.Random(4)
    receipts = [step(ledger, game, rng).receipt for _ in range(5)]
    step(ledger, game, rng)
    return export(ledger, game), receipts


def test_an_honest_file_agrees_with_every_receipt(ledger: Ledger, kept: tuple[bytes, list[Receipt]]):
    content, receipts = kept
    found = examine(content, ledger.signer.public, receipts).evidence
    assert found.bad is None
    assert f"all records up to {receipts[-1].index} are those that your receipts were given for" in found.proved


def test_a_past_that_the_holder_of_the_key_rewrote_is_found_by_a_receipt(ledger: Ledger, kept: tuple[bytes, list[Receipt]]):
    content, receipts = kept
    lines = taken_apart(content)
    lines[receipts[1].index]["body"]["rule"] = "duel.turn.forged"
    rewritten = forged(lines, ledger.signer)
    assert examine(rewritten, ledger.signer.public).evidence.bad is None, "nothing in the file itself tells"
    assert examine(rewritten, ledger.signer.public, receipts[:1]).evidence.bad is None, "a receipt from before that can not tell either"
    found = examine(rewritten, ledger.signer.public, receipts).evidence
    assert (found.bad, found.part) == (receipts[1].index, "record")
    assert "the receipt says otherwise" in (found.why or "")


def test_a_game_that_was_cut_short_and_signed_again_is_found_by_a_receipt(ledger: Ledger, kept: tuple[bytes, list[Receipt]]):
    content, receipts = kept
    lines = taken_apart(content)
    cut = receipts[2].index
    shorter = forged([*lines[: cut + 1], lines[-1]], ledger.signer)
    assert examine(shorter).evidence.bad is None
    found = examine(shorter, None, receipts).evidence
    assert (found.bad, found.why) == (cut + 1, f"the receipt says that there was a record {receipts[3].index}")


def test_a_receipt_that_was_made_up_accuses_nobody(ledger: Ledger, kept: tuple[bytes, list[Receipt]]):
    content, receipts = kept
    for fake in (
        replace(receipts[0], signature="0" * 128),
        replace(receipts[0], head="0" * 64),
        replace(receipts[-1], index=receipts[-1].index + 500),
    ):
        found = examine(content, None, [fake]).evidence
        assert (found.part, found.records) == ("end", len(taken_apart(content)) - 2)
        assert f"the receipt for record {fake.index} is signed with another key than the file" in (found.why or "")
    other = step(ledger, ledger.create("duel", seats(2)).id, random.Random(1)).receipt
    assert "for another game" in (examine(content, None, [other]).evidence.why or "")


def test_receipts_on_the_command_line(kept: tuple[bytes, list[Receipt]], tmp_path: Path):
    content, receipts = kept
    file, alone, answer = tmp_path / "game.jsonl", tmp_path / "receipt.json", tmp_path / "answer.json"
    file.write_bytes(content)
    alone.write_bytes(msgspec.json.encode(receipts[0]))
    answer.write_bytes(msgspec.json.encode({"version": 1, "records": [], "receipt": receipts[1]}))
    done = CliRunner().invoke(app, ["replay", "verify", str(file), "--receipt", str(alone), "--receipt", str(answer)])
    assert done.exit_code == 0, done.stderr
    assert "your receipts were given for" in done.stdout
    done = CliRunner().invoke(app, ["replay", "verify", str(file), "--receipt", str(file)])
    assert (done.exit_code, done.stderr) == (
        1,
        f"error: {file} holds no receipt: it is the JSON that a command was answered with, or its member `receipt`\n",
    )
