"""The bot for Battlestar Galactica jumps, fights, helps and betrays, and rests on nothing but its seed, its view and its offers."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

from msgspec.structs import replace

import domain.games  # noqa: F401 - registers the rulesets
from bots import Choice, play
from bots.heuristic.battlestar_galactica import Heuristic
from bots.heuristic.battlestar_galactica.outlook import Outlook
from bots.heuristic.battlestar_galactica.scores import SCORES
from domain.games.battlestar_galactica.board import Check
from domain.games.battlestar_galactica.components import components
from domain.kernel import Game, GameOf, Pile, Record, Slots, awaited, key_of, offers, redealt, ruleset_named
from domain.table.seeds import ForgoSeed
from tests.table import Table, random_game

RULES = ruleset_named("battlestar_galactica")
CAST = {"characters": "kara-thrace,laura-roslin,saul-tigh,galen-tyrol", "start": "0"}


def open_offers(game: Game[Any], seat: int) -> list[Choice]:
    return [choice for choice in offers(RULES, game, seat) if choice[1].barred is None]


@cache
def games() -> list[tuple[Game[Any], list[Record[Any]]]]:
    """Games of three to six bots among themselves, a little easier for humans."""
    found: list[tuple[Game[Any], list[Record[Any]]]] = []
    for number in range(24):
        seats = (3, 4, 3, 5, 6)[number % 5]
        options = {"difficulty": "easier-for-humans"}
        found.append(play(RULES, [Heuristic(RULES, seat, number) for seat in range(seats)], Slots(f"like {number}".encode()), options))
    return found


# playing ------------------------------------------------------------------------------------------------------------------
def test_humans_and_cylons_both_win_sometimes() -> None:
    endings = Counter(game.board.result.ending for game, _ in games())
    assert endings["humans-reach-kobol"] >= 4, endings
    assert len(endings) >= 3, endings
    assert endings.total() - endings["humans-reach-kobol"] >= 5, endings


def test_it_does_what_each_side_is_there_for() -> None:
    facts = Counter(type(record.fact).__name__ for _, log in games() for record in log)
    least = {
        "DestinationChosen": 60,
        "CardAdded": 300,
        "CylonShipsDestroyed": 60,
        "PilotLaunched": 5,
        "QuorumPlayed": 20,
        "CylonRevealed": 5,
        "CardTaken": 2,
        "Spoke": 50,
    }
    assert not {fact: (facts[fact], n) for fact, n in least.items() if facts[fact] < n}


# plain positions ------------------------------------------------------------------------------------------------------------
def table(seat: int, at: str) -> Table:
    """A table at which everybody has passed up to the action of that seat, who stands there."""
    table = Table(RULES, 4, "plain", {**CAST, "start": str(seat)})
    while table.asked() != [("Act", seat)]:
        asked = table.asked()[0][1]
        table.do(asked, "pass" if "pass" in table.keys(asked) else table.keys(asked)[0])
    table.adjust(f"players.{seat}.at", at)
    return table


def answer(table: Table, seat: int) -> str:
    return key_of(Heuristic(RULES, seat, 1).choose(table.view(seat), open_offers(table.game, seat))[1].command)


def test_it_jumps_when_the_drives_are_ready() -> None:
    plain = table(2, "ftl-control")
    plain.arrange("loyalty:2", "not-a-cylon")
    plain.adjust("track", 4)
    assert answer(plain, 2) == "use-location"


def test_a_pilot_shoots_what_is_there() -> None:
    plain = table(0, "front")
    plain.arrange("loyalty:0", "not-a-cylon")
    plain.arrange("hand:0")
    plain.adjust("basestars.0.area", "")
    assert answer(plain, 0) == "fire:raider"


def test_vipers_shoot_at_what_they_are_likely_to_hit() -> None:
    plain = table(2, "command")
    plain.arrange("loyalty:2", "not-a-cylon")
    out = Outlook(plain.view(2).board, 2)
    assert out.prey("raider") > out.prey("heavy-raider") > out.prey("basestar-0")
    assert out.prey("basestar-0", galactica=True) > out.prey("heavy-raider")


def test_it_goes_far_rather_than_cheaply() -> None:
    plain = table(2, "command")
    board = replace(plain.view(2).board, distance=0)
    far, near = (next(it for it in components().destinations if it.distance == n) for n in (3, 1))
    assert Outlook(board, 2).destination(far.id) > Outlook(board, 2).destination(near.id)
    last = Outlook(replace(board, distance=7), 2)
    gained = last.destination(far.id) - last.destination(near.id)
    assert gained == last.effects(far.does) - last.effects(near.does)  # farther than Kobol is nothing gained


def test_it_keeps_its_cards_when_the_check_is_out_of_reach() -> None:
    plain = table(0, "command")
    board = plain.view(0).board.player(0, loyalty=Pile(("not-a-cylon",)), hand=Pile(("executive-order-1",)))
    board = replace(board, check=Check("guilt-by-collusion", "crisis", 0, 9, ("leadership", "tactics")), pot_pile=Pile((None, None)))
    assert Outlook(board, 0).wants == 0
    near = replace(board, pot_pile=Pile((None, None, "declare-emergency-5", "declare-emergency-5")))
    assert Outlook(near, 0).wants > 0
    assert Outlook(near.player(0, hand=Pile(("executive-order-1",) * 4)), 0).wants == Outlook(near, 0).wants


def test_a_cylon_reveals_himself_when_it_hurts() -> None:
    plain = table(2, "command")
    plain.arrange("loyalty:2", "cylon-morale")
    assert answer(plain, 2) != "reveal:cylon-morale"
    plain.adjust("turn", 9)
    plain.adjust("dials.morale", 1)
    plain.adjust("distance", 5)
    assert answer(plain, 2) == "reveal:cylon-morale"


# what it rests on -------------------------------------------------------------------------------------------------------------
def test_every_command_has_a_worth() -> None:
    assert SCORES.keys() == set(RULES.wire.commands) - {ForgoSeed}, "which is offered alone"


def test_the_same_seed_view_and_offers_give_the_same_choice_whatever_is_hidden() -> None:
    played, rng = random_game(RULES, 4, "pure"), random.Random(3)
    for n, game, views in played.waits():
        if n % 7 or game.over:
            continue
        seat = awaited(game)[0]
        board = game.board
        for name, pile in redealt(
            board.piles(), views[seat].board.piles(), RULES.back, lambda cards: rng.sample(cards, len(cards))
        ).items():
            board = board.lay(name, pile)
        other = GameOf(board, game.agenda, game.length, game.serial, game.luck)
        first = Heuristic(RULES, seat, 5).choose(views[seat], open_offers(game, seat))
        assert Heuristic(RULES, seat, 5).choose(views[seat], open_offers(other, seat)) == first
