"""Disputes as they are sent, and what they say of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from api.dispute_models import DisputeSeen
from api.house import House
from api.models import HoldSeen, RemediedSeen
from ledger import Remedied


def dispute_seen(house: House, id: str) -> DisputeSeen:
    """A dispute as anybody may read it. `UnknownDispute`, `DamagedDispute`."""
    dispute, log, head = house.ledger.disputes.whole(id)
    filed, closed = dispute.filed.fact, dispute.closed.fact if dispute.closed else None
    made = closed is not None and closed.fork is not None and house.ledger.disputes.made(id)
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
    return DisputeSeen.model_validate(msgspec.to_builtins(plain))


def disputed(house: House, game: str) -> dict[str, Any]:
    """What disputes say of a game as it stands now: the fields of a view that tell of them."""
    standing = house.ledger.disputes.about(game)
    hold = None if standing.hold is None else HoldSeen.model_validate(standing.hold, from_attributes=True)
    ruled = house.ledger.disputes.remedies([game]) if standing.mark else {}
    return {"disputes": list(standing.open), "hold": hold, "rulings": [remedied_seen(one) for one in ruled.get(game, ())]}


def remedied_seen(remedied: Remedied) -> RemediedSeen:
    """What a closed dispute has made of a game."""
    return RemediedSeen.model_validate(msgspec.to_builtins(remedied))
