"""The rows of the store and what a recorder of any database does with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from eventsourcing.persistence import Notification, StoredEvent
from msgspec import Struct

from domain.kernel import Seat


class Row(Struct, frozen=True, gc=False):
    """One record as it is stored: `index` from 1, the tag of its fact, the hashed `body`, and beside it what opens its commitments."""

    index: int
    tag: str
    body: bytes
    openings: bytes | None  # canonical JSON: {pointer: [salt, value]}
    leaf: bytes
    link: bytes


@dataclass(frozen=True)
class Entry(StoredEvent):
    """A row on its way through the library: `topic` is the tag of the fact, `state` its body."""

    openings: bytes | None
    leaf: bytes
    link: bytes


@dataclass(frozen=True)
class Notice(Notification):
    """A row as the notification log tells of it; `id` is its place in the order of all games' records."""

    openings: bytes | None
    leaf: bytes
    link: bytes

    @property
    def row(self) -> Row:
        """The row itself."""
        return Row(self.originator_version, self.topic, self.state, self.openings, self.leaf, self.link)


class Kin(NamedTuple):
    """A game in its family: the game it left, after which record, with what luck, and why. A game from an empty table left none."""

    id: str
    parent: str | None = None
    at: int | None = None
    luck: str = ""
    reason: str = ""


class Beginning(NamedTuple):
    """What is written once, with a game's first batch: its line in the register, and who may look through which seat's eye."""

    ruleset: str
    kin: Kin
    eyes: tuple[tuple[str, bytes], ...] = ()  # eye and SHA-256 of its token


class Claim(NamedTuple):
    """An idempotency key with the hash of its request, and the records that it led to."""

    seat: Seat
    key: str
    request: bytes
    first: int
    last: int


class Snapshot(NamedTuple):
    """A position as it is kept beside the log: after which record, in which schema, and a mark that this store's key makes."""

    version: int
    schema: str
    state: bytes
    mark: bytes


class DisputeLine(NamedTuple):
    """What the register says of a dispute: it follows from the log, and is written with every record of it, to be searched by."""

    dispute: str
    game: str
    ruleset: str
    seat: Seat  # that filed it
    state: str
    watch: str  # open, or invited: strangers may not read it, as they may not watch its game
    holds: bool  # nobody may act in its game
    fork: str  # the game that goes on after a rewind; empty if there is none
    pending: bool  # that game is still to be made
    length: int
    remedy: str  # what a closed dispute has made of the game, as JSON; empty otherwise
    summary: bytes
    words: str  # of claim, facts and reasons, in one case


class DisputeClaim(NamedTuple):
    """An idempotency key with the hash of its request, and the record of a dispute that it led to. `scope`: a game, or a dispute."""

    scope: str
    who: str
    key: str
    request: bytes
    dispute: str
    record: int


class Recorder(Protocol):
    """What the ledger asks of a database, beyond what the library's application recorders do."""

    @property
    def disputes(self) -> DisputeRecorder:
        """What keeps the disputes about these games, in the same database."""
        ...

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        beginning: Beginning | None = None,
        claim: Claim | None = None,
        words: Sequence[tuple[str, str]] = (),
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Write the records of one batch, and what belongs to it, in one transaction; `IntegrityError` if somebody was faster.

        `Held` if a dispute holds the game, unless they are its first batch.
        """
        ...

    def rows(self, game: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """A game's own records after `after`, up to and including `upto`, in order."""
        ...

    def last(self, game: str) -> Row | None:
        """A game's last record."""
        ...

    def claimed(self, game: str, seat: Seat, key: str) -> Claim | None:
        """What a key was used for."""
        ...

    def eye(self, game: str, digest: bytes) -> str | None:
        """Whose eye a token opens, given its SHA-256."""
        ...

    def eyes(self, game: str) -> list[tuple[str, bytes]]:
        """All eyes that tokens open in a game, with the tokens' SHA-256."""
        ...

    def begun(self, game: str) -> Beginning | None:
        """A game's line in the register."""
        ...

    def register(self, *, parent: str | None = None) -> Iterable[Beginning]:
        """The register in the order of beginnings: all of it, or the games that left `parent`."""
        ...

    def words(self) -> Iterable[tuple[str, str]]:
        """Every kind of obligation that was ever owed, with the ruleset it was owed in."""
        ...

    def agreed(self, name: str, value: bytes | None = None) -> bytes | None:
        """The value that all who open this store share under that name: `value`, if one is given and nobody came first."""
        ...

    def snapshot(self, game: str) -> Snapshot | None:
        """The newest snapshot of a game."""
        ...

    def keep(self, game: str, snapshot: Snapshot) -> None:
        """Keep a snapshot instead of the one there is."""
        ...

    def notices(self, after: int, limit: int) -> list[Notice]:
        """The notification log after position `after`, at most `limit` entries."""
        ...


class DisputeRecorder(Protocol):
    """What the ledger asks of a database for disputes, beyond what the library's aggregate recorders do."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        line: DisputeLine,
        cited: Iterable[str] = (),
        claim: DisputeClaim | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Write one record with what the register then says, in one transaction; `IntegrityError` if somebody was faster."""
        ...

    def rows(self, dispute: str) -> list[Row]:
        """A dispute's records, in order."""
        ...

    def line(self, dispute: str) -> DisputeLine | None:
        """What the register says of a dispute."""
        ...

    def lines(
        self,
        *,
        game: str | None = None,
        ruleset: str | None = None,
        rule: str | None = None,
        state: str | None = None,
        words: Iterable[str] = (),
        watch: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[tuple[int, DisputeLine]]:
        """The register, newest first, each line with its number: those with all that is given, and with lower numbers than `before`."""
        ...

    def pending(self, dispute: str | None = None) -> list[str]:
        """The disputes (or that one) whose game is still to be made."""
        ...

    def carried_out(self, dispute: str) -> None:
        """Note that the game which a dispute asked for is there."""
        ...

    def remedies(self, games: Sequence[str]) -> list[DisputeLine]:
        """What closed disputes have made of these games, oldest first."""
        ...

    def claimed(self, scope: str, who: str, key: str) -> DisputeClaim | None:
        """What a key was used for."""
        ...

    def news(self, after: int) -> tuple[set[str], int]:
        """The games about which something was said in disputes after position `after` of all disputes' records, and the newest position."""
        ...

    def appoint(self, name: str, digest: bytes) -> bool:
        """Keep the SHA-256 of an arbiter's token; false if there is an arbiter of that name."""
        ...

    def dismiss(self, name: str) -> bool:
        """Forget an arbiter; false if there is none of that name."""
        ...

    def arbiters(self) -> list[tuple[str, bytes]]:
        """All arbiters with the SHA-256 of their tokens, by name."""
        ...
