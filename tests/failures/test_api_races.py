"""Commands that meet, come twice, come late or are refused (B05, B06, B54), and connections that break (B12, B46, B47)."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import pytest

from ledger import Ledger
from tests.api.served import Served, Table, serving
from tests.api.vault import RULESET

SEATS = 4


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("races")) as served:
        yield served


def at_once(table: Table, chosen: dict[int, str], order: list[int]) -> dict[int, httpx.Response]:
    """All answers sent at the same moment, or as nearly so as threads do it, the first of `order` perhaps a little sooner."""
    ready = Barrier(len(chosen))

    def send(seat: int) -> httpx.Response:
        ready.wait(10)
        return table.take(seat, chosen[seat])

    with ThreadPoolExecutor(len(chosen)) as pool:
        return {seat: answer.result() for seat, answer in {seat: pool.submit(send, seat) for seat in order}.items()}


def lowest(table: Table) -> dict[int, str]:
    """For every seat that is asked, the first of its free offers by name."""
    return {seat: min(free) for seat in table.tokens if (free := table.free(seat))}


def test_four_secret_choices_at_the_same_version_are_all_accepted_once_and_their_order_does_not_matter(served: Served):
    """B05."""
    ends = list[Any]()
    for order in range(8):
        table = served.table(RULESET.name, SEATS, seed="the same")
        seats, rounds = list(table.seats), 0
        while chosen := lowest(table):
            if len(chosen) == 1:
                ((seat, offer),) = chosen.items()
                assert table.take(seat, offer).status_code == 200
                continue
            version = table.view()["version"]
            random.Random(order * 100 + rounds).shuffle(seats)
            answers = at_once(table, chosen, seats)
            assert [answer.status_code for answer in answers.values()] == [200] * SEATS
            new = table.records(after=version)
            commits = [record for record in new if record["fact"]["type"] == "CardCommitted"]
            assert sorted(record["fact"]["seat"] for record in commits) == list(table.seats)
            assert all(record["fact"]["card"] is None for record in commits)
            shown = [record["fact"]["type"] for record in new].index("CardsShown")
            assert shown > max(new.index(record) for record in commits), "nothing is turned up before the last has chosen"
            rounds += 1
        assert rounds == 5
        ends.append(table.get("?as=arbiter").json()["board"])
    assert all(end == ends[0] for end in ends)


def test_of_many_that_send_the_same_answer_one_is_accepted_and_the_others_hear_that_it_is_no_longer_offered(served: Served):
    table = served.table()
    offer = table.free(0)[0]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: table.take(0, offer), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert {answer.json()["type"] for answer in answers if answer.status_code == 409} == {"/problems/not-offered"}
    assert sum(record["fact"]["type"] == "Answered" for record in table.records()) == 1


def test_an_idempotency_key_carries_a_request_out_once_however_often_and_however_fast_it_comes(served: Served):
    table = served.table()
    offer = table.free(0)[0]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: table.take(0, offer, key="once"), range(6)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1, "the same request has the same answer, byte for byte"
    assert sum(answer.headers.get("Idempotent-Replayed") == "true" for answer in answers) == 5
    assert sum(record["fact"]["type"] == "Answered" for record in table.records()) == 1
    other = table.take(0, offer + ":other", key="once")
    assert (other.status_code, other.json()["type"]) == (422, "/problems/key-reused")


def test_a_refusal_says_which_rule_or_version_stood_against_it_and_appends_nothing(served: Served):
    """B06: and looking again does not change that."""
    table = served.table("duel", 2, seed="7")
    version = table.view()["version"]
    barred = next(offer for offer in table.get("/offers", 0).json() if offer["barred"])
    for _ in range(2):
        refused = table.take(0, barred["offer"])
        assert refused.status_code == 409
        problem = refused.json()
        assert (problem["type"], problem["rule"]) == ("/problems/barred", barred["barred"]["rule"])
        assert problem["wording"] == barred["barred"]["text"]
        assert served.http.get(f"/v1/rulesets/duel/rules/{problem['rule']}").json()["text"] == problem["wording"]
        stale = table.take(0, table.free(0)[0], expected_version=version - 1)
        assert (stale.status_code, stale.json()["type"]) == (409, "/problems/stale")
        assert (stale.json()["expected"], stale.json()["current"]) == (version - 1, version)
        unknown = table.take(0, "999/pass")
        assert (unknown.status_code, unknown.json()["type"]) == (409, "/problems/not-offered")
        turn = table.take(1, table.free(0)[0])
        assert (turn.status_code, turn.json()["type"]) == (409, "/problems/not-offered")
        assert table.view(0)["version"] == version
        assert table.get("/head").json()["index"] == version


def test_of_several_offers_one_that_reveals_must_be_the_last(served: Served):
    table = served.table("duel", 2, seed="8")
    version = table.view()["version"]
    refused = table.take(0, [table.free(0)[0], "pass"])  # to pass draws a card for the next seat
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/reveals")
    assert table.view()["version"] == version


def test_a_finished_game_says_so(served: Served):
    table = served.table("duel", 2)
    table.finish(random.Random(1))
    version = table.view()["version"]
    for offer in ("1/pass", "-/play:medic", "pass"):
        refused = table.take(0, offer)
        assert (refused.status_code, refused.json()["type"]) == (409, "/problems/finished")
    assert table.get("/offers", 0).json() == []
    assert table.view()["version"] == version


def test_a_broken_stream_goes_on_exactly_where_it_broke_off(served: Served):
    """B12, B46: the rest comes once and in order, one's own move among it, and what was decided on the old view is refused."""
    dice = random.Random(9)
    table = served.table(RULESET.name, 3)
    for _ in range(6):
        table.step(dice)
    seen = []
    with table.stream(1) as events:
        for event in events:
            seen.append(event)
            if event.id == table.view()["version"]:
                break
    last = seen[-1].id
    assert last is not None
    own = next(seat for seat in table.tokens if table.free(seat))
    for _ in range(3):
        table.step(dice)
    late = table.take(own, "1/pass", expected_version=last)
    assert (late.status_code, late.json()["type"]) == (409, "/problems/stale")
    version = table.view()["version"]
    rest = []
    with table.stream(1, last) as events:
        table.step(dice)  # one more comes while it listens
        for event in events:
            rest.append(event)
            if len(rest) > 1 and event.id == table.view()["version"]:
                break
    assert rest[-1].id > version
    assert [event.id for event in (*seen, *rest)] == list(range(1, rest[-1].id + 1))
    assert [event.data for event in (*seen, *rest)] == table.records(1)[: rest[-1].id]


