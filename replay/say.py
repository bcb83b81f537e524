"""The log of a game in plain words, told from no more than one eye may read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.kernel import Seat, Text, plain
from domain.kernel.word import RuleId
from replay.tape import Tape


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One record, said: `who` acts in it if a seat does, `words` are the sentence with its links, `text` without them."""

    index: int
    type: str
    text: str
    rule: RuleId
    words: Text
    who: Seat | None = None
    cause: int | None = None


def line(tape: Tape, n: int) -> Line:
    """Record `n` of the tape as its eye reads it. `UnknownRecord` if there is none."""
    record, names = tape.record(n), tape.names(n)
    fact: Any = record.fact
    words: Text = fact.say(tape.at(n - 1).board, tape.at(n).board, names)
    return Line(n, type(fact).__name__, plain(words, names), record.rule, words, getattr(fact, "seat", None), record.cause)


def lines(tape: Tape, first: int = 1, last: int | None = None) -> Iterator[Line]:
    """The records from `first` to `last`, both included; up to the end if no `last` is given."""
    for n in range(max(first, 1), min(tape.length, tape.length if last is None else last) + 1):
        yield line(tape, n)
