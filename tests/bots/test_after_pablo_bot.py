"""The bot for After Pablo trades, leads and stays solvent, and rests on nothing but its seed, its view and its offers."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest

import domain.games  # noqa: F401 - registers the rulesets
from bots import Choice, make, play
from bots.heuristic.after_pablo import Heuristic
from bots.heuristic.after_pablo.scores import SCORES
from domain.games.after_pablo.final import ENDINGS
from domain.kernel import Game, Slots, awaited, key_of, offers, redealt, ruleset_named
from domain.kernel.game import GameOf
from domain.table.seeds import ForgoSeed
from tests.table import Table, random_game

RULES = ruleset_named("after_pablo")
GAMES = 40


def open_offers(game: Game[Any], seat: int) -> list[Choice]:
    return [choice for choice in offers(RULES, game, seat) if choice[1].barred is None]


# playing ------------------------------------------------------------------------------------------------------------------
def test_it_beats_dice_at_a_table_for_two() -> None:
    wins = 0.0
    for number in range(GAMES):
        me = number % 2
        bots = [make("heuristic" if seat == me else "random", RULES, seat, number) for seat in range(2)]
        outcome = RULES.outcome(play(RULES, bots, Slots(f"match {number // 2}".encode()))[0].board)
        assert outcome is not None
        wins += (me in outcome.winners) / len(outcome.winners)
    assert wins >= 0.9 * GAMES


@pytest.mark.parametrize("seats", RULES.seats)
def test_among_its_like_it_trades_leads_and_does_not_go_broke(seats: int) -> None:
    """Several crossings and sales a seat, a lead that changes hands, points for luxuries, hardly a loan."""
    facts = Counter[str]()
    for number in range(4):
        game, log = play(RULES, [Heuristic(RULES, seat, number) for seat in range(seats)], Slots(f"like {number}".encode()))
        outcome = RULES.outcome(game.board)
        assert outcome is not None
        assert outcome.ending in (*ENDINGS, "shared")
        facts.update(type(record.fact).__name__ for record in log)
    for fact, least in {"CocaineBought": 4, "CrossingEnded": 4, "CocaineSold": 8, "LuxuryBought": 4, "LeaderChanged": 8}.items():
        assert facts[fact] >= least * seats, fact
    assert facts["MoneyBorrowed"] <= 2 * seats


# plain positions ------------------------------------------------------------------------------------------------------------
def answer(table: Table, seat: int) -> str:
    """The key of what the bot takes there."""
    return key_of(Heuristic(RULES, seat, 0).choose(table.view(seat), open_offers(table.game, seat))[1].command)


def begun(**me: Any) -> tuple[Table, int]:
    """A table at the first choice of an action, and the seat that has it; with these values of its own."""
    table = Table(RULES, 2, 1)
    seat = awaited(table.game)[0]
    table.arrange(f"hand:{seat}")
    for name, value in me.items():
        table.adjust(f"players.{seat}.{name}", value)
    return table, seat


def test_every_command_has_a_score() -> None:
    assert set(SCORES) == set(RULES.wire.commands) - {ForgoSeed}, "which is offered alone"


def test_a_lead_that_is_to_be_had_is_taken() -> None:
    table, seat = begun(cash=30)
    assert answer(table, seat) == "do-influence-business"


def test_five_cubes_with_five_vehicles_cross() -> None:
    table, seat = begun(cocaine=5, cash=0)
    table.arrange("row", "token-01", "token-02", "token-03", "token-04", "token-05")
    table.arrange(f"hand:{seat}", "cowboy-yellow-1", "cowboy-yellow-2", "assassin-wild", "guerrilla-wild", "friend-wild-1")
    assert answer(table, seat) == "cross"


def test_it_sells_first_where_it_is_safe() -> None:
    table, seat = begun(cocaine=2, pawn="crossing")
    table.do(seat, "sell-abroad")
    for city, card in {"los-angeles": "snitch-question", "san-diego": "assassin-wild"}.items():
        table.arrange(f"city:{city}", card)
    assert answer(table, seat) != "sell-to:los-angeles"


# what it rests on -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", RULES.seats)
def test_in_a_twin_world_it_takes_the_same(seats: int) -> None:
    """What the seat does not know may lie otherwise: it can not tell."""
    moved, shuffler = 0, random.Random(seats)
    for _, game, views in random_game(RULES, seats, "twins").waits():
        for seat in awaited(game):
            board, true = game.board, game.board.piles()
            dealt = redealt(true, views[seat].board.piles(), RULES.back, lambda cards: shuffler.sample(cards, len(cards)))
            for name, pile in dealt.items():
                moved += pile != true[name]
                board = board.lay(name, pile)
            twin: Game[Any] = GameOf(board, game.agenda, game.length, game.serial, game.luck)
            here, there = open_offers(game, seat), open_offers(twin, seat)
            taken = Heuristic(RULES, seat, 7).choose(views[seat], here)
            assert taken in here
            assert taken == Heuristic(RULES, seat, 7).choose(views[seat], there)
    assert moved > 100


def game_of_bots() -> str:
    """The digest of a game among three of them."""
    log = play(RULES, [Heuristic(RULES, seat, 3) for seat in range(3)], Slots(b"again"))[1]
    return sha256(b"\n".join(map(RULES.wire.encode, log))).hexdigest()


def test_in_another_process_it_plays_the_same_game() -> None:
    code = "from tests.bots.test_after_pablo_bot import game_of_bots; print(game_of_bots())"
    env = {**os.environ, "PYTHONHASHSEED": "2", "PYTHONPATH": os.pathsep.join(sys.path)}
    there = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
    assert there.stdout.strip() == game_of_bots()
