"""Two verdicts on a game: whether its records are the ones that were written, and whether today's rules would write them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from domain.kernel import Chance
from domain.table.seeds import SeedRevealed
from ledger import Damaged, Ledger, Stored
from ledger.evidence import START, leaf, link, opened
from ledger.merkle import Tree
from replay.conformity import Conformity, Deviation, conformity

__all__ = ["Conformity", "Deviation", "Evidence", "Verdicts", "conformity", "evidence", "fault", "luck_of", "sealed_pointers", "verify"]


class Evidence(msgspec.Struct, frozen=True):
    """What was proved: how many records hang together, the link and the head after the last of those, and the first bad one.

    `part`: where `bad` stands; the header of a file counts as 0, its last line as the one after the last record. `proved` says it in
    words; `key` is the public key that the head is signed with, if the signature was examined.
    """

    records: int
    link: str
    bad: int | None = None
    why: str | None = None
    head: str = ""
    part: Literal["header", "record", "end"] = "record"
    key: str | None = None
    proved: tuple[str, ...] = ()


class Verdicts(msgspec.Struct, frozen=True):
    """Both verdicts on one game; conformity is of the records before the first bad one."""

    game: str
    evidence: Evidence
    conformity: Conformity


def verify(ledger: Ledger, game: str) -> Verdicts:
    """Both verdicts on a game of the ledger. `UnknownGame` if there is none, `EditionGone` if nobody can read its words any more."""
    proved = _proved(ledger, game)
    try:
        log = ledger.records(game, upto=proved.records) if proved.records else []
    except Damaged as found:  # the rows hang together, and still can not be read as records
        proved = Evidence(found.record - 1, proved.link, found.record, found.why)
        log = ledger.records(game, upto=proved.records) if proved.records else []
    if not log:
        return Verdicts(game, proved, Conformity(0))
    return Verdicts(game, proved, conformity(ledger.sitting(game, 1).ruleset, log, luck_of(ledger, game, len(log))))


def evidence(rows: Iterable[Stored]) -> Evidence:
    """Whether rows follow one another without a gap, each is what its hashes were taken of, and every opening fits."""
    good, held, leaves = 0, START, list[bytes]()
    for row in rows:
        if (why := fault(row, good + 1, held)) is not None:
            return Evidence(good, held.hex(), good + 1, why)
        good, held = row.index, row.link
        leaves.append(row.leaf)
    if not good:
        return Evidence(0, held.hex(), 1, "there are no records")
    proved = ("every sealed value is the one that was committed to when its record was written",)
    return Evidence(good, held.hex(), head=Tree().grown(leaves).root.hex(), proved=proved)


def fault(row: Stored, index: int, before: bytes, *, whole: bool = True) -> str | None:
    """What is wrong with a row that should be record `index` and follow the link `before`; nothing if it is sound.

    `whole`: whether every sealed value has to be opened.
    """
    if row.index < index:
        return f"record {row.index} stands here, where record {index} should"
    if row.index != index:
        return f"record {index} is missing: the next one there is {row.index}"
    if leaf(row.body) != row.leaf:
        return "its body is not the one that was hashed"
    if link(before, row.leaf) != row.link:
        return "its link does not chain it to the record before"
    try:
        record = opened(row.body, row.openings)
        sealed = sealed_pointers(row.body)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as wrong:
        return f"it can not be read: {wrong}"
    if whole and (closed := sealed - row.openings.keys()):
        return f"nothing opens what is sealed at {', '.join(sorted(closed))}"
    if more := row.openings.keys() - sealed:
        return f"nothing is sealed at {', '.join(sorted(more))}, and still there is an opening for it"
    if record.get("index") != index:
        return f"it was written as record {record.get('index')}"
    fact = record["fact"]
    if fact.get("type") == "Forked" and fact["link"] != before.hex():
        return "the game it was forked from is not the one that it left"
    return None


def sealed_pointers(body: bytes) -> set[str]:
    """Where a body has commitments: the JSON pointers of its sealed values."""
    fact: dict[str, Any] = msgspec.json.decode(body)["fact"]
    command = fact.get("command")
    path, part = ("/fact/command", command) if isinstance(command, dict) else ("/fact", fact)
    return {f"{path}/{field}" for field, held in part.items() if isinstance(held, dict) and held.keys() == {"sealed", "shape"}}


def _proved(ledger: Ledger, game: str) -> Evidence:
    try:
        return evidence(ledger.stored(game))
    except Damaged as found:  # what stands beside that row can not even be taken for openings
        before = evidence(ledger.stored(game, upto=found.record - 1)) if found.record > 1 else Evidence(0, START.hex())
        return before if before.bad is not None else Evidence(before.records, before.link, found.record, found.why)


def luck_of(ledger: Ledger, game: str, upto: int) -> Callable[[int], Chance]:
    """The chance behind each record up to `upto`, over all forks back to the first game, with the seeds that were revealed by then."""
    family = {kin.id: kin for kin in ledger.family(game)}
    begins, member = [1], family[game]
    while member.parent is not None:
        begins.append((member.at or 0) + 1)
        member = family[member.parent]
    if ledger.sitting(game, 1).options.get("seeds") == "seats":
        begins += [record.index for record in ledger.records(game, upto=upto) if isinstance(record.fact, SeedRevealed)]
    chances = [(first, ledger.sitting(game, first).chance) for first in sorted(begins, reverse=True) if first <= upto]
    return lambda n: next(chance for first, chance in chances if first <= n)
