"""The file that a game is taken away in: JSON Lines, with all that is needed to examine it and nothing that this eye may not read.

Line 1 is the header. Then one line a record: the hashed body, byte for byte as it is stored, the link that chains it, and the openings
of sealed values that this eye may have. The last line is the head, signed, with the public key; under the arbiter's eye, once the game
is over, the seeds of its chance; and a signature under the whole file.
"""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel import Eye
from ledger.evidence import Opening, canonical

FORMAT = 1


class Parent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a fork left, and after which record."""

    game: str
    at: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds. All of it but the eye can be read from the records as well, and must agree with them."""

    format: int
    game: str
    ruleset: str
    edition: int
    content: str  # SHA-256 of the ruleset's component and rulebook files when the game began
    seats: list[dict[str, Any]]  # who sits there now
    eye: int | str
    parent: Parent | None


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One record: its body as it was hashed, its link in hex digits, and openings by JSON pointer.

    `dice`: the key of the last die that it shows, if dice were committed to; in hex digits.
    """

    body: msgspec.Raw
    link: str
    openings: dict[str, Opening] = {}
    dice: str | None = None


class Seed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret, in hex digits, behind all chance after a record (0: from the beginning)."""

    after: int
    secret: str


class End(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last line: the signed head, as receipts have it, the key it is signed with, the seeds, and the signature under the file."""

    index: int
    leaf: str
    link: str
    head: str
    signature: str
    key: str
    seeds: list[Seed] | None = None
    file: str = ""


class Unreadable(ValueError):
    """Bytes that are no line of an export."""


_header = msgspec.json.Decoder(Header)
_line = msgspec.json.Decoder(Line)
_end = msgspec.json.Decoder(End)


def header_of(line: bytes) -> Header:
    """The header in the first line. `Unreadable`."""
    return _decoded(_header, line)


def line_of(line: bytes) -> Line:
    """The record in a line. `Unreadable`."""
    return _decoded(_line, line)


def end_of(line: bytes) -> End:
    """The last line. `Unreadable`."""
    return _decoded(_end, line)


def header_from(game: str, bodies: list[bytes], eye: Eye) -> Header:
    """The header that belongs to these records. `LookupError`, `TypeError` or `ValueError` if they do not begin like a game."""
    began: dict[str, Any] = msgspec.json.decode(bodies[0])["fact"]
    if began["type"] != "GameBegan":
        raise ValueError("the first record is no beginning")
    seats, parent = began["seats"], None
    for body in bodies:
        if b'"Forked"' in body and (fact := msgspec.json.decode(body)["fact"])["type"] == "Forked":
            seats, parent = fact["seats"], Parent(fact["parent"], fact["at"])
    return Header(FORMAT, game, began["ruleset"], began["edition"], began["content"], seats, eye, parent)


def bytes_of(part: Header | Line | End) -> bytes:
    """A line as it stands in the file."""
    return canonical(part) + b"\n"


def lines_of(content: bytes) -> list[bytes]:
    """The lines of a file, without their ends; a last one that has no end is given as `Unreadable` bytes are: with what is missing."""
    lines = content.split(b"\n")
    if lines[-1]:
        lines[-1] += b"\x00"  # cut off or written on to: no line of an export
    else:
        lines.pop()
    return lines


def _decoded(decoder: msgspec.json.Decoder[Any], line: bytes) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        raise Unreadable(str(wrong)) from wrong
