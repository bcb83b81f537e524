"""Bots at served tables answer through the ledger, until a person is awaited or the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Thread

import pytest

from bots import UnknownBot
from domain.kernel import Answered, Place, address_of, awaited, offers
from ledger import Ledger
from replay.robots import Robots


def table(ledger: Ledger, bots: Sequence[str | None], seed: str = "3") -> str:
    places = [Place(f"p{seat}", bot) for seat, bot in enumerate(bots)]
    return ledger.create("duel", places, {"seed": seed}).id


def test_bots_alone_play_to_the_end(ledger: Ledger):
    game = table(ledger, ["random"] * 4)
    told: list[int] = []
    assert Robots(ledger).answer(game, told.append) == told[-1] == ledger.sitting(game).version
    assert ledger.sitting(game).game.over
    assert Robots(ledger).answer(game) == told[-1]


def test_they_stop_where_a_person_is_awaited_and_go_on_after_him(ledger: Ledger):
    game = table(ledger, ["random", None, "random"])
    robots, acted = Robots(ledger), 0
    while True:
        robots.answer(game)
        now = ledger.sitting(game)
        if now.game.over:
            break
        assert set(awaited(now.game)) == {1}
        owed, offer = next(choice for choice in offers(now.ruleset, now.game, 1) if choice[1].barred is None)
        ledger.act(game, 1, address_of(owed, offer))
        acted += 1
    answered = [record.fact.seat for record in ledger.records(game) if isinstance(record.fact, Answered)]
    assert answered.count(1) == acted > 3
    assert {0, 1, 2} == set(answered)


def test_a_table_of_persons_is_left_alone(ledger: Ledger):
    game = table(ledger, [None, None])
    before = ledger.sitting(game).version
    assert Robots(ledger).answer(game) == before


def test_the_same_seed_is_the_same_game_and_no_seed_another(ledger: Ledger):
    logs = []
    for seed in ("11", "11", "12", "", ""):
        game = table(ledger, ["random"] * 3, seed)
        Robots(ledger).answer(game)
        logs.append([record for record in ledger.records(game) if record.index > 1])
    assert logs[0] == logs[1]
    assert logs[1] != logs[2]
    assert logs[3] != logs[4]


def test_two_that_answer_at_once_play_one_game(ledger: Ledger):
    alone = table(ledger, ["random"] * 3)
    Robots(ledger).answer(alone)
    game = table(ledger, ["random"] * 3)
    threads = [Thread(target=Robots(ledger).answer, args=(game,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ledger.records(game) == ledger.records(alone)


def test_a_bot_that_is_not_there_is_named(ledger: Ledger):
    with pytest.raises(UnknownBot, match="no bot called clever plays duel; there is random"):
        Robots(ledger).answer(table(ledger, ["clever", "random"]))


def test_in_a_fork_nobody_plays_on_by_itself(ledger: Ledger):
    game = table(ledger, ["random"] * 3)
    Robots(ledger).answer(game)
    fork = ledger.fork(game, 60)
    assert Robots(ledger).answer(fork.id) == fork.version


def test_bots_of_a_fork_with_fresh_luck_play_another_game(ledger: Ledger):
    game = table(ledger, ["random"] * 3)
    Robots(ledger).answer(game)
    ends = set()
    for _ in range(4):
        fork = ledger.fork(game, 40, luck="fresh", places={seat: Place("bot", "random") for seat in range(3)})
        ends.add(Robots(ledger).answer(fork.id))
        assert ledger.sitting(fork.id).game.over
    assert len(ends) > 1
