"""`python -m tests.tapes RULESET [SEATS]`: bots play a few games, and the shortest is kept as a further tape."""

from __future__ import annotations

import sys
import tempfile

from domain.kernel import Place, UnknownRuleset, ruleset_named
from ledger import Ledger
from replay.archive import FORMAT
from replay.examine import examine
from replay.export import export
from replay.robots import Robots
from tests.tapes import Tape, keep, positions, tapes

TRIES = 5


def main(words: list[str]) -> int:
    """Record a tape; 2 for words that it does not understand."""
    try:
        ruleset = ruleset_named(words[0])
        seats = int(words[1]) if words[1:] else min(ruleset.seats)
        if seats not in ruleset.seats or words[2:]:
            raise ValueError(f"{ruleset.title} is for {min(ruleset.seats)} to {max(ruleset.seats)} seats")
    except (IndexError, ValueError, UnknownRuleset) as wrong:
        print(f"usage: python -m tests.tapes RULESET [SEATS] ({wrong})", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, Ledger.open(f"sqlite:{folder}/ledger.db") as ledger:
        games = [ledger.create(ruleset.id, [Place(f"Bot {seat}", "random") for seat in range(seats)]).id for _ in range(TRIES)]
        for game in games:
            Robots(ledger).answer(game)
        game = min(games, key=lambda one: ledger.head(one).index)
        content, records = export(ledger, game), ledger.records(game)
    found = examine(content)
    if found.evidence.bad is not None or found.conformity.deviations or found.evidence.key is None:
        print(f"this game does not verify, and makes no tape: {found}", file=sys.stderr)
        return 1
    number = 1 + sum(tape.ruleset == ruleset.id for tape in tapes())
    name = f"{ruleset.id}-format{FORMAT}-{number}.jsonl.gz"
    keep(
        Tape(name, ruleset.id, found.evidence.records, found.evidence.head, found.evidence.key, positions(ruleset, records)),
        content,
    )
    print(f"tests/tapes/{name}: {found.evidence.records} records")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
