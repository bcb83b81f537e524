"""From what somebody wants in a dispute to the fact that it becomes, or to a refusal that names its rule.

No function here knows the time, the store or who is an arbiter: that is seen to where the request comes in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from domain.disputes.dispute import Dispute
from domain.disputes.facts import (
    LONGEST,
    Appealed,
    Cited,
    DisputeClosed,
    DisputeFiled,
    GameLookedInto,
    GamePaused,
    GameResumed,
    Remedy,
    Ruled,
    StatementMade,
)
from domain.kernel import Refused, Rule, RuleId, Seat, rulebook_of

PACKAGE = "domain.disputes"
OPEN_AT_ONCE = 5  # disputes of one seat about one game
STATEMENTS = 20  # of one seat in one dispute
HIGHEST = 2**31 - 1  # points of an adjusted score, either way


class Matter(NamedTuple):
    """What is to be known of a game that is disputed."""

    game: str
    ruleset: str  # with its edition
    content: str  # SHA-256 of the ruleset's files
    rules: Mapping[str, Rule]
    names: Sequence[str]  # of the seats
    start: int  # the record that it left another game after; 0 for one from an empty table
    version: int
    link: str  # hex digits
    over: bool
    waits: Callable[[int], bool]  # whether a batch ends with that record


def rules() -> Mapping[str, Rule]:
    """The rulebook of disputes, by id."""
    return rulebook_of(PACKAGE)


def file(
    matter: Matter,
    seat: Seat,
    records: tuple[int, int],
    claim: str,
    relies_on: RuleId | None,
    sought: Remedy,
    deadline: int | None,
    *,
    at: int,
    already: int = 0,
) -> DisputeFiled:
    """A seat disputes records `records[0]` to `records[1]`; `already`: how many open disputes about this game it has."""
    first, last = records
    if not 1 <= first <= last <= matter.version:
        raise Refused(f"there are no records {first} to {last}: they run from 1 to {matter.version}", "disputes.file.records")
    _said("the claim", claim)
    cited = None if relies_on is None else _cited(matter, relies_on, "disputes.file.rule")
    if deadline is not None and deadline <= at:
        raise Refused("the deadline has passed", "disputes.file.deadline")
    if already >= OPEN_AT_ONCE:
        raise Refused(f"seat {seat} has {already} open disputes about this game: let one be closed first", "disputes.file.often")
    _possible(matter, sought, last)
    name = matter.names[seat]
    return DisputeFiled(seat, name, matter.game, matter.ruleset, matter.version, matter.link, first, last, claim, cited, sought, deadline)


def state(dispute: Dispute, seat: Seat, name: str, text: str) -> StatementMade:
    """A seat states something."""
    _open(dispute)
    if dispute.state == "ruled":
        raise Refused("it is ruled: who does not agree appeals", "disputes.state.awaited")
    if sum(made.fact.seat == seat for made in dispute.statements) >= STATEMENTS:
        raise Refused(f"seat {seat} has made {STATEMENTS} statements", "disputes.state.often")
    return StatementMade(seat, name, _said("a statement", text))


def look(dispute: Dispute, arbiter: str, version: int) -> GameLookedInto:
    """An arbiter opens every eye of the game, which is at record `version`."""
    _open(dispute)
    return GameLookedInto(arbiter, version)


def pause(dispute: Dispute, arbiter: str, *, over: bool) -> GamePaused:
    """An arbiter pauses the game, unless it is `over`."""
    _open(dispute)
    if over:
        raise Refused("the game is over", "disputes.pause.open-game")
    if dispute.paused:
        raise Refused("the game is paused already", "disputes.pause.once")
    return GamePaused(arbiter)


def resume(dispute: Dispute, arbiter: str) -> GameResumed:
    """An arbiter lets the game go on."""
    _open(dispute)
    if not dispute.paused:
        raise Refused("this dispute has not paused the game", "disputes.resume.paused")
    return GameResumed(arbiter)


def rule(dispute: Dispute, matter: Matter, arbiter: str, facts: str, rules: Sequence[RuleId], remedy: Remedy, reasons: str = "") -> Ruled:
    """An arbiter rules."""
    _open(dispute)
    if dispute.state == "ruled":
        raise Refused("it is ruled already; a seat may appeal", "disputes.ruling.awaited")
    if any(ruling.fact.arbiter == arbiter for ruling in dispute.rulings):
        raise Refused(f"{arbiter} gave the ruling that was appealed: another arbiter rules now", "disputes.ruling.another")
    _said("the facts", facts)
    if reasons or not rules:
        if not reasons.strip():
            raise Refused("it cites no rule: let its reasons say why", "disputes.ruling.rules")
        _said("the reasons", reasons)
    cited = tuple(_cited(matter, id, "disputes.ruling.rules") for id in dict.fromkeys(rules))
    _possible(matter, remedy, dispute.filed.fact.last)
    return Ruled(arbiter, facts, cited, matter.ruleset, matter.content, remedy, reasons)


def appeal(dispute: Dispute, seat: Seat, name: str, grounds: str) -> Appealed:
    """A seat appeals the ruling that stands."""
    _open(dispute)
    if dispute.state != "ruled":
        raise Refused("there is no ruling to appeal", "disputes.appeal.ruled")
    if dispute.appeals:
        raise Refused("it was appealed before", "disputes.appeal.once")
    return Appealed(seat, name, _said("the grounds", grounds))


def close(dispute: Dispute, arbiter: str, *, over: bool, settled: bool, fork: str) -> DisputeClosed:
    """An arbiter closes the dispute. `fork` is the id that the game gets in which a rewound one goes on.

    `over`: the game is; `settled`: another ruling has rewound or ended it before, and it is not rewound or ended again.
    """
    _open(dispute)
    if dispute.state != "ruled":
        raise Refused("an appeal is open" if dispute.appeals else "it is not ruled yet", "disputes.close.ruled")
    last = dispute.rulings[-1]
    remedy = last.fact.remedy
    goes_on = fork if remedy.kind == "rewind" and not settled else None
    return DisputeClosed(arbiter, last.index, remedy, goes_on, not (over or settled) and remedy.kind in ("rewind", "void"))


def _open(dispute: Dispute) -> None:
    if dispute.closed is not None:
        raise Refused("the dispute is closed", "disputes.closed")


def _said(what: str, text: str) -> str:
    """The text, if it can stand on record."""
    if not text.strip() or len(text) > LONGEST:
        raise Refused(f"{what} must have 1 to {LONGEST:,} characters, not {len(text.strip()):,}", "disputes.text")
    if any((char < " " and char not in "\t\n\r") or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\udfff" for char in text):
        raise Refused(f"{what} must not have control characters in it", "disputes.text")
    return text


def _cited(matter: Matter, id: RuleId, bar: RuleId) -> Cited:
    if (found := matter.rules.get(id)) is None:
        raise Refused(f"the rulebook of {matter.ruleset} has no rule {id}", bar)
    return Cited(found.id, found.text, found.heading)


def _possible(matter: Matter, remedy: Remedy, last: int) -> None:
    """Refuse a remedy that can not be carried out where record `last` is the last in dispute."""
    takes = {"rewind": {"at"}, "adjust": {"scores", "winners"}}.get(remedy.kind, set[str]())
    given = {field for field in ("at", "scores", "winners") if getattr(remedy, field) is not None}
    if given - takes or (takes and not given):
        wanted = " or ".join(sorted(takes)) or "nothing else"
        raise Refused(f"to {remedy.kind} takes {wanted}, not {' and '.join(sorted(given)) or 'nothing'}", "disputes.remedy")
    if remedy.at is not None and not (matter.start < remedy.at <= last and matter.waits(remedy.at)):
        raise Refused(f"no batch from record {matter.start + 1} to {last} ends with record {remedy.at}", "disputes.remedy.rewind")
    if remedy.kind == "adjust":
        seats, winners, scores = range(len(matter.names)), remedy.winners or (), remedy.scores
        fits = all(seat in seats for seat in winners) and len(set(winners)) == len(winners)
        if scores is not None:
            fits = fits and len(scores) == len(seats) and all(abs(score) <= HIGHEST for score in scores)
        if not matter.over or not fits:
            why = "the winners or scores do not fit the seats" if matter.over else "the game has no result yet"
            raise Refused(why, "disputes.remedy.adjust")
