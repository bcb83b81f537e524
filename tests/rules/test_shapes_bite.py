"""A rule that shapes what happens without being cited is proved by a test: here each of these tests is seen to fail when its rule is
broken. One function a rule, called by its id, breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games import bad_company
from domain.games.bad_company import gang, heists, necklaces, recruit, scoring, tasks, turn_end
from domain.games.bad_company.board import Board, Player
from domain.games.bad_company.components import components
from domain.games.bad_company.heists import Complete
from domain.games.bad_company.necklaces import Claim, NecklacesCompared, Wear
from domain.games.bad_company.parts import PointsReward
from domain.games.bad_company.recruit import BuyPoints
from domain.games.bad_company.rewards import CoinsGained, PointsScored
from domain.games.bad_company.scoring import Scored
from domain.games.bad_company.setup import GangsDealt
from domain.games.bad_company.tasks import TaskCashed
from domain.games.bad_company.turn_end import CheckEnd, ChooseHeist, DicePassed
from domain.kernel import NothingHappened, Offer, Scribe, Seat, key_of, seal
from tests.rules.evidence import named_test, play, rules_of, scenarios_of

Broken = Callable[[pytest.MonkeyPatch], None]
BREAKS: dict[str, Broken] = {}
RULES = rules_of(bad_company.RULESET)


def breaks(rule: str) -> Callable[[Broken], Broken]:
    """The function breaks this rule."""

    def keep(broken: Broken) -> Broken:
        BREAKS[rule] = broken
        return broken

    return keep


# Setup ------------------------------------------------------------------------------------------------------------------
@breaks("bc.task.four")
def three_tasks(patch: pytest.MonkeyPatch) -> None:
    lay = GangsDealt.apply
    patch.setattr(GangsDealt, "apply", lambda self, board: lay(replace(self, tasks=tuple(t[:3] for t in self.tasks)), board))


@breaks("bc.amb.solo")
def alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(bad_company.BadCompany, "seats", range(1, 7))


@breaks("bc.amb.marker-supply")
def a_poor_bank(patch: pytest.MonkeyPatch) -> None:
    pay = CoinsGained.apply

    def apply(self: CoinsGained, board: Board) -> Board:
        paid = pay(self, board)
        return paid.player(self.seat, coins=min(paid.players[self.seat].coins, 100))

    patch.setattr(CoinsGained, "apply", apply)


@breaks("bc.amb.heists-open")
def everything_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seal, "unreadable", lambda fact, eye: ())


# Phase 2 ----------------------------------------------------------------------------------------------------------------
@breaks("bc.act.points-not-now")
def points_at_once(patch: pytest.MonkeyPatch) -> None:
    added_to = gang.added_to

    def and_points(member: Any) -> Iterator[Any]:
        yield from added_to(member)
        yield from (PointsReward(kind="points", amount=components().upgrade(card).points) for card in member.upgrades)

    patch.setattr(gang, "added_to", and_points)


@breaks("bc.necklace.activation")
def idle_necklaces(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Player, "member", lambda self, number: replace(self.gang[number - 2], necklace=None))


@breaks("bc.task.repeat")
def each_task_once_a_turn(patch: pytest.MonkeyPatch) -> None:
    cash, cashable = TaskCashed.apply, tasks.cashable

    def apply(self: TaskCashed, board: Board) -> Board:
        board = cash(self, board)
        return board.player(self.seat, used=(*board.players[self.seat].used, self.task))

    patch.setattr(TaskCashed, "apply", apply)
    patch.setattr(tasks, "cashable", lambda player: (o for o in cashable(player) if key_of(o.command)[5:] not in player.used))


@breaks("bc.amb.score-of-bought-points")
def points_from_the_next_turn_on(patch: pytest.MonkeyPatch) -> None:
    recruiting = recruit.recruiting

    def later(player: Player) -> Iterator[Offer[Board]]:
        hired = any(member.upgrades for member in player.gang)
        return (Offer(o.command, "bc.recruit.buy-points") if hired and isinstance(o.command, BuyPoints) else o for o in recruiting(player))

    patch.setattr(heists, "recruiting", later)


# Heists -----------------------------------------------------------------------------------------------------------------
def completing(patch: pytest.MonkeyPatch, more: Callable[[Scribe[Board], Seat, str], None]) -> None:
    """Something more happens when a heist is completed."""
    carry_out = Complete.carry_out

    def both(self: Complete, scribe: Scribe[Board], seat: Seat) -> None:
        carry_out(self, scribe, seat)
        more(scribe, seat, self.heist)

    patch.setattr(Complete, "carry_out", both)


@breaks("bc.heist.points-later")
def heist_points_at_once(patch: pytest.MonkeyPatch) -> None:
    completing(patch, lambda scribe, seat, heist: scribe.write(PointsScored(seat, components().heist(heist).points), "bc.score.heists"))


@breaks("bc.amb.replacement-same-turn")
def a_new_heist_at_once(patch: pytest.MonkeyPatch) -> None:
    choose = lambda scribe, seat, heist: scribe.write(NothingHappened("a new one"), "bc.end.refill-heists", ChooseHeist(seat=seat))  # noqa: E731
    completing(patch, choose)


@breaks("bc.amb.heist-bonus-chain")
def one_heist_a_turn(patch: pytest.MonkeyPatch) -> None:
    completable = heists.completable
    patch.setattr(heists, "completable", lambda player: () if player.completed else completable(player))


@breaks("bc.heist.purple")
def no_purple_boxes(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(scoring.LINES, "purple", lambda board, player: 0)


# Necklaces --------------------------------------------------------------------------------------------------------------
@breaks("bc.amb.necklace-none")
def a_necklace_for_nothing(patch: pytest.MonkeyPatch) -> None:
    def best(board: Board, mission: str) -> Iterator[tuple[Seat, Claim, str]]:
        claims = [Claim.of(player, mission) for player in board.players]
        seat = max(range(len(claims)), key=claims.__getitem__)
        yield seat, claims[seat], "bc.necklace.majority"

    patch.setattr(necklaces, "best", best)


@breaks("bc.amb.necklace-keep")
def won_again_and_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(necklaces, "holder_of", lambda board, mission: None)


@breaks("bc.amb.necklace-tie-holder")
def holders_first(patch: pytest.MonkeyPatch) -> None:
    best = necklaces.best

    def best_holder(board: Board, mission: str) -> Iterator[tuple[Seat, Claim, str]]:
        for seat, claim, rule in best(board, mission):
            holder = necklaces.holder_of(board, mission)
            tied = holder is not None and Claim.of(board.players[holder], mission)[0] == claim[0]
            yield (holder if tied and holder is not None else seat), claim, rule

    patch.setattr(necklaces, "best", best_holder)


@breaks("bc.amb.necklace-rehang")
def hung_anew_every_turn(patch: pytest.MonkeyPatch) -> None:
    settle = necklaces.Necklaces.settle

    def and_again(self: necklaces.Necklaces, scribe: Scribe[Board]) -> None:
        settle(self, scribe)
        for seat, player in enumerate(scribe.board.players):
            wear = (Wear(seat=seat, necklace=necklace) for necklace in player.necklaces)
            scribe.write(NecklacesCompared(), "bc.necklace.wear", *wear)

    patch.setattr(necklaces.Necklaces, "settle", and_again)


# The end ----------------------------------------------------------------------------------------------------------------
@breaks("bc.end.check")
def never_ending(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(turn_end, "triggers", lambda board: ())


@breaks("bc.amb.final-boss")
def dice_always_go_on(patch: pytest.MonkeyPatch) -> None:
    settle = CheckEnd.settle

    def pass_first(self: CheckEnd, scribe: Scribe[Board]) -> None:
        scribe.write(DicePassed((scribe.board.boss + 1) % len(scribe.board.players)), "bc.end.pass-dice")
        settle(self, scribe)

    patch.setattr(CheckEnd, "settle", pass_first)


@breaks("bc.score.total")
def scores_from_zero(patch: pytest.MonkeyPatch) -> None:
    def apply(self: Scored, board: Board) -> Board:
        return replace(board, players=tuple(replace(p, score=n) for p, n in zip(board.players, self.points, strict=True)))

    patch.setattr(Scored, "apply", apply)


@breaks("bc.amb.visible-points")
def covered_points_count(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(
        scoring.LINES, "upgrades", lambda board, player: sum(components().upgrade(c).points for m in player.gang for c in m.upgrades)
    )


# The tests --------------------------------------------------------------------------------------------------------------
def test_every_shaping_rule_is_broken_once() -> None:
    assert BREAKS.keys() == {id for id, rule in RULES.items() if rule.how == "shapes"}


@pytest.mark.parametrize("rule", BREAKS)
def test_breaking_it_fails_its_test(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    node = RULES[rule].test or ""
    scenario = node in scenarios_of("bad_company")
    if scenario:
        assert not play(bad_company.RULESET, node).mismatches
    BREAKS[rule](monkeypatch)
    if scenario:
        assert play(bad_company.RULESET, node).mismatches
    else:
        with pytest.raises(AssertionError):
            named_test(node)()
