"""What stands otherwise, what a record rested on, and what became of a family, over HTTP and through each eye."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from tests.api.served import Served, Table, serving

BOTS = {str(seat): {"name": f"Bot {seat}", "bot": "random"} for seat in range(2)}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("questions")) as served:
        yield served


@pytest.fixture(scope="module")
def finished(served: Served) -> Table:
    table = served.table("duel", 2, seed="questions")
    table.finish(random.Random(1))
    return table


@pytest.fixture(scope="module")
def fork(served: Served, finished: Table) -> dict[str, int | str]:
    """A fork that a bot and a person play: it stays open."""
    wanted = {"at": 40, "luck": "fresh", "reason": "what if", "seats": {"1": BOTS["1"]}}
    return served.http.post(f"{finished.url}/forks", json=wanted).raise_for_status().json()


def played(served: Served, game: str) -> None:
    """Wait until the bots of a game have finished it."""
    end = time.monotonic() + 60
    while not served.house.ledger.sitting(game).game.over:
        assert time.monotonic() < end, f"the bots did not finish {game}"
        time.sleep(0.02)


def test_a_record_is_compared_with_the_one_before_it_and_with_any_other(finished: Table):
    drawn = next(n for n, record in enumerate(finished.records(), 1) if record["fact"]["type"] == "CardDrawn")
    (hand, deck) = finished.get(f"/at/{drawn}/diff?as=public").json()["changes"]
    assert (hand["path"], deck["path"]) == ("players.0.hand", "deck")
    assert hand["text"].endswith(": hand 0 -> 1 cards")
    told = finished.get(f"/at/{drawn}/diff?as=arbiter").json()["changes"][0]["text"]
    assert "hand +" in told
    last = finished.view()["version"]
    later = finished.get(f"/at/{last}/diff?from=20").json()
    assert (later["at"], later["since"], later["of"], later["parted"]) == (last, 20, finished.id, None)
    back = finished.get(f"/at/20/diff?from={last}").json()["changes"]
    assert {(one["path"], str(one["before"])) for one in back} == {(one["path"], str(one["after"])) for one in later["changes"]}
    assert finished.get("/at/9999/diff").json()["type"] == "/problems/unknown-record"
    assert finished.get("/at/20/diff?from=9999").json()["type"] == "/problems/unknown-record"


def test_two_games_of_a_family_are_compared_and_strangers_are_not(served: Served, finished: Table, fork: dict[str, int | str]):
    at = int(fork["at"])
    there = f"/v1/games/{fork['id']}"
    alike = served.http.get(f"{there}/at/{at + 1}/diff?of={finished.id}&from={at}").json()
    assert (alike["parted"], alike["since"], alike["changes"]) == (at, at, [])
    ends = finished.get(f"/at/45/diff?of={fork['id']}").json()
    assert (ends["parted"], ends["of"], ends["since"]) == (at, fork["id"], fork["version"])
    stranger = served.table("duel", 2)
    refused = finished.get(f"/at/20/diff?of={stranger.id}")
    assert (refused.status_code, refused.json()["type"]) == (422, "/problems/bad-request")
    assert "only games that share a parent are compared" in refused.json()["detail"]
    assert finished.get("/at/20/diff?of=nothing").json()["type"] == "/problems/unknown-game"


def test_an_open_game_is_not_looked_into_through_a_game_that_is_over(finished: Table, fork: dict[str, int | str]):
    for eye in ("arbiter", "0", "1"):
        assert finished.get(f"/at/45/diff?of={fork['id']}&as={eye}").status_code == 403
    assert finished.get(f"/at/45/diff?of={fork['id']}&as=public").status_code == 200


def test_an_open_fork_tells_only_that_it_is_played_and_a_finished_game_who_won(served: Served, finished: Table, fork: dict[str, int | str]):
    family = {kin["id"]: kin for kin in served.http.get(f"/v1/games/{fork['id']}/forks").json()["games"]}
    here, there = family[finished.id], family[str(fork["id"])]
    assert (here["state"], there["state"]) == ("finished", "open")
    assert " won" in here["told"]
    assert there["told"] == "being played"
    assert (there["luck"], there["reason"], there["at"]) == ("fresh", "what if", fork["at"])
    assert [seat["bot"] for seat in there["seats"]] == [None, "random"]


def test_where_watchers_are_invited_a_table_tells_nothing_of_how_another_ended(served: Served):
    table = served.table("duel", 2, watch="invited", seed="invited")
    table.finish(random.Random(2))
    fork = served.http.post(f"{table.url}/forks", headers=table.auth(0), json={"at": 30, "luck": "fresh", "seats": BOTS}).json()
    played(served, fork["id"])
    family = {kin["id"]: kin["told"] for kin in table.get("/forks", 0).json()["games"]}
    assert " won" in family[table.id]
    assert family[fork["id"]] == "over"


def test_what_a_record_rested_on_comes_with_why(finished: Table):
    log = [record["fact"] for record in finished.records()]
    found = [finished.get(f"/at/{n}/why?as=arbiter").json()["rests"] for n, fact in enumerate(log, 1) if fact["type"] == "LifeChanged"]
    assert found
    for n, (ground,) in zip((n for n, fact in enumerate(log, 1) if fact["type"] == "LifeChanged"), found, strict=True):
        assert ground["index"] < n
        assert ": life " in ground["stood"]
        assert ground["text"]


def test_what_was_barred_says_since_when(served: Served):
    table, told = served.table("duel", 3, dict.fromkeys(range(3), "random"), seed="7"), 0
    played(served, table.id)
    for n in range(60, 110):
        could = table.get(f"/at/{n}/legal?seat={n % 3}").json()
        for bar in (choice["barred"] for choice in could.get("choices", ()) if choice["barred"] and choice["barred"]["open"]):
            assert bar["open"] < bar["since"] <= n
            told += 1
    assert told
