"""The board: markers are counted symbol by symbol, piles are laid by name, and a job is full when nothing is open."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.bad_company import RULESET
from domain.games.bad_company.board import SYMBOLS, Board, Job, Marks
from domain.kernel import Pile
from tests.table import Table

COUNTS = st.fixed_dictionaries(dict.fromkeys(SYMBOLS, st.integers(0, 5)))


@given(COUNTS)
def test_marks_are_the_counts_they_were_made_of(counts: dict[str, int]):
    marks = Marks(**counts)
    assert {symbol: marks[symbol] for symbol in SYMBOLS} == counts
    assert marks.total == sum(counts.values())


@given(COUNTS, st.sampled_from(SYMBOLS), st.integers(-5, 5))
def test_one_symbol_more_leaves_the_others(counts: dict[str, int], symbol: str, n: int):
    marks = Marks(**counts)
    more = marks.plus(symbol, n)
    assert {s: more[s] - marks[s] for s in SYMBOLS} == {s: n if s == symbol else 0 for s in SYMBOLS}
    assert more.plus(symbol, -n) == marks


@given(COUNTS)
def test_a_job_is_full_when_no_space_is_free(counts: dict[str, int]):
    job = Job("heist", Marks(**counts))
    while free := [symbol for symbol in SYMBOLS if job.free(symbol)]:
        assert not job.full
        job = Job(job.id, job.needs, job.covered.plus(free[0]))
    assert job.full


def test_every_pile_is_laid_under_its_own_name():
    board: Board = Table(RULESET, 3).board
    for name in board.piles():
        laid = board.lay(name, Pile(("some-card",)))
        assert laid.piles() == {**board.piles(), name: Pile(("some-card",))}


@pytest.mark.parametrize("name", ["cellar", "hand", "hand:x", "cellar:1"])
def test_a_pile_that_nobody_has_can_not_be_laid(name: str):
    board: Any = Table(RULESET, 2).board
    with pytest.raises((LookupError, ValueError)):
        board.lay(name, Pile())
