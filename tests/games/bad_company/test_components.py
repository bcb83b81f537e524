"""The component file of Bad Company is in order, and a file that is not is refused with the name of the faulty entry."""

import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from domain.games.bad_company import components as module
from domain.games.bad_company import parts
from domain.games.bad_company.components import components, load
from domain.kernel import shelf

FILE: Any = shelf.read(module.PACKAGE, module.FILE)
RULES: list[dict[str, Any]] = shelf.read(module.PACKAGE, "rulebook.yaml")


def entry(raw: Any, section: str, known: str) -> Any:
    """The raw entry of a section with this id."""
    return next(e for e in raw[section] if e["id"] == known)


# The file as it is -------------------------------------------------------------------------------------------------------------------
def test_the_file_is_read_once():
    assert components() is components()


def test_all_138_cards_are_there():
    game = components()
    assert (len(game.upgrades), len(game.heists), len(game.loot)) == (72, 36, 30)
    assert len(game.upgrades) + len(game.heists) + len(game.loot) == 138


def test_every_member_from_3_to_11_has_eight_upgrades():
    assert Counter(u.number for u in components().upgrades) == dict.fromkeys(range(3, 12), 8)


def test_heists_are_numbered_from_1_to_36_nine_for_each_mission():
    game = components()
    assert [h.number for h in game.heists] == list(range(1, 37))
    assert Counter(mission for h in game.heists for mission in h.missions) == {m.id: 9 for m in game.missions}
    assert len(game.missions) == 4


def test_a_left_and_a_right_half_make_a_gang():
    game = components()
    lefts, rights = ([h for h in game.halves if h.side == side] for side in ("left", "right"))
    assert (len(lefts), len(rights)) == (6, 6)
    for left, right in zip(lefts, rights, strict=True):
        assert [*left.members, *right.members] == list(range(2, 13))
        assert {*left.tasks, *right.tasks} == {t.id for t in game.tasks} == {"marker-any", "money", "car", "loot"}
        assert left.members[2].symbols == ("lock", "hand", "mask")
        assert right.members[12].rewards == (parts.CarReward(kind="car", spaces=2),)


def test_the_police_start_further_back_the_more_people_play():
    assert components().road.police_start == {2: 4, 3: 3, 4: 2, 5: 1, 6: 0}


def test_the_recruit_track_ends_after_its_last_cost():
    assert components().recruit_track.last_space == len(components().recruit_track.costs) == 10


# Look-ups ----------------------------------------------------------------------------------------------------------------------------
def test_look_ups_find_what_has_an_id():
    game = components()
    assert game.upgrade("upgrade-08-3").rewards == (parts.MarkerReward(kind="marker", symbol="mask", count=1),)
    assert game.heist("heist-13").symbols == {"lock": 3, "mask": 2, "flashlight": 1}
    assert game.loot_card("loot-01").effect == parts.CoinsReward(kind="coins", amount=3)
    assert game.loot_card("loot-12").effect is None
    assert game.half("gang-right-eleven").members[7].rewards == (parts.MarkerReward(kind="marker", symbol="hand", count=1),)
    assert game.task("marker-any").bonus == parts.MarkerReward(kind="marker", symbol=parts.ANY, count=1)
    assert game.task("marker-any").symbol == "flashlight"
    assert game.road.checkpoint_at[12].bonus == (parts.LootReward(kind="loot", count=1),)
    assert game.road.shortcut_from[13].skips == (15,)
    with pytest.raises(KeyError):
        game.heist("heist-37")


def test_everything_has_a_display_name():
    game = components()
    assert game.name_of("upgrade-03-1") == "Locksmith (3)"
    assert game.name_of("diamond") == "Diamond"
    assert game.name_of("nobody") == "nobody"
    for section in (game.heists, game.upgrades, game.halves, game.tasks):
        names = [game.name_of(e.id) for e in section]
        assert len(set(names)) == len(names)


