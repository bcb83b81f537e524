"""Snitch: it is handed to an opponent, harms him, and he has to deal with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from domain.games.after_pablo import case
from domain.games.after_pablo.board import COUNTRIES, Board, place_of
from domain.games.after_pablo.components import components
from domain.games.after_pablo.crossing import turn_token
from domain.games.after_pablo.cubes import SUPPLY, CubeMoved
from domain.games.after_pablo.gains import MoneyPaid, take_chip
from domain.games.after_pablo.hand import without
from domain.games.after_pablo.parts import Bs, CaseForward, GiveToken, LoseInfluence, StealCard, StealMoney
from domain.games.after_pablo.war import guns_of
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Obligation,
    Offer,
    RuleId,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)

IN_VAIN: RuleId = "ap.amb.snitch-no-target"


class CardStolen(Fact[Board], frozen=True):
    """A card, drawn at random, went from one hand to another; the two players, named in `to`, know it, the thief its back."""

    seat: Seat
    of: Seat
    to: tuple[Seat, ...]
    card: Annotated[Card | None, Seal("to")]
    back: Annotated[str | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        victim = board.players[self.of]
        fresh = tuple(card for card in victim.fresh if card != self.card)
        board = board.player(self.of, hand=victim.hand.take(self.card), fresh=fresh)
        board = board.player(self.seat, hand=board.players[self.seat].hand.put(self.card))
        return board.learned(self.card, self.back)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " draws ", thing(self.card), " from the hand of ", who(self.of))


class GunsPaid(Fact[Board], frozen=True):
    """A player got rid of a snitch, or came nearer to it, by a card of that deck or, without one, by an asesino."""

    seat: Seat
    by: str
    guns: int
    deck: str | None = None

    def apply(self, board: Board) -> Board:
        if self.deck is None:
            return board.seated(self.seat, board.players[self.seat].moved(self.by, SUPPLY))
        return without(board, self.seat, self.by).discarded(self.deck, self.by)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " deals with the snitch by ", thing(self.by), f", {'a gun' if self.guns == 1 else f'{self.guns} guns'}")


def betray(scribe: Scribe[Board], played: Fact[Board], bs: Bs, seat: Seat, on: Seat) -> None:
    """Write that a snitch was handed to an opponent, and open what it does and how he deals with it."""
    does: tuple[Obligation[Board], ...]
    match bs:
        case StealCard(count=count):
            does = (Steal(seat, on),) * count
        case GiveToken(count=count):
            does = (BringToken(on),) * count
        case LoseInfluence(count=count):
            does = (LoseOne(on),) * count
        case StealMoney(amount=amount):
            does = (Extort(seat, on, amount),)
        case CaseForward(spaces=spaces):
            does = (PushCase(spaces),)
    scribe.write(played, "ap.snitch.play", *does, DealWithSnitch(seat=on))


# what snitches do -----------------------------------------------------------------------------------------------------------
class Steal(Step[Board], frozen=True):
    """A card is to be drawn at random from a hand."""

    by: Seat
    of: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        hand = scribe.board.players[self.of].hand.known
        if hand:
            card = hand[scribe.below(len(hand))]
            scribe.write(CardStolen(self.by, self.of, (self.by, self.of), card, scribe.board.back(card)), "ap.snitch.bs-card")
        else:
            scribe.write(NothingHappened("there is no card to draw"), IN_VAIN)


class BringToken(Step[Board], frozen=True):
    """A smuggling token is to be given to a player."""

    to: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        if not turn_token(scribe, "ap.snitch.bs-token", self.to):
            scribe.write(NothingHappened("there is no token to give"), IN_VAIN)


class LoseOne(Step[Board], frozen=True):
    """A player is to take back a cube of his choice."""

    of: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        if exposed(scribe.board, self.of):
            scribe.write(NothingHappened("a cube has to go"), "ap.snitch.bs-influence", LoseInfluenceCube(seat=self.of))
        else:
            scribe.write(NothingHappened("there is no cube to lose"), IN_VAIN)


class Extort(Step[Board], frozen=True):
    """A player is to pay another one, or to give all he has."""

    by: Seat
    of: Seat
    amount: int

    def settle(self, scribe: Scribe[Board]) -> None:
        amount = min(self.amount, scribe.board.players[self.of].cash or 0)
        rule = "ap.snitch.bs-money" if amount else IN_VAIN
        scribe.write(MoneyPaid(self.of, self.by, amount), rule)


class PushCase(Step[Board], frozen=True):
    """The case marker is to be moved on."""

    spaces: int

    def settle(self, scribe: Scribe[Board]) -> None:
        case.advance(scribe, self.spaces, "ap.snitch.bs-case")


def exposed(board: Board, seat: Seat) -> list[str]:
    """The flags and the folder on which a seat has cubes."""
    return [place for place in (*COUNTRIES, "dea") if getattr(board.players[seat], place)]


class LoseInfluenceCube(Decision[Board], frozen=True):
    """Which cube is taken back?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(TakeBack(place)) for place in exposed(board, self.seat))

    def say(self, board: Board, names: Names) -> Text:
        return ("Which of your cubes does the snitch cost you?",)


