"""The chances of each side by turn over HTTP: worked out in the background when somebody asks, one game at a time, and then kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from api.reckoner import Busy, Reckoner
from projections import curves
from projections.curves import Curves
from replay.tape import Tape
from tests.api.served import Served, Table, serving

PATIENCE = 30.0  # seconds


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("chances")) as served:
        served.house.reckoner = Reckoner(Curves(served.house.views), games=2)
        yield served


def finished(served: Served, **options: str) -> Table:
    """A duel of two that bots have played to its end."""
    table = served.table("duel", 2, {0: "random", 1: "random"}, seed="5", **options)
    until(lambda: served.house.ledger.sitting(table.id).game.over)
    return table


def until(so: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def curves_of(served: Served) -> Iterator[Curves]:
    """What is kept beside the store; at the end of a test nobody is at work."""
    kept = Curves(served.house.views)
    yield kept
    kept.put_down("somebody else")
    assert kept.work() is None


def test_chances_are_worked_out_when_somebody_asks_and_then_kept(served: Served):
    table = finished(served)
    none = table.get("/chances")
    assert (none.status_code, none.json()["type"]) == (404, "/problems/no-chances")
    begun = served.http.post(f"{table.url}/chances")
    assert begun.status_code == 202
    assert (begun.json()["state"], begun.json()["done"], begun.json()["curve"]) == ("working", 0, None)
    total = begun.json()["total"]
    assert total > 10
    states = []

    def done() -> bool:
        answer = table.get("/chances")
        states.append((answer.status_code, answer.json()["state"]))
        return answer.status_code == 200

    until(done)
    assert states[0] == (202, "working"), "the work is done by another process"
    assert set(states) == {(202, "working"), (200, "done")}
    seen = table.get("/chances").json()
    assert (seen["done"], seen["total"]) == (total, total)
    curve, version = seen["curve"], table.view()["version"]
    assert (curve["bot"], curve["games"]) == ("random", 2)
    assert curve["sides"] == [[0], [1]]
    assert curve["points"][-1]["at"] == version
    ends = [chance["share"] for chance in curve["points"][-1]["chances"]]
    assert ends == [float(seat in curve["winners"]) for seat in (0, 1)]
    assert all(0 <= c["low"] <= c["share"] <= c["high"] <= 1 for point in curve["points"] for c in point["chances"])
    again = served.http.post(f"{table.url}/chances")
    assert (again.status_code, again.json()) == (200, seen), "it is not worked out twice"


def test_the_chances_of_a_game_that_is_being_played_would_be_a_peek(served: Served):
    table = served.table("duel", 2)
    for answer in (table.get("/chances"), served.http.post(f"{table.url}/chances"), table.get("/chances", 0)):
        assert (answer.status_code, answer.json()["type"]) == (409, "/problems/still-playing")


def test_the_chances_of_a_table_that_keeps_its_hands_sealed_would_tell_of_them(served: Served):
    table = finished(served, hands="sealed")
    for answer in (table.get("/chances"), served.http.post(f"{table.url}/chances"), table.get("/chances", 0)):
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/forbidden")


def test_one_game_at_a_time(served: Served, curves_of: Curves):
    table, other = finished(served), finished(served)
    assert curves_of.take_up("somebody else", other.id, 100)
    assert curves_of.go_on("somebody else", 40)
    busy = served.http.post(f"{table.url}/chances")
    assert (busy.status_code, busy.json()["type"]) == (429, "/problems/busy")
    assert other.id not in busy.text, "whose chances are worked out is nobody's business"
    assert table.get("/chances").status_code == 404
    for answer in (other.get("/chances"), served.http.post(f"{other.url}/chances")):
        assert (answer.status_code, answer.json()["done"], answer.json()["total"]) == (202, 40, 100)


def test_work_that_fell_silent_is_taken_over(served: Served, curves_of: Curves, monkeypatch: pytest.MonkeyPatch):
    table = finished(served)
    assert curves_of.take_up("somebody else", table.id, 100)
    assert not curves_of.take_up("me", table.id, 100)
    monkeypatch.setattr(curves, "SILENT", -1.0)
    assert curves_of.work() is None
    assert curves_of.take_up("me", table.id, 100)
    assert not curves_of.go_on("somebody else", 50), "it hears that the work is not its own any more"
    curves_of.put_down("me")


def test_a_server_that_stops_gives_its_work_up(served: Served, curves_of: Curves):
    table = finished(served)
    tape = Tape.load(served.house.ledger, table.id)
    reckoner = Reckoner(curves_of, games=200)
    assert reckoner.begin(tape).total > 1000
    assert reckoner.begin(tape).game == table.id, "who asks twice is told how far it is"
    with pytest.raises(Busy):
        reckoner.begin(Tape.load(served.house.ledger, finished(served).id))
    reckoner.stop()
    assert curves_of.work() is None
    assert curves_of.of(table.id) is None


def test_work_that_fails_is_logged_and_may_be_asked_for_again(
    served: Served, curves_of: Curves, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = finished(served)

    def broken(*given: Any, **more: Any) -> Any:
        raise RuntimeError("no cores left")

    monkeypatch.setattr("api.reckoner.fulfilled", broken)
    assert served.http.post(f"{table.url}/chances").status_code == 202
    until(lambda: curves_of.work() is None)
    assert table.get("/chances").status_code == 404
    assert f"the chances of game {table.id} can not be worked out" in caplog.text
