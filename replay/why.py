"""Why a record stands in the log: the rule that licensed it, and what led to it."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel import Answered, Record, starts_batch
from replay.say import Line, line
from replay.tape import Tape


class Cause(msgspec.Struct, frozen=True):
    """One record of the chain, with its rule in words (nothing if no rulebook has that id) and where the rule is found."""

    said: Line
    wording: str | None
    heading: str | None


class Why(msgspec.Struct, frozen=True):
    """The chain from a record (first) back to the choice of a player that led to it, or to a record that nobody chose.

    `moment` is the choice after which the rules came to it, where that is not the end of the chain: a turn, say, was owed since
    the turn before, and began when somebody's choice had been settled. Nothing, if the game had only begun.
    """

    chain: tuple[Cause, ...]
    moment: Cause | None = None


def why(tape: Tape, n: int) -> Why:
    """What led to record `n`; of a choice, what asked for it. `UnknownRecord` if there is none."""
    record = tape.record(n)
    chain = [record]
    while chain[-1].cause is not None and (chain[-1] is record or not _chosen(chain[-1])):
        chain.append(tape.record(chain[-1].cause))
        if _chosen(record):
            break
    moment = None
    if not _chosen(record) and not _chosen(chain[-1]):
        first = next(before for before in reversed(tape.records[:n]) if starts_batch(before))
        moment = _cause(tape, first) if first is not chain[-1] else None
    return Why(tuple(_cause(tape, link) for link in chain), moment)


def _chosen(record: Record[Any]) -> bool:
    return isinstance(record.fact, Answered)


def _cause(tape: Tape, record: Record[Any]) -> Cause:
    rule = tape.ruleset.rules.get(record.rule)
    return Cause(line(tape, record.index), rule and rule.text, rule and rule.heading)
