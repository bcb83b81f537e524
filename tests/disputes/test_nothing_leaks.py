"""What is hidden in an open game reaches nobody through a dispute about it, but an arbiter whose look is on record."""

from __future__ import annotations

import random
from collections.abc import Iterator

import httpx
import pytest

from domain.kernel import ARBITER, PUBLIC, Eye
from tests.api.served import Served, Table, events, serving
from tests.api.vault import RULESET, named_in, shown_to
from tests.disputes.arguing import Bench
from tests.evidence.test_nothing_leaks import Vault, within

SEATS = 3


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("disputed")) as served:
        yield served


@pytest.fixture
def table(served: Served) -> Table:
    """An open game in which everybody has seen something that others have not."""
    table, dice = served.table(RULESET.name, SEATS, hands="sealed"), random.Random(9)
    for _ in range(9):
        table.step(dice)
    return table


def search(table: Table, eye: Eye, answers: list[httpx.Response]) -> int:
    """Search every byte of what an eye was answered; gives how many there were."""
    records, closed = table.served.house.ledger.records(table.id), Vault(table).closed_to(eye)
    for answer in answers:
        assert named_in(answer.text) <= shown_to(records, eye), f"{eye} was sent {answer.text} by {answer.url}"
        assert not within(answer.text, closed), f"{eye} got a secret from {answer.url}"
    return sum(len(answer.text) for answer in answers)


def test_no_eye_learns_from_a_dispute_what_is_hidden_in_its_open_game(served: Served, table: Table):
    bench = Bench(served, table, "Ruth", "Sam")
    version = table.view()["version"]
    ends = [record["index"] - 1 for record in table.records() if record["fact"]["type"] == "Answered"]
    rewind = {"kind": "rewind", "at": ends[-2]}
    said: dict[Eye, list[httpx.Response]] = {eye: [] for eye in (*range(SEATS), PUBLIC)}

    def post(seat: int, path: str, body: object) -> httpx.Response:
        said[seat].append(bench.post(seat, path, body))
        return said[seat][-1]

    asked = {"records": [1, version], "claim": "He knew it.", "sought": rewind}
    for seat in range(SEATS):
        post(seat, f"{table.url}/disputes", {**asked, "rule": "vault.nothing"})
        post(seat, f"{table.url}/disputes", {**asked, "sought": {"kind": "rewind", "at": ends[-1] - 1}})
        post(seat, f"{table.url}/disputes", {**asked, "records": [1, version + 1]})
    dispute = post(0, f"{table.url}/disputes", asked).json()["id"]
    address, ruling = f"/v1/disputes/{dispute}", {"facts": "He did.", "rules": [], "remedy": rewind, "reasons": "It is a rewind."}
    with table.stream(1, last=version) as stream:
        bench.say("Ruth", dispute, "look")
        bench.say("Ruth", dispute, "pause")
        bench.post("Ruth", f"{address}/ruling", {**ruling, "rules": ["vault.nothing"]})
        bench.say("Ruth", dispute, "ruling", ruling)
        heard = [str(next(stream).data) for _ in range(2)]
    assert not named_in("".join(heard))
    for seat in range(SEATS):
        post(seat, f"{address}/statements", {"text": "x"})
        said[seat].append(table.take(seat, table.free(seat)[0] if table.free(seat) else "-/x"))
    post(1, f"{address}/appeal", {"grounds": "No."})
    bench.say("Sam", dispute, "ruling", {**ruling, "remedy": {"kind": "void"}})
    bench.say("Sam", dispute, "close")
    read = 0
    for eye, answers in said.items():
        seat = eye if isinstance(eye, int) else None
        answers += [table.get(path, seat) for path in ("", "/offers", "/records", "/export", "/forks", *(f"?as={s}" for s in range(SEATS)))]
        paths = (address, f"/v1/disputes?game={table.id}", "/v1/disputes?q=knew", "/v1/games", "/", "/disputes")
        answers += [served.http.get(path, headers=table.auth(seat)) for path in paths]
        read += search(table, eye, answers)
    assert read > 20_000
    assert table.get("?as=1", 0).status_code == 403, "a game that a ruling ended keeps its hands"


def test_the_game_that_goes_on_after_a_rewind_tells_no_eye_more_than_it_knew(served: Served, table: Table):
    bench = Bench(served, table, "Eve")
    ends = [record["index"] - 1 for record in table.records() if record["fact"]["type"] == "Answered"]
    dispute = bench.file(1, records=[1, ends[-1]], rule=None)
    ruling = {"facts": "x", "rules": [], "remedy": {"kind": "rewind", "at": ends[-2]}, "reasons": "y"}
    for what, body in (("look", None), ("pause", None), ("ruling", ruling), ("close", None)):
        bench.say("Eve", dispute, what, body)
    fork = Table(served, {"id": bench.read(dispute)["outcome"]["fork"], "tokens": table.tokens, "spectator": None}, SEATS)
    last = fork.view()["version"]
    forked = [f"/at/{n}{more}" for n in range(ends[-2], last + 1) for more in ("", "/why", "/legal?seat=1", f"/diff?of={table.id}")]
    for there in (fork, table):
        paths = ["", "/records", "/export", "/export?as=arbiter", "/forks", *(f"?as={seat}" for seat in range(SEATS)), *forked]
        for eye in (*range(SEATS), PUBLIC):
            seat = eye if isinstance(eye, int) else None
            answers = [there.get(path, seat) for path in paths]
            addresses = (f"/replays/{there.id}/tape", f"/v1/disputes/{dispute}/sides", f"/disputes/{dispute}")
            answers += [served.http.get(path, headers=there.auth(seat)) for path in addresses]
            assert {answer.status_code for answer in answers} <= {200, 403, 404, 409}
            assert search(there, eye, answers) > 20_000
        assert served.http.get(f"{there.url}?as=0", headers=bench.auth("Eve")).status_code == 403, "the look ended with the dispute"


