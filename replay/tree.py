"""The family of a game: the game that was played first, and every fork of it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger import Kin, Ledger


class Branch(msgspec.Struct, frozen=True):
    """A game, where and why it left its parent, and its own forks by the record they leave from."""

    id: str
    parent: str | None = None
    at: int | None = None
    luck: str = ""
    reason: str = ""
    forks: tuple[Branch, ...] = ()


def tree(ledger: Ledger, game: str) -> Branch:
    """The whole family that `game` belongs to, from its first ancestor. `UnknownGame` if there is none."""
    family = ledger.family(game)
    return _branch(next(kin for kin in family if kin.parent is None), family)


def walk(branch: Branch, depth: int = 0) -> Iterator[tuple[int, Branch]]:
    """Every game of the tree with its distance from the root, forks after the game they left."""
    yield depth, branch
    for fork in branch.forks:
        yield from walk(fork, depth + 1)


def _branch(kin: Kin, family: list[Kin]) -> Branch:
    forks = sorted((other for other in family if other.parent == kin.id), key=lambda fork: (fork.at or 0, fork.id))
    return Branch(*kin, forks=tuple(_branch(fork, family) for fork in forks))
