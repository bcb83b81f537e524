"""Whatever is sent, the answer is a problem that says what to do; never an error of the server's own."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.models import ProblemSeen
from api.problems import KINDS
from tests.api.served import Served, Table, serving

HUGE = 10**30
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("bad")) as served:
        yield served


@pytest.fixture(scope="module")
def table(served: Served) -> Table:
    return served.table("duel", 2)


def problem(answer: Any) -> ProblemSeen:
    """The answer as a problem, which it must be."""
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    seen = ProblemSeen.model_validate_json(answer.content)
    kind = seen.type.removeprefix("/problems/")
    assert (seen.status, seen.title) == KINDS[kind]
    assert seen.status == answer.status_code
    assert seen.detail.strip()
    return seen


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (f"/v1/games/{NOBODY}", "unknown-game"),
        (f"/v1/games/{NOBODY}/stream", "unknown-game"),
        (f"/v1/games/{NOBODY}/at/1/why", "unknown-game"),
        ("/v1/games/nonsense", "unknown-game"),
        ("/v1/games/%00", "unknown-game"),
        ("/v1/games/%ff%fe", "unknown-game"),
        ("/v1/games/" + "9" * 3000, "unknown-game"),
        ("GAME/at/9999", "unknown-record"),
        ("GAME/at/2147483647", "unknown-record"),
        ("GAME/at/2147483648", "bad-request"),
        (f"GAME/at/{HUGE}", "bad-request"),
        ("GAME/at/-1", "bad-request"),
        ("GAME/at/one", "bad-request"),
        ("GAME/at/1e3", "bad-request"),
        ("GAME/at/0/why", "unknown-record"),
        ("GAME/at/9999/why", "unknown-record"),
        ("GAME/at/9999/legal?seat=0", "unknown-record"),
        ("GAME/at/0/legal?seat=0", "not-waiting"),
        ("GAME/at/3/legal?seat=0", "not-waiting"),
        ("GAME/at/9/legal?seat=1", "still-playing"),
        ("GAME/at/9/legal?seat=7", "unknown-seat"),
        ("GAME/at/9/legal?seat=-1", "bad-request"),
        (f"GAME/at/9/legal?seat={HUGE}", "bad-request"),
        ("GAME/at/9/legal", "bad-request"),
        ("GAME?as=7", "unknown-seat"),
        ("GAME?as=-1", "bad-request"),
        ("GAME?as=", "bad-request"),
        ("GAME?as=dealer", "bad-request"),
        ("GAME?as=%F0%9F%82%A1", "bad-request"),
        ("GAME?as=%D9%A1", "bad-request"),
        (f"GAME?as={'9' * 20}", "unknown-seat"),
        (f"GAME?as={'9' * 5000}", "bad-request"),
        ("GAME?as=arbiter", "forbidden"),
        ("GAME?as=1", "forbidden"),
        ("GAME/records?after=-1", "bad-request"),
        (f"GAME/records?after={HUGE}", "bad-request"),
        ("GAME/records?limit=0", "bad-request"),
        ("GAME/records?limit=1001", "bad-request"),
        ("/v1/games?limit=0", "bad-request"),
        ("/v1/games?limit=lots", "bad-request"),
        ("/v1/games?cursor=next", "bad-request"),
        (f"/v1/games?cursor={HUGE}", "bad-request"),
        ("/v1/games?state=lost", "bad-request"),
        ("/v1/games?ruleset=chess", "unknown-ruleset"),
        ("/v1/games?ruleset=duel@", "unknown-ruleset"),
        ("/v1/rulesets/chess", "unknown-ruleset"),
        ("/v1/rulesets/duel@9", "unknown-ruleset"),
        ("/v1/rulesets/duel/rules/duel.nothing", "unknown-rule"),
        ("/v1/rulesets/chess/components", "unknown-ruleset"),
        ("/v1/nothing", "not-found"),
        ("/problems/nothing", "not-found"),
    ],
)
def test_a_bad_address_is_answered_with_its_problem(served: Served, table: Table, path: str, kind: str):
    answer = served.http.get(path.replace("GAME", table.url), headers=table.auth(0))
    assert problem(answer).type == f"/problems/{kind}"


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "", "9" * 11, "1,2"])
def test_a_bad_last_event_id_is_told(table: Table, last: str):
    assert problem(table.get("/stream", 0, **{"Last-Event-ID": last})).type == "/problems/bad-request"


SEATS = [{"name": "A"}, {"name": "B"}]
GAMES = [
    None,
    [],
    "duel",
    {},
    {"ruleset": "duel"},
    {"ruleset": "duel", "seats": []},
    {"ruleset": "duel", "seats": SEATS[:1]},
    {"ruleset": "duel", "seats": SEATS * 3},
    {"ruleset": "duel", "seats": SEATS * 500},
    {"ruleset": "duel", "seats": ["A", "B"]},
    {"ruleset": "duel", "seats": [{"name": ""}, {"name": "B"}]},
    {"ruleset": "duel", "seats": [{"name": "A\nB"}, {"name": "B"}]},
    {"ruleset": "duel", "seats": [{"name": "\ud800"}, {"name": "B"}]},
    {"ruleset": "duel", "seats": [{"name": "A\x9b31m"}, {"name": "B"}]},
    {"ruleset": "duel", "seats": [{"name": "x" * 61}, {"name": "B"}]},
    {"ruleset": "duel", "seats": [{"name": None}, {"name": "B"}]},
    {"ruleset": "duel", "seats": [{"name": "A", "bot": "alphazero"}, {"name": "B"}]},
    {"ruleset": "duel", "seats": [{"name": "A", "admin": True}, {"name": "B"}]},
    {"ruleset": "duel", "seats": SEATS, "chance": "mine"},
    {"ruleset": "duel", "seats": SEATS, "options": {"raids": "never"}},
    {"ruleset": "duel", "seats": SEATS, "options": {"speed": "fast"}},
    {"ruleset": "duel", "seats": SEATS, "options": {"seed": 7}},
    {"ruleset": "breaking_bad", "seats": [{"name": "ann"}, {"name": "ben"}, {"name": "cem"}], "options": {"start": "7"}},
    {"ruleset": "duel", "seats": SEATS, "options": {"seed": "s" * 1000}},
    {"ruleset": "duel", "seats": SEATS, "options": ["seed"]},
    {"ruleset": 1, "seats": SEATS},
    {"ruleset": "chess", "seats": SEATS},
    {"ruleset": "duel@0", "seats": SEATS},
    {"ruleset": "../duel", "seats": SEATS},
]


@pytest.mark.parametrize("body", GAMES, ids=lambda body: json.dumps(body)[:60])
def test_a_table_that_can_not_be_set_up_is_not(served: Served, body: Any):
    before = len(served.house.ledger.games())
    answer = served.http.post("/v1/games", content=json.dumps(body).encode(), headers={"Content-Type": "application/json"})
    assert problem(answer).type in ("/problems/bad-request", "/problems/unknown-ruleset")
    assert len(served.house.ledger.games()) == before


COMMANDS = [
    None,
    [],
    "1/pass",
    {},
    {"offer": None},
    {"offer": ""},
    {"offer": 7},
    {"offer": "x" * 201},
    {"offer": "1/pass", "offers": ["1/pass"]},
    {"offers": []},
    {"offers": ["1/pass"] * 51},
    {"offers": "1/pass"},
    {"offers": [None]},
    {"offer": "\ud800"},
    {"offer": "1/pass", "expected_version": -1},
    {"offer": "1/pass", "expected_version": HUGE},
    {"offer": "1/pass", "expected_version": 1.5},
    {"offer": "1/pass", "expected_version": "now"},
    {"offer": "1/pass", "seat": 1},
    {"offer": "/"},
    {"offer": "////"},
    {"offer": "-1/pass"},
    {"offer": f"{HUGE}/pass"},
    {"offer": "\u0661/pass"},
    {"offer": "\x00"},
    {"offer": "12/"},
    {"offers": ["12/pass", "\x00/ü"]},
]


@pytest.mark.parametrize("body", COMMANDS, ids=lambda body: json.dumps(body)[:60])
def test_a_command_that_can_not_be_understood_or_is_not_offered_changes_nothing(table: Table, body: Any):
    before = table.get("/head").json()
    answer = table.http.post(
        f"{table.url}/commands", content=json.dumps(body).encode(), headers={**table.auth(0), "Content-Type": "application/json"}
    )
    assert problem(answer).type in ("/problems/bad-request", "/problems/not-offered", "/problems/reveals")
    assert table.get("/head").json() == before


@pytest.mark.parametrize("key", ["", " ", "a b", "k" * 201, "schl\xfcssel", "\t"])
def test_a_bad_idempotency_key_is_told(table: Table, key: str):
    headers = [(b"Authorization", table.auth(0)["Authorization"].encode()), (b"Idempotency-Key", key.strip().encode("latin-1"))]
    answer = table.http.post(f"{table.url}/commands", headers=headers, json={"offer": "999/pass"})
    assert problem(answer).type == "/problems/bad-request"


NO_JSON = [b"", b"{", b"\xff", b"[" * 50_000, b'{"offer": "1/pass"', b"null", b"NaN", b'{"offer": 1e999}', b'{"a":' * 3000, b"\x00" * 100]


@pytest.mark.parametrize("content", NO_JSON, ids=lambda content: repr(content[:12]))
@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/x-www-form-urlencoded", "nonsense"])
def test_a_body_that_is_no_json_is_told(table: Table, content: bytes, kind: str):
    for address in (f"{table.url}/commands", "/v1/games", f"{table.url}/forks"):
        answer = table.http.post(address, content=content, headers={**table.auth(0), "Content-Type": kind})
        assert problem(answer).type == "/problems/bad-request"


def test_a_body_without_end_is_not_read_to_its_end(table: Table):
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    for content in (b"x" * 1_000_000, endless()):
        answer = table.http.post(f"{table.url}/commands", content=content, headers={**table.auth(0), "Content-Type": "application/json"})
        assert problem(answer).type == "/problems/too-large"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"at": 9}, "still-playing"),
        ({}, "bad-request"),
        ({"at": -1}, "bad-request"),
        ({"at": HUGE}, "bad-request"),
        ({"at": 9, "luck": "mine"}, "bad-request"),
        ({"at": 9, "luck": "unknown:x"}, "bad-request"),
        ({"at": 9, "luck": "unknown:\u0660"}, "bad-request"),
        ({"at": 9, "reason": "\x9b31m"}, "bad-request"),
        ({"at": 9, "seats": {"x": {"name": "A"}}}, "bad-request"),
        ({"at": 9, "seats": {"99": {"name": "A"}}}, "bad-request"),
        ({"at": 9, "reason": "a\nb"}, "bad-request"),
    ],
)
def test_a_fork_that_can_not_be_made_is_not(table: Table, body: Any, kind: str):
    answer = table.http.post(f"{table.url}/forks", headers=table.auth(0), json=body)
    assert problem(answer).type == f"/problems/{kind}"
    assert len(table.get("/forks").json()["games"]) == 1


def test_a_fork_inside_the_set_up_is_told_where_that_ends(table: Table):
    over = table.served.table("duel", 2)
    over.finish(random.Random(1))
    answer = over.http.post(f"{over.url}/forks", json={"at": 2})
    assert "its set-up ends with record " in problem(answer).detail


def test_a_method_that_an_address_does_not_know_is_told(table: Table):
    for method in ("PUT", "DELETE", "PATCH"):
        answer = table.http.request(method, table.url)
        assert problem(answer).type == "/problems/method-not-allowed"
        assert answer.headers["Allow"] == "GET, HEAD"
    for method, path, known in (("PUT", "/v1/games", "GET, HEAD, POST"), ("GET", f"{table.url}/commands", "POST")):
        answer = table.http.request(method, path)
        assert problem(answer).type == "/problems/method-not-allowed"
        assert answer.headers["Allow"] == known


def test_a_problem_sends_nothing_back_of_what_was_sent(table: Table):
    secret = "s3cret-token"
    for body in ({"offer": secret * 40}, {secret: 1}, {"offer": {"a": secret}}):
        answer = table.http.post(f"{table.url}/commands", headers={**table.auth(0), "Idempotency-Key": "a " + secret}, json=body)
        assert secret not in problem(answer).detail.replace(f"body.{secret}", "")


FIELD = st.sampled_from(["offer", "offers", "seats", "name", "at", "luck", "x"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELD, inner),
    max_leaves=12,
)


@given(body=JSON, path=st.sampled_from(["/commands", "/forks", ""]))
def test_no_body_upsets_the_server(table: Table, body: Any, path: str):
    address = "/v1/games" if not path else table.url + path
    answer = table.http.post(address, content=json.dumps(body).encode(), headers={**table.auth(0), "Content-Type": "application/json"})
    problem(answer)


@given(tail=st.text(max_size=30), query=st.dictionaries(st.sampled_from(["as", "after", "limit", "seat", "cursor"]), st.text(max_size=10)))
def test_no_address_upsets_the_server(table: Table, tail: str, query: dict[str, str]):
    for start in ("", "/at/", "/records"):
        answer = table.http.get(
            f"{table.url}{start}{tail.replace('?', '').replace('#', '').encode('unicode_escape').decode()}", params=query
        )
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            problem(answer)
