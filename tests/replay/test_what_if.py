"""What could have come: shares with their intervals, continuations that follow from a seed, and the curve over a whole game."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from bots import UnknownBot
from domain.kernel import ARBITER, Place, evolve, seen_by
from domain.table.redeal import last_open
from ledger import Ledger, SecretAnswer, StillPlaying, UnknownRecord, UnknownSeat
from replay.cores import fulfilled
from replay.curve import beginnings, drawn, wanted
from replay.intervals import certain, share, wilson
from replay.robots import Robots
from replay.tape import Tape
from replay.what_if import Continued, Order, Stage, allied, counted, leaving, orders
from tests.toy import RULESET

MIDDLE = 60  # a record somewhere in the duel


@pytest.fixture(scope="module")
def tape(played: tuple[Path, str]) -> Tape:
    """The finished duel, which nobody changes here."""
    with Ledger.open(f"sqlite:{played[0] / 'ledger.db'}") as ledger:
        return Tape.load(ledger, played[1])


# intervals -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # worked examples that are printed in the literature
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
        (0, 20, 0.0, 0.1611),
        (5, 10, 0.2366, 0.7634),
        (20, 20, 0.8389, 1.0),
        (0, 1, 0.0, 0.7935),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_intervals_are_those_worked_out_by_hand(count: int, of: int, low: float, high: float):
    assert wilson(count, of) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    mirrored = wilson(of - count, of)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx(wilson(count, of))


def test_none_of_them_and_all_of_them_reach_the_very_end():
    assert wilson(0, 7)[0] == 0
    assert wilson(7, 7)[1] == 1
    assert share(0, 7).high < 0.5 < share(7, 7).low
    assert (certain(True).low, certain(True).high, certain(False).high) == (1, 1, 0)


@pytest.mark.parametrize(("count", "of"), [(0, 0), (3, 2), (-1, 5)])
def test_no_trials_make_no_share(count: int, of: int):
    with pytest.raises(ValueError, match="is no share"):
        wilson(count, of)


# hidden cards ----------------------------------------------------------------------------------------------------------
def test_hands_stay_and_the_order_that_nobody_knows_is_another_one_in_every_continuation(tape: Tape):
    stage, at = Stage(tape, "random", 1), leaving(tape, MIDDLE)
    true = tape.at(at).board
    begun = [stage.left(at, k) for k in range(8)]
    assert len({game.board.deck.cards for game, _ in begun}) == 8
    for game, dealt in begun:
        assert Counter(game.board.deck.cards) == Counter(true.deck.cards)
        assert [player.hand for player in game.board.players] == [player.hand for player in true.players]
        for seat in range(3):
            seen = tape.through(seat).at(at)
            told = seen
            for record in seen_by(dealt, seat):
                told = evolve(told, record)
            assert told.board == seen.board, "no seat sees that anything happened to the cards"


def test_what_one_seat_could_not_know_is_dealt_anew_and_what_it_knew_is_not(tape: Tape):
    stage, at = Stage(tape, "random", 1, "unknown:1"), leaving(tape, MIDDLE, "unknown:1")
    true = tape.at(at).board
    hands = {game.board.players[0].hand.cards for game, _ in (stage.left(at, k) for k in range(12))}
    assert len(hands) > 1
    assert {game.board.players[1].hand for game, _ in (stage.left(at, k) for k in range(12))} == {true.players[1].hand}
    assert stage.continued(at, 0).length > at


def test_luck_that_can_not_be_had(tape: Tape):
    with pytest.raises(ValueError, match="luck of its own"):
        leaving(tape, MIDDLE, "same")
    with pytest.raises(ValueError, match="luck is same, fresh or unknown:SEAT"):
        leaving(tape, MIDDLE, "bad")
    with pytest.raises(UnknownSeat):
        leaving(tape, MIDDLE, "unknown:3")
    secret = next(n for n in range(tape.length) if tape.waits(n) and last_open(RULESET, tape.records[:n], 0) != n)
    with pytest.raises(SecretAnswer):
        leaving(tape, secret, "unknown:0")


# continuations ---------------------------------------------------------------------------------------------------------
def test_the_same_seed_gives_the_same_continuations_and_another_seed_others(tape: Tape):
    at = leaving(tape, MIDDLE)
    once, again, other = (Stage(tape, "random", seed).fulfil(Order(at, 0, 12)) for seed in (1, 1, 2))
    assert once == again
    assert once != other
    assert len({one.length for one in once}) > 1, "each has luck of its own"
    assert len({Stage(tape, "random", seed).left(at, k)[0].board.deck for seed in (1, 2) for k in (0, 1)}) == 4
    assert Stage(tape, "random", 1).fulfil(Order(at, 5, 7)) == once[5:7], "a continuation follows from its number alone"


def test_one_core_and_two_find_the_same(tape: Tape):
    at = leaving(tape, MIDDLE)
    alone = sorted(fulfilled(tape, orders(at, 10), "random", 3, 1))
    shared = sorted(fulfilled(tape, orders(at, 10), "random", 3, 2))
    assert alone == shared
    assert [order for order, _ in alone] == [(at, 0, 4), (at, 4, 8), (at, 8, 10)]


def test_who_stops_listening_stops_the_work_after_the_continuation_under_way(tape: Tape):
    stage, at, looks = Stage(tape, "random", 1), leaving(tape, MIDDLE), iter([False, False, True, True])
    assert len(stage.fulfil(Order(at, 0, 4), lambda: next(looks))) == 2
    listening = fulfilled(tape, [Order(at, 0, 1), Order(at, 1, 20_000)], "random", 1, 1, gently=True)
    assert len(next(listening)[1]) == 1
    since = time.monotonic()
    listening.close()  # waits for the process that plays
    assert time.monotonic() - since < 15, "it would have had half a minute of work left, at the least"


def test_a_game_that_is_being_played_is_refused(ledger: Ledger):
    game = ledger.create("duel", [Place("Ada"), Place("Bob")]).id
    tape = Tape.load(ledger, game)
    for refused in (lambda: leaving(tape, 1), lambda: wanted(tape, 10)):
        with pytest.raises(StillPlaying, match="is still being played"):
            refused()


def test_a_record_inside_a_batch_steps_back_to_the_end_of_the_batch_before(tape: Tape):
    inside = next(n for n in range(MIDDLE, tape.length) if not tape.waits(n))
    at = leaving(tape, inside)
    assert at < inside
    assert tape.waits(at)
    assert not any(tape.waits(n) for n in range(at + 1, inside + 1))
    assert leaving(tape, at) == at


def test_nothing_is_left_to_play_at_the_end_or_before_the_first_question(tape: Tape):
    with pytest.raises(ValueError, match="nothing is left to play; ask for an earlier record"):
        leaving(tape, tape.length)
    with pytest.raises(ValueError, match="ask for a later record"):
        leaving(tape, 1)
    with pytest.raises(UnknownRecord):
        leaving(tape, tape.length + 1)


def test_an_unknown_bot_is_refused(tape: Tape):
    with pytest.raises(UnknownBot, match="no bot called oracle"):
        Stage(tape, "oracle", 1)


def test_shares_of_outcomes_and_what_really_happened(tape: Tape):
    found = [Continued((0,), "gold", 90), Continued((1, 2), "glory", 100), Continued((0,), "gold", 120), Continued((), "ruin", 110)]
    told = counted(tape, 61, 60, "random", 1, 8, found)
    assert {ending: (of.count, of.of) for ending, of in told.endings.items()} == {"gold": (2, 4), "glory": (1, 4), "ruin": (1, 4)}
    assert next(iter(told.endings)) == "gold"
    assert [seat.share for seat in told.seats] == [0.5, 0.25, 0.25]
    assert [(side.seats, side.wins.count) for side in told.sides] == [((0,), 2), ((1, 2), 1)]
    assert (told.played, told.wanted, told.length, told.records) == (4, 8, 105, tape.length)
    assert told.really == RULESET.outcome(tape.at().board)
    with pytest.raises(ValueError, match="no continuation"):
        counted(tape, 60, 60, "random", 1, 8, [])


@pytest.mark.parametrize(
    ("winners", "together"),
    [
        ([(0, 2), (1,), (0, 2)], ((0, 2), (1,), (3,))),  # who never won is nobody's ally
        ([(0, 1), (1,)], ((0,), (1,), (2,), (3,))),  # once one of them won alone
        ([(0, 1, 3), (2,)], ((0, 1, 3), (2,))),
        ([()], ((0,), (1,), (2,), (3,))),
    ],
)
def test_seats_that_always_win_together_are_one_side(winners: list[tuple[int, ...]], together: tuple[tuple[int, ...], ...]):
    assert allied(4, winners) == together


# the curve -------------------------------------------------------------------------------------------------------------
def test_a_curve_leaves_from_the_first_question_of_every_turn(tape: Tape):
    found = beginnings(tape)
    assert len(found) > 5
    assert all(tape.waits(n) for n in found)
    assert [(m.turn, m.seat) for m in found.values()] == sorted({(m.turn, m.seat) for m in found.values()})
    assert len(beginnings(tape, 3)) <= 3
    assert set(beginnings(tape, 3)) < set(found)
    assert len(wanted(tape, 6)) == 2 * len(found)


def test_a_curve_ends_in_certainty_for_who_really_won(tape: Tape):
    some = [order for n in list(beginnings(tape))[::4] for order in orders(n, 4)]
    curve = drawn(tape, "random", 1, 4, fulfilled(tape, some, "random", 1, 1))
    winners = curve.really.winners
    assert winners == (RULESET.outcome(tape.at().board) or curve.really).winners
    assert sorted(seat for side in curve.sides for seat in side) == [0, 1, 2]
    last = curve.points[-1]
    assert (last.at, last.played) == (tape.length, 0)
    for side, chance in zip(curve.sides, last.chances, strict=True):
        assert (chance.low, chance.share, chance.high) == ((1, 1, 1) if side[0] in winners else (0, 0, 0))
    for point in curve.points[:-1]:
        assert point.played == 4
        assert all(chance.of == 4 and chance.low < chance.high for chance in point.chances)
    assert [point.at for point in curve.points] == sorted(point.at for point in curve.points)


def test_shortly_before_the_end_who_really_won_wins_most_often(ledger: Ledger):
    game = ledger.create("duel", [Place("A", "random"), Place("B", "random")], {"seed": "3"}).id
    Robots(ledger).answer(game)
    tape = Tape.load(ledger, game, ARBITER)
    at = leaving(tape, tape.length - 1)
    told = counted(tape, at, at, "random", 1, 20, Stage(tape, "random", 1).fulfil(Order(at, 0, 20)))
    assert max(seat.share for seat in told.seats) == told.seats[told.really.winners[0]].share
