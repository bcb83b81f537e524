"""Chance whose public dice can be opened one after the other while the game is played, and the rest when it is over.

Hidden draws come from slots as `Slots` has them. The keys of thrown dice form a chain: each is the hash of the next one. Its first
link is published before the game begins, so that a key proves itself, and all before it, without giving away any that comes later.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from domain.kernel import Fact, Slots, drawn
from domain.kernel.word import B

LENGTH = 2_048  # keys in the chain; a die that is thrown with a later slot is opened with the hidden draws
STRIDE = 128  # keys between two that are kept


class Die(NamedTuple):
    """A die that was thrown for all to see: its faces, and the one it shows."""

    faces: Sequence[Any]
    shows: Any


class Thrown(Fact[B], frozen=True):
    """Base of the facts that show dice as they were thrown: each die took one slot of the record's luck, in the order they are given."""

    def thrown(self, before: B) -> tuple[Die, ...]:
        """The dice that were thrown for this fact, on the board `before` it."""
        raise TypeError(f"{type(self).__name__} does not say which dice were thrown")


class Luck:
    """Chance from a secret: hidden draws from slots, thrown dice from the chain, all with what the seats mixed in."""

    def __init__(self, secret: bytes, mix: bytes = b"") -> None:
        self._secret, self._mix = secret, mix
        self._slots = Slots(secret, mix)

    def mixed(self, seat: int, seed: bytes) -> Luck:
        """The same chance when a seat has revealed its seed, which counts for every draw from then on."""
        return Luck(self._secret, stirred(self._mix, seat, seed))

    def key(self, slot: int) -> bytes:
        """The key of a die that is thrown with that slot, which opens all before it in the chain. `LookupError` beyond its end."""
        if not 0 <= slot < LENGTH:
            raise LookupError(f"the chain has no key {slot}")
        kept = -(-(slot + 1) // STRIDE)
        return onward(_chain(self._secret)[kept], kept * STRIDE - 1 - slot)

    def __call__(self, slot: int, n: int, faces: Sequence[Any] = ()) -> int:
        """The draw of a slot, as `Chance` has it."""
        return drawn(self.key(slot), self._mix, n) if len(faces) and slot < LENGTH else self._slots(slot, n)


def stirred(mix: bytes, seat: int, seed: bytes) -> bytes:
    """What is mixed into every draw after a further seed; it depends on the order in which the seats reveal theirs."""
    return sha256(b"\x06" + mix + seat.to_bytes(2, "big") + seed).digest()


def dice_root(secret: bytes) -> str:
    """What is published of the chain before the first die is thrown, in hex digits."""
    return _chain(secret)[0].hex()


def onward(key: bytes, steps: int) -> bytes:
    """The key that stands so many steps nearer to the beginning of the chain; one step before the first key is the root."""
    for _ in range(steps):
        key = sha256(b"\x05" + key).digest()
    return key


@lru_cache(maxsize=256)
def _chain(secret: bytes) -> tuple[bytes, ...]:
    """Every so manieth link of the chain, the root first: link `k * STRIDE` has key `k * STRIDE - 1`."""
    kept = [hmac.digest(secret, b"dice", "sha256")]
    for _ in range(LENGTH // STRIDE):
        kept.append(onward(kept[-1], STRIDE))
    return tuple(reversed(kept))
