"""On disk: loading a game, and appending to it beside bare sqlite3 inserting the same bytes."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.play import SEATS, random_game
from bench.row import Row, seconds
from domain.kernel import Place, Record, Ruleset, address_of, awaited, offers
from domain.kernel.record import RecordOf
from ledger import Ledger
from ledger.reading import row_of
from ledger.rows import Claim, Entry

LENGTH = 1_000  # records of the game that is loaded
BATCH = 3
BATCHES = 200  # in one run


def filled(ledger: Ledger, ruleset: Ruleset[Any], records: int) -> str:
    """A game in the store, played through the command path until it has at least so many records."""
    created = ledger.create(ruleset.id, [Place(f"player {n}") for n in range(SEATS)], {"seed": "bench"})
    while (sitting := ledger.sitting(created.id)).version < records and not sitting.game.over:
        seat = awaited(sitting.game)[0]
        owed, offer = next((owed, offer) for owed, offer in offers(ruleset, sitting.game, seat) if not offer.barred)
        ledger.act(created.id, seat, address_of(owed, offer))
    return created.id


def load(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Milliseconds to load a game of a thousand records: from the store, and when it is held in memory."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(f"sqlite:{folder}/bench.db")
        game = filled(ledger, ruleset, LENGTH)
        version = ledger.sitting(game).version

        def cold() -> None:
            ledger.forget()
            ledger.sitting(game)

        per_thousand = 1e3 * LENGTH / version
        snapshot = seconds(cold, 15) * per_thousand
        with sqlite3.connect(f"{folder}/bench.db") as db:
            db.execute("DELETE FROM snapshots")
        yield Row("load", f"{ruleset.id}, {LENGTH} records, cold", seconds(cold, 15) * per_thousand, "ms", 12, at_least=False)
        yield Row("load", f"{ruleset.id}, {LENGTH} records, cold, from a snapshot", snapshot, "ms")
        yield Row("load", f"{ruleset.id}, {version} records, warm", seconds(lambda: ledger.sitting(game), 51) * 1e3, "ms")
        ledger.close()


def append(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Appends a second of batches of three records with their key row and sealed bytes, beside bare sqlite3, in turn."""
    _, log, _ = random_game(ruleset, SEATS, 2)
    sealed = [record for record in log if row_of(record, b"key", bytes(32)).openings is not None]
    ours: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(9):
            ours.append(_ours(Path(folder) / f"ours{turn}.db", log, sealed))
            bare.append(_bare(Path(folder) / f"bare{turn}.db", log, sealed))
    ratio = median(a / b for a, b in zip(ours, bare, strict=True))
    yield Row("append", f"{ruleset.id}, batches of {BATCH}", median(ours), "appends/s", peer=f"bare sqlite3 {median(bare):,.0f}")
    yield Row("append", f"{ruleset.id}, ratio to bare sqlite3", ratio, "", 0.5)


def _batches(log: list[Record[Any]], sealed: list[Record[Any]]) -> Iterator[list[Record[Any]]]:
    """Batches of three as a game writes them: an answer and two facts, one of them sealed in every third batch."""
    index = 0
    for n in range(BATCHES):
        chosen = [log[(n * BATCH + k) % len(log)] for k in range(BATCH)]
        if sealed and n % 3 == 0:
            chosen[-1] = sealed[n % len(sealed)]
        batch: list[Record[Any]] = []
        for record in chosen:
            index += 1
            batch.append(RecordOf(index, record.fact, record.rule, record.cause))
        yield batch


def _ours(path: Path, log: list[Record[Any]], sealed: list[Record[Any]]) -> float:
    """Through the recorder of the ledger: encoding, sealing, hashing, rows and key in one transaction."""
    ledger = Ledger.open(f"sqlite:{path}")
    recorder, previous = ledger._recorder, bytes(32)  # the ledger's own path, without deciding
    batches = list(_batches(log, sealed))
    began = time.perf_counter()
    for n, batch in enumerate(batches):
        entries: list[Entry] = []
        for record in batch:
            row = row_of(record, b"game key", previous)
            previous = row.link
            entries.append(Entry("game", row.index, row.tag, row.body, row.openings, row.leaf, row.link))
        claim = Claim(0, f"key {n}", bytes(32), batch[0].index, batch[-1].index)
        recorder.insert_events(entries, claim=claim)
    took = time.perf_counter() - began
    ledger.close()
    return len(batches) / took


def _bare(path: Path, log: list[Record[Any]], sealed: list[Record[Any]]) -> float:
    """The same bytes into the same tables, with nothing in between."""
    Ledger.open(f"sqlite:{path}").close()
    previous, batches = bytes(32), list[tuple[list[tuple[Any, ...]], tuple[Any, ...]]]()
    for n, batch in enumerate(_batches(log, sealed)):
        rows: list[tuple[Any, ...]] = []
        for record in batch:
            row = row_of(record, b"game key", previous)
            previous = row.link
            rows.append(("game", row.index, row.tag, row.body, row.openings, row.leaf, row.link))
        batches.append((rows, ("game", 0, f"key {n}", bytes(32), batch[0].index, batch[-1].index)))
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    insert = "INSERT INTO records (originator_id, originator_version, topic, state, openings, leaf, link) VALUES (?,?,?,?,?,?,?)"
    began = time.perf_counter()
    for rows, claim in batches:
        db.execute("BEGIN IMMEDIATE")
        db.executemany(insert, rows)
        db.execute("INSERT INTO claims VALUES (?,?,?,?,?,?)", claim)
        db.execute("COMMIT")
    took = time.perf_counter() - began
    db.close()
    return len(batches) / took
