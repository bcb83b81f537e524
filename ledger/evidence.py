"""What is stored of a record: canonical bytes in which sealed values are committed to, hashed into a chain."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import msgspec

from domain.kernel import Eye, Record, sealed_part, seals, unreadable, veil
from domain.kernel.word import B

START = bytes(32)  # the link before the first record


class Opening(NamedTuple):
    """What opens one commitment: its salt as hex digits, and the value."""

    salt: str
    value: Any


Openings = Mapping[str, Opening]  # by JSON pointer into the record
_canonical = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """RFC 8785 bytes, for data without floats and with ASCII keys."""
    return _canonical.encode(value)


def body_of(record: Record[B], key: bytes) -> tuple[bytes, dict[str, Opening]]:
    """The bytes that are stored and hashed, the same for every eye, and the openings that are kept beside them.

    Of a sealed value the body has the shape and a salted commitment. `key` is the game's own secret.
    """
    path, thing = sealed_part(record.fact)
    marks = seals(type(thing))
    if not marks:
        return _canonical.encode(record), {}
    body: dict[str, Any] = msgspec.to_builtins(record)
    part = body["fact"] if path == "/fact" else body["fact"]["command"]
    openings: dict[str, Opening] = {}
    for field, _ in marks:
        pointer, value = f"{path}/{field}", part.get(field)
        salt = hmac.digest(key, f"{record.index}{pointer}".encode(), "sha256")[:16].hex()
        openings[pointer] = Opening(salt, value)
        part[field] = {"sealed": commitment(pointer, openings[pointer]), "shape": veil(getattr(thing, field))}
    return _canonical.encode(body), openings


def opened(body: bytes, openings: Openings) -> dict[str, Any]:
    """The record that an eye may read, as plain data, from the hashed body and the openings it was given.

    `ValueError` names the record and the field whose opening does not fit.
    """
    data: dict[str, Any] = msgspec.json.decode(body)
    part, path = cast("dict[str, Any]", data["fact"]), "/fact"
    if isinstance(part.get("command"), dict):
        part, path = cast("dict[str, Any]", part["command"]), "/fact/command"
    for field, held in tuple(part.items()):
        if isinstance(held, dict) and held.keys() == {"sealed", "shape"}:
            pointer = f"{path}/{field}"
            opening = openings.get(pointer)
            if opening is not None and commitment(pointer, opening) != held["sealed"]:
                raise ValueError(f"record {data.get('index')}: {pointer} does not open its commitment")
            part[field] = held["shape"] if opening is None else opening.value
    return data


def entitled(record: Record[B], eye: Eye, openings: Openings) -> dict[str, Opening]:
    """The openings of `record` that `eye` may have."""
    path, _ = sealed_part(record.fact)
    hidden = {f"{path}/{field}" for field in unreadable(record.fact, eye)}
    return {pointer: opening for pointer, opening in openings.items() if pointer not in hidden}


def commitment(pointer: str, opening: Opening) -> str:
    """The salted hash that stands for a sealed value in a body."""
    return hashlib.sha256(b"\x02" + bytes.fromhex(opening.salt) + _canonical.encode([pointer, opening.value])).hexdigest()


def leaf(body: bytes) -> bytes:
    """The hash of one body, as a leaf of an RFC 6962 tree."""
    return hashlib.sha256(b"\x00" + body).digest()


def link(previous: bytes, this_leaf: bytes) -> bytes:
    """The hash that chains a leaf to all before it."""
    return hashlib.sha256(previous + this_leaf).digest()
