"""Influence cubes, wherever they are: moved, taken from elsewhere when the supply is empty, arrested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.after_pablo.board import BOXES, COUNTRIES, Board, Player, place_of
from domain.kernel import Command, Decision, Fact, Names, NothingHappened, Offer, RuleId, Scribe, Seat, Step, Text, who

SUPPLY = "supply"


class CubeMoved(Fact[Board], frozen=True):
    """Cubes of a player went from one place to another."""

    seat: Seat
    of: str
    to: str
    count: int = 1

    def apply(self, board: Board) -> Board:
        return board.seated(self.seat, board.players[self.seat].moved(self.of, self.to, self.count))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        cubes = "a cube" if self.count == 1 else f"{self.count} cubes"
        of = "" if self.of == SUPPLY else f" from {place_of(self.of)}"
        if self.to == SUPPLY:
            return (who(self.seat), f" takes back {cubes}{of}")
        if self.to in BOXES:
            return (who(self.seat), f" {'moves' if self.of in BOXES else 'loses'} {cubes}{of} to {place_of(self.to)}")
        return (who(self.seat), f" places {cubes}{of} on {place_of(self.to)}")


def on_boards(player: Player) -> Iterator[str]:
    """All places outside supply and court where a player has a cube."""
    yield from (place for place in (*COUNTRIES, "dea") if getattr(player, place))
    yield from player.asesinos


def sources(player: Player, to: str) -> tuple[str, ...]:
    """Where a cube for a place may come from: the supply, or, if that is empty, another place on the boards."""
    return (SUPPLY,) if player.supply else tuple(place for place in on_boards(player) if place != to)


# arrests ------------------------------------------------------------------------------------------------------------------
class ArrestOne(Step[Board], frozen=True):
    """The police are to arrest a cube of a player: from his supply, failing that from the boards."""

    seat: Seat
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        player = scribe.board.players[self.seat]
        if player.supply:
            scribe.write(CubeMoved(self.seat, SUPPLY, "arrest"), self.rule)
        elif any(True for _ in on_boards(player)):
            scribe.write(
                NothingHappened("the supply is empty, a cube on the boards is arrested"),
                "ap.check.no-supply",
                ChooseArrested(seat=self.seat),
            )
        else:
            scribe.write(NothingHappened("no cube is left to arrest"), "ap.amb.no-cube-to-arrest")


class ChooseArrested(Decision[Board], frozen=True):
    """Which cube on the boards is arrested?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Surrender(place)) for place in sources(board.players[self.seat], "arrest"))

    def say(self, board: Board, names: Names) -> Text:
        return ("Which of your cubes is arrested?",)


class Surrender(Command[Board], frozen=True):
    """Let a cube go from this place to Arrest."""

    place: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(CubeMoved(seat, self.place, "arrest"), "ap.amb.arrest-source-choice")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"let the cube on {place_of(self.place)} be arrested",)
