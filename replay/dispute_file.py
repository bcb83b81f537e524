"""A dispute in a file that proves itself: its records as they were hashed, and the signed head. JSON Lines, as a game's export."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.disputes import Dispute, decode, evolve
from ledger import DisputeReceipt, Ledger
from ledger.evidence import START, leaf, link
from ledger.merkle import Tree
from ledger.signing import dispute_said, signed

FORMAT = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which dispute, about which game, and the key that signs it."""

    format: int
    dispute: str
    game: str
    key: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record: the bytes that are hashed, and the chain up to it."""

    body: msgspec.Raw
    link: str


class DisputeProof(msgspec.Struct, frozen=True):
    """What a file proves: how many of its records are sound, and the first that is not, with the reason (0: the header)."""

    dispute: str
    records: int
    head: str
    key: str
    bad: int | None
    why: str | None


def export(ledger: Ledger, dispute: str) -> bytes:
    """A dispute as a file. Whoever may read the dispute may have it. `UnknownDispute`, `DamagedDispute`."""
    found, _, head = ledger.disputes.whole(dispute)
    encode = msgspec.json.Encoder(order="sorted").encode
    lines = [encode(Header(FORMAT, dispute, found.game, ledger.signer.public))]
    lines += [b'{"body":%b,"link":"%b"}' % (row.body, row.link.hex().encode()) for row in ledger.disputes.rows(dispute)[: head.index]]
    return b"\n".join([*lines, encode(head), b""])


def examine(content: bytes, key: str | None = None, receipts: Iterable[DisputeReceipt] = ()) -> DisputeProof:
    """What a file of a dispute proves, from its bytes alone. `key`: who must have signed it, as 64 hex digits; else whom it names."""
    lines = content.split(b"\n")
    try:
        header, head = msgspec.json.decode(lines[0], type=Header), msgspec.json.decode(lines[-2], type=DisputeReceipt, strict=True)
    except (msgspec.MsgspecError, IndexError, RecursionError):
        return DisputeProof("", 0, "", key or "", 0, "it is no file of a dispute")
    key, previous, tree, dispute = key or header.key, START, Tree(), None
    heads = [*receipts, head]

    def proof(why: str | None, bad: int) -> DisputeProof:
        return DisputeProof(header.dispute, tree.size, tree.root.hex(), key, None if why is None else bad, why)

    if key != header.key:
        return proof(f"it names another key: {header.key}", 0)
    if header.format != FORMAT or lines[-1]:
        return proof("it is of another format, or does not end with its signed head", 0)
    for index, text in enumerate(lines[1:-2], 1):
        try:
            line = msgspec.json.decode(text, type=Line)
            body: Any = bytes(line.body)
            dispute = _follows(header.dispute, dispute, body)
        except (ValueError, RecursionError) as trouble:
            return proof(f"it can not be read: {trouble}", index)
        this = leaf(body)
        previous, tree = link(previous, this), tree.grown([this])
        said = (this.hex(), previous.hex(), tree.root.hex())
        if line.link != said[1]:
            return proof("it does not follow the record before it", index)
        if any(known.index == index and (known.leaf, known.link, known.head) != said for known in heads):
            return proof("it is not what was signed", index)
    if dispute is None or dispute.game != header.game:
        return proof("it is about another game than it says", 0)
    for known in heads:
        said = dispute_said(known.dispute, known.index, known.leaf, known.link, known.head)
        if known.dispute != header.dispute or not signed(key, known.signature, said):
            return proof(f"the head after record {known.index} is not signed with that key for this dispute", tree.size + 1)
        if known.index > tree.size:
            return proof(f"a receipt tells of record {known.index}, which is not there", tree.size + 1)
    if head.index != tree.size:
        return proof("the signed head is not that of the last record", tree.size + 1)
    return proof(None, 0)


def _follows(id: str, dispute: Dispute | None, body: bytes) -> Dispute:
    return evolve(id, dispute, decode(body))
