"""Looking back at a game, leaving it, and what is left of one that was damaged."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel import ARBITER, PUBLIC
from tests.api.served import UNDISPUTED, Served, Table, serving
from tests.api.vault import RULESET


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("history")) as served:
        yield served


@pytest.fixture(scope="module")
def finished(served: Served) -> Table:
    table = served.table("duel", 3, seed="history")
    table.finish(random.Random(1))
    return table


def test_a_finished_game_opens_every_eye_at_every_record(finished: Table):
    version = finished.view()["version"]
    for eye in (*finished.seats, PUBLIC, ARBITER):
        for n in (0, 1, 15, version // 2, version):
            view = finished.get(f"/at/{n}?as={eye}").json()
            assert (view["version"], view["eye"]) == (n, eye)
        assert len(finished.get(f"/records?as={eye}&limit=1000").json()["records"]) == version
    arbiter = finished.get(f"/at/20?as={ARBITER}").json()["board"]
    assert None not in arbiter["deck"]["cards"]
    assert None in finished.get("/at/20?as=public").json()["board"]["deck"]["cards"]


def test_in_an_open_game_an_eye_looks_back_at_what_it_saw_then(served: Served):
    table, dice = served.table(RULESET.name, 2), random.Random(2)
    then = [table.view(0)]
    for _ in range(8):
        table.step(dice)
        then.append(table.view(0))
    for view in then:
        assert table.get(f"/at/{view['version']}", 0).json() | UNDISPUTED == view
        assert table.get(f"/at/{view['version']}").json()["eye"] == PUBLIC
    assert table.get(f"/at/{then[0]['version']}?as=1", 0).status_code == 403


def test_why_leads_from_a_record_to_somebodys_choice(finished: Table):
    log = finished.records()
    hit = next(record for record in log if record["fact"]["type"] == "LifeChanged" and record["fact"]["by"] < 0)
    why = finished.get(f"/at/{hit['index']}/why").json()
    assert [link["index"] for link in why["chain"]] == sorted((link["index"] for link in why["chain"]), reverse=True)
    assert why["chain"][0]["rule"] == "duel.raid.hit"
    assert why["chain"][0]["wording"] == finished.http.get("/v1/rulesets/duel/rules/duel.raid.hit").json()["text"]
    assert why["chain"][-1]["type"] == "Answered" or why["moment"]["type"] == "Answered"


def test_legal_tells_what_there_was_to_choose_from_and_what_was_chosen(finished: Table):
    log = finished.records()
    for answered in [record for record in log if record["fact"]["type"] == "Answered"][:12]:
        seat, n = answered["fact"]["seat"], answered["index"] - 1
        legal = finished.get(f"/at/{n}/legal?seat={seat}").json()
        assert legal["asked"]
        assert sum(choice["taken"] for choice in legal["choices"]) == 1
        assert not any(choice["taken"] and choice["barred"] for choice in legal["choices"])


def test_a_seat_asks_what_it_could_do_itself_while_it_plays(served: Served):
    table = served.table("duel", 2)
    version = table.view()["version"]
    legal = table.get(f"/at/{version}/legal?seat=0", 0).json()
    assert [choice["offer"] for choice in legal["choices"]] == [offer["offer"] for offer in table.get("/offers", 0).json()]
    for eye in (1, None):
        refused = table.get(f"/at/{version}/legal?seat=0", eye)
        assert (refused.status_code, refused.json()["type"]) == (409, "/problems/still-playing")


def test_a_fork_leaves_at_the_end_of_a_batch_and_is_a_game_of_its_own(served: Served, finished: Table):
    before = finished.get("/records?limit=1000").content
    log = finished.records()
    inside = next(record["index"] for record in log[30:] if record["fact"]["type"] == "Answered")  # the first of a batch
    made = served.http.post(f"{finished.url}/forks", json={"at": inside, "luck": "same", "seats": {"1": {"name": "Bot", "bot": "random"}}})
    assert made.status_code == 201
    fork = made.json()
    assert fork["at"] == inside - 1
    assert fork["version"] >= inside
    assert made.headers["Location"] == f"/v1/games/{fork['id']}"
    assert sorted(fork["tokens"]) == ["0", "2"]
    table = Table(served, fork, 3)
    assert table.records()[: fork["at"]] == log[: fork["at"]]
    assert [record["text"] for record in table.records()[:5]] == [record["text"] for record in log[:5]], "names are those of then"
    table.finish(random.Random(3))
    for _ in range(200):  # the bot may be asked last
        if not table.view()["agenda"]:
            break
        table.finish(random.Random(4))
    assert not table.view()["agenda"]
    assert finished.get("/records?limit=1000").content == before
    family = served.http.get(f"/v1/games/{fork['id']}/forks").json()["games"]
    assert {kin["id"]: (kin["parent"], kin["at"]) for kin in family} == {
        finished.id: (None, None),
        fork["id"]: (finished.id, fork["at"]),
    }
    again = served.http.post(f"/v1/games/{fork['id']}/forks", json={"at": fork["at"] - 3})
    assert again.status_code == 201, "forks of forks"
    assert finished.get("/at/20", 0).status_code == 200
    assert served.http.get(f"/v1/games/{again.json()['id']}", headers=finished.auth(0)).status_code == 401, "a fork has tokens of its own"


def test_a_damaged_record_is_named_and_all_before_it_can_be_seen(tmp_path: Path):
    with serving(tmp_path) as served:
        table, other = served.table("duel", 2), served.table("duel", 2)
        for _ in range(6):
            table.step(random.Random(5))
        log = table.records()
        served.house.follower.catch_up()
    bad = 20
    with sqlite3.connect(tmp_path / "ledger.db") as store:
        store.execute(
            "UPDATE records SET state = replace(state, '\"index\"', '\"indeks\"') WHERE originator_id = ? AND originator_version = ?",
            (table.id, bad),
        )
    store.close()
    with serving(tmp_path) as served:
        there = Table(served, {"id": table.id, "tokens": table.tokens, "spectator": None}, 2)
        for path in (
            "",
            "/offers",
            f"/at/{bad}",
            f"/at/{bad}/why",
            f"/at/{bad + 1}",
            f"/records?after={bad - 1}",
            f"/records?after={bad + 3}",
            "/head",
        ):
            answer = there.get(path, 0)
            assert (answer.status_code, answer.json()["type"], answer.json()["record"]) == (500, "/problems/damaged", bad), path
        refused = there.take(0, "1/pass")
        assert (refused.status_code, refused.json()["record"]) == (500, bad)
        assert served.http.post(f"{there.url}/forks", json={"at": 3}).status_code == 500
        for n in (1, bad - 1):
            assert there.get(f"/at/{n}", 0).json()["version"] == n
            assert there.get(f"/at/{n}/why", 0).status_code == 200
        assert there.records() == log[: bad - 1]
        with there.stream() as events:
            heard = list(events)
        assert [event.id for event in heard] == [*range(1, bad), None]
        assert (heard[-1].kind, heard[-1].data["record"]) == ("problem", bad)
        assert Table(served, {"id": other.id, "tokens": other.tokens, "spectator": None}, 2).free(0), "other games go on"
        served.house.follower.rebuild()
        assert served.http.get("/readyz").json()["troubles"] == [table.id]
        rows = {row["id"]: row for row in served.http.get("/v1/games").json()["games"]}
        assert (rows[table.id]["state"], rows[table.id]["version"]) == ("damaged", bad - 1)
        assert rows[other.id]["state"] == "open"


def test_cards_are_dealt_anew_except_where_a_secret_answer_lies(served: Served, finished: Table):
    log = [record["fact"] for record in finished.records()]
    bid = next(n for n, fact in enumerate(log, 1) if fact["type"] == "BidMade" and fact["seat"] == 0)
    refused = served.http.post(f"{finished.url}/forks", json={"at": bid, "luck": "unknown:1"})
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/secret-answer")
    (clear,) = map(int, re.findall(r"Fork at record (\d+) before it", refused.json()["detail"]))
    for luck, records in {"same": 1, "fresh": 2, "unknown:1": 4}.items():
        made = served.http.post(f"{finished.url}/forks", json={"at": clear, "luck": luck})
        assert (made.status_code, made.json()["at"], made.json()["version"]) == (201, clear, clear + records)
    assert served.http.post(f"{finished.url}/forks", json={"at": 20, "luck": "unknown:7"}).json()["type"] == "/problems/unknown-seat"


def test_a_sealed_game_keeps_its_secrets_from_the_arbiters_eye_while_it_is_played(served: Served):
    table = served.table(RULESET.name, 2)
    for eye in (0, None):
        for path in ("?as=arbiter", "/at/3?as=arbiter", "/records?as=arbiter", "/stream?as=arbiter", "/at/3/why?as=arbiter"):
            refused = table.get(path, eye)
            assert (refused.status_code, refused.json()["type"]) == (403, "/problems/forbidden")
