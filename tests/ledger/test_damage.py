"""Rows that were altered, moved or lost: the game says from which record on, and shows everything before it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from domain.kernel import Step
from ledger import Created, Damaged, Ledger
from tests.ledger.playing import play, seats, sql

COLUMNS = ["state", "openings", "leaf", "link"]


@pytest.fixture(params=("bad_company", "duel"))
def title(request: pytest.FixtureRequest) -> str:
    """A shipped game and the toy: what is done to rows does not ask what is played."""
    return request.param


def flip(store: Path, game: str, index: int, column: str, rng: random.Random) -> None:
    """One bit of one column of one row."""
    where = "originator_id = ? AND originator_version = ?"
    ((held,),) = sql(store, f"SELECT {column} FROM records WHERE {where}", game, index)
    at = rng.randrange(len(held))
    changed = held[:at] + bytes([held[at] ^ (1 << rng.randrange(8))]) + held[at + 1 :]
    sql(store, f"UPDATE records SET {column} = ? WHERE {where}", changed, game, index)


def found_out(store: Path, game: str, bad: int) -> Damaged:
    """The damage is named, whatever is asked for, and everything before it is there."""
    with Ledger.open(f"sqlite:{store}") as ledger:
        with pytest.raises(Damaged, match=f"record {bad} ") as damage:
            ledger.sitting(game)
        assert (damage.value.game, damage.value.record) == (game, bad)
        with pytest.raises(Damaged, match=f"record {bad} "):
            ledger.records(game)
        with pytest.raises(Damaged, match=f"record {bad} "):
            ledger.act(game, 0, "pass")
        with pytest.raises(Damaged, match=f"record {bad} "):
            ledger.fork(game, 1)
        if bad > 1:
            assert ledger.sitting(game, bad - 1).version == bad - 1
            assert len(ledger.records(game, upto=bad - 1)) == bad - 1
    return damage.value


@pytest.mark.parametrize("column", COLUMNS)
def test_a_flipped_bit_is_found_where_it_is(ledger: Ledger, store: Path, finished: Created, column: str):
    rng = random.Random(column)
    held = sql(store, "SELECT originator_version FROM records WHERE openings IS NOT NULL ORDER BY 1")
    version = ledger.sitting(finished.id).version
    for index in [version, *(rng.choice(held)[0] for _ in range(6)), *(() if column == "openings" else (1,))]:
        where = "originator_version = ?"
        before = sql(store, f"SELECT state, openings, leaf, link FROM records WHERE {where}", index)[0]
        if before[COLUMNS.index(column)] is None:
            continue
        flip(store, finished.id, index, column, rng)
        found_out(store, finished.id, index)
        sql(store, f"UPDATE records SET state = ?, openings = ?, leaf = ?, link = ? WHERE {where}", *before, index)
    with Ledger.open(f"sqlite:{store}") as again:
        assert again.sitting(finished.id).version == version


def test_openings_that_are_gone_or_another_rows_are_found_out(ledger: Ledger, store: Path, finished: Created):
    sealed = [n for (n,) in sql(store, "SELECT originator_version FROM records WHERE openings IS NOT NULL ORDER BY 1")]
    first, second = sealed[len(sealed) // 2 : len(sealed) // 2 + 2]
    sql(
        store,
        "UPDATE records SET openings = (SELECT openings FROM records WHERE originator_version = ?) WHERE originator_version = ?",
        second,
        first,
    )
    found_out(store, finished.id, first)
    sql(store, "UPDATE records SET openings = NULL WHERE originator_version = ?", first)
    found_out(store, finished.id, first)
    sql(store, "UPDATE records SET openings = x'7b' WHERE originator_version = ?", first)
    found_out(store, finished.id, first)
    with Ledger.open(f"sqlite:{store}") as other, pytest.raises(Damaged, match="openings that can not be read"):
        other.stored(finished.id)


def test_another_value_under_a_seal_is_found_out_and_not_told(ledger: Ledger, store: Path, finished: Created):
    where = "openings IS NOT NULL AND topic != 'Answered' AND originator_version > ?"
    ((index, openings),) = sql(store, f"SELECT originator_version, openings FROM records WHERE {where} LIMIT 1", 5)
    forged = {pointer: [salt, ["an-ace"]] for pointer, (salt, _) in json.loads(openings).items()}
    sql(store, "UPDATE records SET openings = ? WHERE originator_version = ?", json.dumps(forged).encode(), index)
    damage = found_out(store, finished.id, index)
    assert "an-ace" not in str(damage)  # the id of a game is made of hex digits, and may well hold an ace


def test_a_row_that_is_gone_is_named(ledger: Ledger, store: Path, finished: Created):
    version = ledger.sitting(finished.id).version
    for index in (1, version // 3, version // 2, version - 1):
        (row,) = sql(store, "SELECT * FROM records WHERE originator_version = ?", index)
        sql(store, "DELETE FROM records WHERE originator_version = ?", index)
        assert "missing" in str(found_out(store, finished.id, index))
        sql(store, f"INSERT INTO records VALUES ({','.join('?' * len(row))})", *row)
    sql(store, "DELETE FROM records WHERE originator_id = ?", finished.id)
    with Ledger.open(f"sqlite:{store}") as other, pytest.raises(Damaged, match="record 1 is missing"):
        other.sitting(finished.id)
    with Ledger.open(f"sqlite:{store}") as other, pytest.raises(Damaged, match="record 1 is missing"):
        other.head(finished.id)


def test_a_log_that_breaks_off_in_a_batch_has_lost_its_end(ledger: Ledger, store: Path, finished: Created):
    version = ledger.sitting(finished.id).version
    broken = next(n for n in range(version - 1, 1, -1) if any(isinstance(o.what, Step) for o in ledger.sitting(finished.id, n).game.due()))
    sql(store, "DELETE FROM records WHERE originator_version > ?", broken)
    with Ledger.open(f"sqlite:{store}") as other:
        with pytest.raises(Damaged, match=f"record {broken + 1} is missing"):
            other.sitting(finished.id)
        assert other.sitting(finished.id, broken).version == broken


def test_rows_that_change_places_are_found_out(ledger: Ledger, store: Path, finished: Created):
    middle = ledger.sitting(finished.id).version // 2
    for old, new in ((middle, 10**6), (middle + 1, middle), (10**6, middle + 1)):
        sql(store, "UPDATE records SET originator_version = ? WHERE originator_version = ?", new, old)
    found_out(store, finished.id, middle)


def test_a_row_of_another_game_is_found_out(ledger: Ledger, store: Path):
    one, two = (ledger.create("duel", seats(2), {"seed": "same"}).id for _ in range(2))
    for game in (one, two):
        play(ledger, game, seed=5)
    middle = ledger.sitting(one).version // 2
    columns = "state, openings, leaf, link"
    (foreign,) = sql(store, f"SELECT {columns} FROM records WHERE originator_id = ? AND originator_version = ?", two, middle)
    sql(
        store,
        "UPDATE records SET state = ?, openings = ?, leaf = ?, link = ? WHERE originator_id = ? AND originator_version = ?",
        *foreign, one, middle,
    )  # fmt: skip
    found_out(store, one, middle)


def test_a_row_written_anew_with_its_hashes_breaks_the_chain_behind_it(ledger: Ledger, store: Path, finished: Created):
    from ledger.evidence import leaf, link

    version = ledger.sitting(finished.id).version
    where = "openings IS NULL AND topic != 'Answered' AND originator_version BETWEEN 10 AND ?"
    ((index, body),) = sql(store, f"SELECT originator_version, state FROM records WHERE {where} LIMIT 1", version - 5)
    ((previous,),) = sql(store, "SELECT link FROM records WHERE originator_version = ?", index - 1)
    forged = body.replace(b'"rule":"', b'"rule":"x', 1)
    assert forged != body
    sql(
        store,
        "UPDATE records SET state = ?, leaf = ?, link = ? WHERE originator_version = ?",
        forged, leaf(forged), link(previous, leaf(forged)), index,
    )  # fmt: skip
    with Ledger.open(f"sqlite:{store}") as other, pytest.raises(Damaged, match=f"record {index + 1} was altered"):
        other.sitting(finished.id)


@pytest.mark.parametrize("junk", ["'text'", "0", "x''", "x'ff'"])
@pytest.mark.parametrize("column", COLUMNS)
def test_junk_of_any_type_is_damage_and_no_crash(ledger: Ledger, store: Path, column: str, junk: str):
    game = ledger.create("duel", seats(2)).id
    ((index,),) = sql(store, "SELECT min(originator_version) FROM records WHERE openings IS NOT NULL")
    sql(store, f"UPDATE records SET {column} = {junk} WHERE originator_version = ?", index)
    with Ledger.open(f"sqlite:{store}") as other:
        with pytest.raises(Damaged, match=f"record {index} "):
            other.sitting(game)
        assert other.follow(0, 1000)[index - 1].record is None or column == "link"


def test_the_damage_of_a_parent_is_the_damage_of_its_forks(ledger: Ledger, store: Path, finished: Created):
    fork = ledger.fork(finished.id, ledger.sitting(finished.id).version // 2)
    flip(store, finished.id, 7, "state", random.Random(1))
    with Ledger.open(f"sqlite:{store}") as other:
        for game in (finished.id, fork.id):
            with pytest.raises(Damaged, match=f"game {game}: record 7 was altered"):
                other.sitting(game)
            assert other.sitting(game, 6).version == 6


def test_what_a_parent_loses_behind_the_fork_does_not_harm_the_fork(ledger: Ledger, store: Path, finished: Created):
    fork = ledger.fork(finished.id, ledger.sitting(finished.id).version // 2)
    sql(store, "DELETE FROM records WHERE originator_id = ? AND originator_version > ?", finished.id, fork.at)
    with Ledger.open(f"sqlite:{store}") as other:
        assert play(other, fork.id).game.over


def test_a_forks_first_record_binds_it_to_its_parent(ledger: Ledger, store: Path, finished: Created):
    fork = ledger.fork(finished.id, ledger.sitting(finished.id).version // 2)
    flip(store, fork.id, fork.at + 1, "state", random.Random(1))
    found_out(store, fork.id, fork.at + 1)
