"""The server as a process: documents, pages, health, stopping and starting again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import tests.toy
from api.server import run
from domain.kernel import Place, Wire
from ledger import Ledger, Settings
from tests.api.served import Served, Table, serving
from tests.toy import duel

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as served:
        yield served


def test_an_application_that_can_not_be_put_together_is_not_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def broken(scope: object, receive: object, send: object) -> None:
        raise TypeError("a part is missing")

    monkeypatch.setattr("api.server.served", lambda settings: broken)

    def until_it_ends() -> None:
        with suppress(SystemExit):
            run(Settings(store=f"sqlite:{tmp_path / 'ledger.db'}"), port=0)

    running = threading.Thread(target=until_it_ends, daemon=True)
    running.start()
    running.join(20)
    assert not running.is_alive()


def test_head_is_get_without_its_body(served: Served):
    table = served.table("duel", 2)
    for path in ("/healthz", "/v1/rulesets", table.url, f"{table.url}/records", f"{table.url}/at/9999"):
        got, head = served.http.get(path), served.http.head(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert {**head.headers, "date": ""} == {**got.headers, "date": ""}
    assert served.http.head(f"{table.url}/stream").headers["Content-Type"].startswith("text/event-stream")
    assert served.http.head("/healthz").status_code == 200  # the stream that was asked for does not go on
    assert served.http.head(f"{table.url}/commands").headers["Allow"] == "POST"


def test_every_address_of_the_contract_is_in_the_document(served: Served):
    document = served.http.get("/openapi.json").json()
    assert {(method.upper(), path) for path, methods in document["paths"].items() for method in methods} >= {
        ("GET", "/v1/rulesets"),
        ("GET", "/v1/rulesets/{ruleset}"),
        ("GET", "/v1/rulesets/{ruleset}/rules/{rule}"),
        ("GET", "/v1/rulesets/{ruleset}/components"),
        ("POST", "/v1/games"),
        ("GET", "/v1/games"),
        ("GET", "/v1/games/{game}"),
        ("GET", "/v1/games/{game}/offers"),
        ("POST", "/v1/games/{game}/commands"),
        ("GET", "/v1/games/{game}/records"),
        ("GET", "/v1/games/{game}/stream"),
        ("GET", "/v1/games/{game}/at/{n}"),
        ("GET", "/v1/games/{game}/at/{n}/why"),
        ("GET", "/v1/games/{game}/at/{n}/legal"),
        ("POST", "/v1/games/{game}/forks"),
        ("GET", "/v1/games/{game}/forks"),
        ("GET", "/v1/games/{game}/head"),
        ("POST", "/v1/games/{game}/disputes"),
        ("GET", "/v1/disputes"),
        ("GET", "/v1/disputes/{dispute}"),
        ("GET", "/v1/disputes/{dispute}/export"),
        *(("POST", f"/v1/disputes/{{dispute}}/{what}") for what in ("statements", "look", "pause", "resume", "ruling", "appeal", "close")),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
    }
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], (method, path)
            assert operation["description"], (method, path)
            assert list(operation["responses"]["default"]["content"]) == ["application/problem+json"]
    refs = set(re.findall(r'"#/components/schemas/(\w+)"', served.http.get("/openapi.json").text))
    assert refs <= set(document["components"]["schemas"])
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("additionalProperties") is False or "properties" not in schema, f"{name} is open"


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("path", ["/", "/docs", "/problems/barred"])
def test_a_page_needs_nothing_from_anywhere_else_and_can_be_read_by_machines_that_read_aloud(served: Served, path: str):
    served.table("duel", 2)
    served.house.follower.catch_up()
    answer = served.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    page = Page(answer.text)
    names = [tag for tag, _ in page.tags]
    assert names.count("h1") == names.count("main") == names.count("title") == 1
    assert ("html", {"lang": "en"}) in page.tags
    assert names.count("table") == names.count("caption")
    assert "script" not in names
    for tag, attributes in page.tags:
        for name in ("src", "href"):
            assert not (attributes.get(name) or "").startswith(("http", "//")), (tag, attributes)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    within = [href for _, attributes in page.tags if (href := attributes.get("href") or "").startswith("#")]
    assert {href[1:] for href in within} <= set(ids)


def test_what_players_call_themselves_is_text_on_the_page(served: Served):
    name = "<script>alert(1)</script>&\"'"
    answer = served.http.post("/v1/games", json={"ruleset": "duel", "seats": [{"name": name}, {"name": "B"}]})
    assert answer.status_code == 201
    served.house.follower.catch_up()
    page = served.http.get("/").text
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in page


def test_it_says_whether_it_is_alive_and_ready_and_how_far_behind_its_views_are(served: Served):
    assert served.http.get("/healthz").json() == {"status": "ok"}
    served.house.follower.catch_up()
    ready = served.http.get("/readyz")
    assert (ready.status_code, ready.json()["status"], ready.json()["lag"]) == (200, "ready", {"lobby": 0, "seat-views": 0})


def test_it_is_not_ready_when_nobody_follows_the_log(tmp_path: Path):
    with serving(tmp_path) as served:
        served.house.follower.stop()
        served.table("duel", 2)
        answer = served.http.get("/readyz")
        assert (answer.status_code, answer.json()["status"], answer.json()["follower"]) == (503, "not ready", False)
        assert answer.json()["lag"]["lobby"] > 0
        assert served.http.get("/healthz").status_code == 200


def test_bots_go_on_where_a_stopped_server_left_them(tmp_path: Path):
    with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as ledger:
        made = ledger.create("duel", [Place("A", "random"), Place("B", "random")])
    assert tests.toy.RULESET.seats
    with serving(tmp_path) as served:
        table = Table(served, {"id": made.id, "tokens": {}, "spectator": None}, 2)
        with table.stream() as events:
            heard = [event.id for event in events]  # ends when the game does
        assert heard == list(range(1, table.view()["version"] + 1))
        assert len(heard) > made.version


def test_open_games_that_this_program_can_not_go_on_with_are_named_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    with Ledger.open(f"sqlite:{tmp_path / 'ledger.db'}") as ledger:
        made = ledger.create("duel", [Place("A"), Place("B")]).id
    assert tests.toy.RULESET.seats
    lesser = type(sys)("lesser")
    vars(lesser).update({name: word for name, word in vars(duel).items() if name != "Act"}, __name__=duel.__name__)
    monkeypatch.setattr(tests.toy.RULESET, "wire", Wire(duel.Board, lesser), raising=False)
    with serving(tmp_path) as served:
        assert served.http.get(f"/v1/games/{made}").status_code == 500
        assert served.http.get("/healthz").status_code == 200
    assert f"game {made} can not go on: it owes Act, which this program's duel@1 does not know" in caplog.text


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_that_is_told_to_stop_ends_its_streams_and_stops(tmp_path: Path, port: int, workers: int):
    store = f"sqlite:{tmp_path / 'ledger.db'}"
    code = f"from ledger import Settings; from api.server import run; run(Settings(store={store!r}), port={port}, workers={workers})"
    with Ledger.open(store) as ledger:
        made = ledger.create("bad_company", [Place("A"), Place("B")]).id
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=10) as http:
            for _ in range(300):
                try:
                    http.get("/healthz")
                    break
                except httpx.ConnectError:
                    time.sleep(0.1)
            with http.stream("GET", f"/v1/games/{made}/stream?as=public") as stream:
                lines = stream.iter_lines()
                assert next(lines)
                process.send_signal(signal.SIGTERM)
                asked = time.monotonic()
                for _ in lines:
                    pass  # ends, and not by a broken connection
        _, said = process.communicate(timeout=20)
        assert time.monotonic() - asked < 4
        assert process.returncode in (0, -signal.SIGTERM)
        assert "Traceback" not in said, said
        assert f"/v1/games/{made}/stream 200" in said
        assert "as=public" not in said
    finally:
        process.kill()
        process.communicate()
