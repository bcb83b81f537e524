"""Every bot has one face: it is called by name, sees what its seat sees, and chooses the same whenever it is asked the same."""

from __future__ import annotations

from typing import Any, ClassVar
from zlib import crc32

import msgspec
import pytest

import domain.games  # noqa: F401 - registers the shipped rulesets
import tests.toy  # noqa: F401 - registers the toy ruleset
from bots import Choice, Dice, UnknownBot, Views, make, names_of, play
from domain.kernel import Answered, Game, GameOf, Slots, evolve, offers, redealt, ruleset_named, seen_by

DUEL = ruleset_named("duel")


class Looker:
    """Plays by what it sees, and keeps all that it was shown."""

    needs_view: ClassVar[bool] = True

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.shown: list[Game[Any]] = []

    def choose(self, view: Game[Any], offers: list[Choice]) -> Choice:
        self.shown.append(view)
        return offers[crc32(msgspec.json.encode(view.board)) % len(offers)]


def dice(seats: int, seed: int = 1) -> list[Dice]:
    return [Dice(DUEL, seat, seed) for seat in range(seats)]


@pytest.mark.parametrize("seats", DUEL.seats)
def test_bots_play_games_to_their_end(seats: int) -> None:
    game, log = play(DUEL, dice(seats), Slots(b"a table"))
    assert game.over
    assert DUEL.outcome(game.board) is not None
    assert [record.index for record in log] == list(range(1, len(log) + 1))


def test_the_same_seed_and_chance_give_the_same_game_and_another_seed_another() -> None:
    assert play(DUEL, dice(3), Slots(b"s")) == play(DUEL, dice(3), Slots(b"s"))
    assert play(DUEL, dice(3), Slots(b"s"))[1] != play(DUEL, dice(3, seed=2), Slots(b"s"))[1]


def test_dice_take_every_offer_about_as_often() -> None:
    _, log = play(DUEL, dice(2), Slots(b"s"))
    game = GameOf(DUEL.blank)
    for record in log:
        game = evolve(game, record)
        if record.index == 20:
            break
    free = [(None, offer) for offer in range(4)]
    counts = [0] * 4
    for seed in range(4000):
        counts[Dice(DUEL, 0, seed).choose(game, free)[1]] += 1  # pyright: ignore[reportArgumentType, reportCallIssue] - any list will do
    assert all(850 < count < 1150 for count in counts), counts


def test_dice_are_given_no_board() -> None:
    views = Views(DUEL, ())
    game, _ = play(DUEL, dice(2), Slots(b"s"))
    view = views.of(0, game)
    assert view.board == DUEL.blank
    assert (view.length, view.agenda, view.serial) == (game.length, game.agenda, game.serial)


def test_a_bot_that_looks_is_shown_the_fold_of_what_its_seat_may_read() -> None:
    bots = [Looker(seat) for seat in range(3)]
    _, log = play(DUEL, bots, Slots(b"looking"))
    for bot in bots:
        assert bot.shown
        for view in bot.shown:
            fresh = GameOf(DUEL.blank)
            for record in seen_by(log[: view.length], bot.seat):
                fresh = evolve(fresh, record)
            assert view == fresh


def test_a_bot_chooses_the_same_in_a_twin_world() -> None:
    """What a seat does not know is dealt anew: it is offered the same, sees the same, and takes the same."""
    bots = [Looker(seat) for seat in range(3)]
    _, log = play(DUEL, bots, Slots(b"twins"))
    game: Game[Any] = GameOf(DUEL.blank)
    moved = asked = 0
    for record in log:
        if isinstance(record.fact, Answered):
            seat, view = record.fact.seat, Views(DUEL, [record.fact.seat], log[: game.length]).of(record.fact.seat, game)
            true, board = game.board.piles(), game.board
            for name, pile in redealt(true, view.board.piles(), DUEL.back, lambda cards: sorted(cards, reverse=True)).items():
                moved += pile != true[name]
                board = board.lay(name, pile)
            twin = GameOf(board, game.agenda, game.length, game.serial, game.luck)
            for bot in (Looker(seat), Dice(DUEL, seat, 5)):
                asked += 1
                assert bot.choose(view, free(game, seat)) == bot.choose(view, free(twin, seat))
        game = evolve(game, record)
    assert asked > 20
    assert moved > 20


def free(game: Game[Any], seat: int) -> list[Choice]:
    return [choice for choice in offers(DUEL, game, seat) if choice[1].barred is None]


def test_bots_are_called_by_name() -> None:
    assert isinstance(make("random", DUEL, 0, 1), Dice)
    assert names_of(DUEL) == ("random",)
    company = ruleset_named("bad_company")
    assert names_of(company) == ("random", "heuristic")
    assert [make(name, company, 1, 1).needs_view for name in names_of(company)] == [False, True]
    with pytest.raises(UnknownBot, match="no bot called heuristic plays duel; there is random"):
        make("heuristic", DUEL, 0, 1)


def test_an_option_that_the_ruleset_does_not_have_is_refused_before_play() -> None:
    with pytest.raises(ValueError, match="duel has no option colour"):
        play(DUEL, dice(2), Slots(b"s"), {"colour": "red"})
