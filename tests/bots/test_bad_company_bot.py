"""The bot for Bad Company wins, plays what it should in plain positions, and rests on nothing but its seed, its view and its offers."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

import domain.games  # noqa: F401 - registers the rulesets
from bots import Choice, Views, choose_next, make, play, seated
from bots.heuristic.bad_company import Heuristic
from bots.heuristic.bad_company.outlook import Outlook
from bots.heuristic.bad_company.scores import SCORES
from domain.games.bad_company.board import Board, Job, Marks, Member
from domain.games.bad_company.components import components
from domain.games.bad_company.heists import PutOff
from domain.games.bad_company.recruit import HireNobody
from domain.kernel import Answered, Game, Place, Record, Slots, begin, evolve, key_of, offers, redealt, ruleset_named, seen_by, take
from domain.kernel.game import GameOf
from domain.table.seeds import ForgoSeed
from tests.table import Table, random_game

RULES = ruleset_named("bad_company")
GAMES, PARTS = 200, 8
TRIGGERS = {"six-heists", "car-in-red", "police-in-red"}


def open_offers(game: Game[Any], seat: int) -> list[Choice]:
    return [choice for choice in offers(RULES, game, seat) if choice[1].barred is None]


# playing ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("part", range(PARTS))
def test_it_beats_dice_at_a_table_for_two(part: int) -> None:
    """200 games in eight parts, seats swapped: each part is won clearly, and so are 60 % of all."""
    wins = 0.0
    for number in range(part * GAMES // PARTS, (part + 1) * GAMES // PARTS):
        me = number % 2
        bots = [make("heuristic" if seat == me else "random", RULES, seat, number) for seat in range(2)]
        outcome = RULES.outcome(play(RULES, bots, Slots(f"match {number // 2}".encode()))[0].board)
        assert outcome is not None
        wins += (me in outcome.winners) / len(outcome.winners)
    assert wins >= 0.8 * GAMES / PARTS


@pytest.mark.parametrize("seats", RULES.seats)
def test_games_among_its_like_end_by_the_rules_and_complete_heists(seats: int) -> None:
    for number in range(2):
        board = play(RULES, [Heuristic(RULES, seat, number) for seat in range(seats)], Slots(f"like {number}".encode()))[0].board
        outcome = RULES.outcome(board)
        assert outcome is not None
        assert set(outcome.ending.split("+")) <= TRIGGERS
        assert sum(len(player.done) for player in board.players) >= 2 * seats
        assert board.turn <= 45


def test_it_answers_quickly() -> None:
    """Printed, not asserted: a busy machine is no fault."""
    bots = [Heuristic(RULES, seat, 1) for seat in range(2)]
    began = seated(RULES, [Place("one"), Place("other")])
    chance = Slots(b"quick")
    game, log = begin(RULES, began, chance)
    views, asked, spent = Views(RULES, range(2), log), 0, 0.0
    while not game.over:
        start = time.perf_counter()
        chosen = choose_next(RULES, game, dict(enumerate(bots)), views)
        spent += time.perf_counter() - start
        assert chosen is not None
        game, new = take(RULES, game, chosen[0], *chosen[1], chance)
        views.extend(new)
        asked += 1
    assert asked > 100
    print(f"{asked} answers, {asked / spent:,.0f} a second")


# plain positions ------------------------------------------------------------------------------------------------------------
def asked_at(table: Table, kind: str) -> int:
    """Play at random until a decision of that kind stands first, and say whose it is."""
    rng = random.Random(kind)
    for _ in range(5_000):
        for name, seat in table.asked():
            if name == kind:
                return seat
        table.step(rng)
    raise AssertionError(f"nobody was ever asked {kind}")


def answer(table: Table, seat: int) -> str:
    """The key of what the bot takes there."""
    return key_of(Heuristic(RULES, seat, 0).choose(table.view(seat), open_offers(table.game, seat))[1].command)


def with_jobs(table: Table, seat: int, *active: Job) -> None:
    table.adjust(f"players.{seat}.active", tuple({"id": j.id, "needs": marks(j.needs), "covered": marks(j.covered)} for j in active))


def marks(of: Marks) -> dict[str, int]:
    return {symbol: of[symbol] for symbol in ("lock", "hand", "mask", "flashlight")}


PORTRAIT = Job("heist-31", Marks(lock=2, hand=1, mask=3), Marks(lock=1, hand=1, mask=3))  # a lock is all that it needs
CAGE = Job("heist-05", Marks(lock=3, hand=2, mask=2), Marks())


def test_every_command_has_a_score() -> None:
    barred = {PutOff, HireNobody}  # offered only to say which rule bars them
    assert set(SCORES) == set(RULES.wire.commands) - barred - {ForgoSeed}, "which is offered alone"


@pytest.mark.parametrize("seed", range(3))
def test_a_covered_heist_is_completed_before_anything_else(seed: int) -> None:
    table = Table(RULES, 2, seed)
    seat = asked_at(table, "ChooseMember")
    with_jobs(table, seat, CAGE, Job("heist-31", PORTRAIT.needs, PORTRAIT.needs))
    assert answer(table, seat) == "complete:heist-31"


def test_a_marker_goes_where_it_finishes_a_heist() -> None:
    table = Table(RULES, 2, 5)
    while (seat := asked_at(table, "Place")) is not None and not any(key.endswith(":lock") for key in table.keys(seat)):
        table.step(random.Random(table.game.length))
    with_jobs(table, seat, CAGE, PORTRAIT)
    assert answer(table, seat) == "put:heist-31:lock"


def test_a_necklace_hangs_on_member_seven_if_nobody_brings_more() -> None:
    table = Table(RULES, 2, 1)
    seat = asked_at(table, "Wear")
    for number in range(2, 13):
        table.adjust(f"players.{seat}.gang.{number - 2}", {"number": number})
    table.adjust(f"players.{seat}.halves", ())  # members who bring nothing: only how often they are rolled counts
    assert answer(table, seat) == "hang:7"
    table.adjust(f"players.{seat}.gang.5", {"number": 7, "necklace": "gold"})
    assert answer(table, seat) in {"hang:6", "hang:8"}


def test_it_hires_while_it_can_pay_and_passes_when_it_can_not() -> None:
    table = Table(RULES, 2, 2)
    seat = asked_at(table, "Finish")
    with_jobs(table, seat, CAGE, Job("heist-31", PORTRAIT.needs, Marks()))
    table.arrange(f"hand:{seat}")
    table.adjust(f"players.{seat}.tasks", ())
    table.adjust(f"players.{seat}.recruiter", 0)
    table.adjust(f"players.{seat}.coins", 2)
    assert answer(table, seat) == "recruit"
    table.adjust(f"players.{seat}.coins", 1)
    assert answer(table, seat) == "pass"


def test_the_upgrade_that_brings_most_until_the_end_is_kept() -> None:
    table = Table(RULES, 2, 3)
    seat = asked_at(table, "KeepUpgrade")
    drawn = table.view(seat).board.players[seat].drawn.known
    taken = answer(table, seat).partition(":")[2]
    look = Outlook(table.view(seat).board, seat)
    worth = {card: look.upgrade(components().upgrade(card)) for card in drawn}
    assert worth[taken] == max(worth.values())


# what it rests on -----------------------------------------------------------------------------------------------------------
def positions(table: Table) -> Iterator[tuple[Record[Any], Game[Any], dict[int, Game[Any]]]]:
    """Each answer of a game with the position before it, and the seats' views of that."""
    game: Game[Any] = GameOf(RULES.blank)
    views = dict.fromkeys(table.seats, game)
    for record in table.log:
        if isinstance(record.fact, Answered):
            yield record, game, dict(views)
        game = evolve(game, record)
        views = {seat: evolve(view, next(seen_by((record,), seat))) for seat, view in views.items()}


