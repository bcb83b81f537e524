"""Caught in the act: when an agent may strike at a criminal outside the own turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.breaking_bad.board import DEA, Board
from domain.games.breaking_bad.components import stop
from domain.games.breaking_bad.firefight import exchange, shot
from domain.games.breaking_bad.parts import Catch
from domain.games.breaking_bad.reactions import Deed, React, Resume, reacts
from domain.kernel import Card, Command, Fact, Names, Offer, Scribe, Seat, Text, thing, who

RULE = {"surveilled": "bb.caught.surveilled-violation", "against-dea": "bb.caught.against-dea"}


class CaughtInTheAct(Fact[Board], frozen=True):
    """An agent opened a firefight with a criminal who broke the law; what he was about to do is suspended."""

    seat: Seat
    criminal: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        return replace(shot(board, self.seat, self.card), fights=board.fights + 1)

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
        scribe.write(caught, RULE[deed.ground], *fight, Resume(deed.actor, deed), cancels=others)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("strike with ", thing(self.card))


def _could(board: Board, seat: Seat, deed: Deed) -> bool:
    return bool(deed.ground) and board.players[seat].team == DEA


def _offers(board: Board, seat: Seat, deed: Deed) -> Iterator[Offer[Board]]:
    for card in dict.fromkeys(board.players[seat].hand.cards):
        if card is not None and stop(card, Catch) is not None:
            yield Offer(CatchCriminal(card))


reacts(_could, _offers)