def test_kinds_are_told_apart_by_class():
    game = components()
    abilities = Counter(type(h.ability) for h in game.heists if h.ability)
    assert len(abilities) == 12
    assert set(abilities.values()) == {1}
    assert {type(h.final_scoring) for h in game.heists if h.final_scoring} == {
        parts.PerMissionSymbol,
        parts.PerUpgradeCards,
        parts.PerCoinsLeft,
        parts.PerNecklace,
        parts.AheadOfPolice,
    }


def test_components_are_frozen():
    with pytest.raises(ValidationError, match="frozen"):
        components().heist("heist-01").points = 9


# Planted faults ----------------------------------------------------------------------------------------------------------------------
def twice(raw: Any) -> None:
    raw["loot"][4]["id"] = "loot-04"


def lost_upgrade(raw: Any) -> None:
    raw["upgrades"].pop()


def misdealt_upgrade(raw: Any) -> None:
    entry(raw, "upgrades", "upgrade-04-2")["number"] = 5


def upgraded_fixer(raw: Any) -> None:
    entry(raw, "upgrades", "upgrade-04-2")["number"] = 2


def lost_half(raw: Any) -> None:
    raw["halves"].pop()


def heist_number_again(raw: Any) -> None:
    entry(raw, "heists", "heist-20")["number"] = 19


def strange_symbol_to_cover(raw: Any) -> None:
    entry(raw, "heists", "heist-04")["symbols"]["crowbar"] = 1


def strange_symbol_gained(raw: Any) -> None:
    entry(raw, "upgrades", "upgrade-06-1")["rewards"][0]["symbol"] = "crowbar"


def strange_symbol_converted(raw: Any) -> None:
    entry(raw, "heists", "heist-19")["ability"]["becomes"] = "crowbar"


def strange_mission(raw: Any) -> None:
    entry(raw, "heists", "heist-04")["missions"] = {"stamps": 1}


def strange_mission_scored(raw: Any) -> None:
    entry(raw, "heists", "heist-08")["final_scoring"]["mission"] = "stamps"


def strange_kind(raw: Any) -> None:
    entry(raw, "heists", "heist-06")["bonus"][0]["kind"] = "helicopter"


def loot_effect_as_reward(raw: Any) -> None:
    entry(raw, "upgrades", "upgrade-07-2")["rewards"] = [{"kind": "recruit-discount", "amount": 1}]


def strange_field(raw: Any) -> None:
    entry(raw, "loot", "loot-20")["colour"] = "red"


def nameless(raw: Any) -> None:
    del entry(raw, "heists", "heist-06")["name"]


def number_in_quotes(raw: Any) -> None:
    entry(raw, "heists", "heist-06")["points"] = "4"


def no_spaces_to_cover(raw: Any) -> None:
    entry(raw, "heists", "heist-06")["symbols"] = {"lock": 0}


def uneven_task(raw: Any) -> None:
    entry(raw, "tasks", "car")["symbols"] = ["hand", "mask"]


def task_of_the_other_half(raw: Any) -> None:
    entry(raw, "halves", "gang-left-lazy")["tasks"] = ["marker-any", "car"]


def member_of_the_other_half(raw: Any) -> None:
    members = entry(raw, "halves", "gang-left-lucky")["members"]
    members[7] = members.pop(6)


def second_fixer(raw: Any) -> None:
    entry(raw, "halves", "gang-left-lucky")["members"][3] = {"special": "fixer", "symbols": ["lock"]}


def unsourced(raw: Any) -> None:
    entry(raw, "loot", "loot-09")["source"] = "hearsay"


def checkpoint_beyond_the_road(raw: Any) -> None:
    raw["road"]["checkpoints"][-1]["at"] = 41


def checkpoints_out_of_order(raw: Any) -> None:
    raw["road"]["checkpoints"][1]["at"] = 8


def shortcut_backwards(raw: Any) -> None:
    raw["road"]["shortcuts"][0]["exit"] = 11


