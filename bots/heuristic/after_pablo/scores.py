"""What each command brings, in command points: one function a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bots.heuristic.after_pablo.outlook import CHECK, DOLLAR, PRICE, Outlook
from domain.games.after_pablo.adjustment import Arrest
from domain.games.after_pablo.auction import Bid, BidAmount
from domain.games.after_pablo.board import AIRPORTS, COUNTRIES, CROSSED
from domain.games.after_pablo.business import Fly, LandAt
from domain.games.after_pablo.cards import AcquitFrom, Play, PutFree, UseLawyer
from domain.games.after_pablo.cartel import Buy, CartelBusiness, DoCartelBusiness, Reserve
from domain.games.after_pablo.checks import Redraw
from domain.games.after_pablo.cocaine import BuyCocaine, price_of
from domain.games.after_pablo.crossing import Cross, Ship
from domain.games.after_pablo.cubes import Surrender
from domain.games.after_pablo.extras import Borrow, SellToMexico
from domain.games.after_pablo.favors import ArrestCube, AskAction, MoveCase, PushCourt, SearchHand
from domain.games.after_pablo.hand import Discard
from domain.games.after_pablo.influence import DoInfluenceBusiness, InfluenceBusiness, Place, on_sale
from domain.games.after_pablo.parts import CourtToAcquittal, ExtraAction, FlyCost, HandLimit, PlaceInfluence, Snitch
from domain.games.after_pablo.season_end import Enjoy
from domain.games.after_pablo.selling import MakeSafe, SellAbroad, SellTo
from domain.games.after_pablo.snitches import PayGuns, TakeBack, TakeChip
from domain.games.after_pablo.war import Arm, Claim, MakeWar, Send, Show, guns_of
from domain.kernel import Pass

Score = Callable[[Outlook, Any, Any], float]
POINT = 0.15  # what an action point is worth that is left


# the five actions -----------------------------------------------------------------------------------------------------------
def cartel(o: Outlook, command: DoCartelBusiness, asked: Any) -> float:
    """The best cards within reach, as far as the hand has room and the money goes."""
    room = o.me.hand_limit - len(o.me.hand)
    worth = max((_cards(o, board, room) - (0 if board == o.me.pawn else POINT) for board in _landings(o)), default=0.0)
    return 0.1 + worth * (0.6 if o.left > 1 else 0.2)


def _landings(o: Outlook) -> tuple[str, ...]:
    return AIRPORTS


def _cards(o: Outlook, board: str, room: int) -> float:
    gains = sorted((_hire(o, city.id) for city in o.of.of_board[board] if o.board.city(city.id) is not None), reverse=True)
    return sum(gain for gain in gains[: max(0, min(room, 3))] if gain > 0)


def _hire(o: Outlook, city: str) -> float:
    """What the card on a city is worth beyond its price."""
    card = o.board.distributor(city)
    cost = o.of.card(card).cost
    price = cost if isinstance(cost, int) else 4
    return o.card(card) - price * DOLLAR if o.spare(price) else -1.0


def influence(o: Outlook, command: DoInfluenceBusiness, asked: Any) -> float:
    """The lead that can be won, or made safer, and a fuller folder."""
    best = 0.1
    for country in COUNTRIES:
        short = o.short(country)
        fare = 0 if o.me.pawn not in AIRPORTS or o.me.pawn == country else 1
        if short and short + fare <= o.of.business.points and o.spare(o.bill(country, short)):
            best = max(best, o.lead(country) - o.bill(country, short) * DOLLAR)
        elif not short and o.margin(country) < 2 and o.spare(o.bill(country, 1)) and not o.last:
            best = max(best, 1.2 - o.bill(country, 1) * DOLLAR / 2)
    if o.me.dea < 3 and o.spare(6) and o.left > 2:
        best = max(best, 0.9)
    return best


def cocaine(o: Outlook, command: BuyCocaine, asked: Any) -> float:
    """What it will sell for, over the three actions of the whole trade."""
    if o.left < 2:
        return -0.5
    have = o.me.cocaine + command.cubes
    trade = (have * CHECK + min(o.matches, have) * (1 - CHECK)) * PRICE * DOLLAR + 1.0
    return trade / 3 - (1.2 if o.me.cocaine else 0.0) - price_of(o.board, o.seat, command.cubes) * DOLLAR / 5


def war(o: Outlook, command: MakeWar, asked: Any) -> float:
    """A war that can be won."""
    return o.war(command.country, command.on)


def cross(o: Outlook, command: Cross, asked: Any) -> float:
    """The sale beyond the border."""
    return o.crossing() + 0.2


# business -------------------------------------------------------------------------------------------------------------------
def land(o: Outlook, command: LandAt, asked: Any) -> float:
    """Where there is most to do; which business it is for follows from what the view shows of the action."""
    return max(_there(o, command.airport), _cards(o, command.airport, o.me.hand_limit - len(o.me.hand)) / 2)


def _there(o: Outlook, place: str) -> float:
    """What influence there is to buy at an airport."""
    if place == "border":
        return 0.4 if o.me.dea < 3 and o.spare(o.me.dea + 1) else 0.0
    short = o.short(place)
    price = o.bill(place, max(1, short))
    return o.cube(place) - price * DOLLAR / 2 if o.spare(price) and short <= o.of.business.points else 0.0


def fly(o: Outlook, command: Fly, asked: Any) -> float:
    """Another board, if there is more to gain there than here."""
    here = o.me.pawn
    if isinstance(asked, InfluenceBusiness):
        gain = _there(o, command.to) - max(0.0, _there(o, here))
        return gain - POINT if asked.points > 1 else -0.1
    if isinstance(asked, CartelBusiness):
        room = o.me.hand_limit - len(o.me.hand) - len(o.board.lot)
        return _cards(o, command.to, room) - _cards(o, here, room) - POINT if asked.points > 1 else -0.1
    return -0.1


def place(o: Outlook, command: Place, asked: Any) -> float:
    """A cube, for its price."""
    price = next(cost for spot, cost, _ in on_sale(o.board, o.seat) if spot == command.to)
    if not o.spare(price):
        return -1.0
    if command.to == "dea":
        return (0.7 if o.me.dea < 3 and o.left > 2 else -0.2) - price * DOLLAR
    if command.to in COUNTRIES:
        short = o.short(command.to)
        enough = short <= asked.points and o.spare(o.bill(command.to, max(1, short)))
        worth = o.cube(command.to) if enough else -0.5
        return worth - price * DOLLAR - _taken(o, command.of)
    guns = o.of.asesinos_by_id[command.to].guns
    rich = o.cash > 20 and o.left > 2
    return (0.25 * guns if rich else 0.0) - price * DOLLAR - _taken(o, command.of)


def _taken(o: Outlook, of: str) -> float:
    """What it costs to take a cube from a place."""
    if of in COUNTRIES:
        return o.lead(of) if o.board.leader(of) == o.seat and o.margin(of) < 1 else 0.5
    return {"supply": 0.0, "dea": 0.4}.get(of, 0.25 * o.of.asesinos_by_id[of].guns if "-" in of else 0.0)


def buy(o: Outlook, command: Buy, asked: Any) -> float:
    """A card, for its price."""
    room = o.me.hand_limit - len(o.me.hand) - len(o.board.lot)
    return _hire(o, command.city) if room > 0 else -1.0


def reserve(o: Outlook, command: Reserve, asked: Any) -> float:
    """A card that is auctioned: worth it while the last bid is one's own."""
    room = o.me.hand_limit - len(o.me.hand) - len(o.board.lot)
    return _hire(o, command.city) * 0.7 if room > 0 and len(o.board.lot) < 2 else -1.0


