"""What a seat may not know reaches it by no address, in no form: B02, B03, B42, B44, B57, B58 (leaks of any kind), B37 (switching eyes)."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.models import AcceptedSeen, GameSeen, LegalSeen, OffersSeen, ProblemSeen, RecordsSeen, WhySeen
from domain.kernel import ARBITER, PUBLIC, Eye
from projections import present, view_of
from projections.seats import seat_view
from tests.api.served import UNDISPUTED, Event, Served, Table, serving
from tests.api.vault import ROUNDS, RULESET, STONES, named_in, shown_to

SEATS = 4


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("leaks")) as served:
        yield served


class Spy:
    """Captures all that one eye is sent, and says which cards were named in it that had not been shown to that eye."""

    def __init__(self, table: Table, eye: Eye) -> None:
        self.table, self.eye = table, eye
        self.captured = 0
        self.named = set[str]()

    def sees(self, text: str, upto: int | None = None) -> None:
        """Nothing that was sent names a card that the eye does not know after record `upto`."""
        records = self.table.served.house.ledger.records(self.table.id, upto=upto)
        self.captured += len(text)
        self.named |= named_in(text)
        assert named_in(text) <= shown_to(records, self.eye), f"{self.eye} was sent {text}"

    def look(self, dice: random.Random, share: float = 1) -> None:
        """Ask for everything there is to ask for, and for some things that there are not; or for a random share of it."""
        table, eye = self.table, self.eye
        version = table.view(eye)["version"]
        n = dice.randint(1, version)
        asked = ["", f"/records?after={max(0, version - 6)}", "/records", f"/at/{n}", f"/at/{n}/why", "/forks", "/head"]
        asked += [f"?as={other}" for other in (*table.seats, PUBLIC, ARBITER)]
        other = dice.choice(table.seats)
        asked += [f"/at/{n}?as={other}", f"/at/{n}/legal?seat={other}", f"/records?as={other}", f"/at/{n}/why?as={other}"]
        asked += [f"/at/{version}/legal?seat={eye}", "/offers", f"/at/{version + 1}", f"/stream?as={ARBITER}", "/export", "?as=nobody"]
        for path in dice.sample(asked, round(len(asked) * share)):
            self.sees(table.get(path, eye).text)
        self.sees(table.get("/records", eye, Accept="application/jsonl").text)
        self.sees(table.http.get(dice.choice(("/", "/v1/games", f"/v1/games?state=open&ruleset={RULESET.name}", "/readyz"))).text)
        for offer in dice.sample(("1/commit:gem", "-/pass", "commit", f"{n}/keep"), 2):
            self.sees(table.http.post(f"{table.url}/commands", headers=table.auth(eye), json={"offer": offer}).text)
        self.sees(table.http.post(f"{table.url}/forks", headers=table.auth(eye), json={"at": n}).text)


def listen(table: Table, eye: Eye, heard: list[Event]) -> threading.Thread:
    def run() -> None:
        with table.stream(eye) as events:
            heard.extend(events)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_no_eye_is_ever_sent_a_card_that_it_has_not_been_shown(served: Served):
    dice = random.Random(2)
    table = served.table(RULESET.name, SEATS, hands="sealed")
    spies = [Spy(table, eye) for eye in (*table.seats, PUBLIC)]
    heard: dict[Eye, list[Event]] = {spy.eye: [] for spy in spies}
    streams = [listen(table, spy.eye, heard[spy.eye]) for spy in spies]
    moves = 0
    while True:
        for spy in dice.sample(spies, 2):
            spy.look(dice, 0.4)
        if not table.step(dice):
            break
        moves += 1
    for spy in spies:
        spy.look(dice)
    for stream in streams:
        stream.join(10)
        assert not stream.is_alive()

    records = served.house.ledger.records(table.id)
    assert moves >= ROUNDS * (SEATS + 1)
    for spy in spies:
        assert [event.id for event in heard[spy.eye]] == list(range(1, len(records) + 1))
        for event in heard[spy.eye]:
            spy.sees(str(event.data), event.id)
    for spy in spies[:-1]:
        assert spy.named == shown_to(records, spy.eye), "it was shown what it may know, or this test would prove nothing"
        assert len(spy.named) < len(STONES), "no seat is shown every card there is"


def test_the_search_finds_a_leak_where_there_is_one(served: Served):
    table = served.table(RULESET.name, SEATS)
    while table.step(random.Random(3)):
        pass
    spy = Spy(table, PUBLIC)
    with pytest.raises(AssertionError, match="was sent"):
        spy.sees(table.get("/at/9?as=1").text, 9)  # the game is over and its hands lie open; at record 9 they did not


def test_what_follows_the_log_keeps_nothing_for_an_eye_that_may_not_know_it(served: Served):
    table, dice = served.table(RULESET.name, SEATS), random.Random(4)
    for _ in range(12):
        table.step(dice)
        served.house.follower.catch_up()
        records = served.house.ledger.records(table.id)
        for eye in (*table.seats, PUBLIC):
            row = seat_view(served.house.views, table.id, eye)
            assert row is not None
            assert row[0] == len(records)
            assert named_in(row[1].decode()) <= shown_to(records, eye)
    lobby = served.house.views.read("SELECT row FROM lobby WHERE game = ?", (table.id,))
    assert named_in(lobby[0][0].decode()) <= shown_to(served.house.ledger.records(table.id), PUBLIC)


def test_every_answer_has_a_closed_schema(served: Served):
    """B02: a field that nobody listed is a failure, wherever it comes from."""
    dice = random.Random(5)
    for name in (RULESET.name, "duel"):
        table = served.table(name, 3)
        for _ in range(6):
            table.step(dice)
            version = table.view()["version"]
            boards = set[tuple[str, ...]]()
            for eye in (*table.seats, None):
                view = table.view(eye)
                GameSeen.model_validate(view)
                boards.add(tuple(view["board"]))
                RecordsSeen.model_validate(table.get("/records", eye).json())
                WhySeen.model_validate(table.get(f"/at/{version}/why", eye).json())
            assert len(boards) == 1, "what an eye does not know is null, not missing"
            OffersSeen.model_validate(table.get("/offers", 0).json())
            LegalSeen.model_validate(table.get(f"/at/{version}/legal?seat=0", 0).json())
            ProblemSeen.model_validate(table.get(f"/at/{version + 1}").json())
        seat = next(seat for seat in table.tokens if table.free(seat))
        AcceptedSeen.model_validate(table.take(seat, table.free(seat)[0]).json())


def expected(served: Served, table: Table, eye: Eye, n: int) -> dict[str, Any]:
    """The view of an eye, folded afresh from the records it may read."""
    sitting = served.house.ledger.sitting(table.id)
    view = view_of(served.house.ledger.records(table.id, upto=n), sitting.ruleset, eye)
    return json.loads(json.dumps(present(view, sitting.ruleset, eye, sitting.names)))


def test_a_spectator_who_switches_between_eyes_sees_exactly_what_each_of_them_sees(served: Served):
    """B37: nothing is kept from the eye looked through before."""
    dice = random.Random(6)
    table = served.table(RULESET.name, 3)
    for _ in range(50):
        if not table.step(dice):
            table = served.table(RULESET.name, 3)
        eye = dice.choice(table.seats)
        public = table.view()
        assert table.view(eye) == expected(served, table, eye, public["version"]) | UNDISPUTED
        status = 403 if public["agenda"] else 200  # nobody shadows a seat while the game is played
        assert table.get(f"?as={eye}").status_code == status
        assert table.get(f"?as={(eye + 1) % 3}", eye).status_code == status
    table.finish(dice)
    version = table.view()["version"]
    for _ in range(50):
        eye, n = dice.choice((*table.seats, PUBLIC, ARBITER)), dice.randint(1, version)
        assert table.get(f"/at/{n}?as={eye}").json() == expected(served, table, eye, n)


def test_whom_a_table_did_not_invite_sees_nothing_of_it(served: Served):
    table = served.table(RULESET.name, 2, watch="invited")
    assert table.spectator
    for path in ("", "/records", "/stream", "/at/3", "/head", "/forks"):
        refused = table.get(path)
        assert (refused.status_code, refused.json()["type"]) == (403, "/problems/forbidden")
    assert table.get("", PUBLIC).json()["eye"] == PUBLIC
    assert table.get("?as=0", PUBLIC).status_code == 403
    assert table.get("", 0).json()["eye"] == 0
    served.house.follower.catch_up()
    assert table.id not in served.http.get("/v1/games?limit=200").text
    assert table.id not in served.http.get("/").text


def test_sealed_hands_stay_sealed_when_the_game_is_over_and_a_fork_does_not_open_them(served: Served):
    table = served.table(RULESET.name, 2, hands="sealed")
    table.finish(random.Random(7))
    assert table.get("?as=public").status_code == 200
    assert table.get("?as=0", 0).status_code == 200
    shut = [
        ("?as=0", None),
        ("?as=1", 0),
        ("?as=arbiter", 0),
        ("/at/9/legal?seat=1", 0),
        ("/stream?as=1", 0),
        ("/records?as=arbiter", None),
    ]
    for path, eye in shut:
        refused = table.get(path, eye)
        assert (refused.status_code, refused.json()["type"]) == (403, "/problems/forbidden"), path
    fork = served.http.post(f"{table.url}/forks", headers=table.auth(0), json={"at": 9})
    assert (fork.status_code, fork.json()["type"]) == (403, "/problems/forbidden")


def test_tokens_are_in_no_log_and_a_token_in_the_query_opens_nothing(served: Served, caplog: pytest.LogCaptureFixture):
    table = served.table()
    with caplog.at_level("DEBUG"):
        table.get("?as=0", 0)
        stranger = table.get(f"?token={table.tokens[0]}&access_token={table.tokens[0]}")
        table.take(0, "1/nothing", key="key-of-mine")
    assert stranger.json()["eye"] == PUBLIC
    said = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore")))
    assert f"GET {table.url} 200" in said
    assert "as=0" not in said
    assert all(token not in said for token in table.tokens.values())


def test_the_store_of_the_leak_tests_really_is_a_file(tmp_path: Path):
    with serving(tmp_path) as other:
        table = other.table()
        assert (tmp_path / "ledger.db").exists()
        assert (tmp_path / "ledger.views.db").exists()
        raw = b"".join(path.read_bytes() for path in tmp_path.glob("ledger*"))
        assert all(token.encode() not in raw for token in table.tokens.values()), "the store knows tokens by their hashes only"
