"""Influence Business: cubes for flags, folder and asesinos."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.after_pablo.board import COUNTRIES, Board, changed, place_of
from domain.games.after_pablo.business import SPENT, _Business, flights, open_business
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import SUPPLY, sources
from domain.kernel import Command, Fact, Names, Offer, Pass, RuleId, Scribe, Seat, Text, who

MANY, MANY_ON_FLAG = 5, 8
"""From how many own cubes, and from how many cubes of all on a flag, a record says that there is no limit to them."""


class InfluenceBought(Fact[Board], frozen=True):
    """A player paid for a cube on a flag, in his folder or on an asesino; `of` is where the cube came from."""

    seat: Seat
    to: str
    price: int
    of: str = SUPPLY

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = replace(board, bank=changed(board.bank, self.price))
        return board.seated(self.seat, player.moved(self.of, self.to, cash=changed(player.cash, -self.price)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        of = "" if self.of == SUPPLY else f", taken from {place_of(self.of)}"
        there = f" ({after.flag(self.to)} there)" if self.to in COUNTRIES else ""
        return (who(self.seat), f" pays ${self.price} for a cube on {place_of(self.to)}{of}{there}")


class DoInfluenceBusiness(Command[Board], frozen=True):
    """Take the influence business action."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        open_business(scribe, seat, "influence", InfluenceBusiness(seat=seat, points=components().business.points))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("do influence business",)


class InfluenceBusiness(_Business, frozen=True):
    """Where does the next cube go, or where does the pawn fly?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        player = board.players[self.seat]
        spent: RuleId | None = None if self.points else SPENT
        for place, cost, poor in on_sale(board, self.seat):
            barred = spent or _closed(board, self.seat, place) or (None if (player.cash or 0) >= cost else poor)
            yield from (Offer(Place(place, of), barred) for of in sources(player, place))
        for place in (*COUNTRIES, "dea"):
            if place != player.pawn and (place != "dea" or player.pawn in COUNTRIES):
                yield Offer(Place(place), "ap.infl.dea-location" if place == "dea" else "ap.infl.flag-location")
        yield from flights(board, self.seat, self.points)

    def say(self, board: Board, names: Names) -> Text:
        return (f"Where do you want influence? {self.left()}",)


def on_sale(board: Board, seat: Seat) -> list[tuple[str, int, RuleId]]:
    """The places for a cube on the pawn's board: each with its price, and the rule that asks for it."""
    player = board.players[seat]
    if player.pawn not in COUNTRIES:
        return [("dea", player.dea + 1, "ap.infl.dea-price")]
    hired = [(a.id, a.cost, "ap.infl.asesino-location") for a in components().of_country[player.pawn]]
    return [(player.pawn, board.flag(player.pawn) + 1, "ap.infl.flag-price"), *hired]


def _closed(board: Board, seat: Seat, place: str) -> RuleId | None:
    """The rule by which a place takes no more cubes of this seat."""
    player = board.players[seat]
    if place == "dea":
        full = player.dea >= components().business.folder_limit
        locked = "ap.infl.dea-no-buy-after-favour" if board.actions == 1 else "ap.amb.dea-buy-lock"
        return "ap.infl.dea-max" if full else locked if board.favoured else None
    return "ap.infl.asesino-one-each" if place in player.asesinos else None


def _notable(board: Board, seat: Seat, place: str, price: int) -> RuleId | None:
    """The rule that allows a purchase which is out of the ordinary."""
    if place in COUNTRIES:
        own = getattr(board.players[seat], place)
        return "ap.infl.flag-unlimited" if own >= MANY else "ap.infl.flag-price-ninth" if price > MANY_ON_FLAG else None
    shared = any(place in player.asesinos for other, player in enumerate(board.players) if other != seat)
    return "ap.infl.asesino-shared" if shared else None


class Place(Command[Board], frozen=True):
    """Pay for a cube on a place; with an empty supply it comes from another place."""

    to: str
    of: str = SUPPLY

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(InfluenceBusiness)
        price, rule = next((cost, rule) for place, cost, rule in on_sale(scribe.board, seat) if place == self.to)
        rule = _notable(scribe.board, seat, self.to, price) or rule
        rule = rule if self.of == SUPPLY else "ap.infl.empty-supply"
        scribe.write(InfluenceBought(seat, self.to, price, self.of), rule, asked.after())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        of = "" if self.of == SUPPLY else f" from {place_of(self.of)}"
        return (f"place a cube{of} on {place_of(self.to)}",)