def bid(o: Outlook, command: BidAmount, asked: Bid) -> float:
    """The lot, less the price: as little as will do for the last bidder, a little more for the others."""
    lot = [card for card in o.board.lot.cards if card is not None]
    room = o.me.hand_limit - len(o.me.hand)
    worth = sum(sorted((o.card(card) for card in lot), reverse=True)[: max(room, 1)])
    if not o.spare(command.amount):
        return -1.0
    chance = 1.0 if o.board.active == o.seat else min(1.0, 0.3 + 0.1 * command.amount / max(1, len(lot)))
    return (worth - command.amount * DOLLAR) * chance


# war --------------------------------------------------------------------------------------------------------------------------
def show(o: Outlook, command: Show, asked: Arm) -> float:
    """A card's guns, as long as they are needed and enough."""
    return _guns(o, guns_of(o.board, command.card), asked, o.card(command.card))


def send(o: Outlook, command: Send, asked: Arm) -> float:
    """An asesino's guns, as long as they are needed and enough."""
    return _guns(o, o.of.asesinos_by_id[command.asesino].guns, asked, 0.1)


def _guns(o: Outlook, guns: int, asked: Arm, worth: float) -> float:
    fought = o.board.war
    if fought is None:
        return -1.0
    if fought.attacker == o.seat:
        return 2.0 - worth / max(1, guns) if fought.attack <= o.threat(fought.defender, fought.country) else -1.0
    reach = fought.defence + o.arms(asked.country)
    if fought.defence > fought.attack or reach < fought.attack:
        return -1.0
    return 2.0 - worth / max(1, guns) - (0.01 * guns if fought.defence + guns > fought.attack else 0.0)


