"""The docket: a dispute read from its rows, and what is kept of it to be searched by and to answer quickly with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from domain.disputes import Dispute, DisputeRecord, Remedy, decode, evolve
from domain.kernel import RuleId
from ledger.errors import DamagedDispute, UnknownDispute
from ledger.evidence import START, canonical, leaf, link
from ledger.rows import DisputeLine, DisputeRecorder, Row
from ledger.signing import DisputeReceipt


class Summary(msgspec.Struct, frozen=True):
    """A dispute as a list shows it. `remedy` is what the last ruling says; `rule` the one that the claim relies on."""

    id: str
    game: str
    ruleset: str
    state: str
    records: tuple[int, int]
    claim: str
    rule: RuleId | None
    filed_at: int  # milliseconds since 1970
    remedy: Remedy | None


class Heard(msgspec.Struct, frozen=True):
    """The answer to who said something in a dispute: the dispute with it, the record, and the signed head of its log after that.

    `replayed`: the key had been used before, and nothing was written now.
    """

    dispute: Dispute
    record: DisputeRecord[Any]
    receipt: DisputeReceipt
    replayed: bool = False


class Hold(msgspec.Struct, frozen=True):
    """Why nobody may act in a game: which dispute holds it, in words, and the game that goes on, if it was rewound."""

    dispute: str
    why: str
    game: str | None = None


class Remedied(msgspec.Struct, frozen=True):
    """What a closed dispute has made of a game."""

    dispute: str
    remedy: Remedy
    fork: str | None  # the game that goes on after a rewind


class Standing(NamedTuple):
    """What disputes there are about a game: those open, what holds it, and a mark that differs when anything was said in any of them."""

    open: tuple[str, ...]
    hold: Hold | None
    mark: tuple[tuple[str, str, int], ...]  # dispute, state, length of its log


def read(recorder: DisputeRecorder, dispute: str) -> tuple[Dispute, list[DisputeRecord[Any]], list[Row]]:
    """A dispute with its records and rows, every hash checked. `UnknownDispute`, `DamagedDispute`."""
    if (line := recorder.line(dispute)) is None:
        raise UnknownDispute(dispute)
    rows = recorder.rows(dispute)  # after the line: they may have become more since, but not fewer
    found, records, previous = None, list[DisputeRecord[Any]](), START
    for index, row in enumerate(rows, 1):
        if row.index != index:
            raise DamagedDispute(dispute, index, "is missing")
        try:
            if leaf(row.body) != row.leaf:
                raise DamagedDispute(dispute, index, "was altered: its body does not have its hash")
            previous = link(previous, row.leaf)
            if previous != row.link:
                raise DamagedDispute(dispute, index, "was altered: it does not follow the record before it")
            records.append(decode(row.body))
            found = evolve(dispute, found, records[-1])
        except (ValueError, LookupError, TypeError) as trouble:
            raise DamagedDispute(dispute, index, f"can not be read: {trouble}") from trouble
    if found is None or line.length > len(rows):
        raise DamagedDispute(dispute, len(rows) + 1, "is missing")
    return found, records, rows


def line_of(dispute: Dispute, watch: str) -> DisputeLine:
    """What the register says of a dispute."""
    filed, closed = dispute.filed.fact, dispute.closed.fact if dispute.closed else None
    last = dispute.rulings[-1].fact if dispute.rulings else None
    rule = filed.relies_on.id if filed.relies_on else None
    summary = Summary(
        dispute.id,
        filed.game,
        filed.ruleset,
        dispute.state,
        (filed.first, filed.last),
        filed.claim,
        rule,
        dispute.filed.at,
        last.remedy if last else None,
    )
    said: Iterable[str] = (filed.claim, *(text for ruling in dispute.rulings for text in (ruling.fact.facts, ruling.fact.reasons)))
    fork = closed.fork if closed and closed.fork else ""
    return DisputeLine(
        dispute.id,
        filed.game,
        filed.ruleset,
        filed.seat,
        dispute.state,
        watch,
        dispute.holds,
        fork,
        bool(fork),
        dispute.length,
        canonical(closed.remedy).decode() if closed and (fork or closed.remedy.kind in ("adjust", "void")) else "",
        canonical(summary),
        "\n".join(said).casefold(),
    )


def hold_of(line: DisputeLine) -> Hold:
    """Why nobody may act in the game of a dispute that holds it."""
    if line.state != "closed":
        return Hold(line.dispute, "an arbiter has paused the game")
    if line.fork:
        return Hold(line.dispute, f"the game was rewound, and goes on as {line.fork}", line.fork)
    return Hold(line.dispute, "the game is void")
