"""Chance: the same slot, the same draw; and no favourites."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import Slots

SECRET = b"s" * 32


@given(st.binary(min_size=1, max_size=40), st.integers(0, 2**40), st.integers(1, 2**63))
def test_a_slot_gives_the_same_draw_whenever_it_is_asked(secret: bytes, slot: int, n: int) -> None:
    draw = Slots(secret)(slot, n)
    assert 0 <= draw < n
    assert Slots(secret)(slot, n) == draw


@pytest.mark.parametrize("n", [2, 6, 7, 52])
def test_every_outcome_is_as_likely_as_the_others(n: int) -> None:
    rolls = 20_000
    counts = Counter(map(Slots(SECRET), range(rolls), [n] * rolls))
    expected = rolls / n
    chi_square = sum((counts[k] - expected) ** 2 / expected for k in range(n))
    free = n - 1
    assert chi_square < free + 4.5 * (2 * free) ** 0.5 + 6, "beyond what one run in many thousands would show"


def test_slots_are_independent_of_each_other() -> None:
    pairs = Counter((Slots(SECRET)(slot, 3), Slots(SECRET)(slot + 1, 3)) for slot in range(0, 18_000, 2))
    assert len(pairs) == 9
    assert all(abs(n - 1000) < 150 for n in pairs.values())


def test_the_secret_and_the_mix_both_count() -> None:
    def draws(*of: bytes) -> list[int]:
        return [Slots(*of)(slot, 1000) for slot in range(8)]

    assert len({tuple(d) for d in (draws(b"a"), draws(b"b"), draws(b"a", b"seats"), draws(b"a", b"other"))}) == 4


def test_one_slot_may_be_opened_without_the_others() -> None:
    one = Slots(SECRET).slot(3)
    assert len(one) == 32
    assert one != Slots(SECRET).slot(4)
    assert Slots(SECRET, b"mix").slot(3) == one, "what was committed to does not depend on what the seats add"


def test_draws_near_the_limit_are_tried_again() -> None:
    n = 3 * 2**62  # a quarter of all 64-bit numbers has to be rejected, or the lowest third would come half of the time
    draws = [Slots(SECRET)(slot, n) for slot in range(900)]
    assert all(draw < n for draw in draws)
    assert abs(sum(draw < n // 3 for draw in draws) - 300) < 60


def test_a_draw_needs_an_outcome() -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        Slots(SECRET)(0, 0)
