"""What the ledger answers."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kernel import Record, Seat
from ledger.evidence import Opening
from ledger.signing import Receipt


class Stored(Struct, frozen=True):
    """A record as it lies in the store: the hashed body, what opens its commitments, and its place in the chain."""

    index: int
    body: bytes
    openings: dict[str, Opening]
    leaf: bytes
    link: bytes


class Head(Struct, frozen=True):
    """The end of a game's chain: its last record, the hash of that, the chain up to it, and the root of the Merkle tree over all bodies."""

    index: int
    leaf: bytes
    link: bytes
    root: bytes


class Created(Struct, frozen=True):
    """A game that has begun. The tokens are shown here and never again: the store keeps their hashes."""

    id: str
    version: int
    at: int  # of a fork: the record it leaves from; otherwise the last record of the beginning
    tokens: dict[Seat, str]  # of the seats that no bot plays
    spectator: str | None  # at a table that only invited eyes may watch


class Accepted(Struct, frozen=True):
    """The answer to a command: what it led to, and the signed head after it.

    `replayed`: its key had been used before, and nothing was written now.
    """

    version: int
    records: list[Record[Any]]
    receipt: Receipt
    replayed: bool


class Note(Struct, frozen=True):
    """An entry of the log of all games, in the order they were written. `record` is missing if it can not be read."""

    id: int
    game: str
    index: int
    record: Record[Any] | None


class Want(Struct, frozen=True):
    """An open game that this program can not go on with: it owes `word`, which the program's `ruleset`, if it has that, does not know."""

    game: str
    ruleset: str
    word: str
