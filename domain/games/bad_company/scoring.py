"""Scoring: what is counted after the final turn, and who wins."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.games.bad_company.board import Board, Player, Result
from domain.games.bad_company.components import components
from domain.games.bad_company.gang import PhaseBegan
from domain.games.bad_company.parts import AheadOfPolice, FinalScoring, PerCoinsLeft, PerMissionSymbol, PerNecklace, PerUpgradeCards
from domain.kernel import Card, Fact, Names, Pile, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class LootShown(Fact[Board], frozen=True):
    """A player showed the loot he has left."""

    seat: Seat
    cards: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, hand=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        shown = tuple(part for card in self.cards for part in (thing(card), ", "))[:-1]
        return (who(self.seat), " shows ", *shown) if shown else (who(self.seat), " has no loot left")


class Scored(Fact[Board], frozen=True):
    """One line of the final scoring: the points of every seat."""

    line: str
    points: tuple[int, ...]

    def apply(self, board: Board) -> Board:
        players = tuple(replace(p, score=p.score + n) for p, n in zip(board.players, self.points, strict=True))
        return replace(board, players=players)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        each = [part for seat, n in enumerate(self.points) for part in (", ", who(seat), f" {n:+d}")][1:]
        line = {"purple": "purple boxes", "behind-police": "being behind the police"}.get(self.line, self.line)
        return (f"points for {line}: ", *each)


class GameWon(Fact[Board], frozen=True):
    """The game is over: who won it, and how it came to its end."""

    winners: tuple[Seat, ...]
    ending: str

    def apply(self, board: Board) -> Board:
        return replace(board, result=Result(self.winners, self.ending), phase="over")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        points = max(after.players[seat].score for seat in self.winners)
        winners: Text = tuple(part for seat in self.winners for part in (who(seat), " and "))[:-1]
        return (*winners, f" {'win' if len(self.winners) > 1 else 'wins'} with {points} points")


# counting -----------------------------------------------------------------------------------------------------------------
def heist_points(board: Board, player: Player) -> int:
    """Printed points of completed heists."""
    return sum(components().heist(card).points for card in player.done)


def purple_points(board: Board, player: Player) -> int:
    """Purple boxes of completed heists."""
    boxes = (components().heist(card).final_scoring for card in player.done)
    return sum(box_points(board, player, box) for box in boxes if box is not None)


def box_points(board: Board, player: Player, box: FinalScoring) -> int:
    """What one purple box is worth to a player."""
    match box:
        case PerMissionSymbol(mission=mission, points=points):
            return points * sum(components().heist(card).missions.get(mission, 0) for card in player.done)
        case PerUpgradeCards(every=every, points=points):
            return points * (sum(len(m.upgrades) for m in player.gang) // every)
        case PerCoinsLeft(every=every, points=points, max=most):
            return min(points * (player.coins // every), most)
        case PerNecklace(points=points):
            return points * len(player.necklaces)
        case AheadOfPolice(points=points):
            return points if player.car > board.police else 0


def loot_points(board: Board, player: Player) -> int:
    """Points of loot cards still held."""
    return sum(components().loot_card(card).points for card in player.hand.known)


def upgrade_points(board: Board, player: Player) -> int:
    """Points of the topmost upgrade of each member."""
    return sum(components().upgrade(m.upgrades[-1]).points for m in player.gang if m.upgrades)


def necklace_points(board: Board, player: Player) -> int:
    """Points for necklaces held."""
    return components().scoring.necklace * len(player.necklaces)


def marker_points(board: Board, player: Player) -> int:
    """Points for markers left on heists, tasks and storage, all counted together."""
    left = sum(job.covered.total for job in player.jobs()) + player.storage.total
    return left // components().scoring.markers_per_point


def chase_points(board: Board, player: Player) -> int:
    """The loss of a player whose car is behind the police."""
    return components().scoring.behind_police if player.car < board.police else 0


LINES: dict[str, Callable[[Board, Player], int]] = {
    "heists": heist_points,
    "purple": purple_points,
    "loot": loot_points,
    "upgrades": upgrade_points,
    "necklaces": necklace_points,
    "markers": marker_points,
    "behind-police": chase_points,
}


class Score(Step[Board], frozen=True):
    """The game is to be scored, line by line, and the winner named."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(PhaseBegan("scoring"), "bc.final.stops-after-phase-two")
        for seat, player in enumerate(scribe.board.players):
            scribe.write(LootShown(seat, player.hand.known), "bc.score.loot")
        for line, points in LINES.items():
            board = scribe.board
            scribe.write(Scored(line, tuple(points(board, player) for player in board.players)), f"bc.score.{line}")
        board = scribe.board
        scribe.write(GameWon(winners(board), "+".join(board.triggers)), "bc.score.winner")


def winners(board: Board) -> tuple[Seat, ...]:
    """The seats with the most points, and among those the most coins."""
    best = max((p.score, p.coins) for p in board.players)
    return tuple(s for s, p in enumerate(board.players) if (p.score, p.coins) == best)