def claim(o: Outlook, command: Claim, asked: Any) -> float:
    """The cube a war has won."""
    return o.cube(asked.country) - _taken(o, command.of)


# the trade --------------------------------------------------------------------------------------------------------------------
def ship(o: Outlook, command: Ship, asked: Any) -> float:
    """Tokens matched."""
    return o.ships(command.card, command.vehicles)


def redraw(o: Outlook, command: Redraw, asked: Any) -> float:
    """Another chance."""
    return (PRICE * DOLLAR + o.capture) * CHECK - 0.4


def sell_to(o: Outlook, command: SellTo, asked: Any) -> float:
    """The price, as far as the distributor can be trusted."""
    return o.sale(command.city)


def make_safe(o: Outlook, command: MakeSafe, asked: Any) -> float:
    """A sale saved, rather by a favour than by a card."""
    return PRICE * DOLLAR + o.capture - (0.5 * o.card(command.card) if command.card else 0.4)


def mexico(o: Outlook, command: SellToMexico, asked: Any) -> float:
    """A little money, when nothing else is left to do with the cube."""
    return 0.3 if o.last and o.board.acting and o.me.pawn != CROSSED else -0.5


# cards and favours --------------------------------------------------------------------------------------------------------------
def play(o: Outlook, command: Play, asked: Any) -> float:
    """What the card does, if this is the time for it."""
    match o.of.card(command.card).ability:
        case ExtraAction():
            return 1.0
        case PlaceInfluence(targets=targets):
            return max((o.cube(t) if t in COUNTRIES else 0.5 if o.me.dea < 4 else -0.2) for t in targets) - 0.3
        case Snitch():
            rival = o.board.players[command.on if command.on is not None else o.seat]
            best = max(p.score for s, p in enumerate(o.board.players) if s != o.seat)
            return 0.5 if rival.score == best else -0.1
        case CourtToAcquittal():
            return 0.8 * (o.me.arrest + o.me.trial) - 0.5 if o.left <= o.of.seasons.adjust_every else -0.2
        case FlyCost():
            return -0.1
        case HandLimit():
            return 0.1 if len(o.me.hand) > o.me.hand_limit - 1 else -0.1
        case _:
            return -1.0


def put_free(o: Outlook, command: PutFree, asked: Any) -> float:
    """A cube for nothing."""
    gain = o.cube(command.to) if command.to in COUNTRIES else 0.5
    return gain - _taken(o, command.of)


def acquit(o: Outlook, command: AcquitFrom, asked: Any) -> float:
    """Those furthest back first."""
    return 0.6 if command.box == "arrest" else 0.4


def lawyer(o: Outlook, command: UseLawyer, asked: Any) -> float:
    """A cube that the last adjustment sets free then."""
    return 0.8 if o.last and command.box == "trial" else -1.0


