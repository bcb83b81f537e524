"""Skill cards as actions: each kind of card that is used so has its own way of being played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from domain.games.battlestar_galactica.actions import actions, acts
from domain.games.battlestar_galactica.attacks import targets
from domain.games.battlestar_galactica.board import BRIG, HANGAR, SKILLS, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.damage import location_damaged, repair_location
from domain.games.battlestar_galactica.dice import AbilityUsed, able, play, playable
from domain.games.battlestar_galactica.effects import SKILL, Cause, due, meets, nothing
from domain.games.battlestar_galactica.movement import Move
from domain.games.battlestar_galactica.skills import PickTypes
from domain.games.battlestar_galactica.vipers import Barrage, ShipsRepaired
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, RuleId, Scribe, Seat, Text, thing, who

ENGINEER = "maintenance-engineer"
CONSOLIDATED, ATTACKS, REPAIRED = 2, 4, 2  # cards drawn, attacks made, vipers repaired
Ways = tuple[Callable[[Board, Seat], RuleId | None], Callable[[Scribe[Board], Seat], None]]  # what bars it, and what it does


# facts ------------------------------------------------------------------------------------------------------------------
class OrderGiven(Fact[Board], frozen=True):
    """A player was ordered to act; there is one such order in a turn."""

    seat: Seat
    to: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, ordered=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " orders ", who(self.to), " to act")


# playing ----------------------------------------------------------------------------------------------------------------------
class PlayCard(Command[Board], frozen=True):
    """Use a skill card as your action."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        play(scribe, seat, self.card, "bsg.action.skill-card")
        kind = components().skills_by_card[self.card]
        if kind.does:
            nothing(
                scribe,
                "it has its effect",
                "bsg.risk.roll" if kind.needs.reserves else "bsg.skill.anatomy",
                *due(Cause(seat, kind.id, SKILL), "does"),
            )
        else:
            WAYS[kind.id][1](scribe, seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card))


def _cards(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    kinds = components().skills_by_card
    for use in ("action", "piloting"):
        for card in playable(board, seat, use):
            kind = kinds[card]
            lacking = None if meets(board, kind.needs) else "bsg.risk.needs-reserve"
            bar = lacking if kind.does else WAYS[kind.id][0](board, seat)
            yield Offer(PlayCard(card), bar)


# Consolidate Power ----------------------------------------------------------------------------------------------------------------
def _consolidate(scribe: Scribe[Board], seat: Seat) -> None:
    rule = "bsg.character.draw-named-type"
    nothing(scribe, "cards of any type are drawn", rule, PickTypes(seat=seat, pool=SKILLS, n=CONSOLIDATED, rule=rule))


def _always(board: Board, seat: Seat) -> None:
    return None


# Executive Order ------------------------------------------------------------------------------------------------------------------
def _may_order(board: Board, seat: Seat) -> RuleId | None:
    if board.ordered:
        return "bsg.amb.xo-limit"
    return None if any(True for _ in _subordinates(board, seat)) else "bsg.amb.xo-target"


def _subordinates(board: Board, seat: Seat) -> Iterator[Seat]:
    return (s for s, player in enumerate(board.players) if s != seat and not player.cylon and not player.stranded)


def _order(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "somebody is ordered to act", "bsg.amb.xo-limit", ChooseSubordinate(seat=seat))


class ChooseSubordinate(Decision[Board], frozen=True):
    """Whom do you order to act?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        able_to = set(_subordinates(board, self.seat))
        for seat in range(len(board.players)):
            if seat != self.seat:
                yield Offer(Order(seat), None if seat in able_to else "bsg.amb.xo-target")


class Order(Command[Board], frozen=True):
    """Order this player to act."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(OrderGiven(seat, self.to), "bsg.amb.xo-limit", ObeyOrder(seat=self.to))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("order ", who(self.to), " to act")


class ObeyOrder(Decision[Board], frozen=True):
    """Do you move and act, or act twice?"""

    is_action: ClassVar[bool] = True

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        brig = board.players[self.seat].at == BRIG
        yield Offer(MoveAndAct(), "bsg.amb.xo-brig" if brig else None)
        yield Offer(ActTwice())


class MoveAndAct(Command[Board], frozen=True):
    """Move, then act."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        nothing(scribe, "he moves and acts", "bsg.action.skill-card", Move(seat=seat), *acts(seat, ordered=True))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("move, then act",)


class ActTwice(Command[Board], frozen=True):
    """Stay, and act twice."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        brig = scribe.board.players[seat].at == BRIG
        nothing(scribe, "he acts twice", "bsg.amb.xo-brig" if brig else "bsg.action.skill-card", *acts(seat, 2, ordered=True))


# Maximum Firepower ------------------------------------------------------------------------------------------------------------------
def _may_fire(board: Board, seat: Seat) -> RuleId | None:
    player = board.players[seat]
    return None if player.flying and any(True for _ in targets(board, player.at)) else "bsg.viper.attack"


def _barrage(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "a viper attacks again and again", "bsg.viper.repeat", Barrage(seat, ATTACKS))


# Repair -----------------------------------------------------------------------------------------------------------------------------
def _may_repair(board: Board, seat: Seat) -> RuleId | None:
    return None if any(True for _ in _repairs(board, seat)) else "bsg.damage.repair-location"


def _repairs(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    at = board.players[seat].at
    if location_damaged(board, at):
        yield Offer(MendLocation())
    if at == HANGAR and board.vipers_damaged:
        yield Offer(MendVipers())


def _repair(scribe: Scribe[Board], seat: Seat) -> None:
    steps = [ChooseRepair(seat=seat)]
    if scribe.board.active == seat == able(scribe.board, ENGINEER) and ENGINEER not in scribe.board.used:
        scribe.write(AbilityUsed(seat, ENGINEER), "bsg.character.abilities", *steps, *acts(seat))
    else:
        nothing(scribe, "something is repaired", "bsg.damage.repair-location", *steps)


class ChooseRepair(Decision[Board], frozen=True):
    """What do you repair?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return _repairs(board, self.seat)


class MendLocation(Command[Board], frozen=True):
    """Repair the location you are on."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        token = components().tokens_by_location[scribe.board.players[seat].at]
        repair_location(scribe, token, "bsg.damage.repair-location")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("repair the location",)


class MendVipers(Command[Board], frozen=True):
    """Repair up to two damaged vipers."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(ShipsRepaired("viper", min(REPAIRED, scribe.board.vipers_damaged)), "bsg.damaged.viper")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("repair up to two damaged vipers",)


WAYS: dict[str, Ways] = {
    "consolidate-power": (_always, _consolidate),
    "executive-order": (_may_order, _order),
    "maximum-firepower": (_may_fire, _barrage),
    "repair": (_may_repair, _repair),
}
actions(_cards)
