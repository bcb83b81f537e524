"""Disputes as they are sent, and what they say of a game."""

from __future__ import annotations

from typing import Any

import msgspec

from api.dispute_models import DisputeSeen
from api.house import House
from api.models import HoldSeen, RemediedSeen
from ledger import Remedied
from replay.disputes import told


def dispute_seen(house: House, id: str) -> DisputeSeen:
    """A dispute as anybody may read it. `UnknownDispute`, `DamagedDispute`."""
    return DisputeSeen.model_validate(told(house.ledger, id))


def disputed(house: House, game: str) -> dict[str, Any]:
    """What disputes say of a game as it stands now: the fields of a view that tell of them."""
    standing = house.ledger.disputes.about(game)
    hold = None if standing.hold is None else HoldSeen.model_validate(standing.hold, from_attributes=True)
    ruled = house.ledger.disputes.remedies([game]) if standing.mark else {}
    return {"disputes": list(standing.open), "hold": hold, "rulings": [remedied_seen(one) for one in ruled.get(game, ())]}


def remedied_seen(remedied: Remedied) -> RemediedSeen:
    """What a closed dispute has made of a game."""
    return RemediedSeen.model_validate(msgspec.to_builtins(remedied))
