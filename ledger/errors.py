"""What can go wrong between a caller and the store."""

from __future__ import annotations

from domain.kernel import Seat, UnknownRuleset


class UnknownStore(ValueError):
    """A store address that can not be opened; the message says why."""


class UnknownGame(LookupError):
    """No such game in this store."""

    def __init__(self, game: str) -> None:
        super().__init__(f"there is no game {game}")
        self.game = game


class UnknownRecord(LookupError):
    """A game has no such record, or it can not be forked there."""

    def __init__(self, game: str, record: int, why: str) -> None:
        super().__init__(f"game {game} {why}")
        self.game, self.record, self.why = game, record, why


class SecretAnswer(Exception):
    """Hidden cards can not be dealt anew there, since a secret answer lies on the table; they can after record `clear` (0: nowhere)."""

    def __init__(self, game: str, at: int, clear: int) -> None:
        then = f"fork at record {clear} before it" if clear else "fork after the answers are revealed"
        super().__init__(f"game {game}: a secret answer lies on the table after record {at}, which can not be dealt anew; {then}")
        self.game, self.at, self.clear = game, at, clear


class UnknownSeat(LookupError):
    """A game has no such seat."""

    def __init__(self, game: str, seat: Seat, seats: int) -> None:
        super().__init__(f"game {game} has no seat {seat}: they run from 0 to {seats - 1}")
        self.game, self.seat = game, seat


class Damaged(Exception):
    """A game that can not be read on from `record`: the row is missing, was altered, or makes no sense. All before it can be viewed."""

    def __init__(self, game: str, record: int, why: str) -> None:
        super().__init__(f"game {game}: record {record} {why}; records before it can still be viewed")
        self.game, self.record, self.why = game, record, why


class EditionGone(UnknownRuleset):
    """A game was played with an edition that this program does not have; its rows can still be exported as they are stored."""

    def __init__(self, game: str, ruleset: str) -> None:
        super().__init__(f"game {game} is played with {ruleset}, which this program does not have; its rows can still be read as stored")
        self.game, self.ruleset = game, ruleset


class Stale(Exception):
    """The game is not where the caller believed it to be."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(f"the game is at record {current}, not at {expected}: look again, then decide")
        self.expected, self.current = expected, current


class KeyReused(Exception):
    """An idempotency key came back with another request."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {key} was used before for another request: a new request needs a new key")
        self.key = key


class StillPlaying(Exception):
    """Only a finished game may be forked freely."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game} is still being played: it can be forked when it is over")
        self.game = game


class Held(Exception):
    """Nobody may act in a game: a dispute has paused it, or ended it. `goes_on`: the game that goes on after a rewind."""

    def __init__(self, game: str, dispute: str, goes_on: str = "") -> None:
        why = f"was rewound and goes on as {goes_on}" if goes_on else "is held"
        super().__init__(f"game {game} {why}: see dispute {dispute}")
        self.game, self.dispute, self.goes_on = game, dispute, goes_on


class UnknownDispute(LookupError):
    """No such dispute in this store."""

    def __init__(self, dispute: str) -> None:
        super().__init__(f"there is no dispute {dispute}")
        self.dispute = dispute


class UnknownArbiter(LookupError):
    """Nobody of that name was appointed."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no arbiter {name}: `disputes appoint` makes one")
        self.name = name


class DamagedDispute(Damaged):
    """A dispute that can not be read on from `record` of its log: the row is missing, was altered, or makes no sense."""

    def __init__(self, dispute: str, record: int, why: str) -> None:
        Exception.__init__(self, f"dispute {dispute}: record {record} {why}")
        self.dispute, self.game, self.record, self.why = dispute, "", record, why
