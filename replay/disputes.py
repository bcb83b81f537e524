"""A dispute as anybody may read it: one shape for pages, programs and the command line."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel import Names
from ledger import Ledger, Remedied
from replay.show import called


def told(ledger: Ledger, id: str) -> dict[str, Any]:
    """All of a dispute as plain data: what it is about, what was said, its log in words, and the signed head of that.

    It holds nothing of the game that its public log does not show, unless somebody wrote it there. `UnknownDispute`, `DamagedDispute`.
    """
    dispute, log, head = ledger.disputes.whole(id)
    filed, closed = dispute.filed.fact, dispute.closed.fact if dispute.closed else None
    made = closed is not None and closed.fork is not None and ledger.disputes.made(id)
    plain: dict[str, Any] = {
        "id": dispute.id,
        "game": filed.game,
        "ruleset": filed.ruleset,
        "state": dispute.state,
        "records": (filed.first, filed.last),
        "claim": filed.claim,
        "rule": filed.relies_on,
        "sought": filed.sought,
        "deadline": filed.deadline,
        "filed_by": {"seat": filed.seat, "name": filed.name},
        "filed_at": dispute.filed.at,
        "paused": dispute.paused,
        "statements": [{"seat": r.fact.seat, "name": r.fact.name, "text": r.fact.text, "at": r.at} for r in dispute.statements],
        "looks": [{"arbiter": r.fact.arbiter, "at": r.at, "version": r.fact.version} for r in dispute.looks],
        "rulings": [
            {
                "index": r.index,
                "arbiter": r.fact.arbiter,
                "at": r.at,
                "facts": r.fact.facts,
                "rules": r.fact.rules,
                "ruleset": r.fact.ruleset,
                "content": r.fact.content,
                "remedy": r.fact.remedy,
                "reasons": r.fact.reasons,
            }
            for r in dispute.rulings
        ],
        "appeals": [{"seat": r.fact.seat, "name": r.fact.name, "grounds": r.fact.grounds, "at": r.at} for r in dispute.appeals],
        "outcome": None if closed is None else {"remedy": closed.remedy, "fork": closed.fork if made else None},
        "log": [{"index": r.index, "at": r.at, "by": r.fact.by, "text": r.fact.say(), "rule": r.rule} for r in log],
        "head": head,
    }
    return msgspec.to_builtins(plain)


def ruled(remedied: Remedied, names: Names) -> str:
    """What a closed dispute has made of a game, in one line."""
    remedy, by = remedied.remedy, f"by dispute {remedied.dispute}"
    if remedy.kind == "void":
        return f"void {by}"
    if remedy.kind == "rewind":
        return f"rewound to record {remedy.at} {by}" + (f", and goes on as {remedied.fork}" if remedied.fork else "")
    winners = "" if remedy.winners is None else f", {' and '.join(called(seat, names) for seat in remedy.winners) or 'nobody'} won"
    scores = "" if remedy.scores is None else f", {' : '.join(map(str, remedy.scores))}"
    return f"adjusted {by}{winners}{scores}"
