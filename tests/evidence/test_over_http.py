"""Receipts, heads, exports and verdicts over HTTP; and every byte that an eye receives is searched for what it must not know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from domain.kernel import ARBITER, PUBLIC
from ledger import Receipt
from ledger.evidence import entitled
from ledger.signing import public_key, vouched
from replay.examine import examine
from tests.api.served import Served, Table, serving
from tests.api.vault import RULESET, named_in, shown_to
from tests.evidence.files import put_together, taken_apart


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("evidence")) as served:
        yield served


@pytest.fixture(scope="module")
def finished(served: Served) -> Table:
    table = served.table("duel", 2)
    table.finish(random.Random(1))
    return table


@pytest.fixture(scope="module")
def key(served: Served) -> str:
    told = served.http.get("/v1/key").raise_for_status().json()
    assert (told["algorithm"], public_key(told["pem"])) == ("Ed25519", told["key"])
    return told["key"]


def test_every_accepted_command_is_answered_with_a_receipt_that_the_key_vouches_for(served: Served, key: str):
    table, dice, receipts = served.table("duel", 4, seed="1"), random.Random(3), list[Receipt]()
    for _ in range(6):
        seat = next(seat for seat in table.seats if table.free(seat, asked=True))
        accepted = table.take(seat, dice.choice(table.free(seat, asked=True))).raise_for_status().json()
        receipts.append(Receipt(**accepted["receipt"]))
        assert accepted["receipt"] == table.get("/head").json(), "the head that everybody is told"
    assert all(vouched(key, receipt) and receipt.game == table.id for receipt in receipts)
    file = examine(table.get("/export").content, key).evidence
    assert (file.bad, file.head) == (None, receipts[-1].head)


def test_every_eye_takes_away_its_own_file_with_the_same_head(finished: Table, key: str):
    heads = set[str]()
    for eye in (*finished.seats, PUBLIC, ARBITER):
        answer = finished.get(f"/export?as={eye}").raise_for_status()
        assert answer.headers["content-type"] == "application/jsonl"
        assert answer.headers["cache-control"] == ("no-cache" if eye == PUBLIC else "no-store")
        assert taken_apart(answer.content)[0]["eye"] == eye
        found = examine(answer.content, key)
        assert found.evidence.bad is None
        heads.add(found.evidence.head)
    assert len(heads) == 1


def test_while_a_game_is_played_a_file_is_for_its_holder_alone(served: Served):
    table = served.table("duel", 2)
    assert taken_apart(table.get("/export", 1).content)[0]["eye"] == 1
    assert taken_apart(table.get("/export").content)[0]["eye"] == PUBLIC
    for eye, other in ((0, 1), (0, ARBITER), (None, 0), (None, ARBITER)):
        assert table.get(f"/export?as={other}", eye).status_code == 403


def test_the_server_says_what_a_file_proves(served: Served, finished: Table):
    content = finished.get(f"/export?as={ARBITER}").content
    for headers in ({}, {"Content-Type": "application/jsonl"}, {"Content-Type": "application/json"}):
        found = served.http.post("/v1/verify", content=content, headers=headers).raise_for_status().json()
        assert (found["ours"], found["game"], found["evidence"]["bad"]) == (True, finished.id, None)
        assert found["conformity"]["deviations"] == []
        assert found["conformity"]["batches"] > 5
    lines = taken_apart(content)
    lines[20]["body"]["rule"] = "duel.turn.forged"
    found = served.http.post("/v1/verify", content=put_together(lines)).json()
    assert (found["ours"], found["evidence"]["bad"], found["evidence"]["part"]) == (False, 20, "record")
    for junk in (b"", b"{}", b"\xff" * 100):
        assert served.http.post("/v1/verify", content=junk).json()["evidence"]["part"] == "header"


def test_a_long_file_is_read_and_an_endless_one_is_not(served: Served):
    assert served.http.post("/v1/verify", content=b" " * 1_000_000).status_code == 200
    assert served.http.post("/v1/verify", content=b" " * (17 * 1024 * 1024)).status_code == 413
    assert served.http.post("/v1/games", content=b" " * 1_000_000).status_code == 413


@pytest.mark.parametrize("hands", ["open", "sealed"])
def test_nothing_hidden_is_in_any_file_receipt_or_head(served: Served, hands: str):
    table, dice = served.table(RULESET.name, 3, hands=hands), random.Random(5)
    ledger, looked = served.house.ledger, 0
    while True:
        records, stored = ledger.records(table.id), ledger.stored(table.id)
        salts = {opening.salt for row in stored for opening in row.openings.values()}
        for eye in (*table.seats, PUBLIC):
            mine = {o.salt for record, row in zip(records, stored, strict=True) for o in entitled(record, eye, row.openings).values()}
            texts = [table.get("/export", eye if eye != PUBLIC else None).text, table.get("/head", eye if eye != PUBLIC else None).text]
            for text in texts:
                looked += 1
                assert named_in(text) <= shown_to(records, eye)
                assert not [salt for salt in salts - mine if salt in text]
                assert "secret" not in text
        seat = next((seat for seat in table.seats if table.free(seat, asked=True)), None)
        if seat is None:
            break
        receipt = json.dumps(table.take(seat, dice.choice(table.free(seat, asked=True))).raise_for_status().json()["receipt"])
        assert not named_in(receipt)
        assert not [salt for salt in salts if salt in receipt]
    assert looked > 50
    arbiter = table.get(f"/export?as={ARBITER}")
    assert arbiter.status_code == (200 if hands == "open" else 403)


def test_the_document_of_addresses_has_them(served: Served):
    paths = served.http.get("/openapi.json").json()["paths"]
    assert {"/v1/key", "/v1/verify", "/v1/games/{game}/head", "/v1/games/{game}/export"} <= paths.keys()
