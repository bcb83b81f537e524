"""Two verdicts on a game: whether its records are the ones that were written, and whether today's rules would write them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import zip_longest
from typing import Any

import msgspec

from domain.kernel import Chance, Game, GameOf, Record, Refused, Ruleset, batches, decide_again, evolve
from ledger import Damaged, Ledger, Stored
from ledger.evidence import START, leaf, link, opened


class Evidence(msgspec.Struct, frozen=True):
    """What the stored rows prove: how many of them hang together, the link after the last of those, and the first bad one."""

    records: int
    link: str
    bad: int | None = None
    why: str | None = None


class Deviation(msgspec.Struct, frozen=True):
    """Where the present rules decide otherwise: the first record of a batch that differs, the rule it cites, and how."""

    record: int
    rule: str
    why: str


class Conformity(msgspec.Struct, frozen=True):
    """How many batches were decided again, and where the present rules of the game's edition part from the log."""

    batches: int
    deviations: tuple[Deviation, ...] = ()


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
    return Verdicts(game, proved, conformity(ledger.sitting(game, 1).ruleset, log, _luck(ledger, game, len(log))))


def evidence(rows: Iterable[Stored]) -> Evidence:
    """Whether rows follow one another without a gap, each is what its hashes were taken of, and every opening fits."""
    good, held = 0, START
    for row in rows:
        if (why := _fault(row, good + 1, held)) is not None:
            return Evidence(good, held.hex(), good + 1, why)
        good, held = row.index, row.link
    if not good:
        return Evidence(0, held.hex(), 1, "there are no records")
    return Evidence(good, held.hex())


def conformity(ruleset: Ruleset[Any], log: list[Record[Any]], luck: Callable[[int], Chance]) -> Conformity:
    """Every batch of the log decided again by the present rules; `luck(n)` is the chance that record `n` was drawn with."""
    game: Game[Any] = GameOf(ruleset.blank)
    count, found = 0, list[Deviation]()
    for batch in batches(log):
        count += 1
        if (deviation := _deviation(ruleset, game, batch, luck(batch[0].index))) is not None:
            found.append(deviation)
        game = reduce(evolve, batch, game)
    return Conformity(count, tuple(found))


def _fault(row: Stored, index: int, before: bytes) -> str | None:
    """What is wrong with a row that should be record `index` and follow the link `before`; nothing if it is sound."""
    if row.index != index:
        return f"record {index} is missing: the next one there is {row.index}"
    if leaf(row.body) != row.leaf:
        return "its body is not the one that was hashed"
    if link(before, row.leaf) != row.link:
        return "its link does not chain it to the record before"
    try:
        record = opened(row.body, row.openings)
        closed = sealed_pointers(row.body) - row.openings.keys()
    except (ValueError, LookupError, TypeError, AttributeError) as wrong:
        return f"it can not be read: {wrong}"
    if closed:
        return f"nothing opens what is sealed at {', '.join(sorted(closed))}"
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


def _deviation(ruleset: Ruleset[Any], game: Game[Any], batch: list[Record[Any]], chance: Chance) -> Deviation | None:
    try:
        again = decide_again(ruleset, game, batch, chance)
    except Refused as refusal:
        return Deviation(batch[0].index, refusal.rule or batch[0].rule, f"it would be refused: {refusal}")
    except (LookupError, TypeError, ValueError, RuntimeError) as broken:
        return Deviation(batch[0].index, batch[0].rule, f"it can not be decided any more: {type(broken).__name__}: {broken}")
    for was, now in zip_longest(batch, again):
        if was != now:
            at: Record[Any] = was or now
            return Deviation(at.index, at.rule, _difference(was, now))
    return None


def _difference(was: Record[Any] | None, now: Record[Any] | None) -> str:
    """In what a record differs from what would be written, without telling what is sealed in either."""
    if now is None:
        return f"nothing would follow here, where {type(was and was.fact).__name__} was written"
    if was is None:
        return f"{type(now.fact).__name__} would follow, where nothing was written"
    if type(was.fact) is not type(now.fact):
        return f"{type(now.fact).__name__} would be written instead of {type(was.fact).__name__}"
    parts = [field for field in was.__struct_fields__ if getattr(was, field) != getattr(now, field)]
    if parts == ["fact"]:
        parts = [field for field in was.fact.__struct_fields__ if getattr(was.fact, field) != getattr(now.fact, field)]
    return f"{type(was.fact).__name__} would be written with another {', '.join(parts)}"


def _proved(ledger: Ledger, game: str) -> Evidence:
    try:
        return evidence(ledger.stored(game))
    except Damaged as found:  # what stands beside that row can not even be taken for openings
        before = evidence(ledger.stored(game, upto=found.record - 1)) if found.record > 1 else Evidence(0, START.hex())
        return before if before.bad is not None else Evidence(before.records, before.link, found.record, found.why)


def _luck(ledger: Ledger, game: str, upto: int) -> Callable[[int], Chance]:
    """The chance behind each record, over all forks back to the first game."""
    family = {kin.id: kin for kin in ledger.family(game)}
    begins, member = [1], family[game]
    while member.parent is not None:
        begins.append((member.at or 0) + 1)
        member = family[member.parent]
    chances = [(first, ledger.sitting(game, first).chance) for first in sorted(begins, reverse=True) if first <= upto]
    return lambda n: next(chance for first, chance in chances if first <= n)
