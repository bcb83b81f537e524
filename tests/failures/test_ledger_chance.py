"""B09, B13, B31, B49: chance that repeats itself, starts again, or can be drawn a second time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.toy  # noqa: F401 - registers the duel
from domain.kernel import Answered, batches, key_of
from ledger import Ledger
from tests.ledger.playing import play, seats, step


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as opened:
        yield opened


def decks(ledger: Ledger, game: str) -> tuple[str, ...]:
    """All that was shuffled before the first decision."""
    return tuple(str(order) for record in ledger.records(game) if (order := getattr(record.fact, "order", None)))


def test_b09_a_thousand_games_are_all_different(ledger: Ledger):
    dealt = {decks(ledger, ledger.create("duel", seats(2)).id) for _ in range(1000)}
    assert len(dealt) == 1000


def test_b09_a_seed_is_on_record_and_gives_the_same_game_in_any_store(ledger: Ledger, tmp_path: Path):
    with Ledger.open(f"sqlite:{tmp_path}/elsewhere/ledger.db") as elsewhere:  # with another master key
        games = [(at, at.create("duel", seats(3), {"seed": "9"}).id) for at in (ledger, ledger, elsewhere)]
        logs = []
        for at, game in games:
            play(at, game, seed=9)
            assert at.sitting(game).options["seed"] == "9"
            logs.append(at.records(game))
        assert logs[0] == logs[1] == logs[2], "to the last record, times included"
        other = elsewhere.create("duel", seats(3), {"seed": "10"}).id
        assert decks(elsewhere, other) != decks(elsewhere, games[2][1])


def test_b13_the_same_command_on_the_same_position_draws_the_same_luck(ledger: Ledger):
    game = ledger.create("duel", seats(2), {"seed": "13"}).id
    play(ledger, game)
    drawing = next(batch for batch in list(batches(ledger.records(game)))[1:] if any(record.luck for record in batch) or len(batch) > 4)
    answer = drawing[0]
    assert isinstance(answer.fact, Answered)
    for _ in range(50):
        fork = ledger.fork(game, answer.index - 1)
        serial = answer.closes[0] if answer.closes else "-"
        again = ledger.act(fork.id, answer.fact.seat, f"{serial}/{key_of(answer.fact.command)}")
        assert [record.fact for record in again.records[1:]] == [record.fact for record in drawing[1:]]


def test_b31_forgetting_a_game_before_every_command_changes_nothing(ledger: Ledger, tmp_path: Path):
    kept = ledger.create("duel", seats(4), {"seed": "31"}).id
    play(ledger, kept, seed=31)
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db", kept=0) as forgetful:
        game = forgetful.create("duel", seats(4), {"seed": "31"}).id
        play(forgetful, game, seed=31)
    store, rng = f"sqlite:{tmp_path}/ledger.db", random.Random(31)
    with Ledger.open(store) as first:
        reopened = first.create("duel", seats(4), {"seed": "31"}).id
    while True:
        with Ledger.open(store) as now:  # as if the process had been started anew
            if now.sitting(reopened).game.over:
                break
            step(now, reopened, rng)
    assert ledger.records(kept) == ledger.records(game) == ledger.records(reopened)


def test_b49_the_next_draws_are_the_same_in_another_process(ledger: Ledger, tmp_path: Path):
    game = ledger.create("duel", seats(4)).id
    rng = random.Random(49)
    for _ in range(12):
        step(ledger, game, rng)
    here = ledger.sitting(game)
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as other:
        there = other.sitting(game)
        assert there.game == here.game
        assert there.game.luck == here.game.luck > 0
        assert [there.chance(there.game.luck + n, 52) for n in range(20)] == [here.chance(here.game.luck + n, 52) for n in range(20)]
