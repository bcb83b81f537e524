"""Cartel Business: buying cards on the pawn's board, and setting others aside for the auction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.games.after_pablo.auction import HoldAuction
from domain.games.after_pablo.board import Board, changed
from domain.games.after_pablo.business import SPENT, _Business, flights, open_business
from domain.games.after_pablo.components import components
from domain.games.after_pablo.parts import AUCTION
from domain.kernel import Card, Command, Fact, Names, Offer, Pass, RuleId, Scribe, Seal, Seat, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class CardBought(Fact[Board], frozen=True):
    """A player bought the card on a city; he alone sees its back."""

    seat: Seat
    city: str
    card: Card
    price: int
    back: Annotated[str | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        cash, fresh = changed(player.cash, -self.price), (*player.fresh, self.card)
        board = replace(board.with_city(self.city, None), bank=changed(board.bank, self.price))
        return board.player(self.seat, cash=cash, hand=player.hand.put(self.card), fresh=fresh).learned(self.card, self.back)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " hires ", thing(self.card), " from ", thing(self.city), f" for ${self.price}")


class CardReserved(Fact[Board], frozen=True):
    """A player took a card off a city for the auction that ends his business."""

    seat: Seat
    city: str
    card: Card

    def apply(self, board: Board) -> Board:
        return replace(board.with_city(self.city, None), lot=board.lot.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " puts ", thing(self.card), " from ", thing(self.city), " up for auction")


# the business -------------------------------------------------------------------------------------------------------------
class DoCartelBusiness(Command[Board], frozen=True):
    """Take the cartel business action."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        points = components().business.points
        open_business(scribe, seat, "cartel", CartelBusiness(seat=seat, points=points), HoldAuction(seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("do cartel business",)


class CartelBusiness(_Business, frozen=True):
    """Which card is hired or put up for auction next, or where does the pawn fly?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        of, player = components(), board.players[self.seat]
        spent: RuleId | None = None if self.points else SPENT
        for city in of.of_board[player.pawn]:
            card = board.city(city.id)
            if card is None:
                continue
            cost = of.card(card).cost
            if cost == AUCTION:
                yield Offer(Reserve(city.id), spent)
                yield Offer(Buy(city.id), star_rule(card))
            else:
                yield Offer(Buy(city.id), spent or (None if (player.cash or 0) >= cost else "ap.cartel.buy"))
        yield from flights(board, self.seat, self.points)

    def say(self, board: Board, names: Names) -> Text:
        return (f"What do you do for your cartel? {self.left()}",)


def star_rule(card: Card) -> RuleId:
    """The rule by which a card with a star can not be bought."""
    of = components()
    wild = of.card(card).colour is None
    return "ap.card.wild" if wild else "ap.card.guerrilla" if of.deck_of(card) == "guerrilla" else "ap.cartel.star-needs-auction"


def back_of(board: Board, card: Card) -> str:
    """What is really on the back of a card, for rules."""
    return board.back(card) or components().card(card).back


class Buy(Command[Board], frozen=True):
    """Hire the card on a city for its price."""

    city: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        board, asked = scribe.board, scribe.answering(CartelBusiness)
        card = board.distributor(self.city)
        price = components().card(card).cost
        assert price != AUCTION
        rule = "ap.cartel.buy" if price else "ap.snitch.price"
        scribe.write(CardBought(seat, self.city, card, price, board.back(card)), rule, asked.after())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("hire ", thing(before.city(self.city)), " from ", thing(self.city))


class Reserve(Command[Board], frozen=True):
    """Put the card on a city up for auction."""

    city: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        card = scribe.board.distributor(self.city)
        asked, of = scribe.answering(CartelBusiness), components()
        usual = "ap.card.politician-auction" if card in of.lawyers else "ap.cartel.reserve-auction"
        rule = "ap.amb.guerrilla-purchase-word" if of.deck_of(card) == "guerrilla" else usual
        scribe.write(CardReserved(seat, self.city, card), rule, asked.after())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("put ", thing(before.city(self.city)), " from ", thing(self.city), " up for auction")
