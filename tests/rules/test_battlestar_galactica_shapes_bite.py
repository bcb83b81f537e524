"""Battlestar Galactica: tests that the rulebook names as the proof of rules are seen to fail when those rules are broken. One function
breaks the rules it is called by."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.battlestar_galactica import (
    RULESET,
    attacks,
    cylons,
    damage,
    dice,
    ending,
    loyalty,
    movement,
    resources,
    ships,
    skills,
    titles,
    turn,
)
from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.cylons import CenturionsAdvanced, ShipActed
from domain.games.battlestar_galactica.effects import nothing
from domain.games.battlestar_galactica.jump import ShipsLeftBehind, SleepersWoke
from domain.games.battlestar_galactica.titles import TitlePassed
from tests.rules.battlestar_galactica_broken import BREAKS, breaks
from tests.rules.evidence import named_test, play, rules_of, scenarios_of

RULES = rules_of(RULESET)


def never(*args: Any, **named: Any) -> bool:
    return False


@breaks("bsg.end.teams", "bsg.end.cylon-win")
def everybody_is_human(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ending, "is_cylon", never)


@breaks("bsg.end.resource-zero-recover")
def dials_stick(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(turn, "empty", lambda board: ("food",))


@breaks("bsg.amb.resource-zero-and-final-check", "bsg.skill.hand-limit-scope", "bsg.cylon-check.hand-limit")
def no_limit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(turn, "LIMIT", 99)


@breaks("bsg.amb.abilities-lost-tyrol")
def reckless_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(turn, "able", lambda board, ability: next(s for s, p in enumerate(board.players) if p.character == "galen-tyrol"))


@breaks("bsg.resource.maximum")
def no_end_of_the_dial(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(resources, "min", lambda a, b: b, raising=False)


@breaks("bsg.resource.icons")
def ships_carry_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ships, "move_dial", lambda *args, **named: None)


@breaks("bsg.title.president-hand")
def an_open_quorum(patch: pytest.MonkeyPatch) -> None:
    give = TitlePassed.apply
    patch.setattr(TitlePassed, "apply", lambda self, board: give(replace(self, quorum=()), board))


@breaks("bsg.succession.president-brig")
def the_brig_ends_a_presidency(patch: pytest.MonkeyPatch) -> None:
    leave = titles.leave_office

    def both(scribe: Any, seat: int, title: str, rule: str) -> bool:
        titles.pass_title(scribe, "president", 0, rule)
        return leave(scribe, seat, title, rule)

    patch.setattr(movement, "leave_office", both)


@breaks("bsg.amb.brig-sickbay-transfer")
def sickbay_takes_prisoners(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(movement, "BRIG", "nowhere")


@breaks("bsg.attack.civilian")
def ships_are_missed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cylons, "destroy_civilian", lambda *args: None)


@breaks("bsg.amb.raider-disabled-hangar")
def hangars_always_work(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cylons, "HANGAR", "nothing")


@breaks("bsg.amb.launch-not-activation")
def basestars_attack_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cylons.BasestarActed, "apply", lambda self, board: board)


@breaks("bsg.amb.centurion-timing")
def centurions_stand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CenturionsAdvanced, "apply", lambda self, board: board)


@breaks("bsg.ship.heavy-raider")
def heavy_raiders_stay(patch: pytest.MonkeyPatch) -> None:
    act = ShipActed.apply
    patch.setattr(ShipActed, "apply", lambda self, board: act(replace(self, to=self.area), board))


@breaks("bsg.amb.nuke-numbers")
def weak_nukes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(attacks.Strike, "_nuke", lambda self, scribe: nothing(scribe, "a dud", "bsg.attack.basestar-nuke"))


@breaks("bsg.damage.structural", "bsg.amb.structural-nuke")
def firm_structures(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(attacks, "STRUCTURAL_BONUS", 0)


@breaks("bsg.amb.attack-table-units")
def vipers_never_hit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(attacks.HitViper, "settle", lambda self, scribe: nothing(scribe, "missed", "bsg.attack.viper"))


@breaks("bsg.amb.evasive-scope")
def evading_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dice.Throw, "__bool__", lambda self: True, raising=False)
    offers = dice.AfterRoll.offers
    patch.setattr(dice.AfterRoll, "offers", lambda self, board: offers(replace(self, roll=replace(self.roll, viper="unmanned")), board))


@breaks("bsg.amb.repair-while-moved")
def nobody_is_moved(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(damage, "movable", never)


@breaks("bsg.jump-combat.pilots", "bsg.pilot.token")
def pilots_stay_behind(patch: pytest.MonkeyPatch) -> None:
    leave = ShipsLeftBehind.apply

    def apply(self: ShipsLeftBehind, board: Board) -> Board:
        return replace(leave(self, board), players=board.players)

    patch.setattr(ShipsLeftBehind, "apply", apply)


@breaks("bsg.jump-combat.centurions")
def centurions_leave(patch: pytest.MonkeyPatch) -> None:
    leave = ShipsLeftBehind.apply
    patch.setattr(ShipsLeftBehind, "apply", lambda self, board: replace(leave(self, board), boarding=(0, 0, 0, 0, 0)))


@breaks("bsg.amb.basestar-tokens-at-jump")
def tokens_get_lost(patch: pytest.MonkeyPatch) -> None:
    leave = ShipsLeftBehind.apply
    patch.setattr(ShipsLeftBehind, "apply", lambda self, board: replace(leave(self, board), basestar_tokens=()))


@breaks("bsg.kobol.once")
def sleepers_wake_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SleepersWoke, "apply", lambda self, board: board)


@breaks("bsg.reveal.one-card")
def all_cards_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(loyalty.CylonRevealed, "apply", lambda self, board: board.player(self.seat, cylon=True))


@breaks("bsg.amb.sympathizer-unrevealed-cylon")
def always_red(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(loyalty, "in_red", lambda board: True)


@breaks("bsg.crisis.food-shortage-same")
def presidents_are_spared(patch: pytest.MonkeyPatch) -> None:
    hit = skills.touched
    patch.setattr(skills, "touched", lambda board, cause, role: () if role == "president" else hit(board, cause, role))


@breaks("bsg.amb.skill-draw-numbers")
def nothing_is_drawn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(skills, "draw", lambda *args: None)


def prove(node: str) -> None:
    """Run the test that a rule names, be it a scenario or a function, with every argument it is parametrized with."""
    if node in scenarios_of(RULESET.name):
        assert not play(RULESET, node).mismatches
        return
    test: Any = named_test(node)
    marks = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for values in product(*(rows for _, rows in marks)):
        given: dict[str, Any] = {}
        for (names, _), value in zip(marks, values, strict=True):
            given |= {names: value} if isinstance(names, str) else dict(zip(names, value, strict=True))
        test(**given)


def test_every_rule_that_shapes_is_broken_once() -> None:
    assert sorted(BREAKS) == sorted(id for id, rule in RULES.items() if rule.how == "shapes")


@pytest.mark.parametrize("rule", BREAKS)
def test_breaking_it_fails_its_test(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    node = RULES[rule].test or ""
    if node not in SOUND:  # under the rules as they are it passes, once for all rules that name it
        prove(node)
        SOUND.add(node)
    BREAKS[rule](monkeypatch)
    with pytest.raises(AssertionError):
        prove(node)


SOUND: set[str] = set()
