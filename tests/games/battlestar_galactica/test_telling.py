"""What happened without effect reads like an account of the evening, also in old games, which keep the few words they were written with."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games.battlestar_galactica import RULESET, telling
from domain.games.battlestar_galactica.board import Board, Check, Player
from domain.games.battlestar_galactica.crises import TakeWay, WayChosen
from domain.kernel import Names, NothingHappened, plain

NAMES = Names(("Ada", "Bob"), RULESET.names())
CHECK = Check(of="brig", kind="location", by=0, difficulty=7, skills=("politics",), total=-2)
TABLE = Board(players=(Player(), Player()), active=1, die=4, track=3, drawn=("ambush",), check=CHECK)


def told(why: str, board: Board = TABLE) -> str:
    fact = NothingHappened[Board](why)
    return plain(fact.say(board, board, NAMES), NAMES)


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        ("the turn is over", "the turn of Bob is over"),
        ("there is time to act", "Bob may act"),
        ("the crisis is resolved", "Ambush is resolved"),
        ("the check is totalled", "the check counts -2; it takes 7 to pass"),
        ("the die decides: it is not so", "the die counts 4, which is not what mattered"),
        ("no jump is prepared", "no jump is prepared: the fleet marker stays at 3"),
        ("1 more", "1 card more to be drawn"),
        ("2 more", "2 cards more to be drawn"),
        ("1 raiders act", "one raider acts"),
        ("1 heavy-raider to be destroyed", "1 heavy raider is to be destroyed"),
        ("somebody is to become president", "somebody is to become President"),
        ("somebody is to go to sickbay", "somebody is to be sent to Sickbay"),
        ("activated: launch raiders", "the basestars are to launch raiders"),
        ("set-up is over", "set-up is over"),
    ],
)
def test_what_stands_on_the_table_is_told_with_it(why: str, sentence: str):
    assert told(why) == sentence


def test_what_was_written_before_anything_lay_on_the_table_is_told_without():
    assert told("the crisis is resolved", Board()) == "the crisis is resolved"
    assert told("the check is totalled", Board()) == "the check is totalled"


def test_nothing_is_retold_that_is_never_said():
    package = Path(telling.__file__).parent
    written = "".join(path.read_text() for path in package.glob("*.py") if path.name != "telling.py")
    gone = [why for why in (*telling.TOLD, *telling.OF_THE_TABLE) if why.removeprefix("the die decides: ") not in written]
    assert not gone


def test_a_choice_says_whether_it_is_the_check():
    checked, plain_one = Board(drawn=("bomb-threat",)), Board(drawn=("water-shortage-a",))
    assert plain(TakeWay(1).say(checked, checked, NAMES), NAMES) == "do without the skill check"
    assert plain(TakeWay(1).say(plain_one, plain_one, NAMES), NAMES) == "take the second option"
    chosen = WayChosen(0, "bomb-threat", 0)
    assert plain(chosen.say(checked, checked, NAMES), NAMES) == "Ada wants the skill check of Bomb Threat"
