"""What things are worth to one seat in the position that it sees, in points at the end of the game.

All weights stand at the top, named. Everything below reads public things and the seat's own cards, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.board import SYMBOLS, Board, Job, Member, Player
from domain.games.bad_company.components import FIXER, components
from domain.games.bad_company.gang import rewards_of
from domain.games.bad_company.necklaces import Claim
from domain.games.bad_company.parts import (
    ANY,
    Ability,
    AheadOfPolice,
    CarReward,
    CoinsReward,
    FinalScoring,
    Heist,
    LateCheckpoint,
    LootEffect,
    LootReward,
    MarkerReward,
    OnHeistCompleted,
    PerCoinsLeft,
    PerMissionSymbol,
    PerNecklace,
    PerUpgradeCards,
    PointsReward,
    RecruitDiscount,
    Shortcut,
    Upgrade,
)
from domain.games.bad_company.special import showing
from domain.kernel import Card, Seat

if TYPE_CHECKING:
    from bots.heuristic.bad_company.throw import Throw

COIN, LAST_COIN = 0.55, 0.3  # a dollar while there are recruits to hire, and in the final turn
LOOT, LAST_LOOT = 1.6, 1.1  # a card off the loot deck
SPACE = 0.3  # to be a space further on the road, beside what the checkpoints on the way give
ESCAPE, NEAR = 0.3, 4  # a space that is driven while the police are less than so many spaces behind
MARKER_LEFT = 0.5  # a marker that is still on a card at the end
LATER_MARKER = 1.0  # a marker that an upgrade will bring
EAGER = 1.35  # how much more the last markers on a heist count than its first ones
REACH, REACH_A_TURN = 2.5, 1.2  # markers that a seat may hope to place on one card: in the final turn, and for each turn before it
TURNS_A_HEIST, SPACES_A_TURN = 3.5, 1.2  # pace of a player
NECKLACE, NECKLACE_A_TURN, CLAIM = 3.0, 0.12, 0.5  # the majority of a mission; a symbol that does not win it yet
UPGRADES_A_TURN = 0.3
PER_TURN = {  # what an ability brings in each turn that is left
    "storage": 0.1,
    "boss-income": 0.2,
    "recruit-discount": 0.25,
    "free-reroll": 0.2,
    "on-task-cashed": 0.25,
    "recruit-draw": 0.1,
    "convert-marker": 0.25,
    "on-loot-gained": 0.1,
    "on-car-move": 0.2,
    "shift-pair": 0.2,
    "late-checkpoint": 0.05,
}
ODDS = {total: (6 - abs(7 - total)) / 36 for total in range(2, 13)}  # of two dice
ACTIVATIONS = 1.8  # how often a turn a player picks among the sums, weighed by how good upgraded members are


def turns_left(board: Board) -> float:
    """How many turns there will be after this one, the final one counted; 0 in the final turn."""
    if board.final:
        return 0
    road, six = components().road, components().scoring.heists_to_end
    ends = [float(road.red_zone_from - board.police)]  # the police drive a space a turn
    ends += [(road.red_zone_from - p.car) / SPACES_A_TURN for p in board.players]
    ends += [(six - len(p.done)) * TURNS_A_HEIST for p in board.players]
    return max(0.0, min(ends)) + 1


class Outlook:
    """One seat's look at a position: worths are in points, more is better for the seat."""

    def __init__(self, board: Board, seat: Seat) -> None:
        self.board = board
        self.seat = seat
        self.player: Player = board.players[seat]
        self.turns = turns_left(board)
        self.coin = COIN if self.turns else LAST_COIN
        self.loot = LOOT if self.turns else LAST_LOOT
        self._shown: dict[str, int] = {}
        self._steps: dict[Card, tuple[float, ...]] = {}
        self._markers: dict[tuple[str, ...], float] = {}
        self.reach = REACH + REACH_A_TURN * self.turns

    @cached_property
    def throw(self) -> Throw:
        """The golden dice as they lie, and what they may bring."""
        from bots.heuristic.bad_company.throw import Throw  # it looks at rivals through outlooks of its own

        return Throw(self)

    # gains ------------------------------------------------------------------------------------------------------------------
    def gain(self, rewards: Iterable[LootEffect]) -> float:
        """What these rewards bring if they are gained now."""
        worth, spaces, markers = 0.0, 0, list[str]()
        for reward in rewards:
            match reward:
                case MarkerReward():
                    markers += [reward.symbol] * reward.count
                case CarReward():
                    spaces += reward.spaces
                case _:
                    worth += self.plain(reward)
        if spaces:
            worth += self.drive(self.player.car, spaces)
        return worth + self.markers(*markers) if markers else worth

    def plain(self, reward: LootEffect) -> float:
        """What a reward brings on the whole, wherever its markers go and its car stands."""
        match reward:
            case CoinsReward() | RecruitDiscount():
                return self.coin * reward.amount
            case PointsReward():
                return reward.amount
            case LootReward():
                return self.loot * reward.count
            case MarkerReward():
                return LATER_MARKER * reward.count
            case CarReward():
                return 2 * SPACE * reward.spaces

    # markers ----------------------------------------------------------------------------------------------------------------
    def steps(self, job: Job) -> tuple[float, ...]:
        """What the first marker on a heist or task of the player brings, what the second, and so on."""
        found = self._steps.get(job.id)
        if found is None:
            spaces, heist = job.needs.total, job in self.player.active
            full = self.heist(job.id) if heist else self.plain(components().task(job.id).bonus)
            near = [full * (markers / spaces) ** EAGER if spaces - markers <= self.reach else 0.0 for markers in range(spaces + 1)]
            heights = [max(worth, MARKER_LEFT * markers) for markers, worth in enumerate(near)]
            found = self._steps[job.id] = tuple(after - before for before, after in pairwise(heights))
        return found

    def cover(self, card: Card) -> float:
        """What the next marker on a heist or task brings."""
        return next(self.steps(job)[job.covered.total] for job in self.player.jobs() if job.id == card)

    def markers(self, *symbols: str) -> float:
        """What markers of these symbols bring, each put where it brings most."""
        found = self._markers.get(symbols)
        if found is None:
            placed: list[tuple[Card, str]] = []
            found = self._markers[symbols] = sum(self._marker(symbol, placed) for symbol in symbols)
        return found

    def _marker(self, symbol: str, placed: list[tuple[Card, str]]) -> float:
        best, where = 0.0, None
        for job in self.player.jobs():
            on = sum(1 for card, _ in placed if card == job.id) if placed else 0
            for s in SYMBOLS if symbol == ANY else (symbol,):
                free = job.free(s)
                if free > 0 and (not on or free > placed.count((job.id, s))) and (brings := self.steps(job)[job.covered.total + on]) > best:
                    best, where = brings, (job.id, s)
        if where is not None:
            placed.append(where)
        return best

    def shown(self, symbol: str) -> int:
        """How many markers of a symbol the player's members bring, all together."""
        if symbol not in self._shown:
            self._shown[symbol] = showing(self.player, symbol)
        return self._shown[symbol]

    # members ----------------------------------------------------------------------------------------------------------------
    @cached_property
    def members(self) -> dict[int, float]:
        """What each gang member brings if it is activated now."""
        return {member.number: self.member(member) for member in self.player.gang}

    def member(self, member: Member) -> float:
        """What a gang member brings if it is activated now."""
        worth = self.gain(rewards_of(self.player, member))
        if member.number == FIXER:
            worth += max((self.fixer(symbol) for symbol in self.fixer_symbols), default=0.0)
        return worth + (components().scoring.necklace_activated if member.necklace else 0)

    @property
    def fixer_symbols(self) -> tuple[str, ...]:
        """The symbols that the player's Fixer may be asked for."""
        fixers = (components().half(half).members.get(FIXER) for half in self.player.halves)
        return tuple(symbol for fixer in fixers if fixer is not None for symbol in fixer.symbols)

    def fixer(self, symbol: str) -> float:
        """What the Fixer brings when this symbol is named."""
        return self.markers(*[symbol] * self.shown(symbol))

    def upgrade(self, upgrade: Upgrade) -> float:
        """What an upgrade brings until the end: its points instead of those it covers, and its rewards as often as it is activated."""
        worn = self.player.member(upgrade.number).upgrades
        points = upgrade.points - (components().upgrade(worn[-1]).points if worn else 0)
        return points + self.turns * ACTIVATIONS * ODDS[upgrade.number] * sum(map(self.plain, upgrade.rewards))

    # the road ---------------------------------------------------------------------------------------------------------------
    def drive(self, car: int, spaces: int) -> float:
        """What it brings the car to go so many spaces from a space of the road, by the shortcuts where they are better."""
        if not spaces or car >= components().road.last_space:
            return 0.0
        way = components().road.shortcut_from.get(car)
        along = self.along_road(car, spaces)
        return along if way is None or way.steps > spaces else max(along, self.by_shortcut(way, spaces))

    def along_road(self, car: int, spaces: int) -> float:
        """What it brings to take the next of so many spaces along the road."""
        return self._arrive(car, car + 1) + self.drive(car + 1, spaces - 1)

    def by_shortcut(self, way: Shortcut, spaces: int) -> float:
        """What it brings to take a shortcut and go on."""
        return self._arrive(way.enter, way.exit) + self.drive(way.exit, spaces - way.steps)

    def _arrive(self, before: int, to: int) -> float:
        police, worth = self.board.police, 0.0
        worth += (to - before) * (SPACE if self.turns else 0)
        worth += sum(ESCAPE for space in range(before, to) if space < police + NEAR)
        if before < police <= to and not self.turns:
            worth -= components().scoring.behind_police
        checkpoint = components().road.checkpoint_at.get(to)
        if checkpoint is not None and (police < to or abilities(self.player, LateCheckpoint)):
            worth += sum(map(self.plain, checkpoint.bonus))
        return worth

    # heists -----------------------------------------------------------------------------------------------------------------
    def heist(self, card: Card) -> float:
        """What it is worth to complete a heist: its points, its boxes and its missions."""
        heist = components().heist(card)
        worth = heist.points + sum(map(self.plain, heist.bonus)) + self.missions(heist)
        if heist.ability is not None:
            worth += self.ability(heist.ability)
        if heist.final_scoring is not None:
            worth += self.final_scoring(heist, heist.final_scoring)
        return worth + self.coin * sum(a.coins for a in abilities(self.player, OnHeistCompleted))

    def missions(self, heist: Heist) -> float:
        """What its mission symbols do for the player's claims to necklaces."""
        worth = 0.0
        for mission, count in heist.missions.items():
            rival = max(Claim.of(p, mission)[0] for seat, p in enumerate(self.board.players) if seat != self.seat)
            wins = mission not in self.player.necklaces and Claim.of(self.player, mission)[0] + count > rival
            worth += NECKLACE + NECKLACE_A_TURN * self.turns if wins else CLAIM * count
        return worth

    def ability(self, ability: Ability) -> float:
        """What a red box brings in the turns that are left."""
        if isinstance(ability, OnHeistCompleted):
            return self.coin * ability.coins * self.turns / TURNS_A_HEIST
        return PER_TURN[ability.kind] * self.turns

    def final_scoring(self, heist: Heist, box: FinalScoring) -> float:
        """What a purple box will be worth at the end, as far as can be told."""
        player = self.player
        match box:
            case PerMissionSymbol():
                held = sum(components().heist(card).missions.get(box.mission, 0) for card in player.done)
                return box.points * (held + heist.missions.get(box.mission, 0))
            case PerUpgradeCards():
                upgrades = sum(len(member.upgrades) for member in player.gang) + UPGRADES_A_TURN * self.turns
                return box.points * upgrades / box.every
            case PerCoinsLeft():
                return min(box.points * player.coins / box.every, box.max)
            case PerNecklace():
                return box.points * max(1, len(player.necklaces))
            case AheadOfPolice():
                return box.points * (1.0 if player.car > self.board.police + self.turns / 2 else 0.5)
