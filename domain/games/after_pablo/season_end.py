"""End of Season: leaders score, everybody may buy one luxury, the marker moves on."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.after_pablo.board import COUNTRIES, Board, changed
from domain.games.after_pablo.components import components
from domain.games.after_pablo.gains import PointsScored
from domain.kernel import Command, Decision, Fact, Names, NothingHappened, Offer, Pass, RuleId, Scribe, Seat, Step, Text, thing, who


class LuxuryBought(Fact[Board], frozen=True):
    """A player bought a luxury for command points."""

    seat: Seat
    luxury: str
    price: int
    points: int

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = replace(board, bank=changed(board.bank, self.price))
        return board.player(self.seat, cash=changed(player.cash, -self.price), score=player.score + self.points)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        bought: Text = (" pays for a luxury, ", thing(self.luxury), f", ${self.price}, and scores {self.points}")
        return (who(self.seat), *bought)


def score_leaders(scribe: Scribe[Board], points: Iterable[int], rules: Iterable[RuleId], why: str = "") -> None:
    """The leader of each country scores, under its rule; a country without one scores for nobody. Mexico comes first."""
    for country, score, rule in zip(COUNTRIES, points, rules, strict=True):
        leader = scribe.board.leader(country)
        if leader is None:
            scribe.write(NothingHappened(f"nobody leads {country.title()}, nobody scores there"), "ap.season.no-leader")
        else:
            scribe.write(PointsScored(leader, score, f"for leading {country.title()}{why}"), rule)


class EndSeason(Step[Board], frozen=True):
    """All have had a turn: the season is to be scored."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        luxuries = [BuyLuxury(seat=seat) for seat in board.order()]
        scribe.write(NothingHappened(f"season {board.season} is scored"), "ap.turn.score-after-round", *luxuries)
        points = components().scoring.leader
        score_leaders(scribe, (points["mexico"], points["colombia"]), ("ap.season.leader-mexico", "ap.season.leader-colombia"))


class BuyLuxury(Decision[Board], frozen=True):
    """Is a luxury bought?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        cash = board.players[self.seat].cash or 0
        yield from (Offer(Enjoy(luxury.id), None if cash >= luxury.cost else "ap.luxury.table") for luxury in components().luxuries)

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you buy a luxury?",)


class Enjoy(Command[Board], frozen=True):
    """Buy this luxury."""

    luxury: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        luxury = components().luxuries_by_id[self.luxury]
        scribe.write(
            LuxuryBought(seat, luxury.id, luxury.cost, luxury.points),
            "ap.luxury.one" if seat == scribe.board.first else "ap.amb.luxury-order",
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("buy a luxury, ", thing(self.luxury))
