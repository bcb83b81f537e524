"""What can have happened in a dispute. Each fact says what it means for the dispute, and says itself in words that anybody may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from domain.disputes.dispute import Dispute, DisputeRecord

LONGEST = 4_000  # characters of a text that somebody says


class Remedy(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to become of the game: nothing, another game from record `at` on, another result, or none at all."""

    kind: Literal["stand", "rewind", "adjust", "void"]
    at: int | None = None  # of a rewind: the record after which the game goes on
    scores: tuple[int, ...] | None = None  # of an adjusted result: one for each seat
    winners: tuple[int, ...] | None = None

    def say(self) -> str:
        """In a few words."""
        if self.kind == "rewind":
            return f"rewind to record {self.at}"
        if self.kind == "adjust":
            won = None if self.winners is None else f"won by {' and '.join(f'seat {seat}' for seat in self.winners) or 'nobody'}"
            scored = None if self.scores is None else f"scores {' : '.join(map(str, self.scores))}"
            return f"adjust the result: {', '.join(part for part in (won, scored) if part)}"
        return "void the game" if self.kind == "void" else "let it stand"


class Cited(msgspec.Struct, frozen=True):
    """A rule as it read when it was cited."""

    id: str
    text: str
    heading: str


class DisputeFact(msgspec.Struct, frozen=True, tag=True):
    """Something that happened in a dispute. Its meaning never changes: a new meaning is a new fact."""

    rule: ClassVar[str]  # that licenses it

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        """The dispute after this, `record` being the one that holds it."""
        raise NotImplementedError

    @property
    def by(self) -> str:
        """Who did it."""
        return f"arbiter {getattr(self, 'arbiter')}"  # noqa: B009 - all but those of the seats have one

    def say(self) -> str:
        """What happened, in one sentence that goes on from `by`. It tells nothing that is hidden in the game."""
        raise NotImplementedError


class _OfSeat(DisputeFact, frozen=True):
    """Something that a seat did, under the name of who held it then."""

    seat: int
    name: str

    @property
    def by(self) -> str:
        return f"{self.name} (seat {self.seat})"


class DisputeFiled(_OfSeat, frozen=True):
    """A seat disputed records `first` to `last` of a game, which had come to record `version` with the chain at `link`."""

    rule: ClassVar[str] = "disputes.file"
    game: str
    ruleset: str
    version: int
    link: str  # hex digits: what all records up to `version` were when it was filed
    first: int
    last: int
    claim: str
    relies_on: Cited | None
    sought: Remedy
    deadline: int | None = None  # by when a ruling is asked for; milliseconds since 1970

    def say(self) -> str:
        disputed = f"record {self.first}" if self.first == self.last else f"records {self.first} to {self.last}"
        relying = f", relying on {self.relies_on.id}" if self.relies_on else ""
        return f"disputes {disputed}{relying}, and seeks to {self.sought.say()}: {self.claim}"


class StatementMade(_OfSeat, frozen=True):
    """A seat stated what it had to say."""

    rule: ClassVar[str] = "disputes.state"
    text: str

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        return replace(dispute, statements=(*dispute.statements, record))

    def say(self) -> str:
        return f"states: {self.text}"


class GameLookedInto(DisputeFact, frozen=True):
    """An arbiter opened every eye of the game, which had come to record `version`."""

    rule: ClassVar[str] = "disputes.look"
    arbiter: str
    version: int

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        return replace(dispute, looks=(*dispute.looks, record))

    def say(self) -> str:
        return f"looks into the game, which is at record {self.version}"


class GamePaused(DisputeFact, frozen=True):
    """An arbiter paused the game."""

    rule: ClassVar[str] = "disputes.pause"
    arbiter: str

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        return replace(dispute, paused=True)

    def say(self) -> str:
        return "pauses the game"


class GameResumed(DisputeFact, frozen=True):
    """An arbiter let the game go on."""

    rule: ClassVar[str] = "disputes.resume"
    arbiter: str

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        return replace(dispute, paused=False)

    def say(self) -> str:
        return "lets the game go on"


class Ruled(DisputeFact, frozen=True):
    """An arbiter ruled. The rules that were applied are kept as they read then, with the hash of the ruleset's files."""

    rule: ClassVar[str] = "disputes.ruling"
    arbiter: str
    facts: str
    rules: tuple[Cited, ...]
    ruleset: str
    content: str
    remedy: Remedy
    reasons: str = ""

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        return replace(dispute, state="ruled", rulings=(*dispute.rulings, record))

    def say(self) -> str:
        applied = f", applying {' and '.join(rule.id for rule in self.rules)}" if self.rules else ""
        because = f" Reasons: {self.reasons}" if self.reasons else ""
        return f"rules to {self.remedy.say()}{applied}. Facts: {self.facts}{because}"


class Appealed(_OfSeat, frozen=True):
    """A seat appealed the ruling that stood."""

    rule: ClassVar[str] = "disputes.appeal"
    grounds: str

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        return replace(dispute, state="appealed", appeals=(*dispute.appeals, record))

    def say(self) -> str:
        return f"appeals: {self.grounds}"


class DisputeClosed(DisputeFact, frozen=True):
    """An arbiter closed the dispute; what record `ruling` of its log ruled is carried out.

    `fork`: the id of the game that goes on after a rewind; none if another ruling had rewound or ended the game before. `ends`: the
    game was still being played, and does not go on itself.
    """

    rule: ClassVar[str] = "disputes.close"
    arbiter: str
    ruling: int
    remedy: Remedy
    fork: str | None = None
    ends: bool = False

    def apply(self, dispute: Dispute, record: DisputeRecord[Any]) -> Dispute:
        return replace(dispute, state="closed", paused=False, closed=record)

    def say(self) -> str:
        if self.fork:
            goes_on = f"; the game goes on as {self.fork}"
        elif self.remedy.kind == "rewind":
            goes_on = "; another ruling had done so, or had ended the game, before"
        else:
            goes_on = "; the game does not go on" if self.ends else ""
        return f"closes the dispute: {self.remedy.say()}{goes_on}"
