"""A whole game over HTTP, and what commands and views answer on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.api.served import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("commands")) as served:
        yield served


def test_a_whole_duel_with_every_seats_token(served: Served):
    dice, table = random.Random(1), served.table("duel", 4)
    assert sorted(table.tokens) == [0, 1, 2, 3]
    answers = 0
    while True:
        asked = [(seat, free) for seat in table.seats if (free := table.free(seat))]
        if not asked:
            break
        seat, free = dice.choice(asked)
        before = table.view()["version"]
        answer = table.take(seat, dice.choice(free), key=f"move-{answers}")
        assert answer.status_code == 200
        accepted = answer.json()
        assert [record["index"] for record in accepted["records"]] == list(range(before + 1, accepted["version"] + 1))
        assert accepted["records"] == table.records(seat, before)
        assert accepted["receipt"] == table.get("/head").json()
        assert accepted["receipt"]["index"] == accepted["version"] == table.view(seat)["version"]
        answers += 1
    assert answers > 5
    board = table.view()["board"]
    assert board["result"]["ending"] in ("time", "blow")
    log = table.records()
    assert sum(record["fact"]["type"] == "Answered" for record in log) == answers
    served.house.follower.catch_up()
    row = next(row for row in served.http.get("/v1/games").json()["games"] if row["id"] == table.id)
    assert (row["state"], row["awaited"], row["version"]) == ("finished", [], len(log))
    assert row["outcome"] == {key: board["result"][key] for key in ("winners", "scores", "ending")}


def test_several_offers_are_taken_one_after_the_other_or_not_at_all(served: Served):
    for seed in range(60):
        table = served.table("duel", 2, seed=f"several {seed}")
        offers = {offer["offer"].partition("/")[2] for offer in table.get("/offers", 0).json() if offer["barred"] is None}
        if "play:spy" not in offers:
            continue
        version = table.view()["version"]
        assert table.take(0, ["play:spy", "bury:True"]).json()["type"] == "/problems/reveals"  # to look is to learn something
        assert table.view()["version"] == version
        assert table.take(0, [next(o for o in table.free(0) if o.endswith("play:spy"))]).status_code == 200
        return
    pytest.fail("no seed deals seat 0 a spy")


def test_a_view_is_not_sent_twice_to_who_has_it(served: Served):
    table = served.table()
    for eye in (0, None):
        first = table.get("", eye)
        tag = first.headers["ETag"]
        for known in (tag, f'"other", W/{tag}', "*"):
            again = table.get("", eye, **{"If-None-Match": known})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        assert table.get("", eye, **{"If-None-Match": '"other"'}).status_code == 200
    assert table.get("", 0).headers["ETag"] != table.get("", 1).headers["ETag"] != table.get("").headers["ETag"]
    tag = table.get("").headers["ETag"]
    assert table.step(random.Random(1))
    assert table.get("", None, **{"If-None-Match": tag}).status_code == 200


def test_nobody_on_the_way_keeps_a_seats_view(served: Served):
    table = served.table()
    for path in ("", "/records", "/at/9", "/at/9/why", "/offers"):
        answer = table.get(path, 0)
        assert answer.headers["Cache-Control"] == "no-store", path
        assert "Authorization" in answer.headers["Vary"]
    assert table.get("").headers["Cache-Control"] == "no-cache"
    assert table.take(0, table.free(0)[0]).headers["Cache-Control"] == "no-store"


def test_a_seats_token_opens_that_seat_and_no_other_table(served: Served):
    table, other = served.table(), served.table()
    assert table.get("", 1).json()["eye"] == 1
    assert table.get("?as=1", 1).json()["eye"] == 1
    assert table.get("?as=public", 1).json()["eye"] == "public"
    assert table.get("").json()["eye"] == "public"
    assert table.get("?as=2", 1).status_code == 403
    stranger = served.http.get(table.url, headers=other.auth(1))
    assert (stranger.status_code, stranger.json()["type"]) == (401, "/problems/bad-token")
    assert stranger.headers["WWW-Authenticate"] == "Bearer"
    for header in ("Bearer", "Basic YWI6Yw==", "Bearer wrong", "wrong"):
        assert served.http.get(table.url, headers={"Authorization": header}).status_code == 401, header
    assert served.http.post(f"{table.url}/commands", json={"offer": "1/pass"}).status_code == 401
    assert table.get("/offers").status_code == 401


def test_a_spectator_may_watch_and_not_play(served: Served):
    table = served.table(watch="invited")
    assert table.get("", "public").status_code == 200
    refused = served.http.post(f"{table.url}/commands", headers=table.auth("public"), json={"offer": "1/pass"})
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/forbidden")


def test_the_lobby_is_listed_in_pages_and_can_be_sifted(served: Served):
    tables = [served.table("duel", 2).id for _ in range(5)]
    served.house.follower.catch_up()
    first = served.http.get("/v1/games?limit=2&ruleset=duel&state=open").json()
    second = served.http.get(f"/v1/games?limit=2&ruleset=duel@1&state=open&cursor={first['next']}").json()
    assert [row["id"] for row in (*first["games"], *second["games"])] == tables[:0:-1]
    assert all(row["awaited"] == [0] for row in first["games"])
    assert all(row["state"] == "finished" for row in served.http.get("/v1/games?state=finished").json()["games"])
    assert served.http.get("/v1/games?ruleset=bad_company").json()["games"] == []


def test_bots_answer_by_themselves_and_leave_people_to_answer(served: Served):
    table = served.table("duel", 3, bots={1: "random", 2: "random"})
    assert sorted(table.tokens) == [0], "a bot needs no token"
    dice, waited = random.Random(2), 0
    while True:
        view = table.view()
        if not view["agenda"]:
            break
        if free := table.free(0, asked=True):
            assert table.take(0, dice.choice(free)).status_code == 200
        else:
            waited += 1
            assert waited < 2000, "the bots do not answer"
    assert view["board"]["result"] is not None


def test_what_can_be_played_is_listed_with_its_rules_and_parts(served: Served):
    listed = {ruleset["id"]: ruleset for ruleset in served.http.get("/v1/rulesets").json()["rulesets"]}
    duel = listed["duel@1"]
    assert (duel["seats"], duel["bots"], duel["title"]) == ([2, 3, 4], ["random"], "Duel")
    assert {option["name"] for option in duel["options"]} == {"hands", "watch", "seed", "seeds", "raids"}
    book = served.http.get("/v1/rulesets/duel").json()
    for rule in book["rules"]:
        assert served.http.get(f"/v1/rulesets/duel@1/rules/{rule['id']}").json() == rule
    assert {"duel.raid", "table.answer"} <= {rule["id"] for rule in book["rules"]}
    parts = served.http.get("/v1/rulesets/duel/components").json()
    assert parts["names"]["grand-piano"] == "Grand Piano"
    assert parts["content"] == book["content"]
    assert [card["id"] for card in parts["files"]["cards.yaml"]["cards"]] == ["raid", "lawyer", "cash", "medic", "spy"]
