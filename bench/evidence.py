"""Evidence: what it costs to make for a record, and how long a game takes to be examined."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from typing import Any

from bench.play import SEATS, random_game
from bench.row import Row, seconds
from domain.kernel import Record, Ruleset, batches
from ledger import Ledger
from ledger.merkle import Tree
from ledger.reading import row_of
from ledger.signing import Signer
from replay.examine import examine
from replay.export import export

LENGTH = 1_000  # records of the game that is examined


def seal(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Microseconds of a core a record for its evidence: body, commitments, openings, hashes, head; and a signed receipt a batch."""
    _, log, _ = random_game(ruleset, SEATS, 1)
    pieces, signer = list(batches(log)), Signer(b"bench".ljust(32))

    def sealed() -> None:
        tree, link = Tree(), bytes(32)
        for batch in pieces:
            link, tree = _sealed(batch, link, tree, signer)

    what = f"{ruleset.id}, {len(log) / len(pieces):.1f} records a batch"
    yield Row("seal", what, seconds(sealed, 9, time.process_time) / len(log) * 1e6, "µs/record", 40, at_least=False)


def _sealed(batch: list[Record[Any]], link: bytes, tree: Tree, signer: Signer) -> tuple[bytes, Tree]:
    leaves: list[bytes] = []
    for record in batch:
        row = row_of(record, b"game key", link)
        link = row.link
        leaves.append(row.leaf)
    tree = tree.grown(leaves)
    signer.receipt("game", tree.size, leaves[-1], link, tree.root)
    return link, tree


def verify(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Milliseconds to examine the arbiter's file of a game of a thousand records: both verdicts, every answer decided again."""
    from bench.store import filled

    with tempfile.TemporaryDirectory() as folder, Ledger.open(f"sqlite:{folder}/bench.db") as ledger:
        content = export(ledger, filled(ledger, ruleset, LENGTH))
    found = examine(content)
    assert (found.evidence.bad, found.conformity.unexamined) == (None, None), found
    took = seconds(lambda: examine(content), 5) * LENGTH / found.evidence.records
    yield Row("verify", f"{ruleset.id}, {LENGTH} records, {found.conformity.batches} batches", took * 1e3, "ms", 500, at_least=False)
