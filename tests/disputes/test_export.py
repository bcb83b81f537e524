"""A dispute in a file proves itself, and whatever was changed in it is found."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from domain.disputes import (
    Appealed,
    DisputeClosed,
    DisputeFact,
    DisputeRecord,
    GameLookedInto,
    GamePaused,
    GameResumed,
    Remedy,
    Ruled,
    StatementMade,
)
from ledger import DisputeReceipt, Ledger
from ledger.evidence import START, canonical, leaf, link
from ledger.merkle import Tree
from ledger.signing import Signer, dispute_said, head_said, signed
from replay.dispute_file import Line, examine, export
from tests.ledger.playing import seats


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[DisputeReceipt], str, bytes]:
    """A file with a dispute of three records, the receipts that were given, the key, and the file of another dispute."""
    with Ledger.open(f"sqlite:{tmp_path_factory.mktemp('kept')}/ledger.db") as ledger:
        game = ledger.create("duel", seats(2)).id
        filed = ledger.disputes.file(game, 0, (1, 2), "Wrüng.", Remedy("stand"), rule="duel.turn")
        stated = ledger.disputes.state(filed.dispute.id, 1, "No.")
        again = ledger.disputes.state(filed.dispute.id, 0, 'Yes: {"body":1}')
        other = ledger.disputes.file(game, 1, (1, 2), "Wrong.", Remedy("stand")).dispute.id
        receipts = [filed.receipt, stated.receipt, again.receipt]
        return export(ledger, filed.dispute.id), receipts, ledger.signer.public, export(ledger, other)


Kept = tuple[bytes, list[DisputeReceipt], str, bytes]


def test_a_file_verifies_with_the_key_and_with_every_receipt(kept: Kept) -> None:
    content, receipts, key, _ = kept
    found = examine(content, key, receipts)
    assert (found.bad, found.why, found.records, found.head) == (None, None, 3, receipts[-1].head)
    assert examine(content).key == key


def test_any_byte_that_was_changed_is_found(kept: Kept) -> None:
    content, _, key, _ = kept
    for at in range(0, len(content), 5):
        changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        assert examine(changed, key).bad is not None, changed[at - 20 : at + 20]


def test_what_is_missing_moved_or_put_in_is_named_at_its_record(kept: Kept) -> None:
    content, receipts, key, other = kept
    header, *records, head, end = content.split(b"\n")

    def found(*lines: bytes) -> int | None:
        return examine(b"\n".join([*lines, end]), key).bad

    assert found(header, records[0], records[2], head) == 2
    assert found(header, records[0], records[2], records[1], head) == 2
    assert found(header, *records, records[2], head) == 4
    assert found(header, other.split(b"\n")[1], *records[1:], head) == 2, "its own chain is sound, but not what follows"
    assert found(header, *records[:2], head) == 3
    assert found(header, *records, other.split(b"\n")[-2]) is not None
    assert examine(content[:-1], key).bad == 0
    assert examine(b"", key).bad == examine(b"{}\n{}\n", key).bad == 0
    shorter = b"\n".join([header, *records[:2], msgspec.json.encode(receipts[1]), end])
    assert examine(shorter, key).bad is None, "a file of an earlier day is sound"
    assert examine(shorter, key, receipts).bad == 3, "but a receipt tells of what came after"
    assert examine(content, "00" * 32).why == f"it names another key: {key}"
    assert examine(content.replace(key.encode(), b"00" * 32)).why == "the head after record 3 is not signed with that key for this dispute"


def test_no_signature_under_a_game_can_be_passed_off_as_one_under_a_dispute(kept: Kept) -> None:
    _, (receipt, *_), key, _ = kept
    fields = (receipt.dispute, receipt.index, receipt.leaf, receipt.link, receipt.head)
    assert signed(key, receipt.signature, dispute_said(*fields))
    assert not signed(key, receipt.signature, head_said(*fields))


def written(kept: Kept, *facts: DisputeFact) -> bytes:
    """A file in which these facts follow the filing, as somebody could write it who has the key."""
    key, (header, filed, *_) = Signer(b"k" * 32), kept[0].split(b"\n")
    about, bodies = msgspec.json.decode(header), [bytes(msgspec.json.decode(filed, type=Line).body)]
    bodies += [canonical(DisputeRecord(index, 0, fact.rule, fact)) for index, fact in enumerate(facts, 2)]
    previous, tree, lines = START, Tree(), [canonical({**about, "key": key.public})]
    for body in bodies:
        this = leaf(body)
        previous, tree = link(previous, this), tree.grown([this])
        lines.append(b'{"body":%b,"link":"%b"}' % (body, previous.hex().encode()))
    return b"\n".join([*lines, canonical(key.dispute(about["dispute"], len(bodies), leaf(bodies[-1]), previous, tree.root)), b""])


def test_a_log_that_the_rules_of_disputes_do_not_allow_is_named_whoever_signed_it(kept: Kept) -> None:
    stand, void = Remedy("stand"), Remedy("void")
    said, appealed, ruled = StatementMade(0, "P", "x"), Appealed(0, "P", "x"), Ruled("Ruth", "x", (), "duel@1", "", stand, "y")
    again, closed = replace(ruled, arbiter="Sam"), DisputeClosed("Ruth", 2, stand)
    for facts, bad in (
        ([said, GamePaused("Ruth"), GameResumed("Ruth"), ruled, appealed, said, again, replace(closed, ruling=8)], None),
        ([closed], 2),
        ([appealed], 2),
        ([GameResumed("Ruth")], 2),
        ([GamePaused("Ruth"), GamePaused("Sam")], 3),
        ([ruled, said], 3),
        ([ruled, again], 3),
        ([ruled, appealed, ruled], 4),
        ([ruled, appealed, again, appealed], 5),
        ([ruled, replace(closed, remedy=void)], 3),
        ([ruled, replace(closed, ruling=1)], 3),
        ([ruled, closed, closed], 4),
        ([ruled, closed, GameLookedInto("Ruth", 9)], 4),
    ):
        assert examine(written(kept, *facts)).bad == bad, facts


def test_a_file_that_nests_without_end_is_no_file_of_a_dispute(kept: Kept) -> None:
    header, *rest = kept[0].split(b"\n")
    nested = b'{"body":' + b"[" * 100_000
    assert examine(b"\n".join([header, nested, *rest])).bad == 1
    assert examine(b"\n".join([nested, *rest])).bad == 0
