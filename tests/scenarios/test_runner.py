"""The runner itself: it lays tables without making cards, and a scenario that does not hold fails, with everything that is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tests.toy  # noqa: F401 - registers it
from domain.games import bad_company
from domain.games.bad_company.dice import Reroll
from domain.kernel import Offer, Ruleset, ruleset_named
from tests.scenarios.runner import Report, run
from tests.scenarios.script import Faulty, Script, scripts
from tests.scenarios.stage import Stage

ROOT = Path(__file__).parents[2]
GANG = "[gang-left-lucky, gang-right-eleven]"


def read(tmp_path: Path, text: str) -> list[Script | Faulty]:
    """The scenarios of a file with this text."""
    file = tmp_path / "some.yaml"
    file.write_text(text)
    return scripts(file)


def told(tmp_path: Path, text: str, ruleset: Ruleset[Any] = bad_company.RULESET, node: str = "") -> Report:
    """What comes of the one scenario with this text, beside its name."""
    (script,) = read(tmp_path, f"- scenario: a story\n{text}")
    return run(ruleset, script, node)


def wrongs(tmp_path: Path, text: str) -> list[str]:
    """What is wrong with a scenario."""
    return told(tmp_path, text).mismatches


# Files ------------------------------------------------------------------------------------------------------------------
def test_a_file_that_can_not_be_read_is_one_faulty_scenario(tmp_path: Path):
    for text in ("- [", "just words", "", "[]"):
        (fault,) = read(tmp_path, text)
        assert isinstance(fault, Faulty)
        assert fault.scenario == "(the whole file)"


def test_a_key_that_nobody_knows_is_named_and_the_others_are_played(tmp_path: Path):
    one, other = read(tmp_path, "- {scenario: a, rules: [x], thne: {}}\n- {scenario: b, rules: [x], then: {}}")
    assert isinstance(one, Faulty)
    assert "thne" in one.why
    assert isinstance(other, Script)
    assert run(bad_company.RULESET, one).mismatches == [one.why]


def test_a_scenario_needs_rules_and_a_name_of_its_own(tmp_path: Path):
    one, other = read(tmp_path, "- {scenario: a, rules: [x], then: {}}\n- {scenario: a, rules: [x], then: {}}")
    assert isinstance(one, Script)
    assert isinstance(other, Faulty)
    (none,) = read(tmp_path, "- {scenario: a, rules: [], then: {}}")
    assert isinstance(none, Faulty)
    assert "rules" in none.why


def test_on_is_a_word():
    (script,) = [
        s for s in scripts(Path(__file__).parent / "bad_company" / "markers.yaml") if s.scenario == "a marker that fits nowhere is lost"
    ]
    assert isinstance(script, Script)
    assert script.then.facts[0] == {"type": "MarkerPlaced", "on": "car"}


# Given ------------------------------------------------------------------------------------------------------------------
def stage(given: str, tmp_path: Path) -> Stage:
    """A table that stands as this says."""
    (script,) = read(tmp_path, f"- {{scenario: a, rules: [x], given: {given}, then: {{}}}}")
    assert isinstance(script, Script)
    return Stage(bad_company.RULESET, script.given)


def test_what_is_left_out_is_as_after_set_up(tmp_path: Path):
    board = stage("{seats: [ann, ben], turn: ben}", tmp_path).board
    assert (board.phase, board.turn, board.boss) == ("dice", 1, 1)
    assert [(len(player.active), player.coins) for player in board.players] == [(2, 2), (2, 2)]


def test_named_cards_leave_where_they_lay_and_displaced_ones_take_their_places(tmp_path: Path):
    before = stage("{at: roll}", tmp_path).board
    was = before.display.cards
    top = before.heists.cards[-1]
    board = stage(f"{{arrange: {{piles: {{display: [{top}, {was[0]}, {was[1]}, {was[2]}]}}}}}}", tmp_path).board
    assert board.display.cards == (top, *was[:3])
    assert board.heists.cards[-1] == was[3]
    assert len(board.heists) == len(before.heists)


def test_three_dots_leave_a_pile_beneath(tmp_path: Path):
    before = stage("{at: roll}", tmp_path).board
    low = before.upgrades.cards[0]
    board = stage(f"{{arrange: {{piles: {{upgrades: [..., {low}]}}}}}}", tmp_path).board
    assert board.upgrades.cards == (*before.upgrades.cards[1:], low)


def test_cards_in_public_values_leave_their_piles_and_other_players(tmp_path: Path):
    before = stage("{at: roll}", tmp_path).board
    theirs = before.players[1].active[0]
    job = f"{{id: {theirs.id}, needs: {{lock: 1}}}}"
    board = stage(f"{{arrange: {{set: {{players.0.active: [{job}], players.0.necklaces: [gold]}}}}}}", tmp_path).board
    assert [j.id for j in board.players[0].active] == [theirs.id]
    assert board.players[1].active[0] == before.players[0].active[0], "the displaced heist lies where the named one was taken from"
    assert before.players[0].active[1].id in board.heists.cards
    assert "gold" not in board.supply
    assert bad_company.RULESET.census(board) == bad_company.RULESET.census(before)


def test_a_part_that_is_set_keeps_the_rest_of_itself(tmp_path: Path):
    board = stage("{arrange: {set: {players.0: {score: 7, tasks.1.covered: {lock: 1}}}}}", tmp_path).board
    assert (board.players[0].score, board.players[0].coins, board.players[0].tasks[1].covered.lock) == (7, 2, 1)
    assert board.players[0].tasks[1].needs.lock == 2


def test_every_eye_goes_on_seeing_what_lies_open(tmp_path: Path):
    table = stage("{arrange: {piles: {heists: [..., heist-05]}, set: {players.0.active: []}}, at: new-heists}", tmp_path)
    assert not table.faults
    assert table.view(1).board.heists.top == "heist-05"
    assert set(table.view(1).board.upgrades.cards) == {None}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("{seats: 7}", "bad_company is played by 2 to 6, not by 7"),
        ("{turn: cleo}", "nobody called cleo sits here"),
        ("{turn: 2}", "nobody called 2 sits here"),
        ("{at: lunch}", "has no step lunch; it has set-up, roll, activate"),
        ("{options: {rain: yes}}", "has no option rain"),
        ("{arrange: {piles: {cellar: []}}}", "there is no pile cellar"),
        ('{arrange: {piles: {"hand:0": [loot-99]}}}', "there is no loot-99"),
        ('{arrange: {piles: {"hand:0": [loot-01, loot-01]}}}', "loot-01 would be there twice"),
        ('{arrange: {piles: {"hand:0": [loot-01], "hand:1": [loot-01]}}}', "loot-01 would be there twice"),
        ("{arrange: {piles: {upgrades: []}}}", "is displaced and has nowhere to go"),
        ("{arrange: {set: {players.0.hats: 1}}}", "Player has no hats"),
        ("{arrange: {set: {players.5.coins: 1}}}", "there is no 5 here"),
        ("{arrange: {set: {players.0.coins: many}}}", "the table can not be laid so"),
    ],
)
def test_a_table_that_can_not_be_laid_says_why(given: str, why: str, tmp_path: Path):
    (wrong,) = wrongs(tmp_path, f"  rules: [bc.dice.roll]\n  given: {given}\n  then: {{}}")
    assert why in wrong


# When -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{seat: 0, take: dance}", "dance is not offered: pair:3:7"),
        ("{seat: 0, take: pair}", "pair could be pair:3:7, pair:4:6, pair:5:5"),
        ('{seat: 0, take: "pair:"}', "pair: could be pair:3:7, pair:4:6, pair:5:5"),
        ("{seat: 1, take: dance}", "dance is not offered: nothing (player 1"),
        ('{seat: 0, take: "pick-up:0"}', "pick-up:0 is barred by bc.dice.reroll"),
        ('{seat: 0, take: "pair:3:7", refused: true}', "pair:3:7 was not refused"),
        ('{seat: 0, take: "pick-up:0", refused: true}', "it was not to be offered at all"),
        ('{seat: 0, take: "pick-up:0", refused: bc.dice.roll}', "is refused by bc.dice.reroll, not by bc.dice.roll"),
        ("{seat: 0, take: dance, refused: bc.dice.roll}", "dance is not offered at all; bc.dice.roll was to bar it"),
        ("{seat: 0}", "a line has a seat and what it takes"),
        ("{seat: 9, take: dance}", "nobody called 9 sits here"),
    ],
)
def test_a_choice_that_can_not_be_made_says_why(line: str, why: str, tmp_path: Path):
    given = "{rolls: [1, 2, 3, 4, 0], arrange: {set: {players.0.coins: 0}}}"
    wrong = wrongs(tmp_path, f"  rules: [bc.dice.roll]\n  given: {given}\n  when: [{line}]\n  then: {{}}")
    assert len(wrong) == 1
    assert why in wrong[0]


def test_an_exact_key_wins_over_longer_ones(tmp_path: Path):
    table = stage("{rolls: [1, 2, 3, 4, 0]}", tmp_path)
    assert table.choice(0, "pick-up:0") == table.choice(0, "pick-up:0")
    with pytest.raises(LookupError, match="pick could be|pick is not offered"):
        table.choice(0, "pick")  # a word is never cut in the middle


def test_others_pass_windows_until_the_turn_player_is_asked(tmp_path: Path):
    text = "  rules: [table.answer]\n  given: {seats: 3}\n  when: [{others: pass}]\n  then: {}"
    assert told(tmp_path, text, ruleset_named("duel")).mismatches == [
        "rules: table.answer neither licensed a record nor barred an offer here"
    ]


def test_others_first_answers_for_them_and_leaves_the_turn_player_alone(tmp_path: Path):
    given = "{seats: 4, turn: 2, at: activate}"
    then = "{offered: ['use:6', 'use:8'], only: {0: [], 1: [], 3: []}}"
    text = f"  rules: [bc.act.others-one]\n  given: {given}\n  when: [{{others: first}}]\n  then: {then}"
    assert wrongs(tmp_path, text) == []


# Then -------------------------------------------------------------------------------------------------------------------
def test_every_mismatch_is_reported_at_once(tmp_path: Path):
    text = f"""
  rules: [bc.dice.roll, bc.turn.end-trigger, bc.no.such-rule, bc.task.four]
  given:
    seats: [ann, ben]
    at: activate
    rolls: [1]
    arrange: {{set: {{sums: [5, 9], players.0.halves: {GANG}}}}}
  when:
    - {{seat: ann, take: "use:5"}}
    - {{seat: ann, take: dance}}
    - {{seat: ann, take: "use:9"}}
  then:
    board: {{players.0.coins: 5, players.1: {{coins: 2, hats: 3}}, "hand:0": [loot-01], supply: [cash], boss: ben}}
    facts:
      - {{type: MemberActivated, seat: ann, member: 6}}
      - {{type: CoinsGained, amount: 2}}
      - {{type: MemberActivated}}
    offered: ["use:5"]
    only: {{ben: [pass]}}
    absent: ["use:9"]
    barred: [{{key: recruit, rule: bc.recruit.pay}}, {{key: "use:9", rule: bc.recruit.pay}}, {{key: dance, rule: bc.recruit.pay}}]
    refused: [{{seat: ann, take: "use:9"}}]