@pytest.mark.parametrize("seats", RULES.seats)
def test_in_a_twin_world_it_takes_the_same(seats: int) -> None:
    """Wherever random play leads, what the seat does not know may lie otherwise: it can not tell, whoever asks it and how often."""
    moved = 0
    shuffler = random.Random(seats)
    for record, game, views in positions(random_game(RULES, seats, "twins", 350)):
        seat = getattr(record.fact, "seat")  # noqa: B009 - an answer has a seat
        view, board = views[seat], game.board
        true = board.piles()
        for name, pile in redealt(true, view.board.piles(), RULES.back, lambda cards: shuffler.sample(cards, len(cards))).items():
            moved += pile != true[name]
            board = board.lay(name, pile)
        twin: Game[Board] = GameOf(board, game.agenda, game.length, game.serial, game.luck)
        here, there = open_offers(game, seat), open_offers(twin, seat)
        bot = Heuristic(RULES, seat, 7)
        taken = bot.choose(view, here)
        assert taken in here
        assert taken == bot.choose(view, there) == Heuristic(RULES, seat, 7).choose(view, list(here))
    assert moved > 100


def game_of_bots() -> str:
    """The digest of a game among three of them."""
    log = play(RULES, [Heuristic(RULES, seat, 3) for seat in range(3)], Slots(b"again"))[1]
    return sha256(b"\n".join(map(RULES.wire.encode, log))).hexdigest()


def test_in_another_process_it_plays_the_same_game() -> None:
    code = "from tests.bots.test_bad_company_bot import game_of_bots; print(game_of_bots())"
    here = game_of_bots()
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        there = subprocess.run([sys.executable, "-c", code], env=env, check=True, capture_output=True, text=True)
        assert there.stdout.strip() == here


def test_equals_are_told_apart_by_the_seed() -> None:
    """On the same luck, bots of other seeds play another game somewhere."""
    taken: set[tuple[str, ...]] = set()
    for seed in range(3):
        log = play(RULES, [Heuristic(RULES, seat, seed) for seat in range(2)], Slots(b"equals"))[1]
        taken.add(tuple(key_of(record.fact.command) for record in log if isinstance(record.fact, Answered)))
    assert len(taken) > 1


def test_a_member_under_a_necklace_brings_a_point_more() -> None:
    table = Table(RULES, 2, 4)
    look = Outlook(table.board, 0)
    plain = Member(7)
    assert look.member(Member(7, (), "gold")) == look.member(plain) + 1
