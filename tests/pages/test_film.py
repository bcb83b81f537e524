"""The tape as it is sent: its patches fold into the board that the eye sees, it is small, and it tells no eye too much."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

import domain.games
from api.film import ABSENT, lines, patch, shaped
from domain.kernel import Eye, Pile, rulesets
from replay.tape import Tape
from tests.pages.conftest import Shelf

assert domain.games.__doc__  # importing it registers what is shipped
SHIPPED = [held.name for held in rulesets() if held.package.startswith("domain.games")]
STRIDE = 20  # records between two comparisons, in long games: what a patch misses is still missing then
LARGEST = 150_000  # bytes, compressed, of 500 records


def merged(target: Any, change: Any) -> Any:
    """A merge patch applied as RFC 7396 says."""
    if not isinstance(change, dict):
        return change
    result = dict(target) if isinstance(target, dict) else {}
    for key, part in change.items():
        if part is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), part)
    return result


def sent(shelf: Shelf, game: str, eye: Eye) -> list[dict[str, Any]]:
    answer = shelf.served.http.get(f"/replays/{game}/tape?as={eye}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Encoding"] == "gzip"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("ruleset", [*SHIPPED, "duel"])
def test_the_patches_fold_into_what_each_eye_sees_after_every_record(shelf: Shelf, ruleset: str):
    game = shelf.game(ruleset)
    whole = Tape.load(shelf.served.house.ledger, game)
    for eye in (*range(len(whole.names().seats)), "public", "arbiter"):
        header, *entries = sent(shelf, game, eye)
        tape = whole.through(eye)
        assert header["eye"] == eye
        assert header["length"] == tape.length == len(entries)
        board: Any = {}
        for entry in entries:
            board = merged(board, entry.get("patch", {}))
            if ruleset == "duel" or entry["index"] % STRIDE == 0 or entry["index"] == tape.length:
                assert board == json.loads(json.dumps(shaped(tape.at(entry["index"]).board))), entry["index"]


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_five_hundred_records_are_small(shelf: Shelf, ruleset: str):
    tape = Tape.load(shelf.served.house.ledger, shelf.game(ruleset))
    part = list(lines(tape, tape.ruleset.title, None))[:501]
    assert len(part) == 501
    assert len(gzip.compress(b"".join(part))) < LARGEST


def test_an_eye_is_sent_its_own_records_alone(shelf: Shelf):
    game = shelf.game("duel")
    public, seat = sent(shelf, game, "public"), sent(shelf, game, 0)
    told = [(a["index"], b["text"]) for a, b in zip(public[1:], seat[1:], strict=True) if a["text"] != b["text"]]
    assert told, "a duel has secrets, so that the two must differ somewhere"
    http = shelf.served.http
    for eye, entries in (("public", public), (0, seat)):
        log = http.get(f"/v1/games/{game}/records?as={eye}&limit=1000").json()["records"]
        assert [entry["fact"] for entry in entries[1:]] == [record["fact"]["type"] for record in log]


def test_an_open_game_keeps_its_seats_tapes_to_them(shelf: Shelf):
    table = shelf.served.table("duel", 2)
    http = shelf.served.http
    assert http.get(f"/replays/{table.id}/tape?as=0").status_code == 403
    assert http.get(f"/replays/{table.id}/tape?as=arbiter").status_code == 403
    assert table.http.get(f"/replays/{table.id}/tape?as=0", headers=table.auth(0)).status_code == 200
    shown = http.get(f"/replays/{table.id}?as=0")
    assert shown.status_code == 200
    assert 'value="public" checked' in shown.text, "without a token the page tells what the public sees"
    assert http.get("/replays/none").status_code == 404
    invited = shelf.served.table("duel", 2, watch="invited")
    assert http.get(f"/replays/{invited.id}").status_code == 403


def test_what_players_call_themselves_is_text_on_the_page(shelf: Shelf):
    name = "<script>alert(1)</script>{title}&\"'"
    made = shelf.served.http.post("/v1/games", json={"ruleset": "duel", "seats": [{"name": name}, {"name": "B"}]}).json()
    page = shelf.served.http.get(f"/replays/{made['id']}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{title}&amp;" in page


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ((1, 2), (1, 2), ABSENT),
        ((1, 2), (1, 3), [1, 3]),
        ({"a": 1}, {"a": 1}, ABSENT),
        ({"a": 1, "b": 2}, {"a": 1}, {"b": None}),
        ({"a": 1}, {"a": None}, {"a": None}),
        ({"a": None}, {"a": 5}, {"a": 5}),
        (Pile((None, None, "x")), Pile((None, "x")), [1, "x"]),
        (None, None, ABSENT),
        ({"a": 1}, (), []),
        ((), {"a": 1}, {"a": 1}),
    ],
)
def test_a_patch_names_no_more_than_what_changed(old: Any, new: Any, change: Any):
    assert patch(old, new) == change
    if change is not ABSENT:
        assert merged(shaped(old) if shaped(old) is not ABSENT else {}, change) == shaped(new)
