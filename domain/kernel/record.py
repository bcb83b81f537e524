"""The log: a record is a fact with its licence and with what it does to the agenda."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from domain.kernel.word import B, Fact, Obligation, RuleId, Seat, Serial

F = TypeVar("F")
O = TypeVar("O")  # noqa: E741 - the obligations of one ruleset


class RecordOf(msgspec.Struct, Generic[F, O], frozen=True, omit_defaults=True, gc=False):
    """One entry of a game's log; `F` and `O` are the unions of a ruleset's facts and obligations."""

    index: int  # from 1, without gaps
    fact: F
    rule: RuleId  # that licensed it
    cause: int | None = None  # the record that opened what this one works off; none for a liberty or an amendment
    closes: tuple[Serial, ...] = ()
    opens: tuple[O, ...] = ()  # the first is owed first
    onto: Serial | None = None  # they go on top of this obligation (none: at the bottom)
    lane: Seat | None = None
    luck: int = 0  # how many slots of chance were drawn for it


Record = RecordOf[Fact[B], Obligation[B]]


def starts_batch(record: RecordOf[Any, Any]) -> bool:
    """Whether a batch begins here. Between batches the game waits: only there may it be forked, rewound or amended."""
    return record.cause is None or getattr(record.fact, "starts_batch", False)


def batches(log: Iterable[Record[B]]) -> Iterator[list[Record[B]]]:
    """The log cut where its batches begin."""
    batch: list[Record[B]] = []
    for record in log:
        if batch and starts_batch(record):
            yield batch
            batch = []
        batch.append(record)
    if batch:
        yield batch
