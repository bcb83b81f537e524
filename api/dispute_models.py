"""What is asked and answered about disputes, as closed models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from api.models import Closed, Index, RemedySeen
from domain.disputes import LONGEST

Said = Annotated[str, Field(min_length=1, max_length=LONGEST)]
Rule = Annotated[str, Field(min_length=1, max_length=100)]
Moment = Annotated[int, Field(ge=0, le=2**53 - 1)]  # milliseconds since 1970


# asked -----------------------------------------------------------------------------------------------------------------
class DisputeWanted(Closed):
    """What is disputed: records `[first, last]`, the claim, the rule it relies on, the remedy sought, and by when a ruling is asked for."""

    records: tuple[Index, Index]
    claim: Said
    rule: Rule | None = None
    sought: RemedySeen
    deadline: Moment | None = None


class StatementWanted(Closed):
    """What a seat has to say. It is public."""

    text: Said


class RulingWanted(Closed):
    """The facts found, the ids of the rules applied, the remedy, and the reasons, which may be left out if rules are cited."""

    facts: Said
    rules: Annotated[list[Rule], Field(max_length=50)]
    remedy: RemedySeen
    reasons: Annotated[str, Field(max_length=LONGEST)] = ""


class AppealWanted(Closed):
    """On what grounds a seat appeals. They are public."""

    grounds: Said


# answered --------------------------------------------------------------------------------------------------------------
class CitedSeen(Closed):
    """A rule as it read when it was cited."""

    id: str
    text: str
    heading: str


class FiledBySeen(Closed):
    """The seat that filed a dispute, and who held it then."""

    seat: int
    name: str


class StatementSeen(Closed):
    """What a seat stated, and when (milliseconds since 1970)."""

    seat: int
    name: str
    text: str
    at: int


class SightSeen(Closed):
    """An arbiter's look into the game, which had come to record `version`."""

    arbiter: str
    at: int
    version: int


class RulingSeen(Closed):
    """A ruling. `content` is the hash of the ruleset's files as they were then, and `index` its place in the dispute's log."""

    index: int
    arbiter: str
    at: int
    facts: str
    rules: list[CitedSeen]
    ruleset: str
    content: str
    remedy: RemedySeen
    reasons: str


class AppealSeen(Closed):
    """An appeal."""

    seat: int
    name: str
    grounds: str
    at: int


class DisputeOutcomeSeen(Closed):
    """What became of it. `fork`: the game that goes on after a rewind, once it is there."""

    remedy: RemedySeen
    fork: str | None


class SaidSeen(Closed):
    """One record of a dispute's log in words, and the rule that licensed it."""

    index: int
    at: int
    by: str
    text: str
    rule: str


class DisputeHeadSeen(Closed):
    """A signed head of a dispute's log, as that of a game: kept, it proves what had been said until then."""

    dispute: str
    index: int
    leaf: str
    link: str
    head: str
    signature: str


class DisputeSeen(Closed):
    """A dispute as anybody may read it. `rule` is the one that the claim relies on. Times are milliseconds since 1970."""

    id: str
    game: str
    ruleset: str
    state: Literal["filed", "ruled", "appealed", "closed"]
    records: tuple[int, int]
    claim: str
    rule: CitedSeen | None
    sought: RemedySeen
    deadline: int | None
    filed_by: FiledBySeen
    filed_at: int
    paused: bool
    statements: list[StatementSeen]
    looks: list[SightSeen]
    rulings: list[RulingSeen]
    appeals: list[AppealSeen]
    outcome: DisputeOutcomeSeen | None
    log: list[SaidSeen]
    head: DisputeHeadSeen


class DisputeSummarySeen(Closed):
    """A dispute as a list shows it. `remedy` is what the last ruling says."""

    id: str
    game: str
    ruleset: str
    state: Literal["filed", "ruled", "appealed", "closed"]
    records: tuple[int, int]
    claim: str
    rule: str | None
    filed_at: int
    remedy: RemedySeen | None


class DisputesSeen(Closed):
    """A page of disputes, newest first; `cursor` is what to send for the following one, if there is more."""

    disputes: list[DisputeSummarySeen]
    cursor: str | None


class HeardSeen(Closed):
    """What was put on record: its place in the dispute's log, the state of the dispute after it, and the signed head there."""

    id: str
    state: Literal["filed", "ruled", "appealed", "closed"]
    index: int
    at: int
    receipt: DisputeHeadSeen
