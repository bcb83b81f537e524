"""Shares with their uncertainty: the interval that Wilson proposed, which stays honest for few trials and for shares near 0 and 1."""

from __future__ import annotations

from math import sqrt

import msgspec

Z = 1.959963984540054  # standard deviations on either side of the mean that hold 95 % of a normal distribution


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with the 95 % interval of the share behind them; all three from 0 to 1."""

    count: int
    of: int
    share: float
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """`count` successes in `of` trials. `ValueError` if there are no trials, or more successes than trials."""
    low, high = wilson(count, of)
    return Share(count, of, count / of, low, high)


def certain(so: bool) -> Share:
    """What is known and was not tried: 1 if it is so, 0 if it is not, without doubt."""
    known = float(so)
    return Share(0, 0, known, known, known)


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share, as (low, high). `ValueError` as for `share`."""
    if of < 1 or not 0 <= count <= of:
        raise ValueError(f"{count} of {of} is no share")
    p, z2 = count / of, Z * Z
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    reach = Z * sqrt(p * (1 - p) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return (0.0 if count == 0 else middle - reach, 1.0 if count == of else middle + reach)
