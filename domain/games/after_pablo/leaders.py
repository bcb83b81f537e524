"""Leaders (Buying Colombia or Mexico Influence): who has the most cubes on a flag, and keeps the lead in a tie."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.after_pablo.board import COUNTRIES, Board
from domain.kernel import Fact, Names, RuleId, Scribe, Seat, Step, Text, who


class LeaderChanged(Fact[Board], frozen=True):
    """A country has another leader, or none any more."""

    country: str
    seat: Seat | None

    def apply(self, board: Board) -> Board:
        mexico, colombia = board.leaders
        return replace(board, leaders=(self.seat, colombia) if self.country == COUNTRIES[0] else (mexico, self.seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if self.seat is None:
            return (f"nobody leads {self.country.title()} any more",)
        return (who(self.seat), f" leads {self.country.title()} with {getattr(after.players[self.seat], self.country)} cubes")


def rightful(board: Board, country: str) -> Seat | None:
    """Who should lead: the one with the most cubes; among several, the leader there was; nobody without a cube."""
    cubes = [getattr(player, country) for player in board.players]
    most = max(cubes)
    if not most:
        return None
    leader = board.leader(country)
    if leader is not None and cubes[leader] == most:
        return leader
    return cubes.index(most) if cubes.count(most) == 1 else None


def settled(board: Board) -> bool:
    """Whether both countries have the leader they should have."""
    return (rightful(board, "mexico"), rightful(board, "colombia")) == board.leaders


def recheck(scribe: Scribe[Board], rule: RuleId | None = None) -> None:
    """Write what changed in the lead of both countries; under the rule of the change itself, unless another one is given."""
    for country in COUNTRIES:
        board = scribe.board
        heir, leader = rightful(board, country), board.leader(country)
        if heir != leader:
            vacant = "ap.amb.leader-vacancy" if any(getattr(p, country) for p in board.players) else "ap.amb.leader-zero"
            took = vacant if heir is None else "ap.leader.gain" if leader is None else "ap.leader.immediate"
            scribe.write(LeaderChanged(country, heir), rule or took)


class ChangeLeaders(Step[Board], frozen=True):
    """A country has not the leader it should have: that changes at once."""

    def settle(self, scribe: Scribe[Board]) -> None:
        recheck(scribe)
