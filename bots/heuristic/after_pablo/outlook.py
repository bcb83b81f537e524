"""What things are worth to one seat in a position it sees, in command points. Rough, but always the same for the same view."""

from __future__ import annotations

from functools import cached_property

from domain.games.after_pablo.board import CITIES, CROSSED, GROUP_AT, Board
from domain.games.after_pablo.components import components
from domain.games.after_pablo.crossing import assigned, choices, open_tokens
from domain.games.after_pablo.leaders import rightful
from domain.games.after_pablo.parts import ExtraAction, FlyCost, HandLimit, PlaceInfluence, SafeDeal, Snitch
from domain.games.after_pablo.war import guns_of
from domain.kernel import Card, Seat

DOLLAR = 0.12  # what a dollar is worth while there are luxuries to buy with it
CHECK = 0.5  # how often a check or an unknown back is safe, when nothing else is known
CUBE = 0.5  # what a cube on the boards is worth beside the lead it gives
RESERVE = 5  # dollars that are kept for cocaine
PRICE = 8  # dollars that a city pays, as a rule
COURT = 3  # adjustments that take a cube through the court


class Outlook:
    """A view, and what follows from it for one seat."""

    def __init__(self, board: Board, seat: Seat) -> None:
        self.board = board
        self.seat = seat
        self.me = board.players[seat]
        self.of = components()
        self.cash = self.me.cash or 0

    @cached_property
    def left(self) -> int:
        """Seasons still to be scored, this one included."""
        return max(1, self.board.seasons - self.board.season + 1)

    @cached_property
    def capture(self) -> float:
        """What an arrested cube costs: little, if it will be free before the end."""
        adjustments = -(-self.left // self.of.seasons.adjust_every)
        return 0.2 if adjustments >= COURT else 1.0

    @property
    def last(self) -> bool:
        """No season follows this one."""
        return self.left == 1

    def spare(self, price: int) -> bool:
        """Whether a price leaves what is needed for the next cocaine."""
        reserve = 0 if self.last or self.me.cocaine or self.me.pawn == CROSSED else RESERVE
        return self.cash - price >= reserve

    # leading ------------------------------------------------------------------------------------------------------------
    def lead(self, country: str) -> float:
        """What leading a country brings: its points for the seasons in which one can hope to keep it."""
        return self.of.scoring.leader["mexico" if country == "mexico" else "colombia"] * min(self.left + 1, 4)

    def short(self, country: str) -> int:
        """How many cubes more than it has this seat needs to lead a country; 0 if it leads already."""
        if self.board.leader(country) == self.seat:
            return 0
        best = max(getattr(p, country) for s, p in enumerate(self.board.players) if s != self.seat)
        return max(1, best + 1 - getattr(self.me, country))

    def margin(self, country: str) -> int:
        """How many cubes the seat is ahead of the best of the others."""
        best = max(getattr(p, country) for s, p in enumerate(self.board.players) if s != self.seat)
        return getattr(self.me, country) - best

    def bill(self, country: str, cubes: int) -> int:
        """Dollars for so many cubes on a flag."""
        flag = self.board.flag(country)
        return sum(range(flag + 1, flag + cubes + 1))

    def cube(self, country: str) -> float:
        """What one more cube on a flag is worth."""
        short, margin = self.short(country), self.margin(country)
        if short == 1:
            return self.lead(country)
        if short:
            return self.lead(country) / (short + 1)
        return CUBE * (2 if margin < 2 else 1 if margin < 3 else 0.3)

    def without(self, of: Seat, country: str) -> float:
        """What it brings that somebody else has a cube less on a flag."""
        if of == self.seat:
            return -self.cube(country)
        board, gain = self.board, 0.2
        if board.leader(country) == of:
            fewer = board.seated(of, board.players[of].moved(country, "supply"))
            heir = rightful(fewer, country)
            gain += self.lead(country) if heir == self.seat else self.lead(country) / 4 if heir != of else 0
        return gain

    # fighting -----------------------------------------------------------------------------------------------------------
    def arms(self, country: str) -> int:
        """All the guns this seat could show in a country."""
        hand = sum(guns_of(self.board, card) for card in self.me.hand.cards if card is not None)
        return hand + self.asesinos(self.seat, country)

    def asesinos(self, seat: Seat, country: str) -> int:
        """The guns of a seat's asesinos in a country."""
        hired = self.of.asesinos_by_id
        return sum(hired[a].guns for a in self.board.players[seat].asesinos if hired[a].country == country)

    def threat(self, other: Seat, country: str) -> float:
        """The guns another seat is thought to have in a country."""
        known = [card for card in self.board.players[other].hand.cards if card is not None]
        unknown = len(self.board.players[other].hand) - len(known)
        return sum(guns_of(self.board, card) for card in known) + 1.4 * unknown + self.asesinos(other, country)

    def war(self, country: str, other: Seat) -> float:
        """What attacking somebody brings."""
        strength, threat = self.arms(country), self.threat(other, country)
        if strength <= threat:
            return -1.0
        wins = self.of.scoring.war_attacker + self.cube(country) + (strength - threat) * 0.2
        dethroned = self.lead(country) / 3 if self.board.leader(country) == other else 0.0
        risk = 0.5 if getattr(self.me, country) == 1 else 0.0  # the last cube, and a weakness chip for it
        return wins * 0.6 + dethroned - 0.25 * strength - risk

    # the trade ----------------------------------------------------------------------------------------------------------
    @cached_property
    def matches(self) -> int:
        """How many tokens of the row the hand can match, taken greedily."""
        wanted = [self.of.tokens_by_id[token].vehicle for token in self.board.row.known]
        for card in sorted((c for c in self.me.hand.cards if c is not None), key=lambda c: self.of.card(c).colour is None):
            for vehicles in sorted(choices(self.of.card(card).vehicles), key=len, reverse=True):
                if all(vehicles.count(v) <= wanted.count(v) for v in vehicles):
                    for vehicle in vehicles:
                        wanted.remove(vehicle)
                    break
        return len(self.board.row) - len(wanted)

    def crossing(self) -> float:
        """What crossing and selling brings, spread over the two actions."""
        cubes = self.me.cocaine
        if not cubes:
            return -1.0
        matched = min(self.matches, cubes)
        checks = cubes - matched + len(self.me.tokens)
        across = cubes - (cubes - matched) * (1 - CHECK)
        points = self.of.scoring
        bonus = points.perfect_five if matched == self.of.crossing.boxes and not checks else points.crossed_all * CHECK**checks
        return (across * PRICE * DOLLAR + bonus + CHECK - checks * CHECK * self.capture) / (1 if self.last else 2)

    def completes(self, card: Card) -> int:
        """How many tokens of the row a card would match that the hand does not match yet."""
        vehicles = self.of.card(card).vehicles
        wanted = [self.of.tokens_by_id[token].vehicle for token in self.board.row.known]
        for held in self.me.hand.cards:
            for vehicle in self.of.card(held).vehicles if held is not None else ():
                if vehicle in wanted:
                    wanted.remove(vehicle)
        return sum(vehicle in wanted or vehicle == "any" for vehicle in vehicles)

    def card(self, card: Card) -> float:
        """What a card in the hand is worth."""
        worth = 0.25 * guns_of(self.board, card) + 0.6 * self.completes(card)
        match self.of.card(card).ability:
            case ExtraAction():
                worth += 1.5
            case PlaceInfluence(max=most):
                worth += 0.9 * most
            case SafeDeal():
                worth += 0.7
            case Snitch():
                worth += 0.8
            case FlyCost() | HandLimit():
                worth += 0.2
            case _:
                worth += 0.2
        return worth

    def ships(self, card: Card, vehicles: tuple[str, ...]) -> float:
        """What it brings to show a card for these vehicles; the tokens that are matched, less what the card is good for otherwise."""
        row, own = open_tokens(self.board, self.seat)
        tokens = assigned(self.board, self.seat, vehicles) or ()
        return (PRICE * DOLLAR * CHECK + self.capture * CHECK) * min(len(tokens), row + len(own)) - 0.25 * self.card(card)

    def safe(self, city: str) -> float:
        """How likely it is that the distributor of a city is safe for this seat."""
        card = self.board.distributor(city)
        entry = self.of.card(card)
        if entry.colour in (None, self.me.colour):
            return 1.0
        if isinstance(entry.ability, Snitch):
            return 0.0
        back = self.board.back(card)
        if back is not None:
            return float(back == "safe")
        group = card.rpartition("-")[0]
        seen = [b for b in self.board.backs[GROUP_AT[group]].cards if b is not None]
        safe, copies = map(int, entry.odds.split("/"))
        return (safe - seen.count("safe")) / max(1, copies - len(seen))

    def sale(self, city: str) -> float:
        """What selling to a city brings."""
        price = self.of.cities_by_id[city].prices[self.board.sold[CITIES.index(city)]]
        safe = self.safe(city)
        return price * DOLLAR * safe - (1 - safe) * self.capture
