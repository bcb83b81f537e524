"""Battlestar Galactica: rules that are not cited by any record, broken one by one: components, set-up, turns, jumps, loyalty and ships."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.battlestar_galactica import (
    actions,
    board,
    checks,
    crises,
    cylons,
    dice,
    jump,
    loyalty,
    movement,
    resources,
    setup,
    skills,
    titles,
    turn,
    vipers,
)
from domain.games.battlestar_galactica.board import AREAS, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import nothing
from domain.games.battlestar_galactica.jump import ShipsLeftBehind
from domain.kernel import Pass, Pile, Scribe, Seat

Broken = Callable[[pytest.MonkeyPatch], None]
BREAKS: dict[str, Broken] = {}


def breaks(*rules: str) -> Callable[[Broken], Broken]:
    """The function breaks these rules."""

    def keep(broken: Broken) -> Broken:
        BREAKS.update(dict.fromkeys(rules, broken))
        return broken

    return keep


# components -----------------------------------------------------------------------------------------------------------------
@breaks("bsg.component.cards")
def a_quorum_card_is_missing(patch: pytest.MonkeyPatch) -> None:
    lose(patch, "quorum")


@breaks("bsg.component.skill-decks")
def a_skill_card_is_missing(patch: pytest.MonkeyPatch) -> None:
    lose(patch, "skill:tactics")


@breaks("bsg.component.destinations")
def a_destination_is_missing(patch: pytest.MonkeyPatch) -> None:
    lose(patch, "destination")


@breaks("bsg.component.tokens")
def a_token_too_many(patch: pytest.MonkeyPatch) -> None:
    decks: Any = components().decks
    patch.setitem(decks, "damage", (*decks["damage"], decks["damage"][0]))


def lose(patch: pytest.MonkeyPatch, deck: str) -> None:
    decks: Any = components().decks
    patch.setitem(decks, deck, decks[deck][:-1])


class Changed:
    """The components, with some parts of them changed."""

    def __init__(self, **changes: Any) -> None:
        self.__dict__.update(changes)

    def __getattr__(self, name: str) -> Any:
        return getattr(components(), name)


def instead(**changes: Any) -> Callable[[], Changed]:
    return lambda: Changed(**changes)


@breaks("bsg.component.ships")
def a_viper_is_missing(patch: pytest.MonkeyPatch) -> None:
    lay = setup.TableLaid.apply
    patch.setattr(setup.TableLaid, "apply", lambda self, board: lay(replace(self, vipers=self.vipers - 1), board))


# set-up -----------------------------------------------------------------------------------------------------------------------
@breaks("bsg.loyalty-deck.remove-sympathizer")
def dealt_from_the_start(patch: pytest.MonkeyPatch) -> None:
    build = setup.LoyaltyBuilt.apply
    patch.setattr(setup.LoyaltyBuilt, "apply", lambda self, board: build(replace(self, order=(*self.order[:-1], "sympathizer")), board))


@breaks("bsg.loyalty-deck.cylon-random")
def always_the_same_cylons(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Scribe, "shuffle", lambda self, cards: tuple(cards))


@breaks("bsg.loyalty-deck.unused-hidden")
def a_box_of_glass(patch: pytest.MonkeyPatch) -> None:
    add = setup.LoyaltyBuilt.apply
    glass = Pile(("not-a-cylon",))
    patch.setattr(setup.LoyaltyBuilt, "apply", lambda self, board: replace(add(self, board), box_pile=glass))


@breaks("bsg.sympathizer.only-even")
def a_sympathizer_for_all(patch: pytest.MonkeyPatch) -> None:
    decks = tuple(deck.model_copy(update={"sympathizer": True}) for deck in components().loyalty_decks)
    patch.setattr(setup, "components", instead(loyalty_decks=decks))


@breaks("bsg.succession.admiral-order")
def admirals_from_the_bottom(patch: pytest.MonkeyPatch) -> None:
    lines = components().succession
    line = SimpleNamespace(president=lines.president, admiral=lines.admiral[::-1])
    patch.setattr(setup, "components", instead(succession=line))


@breaks("bsg.succession.president-order", "bsg.amb.president-order")
def presidents_from_the_bottom(patch: pytest.MonkeyPatch) -> None:
    lines = components().succession
    line = SimpleNamespace(president=lines.president[::-1], admiral=lines.admiral)
    patch.setattr(setup, "components", instead(succession=line))


@breaks("bsg.amb.apollo-start")
def apollo_waits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(setup, "IN_VIPER", "nowhere")


@breaks("bsg.character.type")
def support_draws_more(patch: pytest.MonkeyPatch) -> None:
    own = turn.skill_set

    def more(board: Board, seat: Seat) -> tuple[str, ...]:
        support = components().characters_by_id[board.players[seat].character].type == "support"
        return (*own(board, seat), *(("politics",) if support else ()))

    patch.setattr(turn, "skill_set", more)


# places and turns ---------------------------------------------------------------------------------------------------------------
@breaks("bsg.board.space-areas")
def areas_the_wrong_way_round(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(board, "RING", board.RING[::-1])


@breaks("bsg.board.human-locations", "bsg.board.cylon-locations")
def everybody_goes_everywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(movement, "CYLON", "nowhere")


@breaks("bsg.sickbay.leave")
def sickbay_keeps_you(patch: pytest.MonkeyPatch) -> None:
    ways = movement.ways
    patch.setattr(movement, "ways", lambda board, seat: () if board.players[seat].at == "sickbay" else ways(board, seat))


@breaks("bsg.turn.one-draw")
def crises_bring_cards(patch: pytest.MonkeyPatch) -> None:
    resolve = crises.ResolveCrisis.settle

    def settle(self: crises.ResolveCrisis, scribe: Scribe[Board]) -> None:
        skills.draw(scribe, self.seat, "politics", 1, "bsg.crisis.types")
        resolve(self, scribe)

    patch.setattr(crises.ResolveCrisis, "settle", settle)


@breaks("bsg.receive.regardless-of-hand")
def full_hands_draw_nothing(patch: pytest.MonkeyPatch) -> None:
    def few(scribe: Scribe[Board], seat: Seat, skill: str, n: int, rule: str) -> None:
        if len(scribe.board.players[seat].hand) < 10:
            skills.draw(scribe, seat, skill, n, rule)
        else:
            nothing(scribe, "the hand is full", rule)

    patch.setattr(turn, "draw", few)


@breaks("bsg.character.draw-within-set")
def any_card_in_sickbay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(turn, "skill_set", lambda board, seat: ("politics",))


@breaks("bsg.action.nothing")
def acting_is_a_duty(patch: pytest.MonkeyPatch) -> None:
    acts = actions.Act.offers
    patch.setattr(actions.Act, "offers", lambda self, board: (o for o in acts(self, board) if not isinstance(o.command, Pass)))


@breaks("bsg.resource.red-zone")
def only_fuel_is_ever_red(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(resources, "RESOURCES", ("fuel",))


@breaks("bsg.amb.succession-next-or-highest")
def the_next_in_line(patch: pytest.MonkeyPatch) -> None:
    lines = components().succession
    line = SimpleNamespace(president=lines.president[::-1], admiral=lines.admiral[::-1])
    patch.setattr(titles, "components", instead(succession=line))


@breaks("bsg.amb.admiral-brig-entry-as-title")
def prisoners_mutiny(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(movement, "_is_among", lambda board, seat, among: not board.players[seat].cylon)


# jumps ----------------------------------------------------------------------------------------------------------------------------
@breaks("bsg.jump.example")
def ships_stay_in_space(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ShipsLeftBehind, "apply", lambda self, board: board)


@breaks("bsg.jump.kobol-check")
def sleepers_sleep_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(jump, "_sleepers", [])


# loyalty --------------------------------------------------------------------------------------------------------------------------
@breaks("bsg.loyalty.cylon-dominates")
def one_human_card_is_enough(patch: pytest.MonkeyPatch) -> None:
    up = loyalty.CylonRevealed.apply
    patch.setattr(loyalty.CylonRevealed, "apply", lambda self, board: up(self, board).player(self.seat, cylon=False))


@breaks("bsg.loyalty.reveal-only-action")
def revealed_on_the_move(patch: pytest.MonkeyPatch) -> None:
    go = movement.Move.offers
    patch.setattr(movement.Move, "offers", lambda self, board: [*go(self, board), *loyalty.reveals(board, self.seat)])


@breaks("bsg.amb.sleeper-deal-order")
def dealt_from_seat_0(patch: pytest.MonkeyPatch) -> None:
    around = Board.around
    patch.setattr(Board, "around", lambda self, start: around(self, 0))


@breaks("bsg.cylon-check.no-text")
def cylons_play_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(actions, "_cylon", actions._human)


@breaks("bsg.cylon-check.destiny-still")
def no_destiny(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(checks, "DESTINY", 0)


# ships ------------------------------------------------------------------------------------------------------------------------------
@breaks("bsg.ship.raptor")
def heavy_raiders_shoot(patch: pytest.MonkeyPatch) -> None:
    act = cylons.ActivateHeavies.settle

    def settle(self: cylons.ActivateHeavies, scribe: Scribe[Board]) -> None:
        act(self, scribe)
        scribe.write(dice.DieRolled(0, 1, 0, 1), "bsg.attack.roller")

    patch.setattr(cylons.ActivateHeavies, "settle", settle)


@breaks("bsg.combat.state")
def always_at_war(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Board, "cylon_ships", property(lambda self: True))


@breaks("bsg.viper.activate-options")
def unmanned_vipers_hold_fire(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(vipers, "targets", lambda board, area: ())


@breaks("bsg.viper.not-others", "bsg.viper.unmanned", "bsg.pilot.not-command")
def pilots_count_as_unmanned(patch: pytest.MonkeyPatch) -> None:
    change = Board.player

    def player(self: Board, seat: Seat, **changes: Any) -> Board:
        at, changed = changes.get("at"), change(self, seat, **changes)
        return changed.area(at, vipers=changed.space(at).vipers + 1) if at in AREAS else changed

    patch.setattr(Board, "player", player)


@breaks("bsg.amb.command-same-viper")
def a_launch_is_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(vipers, "_more", lambda *args: ())


@breaks("bsg.amb.raider-typo")
def raiders_never_move(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cylons, "clockwise", lambda area, steps=1: area)


@breaks("bsg.amb.raider-tie-distance")
def raiders_turn_counter_clockwise(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cylons, "clockwise", lambda area, steps=1: board.clockwise(area, -steps))


@breaks("bsg.amb.heavy-launch-moment")
def launched_after_boarding(patch: pytest.MonkeyPatch) -> None:
    act = cylons.ActivateHeavies.settle

    def settle(self: cylons.ActivateHeavies, scribe: Scribe[Board]) -> None:
        act(self, scribe)
        if not any(area.heavies for area in scribe.board.areas):
            launch = cylons.LaunchShips((("heavy-raider", 1),), "bsg.heavy.none-launch")
            nothing(scribe, "there is no heavy raider", "bsg.heavy.none-launch", launch)

    patch.setattr(cylons.ActivateHeavies, "settle", settle)


@breaks("bsg.amb.cylon-attack-with-icon-step")
def attacks_activate_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(crises, "activation", lambda what: ())
