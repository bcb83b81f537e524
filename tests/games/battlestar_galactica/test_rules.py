"""Rules that shape what happens without being cited: each is shown at work."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.battlestar_galactica import RULESET
from domain.games.battlestar_galactica.actions import Act
from domain.games.battlestar_galactica.attacks import HitGalactica, HitViper, Strike, StrikeCenturion, attack
from domain.games.battlestar_galactica.board import RING, Basestar, Board, clockwise
from domain.games.battlestar_galactica.checks import CollectCards
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.crises import ResolveCrisis
from domain.games.battlestar_galactica.cylon_locations import ChooseUnleashed
from domain.games.battlestar_galactica.cylons import ActivateHeavies, ActivateRaiders, ActivateShips, toward
from domain.games.battlestar_galactica.damage import hit, location_damaged
from domain.games.battlestar_galactica.dice import AfterRoll, DieRolled, Throw, listening
from domain.games.battlestar_galactica.effects import Cause
from domain.games.battlestar_galactica.ending import GameEnded, is_cylon
from domain.games.battlestar_galactica.jump import JumpFleet, travel
from domain.games.battlestar_galactica.locations import UseLocation
from domain.games.battlestar_galactica.loyalty import CylonRevealed, DealLoyalty, LoyaltyDealt, Reveal, reveals
from domain.games.battlestar_galactica.movement import Move, Moved, send
from domain.games.battlestar_galactica.offices import PlayQuorum
from domain.games.battlestar_galactica.resources import in_red, move_dial
from domain.games.battlestar_galactica.ships import destroy_civilian
from domain.games.battlestar_galactica.skills import skill_set
from domain.games.battlestar_galactica.titles import TitlePassed, heir, pass_title
from domain.games.battlestar_galactica.turn import CheckDials, LimitHands, ReceiveSkills
from domain.games.battlestar_galactica.vipers import unmanned
from domain.kernel import Pass, Pile, Scribe, key_of, redact
from tests.games.battlestar_galactica.desk import Desk, base


def keys(asked: Any, board: Board) -> list[str]:
    """What a decision offers and no rule bars."""
    return [key_of(offer.command) for offer in asked.offers(board) if offer.barred is None]


def with_area(board: Board, area: str, **ships: Any) -> Board:
    return board.area(area, **ships)


def star(board: Board, n: int, area: str, *damage: str) -> Board:
    tokens = tuple(token for token in board.basestar_tokens if token not in damage)
    return replace(board.basestar(n, area=area, damage=damage), basestar_tokens=tokens)


def dial(board: Board, **values: int) -> Board:
    return replace(board, dials=replace(board.dials, **values))


def scribe(board: Board) -> Scribe[Board]:
    desk = Desk(board)
    return Scribe(RULESET, desk.game, desk.chance)


def facts(desk: Desk, kind: type[Any]) -> list[Any]:
    return [record.fact for record in desk.log if isinstance(record.fact, kind)]


# teams and endings ------------------------------------------------------------------------------------------------------------
def test_teams_win_together() -> None:
    board = base().player(3, loyalty=Pile(("not-a-cylon", "cylon-brig"))).player(2, cylon=True)
    assert [is_cylon(board, seat) for seat in range(4)] == [False, False, True, True]
    ended = facts(Desk(dial(board, food=0)).do(CheckDials(0)), GameEnded)[0]
    assert (ended.winners, ended.ending) == ((2, 3), "resources-run-out")
    won = facts(Desk(replace(board, distance=8)).do(JumpFleet()), GameEnded)[0]
    assert (won.winners, won.ending) == ((0, 1), "humans-reach-kobol")


def test_a_dial_may_recover_within_the_turn() -> None:
    pen = scribe(dial(base(), food=1))
    move_dial(pen, "food", -3)
    assert pen.board.dials.food == 0
    assert pen.board.result is None
    move_dial(pen, "food", 1)
    CheckDials(0).settle(pen)
    assert pen.board.result is None
    over = base().player(1, hand=Pile(("repair-1",) * 12))
    desk = Desk(dial(over, food=0)).do(LimitHands(), CheckDials(0))
    assert len(desk.board.players[1].hand) == 10  # the hand limit comes first, and changes nothing
    assert facts(desk, GameEnded)


# places --------------------------------------------------------------------------------------------------------------------------
def test_six_areas_in_a_ring() -> None:
    assert len(RING) == 6
    assert [clockwise(area) for area in RING] == [*RING[1:], RING[0]]


def test_who_goes_where() -> None:
    of = components()
    human = Move(seat=0)
    barred = {key_of(o.command): o.barred for o in human.offers(base()) if o.barred}
    assert {f"move-to:{place}" for place in of.aboard("cylon")} <= barred.keys()
    cylon = base().player(0, cylon=True, at="caprica")
    assert keys(human, cylon) == ["pass", *(f"move-to:{place}" for place in of.aboard("cylon") if place != "caprica")]
    assert "use-location" not in keys(Act(seat=0), base().player(0, at="sickbay"))


def test_sickbay_can_be_left() -> None:
    assert "move-to:command" in keys(Move(seat=0), base().player(0, at="sickbay"))


def test_nothing_need_be_done() -> None:
    assert keys(Act(seat=0), base())[:1] == ["pass"]
    desk = Desk(base())
    before = desk.game.board
    desk.take(Pass())
    assert desk.board == before


# cards ------------------------------------------------------------------------------------------------------------------------------
def test_cards_come_once_a_turn() -> None:
    board = base().player(0, hand=Pile(("repair-1",) * 14))
    desk = Desk(board).do(ReceiveSkills(0))
    assert desk.words() == ["hand current +5"]
    assert Desk(board).do(ResolveCrisis("riots-a", 0)).board.players[0].hand == board.players[0].hand


def test_what_may_be_drawn() -> None:
    assert skill_set(base(), 0) == ("politics", "leadership", "leadership", "engineering", "engineering")
    sick = base().player(3, at="sickbay")
    desk = Desk(sick).do(ReceiveSkills(3))
    assert desk.words() == ["hand other +1"]
    drawn = {components().types[card] for card in desk.board.players[3].hand.known[9:]}
    assert drawn <= {"tactics", "piloting", "engineering"}


def test_hand_limits() -> None:
    many = ("repair-1",) * 13
    board = base()
    for seat in range(4):
        board = board.player(seat, hand=Pile(many), quorum=Pile(("arrest-order",) * 3), supers=Pile(("inbound-nukes",)))
    after = Desk(board).do(LimitHands()).board
    assert [len(player.hand) for player in after.players] == [8, 10, 10, 10]  # the first is reckless
    assert [len(player.quorum) for player in after.players] == [3] * 4
    revealed = Desk(board.player(0, cylon=True)).do(LimitHands()).board
    assert len(revealed.players[0].hand) == 10


def test_food_shortage_hits_a_president_in_turn_twice() -> None:
    board = replace(base(), president=0, drawn=("food-shortage",))
    assert Desk(board, way=1).do(ResolveCrisis("food-shortage", 0)).words() == ["food -1", "hand current -5"]


def test_the_type_of_a_character_is_for_set_up() -> None:
    assert all("type" not in player.__struct_fields__ for player in base().players)
    cast: Any = components().characters_by_id
    drawn = [Desk(base()).do(ReceiveSkills(seat)).words() for seat in range(4)]
    with pytest.MonkeyPatch.context() as patch:
        for id, character in list(cast.items()):
            patch.setitem(cast, id, character.model_copy(update={"type": "pilot" if character.type == "support" else "support"}))
        assert [Desk(base()).do(ReceiveSkills(seat)).words() for seat in range(4)] == drawn


def test_destiny_is_in_every_check() -> None:
    board = replace(base().player(1, cylon=True), drawn=("prison-labor",))
    desk = Desk(board).do(ResolveCrisis("prison-labor", 0))
    assert len(board.destiny_pile) - len(desk.board.destiny_pile) == 2
    assert any(CollectCards in [type(what) for what in record.opens] for record in desk.log)


# dials --------------------------------------------------------------------------------------------------------------------------------
def test_dials_move_by_what_is_printed() -> None:
    board = replace(base(), civilians_pile=Pile(("civilian-none", "civilian-population-fuel")))
    pen = scribe(board)

    destroy_civilian(pen, "", 0, "bsg.destroyed.civilian")
    assert (pen.board.dials.population, pen.board.dials.fuel) == (11, 7)


def test_dials_stop_at_both_ends() -> None:
    pen = scribe(base())
    move_dial(pen, "morale", 9)
    assert pen.board.dials.morale == 15
    move_dial(pen, "morale", -20)
    assert pen.board.dials.morale == 0


def test_where_red_begins() -> None:
    start = dial(base(), fuel=8, food=8, morale=10, population=12)
    assert not in_red(start)
    for name, red in (("fuel", 4), ("food", 4), ("morale", 5), ("population", 6)):
        assert in_red(dial(start, **{name: red}))
        assert not in_red(dial(start, **{name: red + 1}))


# titles -------------------------------------------------------------------------------------------------------------------------------
def test_the_quorum_hand_is_secret_and_moves() -> None:

    pen = scribe(base().player(1, quorum=Pile(("arrest-order", "food-rationing"))))
    pass_title(pen, "president", 3, "bsg.title.change")
    assert pen.board.players[3].quorum.cards == ("arrest-order", "food-rationing")
    assert not pen.board.players[1].quorum.cards
    passed: Any = pen.written[-1].fact
    assert isinstance(passed, TitlePassed)
    seen: list[Any] = [redact(passed, eye) for eye in (0, 3)]
    assert [fact.quorum for fact in seen] == [(None, None), passed.quorum]
    assert RULESET.readers("quorum:3") == (3,)


def test_nobody_is_sent_out_of_the_brig() -> None:
    pen = scribe(base().player(3, at="brig"))
    send(pen, 3, "sickbay", Cause(0, "terrorist-bomber", "crisis"))
    assert pen.board.players[3].at == "brig"


def test_nobody_in_the_brig_is_chosen_for_admiral() -> None:
    board = replace(base().player(0, quorum=Pile(("encourage-mutiny",))).player(1, at="brig"), president=0)
    desk = Desk(board, rolls=[3]).take(PlayQuorum("encourage-mutiny"))
    assert desk.board.admiral == 3  # the first of the others sits in the Brig, the second is Admiral already


def test_the_brig_and_titles() -> None:

    pen = scribe(base())
    send(pen, 1, "brig", Cause(0, "witch-hunt", "crisis"))
    assert pen.board.president == 1
    send(pen, 2, "brig", Cause(0, "witch-hunt", "crisis"))
    assert pen.board.admiral == 3  # the highest in the line of those outside the Brig
    free = base().player(2, at="command")
    assert heir(replace(free, admiral=0), "admiral") == 2  # even above the old holder
    assert heir(free.player(1, at="brig"), "president") == 1


# space --------------------------------------------------------------------------------------------------------------------------------
def test_what_an_unmanned_viper_may_do() -> None:
    board = with_area(base().player(3, at="port-aft"), "port-bow", raiders=1)
    offered = [key_of(offer.command) for offer in unmanned(board) if offer.barred is None]
    assert offered == [
        "launch-viper:port-bow",
        "launch-viper:port-aft",
        "move-viper:port-bow:front",
        "move-viper:port-bow:port-aft",
        "open-fire:port-bow:raider",
    ]  # and nothing with the viper that another pilots
    assert [o.barred for o in unmanned(replace(board, vipers=0))][:2] == ["bsg.viper.launch"] * 2
    last = with_area(replace(base(), vipers=1).player(0, at="command"), "port-bow", vipers=0)
    assert Desk(last).take(UseLocation()).words() == ["front viper +1", "vipers -1"]  # it is launched, and then flies


def test_raptors_and_heavy_raiders_do_not_fight() -> None:
    board = with_area(with_area(base(), "rear", heavies=1), "port-bow", vipers=3)
    desk = Desk(replace(board, heavies=3)).do(ActivateHeavies())
    assert not facts(desk, DieRolled)
    assert sorted(desk.words()) == ["port-aft heavy-raider +1", "rear heavy-raider -1"]
    assert not any("raptor" in key for key in keys(Act(seat=0), board.player(0, at="command")))


def test_no_combat_without_cylon_ships() -> None:
    assert not base().cylon_ships
    assert star(base(), 0, "front").cylon_ships
    assert with_area(base(), "rear", heavies=1).cylon_ships
    weapons = base().player(0, at="weapons-control")
    assert "use-location" not in keys(Act(seat=0), weapons)
    assert "use-location" in keys(Act(seat=0), star(weapons, 0, "front"))


def test_a_civilian_ship_goes_without_a_roll() -> None:
    board = with_area(replace(base(), raiders=15), "rear", raiders=1, civilians=Pile(("civilian-population-2",)))
    desk = Desk(board).do(ActivateRaiders())
    assert not facts(desk, DieRolled)
    assert desk.words() == ["civilians destroyed +1", "population -2", "rear civilian -1"]


def test_raiders_choose_the_nearest_and_go_clockwise() -> None:
    ship = Pile(("civilian-none",))
    board = with_area(base(), "port-bow", vipers=0)
    assert toward(with_area(board, "rear", civilians=ship), "port-bow") == "port-aft"
    assert toward(with_area(board, "rear", civilians=ship), "front") == "starboard-bow"  # three steps either way: clockwise
    both = with_area(with_area(board, "port-bow", civilians=ship), "starboard-bow", civilians=ship)
    assert toward(both, "front") == "starboard-bow"
    assert toward(board, "front") is None


def test_a_disabled_hangar_launches_nothing() -> None:
    board = star(base(), 0, "front", "disabled-hangar")
    assert not Desk(board).do(ActivateRaiders()).words()
    assert Desk(star(board, 1, "rear")).do(ActivateRaiders()).words() == ["rear raider +2"]


def test_launching_is_no_activation() -> None:
    board = star(base(), 0, "front")
    desk = Desk(board, rolls=[1]).do(ActivateShips("launch-raiders"), ActivateShips("basestars"))
    assert len(facts(desk, DieRolled)) == 1
    again = Desk(desk.board).do(ActivateShips("basestars"), ActivateShips("launch-raiders"))
    assert not facts(again, DieRolled)  # it has attacked in this turn
    assert again.words() == ["activates basestars,launch-raiders", "front raider +3"]


def test_centurions_and_heavy_raiders() -> None:
    board = with_area(replace(base(), heavies=2, centurions=3, boarding=(1, 0, 0, 0, 0)), "port-aft", heavies=1)
    board = star(with_area(board, "rear", heavies=1), 0, "front")
    desk = Desk(board).do(ActivateHeavies())
    assert desk.board.boarding == (1, 1, 0, 0, 0)  # the one on the track advances, then the other boards
    assert desk.board.space("port-aft").heavies == 1  # which has only now come there, and boards at the next activation
    assert desk.board.space("front").heavies == 0  # nothing is launched: there was a heavy raider
    alone = with_area(replace(base(), heavies=3, centurions=4), "port-aft", heavies=1)
    assert Desk(star(alone, 0, "front")).do(ActivateHeavies()).words() == ["centurions +1", "port-aft heavy-raider -1"]


# attacks ------------------------------------------------------------------------------------------------------------------------------
def strike(board: Board, target: str, by: str, die: int) -> list[str]:
    return Desk(replace(board, die=die)).do(Strike("front", target, by)).words()


def test_the_attack_table() -> None:

    board = star(with_area(base(), "front", raiders=5, heavies=1, vipers=1), 0, "front")
    board = replace(board, raiders=11, heavies=3, vipers=1, boarding=(1, 0, 0, 0, 0), centurions=3)
    hits = {die: bool(strike(board, "raider", "viper", die)) for die in range(1, 9)}
    assert hits == {die: die >= 3 for die in range(1, 9)}
    assert {die: bool(strike(board, "heavy-raider", "viper", die)) for die in range(1, 9)} == {die: die >= 7 for die in range(1, 9)}
    for by, least in (("viper", 8), ("galactica", 5)):
        for die in range(1, 9):
            hurt = Desk(replace(board, die=die)).do(Strike("front", "basestar-0", by)).board.basestars[0].damage
            assert bool(hurt) == (die >= least)
    for die in range(1, 9):
        at = replace(board, die=die)
        down = Desk(at).do(HitViper("front", None)).words()
        assert down == ([] if die < 5 else ["front viper -1", *(["vipers damaged +1"] if die < 8 else [])])
        assert bool(Desk(at).do(HitGalactica("raider")).words()) == (die >= 8)
        assert bool(Desk(at).do(HitGalactica("basestar")).words()) == (die >= 4)
        assert bool(Desk(at).do(StrikeCenturion(0)).words()) == (die >= 7)


def test_nukes() -> None:
    board = star(with_area(replace(base(), raiders=11), "front", raiders=5), 0, "front", "disabled-hangar")
    assert strike(board, "basestar-0", "nuke", 6) == ["front basestar -1"]
    assert strike(board, "basestar-0", "nuke", 7) == ["front basestar -1", "front raider -3"]
    few = with_area(board, "front", raiders=2)
    assert strike(few, "basestar-0", "nuke", 8) == ["front basestar -1", "front raider -2"]
    whole = star(base(), 0, "front")
    for die in (1, 2):
        after = Desk(replace(replace(whole, basestar_tokens=("disabled-hangar", "disabled-weapons")), die=die)).do(
            Strike("front", "basestar-0", "nuke")
        )
        assert len(after.board.basestars[0].damage) == 2
    hurt = Desk(replace(board, die=1)).do(Strike("front", "basestar-0", "nuke"))
    assert hurt.words() == ["front basestar -1"]  # one token and the third damage, or a critical hit


def test_structural_damage() -> None:

    board = star(base(), 0, "front", "structural-damage")
    for by in ("viper", "galactica", "nuke"):
        _, (roll, _) = attack(board, 0, "front", "basestar-0", by)
        assert getattr(roll, "plus") == 2  # noqa: B009 - it is a RollDie
    _, (roll, _) = attack(star(base(), 0, "front"), 0, "front", "basestar-0", "viper")
    assert getattr(roll, "plus") == 0  # noqa: B009 - it is a RollDie


def test_evading_is_for_attacks_on_vipers() -> None:
    board = base().player(1, hand=Pile(("evasive-maneuvers-1",)))
    attacked = AfterRoll(seat=1, roll=Throw(0, "an attack", 0, "unmanned", "bsg.raider.attack-viper"))
    other = AfterRoll(seat=1, roll=Throw(0, "a roll", 0, "", "bsg.component.die"))
    assert keys(attacked, board) == ["pass", "evade:evasive-maneuvers-1"]
    assert keys(other, board) == ["pass"]


def test_a_location_is_damaged_once() -> None:

    pen = scribe(base().player(0, at="armory"))
    token = components().tokens_by_location["armory"]
    assert pen.board.damage_pile.known.count(token) == 1
    pen = scribe(replace(pen.board, damage_pile=Pile((*pen.board.damage_pile.take(token).known, token))))
    hit(pen, token, None, "bsg.damage.draw")
    assert location_damaged(pen.board, "armory")
    assert pen.board.players[0].at == "sickbay"
    assert token not in pen.board.damage_pile.known


# the jump -------------------------------------------------------------------------------------------------------------------------------
def test_a_whole_jump() -> None:
    board = star(with_area(base().player(3, at="rear"), "rear", raiders=2, civilians=Pile(("civilian-none",))), 0, "rear", "critical-hit")
    board = replace(board, raiders=14, boarding=(0, 1, 0, 0, 0), centurions=3, track=4, civilians_pile=Pile(("civilian-none",) * 11))
    board = board.lay("destination", Pile(("tylium-planet", "remote-planet", "remote-planet")))
    after = Desk(board).do(JumpFleet()).board
    assert not after.cylon_ships
    assert (after.raiders, after.vipers, after.track) == (16, 2 + 3 + 1, 0)
    assert after.players[3].at == "hangar-deck"
    assert after.boarding == (0, 1, 0, 0, 0)  # centurions stay
    assert len(after.civilians_pile) == 12
    assert sorted(after.basestar_tokens) == sorted(token.id for token in components().basestar_tokens)
    assert after.basestars == (Basestar(), Basestar())
    assert (after.dials.fuel, after.raptors, after.distance) == (7, 2, 2)
    assert after.destination_pile.cards == ("remote-planet", "tylium-planet")  # the other one lies at the bottom


def test_thresholds_fire_once() -> None:
    pen = scribe(replace(base(), distance=3))
    travel(pen, 2, "bsg.destination.parts")
    assert pen.board.sleepers_woke
    dealt = len(pen.owed(DealLoyalty))
    assert dealt == 4
    travel(pen, 1, "bsg.destination.parts")
    assert len(pen.owed(DealLoyalty)) == dealt


# Cylons ---------------------------------------------------------------------------------------------------------------------------------
def test_revealing_is_an_action() -> None:
    board = base().player(0, loyalty=Pile(("not-a-cylon", "cylon-morale")))
    assert "reveal:cylon-morale" in keys(Act(seat=0), board)
    assert [offer.command for offer in reveals(board, 0)] == [Reveal("cylon-morale")]
    seen = [
        type(what).__name__
        for what in (Act(seat=0), Move(seat=0), AfterRoll(seat=0, roll=Throw(0, "", 0, "unmanned", "")))
        if any("reveal" in key for key in keys(what, board))
    ]
    assert seen == ["Act"]


def test_one_card_is_turned_up() -> None:

    board = CylonRevealed(0, "cylon-morale").apply(base().player(0, loyalty=Pile(("not-a-cylon", "cylon-morale"))))
    assert board.players[0].revealed == ("cylon-morale",)
    assert board.players[0].loyalty.cards == ("not-a-cylon",)


def test_revealed_cylons_use_no_text() -> None:
    board = base().player(0, cylon=True, at="caprica", standing=False, hand=Pile(("consolidate-power-1", "strategic-planning-3")))
    assert keys(Act(seat=0), board) == ["pass", "draw-two"]

    assert list(listening(board, range(4))) == []


def test_an_attack_at_caprica() -> None:
    board = base().player(0, cylon=True, at="caprica", looking=Pile(("heavy-assault", "riots-a")))

    desk = Desk(star(board, 0, "front"), rolls=[1, 1]).do(ChooseUnleashed(seat=0))
    words = desk.words()
    assert "activates raiders,basestars" in words  # its own line, and its special rule
    assert desk.board.track == board.track


def test_the_sympathizer() -> None:
    for red, cylon, at in ((True, False, "brig"), (False, True, "resurrection-ship")):
        board = replace(base(), loyalty_pile=Pile(("not-a-cylon", "sympathizer"))).player(0, loyalty=Pile(("cylon-brig",)))
        board = dial(board, fuel=4 if red else 8)
        desk = Desk(board).do(DealLoyalty(0), DealLoyalty(1))
        assert desk.board.players[0].cylon == cylon
        assert desk.board.players[0].at == at
        assert is_cylon(desk.board, 0)  # an unrevealed Cylon stays one, even in the Brig
        settled = [type(record.fact).__name__ for record in desk.log if isinstance(record.fact, LoyaltyDealt | Moved)]
        assert settled == ["LoyaltyDealt", "Moved", "LoyaltyDealt"]  # the first is settled before the next is dealt to
        assert not desk.board.players[0].supers.cards
    pen = scribe(replace(base(), active=2, distance=3))
    travel(pen, 1, "bsg.destination.parts")
    dealt = [what.seat for record in pen.written for what in record.opens if isinstance(what, DealLoyalty)]
    assert dealt == [2, 3, 0, 1]  # the player in turn comes first
