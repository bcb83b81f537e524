"""Phase 1: every throw of four dice can be paired, and nothing else can be announced."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from domain.games.bad_company.dice import splits

THROWS = st.tuples(*[st.integers(1, 6)] * 4)


@given(THROWS)
def test_the_pairs_are_all_that_four_dice_make(golden: tuple[int, int, int, int]):
    made = {(min(a + b, c + d), max(a + b, c + d)) for a, b, c, d in permutations(golden)}
    assert set(splits(golden)) == made


@given(THROWS)
def test_no_pair_is_offered_twice_and_each_uses_all_dice(golden: tuple[int, int, int, int]):
    found = list(splits(golden))
    assert 1 <= len(found) == len(set(found)) <= 3
    assert {low + high for low, high in found} == {sum(golden)}
    assert all(2 <= low <= high <= 12 for low, high in found)


@given(THROWS, st.permutations(range(4)))
def test_it_does_not_matter_which_die_lies_where(golden: tuple[int, int, int, int], order: list[int]):
    a, b, c, d = order
    assert set(splits((golden[a], golden[b], golden[c], golden[d]))) == set(splits(golden))
