"""A row of the benchmark table, and how its figure is taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import msgspec


class Row(msgspec.Struct, frozen=True):
    """One figure: what was measured, in which unit, how it compares with its target ("at least" or "at most")."""

    bench: str
    what: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = True
    peer: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; none if there is none."""
        if self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value <= self.target


def seconds(work: Callable[[], Any], times: int = 9, clock: Callable[[], float] = time.perf_counter) -> float:
    """The median time of `work` over so many runs, in seconds; with `time.process_time` what it keeps a core busy for."""
    taken: list[float] = []
    for _ in range(times):
        began = clock()
        work()
        taken.append(clock() - began)
    return median(taken)
