"""The bot for Breaking Bad makes, sells, hunts and defends itself, and rests on nothing but its seed, its view and its offers."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import domain.games  # noqa: F401 - registers the rulesets
from bots import Choice, make, play
from bots.heuristic.breaking_bad import Heuristic
from bots.heuristic.breaking_bad.scores import SCORES
from domain.games.breaking_bad.setup import legal_choices
from domain.kernel import Game, Slots, awaited, key_of, offers, redealt, ruleset_named
from domain.kernel.game import GameOf
from domain.table.seeds import ForgoSeed
from tests.table import Table, random_game

RULES = ruleset_named("breaking_bad")
CAST = {"characters": "hank-schrader,walter-white,gus-fring,tuco-salamanca"}


def open_offers(game: Game[Any], seat: int) -> list[Choice]:
    return [choice for choice in offers(RULES, game, seat) if choice[1].barred is None]


# playing ------------------------------------------------------------------------------------------------------------------
def test_it_beats_dice() -> None:
    """One bot that thinks among three that do not wins twice as often as it would by luck, whomever it plays."""
    wins, games = 0, 40
    for number in range(games):
        me = number % 4
        bots = [make("heuristic" if seat == me else "random", RULES, seat, number) for seat in range(4)]
        outcome = RULES.outcome(play(RULES, bots, Slots(f"match {number}".encode()))[0].board)
        assert outcome is not None
        wins += me in outcome.winners
    assert wins >= 0.5 * games


@pytest.mark.parametrize("seats", RULES.seats)
def test_among_its_like_it_pursues_what_its_team_is_there_for(seats: int) -> None:
    facts = Counter[str]()
    for number in range(3):
        game, log = play(RULES, [Heuristic(RULES, seat, number) for seat in range(seats)], Slots(f"like {number}".encode()))
        outcome = RULES.outcome(game.board)
        assert outcome is not None
        assert len(log) < 5_000
        facts.update(type(record.fact).__name__ for record in log)
    for fact, least in {"CrystalSold": 10, "CrystalsGained": 8, "LabShutDown": 3, "Fired": 1, "LawyerCalled": 1, "FightBegan": 3}.items():
        assert facts[fact] >= least, fact


def test_every_side_wins_sometimes() -> None:
    winners = Counter[str | None]()
    for number in range(24):
        seats = 4 + number % 2  # at a fuller table the two agents win most
        game, _ = play(RULES, [Heuristic(RULES, seat, number) for seat in range(seats)], Slots(f"side {number}".encode()))
        winners[game.board.result.team] += 1
    assert {"dea", "heisenberg", "los-pollos", "juarez"} <= winners.keys(), winners


# plain positions ------------------------------------------------------------------------------------------------------------
def answer(table: Table, seat: int) -> str:
    return key_of(Heuristic(RULES, seat, 1).choose(table.view(seat), open_offers(table.game, seat))[1].command)


def test_it_sells_what_wins() -> None:
    table = Table(RULES, 4, "sell", {**CAST, "start": "1"})
    table.adjust("teams.heisenberg.sold", 11)
    assert answer(table, 1) == "sell"


def test_it_starts_up_its_lab_with_the_best_chemist() -> None:
    table = Table(RULES, 4, "lab", {**CAST, "start": "1"})
    table.adjust("players.1.stash", 0)
    table.arrange("hand:1", "badger", "todd-alquist")
    assert answer(table, 1) == "start-up:todd-alquist:heisenberg"


def test_an_agent_raids_the_last_lab() -> None:
    table = Table(RULES, 4, "raid", {**CAST, "start": "0"})
    table.arrange("hand:0", "dea-raid", "seizure")
    for team in ("heisenberg", "juarez"):
        table.adjust(f"teams.{team}.labs", [])
    table.adjust("teams.los_pollos.labs", ["lab-p1"])
    assert answer(table, 0) == "play:dea-raid:los-pollos"


def test_who_goes_to_jail_calls_the_lawyer() -> None:
    table = Table(RULES, 4, "jail", {**CAST, "start": "1"})
    table.adjust("patrol", [{"id": "dea-patrol", "team": "dea", "by": 0}])
    for seat, hand in enumerate((["dea-gunfire"], ["heisenberg-better-call-saul"], [], [])):
        table.arrange(f"hand:{seat}", *hand)
    table.do(1, "sell")
    assert answer(table, 0) == "catch-criminal:dea-gunfire"
    table.do(0, "catch-criminal:dea-gunfire")
    table.do(1, "pass")
    assert answer(table, 1) == "rescue-loser:heisenberg-better-call-saul"


# what it rests on -------------------------------------------------------------------------------------------------------------
def test_every_command_has_a_worth() -> None:
    assert SCORES.keys() == set(RULES.wire.commands) - {ForgoSeed}, "which is offered alone"


def test_the_same_seed_view_and_offers_give_the_same_choice_whatever_is_hidden() -> None:
    table, rng = random_game(RULES, 6, "pure"), random.Random(3)
    for n, game, views in table.waits():
        if n % 7 or game.over:
            continue
        seat = awaited(game)[0]
        view = views[seat]
        board = game.board
        for name, pile in redealt(board.piles(), view.board.piles(), RULES.back, lambda cards: rng.sample(cards, len(cards))).items():
            board = board.lay(name, pile)
        other = GameOf(board, game.agenda, game.length, game.serial, game.luck)
        first = Heuristic(RULES, seat, 5).choose(view, open_offers(game, seat))
        assert Heuristic(RULES, seat, 5).choose(view, open_offers(other, seat)) == first


def test_every_legal_cast_plays_to_an_end() -> None:
    for seats in RULES.seats:
        for number, cast in enumerate(legal_choices(seats)[:: max(1, len(legal_choices(seats)) // 3)]):
            game, _ = play(
                RULES, [Heuristic(RULES, seat, 1) for seat in range(seats)], Slots(bytes([number])), {"characters": ",".join(cast)}
            )
            assert game.over
