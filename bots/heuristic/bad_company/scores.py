"""A score for every command, in points: one small function for each class, and the table that finds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bots.heuristic.bad_company.outlook import MARKER_LEFT, ODDS, Outlook
from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.components import components
from domain.games.bad_company.dice import Pair, PickUp, Reroll
from domain.games.bad_company.final import PairOwn
from domain.games.bad_company.gang import Shift, Use
from domain.games.bad_company.heists import Complete, Finish
from domain.games.bad_company.loot import Keep, UseLoot
from domain.games.bad_company.markers import Lose, MoveStored, Put, Store
from domain.games.bad_company.necklaces import Hang
from domain.games.bad_company.parts import CarReward, CoinsReward, MarkerReward, PerCoinsLeft, RecruitDiscount, ShiftPair
from domain.games.bad_company.recruit import BuyPoints, Hire, Recruit, cost
from domain.games.bad_company.road import Further, StayOnRoad, Steer, TakeShortcut
from domain.games.bad_company.setup import ReturnHeist
from domain.games.bad_company.special import Name
from domain.games.bad_company.tasks import Cash
from domain.games.bad_company.turn_end import TakeHeist
from domain.kernel import Command, Decision, Pass

NEVER = -1000.0
SURELY = 1000.0
HIRED, HIRED_A_TURN = 1.2, 0.2  # what an upgrade that nobody has seen yet is worth: in the end, and more for each turn left
STORED = 0.7  # a marker that waits for a space
RARE = 0.2  # how much a free marker prefers a symbol that none of the own members brings
OVERLAP = 0.15  # a space of a new heist for a symbol that the heist beside it needs too, which lets the player choose
SPACE_OF_HEIST = 1.0  # what it takes to cover a space
EASY = 0.15  # how much less for each own member who brings its symbol
WORN = 1.0  # what the wearer of a necklace brings beside his rewards

Asked = Decision[Any] | None


# setting up, and the heists that are taken later --------------------------------------------------------------------------
def new_heist(outlook: Outlook, card: str) -> float:
    """What it is worth to take a heist on: what it brings, less the markers that it takes."""
    heist, player = components().heist(card), outlook.player
    if sum(heist.symbols.values()) > outlook.reach + 2:
        return -sum(heist.symbols.values())
    effort = sum(n * (SPACE_OF_HEIST - EASY * min(3, outlook.shown(symbol))) for symbol, n in heist.symbols.items())
    needed = {symbol for job in player.active for symbol in heist.symbols if job.free(symbol) > 0}
    return outlook.heist(card) - effort + OVERLAP * len(needed)


def give_back(outlook: Outlook, command: ReturnHeist, asked: Asked) -> float:
    """The heist that is worth least goes back."""
    return -new_heist(outlook, command.heist)


def take_heist(outlook: Outlook, command: TakeHeist, asked: Asked) -> float:
    """The heist that is worth most comes."""
    return new_heist(outlook, command.heist)


# dice -----------------------------------------------------------------------------------------------------------------------
def pair(outlook: Outlook, command: Pair | PairOwn, asked: Asked) -> float:
    """What both sums bring, and the better one of them to the rivals."""
    return outlook.throw.pair(command.low, command.high)


def pick_up(outlook: Outlook, command: PickUp, asked: Asked) -> float:
    """Pick up what the plan wants to roll again."""
    plan = outlook.throw.plan
    return NEVER if plan is None or command.die not in plan[0] else plan[1]


def reroll(outlook: Outlook, command: Reroll, asked: Asked) -> float:
    """Roll when all is picked up that the plan wants to roll again."""
    plan = outlook.throw.plan
    return NEVER if plan is None or plan[0] != frozenset(outlook.board.picked) else plan[1]


# activating -------------------------------------------------------------------------------------------------------------------
def use(outlook: Outlook, command: Use, asked: Asked) -> float:
    """What the member brings now."""
    return outlook.member(outlook.player.member(command.member))


def shift(outlook: Outlook, command: Shift, asked: Asked) -> float:
    """What the member brings now, less the price of getting at him."""
    return outlook.member(outlook.player.member(command.member)) - outlook.coin * abilities(outlook.player, ShiftPair)[0].cost


def name(outlook: Outlook, command: Name, asked: Asked) -> float:
    """What the markers of that symbol bring."""
    return outlook.fixer(command.symbol)


# markers ----------------------------------------------------------------------------------------------------------------------
def put(outlook: Outlook, command: Put, asked: Asked) -> float:
    """What the marker brings there; a free one goes where hardly any member helps."""
    return outlook.cover(command.on) + RARE / (1 + outlook.shown(command.symbol))


def move_stored(outlook: Outlook, command: MoveStored, asked: Asked) -> float:
    """What the marker brings there, more than what it brings in storage."""
    return outlook.cover(command.on) - (STORED if outlook.turns else MARKER_LEFT)


def store(outlook: Outlook, command: Store, asked: Asked) -> float:
    """A marker waits; best one that few members bring."""
    return STORED + RARE / (1 + outlook.shown(command.symbol))


def lose(outlook: Outlook, command: Lose, asked: Asked) -> float:
    """Nothing."""
    return 0.0


def cash(outlook: Outlook, command: Cash, asked: Asked) -> float:
    """What the task brings; in the final turn its markers are worth something too if they stay."""
    return outlook.gain((components().task(command.task).bonus,)) + (SURELY if outlook.turns else -2 * MARKER_LEFT)


def complete(outlook: Outlook, command: Complete, asked: Asked) -> float:
    """At once."""
    return SURELY


# the road ---------------------------------------------------------------------------------------------------------------------
def stay_on_road(outlook: Outlook, command: StayOnRoad, asked: Asked) -> float:
    """What the road brings with what is left to drive."""
    return outlook.along_road(outlook.player.car, asked.spaces) if isinstance(asked, Steer) else 0.0


def take_shortcut(outlook: Outlook, command: TakeShortcut, asked: Asked) -> float:
    """What the shortcut brings with what is left to drive."""
    way = components().road.shortcut_from[outlook.player.car]
    return outlook.by_shortcut(way, asked.spaces) if isinstance(asked, Steer) else 0.0


def further(outlook: Outlook, command: Further, asked: Asked) -> float:
    """What one more space brings."""
    return outlook.drive(outlook.player.car, 1)


# money and upgrades -------------------------------------------------------------------------------------------------------------
def recruit(outlook: Outlook, command: Recruit, asked: Asked) -> float:
    """What an upgrade may bring, less what the coins would count for at the end."""
    return HIRED + HIRED_A_TURN * outlook.turns - kept(outlook, cost(outlook.player))


def buy_points(outlook: Outlook, command: BuyPoints, asked: Asked) -> float:
    """The points, less what the coins would count for at the end."""
    exchange = components().recruit_track.end_exchange
    return exchange.points - kept(outlook, exchange.coins)


def kept(outlook: Outlook, coins: int) -> float:
    """What so many of the player's coins count for at the end if they are kept."""
    worth, have = 0.0, outlook.player.coins
    for card in outlook.player.done:
        if isinstance(box := components().heist(card).final_scoring, PerCoinsLeft):
            worth += min(box.points * (have // box.every), box.max) - min(box.points * ((have - coins) // box.every), box.max)
    return worth


def hire(outlook: Outlook, command: Hire, asked: Asked) -> float:
    """What the upgrade brings until the end."""
    return outlook.upgrade(components().upgrade(command.card))


def hang(outlook: Outlook, command: Hang, asked: Asked) -> float:
    """The member who is rolled most, and among equals the one who brings most."""
    return ODDS[command.member] * (WORN + outlook.members[command.member])


# loot -------------------------------------------------------------------------------------------------------------------------
def keep(outlook: Outlook, command: Keep, asked: Asked) -> float:
    """What the card brings, used or held."""
    if command.card is None:
        return 0.0
    loot = components().loot_card(command.card)
    return max(float(loot.points), 0.0 if loot.effect is None else outlook.plain(loot.effect))


def use_loot(outlook: Outlook, command: UseLoot, asked: Asked) -> float:
    """Loot is used when the own activations are done and it brings more than it counts for in the hand."""
    loot = components().loot_card(command.card)
    if not isinstance(asked, Finish) or loot.effect is None:
        return NEVER
    match loot.effect:
        case CoinsReward(amount=coins):
            gain = pays(outlook, coins, 0)
        case RecruitDiscount(amount=less):
            gain = pays(outlook, 0, less)
        case MarkerReward() | CarReward():
            gain = outlook.gain((loot.effect,))
        case _:
            gain = outlook.plain(loot.effect)
    return gain - loot.points


def pays(outlook: Outlook, coins: int, less: int) -> float:
    """What coins or a discount bring in this phase: a recruit hired with their help; held cards wait for their turn."""
    player, track = outlook.player, components().recruit_track
    if player.recruiter >= track.last_space:
        lacks, worth = track.end_exchange.coins - player.coins, float(track.end_exchange.points)
        return worth if 0 < lacks <= coins else 0.0
    price = cost(player)
    if less:
        return outlook.coin * min(less, price) if player.coins >= price - less else 0.0
    return HIRED + HIRED_A_TURN * outlook.turns if player.coins < price <= player.coins + coins else 0.0


def nothing(outlook: Outlook, command: Pass[Any], asked: Asked) -> float:
    """Doing nothing brings nothing."""
    return 0.0


SCORES: dict[type[Command[Any]], Callable[[Outlook, Any, Asked], float]] = {
    BuyPoints: buy_points,
    Cash: cash,
    Complete: complete,
    Further: further,
    Hang: hang,
    Hire: hire,
    Keep: keep,
    Lose: lose,
    MoveStored: move_stored,
    Name: name,
    Pair: pair,
    PairOwn: pair,
    Pass: nothing,
    PickUp: pick_up,
    Put: put,
    Recruit: recruit,
    Reroll: reroll,
    ReturnHeist: give_back,
    Shift: shift,
    StayOnRoad: stay_on_road,
    Store: store,
    TakeHeist: take_heist,
    TakeShortcut: take_shortcut,
    Use: use,
    UseLoot: use_loot,
}
