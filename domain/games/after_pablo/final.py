"""Final Scoring: a last sale for who stands at the border, the end-game points, and who wins."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.after_pablo.board import CROSSED, Board, Result
from domain.games.after_pablo.components import components
from domain.games.after_pablo.decks import refill
from domain.games.after_pablo.season_end import score_leaders
from domain.games.after_pablo.selling import open_sale
from domain.kernel import Fact, Names, NothingHappened, Scribe, Seat, Step, Text, who


# facts ------------------------------------------------------------------------------------------------------------------
class FinalPhaseBegan(Fact[Board], frozen=True):
    """The last adjustment is over; what follows are final sales, for these seats in order, and the scoring."""

    sales: tuple[Seat, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, phase="final")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        sellers: Text = tuple(part for seat in self.sales for part in (who(seat), " and "))[:-1]
        return ("the last season is over; ", *sellers, " may still sell") if sellers else ("the last season is over",)


class MoneyShown(Fact[Board], frozen=True):
    """Everybody showed his money."""

    amounts: tuple[int, ...]

    def apply(self, board: Board) -> Board:
        players = tuple(replace(p, cash=cash) for p, cash in zip(board.players, self.amounts, strict=True))
        return replace(board, players=players)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the money is counted: ", *_each([f"${n}" for n in self.amounts]))


class Scored(Fact[Board], frozen=True):
    """One line of the final scoring: the points of every seat."""

    line: str
    points: tuple[int, ...]

    def apply(self, board: Board) -> Board:
        players = tuple(replace(p, score=p.score + n) for p, n in zip(board.players, self.points, strict=True))
        return replace(board, players=players)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"points for {self.line.replace('-', ' ')}: ", *_each([f"{n:+d}" for n in self.points]))


class GameWon(Fact[Board], frozen=True):
    """The game is over: who won it, and what decided it."""

    winners: tuple[Seat, ...]
    ending: str

    def apply(self, board: Board) -> Board:
        return replace(board, result=Result(self.winners, self.ending), phase="over")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        points = max(player.score for player in after.players)
        winners: Text = tuple(part for seat in self.winners for part in (who(seat), " and "))[:-1]
        verb = "share the win" if len(self.winners) > 1 else "is the boss of bosses"
        return (*winners, f" {verb} with {points} points ({self.ending.replace('-', ' ')})")


def _each(words: list[str]) -> Text:
    said = [part for seat, word in enumerate(words) for part in (who(seat), f" {word}, ")]
    return (*said[:-1], f" {words[-1]}")


# final sales --------------------------------------------------------------------------------------------------------------
class FinalSales(Step[Board], frozen=True):
    """Who crossed last and has not sold is to sell, in the order of the last adjustment."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        sellers = tuple(s for s in board.order() if board.players[s].pawn == CROSSED and board.players[s].cocaine)
        steps = [step for s in sellers for step in (FinalSale(s), RefillBetween())][:-1]
        scribe.write(FinalPhaseBegan(sellers), "ap.adjust.final", *steps)


class FinalSale(Step[Board], frozen=True):
    """A seat is to sell once more."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        open_sale(scribe, self.seat, "ap.final.sale-who")


class RefillBetween(Step[Board], frozen=True):
    """Somebody else has still to sell: the cities are to be filled."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(NothingHappened("somebody else has still to sell"), "ap.final.sale-refill")
        refill(scribe)


# counting -----------------------------------------------------------------------------------------------------------------
class Score(Step[Board], frozen=True):
    """The game is to be scored and the winner named."""

    def settle(self, scribe: Scribe[Board]) -> None:
        points, players = components().scoring, scribe.board.players
        cash = tuple(p.cash or 0 for p in players)
        scribe.write(MoneyShown(cash), "ap.final.most-money")
        leaders = points.final_leader
        score_leaders(scribe, (leaders["mexico"], leaders["colombia"]), ("ap.final.leaders", "ap.final.leaders"), " at the end")
        even = len(set(cash)) == 1
        most = tuple(points.most_money if n == max(cash) else 0 for n in cash)
        least = tuple(points.least_money if n == min(cash) else 0 for n in cash)
        scribe.write(Scored("most-money", most), "ap.amb.all-equal-money" if even else "ap.final.most-money")
        scribe.write(Scored("least-money", least), "ap.amb.all-equal-money" if even else "ap.final.least-money")
        self._deduct(scribe, "weakness", tuple(-p.chips * (p.chips + 1) // 2 for p in players))
        self._deduct(scribe, "court", tuple(points.court_cube * p.in_court for p in players))
        won, ending = winners(scribe.board)
        tied = "ap.amb.final-tie" if len(won) > 1 else "ap.final.tiebreak"
        scribe.write(GameWon(won, ending), "ap.final.winner" if ending == "most-points" else tied)

    def _deduct(self, scribe: Scribe[Board], line: str, points: tuple[int, ...]) -> None:
        below = any(p.score >= 0 > p.score + n for p, n in zip(scribe.board.players, points, strict=True))
        scribe.write(Scored(line, points), "ap.amb.negative-score" if below else f"ap.final.{line}")


ENDINGS = ("most-points", "fewest-in-court", "fewest-weakness-chips", "most-money")


def winners(board: Board) -> tuple[tuple[Seat, ...], str]:
    """Who wins, and what decided it; whoever is equal in everything shares the win."""
    left = list(enumerate(board.players))
    for n, ending in enumerate(ENDINGS):
        marks = {seat: (p.score, -p.in_court, -p.chips, p.cash or 0)[n] for seat, p in left}
        best = max(marks.values())
        left = [(seat, p) for seat, p in left if marks[seat] == best]
        if len(left) == 1:
            return (left[0][0],), ending
    return tuple(seat for seat, _ in left), "shared"
