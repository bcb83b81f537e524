"""From rows to games: the only place where what is stored becomes a position that can be played from."""

from __future__ import annotations

from typing import Any

from domain.kernel import Record, Ruleset, Step, UnknownRuleset, batches, ruleset_named, starts_batch
from ledger.answers import Head, Stored
from ledger.errors import Damaged, EditionGone, UnknownGame, UnknownRecord
from ledger.evidence import START, link
from ledger.keys import Keyring
from ledger.lineage import Lineage, Lineages
from ledger.merkle import Tree
from ledger.reading import openings_of, reader_of
from ledger.rows import Recorder, Row
from ledger.sitting import Memory, Sitting, folded, nobody_yet
from ledger.snapshots import Snapshots, landed


class Folding:
    """The games of one store as they can be read. Safe to share between threads; `kept` folded games are held in memory."""

    def __init__(self, recorder: Recorder, keyring: Keyring, kept: int) -> None:
        self._recorder = recorder
        self._keyring = keyring
        self.memory = Memory(kept)
        self.lineages = Lineages(recorder)
        self.snapshots = Snapshots(recorder, keyring)

    def now(self, game: str) -> Sitting:
        """The game after the last record in the store, whoever wrote it."""
        lineage, held = self.lineages.of(game), self.memory.get(game)
        sitting = self._folded(held or self._nobody(lineage), lineage)
        if sitting is held:
            return sitting
        if sitting.version <= lineage.start or any(isinstance(owed.what, Step) for owed in sitting.game.due()):
            raise Damaged(game, sitting.version + 1, "is missing: the store holds whole batches, and this one has no end")
        self.memory.put(sitting)
        return sitting

    def at(self, game: str, at: int) -> Sitting:
        """The game after record `at`. `UnknownGame`, `UnknownRecord`, `Damaged`, `EditionGone`."""
        lineage, held = self.lineages.of(game), self.memory.get(game)
        if held is not None and held.version == at:
            return held
        if at < 1:
            raise UnknownRecord(game, at, f"has no record {at}: they are counted from 1")
        sitting = self._folded(self._nobody(lineage), lineage, upto=at)
        if sitting.version < at:
            if at <= lineage.start or not sitting.version:
                raise Damaged(game, sitting.version + 1, "is missing")
            raise UnknownRecord(game, at, f"has no record {at}: its last is {sitting.version}")
        return sitting

    def records(self, game: str, after: int = 0, upto: int | None = None) -> list[Record[Any]]:
        """The records after `after`, up to and including `upto`, with nothing redacted; those below a fork's start are its parent's.

        `UnknownGame`, `Damaged`, `EditionGone`.
        """
        lineage = self.lineages.of(game)
        read, after, found = reader_of(self.ruleset(lineage), game), max(after, 0), list[Record[Any]]()
        previous = START if not after else None
        for _, rows in lineage.rows(after - 1 if after else 0, upto):  # the row before the first one anchors the chain
            for row in rows:
                if row.index != after:
                    if row.index != after + len(found) + 1:
                        raise Damaged(game, after + len(found) + 1, "is missing")
                    found.append(read(row))
                    if previous is not None and link(previous, row.leaf) != row.link:
                        raise Damaged(game, row.index, "was altered: it does not follow the record before it")
                previous = row.link
        return found

    def stored(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        """The same as they lie in the store, unchecked: readable even if the edition is gone or a row is damaged.

        `UnknownGame`; `Damaged` for openings that are no openings.
        """
        found = (row for _, rows in self.lineages.of(game).rows(max(after, 0), upto) for row in rows)
        return [Stored(row.index, row.body, openings_of(game, row), row.leaf, row.link) for row in found]

    def head(self, game: str) -> Head:
        """The end of a game's chain, as it is stored. `UnknownGame`, `Damaged`."""
        lineage = self.lineages.of(game)
        if (row := self._recorder.last(game)) is None:
            raise Damaged(game, lineage.start + 1, "is missing")
        return self.head_at(game, row.index)

    def head_at(self, game: str, upto: int) -> Head:
        """The head after a record, from the hashes that are stored."""
        rows = [row for _, piece in self.lineages.of(game).rows(0, upto) for row in piece]
        return Head(rows[-1].index, rows[-1].leaf, rows[-1].link, Tree().grown(row.leaf for row in rows).root)

    def batch_end(self, last: Sitting, at: int) -> int:
        """The last record of a batch at or before record `at` of a game."""
        if not 1 <= at <= last.version:
            raise UnknownRecord(last.id, at, f"has no record {at} to fork it at: its last is {last.version}")
        if at == last.version:
            return at
        records = self.records(last.id, upto=at + 1)
        end = next(record.index - 1 for record in reversed(records) if starts_batch(record))
        if not end:
            first = len(next(batches(self.records(last.id))))
            raise UnknownRecord(last.id, at, f"can not be forked at record {at}: its set-up ends with record {first}")
        return end

    def readable(self, game: str, row: Row) -> Record[Any] | None:
        try:
            return reader_of(self.ruleset(self.lineages.of(game)), game)(row)
        except (Damaged, EditionGone, UnknownGame):
            return None

    def ruleset(self, lineage: Lineage) -> Ruleset[Any]:
        try:
            return ruleset_named(lineage.ruleset)
        except UnknownRuleset:
            raise EditionGone(lineage.game, lineage.ruleset) from None

    # within -------------------------------------------------------------------------------------------------------------
    def _nobody(self, lineage: Lineage) -> Sitting:
        return nobody_yet(lineage.game, self.ruleset(lineage), self._keyring, lineage.parent)

    def _folded(self, sitting: Sitting, lineage: Lineage, upto: int | None = None) -> Sitting:
        """The sitting after the records that follow it; a cold load goes on from a snapshot, if there is one below `upto`."""
        if not sitting.version and (jump := self.snapshots.of(lineage, sitting.ruleset, upto)) is not None:
            sitting = landed(sitting, lineage.rows(0, jump.game.length), jump, self._keyring) or sitting
        for of, rows in lineage.rows(sitting.version, upto):
            if rows:
                sitting = folded(sitting, rows, of, self._keyring)
        return sitting
