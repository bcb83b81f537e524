"""Laying out the team boards: labs, chemists and crystals sold, and what happens to them when a team drops out."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.breaking_bad.board import Board, Chemist
from domain.games.breaking_bad.sheets import taken_up
from domain.kernel import Card, Fact, Names, RuleId, Scribe, Seat, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class ChemistPlaced(Fact[Board], frozen=True):
    """A chemist that was played works on the exposed lab of a team now."""

    seat: Seat
    card: Card
    lab: str  # the team whose lab it is
    team: str  # the team whose card it is

    def apply(self, board: Board) -> Board:
        return taken_up(board, self.card).team(self.lab, chemist=Chemist(self.card, self.team))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " works in ", thing(after.teams[self.lab].lab), " of ", thing(self.lab))


class ChemistMoved(Fact[Board], frozen=True):
    """A chemist moved from one team's lab to another's."""

    seat: Seat
    origin: str
    lab: str

    def apply(self, board: Board) -> Board:
        chemist = board.teams[self.origin].chemist
        return board.team(self.origin, chemist=None).team(self.lab, chemist=chemist)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        chemist = before.teams[self.origin].chemist
        return (thing(chemist.id if chemist else None), " moves from the lab of ", thing(self.origin), " to that of ", thing(self.lab))


class ChemistDiscarded(Fact[Board], frozen=True):
    """The chemist of a lab went to the discard pile of its own team."""

    lab: str
    card: Card
    team: str

    def apply(self, board: Board) -> Board:
        return board.team(self.lab, chemist=None).discard(self.team, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " leaves the lab of ", thing(self.lab))


class LabShutDown(Fact[Board], frozen=True):
    """An agent shut down the exposed lab of a team for good."""

    seat: Seat
    team: str
    lab: str

    def apply(self, board: Board) -> Board:
        board = board.team(self.team, labs=board.teams[self.team].labs[:-1])
        return board.player(self.seat, raided=(*board.players[self.seat].raided, self.lab))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " shuts down ", thing(self.lab), " of ", thing(self.team))


class LabsTurned(Fact[Board], frozen=True):
    """A team's labs were turned face down, or up again."""

    team: str
    face_up: bool

    def apply(self, board: Board) -> Board:
        return board.team(self.team, face_up=self.face_up)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the labs of ", thing(self.team), f" are turned face {'up again' if self.face_up else 'down'}")


class CrystalSold(Fact[Board], frozen=True):
    """A crystal went from a stash onto the team board."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = board.player(self.seat, stash=player.stash - 1)
        return board.team(player.team, sold=board.teams[player.team].sold + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        team = after.teams[after.players[self.seat].team]
        return (who(self.seat), " sells 1 Blue Sky; ", thing(team.id), f" has sold {team.sold} of {team.goal}")


class SalesSeized(Fact[Board], frozen=True):
    """An agent took crystals from a team board."""

    seat: Seat
    team: str
    n: int

    def apply(self, board: Board) -> Board:
        board = board.team(self.team, sold=board.teams[self.team].sold - self.n)
        return board.player(self.seat, stash=board.players[self.seat].stash + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" seizes {self.n} Blue Sky from the board of ", thing(self.team))


class BoardRemoved(Fact[Board], frozen=True):
    """The board of a team that is wholly eliminated left the game, its crystals for the supply."""

    team: str
    n: int

    def apply(self, board: Board) -> Board:
        return replace(board.team(self.team, sold=0, gone=True), supply=board.supply + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the board of ", thing(self.team), f" leaves the game, and {self.n} Blue Sky with it")


# a team drops out -----------------------------------------------------------------------------------------------------------
def discard_chemist(scribe: Scribe[Board], lab: str, rule: RuleId) -> None:
    """Discard the chemist on a team's lab, if there is one."""
    chemist = scribe.board.teams[lab].chemist
    if chemist is not None:
        scribe.write(ChemistDiscarded(lab, chemist.id, chemist.team), rule)


def close_labs(scribe: Scribe[Board], team: str, rule: RuleId, shared_rule: RuleId) -> None:
    """Discard a team's chemists wherever they are, and the guest on its own lab (shared ones by `shared_rule`); turn its labs down."""
    for other in scribe.board.teams:
        if other.chemist is not None and team in (other.id, other.chemist.team):
            discard_chemist(scribe, other.id, rule if other.chemist.team == other.id else shared_rule)
    if scribe.board.teams[team].face_up:
        scribe.write(LabsTurned(team, False), rule)
