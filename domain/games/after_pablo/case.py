"""D.E.A. Case Advances: the blue marker, and the leaders it arrests on the red space."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.after_pablo.board import COUNTRIES, Board
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import CubeMoved
from domain.games.after_pablo.leaders import recheck
from domain.kernel import Fact, Names, NothingHappened, RuleId, Scribe, Text


class CaseMoved(Fact[Board], frozen=True):
    """The case marker moved to a space, by so many steps (fewer than 0: back)."""

    to: int
    steps: int

    def apply(self, board: Board) -> Board:
        return replace(board, case=self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        way = f"advances {self.steps}" if self.steps >= 0 else f"goes back {-self.steps}"
        return (f"the case marker {way}, from {before.case} to {self.to}",)


def advance(scribe: Scribe[Board], steps: int, rule: RuleId) -> None:
    """Move the case marker on, step by step; whenever it comes to the red space the leaders are arrested."""
    track = components().case_track
    while steps:
        at = scribe.board.case
        if at == track.red:  # the first space takes a step of its own
            used = min(steps, track.red - track.start + 1)
            to = track.start + used - 1
        else:
            used = min(steps, track.red - at)
            to = at + used
        scribe.write(CaseMoved(to, used), rule)
        if to == track.red:
            arrest_leaders(scribe)
        steps, rule = steps - used, "ap.case.wrap"


def arrest_leaders(scribe: Scribe[Board]) -> None:
    """The leader of each country loses a cube from its flag to Arrest."""
    for country in COUNTRIES:
        leader = scribe.board.leader(country)
        if leader is None:
            scribe.write(NothingHappened(f"nobody leads {country.title()}, nobody is arrested there"), "ap.case.no-leader")
        else:
            scribe.write(CubeMoved(leader, country, "arrest"), "ap.case.red")
            recheck(scribe, "ap.case.leader-recheck")
