"""What everybody adds to a skill check: cards in secret, and no more words than the rules permit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from domain.games.battlestar_galactica.board import BRIG, Board
from domain.games.battlestar_galactica.effects import nothing
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pass, Scribe, Seal, Seat, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class CardAdded(Fact[Board], frozen=True):
    """A player added a card to the check; `to` sees it."""

    seat: Seat
    to: tuple[Seat | Literal["public"], ...]
    card: Annotated[Card | None, Seal("to")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, hand=board.players[self.seat].hand.take(self.card))
        return replace(board, pot_pile=board.pot_pile.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " adds ", thing(self.card), " to the check")


class Spoke(Fact[Board], frozen=True):
    """A player said how much he can help; nothing more exact may be said."""

    seat: Seat
    how: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, spoke=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f": “{WORDS[self.how]}”")


# adding cards -------------------------------------------------------------------------------------------------------------
class Contribute(Decision[Board], frozen=True):
    """Do you add a card to the check?"""

    given: int = 0

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        player = board.players[self.seat]
        bar = None
        if self.given and player.cylon:
            bar = "bsg.cylon-check.one-card"
        elif self.given and player.at == BRIG:
            bar = "bsg.brig.one-card"
        return (Offer(Pass()), Offer(AddCard(), bar))

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you add ", "another" if self.given else "a", " card to the check?")


class AddCard(Command[Board], frozen=True):
    """Add a card to the check."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        nothing(scribe, "a card is added", "bsg.check.order", ChooseCard(seat=seat, given=scribe.answering(Contribute).given))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("add a card to the check",)


class ChooseCard(Decision[Board], frozen=True):
    """Which card do you add?"""

    given: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        up = board.check is not None and board.check.open
        for card in dict.fromkeys(board.players[self.seat].hand.cards):
            yield Offer(AddOpenly(card) if up and card is not None else Add(card))


class Add(Command[Board], frozen=True):
    """Add this card, face down."""

    card: Annotated[Card | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        _add(scribe, seat, self.card, (seat,))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("add ", thing(self.card))


class AddOpenly(Command[Board], frozen=True):
    """Add this card, face up."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        _add(scribe, seat, self.card, ("public",))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("add ", thing(self.card), ", face up")


def _add(scribe: Scribe[Board], seat: Seat, card: Card | None, to: tuple[Any, ...]) -> None:
    given = scribe.answering(ChooseCard).given + 1
    more = (Contribute(seat=seat, given=given),) if len(scribe.board.players[seat].hand) > 1 else ()
    scribe.write(CardAdded(seat, to, card), "bsg.check.text-ignored", *more)


WORDS = {"a-lot": "I can help a lot", "a-little": "I can help a little", "not-at-all": "I can not help"}


class Speak(Command[Board], frozen=True):
    """Say how much you can help; once a check, and no more exactly than this."""

    how: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(Spoke(seat, self.how), "bsg.secrecy.hand")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"say: “{WORDS[self.how]}”",)


def statements(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """What a seat may say about the check under way."""
    if board.check is not None and board.check.total is None and not board.players[seat].spoke:
        yield from (Offer(Speak(how)) for how in WORDS)
