"""Caught in the act: when an agent may strike at a criminal outside the own turn."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.breaking_bad.board import DEA, Board
from domain.games.breaking_bad.components import stop
from domain.games.breaking_bad.firefight import FightBegan, exchange, shot
from domain.games.breaking_bad.parts import Catch
from domain.games.breaking_bad.reactions import Deed, React, Resume, reacts
from domain.games.breaking_bad.sheets import area, shield, wanted
from domain.kernel import Card, Command, Fact, Names, Offer, RuleId, Scribe, Seat, Text, thing, who


class CaughtInTheAct(Fact[Board], frozen=True):
    """An agent opened a firefight with a criminal who broke the law; what he was about to do is suspended."""

    seat: Seat
    criminal: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        return shot(board, self.seat, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " catches ", who(self.criminal), " in the act and plays ", thing(self.card))


class CatchCriminal(Command[Board], frozen=True):
    """Open a firefight with the criminal who breaks the law."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        deed = scribe.answering(React).deed
        others = [owed for owed in scribe.owed(React) if isinstance(owed.what, React) and owed.what.deed == deed]
        fight = exchange(scribe.board, seat, deed.actor, 1, (seat, deed.actor))
        caught = CaughtInTheAct(seat, deed.actor, self.card)
        scribe.write(caught, _ground(scribe.board, deed), *fight, Resume(deed.actor, deed), cancels=others)
        scribe.write(FightBegan(seat, deed.actor), "bb.caught.opens-firefight")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("strike with ", thing(self.card))


def _ground(board: Board, deed: Deed) -> RuleId:
    """The rule by which an agent may strike."""
    if shield(board, deed.actor) is not None:
        return "bb.card.undercover-exceptions"
    if deed.ground == "against-dea":
        return "bb.caught.against-dea"
    if not wanted(board, deed.actor):
        return "bb.caught.wanted-ignored-on-reaction"
    if board.patrol:
        return "bb.caught.surveilled-violation"
    early = any(area(laid).surveils and not laid.turns for laid in board.players[deed.actor].area)
    return "bb.amb.surv.before-next-turn" if early else "bb.surv.two-sources"


def _could(board: Board, seat: Seat, deed: Deed) -> bool:
    return bool(deed.ground) and board.players[seat].team == DEA


def _offers(board: Board, seat: Seat, deed: Deed) -> Iterator[Offer[Board]]:
    for card in dict.fromkeys(board.players[seat].hand.cards):
        if card is not None and stop(card, Catch) is not None:
            yield Offer(CatchCriminal(card))


reacts(_could, _offers)
