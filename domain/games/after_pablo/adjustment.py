"""Period of Adjustment: court, U.S.A., case, an arrest by the fullest folder, and the starting player, in this order."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.after_pablo import case
from domain.games.after_pablo.board import Board
from domain.games.after_pablo.cocaine import UsaCleared
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import CubeMoved
from domain.games.after_pablo.favors import flag_cubes
from domain.kernel import Command, Decision, Fact, Names, NothingHappened, Offer, Pass, Scribe, Seat, Step, Text, who


# facts ------------------------------------------------------------------------------------------------------------------
class AdjustmentBegan(Fact[Board], frozen=True):
    """A period of adjustment began."""

    season: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"a period of adjustment follows season {self.season}",)


class CourtMoved(Fact[Board], frozen=True):
    """All cubes in court moved on by one box; those in Acquittal went back to their owners."""

    def apply(self, board: Board) -> Board:
        moved = (
            replace(p, supply=p.supply + p.acquittal, acquittal=p.trial, trial=p.arrest, arrest=0) if p.in_court else p
            for p in board.players
        )
        return replace(board, players=tuple(moved))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        freed = sum(p.acquittal for p in before.players)
        return (f"the court moves on; {freed} cubes are free, {sum(p.in_court for p in after.players)} stay",)


class FirstPlayerChosen(Fact[Board], frozen=True):
    """Somebody has the first-player token."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is the first player")


# the period ---------------------------------------------------------------------------------------------------------------
class Adjust(Step[Board], frozen=True):
    """A period of adjustment is due."""

    def settle(self, scribe: Scribe[Board]) -> None:
        steps = (MoveCourt(), CleanUsa(), AdvanceCase(), ArrestByFolder(), ChooseFirst())
        scribe.write(AdjustmentBegan(scribe.board.season), "ap.adjust.order", *steps)


class MoveCourt(Step[Board], frozen=True):
    """The court is to move on."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(CourtMoved(), "ap.adjust.court")


class CleanUsa(Step[Board], frozen=True):
    """The American price boxes are to be emptied."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(UsaCleared(), "ap.adjust.clean-usa")


class AdvanceCase(Step[Board], frozen=True):
    """The case marker is to move on by one space."""

    def settle(self, scribe: Scribe[Board]) -> None:
        on_red = scribe.board.case == components().case_track.red
        case.advance(scribe, 1, "ap.adjust.case-from-red" if on_red else "ap.adjust.case-plus-one")


class ArrestByFolder(Step[Board], frozen=True):
    """Who has the most cubes in his folder, and shares that with nobody, may arrest a cube on a flag."""

    def settle(self, scribe: Scribe[Board]) -> None:
        folders = [player.dea for player in scribe.board.players]
        most = max(folders)
        if folders.count(most) == 1:
            fact = NothingHappened(f"the fullest folder holds {most} cubes")
            scribe.write(fact, "ap.adjust.folder-arrest", ChooseArrest(seat=folders.index(most)))
        else:
            scribe.write(NothingHappened("no folder is fuller than all others"), "ap.adjust.folder-tie")


class ChooseArrest(Decision[Board], frozen=True):
    """Which cube is arrested?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Arrest(of, country)) for of, country in flag_cubes(board))

    def say(self, board: Board, names: Names) -> Text:
        return ("Your folder is the fullest. Do you have a cube arrested?",)


class Arrest(Command[Board], frozen=True):
    """Have a player's cube arrested on a flag."""

    of: Seat
    country: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        rule = "ap.amb.folder-arrest-own" if self.of == seat else "ap.adjust.folder-arrest"
        scribe.write(CubeMoved(self.of, self.country, "arrest"), rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("have a cube of ", who(self.of), f" arrested in {self.country.title()}")


class ChooseFirst(Step[Board], frozen=True):
    """The first-player token is to go to the leader of Mexico, failing that of Colombia, failing that nowhere."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        mexico, colombia = board.leaders
        seat = mexico if mexico is not None else colombia if colombia is not None else board.first
        scribe.write(FirstPlayerChosen(seat), "ap.adjust.start-player")