def test_an_arbiter_sees_what_is_hidden_once_a_look_is_on_record_and_until_the_dispute_is_closed(served: Served, table: Table):
    bench, other = Bench(served, table, "Uma", "Vic"), served.table(RULESET.name, SEATS)
    dispute = bench.file(records=[1, 2], rule=None)
    places = ["?as=0", "?as=arbiter", "/records?as=1", "/at/9?as=2", "/at/9/why?as=arbiter", "/export?as=arbiter"]

    def statuses(who: str, at: Table = table) -> set[int]:
        return {served.http.get(at.url + path, headers=bench.auth(who)).status_code for path in places}

    refused = served.http.get(f"{table.url}?as=0", headers=bench.auth("Uma"))
    assert statuses("Uma") == {403}
    assert "/look first" in refused.json()["detail"]
    assert served.http.get(table.url, headers=bench.auth("Uma")).json()["eye"] == PUBLIC
    before = table.view()["version"]
    bench.say("Uma", dispute, "look")
    assert statuses("Uma") == {200}
    assert statuses("Vic") == {403}, "each arbiter says so for himself"
    assert statuses("Uma", other) == {403}, "a look opens the game in dispute and no other"
    seen = served.http.get(f"{table.url}?as={ARBITER}", headers=bench.auth("Uma"))
    assert len(named_in(seen.text)) > 30
    assert seen.headers["Cache-Control"] == "no-store"
    legal = f"{table.url}/at/{before}/legal?seat=1"
    assert served.http.get(legal, headers=bench.auth("Uma")).status_code == 200
    assert served.http.get(legal, headers=bench.auth("Vic")).status_code == 409
    (look,) = bench.read(dispute)["looks"]
    assert (look["arbiter"], look["version"]) == ("Uma", before)
    assert bench.read(dispute)["log"][1]["text"] == f"looks into the game, which is at record {before}"
    assert bench.post("Uma", f"{table.url}/commands", {"offer": "-/x"}).status_code == 403, "to see is not to play"

    with served.http.stream("GET", f"{table.url}/stream?as={ARBITER}", headers=bench.auth("Uma"), timeout=20) as stream:
        lines = stream.iter_lines()
        next(lines)
        bench.say("Uma", dispute, "ruling", {"facts": "x", "rules": [], "remedy": {"kind": "stand"}, "reasons": "y"})
        bench.say("Uma", dispute, "close")
        assert "event: dispute" in list(lines), "what follows the game ends with what opened it"
    assert statuses("Uma") == {403}


def test_what_a_dismissed_arbiter_follows_ends(served: Served, table: Table):
    bench, dice = Bench(served, table, "Ida"), random.Random(3)
    bench.say("Ida", bench.file(records=[1, 2], rule=None), "look")
    version = table.view()["version"]
    headers = {**bench.auth("Ida"), "Last-Event-ID": str(version)}
    with served.http.stream("GET", f"{table.url}/stream?as={ARBITER}", headers=headers, timeout=20) as stream:
        heard = events(stream)
        assert next(heard).kind == "dispute"
        table.step(dice)
        assert next(heard).id == version + 1
        served.house.ledger.disputes.arbiters.dismiss("Ida")
        said = table.view()["version"]
        table.step(dice)
        assert all(event.id is None or event.id <= said for event in heard), "nothing that came after is told"


def test_an_arbiter_may_watch_an_invited_table_while_it_is_in_dispute(served: Served):
    bench = Bench(served, served.table("duel", 2, watch="invited"), "Wim")
    look = lambda: served.http.get(bench.table.url, headers=bench.auth("Wim")).status_code  # noqa: E731 - a word for it
    assert look() == 403
    dispute = bench.file()
    assert look() == 200
    with served.http.stream("GET", f"{bench.table.url}/stream", headers=bench.auth("Wim"), timeout=20) as stream:
        heard = events(stream)
        assert next(heard).kind == "dispute"
        bench.say("Wim", dispute, "ruling", {"facts": "x", "rules": [], "remedy": {"kind": "stand"}, "reasons": "y"})
        bench.say("Wim", dispute, "close")
        told = bench.table.view("public")["version"]
        bench.table.step(random.Random(2))
        assert all(event.id is None or event.id <= told for event in heard), "nothing that came after is told"
    assert look() == 403
