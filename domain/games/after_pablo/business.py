"""Action 1: Business. Five points for either kind of it, and flights between airports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.after_pablo.actions import ActionBegan, PawnMoved
from domain.games.after_pablo.board import AIRPORTS, Board
from domain.kernel import Command, Decision, Names, Obligation, Offer, RuleId, Scribe, Seat, Text

SPENT: RuleId = "ap.business.five-ap"


class _Business(Decision[Board], frozen=True):
    """A business action with some of its points left."""

    points: int

    def after(self, points: int = 1) -> _Business:
        """What is still asked when so many points more are spent."""
        return replace(self, points=self.points - points)

    def left(self) -> str:
        """The points left, in words."""
        return f"{self.points} point{'' if self.points == 1 else 's'} left"


def open_business(scribe: Scribe[Board], seat: Seat, kind: str, *then: Obligation[Board]) -> None:
    """Begin a business action: where the pawn stands, or, if that is no airport, at one of the seat's choice."""
    if scribe.board.players[seat].pawn in AIRPORTS:
        scribe.write(ActionBegan(seat, kind), "ap.infl.options" if kind == "influence" else "ap.business.pawn-continues", *then)
    else:
        scribe.write(ActionBegan(seat, kind), "ap.business.exclusive", Land(seat=seat), *then)


class Land(Decision[Board], frozen=True):
    """At which airport does the pawn begin?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(LandAt(airport)) for airport in AIRPORTS)

    def say(self, board: Board, names: Names) -> Text:
        return ("Where do you do business?",)


class LandAt(Command[Board], frozen=True):
    """Begin at this airport."""

    airport: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(PawnMoved(seat, self.airport), "ap.business.pawn-entry")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"begin in {self.airport.title()}" if self.airport != "border" else "begin at the border",)


def fare(board: Board) -> int:
    """What a flight costs, in action points."""
    return 0 if board.free_flight else 1


def flights(board: Board, seat: Seat, points: int) -> Iterator[Offer[Board]]:
    """The other airports, barred when the points do not reach."""
    pawn, barred = board.players[seat].pawn, None if points >= fare(board) else SPENT
    return (Offer(Fly(airport), barred) for airport in AIRPORTS if airport != pawn)


class Fly(Command[Board], frozen=True):
    """Fly to the airport of another board."""

    to: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked, free = scribe.answering(_Business), scribe.board.free_flight
        rule = "ap.card.friend-fly" if free else "ap.business.fly"
        scribe.write(PawnMoved(seat, self.to), rule, asked.after(fare(scribe.board)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"fly to {self.to.title()}" if self.to != "border" else "fly to the border",)
