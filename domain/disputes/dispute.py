"""A dispute is a fold of its log, as a game is of its own."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar, cast

import msgspec
from msgspec.structs import replace

from domain.disputes.facts import (
    Appealed,
    DisputeClosed,
    DisputeFact,
    DisputeFiled,
    GameLookedInto,
    GamePaused,
    GameResumed,
    Ruled,
    StatementMade,
)

F = TypeVar("F", bound=DisputeFact)


class DisputeRecord(msgspec.Struct, Generic[F], frozen=True):
    """One entry of a dispute's log: from 1, without gaps; when, in milliseconds since 1970; and the rule that licensed it."""

    index: int
    at: int
    rule: str
    fact: F


class Dispute(msgspec.Struct, frozen=True):
    """A dispute as it stands after record `length` of its log."""

    id: str
    filed: DisputeRecord[DisputeFiled]
    length: int = 1
    state: Literal["filed", "ruled", "appealed", "closed"] = "filed"
    paused: bool = False
    statements: tuple[DisputeRecord[StatementMade], ...] = ()
    looks: tuple[DisputeRecord[GameLookedInto], ...] = ()
    rulings: tuple[DisputeRecord[Ruled], ...] = ()
    appeals: tuple[DisputeRecord[Appealed], ...] = ()
    closed: DisputeRecord[DisputeClosed] | None = None

    @property
    def game(self) -> str:
        """The game that it is about."""
        return self.filed.fact.game

    @property
    def holds(self) -> bool:
        """Whether nobody may act in its game: it is paused, or the ruling ended it."""
        return self.paused or (self.closed is not None and self.closed.fact.ends)

    @property
    def cited(self) -> frozenset[str]:
        """The ids of all rules that the claim or a ruling cites."""
        relied = (self.filed.fact.relies_on,) if self.filed.fact.relies_on else ()
        return frozenset(rule.id for rule in (*relied, *(rule for ruling in self.rulings for rule in ruling.fact.rules)))

    def looked(self, arbiter: str) -> bool:
        """Whether it is on record that this arbiter looks into the game, and the dispute is open."""
        return self.closed is None and any(look.fact.arbiter == arbiter for look in self.looks)


def evolve(id: str, dispute: Dispute | None, record: DisputeRecord[Any]) -> Dispute:
    """The dispute of that id after one more record; the first one files it. `ValueError` if the record can not stand there."""
    if record.index != (dispute.length if dispute else 0) + 1 or isinstance(record.fact, DisputeFiled) != (dispute is None):
        raise ValueError(f"record {record.index} does not follow")
    if dispute is None:
        return Dispute(id, record)
    if not _may_follow(dispute, record.fact):
        raise ValueError(f"record {record.index}, {type(record.fact).__name__}, can not follow in a dispute that is {dispute.state}")
    return replace(record.fact.apply(dispute, record), length=record.index)


def _may_follow(dispute: Dispute, fact: DisputeFact) -> bool:
    """Whether the rules let this happen then, as far as the log alone can show: who holds the key could write any log."""
    match fact:
        case _ if dispute.closed is not None:
            return False
        case StatementMade():
            return dispute.state != "ruled"
        case GamePaused() | GameResumed():
            return dispute.paused == isinstance(fact, GameResumed)
        case Ruled():
            return dispute.state != "ruled" and all(earlier.fact.arbiter != fact.arbiter for earlier in dispute.rulings)
        case Appealed():
            return dispute.state == "ruled" and not dispute.appeals
        case DisputeClosed():
            return dispute.state == "ruled" and (fact.ruling, fact.remedy) == (dispute.rulings[-1].index, dispute.rulings[-1].fact.remedy)
        case _:
            return True


_record: Any = cast("Any", DisputeRecord)[
    Appealed | DisputeClosed | DisputeFiled | GameLookedInto | GamePaused | GameResumed | Ruled | StatementMade
]
decode = msgspec.json.Decoder(_record).decode
"""The record in the bytes of one, as they are stored. `msgspec.MsgspecError` if there is none."""
