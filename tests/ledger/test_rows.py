"""The stored form: canonical bodies, commitments, openings beside them, and the chain."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import ARBITER, PUBLIC, Place, seals, seen_by
from domain.kernel.seal import sealed_part
from ledger import Created, Ledger
from ledger.evidence import canonical, entitled, opened
from tests.ledger.playing import play, rows, seats, sql


def test_one_row_a_record_in_canonical_bytes(ledger: Ledger, store: Path, finished: Created):
    stored = rows(store, finished.id)
    records = ledger.records(finished.id)
    assert len(stored) == len(records) == ledger.sitting(finished.id).version
    for (index, topic, body, openings, _, _), record in zip(stored, records, strict=True):
        assert (index, topic) == (record.index, type(record.fact).__name__)
        assert body == rfc8785.dumps(json.loads(body)), "the bytes are those of RFC 8785"
        assert openings is None or openings == rfc8785.dumps(json.loads(openings))


def test_leaf_and_link_are_what_the_design_says(ledger: Ledger, store: Path, finished: Created):
    link = bytes(32)
    for _, _, body, _, leaf, stored_link in rows(store, finished.id):
        assert leaf == hashlib.sha256(b"\x00" + body).digest()
        link = hashlib.sha256(link + leaf).digest()
        assert link == stored_link
    head = ledger.head(finished.id)
    assert (head.index, head.link) == (ledger.sitting(finished.id).version, link)


def test_a_body_commits_to_what_is_sealed_and_does_not_say_it(ledger: Ledger, finished: Created):
    sealed = 0
    for stored, record in zip(ledger.stored(finished.id), ledger.records(finished.id), strict=True):
        path, part = sealed_part(record.fact)
        marks = [field for field, _ in seals(type(part))]
        assert stored.openings.keys() == {f"{path}/{field}" for field in marks}
        body = json.loads(stored.body)
        inside = body["fact"] if path == "/fact" else body["fact"]["command"]
        for field in marks:
            sealed += 1
            pointer, (salt, value) = f"{path}/{field}", stored.openings[f"{path}/{field}"]
            assert len(bytes.fromhex(salt)) >= 16
            promise = hashlib.sha256(b"\x02" + bytes.fromhex(salt) + rfc8785.dumps([pointer, value])).hexdigest()
            assert inside[field]["sealed"] == promise
            assert set(json.dumps(inside[field]["shape"])) <= set("[], nul"), "a shape has nothing to read in it"
    assert sealed > 10


def test_every_eye_opens_its_own_part_of_the_same_body(ledger: Ledger, finished: Created):
    wire = ledger.sitting(finished.id).ruleset.wire
    for stored, record in zip(ledger.stored(finished.id), ledger.records(finished.id), strict=True):
        for eye in (0, 1, PUBLIC, ARBITER):
            seen = wire.convert_record(opened(stored.body, entitled(record, eye, stored.openings)))
            assert seen == next(seen_by([record], eye))


def test_no_salt_comes_twice(ledger: Ledger, finished: Created):
    fork = ledger.fork(finished.id, ledger.sitting(finished.id).version // 2)
    play(ledger, fork.id)
    salts = [opening.salt for game in ledger.games() for s in ledger.stored(game) for opening in s.openings.values() if s.index > fork.at]
    salts += [opening.salt for s in ledger.stored(finished.id, upto=fork.at) for opening in s.openings.values()]
    assert len(salts) == len(set(salts)) > 10


@given(names=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=2, max_size=2))
def test_canonical_bytes_are_those_of_the_reference_for_any_text(names: list[str]):
    data = {"seats": [{"name": name} for name in names], "at": 1_700_000_000_000, "a": None, "Z": [True, {"b": "", "B": -1}]}
    assert canonical(data) == rfc8785.dumps(data)


def test_names_in_any_script_come_back(ledger: Ledger):
    names = ['Zoë \u2028 \u0001\t"\\', "花子 🃏"]
    game = ledger.create("duel", [Place(name) for name in names]).id
    ledger.forget()
    assert [place.name for place in ledger.sitting(game).places] == names
    assert ledger.stored(game)[0].body == rfc8785.dumps(json.loads(ledger.stored(game)[0].body))


def test_the_notification_log_of_the_library_tells_of_every_row(ledger: Ledger, store: Path):
    for _ in range(3):
        play(ledger, ledger.create("duel", seats(2)).id)
    told, start = [], 1
    while section := ledger._games.notification_log.select(start=start, limit=10):
        told += section
        start = section[-1].id + 1
    assert [(n.id, n.originator_id, n.originator_version, n.topic, n.state) for n in told] == sql(
        store, "SELECT rowid, originator_id, originator_version, topic, state FROM records ORDER BY rowid"
    )
    only = ledger._games.recorder.select_notifications(start=None, limit=100, topics=["GameBegan"])
    assert len(only) == 3
