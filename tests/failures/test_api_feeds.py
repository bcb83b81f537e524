"""Every seat's feed has every record, and folds to what the seat is shown: B03, B08."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce

import pytest

from domain.kernel import PUBLIC, GameOf, evolve, ruleset_named
from projections import present
from tests.api.served import UNDISPUTED, Served, serving
from tests.api.vault import RULESET


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("feeds")) as served:
        yield served


@pytest.mark.parametrize(("name", "seats"), [("duel", 2), ("duel", 4), (RULESET.name, 3)])
def test_each_feed_has_every_index_and_folds_to_the_view_of_its_eye(served: Served, name: str, seats: int):
    table, dice, ruleset = served.table(name, seats), random.Random(seats), ruleset_named(name)
    playing = True
    while playing:
        playing = table.step(dice)
        if playing and dice.random() < 0.7:
            continue
        version = table.view()["version"]
        for eye in (*table.seats, PUBLIC):
            feed = table.records(eye)
            assert [record["index"] for record in feed] == list(range(1, version + 1))
            game = reduce(evolve, map(ruleset.wire.convert_record, feed), GameOf(ruleset.blank))
            names = ruleset.display(f"P{seat}" for seat in table.seats)
            folded = present(game, ruleset, eye, names) | UNDISPUTED
            assert ruleset.wire.encode(folded) == ruleset.wire.encode(table.view(eye))


def test_a_secret_look_is_the_same_event_in_all_feeds_and_tells_the_others_its_counts_alone(served: Served):
    """B03."""
    table = served.table(RULESET.name, 3)
    table.finish(random.Random(1))
    feeds = {eye: table.records(eye) for eye in (*table.seats, None)}
    seen = [record for record in feeds[None] if record["fact"]["type"] in ("TopSeen", "OneKept")]
    assert len(seen) == 10
    for record in seen:
        owner, at = record["fact"]["seat"], record["index"] - 1
        assert record["fact"].get("cards", [None, None]) == [None, None]
        assert record["fact"].get("card") is None
        assert "Stone" not in record["text"]
        assert "Stone" in feeds[owner][at]["text"]
        for other in {*table.seats} - {owner}:
            assert feeds[other][at] == record
        assert {k: v for k, v in feeds[owner][at].items() if k not in ("fact", "text")} == {
            k: v for k, v in record.items() if k not in ("fact", "text")
        }


def test_pages_of_records_lines_and_events_are_the_same_records(served: Served):
    table = served.table("duel", 3)
    table.finish(random.Random(2))
    lines = table.records(1)
    with table.stream(1) as events:
        assert [event.data for event in events] == lines
    for limit in (1, 7, 100):
        paged, after = [], 0
        while after is not None:
            page = table.get(f"/records?after={after}&limit={limit}", 1).json()
            assert len(page["records"]) <= limit
            paged += page["records"]
            after = page["next"]
        assert paged == lines
        assert table.get(f"/records?after=3&limit={limit}", 1, Accept="application/jsonl").text.count("\n") == min(limit, len(lines) - 3)
