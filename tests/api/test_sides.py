"""What every seat saw, over HTTP and on the page of a dispute: to each reader no more than he may see, and all of that."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.marks import HUES, NAMED, SHAPES, TEAMS
from api.replays import WEB
from domain.disputes import Remedy
from domain.kernel import PUBLIC, Eye
from tests.api.served import Served, serving
from tests.api.vault import HAND, RULESET, named_in, shown_to

SEATS, PLAYED = 3, 22  # seats, and records: a round, a look at the deck, and a part of the next
HOSTILE = "Was it \"right\"? <script>alert('x')</script><img src=x onerror=alert(1)>&amp;{title}"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("sides")) as served:
        yield served


class Case:
    """A game that is being played, or was, and a dispute that seat 0 has filed about all its records so far."""

    def __init__(self, served: Served, *, finished: bool = False, **options: str) -> None:
        self.served, self.dice = served, random.Random(5)
        self.table = served.table(RULESET.name, SEATS, None, **options)
        self.version = self.table.rush(self.dice, None if finished else PLAYED)
        wanted = {"records": [1, self.version], "claim": HOSTILE, "rule": "table.answer", "sought": {"kind": "stand"}}
        filed = served.http.post(f"{self.table.url}/disputes", headers=self.table.auth(0), json=wanted)
        assert filed.status_code == 201, filed.text
        self.id: str = filed.json()["id"]

    def arbiter(self, name: str) -> str:
        """A new arbiter's token; one who was appointed before is appointed anew."""
        arbiters = self.served.house.ledger.disputes.arbiters
        if name in arbiters.names():
            arbiters.dismiss(name)
        return arbiters.appoint(name)

    def get(self, path: str, token: str | None, status: int = 200) -> str:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        answer = self.served.http.get(path, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.text

    def sides(self, token: str | None = None, record: int | None = None) -> dict[str, Any]:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        query = "" if record is None else f"?record={record}"
        return self.served.http.get(f"/v1/disputes/{self.id}/sides{query}", headers=headers).raise_for_status().json()

    def sent(self, token: str | None) -> set[str]:
        """The cards that are named in all that whoever sends this token is shown of the dispute."""
        at = self.dice.randint(1, self.version)
        paths = [f"/v1/disputes/{self.id}", f"/v1/disputes/{self.id}/sides", f"/disputes/{self.id}?record={at}", "/disputes"]
        return set[str]().union(*(named_in(self.get(path, token)) for path in paths))

    def shown(self, eye: Eye) -> set[str]:
        return shown_to(self.served.house.ledger.records(self.table.id), eye)

    def look(self, token: str) -> None:
        self.served.http.post(f"/v1/disputes/{self.id}/look", headers={"Authorization": f"Bearer {token}"}).raise_for_status()


def test_while_a_game_is_played_a_seat_is_shown_what_it_saw_itself_and_no_card_more(served: Served):
    case = Case(served)
    assert case.sent(None) <= case.shown(PUBLIC)
    for seat, token in case.table.tokens.items():
        sent = case.sent(token)
        assert sent <= case.shown(seat)
        assert len(sent - case.shown(PUBLIC)) >= HAND - 2, "its own hand is told to it"
        sides = case.sides(token)
        assert sides["eyes"] == [seat, PUBLIC]
        assert {eye for row in sides["rows"] for eye in row["cells"]} <= {str(seat), PUBLIC}
        assert {int(other) for asked in sides["asked"] for other in asked["seats"]} == {seat}
        assert "takes all hands" in sides["today"]["unexamined"]
    assert case.sides()["eyes"] == [PUBLIC]
    assert case.sides()["asked"][0]["seats"] == {}


def test_an_arbiter_sees_what_the_public_sees_until_he_looks_and_then_every_hand(served: Served):
    case = Case(served)
    ada, ben = case.arbiter("Ada"), case.arbiter("Ben")
    assert case.sent(ada) <= case.shown(PUBLIC)
    page = case.get(f"/disputes/{case.id}", ada)
    assert "Your look is a record." in page, "it is announced before it opens"
    case.look(ada)
    assert case.sent(ada) >= set[str]().union(*(case.shown(seat) for seat in case.table.seats))
    sides = case.sides(ada)
    assert sides["eyes"] == [*case.table.seats, PUBLIC, "arbiter"]
    assert sides["today"] == {"batches": len(sides["asked"]) + 1, "deviations": [], "unexamined": None}
    page = case.get(f"/disputes/{case.id}", ada)
    assert "Your look is a record." not in page
    assert "on the record" in page, "everybody sees that he looked"
    assert case.sent(ben) <= case.shown(PUBLIC), "another arbiter has not looked"
    assert case.sent(case.table.tokens[1]) <= case.shown(1), "and nobody else sees more through it"


def test_when_a_game_is_over_all_see_all_unless_its_hands_stay_sealed(served: Served):
    open_, sealed = Case(served, finished=True), Case(served, finished=True, hands="sealed")
    everything = set[str]().union(*(open_.shown(seat) for seat in open_.table.seats))
    assert open_.sent(None) >= everything
    assert sealed.sent(None) <= sealed.shown(PUBLIC)
    assert sealed.sent(sealed.table.tokens[2]) <= sealed.shown(2)
    ada = sealed.arbiter("Ada")
    assert sealed.sent(ada) <= sealed.shown(PUBLIC)
    sealed.look(ada)
    assert sealed.sent(ada) >= set[str]().union(*(sealed.shown(seat) for seat in sealed.table.seats))


def test_the_record_in_question_is_the_one_asked_for_or_the_last_by_the_rule_cited(served: Served):
    case = Case(served)
    records = served.house.ledger.records(case.table.id)
    answered = [record.index for record in records if record.rule == "table.answer"]
    sides = case.sides()
    assert (sides["record"], sides["records"], sides["shown"]) == (answered[-1], [1, case.version], [1, case.version])
    assert sides["why"]["index"] == answered[-1]
    assert case.sides(record=2)["record"] == 2
    assert case.sides(record=case.version + 5)["record"] == answered[-1], "that one is not in dispute"
    assert 'id="r2" class="hot" aria-current="true"' in case.get(f"/disputes/{case.id}?record=2", None)


def test_a_seat_has_the_mark_that_the_scripts_draw():
    scripts = {path.name: re.sub(r"(\.\d+?)0+(?!\d)", r"\1", path.read_text("utf-8")) for path in WEB.rglob("*.js")}  # 1.500 is 1.5
    shapes = [shape.replace("b {hue}", "b") for shape in SHAPES]
    assert [shape for shape in shapes if f"'{shape}'," in scripts["html.js"]] == shapes
    assert f"HUES = {json.dumps(HUES)}" in scripts["html.js"]
    for name, colours in (("breaking_bad.js", TEAMS), ("after_pablo.js", NAMED)):
        for colour, hue in colours.items():
            assert re.search(rf"COLOURS = .*\W{colour}\"?: \"{hue}\"", scripts[name]), f"{colour} is another hue in {name}"


def test_what_somebody_wrote_is_text_on_the_page(served: Served):
    case = Case(served)
    served.http.post(
        f"/v1/disputes/{case.id}/statements", headers=case.table.auth(1), json={"text": f"{HOSTILE}{{saw}}"}
    ).raise_for_status()
    for page in (case.get(f"/disputes/{case.id}", None), case.get("/disputes", None)):
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;" in page
        assert "{title}" in page, "braces are no blanks to fill in"
    assert "Was it &quot;right&quot;?</h1>" in case.get(f"/disputes/{case.id}", None)
    searched = case.get('/disputes?q="><script>alert(1)</script>&rule="onfocus=x', None)
    assert "<script>alert" not in searched
    assert '"onfocus' not in searched


def test_a_reader_is_shown_the_forms_that_are_for_him_and_no_others(served: Served):
    case = Case(served)
    address = f"/v1/disputes/{case.id}"

    def forms(token: str | None) -> list[str]:
        page = case.get(f"/disputes/{case.id}", token)
        return [part.partition('"')[0].removeprefix(f"{address}/") for part in page.split('data-post="')[1:]]

    ada = case.arbiter("Ada")
    assert forms(None) == []
    assert forms(case.table.tokens[2]) == ["statements"]
    assert forms(ada) == ["look", "ruling", "pause"]
    judged = {"Authorization": f"Bearer {ada}"}
    served.http.post(f"{address}/pause", headers=judged).raise_for_status()
    assert forms(ada) == ["look", "ruling", "resume"]
    ruling = {"facts": "So it was.", "rules": ["table.answer"], "remedy": {"kind": "stand"}}
    served.http.post(f"{address}/ruling", headers=judged, json=ruling).raise_for_status()
    assert forms(case.table.tokens[2]) == ["appeal"]
    assert forms(ada) == ["look", "close", "resume"]
    served.http.post(f"{address}/close", headers=judged).raise_for_status()
    assert forms(ada) == forms(case.table.tokens[2]) == []


def test_disputes_are_found_by_ruleset_rule_state_and_words(served: Served):
    case = Case(served)
    link = f'href="/disputes/{case.id}"'
    for query in ("", "?ruleset=vault", "?rule=table.answer&state=filed", "?q=right", "?ruleset=vault@1&q=WAS"):
        assert link in case.get(f"/disputes{query}", None), query
    for query in ("?ruleset=duel", "?rule=vault.end", "?state=closed", "?q=nowhere"):
        assert link not in case.get(f"/disputes{query}", None), query
    case.get("/disputes?state=lost", None, 422)


def test_a_dispute_that_is_not_there_or_not_for_this_reader_is_a_page_that_says_so(served: Served):
    nobody = "00000000-0000-4000-8000-000000000000"
    case, invited = Case(served), served.table(RULESET.name, SEATS, watch="invited")
    for path in (f"/disputes/{nobody}", "/disputes/x"):
        assert "There is no such dispute." in case.get(path, None, 404)
    case.get(f"/v1/disputes/{nobody}/sides", None, 404)
    assert "bearer token opens nothing" in case.get(f"/disputes/{case.id}", "x" * 43, 401)
    wanted = {"records": [1, 1], "claim": "?", "sought": {"kind": "stand"}}
    id = served.http.post(f"{invited.url}/disputes", headers=invited.auth(0), json=wanted).raise_for_status().json()["id"]
    case.get(f"/disputes/{id}", None, 403)
    case.get(f"/v1/disputes/{id}/sides", None, 403)
    case.get(f"/disputes/{id}", invited.tokens[0])
    assert f"/disputes/{id}" not in case.get("/disputes", None)


def test_a_long_stretch_is_shown_around_the_record_in_question(served: Served):
    table = served.table("duel", 2, {0: "random", 1: "random"}, seed="3")
    with table.stream() as events:
        assert list(events), "until it is over"
    last = served.house.ledger.sitting(table.id).version
    assert last > 70
    id = served.house.ledger.disputes.file(table.id, 0, (1, last), "All of it?", Remedy("stand")).dispute.id
    for record in (1, last // 2, last):
        sides = served.http.get(f"/v1/disputes/{id}/sides?record={record}").raise_for_status().json()
        first, to = sides["shown"]
        assert 1 <= first <= record <= to <= last
        assert to - first + 1 == len(sides["rows"]) == 60
    assert f"The dispute is about records 1 to {last}" in served.http.get(f"/disputes/{id}").text