"""
    assert wrongs(tmp_path, text) == [
        "when, line 2: dance is not offered: use:9 (ann, after record 34); 1 lines after it were not played",
        "board: players.0.coins is 4, not 5",
        "board: there is no players.1.hats",
        'board: hand:0 is [], not ["loot-01"]',
        'board: supply is ["cash","gold","diamond","painting"], not ["cash"]',
        'board: boss is 0, not "ben"',
        'facts, 1: no {"type":"MemberActivated","seat":"ann","member":6} follows record 30; nearest: member is 5, not 6',
        'facts, 3: no {"type":"MemberActivated"} follows record 34',
        "offered: use:5 is not open to ann: use:9",
        "only: ben has use:5, use:9",
        "absent: use:9 is there for ann",
        "barred: recruit is not barred by bc.recruit.pay: bc.amb.phase-two-order bars it",
        "barred: use:9 is not barred by bc.recruit.pay: it is open",
        "barred: dance is not barred by bc.recruit.pay: it is not there",
        "refused: use:9 was not refused",
        "rolls [1] were not thrown",
        "rules: bc.dice.roll neither licensed a record nor barred an offer here",
        "rules: bc.turn.end-trigger neither licensed a record nor barred an offer here",
        "rules: there is no rule bc.no.such-rule",
        "rules: bc.task.four shapes what happens, and its proof is "
        "tests/scenarios/test_scenarios.py::test_scenario[bad_company/setup: everybody has four tasks, two on each half], not this",
    ]


def test_facts_stand_in_order_and_others_may_stand_between(tmp_path: Path):
    rules = "  rules: [bc.end.order]\n  given: {at: end}\n"
    assert wrongs(tmp_path, f"{rules}  then: {{facts: [{{type: PhaseBegan}}, {{type: DicePassed}}]}}") == []
    assert wrongs(tmp_path, f"{rules}  then: {{facts: [{{type: DicePassed}}, {{type: PhaseBegan}}]}}") != []
    assert wrongs(tmp_path, f"{rules}  then: {{facts: [{{type: PhaseBegan}}, {{type: PhaseBegan}}]}}") != []


def test_true_is_not_one_and_numbers_are_not_names(tmp_path: Path):
    rules = "  rules: [bc.end.order]\n  given: {seats: [ann, ben], at: end}\n"
    assert wrongs(tmp_path, f"{rules}  then: {{board: {{final: false, boss: ben}}}}") == []
    assert wrongs(tmp_path, f"{rules}  then: {{board: {{final: 0}}}}") == ["board: final is false, not 0"]
    assert wrongs(tmp_path, f"{rules}  then: {{board: {{boss: true}}}}") == ["board: boss is 1, not true"]


def test_a_face_that_no_die_has_is_a_mistake_in_the_scenario(tmp_path: Path):
    wrong = wrongs(tmp_path, "  rules: [bc.dice.roll]\n  given: {rolls: [1, 2, 3, 4, 6]}\n  then: {}")
    assert wrong == ["the table can not be laid so: a die was to show 6, but it has 0, 0, 1, 1, 2, 2"]


def test_only_the_test_that_the_rulebook_names_is_evidence_for_what_shapes(tmp_path: Path):
    text = "  rules: [bc.task.four]\n  given: {at: set-up}\n  then: {}"
    proof = bad_company.RULESET.rules["bc.task.four"].test or ""
    assert told(tmp_path, text, node=proof).mismatches == []
    assert len(told(tmp_path, text, node="some other test").mismatches) == 1


def test_a_rule_at_work_before_the_scenario_begins_is_no_evidence(tmp_path: Path):
    (wrong,) = wrongs(tmp_path, "  rules: [bc.setup.money]\n  given: {at: end}\n  then: {}")
    assert wrong == "rules: bc.setup.money neither licensed a record nor barred an offer here"


def test_what_appears_or_vanishes_on_the_way_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bad_company.BadCompany, "census", lambda self, board: {"coins": sum(player.coins for player in board.players)})
    given = f"{{turn: 0, at: activate, arrange: {{set: {{sums: [5, 9], players.0.halves: {GANG}}}}}}}"
    (wrong,) = wrongs(tmp_path, f"  rules: [bc.icon.money]\n  given: {given}\n  when: [{{seat: 0, take: 'use:5'}}]\n  then: {{}}")
    assert wrong.endswith("components have appeared or vanished: {'coins': 2}")


def test_offers_that_rest_on_what_a_seat_does_not_see_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bad_company.BadCompany, "liberties", lambda self, game, seat: [Offer(Reroll())] if game.board.loot.top else [])
    found = wrongs(tmp_path, "  rules: [bc.end.order]\n  given: {at: end}\n  then: {}")
    assert len(found) == 2, "one line for each seat"
    assert all("own view offers something else" in wrong for wrong in found)


# Every game -------------------------------------------------------------------------------------------------------------
def test_a_game_that_declares_no_scenes_begins_after_set_up(tmp_path: Path):
    text = "  rules: [table.answer]\n  given: {seats: 2}\n  then: {}"
    assert told(tmp_path, text, ruleset_named("duel")).mismatches == [
        "rules: table.answer neither licensed a record nor barred an offer here"
    ]


def test_every_scene_of_every_game_can_be_begun():
    for seat in range(3):
        for scene in bad_company.RULESET.scenes:
            (script,) = [
                Script.model_validate({"scenario": scene, "rules": ["x"], "given": {"seats": 3, "turn": seat, "at": scene}, "then": {}})
            ]
            table = Stage(bad_company.RULESET, script.given)
            assert not table.faults
            assert table.game.over or table.asked()


def test_further_folders_are_played_and_fail_with_their_file(tmp_path: Path):
    folder = tmp_path / "bad_company"
    folder.mkdir()
    (folder / "mine.yaml").write_text(
        "- {scenario: it holds, rules: [bc.end.order], given: {at: end}, then: {}}\n"
        "- {scenario: it fails, rules: [bc.end.order], given: {at: end}, then: {board: {boss: 0}}}\n"
    )
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "other.yaml").write_text("- {scenario: a game of kings, rules: [x], then: {}}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/scenarios/test_scenarios.py"]
    command += ["--scenarios", str(tmp_path), "-k", "mine or chess"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert "2 failed, 1 passed" in said
    assert f"{folder / 'mine.yaml'}: it fails\n  board: boss is 1, not 0" in said
    assert "the folder of a scenario is named after its game; there is no ruleset chess" in said
