"""Action 5: Sell to U.S.A. City by city, trusting distributors or turning them over, until nothing is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec.structs import replace

from domain.games.after_pablo.actions import ActionBegan, PawnMoved
from domain.games.after_pablo.board import ABROAD, CITIES, CITY_AT, Board, Sale, changed
from domain.games.after_pablo.cards import CardPlayed
from domain.games.after_pablo.cartel import back_of
from domain.games.after_pablo.checks import CocaineLost, shown
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import ArrestOne
from domain.games.after_pablo.favors import FavourUsed
from domain.games.after_pablo.gains import PointsScored
from domain.games.after_pablo.parts import SafeDeal, Snitch
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Obligation,
    Offer,
    Pass,
    RuleId,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)


# facts ------------------------------------------------------------------------------------------------------------------
class SaleBegan(Fact[Board], frozen=True):
    """A player begins to sell all he has in the U.S.A."""

    seat: Seat
    cubes: int

    def apply(self, board: Board) -> Board:
        return replace(board, sale=Sale(self.cubes))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" has {self.cubes} cocaine to sell")


class DistributorTurned(Fact[Board], frozen=True):
    """The card on a city was turned over, and everybody sees its back."""

    seat: Seat
    city: str
    card: Card
    back: Annotated[str | None, Seal("to")]
    to: tuple[Literal["public"], ...] = ("public",)

    def apply(self, board: Board) -> Board:
        return board.learned(self.card, self.back)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " turns over ", thing(self.card), " in ", thing(self.city), f": {shown(self.back)}")


class CocaineSold(Fact[Board], frozen=True):
    """A cube was sold in a city for the best price free there; the distributor, of that deck, was discarded."""

    seat: Seat
    city: str
    deck: str
    price: int

    def apply(self, board: Board) -> Board:
        at, player = CITY_AT[self.city], board.players[self.seat]
        sold = (*board.sold[:at], board.sold[at] + 1, *board.sold[at + 1 :])
        board = replace(_used(board, self.city, self.deck, 1), sold=sold, bank=changed(board.bank, -self.price))
        return board.player(self.seat, cocaine=player.cocaine - 1, cash=changed(player.cash, self.price))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " sells in ", thing(self.city), f" for ${self.price}")


class SaleBusted(Fact[Board], frozen=True):
    """The police broke up a sale: its cube went to the stock, the distributor, of that deck, was discarded."""

    seat: Seat
    city: str
    deck: str

    def apply(self, board: Board) -> Board:
        board = replace(_used(board, self.city, self.deck, 0), cocaine=board.cocaine + 1)
        return board.player(self.seat, cocaine=board.players[self.seat].cocaine - 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the police break up the sale of ", who(self.seat), " in ", thing(self.city))


class SaleEnded(Fact[Board], frozen=True):
    """A player has nothing left to sell."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, sale=None)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        sale = before.sale or Sale(0)
        return (who(self.seat), f" has sold {sale.sold} of {sale.cubes}")


def _used(board: Board, city: str, deck: str, sold: int) -> Board:
    """With the distributor of a city discarded, and the sale so many cubes further on."""
    sale = board.sale or Sale(0)
    board = board.discarded(deck, board.city(city)).with_city(city, None)
    return replace(board, sale=replace(sale, sold=sale.sold + sold, tried=(*sale.tried, city)))


# the sale -----------------------------------------------------------------------------------------------------------------
class SellAbroad(Command[Board], frozen=True):
    """Take the action of selling in the U.S.A."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(ActionBegan(seat, "sell"), "ap.turn.cross-then-sell")
        open_sale(scribe, seat, "ap.sell.move")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("sell in the U.S.A.",)


def open_sale(scribe: Scribe[Board], seat: Seat, rule: RuleId, *then: Obligation[Board]) -> None:
    """Begin a sale of all that a seat has in the U.S.A., and open what comes after it."""
    scribe.write(PawnMoved(seat, ABROAD), rule)
    usual = "ap.final.sale-order" if scribe.board.phase == "final" else "ap.sell.all"
    scribe.write(SaleBegan(seat, scribe.board.players[seat].cocaine), usual, SellNext(seat), *then)


def on_offer(board: Board) -> list[str]:
    """The cities that take a cube now: there is a distributor, and a price box is free."""
    of = components().cities_by_id
    return [city for at, city in enumerate(CITIES) if board.cities[at].cards and board.sold[at] < len(of[city].prices)]


class SellNext(Step[Board], frozen=True):
    """The next cube is to be sold, or, if none is left or no city takes one, the sale ends."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        board, seat = scribe.board, self.seat
        left = board.players[seat].cocaine
        if left and on_offer(board):
            scribe.write(NothingHappened(f"{left} cocaine still to sell"), "ap.sell.all", ChooseCity(seat=seat), SellNext(seat))
            return
        if left:
            scribe.write(CocaineLost(seat, left), "ap.amb.unsellable-cubes")
        sale, points = board.sale or Sale(0), components().scoring
        scribe.write(SaleEnded(seat), "ap.sell.market-kept")
        if sale.sold == sale.cubes:
            five = sale.cubes == components().cocaine.most
            score = points.sold_five if five else points.sold_fewer
            fact = PointsScored(seat, score, "for selling all of it")
            usual = "ap.sell.bonus-five" if five else "ap.sell.bonus-fewer"
            scribe.write(fact, "ap.amb.final-sale-bonus" if board.phase == "final" else usual)