def shortcut_that_skips_elsewhere(raw: Any) -> None:
    raw["road"]["shortcuts"][0]["skips"] = [18]


def no_police_for_six(raw: Any) -> None:
    del raw["road"]["police_start"][6]


def too_few_colours(raw: Any) -> None:
    raw["player_colours"]["values"].pop()


@pytest.mark.parametrize(
    ("plant", "named"),
    [
        (twice, "loot-04: 2 entries"),
        (lost_upgrade, "upgrades: 71 where 72 belong"),
        (misdealt_upgrade, "upgrades: 9 for member 5 where 8 belong"),
        (upgraded_fixer, "upgrade-04-2: no upgrade is for member 2"),
        (lost_half, "halves, right: 5 where 6 belong"),
        (heist_number_again, "heist-20: number 19"),
        (strange_symbol_to_cover, "heist-04: unknown symbol 'crowbar'"),
        (strange_symbol_gained, "upgrade-06-1: unknown symbol 'crowbar'"),
        (strange_symbol_converted, "heist-19: unknown symbol 'crowbar'"),
        (strange_mission, "heist-04: unknown mission 'stamps'"),
        (strange_mission_scored, "heist-08: unknown mission 'stamps'"),
        (strange_kind, "heists.heist-06.bonus.0: .*helicopter"),
        (loot_effect_as_reward, "upgrades.upgrade-07-2.rewards.0: .*recruit-discount"),
        (strange_field, "loot.loot-20.colour: "),
        (nameless, "heists.heist-06.name: "),
        (number_in_quotes, "heists.heist-06.points: "),
        (no_spaces_to_cover, "heists.heist-06.symbols.lock: "),
        (uneven_task, "car: the two symbols"),
        (task_of_the_other_half, "gang-left-lazy and gang-right-eleven: their tasks"),
        (member_of_the_other_half, "gang-left-lucky: members"),
        (second_fixer, "gang-left-lucky: member 3"),
        (unsourced, "loot-09: unknown source 'hearsay'"),
        (checkpoint_beyond_the_road, "road checkpoint 41: space 41 is beyond the last, 39"),
        (checkpoints_out_of_order, "road checkpoint 8: "),
        (shortcut_backwards, "road shortcut 13-11: "),
        (shortcut_that_skips_elsewhere, "road shortcut 13-17: skips"),
        (no_police_for_six, "road police_start: "),
        (too_few_colours, "player_colours: "),
    ],
    ids=lambda it: it.__name__ if callable(it) else "",
)
def test_a_planted_fault_is_refused_by_name(plant: Callable[[Any], None], named: str):
    raw = deepcopy(FILE)
    plant(raw)
    with pytest.raises(ValueError, match=f"cards.yaml is not in order(.|\n)*{named}"):
        load(raw)


def test_every_fault_is_reported_at_once():
    raw = deepcopy(FILE)
    twice(raw)
    lost_upgrade(raw)
    with pytest.raises(ValueError, match=r"loot-04.*71 where 72"):
        load(raw)


# The rulebook file -------------------------------------------------------------------------------------------------------------------
def test_rule_ids_are_unique_and_well_formed():
    ids = [rule["id"] for rule in RULES]
    assert not [known for known, times in Counter(ids).items() if times > 1]
    assert not [known for known in ids if not re.fullmatch(r"bc\.[a-z-]+\.[a-z0-9-]+", known)]
    assert len(ids) == 121


def test_rulings_answer_a_question_about_rules_that_exist():
    rules = {rule["id"]: rule for rule in RULES}
    for known, rule in rules.items():
        assert ("question" in rule) == ("affects" in rule) == known.startswith("bc.amb."), known
        assert all(other in rules for other in rule.get("affects", ())), known


def test_examples_say_what_is_given_when_and_then():
    examples = {rule["id"]: rule["example"] for rule in RULES if "example" in rule}
    assert examples
    assert {tuple(example) for example in examples.values()} == {("given", "when", "then")}