def push_court(o: Outlook, command: PushCourt, asked: Any) -> float:
    """A cube that the last adjustment sets free then."""
    return 0.6 if o.last and o.board.acting and command.box == "trial" else -1.0


def ask_action(o: Outlook, command: AskAction, asked: Any) -> float:
    """Another action, if there is something to do with it."""
    if o.board.extra:
        return -0.5
    return 0.6 if o.me.cocaine or o.me.pawn == CROSSED or o.cash > 12 else -0.5


def move_case(o: Outlook, command: MoveCase, asked: Any) -> float:
    """Away from the red space, for who leads both countries."""
    danger = o.board.case >= o.of.case_track.red - 1 and o.board.leaders == (o.seat, o.seat)
    return 0.2 if danger and command.by < 0 else -1.0


def search(o: Outlook, command: SearchHand, asked: Any) -> float:
    """Never worth it to a bot that does not plan its wars."""
    return -1.0


def arrest(o: Outlook, command: ArrestCube | Arrest, asked: Any) -> float:
    """A cube less for a rival; for three cubes of the folder only if it wins a lead."""
    gain = o.without(command.of, command.country)
    return gain - 1.5 if isinstance(command, ArrestCube) else gain


def borrow(o: Outlook, command: Borrow, asked: Any) -> float:
    """Only to buy cocaine that nobody else pays for, and not late."""
    stuck = not o.me.cocaine and o.board.leader("colombia") != o.seat and o.board.active == o.seat and not o.board.acting
    return 0.1 if stuck and o.left > 3 and not o.me.chips else -1.0


def luxury(o: Outlook, command: Enjoy, asked: Any) -> float:
    """Points for money that is not needed."""
    bought = o.of.luxuries_by_id[command.luxury]
    keep = 0 if o.last else 14 if o.left > 6 else 8
    return bought.points - bought.cost * 0.02 if o.cash - bought.cost >= keep else -1.0


# losses -----------------------------------------------------------------------------------------------------------------------
def surrender(o: Outlook, command: Surrender, asked: Any) -> float:
    """The cube that is missed least."""
    return -_taken(o, command.place)


def take_back(o: Outlook, command: TakeBack, asked: Any) -> float:
    """The cube that is missed least."""
    return -_taken(o, command.place)


def take_chip(o: Outlook, command: TakeChip, asked: Any) -> float:
    """Each chip costs one point more than the last."""
    return -1.0 - o.me.chips


def pay_guns(o: Outlook, command: PayGuns, asked: Any) -> float:
    """Asesinos rather than cards."""
    return -0.3 if command.by in o.me.asesinos else -0.5 * o.card(command.by)


def discard(o: Outlook, command: Discard, asked: Any) -> float:
    """The card that is worth least."""
    return -o.card(command.card)


def idle(o: Outlook, command: Pass, asked: Any) -> float:
    """Nothing gained, nothing lost."""
    return 0.0


SCORES: dict[type, Score] = {
    DoCartelBusiness: cartel,
    DoInfluenceBusiness: influence,
    BuyCocaine: cocaine,
    MakeWar: war,
    Cross: cross,
    SellAbroad: idle,
    LandAt: land,
    Fly: fly,
    Place: place,
    Buy: buy,
    Reserve: reserve,
    BidAmount: bid,
    Show: show,
    Send: send,
    Claim: claim,
    Ship: ship,
    Redraw: redraw,
    SellTo: sell_to,
    MakeSafe: make_safe,
    SellToMexico: mexico,
    Play: play,
    PutFree: put_free,
    AcquitFrom: acquit,
    UseLawyer: lawyer,
    PushCourt: push_court,
    AskAction: ask_action,
    MoveCase: move_case,
    SearchHand: search,
    ArrestCube: arrest,
    Arrest: arrest,
    Borrow: borrow,
    Enjoy: luxury,
    Surrender: surrender,
    TakeBack: take_back,
    TakeChip: take_chip,
    PayGuns: pay_guns,
    Discard: discard,
    Pass: idle,
}
