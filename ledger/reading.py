"""Between records and rows: what is written of a record, and how a row is checked while it is read back."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from domain.kernel import Record, Ruleset
from ledger.errors import Damaged
from ledger.evidence import Opening, body_of, canonical, leaf, link, opened
from ledger.rows import Row
from ledger.upcast import UPCASTS

_sealed_values = msgspec.json.Decoder(dict[str, tuple[str, msgspec.Raw]])
_openings = msgspec.json.Decoder(dict[str, Opening])


def row_of(record: Record[Any], key: bytes, previous: bytes) -> Row:
    """What is stored of a record that follows the link `previous`; `key` is the game's own secret."""
    body, openings = body_of(record, key)
    this = leaf(body)
    tag = str(type(record.fact).__struct_config__.tag)
    return Row(record.index, tag, body, canonical(openings) if openings else None, this, link(previous, this))


def openings_of(game: str, row: Row) -> dict[str, Opening]:
    """The openings beside a row; `Damaged` if they can not be read."""
    try:
        return {} if row.openings is None else _openings.decode(row.openings)
    except msgspec.MsgspecError as trouble:
        raise Damaged(game, row.index, f"has openings that can not be read ({trouble})") from trouble


def record_of(ruleset: Ruleset[Any], game: str, row: Row) -> Record[Any]:
    """The record in a row, its hash and its openings checked; `Damaged` says what is wrong with it."""
    index, body, openings = row.index, row.body, row.openings
    if sha256(b"\x00" + body).digest() != row.leaf:
        raise Damaged(game, index, "was altered: its body does not have its hash")
    try:
        if UPCASTS.concern(ruleset.id):
            data = UPCASTS.record(ruleset.id, opened(body, openings_of(game, row)))
            record = ruleset.wire.convert_record(data)
        else:
            record = ruleset.wire.record(body if openings is None else _unsealed(body, openings))
    except Damaged:
        raise
    except (ValueError, LookupError, TypeError) as trouble:
        raise Damaged(game, index, f"can not be read: {trouble}") from trouble
    if record.index != index:
        raise Damaged(game, index, f"is in the wrong place: it was written as record {record.index}")
    return record


def _unsealed(body: bytes, openings: bytes) -> bytes:
    """The body with its sealed values put in where it has commitments to them. `ValueError` if one does not open.

    The same as `evidence.opened`, on bytes: both are canonical, so nothing needs to be decoded and encoded again.
    """
    for pointer, (salt, value) in _sealed_values.decode(openings).items():
        committed = sha256(b'\x02%b["%b",%b]' % (bytes.fromhex(salt), pointer.encode(), value)).hexdigest()
        start = body.find(b'{"sealed":"%b","shape":' % committed.encode())
        if start < 0:
            raise ValueError(f"{pointer} does not open its commitment")
        end = body.index(b"}", start) + 1  # a shape is made of null and brackets
        body = b"%b%b%b" % (body[:start], bytes(value), body[end:])
    return body
