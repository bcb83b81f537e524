"""Chance as a pure function of a slot: committed before it is used, the same whenever it is asked."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any, Protocol


class Chance(Protocol):
    """A source of draws."""

    def __call__(self, slot: int, n: int, faces: Sequence[Any] = ()) -> int:
        """The draw of that slot, from 0 up to but not including `n`; the same whenever it is asked.

        `faces` are those of the die that is thrown for all to see, if it is one: loaded dice need to know them.
        """
        ...


class Slots:
    """Draws from a secret: slot *i* is HMAC(secret, i); a draw is HMAC(slot, mix and the number of the try), unbiased by rejection.

    `mix` is what the seats contributed; it is empty while they contribute nothing.
    """

    def __init__(self, secret: bytes, mix: bytes = b"") -> None:
        self._secret = secret
        self._mix = mix

    def slot(self, slot: int) -> bytes:
        """The 32 bytes of one slot, which may be opened without giving away any other."""
        return hmac.digest(self._secret, b"slot" + slot.to_bytes(8, "big"), "sha256")

    def __call__(self, slot: int, n: int, faces: Sequence[Any] = ()) -> int:
        return drawn(self.slot(slot), self._mix, n)


def drawn(key: bytes, mix: bytes, n: int) -> int:
    """The draw below `n` that the key of a slot gives, with what the seats mixed in."""
    if n < 1:
        raise ValueError("a draw needs at least one outcome")
    attempt, limit = 0, (1 << 64) - (1 << 64) % n
    while (value := int.from_bytes(hmac.digest(key, mix + attempt.to_bytes(2, "big"), "sha256")[:8], "big")) >= limit:
        attempt += 1
    return value % n