class ChooseCity(Decision[Board], frozen=True):
    """To which city does the next cube go?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        of = components().cities_by_id
        tried = () if board.sale is None else board.sale.tried
        for at, city in enumerate(CITIES):
            if city in tried:
                yield Offer(SellTo(city), "ap.sell.one-per-city")
            elif board.cities[at].cards:
                yield Offer(SellTo(city), None if board.sold[at] < len(of[city].prices) else "ap.sell.flooded")
            else:
                yield Offer(SellTo(city), "ap.amb.guerrilla-exhausted")

    def say(self, board: Board, names: Names) -> Text:
        return (f"Where do you sell? {board.players[self.seat].cocaine} cocaine left",)


class SellTo(Command[Board], frozen=True):
    """Sell a cube to a city."""

    city: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        board, of = scribe.board, components()
        card = board.distributor(self.city)
        colour = of.card(card).colour
        if colour is None or colour == board.players[seat].colour:
            sell(scribe, seat, self.city, "ap.sell.wild-safe" if colour is None else "ap.sell.loyal-safe")
            return
        back = back_of(board, card)
        turned = DistributorTurned(seat, self.city, card, back)
        snitch = isinstance(of.card(card).ability, Snitch)
        nobodys = "ap.amb.question-snitch" if snitch else "ap.sell.question-mark"
        rule = nobodys if colour == of.colours.unaligned else "ap.sell.flip"
        if back == "safe":
            scribe.write(turned, rule)
            sell(scribe, seat, self.city, "ap.sell.highest-box")
        else:
            could = board.players[seat].dea or len(board.players[seat].hand)
            asked = (Deal(seat=seat, city=self.city),) if could else ()
            scribe.write(turned, rule, *asked, Bust(seat, self.city))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("sell to ", thing(before.city(self.city)), " in ", thing(self.city))


def sell(scribe: Scribe[Board], seat: Seat, city: str, rule: RuleId) -> None:
    """Write that a cube was sold in a city, for the best price free there."""
    of, board = components(), scribe.board
    price = of.cities_by_id[city].prices[board.sold[CITY_AT[city]]]
    scribe.write(CocaineSold(seat, city, of.deck_of(board.distributor(city)), price), rule)


class Deal(Decision[Board], frozen=True):
    """The distributor is with the police: is the deal made safe?"""

    city: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        player, of = board.players[self.seat], components()
        if player.dea >= of.favours.safe_deal:
            yield Offer(MakeSafe())
        yield from (Offer(MakeSafe(card)) for card in player.hand.cards if card and isinstance(of.card(card).ability, SafeDeal))

    def say(self, board: Board, names: Names) -> Text:
        return ("The police wait in ", thing(self.city), ". Do you make the deal safe?")


class MakeSafe(Command[Board], frozen=True):
    """Make the deal safe, by a card or, without one, by a favour."""

    card: Card = ""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        city, called_off, of = scribe.answering(Deal).city, scribe.owed(Bust)[:1], components()
        if self.card:
            rule = "ap.amb.final-safe-deal" if scribe.board.phase == "final" else "ap.card.friend-safe-deal"
            scribe.write(CardPlayed(seat, self.card, of.deck_of(self.card)), rule, cancels=called_off)
        else:
            rule = "ap.final.sale-limits" if scribe.board.phase == "final" else "ap.favor.safe-deal"
            scribe.write(FavourUsed(seat, "safe-deal", of.favours.safe_deal), rule, cancels=called_off)
        snitch = isinstance(of.card(scribe.board.distributor(city)).ability, Snitch)
        sell(scribe, seat, city, "ap.snitch.sell" if snitch else rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("make it safe by ", thing(self.card)) if self.card else ("make it safe by a favour",)


class Bust(Step[Board], frozen=True):
    """The police are to break up a sale and to arrest a cube of influence."""

    seat: Seat
    city: str

    def settle(self, scribe: Scribe[Board]) -> None:
        deck = components().deck_of(scribe.board.distributor(self.city))
        scribe.write(SaleBusted(self.seat, self.city, deck), "ap.sell.police", ArrestOne(self.seat, "ap.sell.police"))
