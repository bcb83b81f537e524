"""The head of a log: the root of the RFC 6962 Merkle tree over its bodies, kept so that a further record costs one or two hashes."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple


class Tree(NamedTuple):
    """The tree over so many leaves. Immutable: more leaves make another tree, and the old one goes on telling the old root."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()  # roots of its full subtrees, the largest first: one for every 1 in `size` written in binary

    def grown(self, leaves: Iterable[bytes]) -> Tree:
        """With further leaves (hashes of bodies, as `evidence.leaf` makes them) to the right."""
        size, peaks = self.size, list(self.peaks)
        for node in leaves:
            size += 1
            pairs = size
            while not pairs & 1:
                node = sha256(b"\x01" + peaks.pop() + node).digest()
                pairs >>= 1
            peaks.append(node)
        return Tree(size, tuple(peaks))

    @property
    def root(self) -> bytes:
        """MTH of RFC 6962, section 2.1."""
        if not self.peaks:
            return sha256(b"").digest()
        root = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            root = sha256(b"\x01" + peak + root).digest()
        return root