# dealing with them ----------------------------------------------------------------------------------------------------------
def armoury(board: Board, seat: Seat) -> list[tuple[str, int]]:
    """All that a seat can pay guns with, cards and asesinos of both countries, each with its guns."""
    player, hired = board.players[seat], components().asesinos_by_id
    hand = [(card, guns_of(board, card)) for card in player.hand.cards if card is not None]
    return [*((card, guns) for card, guns in hand if guns), *((asesino, hired[asesino].guns) for asesino in player.asesinos)]


class DealWithSnitch(Decision[Board], frozen=True):
    """How is the snitch dealt with? `due`: guns still to be paid, once that way was taken."""

    due: int = 0

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        arms = armoury(board, self.seat)
        if self.due:
            yield from (Offer(PayGuns(by)) for by, _ in arms)
            return
        yield Offer(TakeChip())
        yield from (Offer(TakeBack(place)) for place in exposed(board, self.seat))
        short: RuleId | None = None if sum(guns for _, guns in arms) >= components().snitch_guns.needed else "ap.snitch.deal"
        yield from (Offer(PayGuns(by), short) for by, _ in arms)

    def say(self, board: Board, names: Names) -> Text:
        return (f"Which guns do you pay? {self.due} more" if self.due else "How do you deal with the snitch?",)


class TakeBack(Command[Board], frozen=True):
    """Take a cube back from a flag or the folder."""

    place: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(LoseInfluenceCube, DealWithSnitch)
        rule = "ap.snitch.deal" if isinstance(asked, DealWithSnitch) else "ap.snitch.bs-influence"
        scribe.write(CubeMoved(seat, self.place, SUPPLY), rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"take a cube back from {place_of(self.place)}",)


class TakeChip(Command[Board], frozen=True):
    """Take a weakness chip and let the snitch be."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        take_chip(scribe, seat, "ap.snitch.deal")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("take a weakness chip",)


class PayGuns(Command[Board], frozen=True):
    """Pay with a card or an asesino for the guns that get rid of the snitch."""

    by: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        of, asked = components(), scribe.answering(DealWithSnitch)
        needed = asked.due or of.snitch_guns.needed
        guns = dict(armoury(scribe.board, seat))[self.by]
        more = (DealWithSnitch(seat=seat, due=needed - guns),) if guns < needed else ()
        rule = "ap.amb.snitch-guns-overpay" if more or asked.due or guns > needed else "ap.snitch.deal"
        deck = None if self.by in of.asesinos_by_id else of.deck_of(self.by)
        scribe.write(GunsPaid(seat, self.by, guns, deck), rule, *more)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("pay with ", thing(self.by))
