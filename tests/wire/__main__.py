"""`python -m tests.wire RULESET …` writes new words into the locks of rulesets (of all of them, if none is named)."""

from __future__ import annotations

import sys

import domain.games  # noqa: F401 - registers its games
import tests.toy  # noqa: F401 - registers it
from domain.kernel import UnknownRuleset, ruleset_named, rulesets
from tests.wire.lock import grow, path_of


def main(names: list[str]) -> int:
    """Grow the locks; 1 if one is broken, or there is no such ruleset."""
    status = 0
    try:
        chosen = [ruleset_named(name) for name in names] or rulesets()
    except UnknownRuleset as unknown:
        print(unknown, file=sys.stderr)
        return 1
    for ruleset in chosen:
        try:
            new = grow(ruleset)
        except ValueError as broken:
            print(f"{path_of(ruleset).name}: {broken}", file=sys.stderr)
            status = 1
        else:
            print(f"{path_of(ruleset).name}: {', '.join(new) or 'nothing new'}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