def test_a_stream_of_a_finished_game_ends_and_says_not_to_come_again(served: Served):
    table = served.table("duel", 2)
    with table.stream() as events:
        table.finish(random.Random(10))
        heard = [event.id for event in events]  # ends because the server closes it
    version = table.view()["version"]
    assert heard == list(range(1, version + 1))
    assert table.get("/stream", None, **{"Last-Event-ID": str(version)}).status_code == 204
    with table.stream(None, version - 2) as events:
        assert [event.id for event in events] == [version - 1, version]
    ahead = table.get("/stream", None, **{"Last-Event-ID": str(version + 1)})
    assert (ahead.status_code, ahead.json()["type"]) == (404, "/problems/unknown-record")


def test_what_another_process_writes_reaches_the_streams_of_this_one(tmp_path: Path):
    with serving(tmp_path, heartbeat=30) as one, serving(tmp_path, heartbeat=30) as two:
        table = one.table("duel", 2)
        there = Table(two, {"id": table.id, "tokens": table.tokens, "spectator": None}, 2)
        with there.stream(0) as events:
            first = [next(events).id for _ in range(table.view()["version"])]
            table.step(random.Random(11))
            version = table.view()["version"]
            rest = [next(events).id for _ in range(version - len(first))]
        assert first + rest == list(range(1, version + 1))


def test_what_a_stream_told_is_in_the_store(served: Served):
    """B47: nothing is told before it is durable. Every event that arrives is found by a reader with a connection of its own."""
    table, dice = served.table("duel", 2), random.Random(12)
    with table.stream(0) as events, sqlite3.connect(f"{served.folder / 'ledger.db'}") as store:
        for _ in range(5):
            for _ in range(table.view()["version"]):
                event = next(events)
                found = store.execute("SELECT 1 FROM records WHERE originator_id = ? AND originator_version = ?", (table.id, event.id))
                assert found.fetchall() == [(1,)]
                if event.id == table.view()["version"]:
                    break
            table.step(dice)
    store.close()


def test_a_stream_to_which_nothing_happens_does_not_look_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(tmp_path, heartbeat=30) as served:
        table = served.table("duel", 2)
        with table.stream(0) as events:
            table.step(random.Random(1))
            for _ in range(table.view()["version"]):
                next(events)
            looks = list[str]()
            sitting = Ledger.sitting
            monkeypatch.setattr(Ledger, "sitting", lambda self, game, at=None: (looks.append(game), sitting(self, game, at))[1])
            time.sleep(0.3)
            assert len(looks) <= 2
            table.step(random.Random(2))
            assert next(events).data["fact"]["type"] == "Answered"
