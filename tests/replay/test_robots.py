"""Bots at served tables answer through the ledger, until a person is awaited or the game is over."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import domain.games  # noqa: F401 - registers the shipped rulesets
from bots import UnknownBot, make
from domain.kernel import Answered, Game, GameOf, Place, Record, Refused, address_of, awaited, evolve, offers
from ledger import Accepted, Ledger
from ledger.acting import Choose
from replay.robots import Robots
from tests.toy import RULESET


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


def test_who_knows_a_game_by_its_id_does_not_foresee_its_bots(ledger: Ledger, tmp_path: Path):
    with Ledger.open(f"sqlite:{tmp_path / 'again' / 'ledger.db'}") as other:
        seeds = {held.bots_seed(game) for held in (ledger, other) for game in ("a", "b")}
        with Ledger.open(f"sqlite:{tmp_path / 'again' / 'ledger.db'}") as another_process:
            assert another_process.bots_seed("a") == other.bots_seed("a")
    assert len(seeds) == 4
    right, wrong = 0, 0
    for _ in range(8):  # one game has so few choices that luck might foresee them
        game = table(ledger, ["random"] * 3, "")
        foreseen = make("random", RULESET, 0, int.from_bytes(hashlib.sha256(f"bots of {game}".encode()).digest()[:8], "big"))
        Robots(ledger).answer(game)
        position = GameOf(RULESET.blank)
        for record in ledger.records(game):
            if isinstance(record.fact, Answered) and record.fact.seat == 0:
                free = [choice for choice in offers(RULESET, position, 0) if choice[1].barred is None]
                hit = foreseen.choose(position, free)[1].command == record.fact.command
                right, wrong = right + hit, wrong + (not hit)
            position = evolve(position, record)
    assert wrong > 8, f"{right} of {right + wrong} choices were foreseen"


def test_the_same_seed_is_the_same_game_and_no_seed_another(ledger: Ledger):
    logs = []
    for seed in ("11", "11", "12", "", ""):
        game = table(ledger, ["random"] * 3, seed)
        Robots(ledger).answer(game)
        logs.append([record for record in ledger.records(game) if record.index > 1])
    assert logs[0] == logs[1]
    assert logs[1] != logs[2]
    assert logs[3] != logs[4]


def test_all_that_answer_at_once_play_one_game(ledger: Ledger, tmp_path: Path):
    alone = table(ledger, ["random"] * 3)
    Robots(ledger).answer(alone)
    game = table(ledger, ["random"] * 3)
    with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as other:  # as if in another process
        threads = [Thread(target=Robots(store).answer, args=(game,)) for store in (ledger, ledger, other, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert ledger.records(game) == ledger.records(alone)


def test_bots_that_look_are_not_confused_by_others_who_play_their_seats(ledger: Ledger, tmp_path: Path):
    places = [Place(f"p{seat}", "heuristic") for seat in range(2)]
    alone, game = (ledger.create("bad_company", places, {"seed": "3"}).id for _ in range(2))
    Robots(ledger).answer(alone)
    ends: list[int] = []
    with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as other:
        threads = [Thread(target=lambda s=store: ends.append(Robots(s).answer(game))) for store in (ledger, ledger, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert ends == [ledger.sitting(alone).version] * 3
    assert ledger.records(game) == ledger.records(alone)


def test_who_loses_a_race_looks_again(ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game, alone = table(ledger, ["random", "random", None]), table(ledger, ["random", "random", None])
    Robots(ledger).answer(alone)
    with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as other:  # as if in another process
        carry_on, lost = ledger.carry_on, list[int]()

        def raced(game: str, choose: Choose, most: int = 64) -> Accepted:
            def slow(now: Game[Any], written: Sequence[Record[Any]]) -> tuple[int, str] | None:
                if written and not lost:  # in the middle of choosing, somebody else plays on
                    lost.append(Robots(other).answer(game))
                return choose(now, written)

            return carry_on(game, slow, most)

        monkeypatch.setattr(ledger, "carry_on", raced)
        assert Robots(ledger).answer(game) == lost[0]
    assert ledger.records(game) == ledger.records(alone)


def test_answers_are_committed_together_or_not_at_all(ledger: Ledger):
    game = table(ledger, ["random"] * 3)
    before = ledger.sitting(game).version

    def breaks(now: Game[Any], written: Sequence[Record[Any]]) -> tuple[int, str]:
        if len(written) > 5:
            raise RuntimeError("a bot with a bug")
        return first_free(now)

    with pytest.raises(RuntimeError, match="a bot with a bug"):
        ledger.carry_on(game, breaks)
    with pytest.raises(Refused, match="it is not offered"):
        ledger.carry_on(game, lambda now, written: first_free(now) if len(written) < 5 else (0, "0/no-such-thing"))
    ledger.forget()
    assert ledger.sitting(game).version == before
    heard: list[int] = []
    ledger.on_commit(lambda game, version: heard.append(version))
    done = ledger.carry_on(game, lambda now, written: first_free(now), most=3)
    assert [isinstance(record.fact, Answered) for record in done.records].count(True) == 3
    assert heard == [done.version] == [ledger.head(game).index]
    assert done.receipt.link == ledger.head(game).link.hex()
    assert ledger.carry_on(game, lambda now, written: None).records == []


def first_free(game: Game[Any]) -> tuple[int, str]:
    seat = awaited(game)[0]
    owed, offer = next(choice for choice in offers(RULESET, game, seat) if choice[1].barred is None)
    return seat, address_of(owed, offer)


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
