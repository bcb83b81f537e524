"""A dispute over HTTP, from the claim to the game that goes on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.disputes import Remedy
from domain.kernel import Place
from ledger import DisputeReceipt, Ledger
from ledger.signing import dispute_said, signed
from replay.dispute_file import examine
from tests.api.served import Served, Table, serving
from tests.disputes.arguing import CLAIM, RULING, Bench
from tests.ledger.playing import sql


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("disputes")) as served:
        yield served


def ends(table: Table) -> list[int]:
    """The records after which a batch ends."""
    log = table.records()
    return [record["index"] - 1 for record in log[1:] if record["fact"]["type"] == "Answered"] + [len(log)]


def test_a_dispute_is_filed_argued_ruled_appealed_ruled_again_and_closed_and_the_rewound_game_goes_on(served: Served):
    table, dice = served.table("duel", 2), random.Random(5)
    bench = Bench(served, table, "Ruth", "Sam")
    before, at = table.view()["version"], ends(table)[-1]
    for _ in range(2):
        table.step(dice)
    after = table.view()["version"]
    dispute = bench.file(1, records=[before + 1, after], sought={"kind": "rewind", "at": at}, deadline=2**45)
    assert table.view()["disputes"] == [dispute]

    bench.say(0, dispute, "statements", {"text": "I see nothing wrong with it."})
    bench.say("Ruth", dispute, "look")
    bench.say("Ruth", dispute, "pause")
    bench.say("Ruth", dispute, "ruling", RULING)
    bench.say(1, dispute, "appeal", {"grounds": "Ruth has not read the second sentence."})
    rewind = {**RULING, "remedy": {"kind": "rewind", "at": at}}
    assert bench.barred("Ruth", dispute, "ruling", rewind) == "disputes.ruling.another"
    bench.say("Sam", dispute, "ruling", rewind)
    assert table.view()["version"] == after, "nothing is carried out before the dispute is closed"
    bench.say("Sam", dispute, "close")

    found = bench.read(dispute)
    fork = found["outcome"]["fork"]
    assert found["state"] == "closed"
    assert [record["text"].split()[0] for record in found["log"]] == [
        "disputes", "states:", "looks", "pauses", "rules", "appeals:", "rules", "closes"
    ]  # fmt: skip
    assert (found["filed_by"], found["paused"]) == ({"seat": 1, "name": "P1"}, False)
    assert [one["arbiter"] for one in found["rulings"]] == ["Ruth", "Sam"]
    assert found["rulings"][1]["rules"][0]["text"] == "In the first turns nobody raids."
    assert found["rulings"][1]["content"] == served.http.get("/v1/rulesets/duel").json()["content"]

    view = table.view()
    assert (view["disputes"], view["hold"]["dispute"], view["hold"]["game"]) == ([], dispute, fork)
    held = table.take(*next((seat, free[0]) for seat in table.seats if (free := table.free(seat))))
    assert (held.status_code, held.json()["type"]) == (409, "/problems/held")
    assert (held.json()["dispute"], held.json()["game"]) == (dispute, fork)

    other = Table(served, {"id": fork, "tokens": table.tokens, "spectator": None}, 2)
    assert at < other.view()["version"] <= at + 2, "it leaves there, and its deck is dealt anew as far as nobody knew it"
    assert other.records()[at]["fact"]["dispute"] == dispute
    assert other.step(dice), "the tokens of the game that was left open the one that goes on"
    family = {one["id"]: one for one in table.get("/forks").json()["games"]}
    assert dispute in family[fork]["reason"]
    assert family[fork]["at"] == at


def test_every_answer_is_a_receipt_that_the_head_of_the_log_agrees_with(served: Served):
    bench = Bench(served, served.table("duel", 2))
    key = served.http.get("/v1/key").json()["key"]
    dispute = bench.file()
    heard = bench.say(1, dispute, "statements", {"text": "No."})
    receipt = heard["receipt"]
    assert receipt == bench.read(dispute)["head"]
    assert (receipt["dispute"], receipt["index"], heard["index"]) == (dispute, 2, 2)
    exported = served.http.get(f"/v1/disputes/{dispute}/export")
    assert exported.headers["Content-Type"].startswith("application/jsonl")
    found = examine(exported.content, key, [msgspec.convert(receipt, DisputeReceipt)])
    assert (found.bad, found.records) == (None, 2)
    said = dispute_said(*(receipt[field] for field in ("dispute", "index", "leaf", "link", "head")))
    assert signed(key, receipt["signature"], said)


def test_the_same_key_says_the_same_thing_once(served: Served):
    bench = Bench(served, served.table("duel", 2), "Uma")
    first = bench.file(key="k1")
    assert bench.file(key="k1") == first
    assert bench.table.view()["disputes"] == [first]
    again = bench.post(0, f"{bench.table.url}/disputes", {**CLAIM, "claim": "Another."}, "k1")
    assert (again.status_code, again.json()["type"]) == (422, "/problems/key-reused")
    for who, what, body in (
        (0, "statements", {"text": "Twice."}),
        ("Uma", "look", None),
        ("Uma", "pause", None),
        ("Uma", "resume", None),
        ("Uma", "ruling", RULING),
        (1, "appeal", {"grounds": "No."}),
    ):
        heard = bench.say(who, first, what, body, key=what)
        assert bench.say(who, first, what, body, key=what) == heard
        if body:
            other = {**body, next(iter(body)): "Otherwise."}
            assert bench.post(who, f"/v1/disputes/{first}/{what}", other, what).json()["type"] == "/problems/key-reused"
    replayed = bench.post(0, f"/v1/disputes/{first}/statements", {"text": "Twice."}, "statements")
    assert replayed.headers["Idempotent-Replayed"] == "true"
    assert len(bench.read(first)["log"]) == 7


def test_who_may_speak_and_who_may_judge(served: Served):
    bench, stranger = Bench(served, served.table("duel", 2), "Vic"), served.table("duel", 2)
    dispute = bench.file()
    address = f"/v1/disputes/{dispute}"
    for what, body in (("statements", {"text": "x"}), ("appeal", {"grounds": "x"})):
        assert bench.post("Vic", f"{address}/{what}", body).status_code == 403
    for what, body in (("look", None), ("pause", None), ("resume", None), ("ruling", RULING), ("close", None)):
        assert bench.post(0, f"{address}/{what}", body).status_code == 403
        assert bench.post(None, f"{address}/{what}", body).status_code == 401
        assert served.http.post(f"{address}/{what}", headers=stranger.auth(0), json=body).status_code == 401
    assert bench.post("Vic", f"{bench.table.url}/disputes", CLAIM).status_code == 403
    assert bench.post(None, f"{bench.table.url}/disputes", CLAIM).status_code == 401
    served.house.ledger.disputes.arbiters.dismiss("Vic")
    assert bench.post("Vic", f"{address}/pause").status_code == 401
    for unknown in ("nonsense", "%00", "00000000-0000-4000-8000-000000000000"):
        assert served.http.get(f"/v1/disputes/{unknown}").json()["type"] == "/problems/unknown-dispute"


def test_precedents_are_found_by_ruleset_rule_state_and_words(served: Served):
    bench = Bench(served, served.table("duel", 2), "Wim")
    one = bench.file(claim="The LAWYER was called off.", rule="duel.lawyer")
    two = bench.file(claim="A medic gave two lives.", rule=None)
    bench.say("Wim", two, "ruling", {**RULING, "facts": "He drank Öl.", "rules": ["duel.medic", "duel.medic.full"]})
    private = Bench(served, served.table("duel", 2, watch="invited"))
    hidden = private.file(claim="A lawyer among friends.")

    def found(token: int | str | None = None, at: Bench = bench, **asked: str) -> list[str]:
        answer = served.http.get("/v1/disputes", params={"limit": "200", **asked}, headers=at.auth(token)).raise_for_status()
        return [summary["id"] for summary in answer.json()["disputes"] if summary["id"] in (one, two, hidden)]

    assert found() == found(ruleset="duel") == found(ruleset="duel@1") == [two, one], "newest first"
    assert found(ruleset="bad_company") == []
    assert found(rule="duel.lawyer") == [one]
    assert found(rule="duel.medic.full") == [two], "a ruling cites it"
    assert found(state="ruled") == [two]
    assert found(q="lawyer CALLED") == [one]
    assert found(q="öl") == [two]
    assert found(q="lawyer medic") == []
    assert found(game=bench.table.id, q="medic") == [two]
    assert found("Wim") == [hidden, two, one], "an arbiter knows all of them"
    assert found(game=private.table.id) == []
    assert found(0, private, game=private.table.id) == [hidden]
    assert served.http.get(f"/v1/disputes/{hidden}").status_code == served.http.get(f"/v1/disputes/{hidden}/export").status_code == 403
    assert served.http.get(f"/v1/disputes/{hidden}", headers=private.auth(1)).status_code == 200
    page = served.http.get("/v1/disputes?limit=1").json()
    assert served.http.get(f"/v1/disputes?limit=1&cursor={page['cursor']}").json()["disputes"][0]["id"] != page["disputes"][0]["id"]
    assert served.http.get("/v1/disputes?ruleset=chess").status_code == 404


def test_what_was_ruled_stands_beside_the_result_and_the_log_stays_as_it_was(served: Served):
    table = served.table("duel", 2)
    bench = Bench(served, table, "Xia")
    table.finish(random.Random(3))
    log = table.records()
    for remedy in ({"kind": "adjust", "winners": [1], "scores": [0, 9]}, {"kind": "void"}, {"kind": "stand"}):
        dispute = bench.file(records=[1, len(log)], rule=None, sought=remedy)
        bench.say("Xia", dispute, "ruling", {**RULING, "remedy": remedy})
        bench.say("Xia", dispute, "close")
        outcome = bench.read(dispute)["outcome"]
        assert ({field: value for field, value in outcome["remedy"].items() if value is not None}, outcome["fork"]) == (remedy, None)
    served.house.follower.catch_up()
    lobby = served.http.get("/").text
    assert f"/disputes/{dispute}" not in lobby, "what stands needs no words"
    assert "result adjusted by a ruling</a><br>" in lobby
    assert "void by a ruling" in lobby
    row = next(row for row in served.http.get("/v1/games").json()["games"] if row["id"] == table.id)
    for shown in (row["rulings"], table.view()["rulings"]):
        assert [one["remedy"]["kind"] for one in shown] == ["adjust", "void"]
        assert shown[0]["remedy"]["winners"] == [1]
    assert table.view()["hold"] is None, "a game that is over can not be held"
    assert table.records() == log
    assert bench.post(0, f"{table.url}/forks", {"at": len(log)}).status_code == 201, "and is forked as ever"


def test_a_damaged_dispute_says_where_and_holds_up_nothing_else(served: Served):
    bench = Bench(served, served.table("duel", 2))
    dispute = bench.file()
    bench.say(1, dispute, "statements", {"text": "No."})
    sql(served.folder / "ledger.db", "UPDATE dispute_records SET leaf = x'00' WHERE originator_id = ? AND originator_version = 2", dispute)
    for answer in (served.http.get(f"/v1/disputes/{dispute}"), bench.post(0, f"/v1/disputes/{dispute}/statements", {"text": "x"})):
        problem = answer.json()
        assert (answer.status_code, problem["type"], problem["dispute"], problem["record"]) == (500, "/problems/damaged", dispute, 2)
    assert bench.table.view()["disputes"] == [dispute]
    assert served.http.get(f"/v1/disputes?game={bench.table.id}").json()["disputes"][0]["id"] == dispute
    assert bench.table.step(random.Random(1))


def test_bots_wait_while_a_game_is_paused_and_go_on_by_themselves_when_it_is_resumed(served: Served):
    game = served.house.ledger.create("duel", [Place("Ada", "random"), Place("Ben", "random")]).id
    table = Table(served, {"id": game, "tokens": {}, "spectator": None}, 2)
    bench = Bench(served, table, "Zoe")
    dispute = served.house.ledger.disputes.file(game, 0, (1, 2), "Wrong.", Remedy("stand")).dispute.id
    bench.say("Zoe", dispute, "pause")
    before = table.view()["version"]
    served.house.moved(game)
    with table.stream(last=before) as events:
        assert next(events).kind == "dispute", "nothing else has happened"
        bench.say("Zoe", dispute, "resume")
        kinds = [event.kind for event in events]  # until it is over
    assert kinds.count("record") == table.view()["version"] - before > 0
    assert not table.view()["agenda"]


def test_the_table_is_told_at_once_of_what_happens_in_its_disputes(tmp_path: Path):
    with serving(tmp_path, heartbeat=60) as served:
        bench = Bench(served, served.table("duel", 2), "Yves")
        with bench.table.stream(last=bench.table.view()["version"]) as events:
            dispute = bench.file()
            told = next(events)
            assert (told.id, told.kind, told.data["disputes"], told.data["hold"]) == (None, "dispute", [dispute], None)
            bench.say("Yves", dispute, "pause")
            told = next(events)
            assert told.data["hold"]["dispute"] == dispute
            assert told.data["changed"] == [{"id": dispute, "state": "filed", "index": 2}]
            with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as elsewhere:  # another process, as far as the server knows
                elsewhere.disputes.resume(dispute, "Yves")
            assert next(events).data["hold"] is None
