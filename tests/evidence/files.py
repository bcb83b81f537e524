"""Exports as a forger takes them apart and puts them together again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import rfc8785

from ledger.evidence import START, leaf, link
from ledger.merkle import Tree
from ledger.signing import Signer

Lines = list[Any]  # header, records and last line, decoded


def taken_apart(content: bytes) -> Lines:
    """The lines of a file as plain data."""
    return [json.loads(line) for line in content.splitlines()]


def put_together(lines: Lines) -> bytes:
    """A file from its lines, nothing else changed."""
    return b"".join(rfc8785.dumps(line) + b"\n" for line in lines)


def record(lines: Lines, wanted: Callable[[dict[str, Any]], bool]) -> int:
    """The first record whose fact is as wanted."""
    return next(n for n, line in enumerate(lines[1:-1], 1) if wanted(line["body"]["fact"]))


def forged(lines: Lines, key: Signer) -> bytes:
    """A file in which everything hangs together again, signed with the forger's key."""
    previous, leaves = START, list[bytes]()
    for line in lines[1:-1]:
        leaves.append(leaf(rfc8785.dumps(line["body"])))
        previous = link(previous, leaves[-1])
        line["link"] = previous.hex()
    receipt = key.receipt(lines[0]["game"], len(leaves), leaves[-1], previous, Tree().grown(leaves).root)
    said = {field: getattr(receipt, field) for field in ("index", "leaf", "link", "head", "signature")}
    return closed([*lines[:-1], lines[-1] | said], key)


def closed(lines: Lines, key: Signer) -> bytes:
    """A file with these lines, whose last signature is right, whatever the rest may be."""
    end = {field: value for field, value in lines[-1].items() if field != "file"} | {"key": key.public}
    return put_together([*lines[:-1], end | {"file": key.file(put_together([*lines[:-1], end]))}])
