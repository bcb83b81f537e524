"""Since when an offer was barred: an arbiter looks between the two records that are named."""

from __future__ import annotations

import pytest

from replay import bars
from replay.bars import Barred, barred_since
from replay.legal import legal
from replay.tape import Tape


def offered(tape: Tape, seat: int) -> dict[int, dict[str, bool]]:
    """By record after which the game waited: the keys of what was offered to a seat, and whether a rule barred it."""
    waits = (n for n in range(1, tape.length) if tape.waits(n))
    return {n: {choice.address.partition("/")[2]: choice.barred is not None for choice in legal(tape, n, seat).choices} for n in waits}


def test_it_is_between_the_last_record_with_the_offer_open_and_the_first_with_it_barred(tape: Tape):
    came = 0
    for seat in range(3):
        history = offered(tape, seat)
        for n in history:
            could = legal(tape, n, seat)
            found = barred_since(tape, could)
            for choice in could.choices:
                key = choice.address.partition("/")[2]
                before = [m for m in history if m < n and history[m].get(key) is False]
                if not choice.barred or not before:
                    assert choice.address not in found
                    continue
                after = [m for m in history if before[-1] < m <= n and history[m].get(key)]
                assert found[choice.address] == Barred(before[-1], after[0])
                came += 1
    assert came > 10


def test_no_more_positions_are_looked_at_than_can_be_told_quickly(tape: Tape, monkeypatch: pytest.MonkeyPatch):
    def old(n: int, seat: int) -> bool:
        return any(n - when.open > 20 for when in barred_since(tape, legal(tape, n, seat)).values())

    n, seat = next((n, seat) for n in range(tape.length - 1, 0, -1) if tape.waits(n) for seat in range(3) if old(n, seat))
    monkeypatch.setattr(bars, "FAR", 1)
    assert not old(n, seat)
