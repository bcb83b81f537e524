"""The fold: agenda, lanes, batches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import Answered, Game, GameOf, Owed, Pass, RecordOf, batches, evolve, starts_batch
from tests.kernel.scripted import Ask, Board, Do, Noted


def game(*records: RecordOf[object, object]) -> Game[Board]:
    position: Game[Board] = GameOf(Board())
    for record in records:
        position = evolve(position, record)  # pyright: ignore[reportArgumentType] - records of the scripted ruleset
    return position


def test_what_is_opened_first_is_owed_first() -> None:
    position = game(RecordOf(1, Noted("a"), "r", opens=(Do("x"), Do("y"))), RecordOf(2, Noted("b"), "r", opens=(Do("z"),), onto=0, luck=2))
    assert [(o.id, getattr(o.what, "name", None), o.since) for o in reversed(position.agenda)] == [(2, "z", 2), (0, "x", 1), (1, "y", 1)]
    assert (position.length, position.serial, position.luck) == (2, 3, 2)
    assert position.board.notes == ("a", "b")


def test_what_lies_on_nothing_goes_to_the_bottom() -> None:
    position = game(RecordOf(1, Noted("a"), "r", opens=(Do("x"),)), RecordOf(2, Noted("b"), "r", opens=(Do("y"),)))
    assert [getattr(o.what, "name", None) for o in position.agenda] == ["y", "x"]


def test_a_record_can_not_build_on_what_is_not_owed() -> None:
    with pytest.raises(ValueError, match="record 2 builds on 7, which is not owed"):
        game(RecordOf(1, Noted("a"), "r", opens=(Do("x"),)), RecordOf(2, Noted("b"), "r", opens=(Do("y"),), onto=7))
    with pytest.raises(ValueError, match="builds on 0, which is not owed"):
        game(RecordOf(1, Noted("a"), "r", opens=(Do("x"),)), RecordOf(2, Noted("b"), "r", closes=(0,), opens=(Do("y"),), onto=0))


def test_over_means_begun_and_nothing_owed() -> None:
    assert not game().over
    assert game(RecordOf(1, Noted("a"), "r")).over
    assert not game(RecordOf(1, Noted("a"), "r", opens=(Do("x"),))).over


@given(st.lists(st.sampled_from((None, 0, 1, 2)), max_size=8))
def test_what_is_due_is_the_top_or_the_top_of_every_lane_above_the_rest(lanes: list[int | None]) -> None:
    agenda = tuple(Owed(serial, Ask(seat=lane or 0), 1, lane) for serial, lane in enumerate(lanes))
    due = list(GameOf(Board(), agenda, 1).due())
    above = lanes[max((i for i, lane in enumerate(lanes) if lane is None), default=-1) + 1 :]
    if not lanes:
        assert due == []
    elif lanes[-1] is None:
        assert due == [agenda[-1]]
    else:
        assert sorted(o.lane for o in due if o.lane is not None) == sorted({lane for lane in above if lane is not None})
        for owed in due:
            assert owed.id == max(o.id for o in agenda[len(lanes) - len(above) :] if o.lane == owed.lane)


def test_batches_begin_with_answers_and_amendments() -> None:
    log = [
        RecordOf(1, Noted("begin"), "r"),
        RecordOf(2, Noted("dealt"), "r", cause=1),
        RecordOf(3, Answered(0, Pass(), 5), "table.answer", cause=2),
        RecordOf(4, Noted("ruling"), "r"),
        RecordOf(5, Noted("redone"), "r", cause=4),
        RecordOf(6, Answered(0, Pass(), 6), "table.liberty"),
    ]
    assert [[record.index for record in batch] for batch in batches(log)] == [[1, 2], [3], [4, 5], [6]]
    assert [starts_batch(record) for record in log] == [True, False, True, True, False, True]
    assert list(batches([])) == []
