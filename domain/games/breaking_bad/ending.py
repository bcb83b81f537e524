"""End of the Game: one team left, enough sold, no lab left."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.breaking_bad.board import DEA, Board, Player, Result
from domain.games.breaking_bad.sheets import allies
from domain.kernel import Fact, Names, RuleId, Scribe, Text, thing

RULE = {
    "last-team": "bb.end.last-team",
    "sold-12": "bb.end.sold-12-single",
    "sold-18": "bb.end.sold-18-double",
    "labs": "bb.end.all-labs",
    "nobody": "bb.amb.end.simultaneous",
}


class GameEnded(Fact[Board], frozen=True):
    """A team has won, all its players together; or nobody has."""

    team: str | None
    winners: tuple[int, ...]
    ending: str

    def apply(self, board: Board) -> Board:
        return replace(board, result=Result(self.team, self.winners, self.ending))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if self.team is None:
            return ("nobody is left: the game is a draw",)
        why = {"last-team": "no other team is left", "labs": "there is no lab left"}.get(self.ending, "it has sold enough")
        return (thing(self.team), f" wins: {why}")


def end_if_over(scribe: Scribe[Board]) -> bool:
    """End the game if a team has won, and say whether it is over. To be asked after a whole effect."""
    board = scribe.board
    won = list(_winners(board))
    if not won and any(_counts(board, player) for player in board.players):
        return False
    team, ending = _first(board, won) if won else (None, "nobody")
    winners = tuple(seat for seat, player in enumerate(board.players) if player.team == team)
    rule = "bb.amb.end.simultaneous" if len({team for team, _ in won}) > 1 else _rule(board, team, ending)
    scribe.write(GameEnded(team, winners, ending), rule, cancels=scribe.game.agenda)
    return True


def _rule(board: Board, team: str | None, ending: str) -> RuleId:
    """The rule by which a team wins, or what says that it wins although something may speak against it."""
    members = [player for player in board.players if player.team == team]
    if ending == "labs" and any(other.labs and not other.face_up and not other.gone for other in board.teams):
        return "bb.jail.face-down-not-counted"
    if ending.startswith("sold"):
        if any(player.dead for player in members):
            return "bb.end.target-fixed"
        if team is not None and allies(board, team):
            return "bb.ally.solo-victory"
    if ending == "last-team" and any(player.dead for player in members):
        return "bb.amb.end.dead-member-wins"
    if ending == "last-team" and any(player.jailed for player in members):
        return "bb.end.team-wins-together"
    return RULE[ending]


def _counts(board: Board, player: Player) -> bool:
    """Whether a character is still in the game for the last team standing."""
    return not (player.dead or player.jailed or (board.custody_counts and player.detained))


def _winners(board: Board) -> Iterator[tuple[str, str]]:
    """The teams that fulfil a condition, each with its ending."""
    left = {player.team for player in board.players if _counts(board, player)}
    if len(left) == 1:
        yield left.pop(), "last-team"
    for team in board.teams:
        if team.goal and team.sold >= team.goal:
            yield team.id, f"sold-{team.goal}" if f"sold-{team.goal}" in RULE else "sold-18"
    agents = any(player.team == DEA and not player.dead for player in board.players)
    if agents and not any(team.lab for team in board.teams):
        yield DEA, "labs"


def _first(board: Board, won: list[tuple[str, str]]) -> tuple[str, str]:
    """Of several teams the one in turn wins, or the one met first clockwise from it."""
    n = len(board.players)
    order = [board.players[(board.active + k) % n].team for k in range(n)]
    return min(won, key=lambda entry: order.index(entry[0]))


def score(board: Board, team: str) -> int:
    """How far a team has come: crystals sold, or labs shut down."""
    if team != DEA:
        return board.teams[team].sold
    return sum(len(player.raided) for player in board.players)
