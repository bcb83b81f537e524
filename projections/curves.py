"""Chance-to-win curves of finished games, kept beside the store: whoever works one out keeps it for all who look."""

from __future__ import annotations

import time
from typing import NamedTuple

from projections.views import Views

SILENT = 60.0  # seconds after which work of which nothing is heard counts as given up
TABLES = (  # the number in their names is that of the form in which curves are kept: those in another form are not found
    "CREATE TABLE IF NOT EXISTS curves_1 (game TEXT PRIMARY KEY, curve BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS curve_work_1"
    " (one INTEGER PRIMARY KEY CHECK (one = 1), worker TEXT NOT NULL, game TEXT NOT NULL, done INTEGER NOT NULL,"
    " total INTEGER NOT NULL, heard REAL NOT NULL)",
)


class Work(NamedTuple):
    """The curve that is being worked out: of which game, and how many of its continuations are played."""

    game: str
    done: int
    total: int


class Curves:
    """The curves of one store, as JSON, and which one is being worked out: one at a time, however many processes serve the store."""

    def __init__(self, views: Views) -> None:
        self._views = views
        with views.transaction() as cursor:
            for table in TABLES:
                cursor.execute(table)

    def of(self, game: str) -> bytes | None:
        """The curve of a game; nothing if none is kept."""
        found = self._views.read("SELECT curve FROM curves_1 WHERE game = ?", (game,))
        return bytes(found[0][0]) if found else None

    def keep(self, game: str, curve: bytes) -> None:
        """Keep the curve of a game, in the place of an earlier one."""
        with self._views.transaction() as cursor:
            cursor.execute("INSERT OR REPLACE INTO curves_1 VALUES (?, ?)", (game, curve))

    def work(self) -> Work | None:
        """What is being worked out; nothing if nobody has been heard of lately."""
        found = self._views.read("SELECT game, done, total FROM curve_work_1 WHERE heard > ?", (time.time() - SILENT,))
        return Work(*found[0]) if found else None

    def take_up(self, worker: str, game: str, total: int) -> bool:
        """Begin to work out a game's curve, of so many continuations; false if another one is being worked out."""
        with self._views.transaction() as cursor:
            now = time.time()
            if cursor.execute("SELECT 1 FROM curve_work_1 WHERE heard > ?", (now - SILENT,)).fetchone():
                return False
            cursor.execute("INSERT OR REPLACE INTO curve_work_1 VALUES (1, ?, ?, 0, ?, ?)", (worker, game, total, now))
        return True

    def go_on(self, worker: str, done: int) -> bool:
        """So many continuations are played; false if the work was taken from this worker, since nothing was heard of it."""
        with self._views.transaction() as cursor:
            cursor.execute("UPDATE curve_work_1 SET done = ?, heard = ? WHERE worker = ?", (done, time.time(), worker))
            return cursor.rowcount == 1

    def put_down(self, worker: str) -> None:
        """The work is done, or given up."""
        with self._views.transaction() as cursor:
            cursor.execute("DELETE FROM curve_work_1 WHERE worker = ?", (worker,))
