"""Looking at games: now, at any record, from memory and from the file."""

from __future__ import annotations

import random
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import GameBegan, Place, evolve, ruleset_named
from domain.kernel.game import GameOf
from ledger import Created, Ledger, UnknownGame, UnknownRecord
from tests.ledger.playing import play, seats, sql, step


def test_the_file_folds_to_the_live_game_after_every_batch(ledger: Ledger, store: Path, game: Created):
    rng, live = random.Random(4), {game.version: ledger.sitting(game.id).game}
    while not ledger.sitting(game.id).game.over:
        version = step(ledger, game.id, rng).version
        live[version] = ledger.sitting(game.id).game
    now = ledger.sitting(game.id)
    with Ledger.open(f"sqlite:{store}") as other:
        folded = list(accumulate(other.records(game.id), evolve, initial=GameOf(now.ruleset.blank)))
        for version, position in live.items():
            assert folded[version] == position
        for n in rng.sample(range(1, now.version + 1), 20):
            assert other.sitting(game.id, n).game == folded[n], "inside a batch, too"
        assert other.sitting(game.id) == now._replace(chance=other.sitting(game.id).chance)


@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4), cuts=st.lists(st.integers(0, 400), min_size=2, max_size=2))
def test_random_games_are_the_same_cold_and_warm_whole_and_in_pieces(
    tmp_path_factory: pytest.TempPathFactory, seed: int, players: int, cuts: list[int]
):
    store = tmp_path_factory.mktemp("store") / "l.db"
    with Ledger.open(f"sqlite:{store}") as warm, Ledger.open(f"sqlite:{store}", kept=0) as cold:
        game = warm.create("duel", seats(players), {"seed": str(seed)}).id
        rng = random.Random(seed)
        while not warm.sitting(game).game.over:
            accepted = step(warm, game, rng)
            assert cold.sitting(game).game == warm.sitting(game).game
            assert cold.records(game, accepted.records[0].index - 1) == accepted.records
        whole, (after, upto) = cold.records(game), sorted(cuts)
        assert cold.records(game, after, upto) == whole[after:upto]
        assert [stored.index for stored in cold.stored(game, after, upto)] == [record.index for record in whole[after:upto]]
        assert cold.records(game, after) == whole[after:]


def test_another_process_may_write_and_the_memory_follows(ledger: Ledger, store: Path, game: Created):
    with Ledger.open(f"sqlite:{store}") as other:
        rng = random.Random(3)
        for n in range(12):
            accepted = step((ledger, other)[n % 2], game.id, rng)
            assert ledger.sitting(game.id).version == other.sitting(game.id).version == accepted.version
        assert ledger.sitting(game.id).game == other.sitting(game.id).game


def test_what_is_not_there_is_said_to_be_unknown(ledger: Ledger, game: Created):
    for look in (ledger.sitting, ledger.records, ledger.stored, ledger.head, ledger.family):
        with pytest.raises(UnknownGame, match="there is no game 1234"):
            look("1234")
    with pytest.raises(UnknownGame):
        ledger.act("1234", 0, "-/pass", key="k")
    with pytest.raises(UnknownGame):
        ledger.fork("1234", 1)
    for n in (-1, 0, game.version + 1, 10**30):
        with pytest.raises(UnknownRecord, match=f"no record {n}"):
            ledger.sitting(game.id, n)
    assert ledger.records(game.id, game.version) == []
    assert ledger.eye_of("1234", "x") is None


def test_memory_is_bounded_and_holds_what_was_used_last(store: Path):
    with Ledger.open(f"sqlite:{store}", kept=3) as ledger:
        games = [ledger.create("duel", seats(2)).id for _ in range(6)]
        for game in games:
            ledger.sitting(game)
        ledger.sitting(games[3])
        ledger.sitting(games[0])
        assert list(ledger._folding.memory._held) == [games[5], games[3], games[0]]
        sql(store, "UPDATE records SET state = x'7b7d' WHERE originator_version = 1")
        for game in (games[5], games[3], games[0]):
            ledger.sitting(game)  # is not read again


def test_a_sitting_says_who_sits_where(ledger: Ledger, title: str):
    ruleset = ruleset_named(title)
    places = [Place("ann"), Place("bob", bot="random"), *seats(ruleset.seats[0] - 2)]
    game = ledger.create(title, places, {"watch": "invited"}).id
    ledger.forget()
    sitting = ledger.sitting(game)
    assert sitting.places == tuple(places)
    assert sitting.names.seats[:2] == ("ann", "bob")
    assert sitting.options == ruleset.options({"watch": "invited"})
    assert (sitting.id, sitting.ruleset, sitting.parent) == (game, ruleset, None)


@pytest.mark.parametrize(
    ("places", "options", "says"),
    [
        (seats(1), {}, "is played by 2 to 4, not by 1"),
        (seats(5), {}, "is played by 2 to 4, not by 5"),
        (seats(2), {"speed": "fast"}, "has no option speed"),
        (seats(2), {"hands": "shown"}, "hands is one of open, sealed"),
    ],
)
def test_a_game_that_can_not_be_played_is_not_begun(ledger: Ledger, store: Path, places: list[Place], options: dict[str, str], says: str):
    with pytest.raises(ValueError, match=says):
        ledger.create("duel", places, options)
    assert ledger.games() == []
    assert sql(store, "SELECT count(*) FROM tokens") == [(0,)]


def test_games_are_listed_in_the_order_they_were_begun(ledger: Ledger):
    games = [ledger.create("duel", seats(2)).id for _ in range(5)]
    play(ledger, games[2])
    assert ledger.games() == games


def test_the_first_record_says_what_is_played(ledger: Ledger, title: str):
    ruleset = ruleset_named(title)
    fair = began(ledger, ledger.create(title, seats(ruleset.seats[0]), origin="a scenario").id)
    assert (fair.ruleset, fair.edition, fair.content, fair.fair) == (ruleset.name, ruleset.edition, ruleset.content, True)
    assert fair.origin == "a scenario"
    assert not began(ledger, ledger.create(title, seats(ruleset.seats[0]), {"seed": "42"}).id).fair


def began(ledger: Ledger, game: str) -> GameBegan[Any]:
    """The first fact of a game."""
    fact = ledger.records(game, upto=1)[0].fact
    assert isinstance(fact, GameBegan)
    return fact
