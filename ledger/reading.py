"""Between records and rows: what is written of a record, and how a row is checked while it is read back."""

from __future__ import annotations

from collections.abc import Callable
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


def checker_of(game: str) -> Callable[[Row], None]:
    """What checks the rows of a game without decoding them: hash and openings; `Damaged` says what is wrong."""

    def check(row: Row) -> None:
        try:
            if sha256(b"\x00" + row.body).digest() != row.leaf:
                raise Damaged(game, row.index, "was altered: its body does not have its hash")
            body = row.body if row.openings is None else _unsealed(row.body, row.openings)
            if b'{"sealed":"' in body:  # inside a text the quotes would be escaped
                raise Damaged(game, row.index, "has lost an opening")
        except (ValueError, LookupError, TypeError) as trouble:
            raise Damaged(game, row.index, "can not be read: its columns do not hold bytes, or a commitment does not open") from trouble

    return check


def reader_of(ruleset: Ruleset[Any], game: str) -> Callable[[Row], Record[Any]]:
    """What reads the rows of a game: gives the record in a row, its hash and its openings checked; `Damaged` says what is wrong."""
    decode, old = ruleset.wire.record, UPCASTS.concern(ruleset.id)

    def read(row: Row) -> Record[Any]:
        body, openings = row.body, row.openings
        try:
            if sha256(b"\x00" + body).digest() != row.leaf:
                raise Damaged(game, row.index, "was altered: its body does not have its hash")
            record = _upcast(ruleset, game, row) if old else decode(body if openings is None else _unsealed(body, openings))
        except (ValueError, LookupError, TypeError) as trouble:  # what lies under a seal must not show in what is said of it
            why = "a commitment does not open, or this program has no such word" if openings else str(trouble)
            raise Damaged(game, row.index, f"can not be read: {why}") from trouble
        if record.index != row.index:
            raise Damaged(game, row.index, f"is in the wrong place: it was written as record {record.index}")
        return record

    return read


def _upcast(ruleset: Ruleset[Any], game: str, row: Row) -> Record[Any]:
    data = opened(row.body, openings_of(game, row))
    return ruleset.wire.convert_record(UPCASTS.record(ruleset.id, data))


def _unsealed(body: bytes, openings: bytes) -> bytes:
    """The body with its sealed values put in where it has commitments to them. `ValueError` if one does not open.

    The same as `evidence.opened`, on bytes: both are canonical, so nothing needs to be decoded and encoded again.
    """
    for pointer, (salt, value) in _sealed_values.decode(openings).items():
        committed = sha256(b'\x02%b["%b",%b]' % (bytes.fromhex(salt), pointer.encode(), value)).hexdigest()
        start = body.find(b'{"sealed":"%b","shape":' % committed.encode())
        if start < 0 or salt != salt.lower():
            raise ValueError(f"{pointer} does not open its commitment")
        end = body.index(b"}", start) + 1  # a shape is made of null and brackets
        body = b"%b%b%b" % (body[:start], bytes(value), body[end:])
    return body
