"""Playing the Game: seasons of one turn each, turns of one action and whatever an effect adds, and the window after it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.after_pablo.adjustment import Adjust
from domain.games.after_pablo.board import CROSSED, Board
from domain.games.after_pablo.cartel import DoCartelBusiness
from domain.games.after_pablo.cocaine import purchases
from domain.games.after_pablo.components import components
from domain.games.after_pablo.crossing import Cross
from domain.games.after_pablo.decks import refill
from domain.games.after_pablo.final import FinalSales, Score
from domain.games.after_pablo.influence import DoInfluenceBusiness
from domain.games.after_pablo.season_end import EndSeason
from domain.games.after_pablo.selling import SellAbroad
from domain.games.after_pablo.war import wars
from domain.kernel import Decision, Fact, Names, Obligation, Offer, Pass, RuleId, Scribe, Seat, Step, Text, who


# facts ------------------------------------------------------------------------------------------------------------------
class SeasonBegan(Fact[Board], frozen=True):
    """The season marker moved to the next season."""

    season: int

    def apply(self, board: Board) -> Board:
        return replace(board, season=self.season, phase="seasons")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"season {self.season} of {after.seasons} begins with ", who(after.first))


class TurnBegan(Fact[Board], frozen=True):
    """A player's turn began."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, active=self.seat, actions=0, favoured=False, bought=False)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("it is the turn of ", who(self.seat))


class ExtraActionBegan(Fact[Board], frozen=True):
    """A player takes another action in the same turn, as if it began anew."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, fresh=()), extra=board.extra - 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " takes another action")


class ActionEnded(Fact[Board], frozen=True):
    """A player's action is over; `limit` is the usual hand limit, which is his again if nothing raises it any more."""

    seat: Seat
    limit: int

    def apply(self, board: Board) -> Board:
        board = replace(board, acting=False, free_flight=False)
        raised = max(0, board.players[self.seat].raised - 1)
        changes = {} if raised else {"hand_limit": self.limit}
        return board.player(self.seat, raised=raised, **changes)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the action of ", who(self.seat), " is over")


class TurnEnded(Fact[Board], frozen=True):
    """A player's turn is over."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, fresh=()), active=None)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the turn of ", who(self.seat), " is over")


# seasons ------------------------------------------------------------------------------------------------------------------
class BeginSeason(Step[Board], frozen=True):
    """A season is to be played; after it comes an adjustment, if it is time for one, and then the next season or the end."""

    season: int

    def settle(self, scribe: Scribe[Board]) -> None:
        board, every = scribe.board, components().seasons.adjust_every
        turns = [BeginTurn(seat) for seat in board.order()]
        adjusts = (Adjust(),) if self.season % every == 0 else ()
        last = self.season == board.seasons
        follows: tuple[Obligation[Board], ...] = (FinalSales(), Score()) if last else (BeginSeason(self.season + 1),)
        adjusted = "ap.season.advance" if self.season % every == 1 else "ap.turn.first-player-fixed-within-four"
        rule = "ap.setup.season-marker" if self.season == 1 else adjusted
        scribe.write(SeasonBegan(self.season), rule, *turns, EndSeason(), *adjusts, *follows)


class BeginTurn(Step[Board], frozen=True):
    """A seat is to have its turn."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(TurnBegan(self.seat), "ap.turn.one-action", *one_action(self.seat))


def one_action(seat: Seat) -> tuple[Obligation[Board], ...]:
    """An action of a seat, and what follows every action."""
    return ChooseAction(seat=seat), EndAction(seat)


class ChooseAction(Decision[Board], frozen=True):
    """Which action is taken?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        player = board.players[self.seat]
        barred: RuleId | None = "ap.turn.cross-then-sell" if player.pawn == CROSSED else None
        yield Offer(DoCartelBusiness(), barred)
        yield Offer(DoInfluenceBusiness(), barred)
        yield from purchases(board, self.seat, barred)
        yield from wars(board, self.seat, barred)
        yield Offer(Cross(), barred or (None if player.cocaine else "ap.amb.cross-zero"))
        yield Offer(SellAbroad(), None if barred else "ap.turn.sell-needs-cross")

    def say(self, board: Board, names: Names) -> Text:
        return ("Which action do you take?",)


class EndAction(Step[Board], frozen=True):
    """An action is over: the cities are to be filled; then another one follows, or a window before the turn ends."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        rule = "ap.refill.after-cards" if refill(scribe) else "ap.extra.when"
        window = () if scribe.board.extra else (AfterAction(seat=self.seat),)
        ended = ActionEnded(self.seat, components().business.hand_limit)
        scribe.write(ended, rule, *window, EndTurn(self.seat))


class AfterAction(Decision[Board], frozen=True):
    """Is anything done before the turn ends?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()),)

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you do anything else in your turn?",)


class EndTurn(Step[Board], frozen=True):
    """The turn is to end, unless another action is to follow."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        board, seat = scribe.board, self.seat
        if board.extra:
            must_sell = board.players[seat].pawn == CROSSED
            usual = "ap.amb.same-turn-ability" if board.players[seat].fresh else "ap.amb.extra-actions-add-up"
            rule = "ap.amb.extra-action-after-cross" if must_sell else usual
            scribe.write(ExtraActionBegan(seat), rule, *one_action(seat))
        else:
            scribe.write(TurnEnded(seat), "ap.turn.order")
