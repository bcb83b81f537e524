"""Every game that is shipped, played by bots on the server and looked at from all sides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce

import pytest

import domain.games
from api.models import RecordSeen, ViewSeen
from domain.kernel import ARBITER, PUBLIC, GameOf, evolve, ruleset_named, rulesets
from projections import present
from tests.api.served import UNDISPUTED, Served, serving

SHIPPED = [ruleset.id for ruleset in rulesets() if ruleset.package.startswith(domain.games.__name__)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("shipped")) as served:
        yield served


@pytest.mark.parametrize("name", SHIPPED)
def test_bots_play_it_to_its_end_and_every_eye_can_follow_and_look_back(served: Served, name: str):
    ruleset, dice = ruleset_named(name), random.Random(name)
    seats = range(min(ruleset.seats))
    table = served.table(name, len(seats), bots=dict.fromkeys(seats, "random"), seed="short 5")  # which is not a long game of any title
    with table.stream() as events:
        streamed = [event.data for event in events]  # until it is over
    version = table.view()["version"]
    assert [record["index"] for record in streamed] == list(range(1, version + 1))
    assert streamed == table.records()
    names = ruleset.display(f"P{seat}" for seat in seats)
    for eye in (*seats, PUBLIC, ARBITER):
        lines = table.get(f"/records?as={eye}", None, Accept="application/jsonl").text.splitlines()
        feed = [RecordSeen.model_validate_json(line).model_dump() for line in lines]
        game = reduce(evolve, map(ruleset.wire.convert_record, feed), GameOf(ruleset.blank))
        shown = table.get(f"?as={eye}").json()
        assert ruleset.wire.encode(present(game, ruleset, eye, names) | UNDISPUTED) == ruleset.wire.encode(shown)
        for n in dice.sample(range(version), 8):
            ViewSeen.model_validate(table.get(f"/at/{n}?as={eye}").json())
            assert table.get(f"/at/{max(n, 1)}/why?as={eye}").status_code == 200
    served.house.follower.catch_up()
    row = next(row for row in served.http.get("/v1/games").json()["games"] if row["id"] == table.id)
    outcome = ruleset.outcome(served.house.ledger.sitting(table.id).game.board)
    assert outcome is not None
    assert (row["outcome"]["winners"], row["outcome"]["scores"]) == (list(outcome.winners), list(outcome.scores))


def test_something_is_shipped():
    assert "bad_company@1" in SHIPPED
