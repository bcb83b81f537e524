"""What is done in a new process, for laws that a process with warm caches could not break: `python -m tests.laws.process WHAT MODULE…`.

`play RULESET SEATS SEED` plays a random game and prints the digest of its records. `fold RULESET` reads records from standard
input, one a line, and prints the digest of the position they fold to, while no component file can be read.
"""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module
from typing import Any, NoReturn

from domain.kernel import GameOf, evolve, ruleset_named, shelf
from tests.table import random_game


def main(what: str, modules: str, ruleset: str, *rest: str) -> None:
    """Print one digest, as hex digits."""
    if what == "fold":
        shelf.read = shelf.digest = unreadable
    for module in modules.split(","):
        import_module(module)
    rules = ruleset_named(ruleset)
    if what == "fold":
        game: Any = GameOf(rules.blank)
        for line in sys.stdin.buffer:
            game = evolve(game, rules.wire.record(line))
        print(digest(rules.wire.encode(game)))
    else:
        seats, seed = rest
        print(digest(*map(rules.wire.encode, random_game(rules, int(seats), int(seed)).log)))


def unreadable(*_: object) -> NoReturn:
    """Stands in for the shelf."""
    raise OSError("a tape must fold without the component files")


def digest(*encoded: bytes) -> str:
    """One hash over these, in order."""
    return hashlib.sha256(b"\n".join(encoded)).hexdigest()


if __name__ == "__main__":
    main(*sys.argv[1:])
