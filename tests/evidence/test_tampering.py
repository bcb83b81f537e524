"""Whatever is done to a file is found, and named where it was done."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from domain.kernel import PUBLIC, UnknownRuleset
from ledger import Ledger
from ledger.signing import Signer
from replay import examine as examining
from replay.examine import examine
from replay.export import export
from tests.evidence.conftest import Played
from tests.evidence.files import Lines, closed, forged, put_together, record, taken_apart

HURT = 30
FORGER = Signer(b"f" * 32)


@pytest.fixture
def lines(played: Played) -> Lines:
    return taken_apart(played.file)


def bad(content: bytes, key: str | None = None) -> tuple[str, int | None, str]:
    """Where a file is bad, and why."""
    found = examine(content, key).evidence
    assert found.bad is not None, found
    assert found.part != "record" or found.records == found.bad - 1
    return found.part, found.bad, found.why or ""


def test_an_honest_file_taken_apart_and_put_together_is_the_same(played: Played, lines: Lines):
    assert put_together(lines) == played.file
    found = examine(played.file, played.key)
    assert (found.evidence.bad, found.evidence.records, found.evidence.key) == (None, len(lines) - 2, played.key)
    assert "which is the key you named" in found.evidence.proved[1]
    assert found.conformity.batches > 10
    assert (found.conformity.deviations, found.conformity.unexamined) == ((), None)


@pytest.mark.parametrize("eye", ["arbiter", 0, PUBLIC])
def test_any_byte_that_is_flipped_is_found_in_its_line(ledger: Ledger, played: Played, eye: int | str):
    content, rng = export(ledger, played.game, eye), random.Random(f"flips/{eye}")
    lines = content.splitlines(keepends=True)
    start = 0
    for n, line in enumerate(lines):
        spots = range(len(line)) if n == 0 else [rng.randrange(len(line)) for _ in range(1)]
        for at in {*spots, *([len(line) - 1] if n % 10 == 0 else [])}:  # the last one ends the line
            flipped = bytearray(content)
            flipped[start + at] ^= 1 << rng.randrange(8)
            found = examine(bytes(flipped)).evidence
            assert found.bad is not None, (n, at, line)
            if n:
                assert found.bad == n, (n, at, found.why)
        start += len(line)


def test_nothing_in_the_last_line_can_be_another(played: Played):
    content = played.file
    start = content.rindex(b"\n", 0, -1) + 1
    for at in range(start, len(content), 3):
        bit = 32 if at % 2 else 1  # the other case of a letter, or its neighbour
        assert examine(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :]).evidence.bad is not None, at


def dropped(lines: Lines) -> None:
    del lines[HURT]


def swapped(lines: Lines) -> None:
    lines[HURT], lines[HURT + 1] = lines[HURT + 1], lines[HURT]


def duplicated(lines: Lines) -> None:
    lines.insert(HURT, deepcopy(lines[HURT - 1]))


def relinked(lines: Lines) -> None:
    lines[HURT]["link"] = lines[HURT - 1]["link"]


def another_rule(lines: Lines) -> None:
    lines[HURT]["body"]["rule"] = "duel.turn.forged"


def renumbered(lines: Lines) -> None:
    del lines[HURT]
    for n in range(HURT, len(lines) - 1):
        lines[n]["body"]["index"] = n


@pytest.mark.parametrize(
    ("hurt", "why"),
    [
        (dropped, "record 30 is missing: the next one there is 31"),
        (swapped, "record 30 is missing: the next one there is 31"),
        (duplicated, "record 29 stands here, where record 30 should"),
        (relinked, "its link does not chain it to the record before"),
        (another_rule, "its link does not chain it to the record before"),
        (renumbered, "its link does not chain it to the record before"),
    ],
)
def test_records_that_are_not_the_ones_written_are_named(lines: Lines, hurt: Callable[[Lines], None], why: str):
    hurt(lines)
    assert bad(put_together(lines)) == ("record", HURT, why)


def test_a_file_that_was_cut_off_says_where(played: Played, lines: Lines):
    n = len(lines) - 2
    assert bad(put_together(lines[:HURT])) == ("end", HURT, bad(put_together(lines[:HURT]))[2])
    assert "it was cut off" in bad(put_together(lines[:HURT]))[2]
    cut = played.file.splitlines(keepends=True)
    part, where, _ = bad(b"".join(cut[:HURT]) + cut[HURT][:100])
    assert (part, where) == ("end", HURT)
    assert bad(put_together([*lines[: HURT + 1], lines[-1]])) == (
        "record",
        HURT + 1,
        f"record {HURT + 1} is missing: the signed head is that of record {n}",
    )
    assert bad(put_together(lines[:-1]))[:2] == ("end", n + 1)
    assert bad(played.file[:-1])[:2] == ("end", n + 1)
    assert bad(b"")[0] == "header"
    assert bad(b"\n" + played.file)[0] == "header"


def test_what_is_written_on_after_the_head_is_named(played: Played, lines: Lines):
    n = len(lines) - 2
    assert bad(put_together([*lines, lines[-2]])) == ("record", n + 1, "the signed line that closes the file stands before further lines")
    assert bad(put_together([*lines, lines[-1]]))[1] == n + 1
    assert bad(played.file + b"{}\n")[1] == n + 1
    assert bad(played.file + b"x")[1] == n + 1


def test_two_games_spliced_are_found_where_they_meet(played: Played, lines: Lines):
    other = taken_apart(played.other_file)
    assert bad(put_together([*lines[:HURT], *other[HURT:]])) == ("record", HURT, "its link does not chain it to the record before")
    mine = put_together([other[0], *lines[1:]])
    assert bad(mine)[0] == "end", "the header names another game than the one that was signed"
    assert bad(put_together([*lines[:-1], other[-1]]))[1] is not None


def sealed(line: Any) -> dict[str, Any]:
    return line.get("openings") or {}


def test_a_die_that_shows_another_face_is_named(dice: bytes):
    lines = taken_apart(dice)
    at = record(lines, lambda fact: fact["type"] == "DiceRolled")
    golden = lines[at]["body"]["fact"]["golden"]
    golden[0] = golden[0] % 5 + 1
    assert bad(put_together(lines)) == ("record", at, "its link does not chain it to the record before")
    number, why = bad(forged(lines, FORGER))[1:]
    assert (number, why[:12]) == (at, "a die shows "), "a forger who signs with a key of his own is found by what was committed to"
    del lines[at]["dice"]
    assert bad(forged(lines, FORGER)) == ("record", at, "nothing opens its dice")


def test_the_key_of_another_die_is_named(dice: bytes):
    lines = taken_apart(dice)
    at, later = [n for n, line in enumerate(lines) if "dice" in line][:2]
    lines[at]["dice"] = lines[later]["dice"]
    assert bad(forged(lines, FORGER)) == ("record", at, "the key of its dice is not the one that was committed to")
    lines[at - 1]["dice"] = lines[later]["dice"]
    assert bad(forged(lines, FORGER)) == ("record", at - 1, "it opens dice that nobody committed to")


def test_a_shuffle_in_another_order_is_named(lines: Lines):
    at = record(lines, lambda fact: "Shuffled" in fact["type"])
    (pointer, (salt, order)), *_ = sealed(lines[at]).items()
    lines[at]["openings"][pointer] = [salt, order[::-1]]
    assert order != order[::-1]
    assert bad(put_together(lines)) == ("record", at, f"it can not be read: record {at}: {pointer} does not open its commitment")


@pytest.mark.parametrize("what", ["commitment", "salt", "value", "spelling", "left out", "where nothing is sealed"])
def test_a_seal_that_was_touched_is_named(lines: Lines, what: str):
    at = record(lines, lambda fact: fact["type"] == "CardDrawn")
    (pointer, (salt, value)), *_ = sealed(lines[at]).items()
    fact = lines[at]["body"]["fact"]
    if what == "commitment":
        fact["card"]["sealed"] = "0" * 64
    elif what == "left out":
        lines[at].pop("openings")
    elif what == "where nothing is sealed":
        lines[at]["openings"]["/fact/seat"] = [salt, 0]
    else:
        other = {"salt": ["0" * 32, value], "value": [salt, value + "x"], "spelling": [f"{salt[:2]} {salt[2:]}", value]}[what]
        lines[at]["openings"][pointer] = other
    assert bad(put_together(lines))[:2] == ("record", at)


def test_an_opening_that_the_eye_may_not_have_is_named(ledger: Ledger, played: Played, lines: Lines):
    public = taken_apart(export(ledger, played.game, PUBLIC))
    at = record(lines, lambda fact: fact["type"] == "CardDrawn")
    assert "openings" not in public[at]
    public[at]["openings"] = lines[at]["openings"]
    assert bad(put_together(public)) == ("record", at, "the public may not read what is opened at /fact/card")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "x"),
        ("ruleset", "bad_company"),
        ("edition", 2),
        ("content", "0"),
        ("seats", []),
        ("eye", 1),
        ("parent", {"game": "x", "at": 3}),
    ],
)
def test_a_header_that_says_something_else_is_found(lines: Lines, field: str, value: Any):
    lines[0][field] = value
    assert bad(put_together(lines))[1] is not None
    resigned = examine(forged(lines, FORGER))
    assert field == "game" or resigned.evidence.bad is not None, "whoever signs it: it is not what the records say"


def test_a_file_signed_by_somebody_else_is_found_by_its_key(played: Played, lines: Lines):
    resigned = forged(lines, FORGER)
    assert bad(resigned, played.key) == ("end", len(lines) - 1, f"it is signed with the key {FORGER.public}, not with the one you named")
    assert "you must know from elsewhere" in examine(resigned).evidence.proved[1]
    lines = taken_apart(resigned)
    lines[-1]["key"] = played.key
    assert bad(put_together(lines))[0] == "end"


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("onto", 9999, "it does not fit the game before it"),
        ("index", HURT + 1, f"record {HURT} is missing"),
        ("fact", {"type": "Invented"}, "it is no record of duel@1 that this program can read"),
        ("fact", {"type": "LifeChanged", "seat": "nobody"}, "it is no record of duel@1 that this program can read"),
        ("fact", 7, "it can not be read"),
    ],
)
def test_a_record_that_never_was_one_is_named_whoever_signs_it(lines: Lines, field: str, value: Any, why: str):
    at = next(n for n in range(HURT, len(lines) - 1) if lines[n]["body"].get("opens")) if field == "onto" else HURT
    lines[at]["body"][field] = value
    if field == "fact":
        lines[at].pop("openings", None)
    found = examine(forged(lines, FORGER)).evidence
    assert (found.part, found.bad) == ("record", at)
    assert why in (found.why or "")


def test_a_game_that_does_not_begin_is_none(lines: Lines):
    for n, line in enumerate(lines[2:-1], 1):
        line["body"]["index"] = n
    del lines[1]
    assert examine(forged(lines, FORGER)).evidence.bad is not None


def test_openings_left_out_of_a_whole_file_are_missed_whoever_signs_it(lines: Lines):
    at = record(lines, lambda fact: fact["type"] == "CardDrawn")
    lines[at].pop("openings")
    assert bad(forged(lines, FORGER)) == ("record", at, "the arbiter may read what is sealed at /fact/card, and nothing opens it")


def test_a_seed_that_was_changed_is_found(lines: Lines):
    lines[-1]["seeds"][0]["secret"] = "0" * 64
    assert "its seeds were changed" in bad(put_together(lines))[2]
    assert bad(forged(lines, FORGER))[:2] == ("record", 1), "whoever signs it: the first record commits to another one"


def test_a_head_that_its_key_did_not_sign_is_found_although_the_file_is_signed(lines: Lines):
    lines[-1]["signature"] = "0" * 128
    part, _, why = bad(closed(lines, FORGER))
    assert (part, "the signature under the head was not made with the key" in why) == ("end", True)


def test_records_after_a_head_that_was_signed_are_named(lines: Lines):
    shorter = taken_apart(forged([*lines[:HURT], lines[-1]], FORGER))
    assert bad(closed([*lines[:-1], shorter[-1]], FORGER)) == ("record", HURT, "it came after the head that was signed")


def test_a_signed_head_of_other_records_is_found(lines: Lines):
    others = deepcopy(lines)
    others[HURT]["body"]["rule"] = "duel.turn.forged"
    part, _, why = bad(closed([*lines[:-1], taken_apart(forged(others, FORGER))[-1]], FORGER))
    assert (part, "they are others than were signed for" in why) == ("end", True)


def test_an_opening_of_nothing_is_named_even_if_nobody_knows_the_edition(lines: Lines, monkeypatch: pytest.MonkeyPatch):
    def gone(name: str) -> None:
        raise UnknownRuleset(name)

    monkeypatch.setattr(examining, "ruleset_named", gone)
    lines[HURT]["openings"] = lines[HURT].get("openings", {}) | {"/fact/nothing": ["0" * 32, 0]}
    why = "nothing is sealed at /fact/nothing, and still there is an opening for it"
    assert bad(closed(lines, FORGER)) == ("record", HURT, why)


def test_a_format_of_the_future_says_so(lines: Lines):
    lines[0]["format"] = 2
    assert bad(put_together(lines)) == ("header", 0, "it is in format 2; this program reads format 1")


@pytest.mark.parametrize("junk", [b"\x00" * 50, b"[" * 100_000 + b"\n", b'{"format":1}\n', b"{}\n{}\n", b"\xff\n\n\n"])
def test_junk_is_bad_and_nothing_worse(played: Played, junk: bytes):
    assert bad(junk)[0] == "header"
    first = played.file.splitlines(keepends=True)[0]
    assert examine(first + junk).evidence.bad is not None
