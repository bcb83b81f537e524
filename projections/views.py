"""The file that read models live in: beside the store, never the truth, thrown away without loss."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BOOKKEEPING = (
    "CREATE TABLE IF NOT EXISTS following (projection TEXT PRIMARY KEY, version INTEGER NOT NULL, position INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS progress (projection TEXT, game TEXT, length INTEGER NOT NULL, trouble TEXT,"
    " PRIMARY KEY (projection, game)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS followed (store BLOB NOT NULL)",
)


class Views:
    """A SQLite file with one writer at a time and any number of readers, from any thread or process."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        try:
            self._keep_books()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:  # it is no database any more: nothing is lost with it
            for leftover in ("", "-wal", "-shm"):
                self._path.with_name(self._path.name + leftover).unlink(missing_ok=True)
            self._keep_books()

    @classmethod
    def beside(cls, store: str) -> Views:
        """The views of a store: `sqlite:data/ledger.db` has them in `data/ledger.views.db`. `ValueError` for any other kind of store."""
        kind, _, path = store.partition(":")
        if kind != "sqlite" or not path:
            raise ValueError(f"views are kept beside a store like sqlite:data/ledger.db, not beside {kind}:…")
        return cls(Path(f"{path.removesuffix('.db')}.views.db").expanduser())

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """All that is written inside, or nothing. Nobody else writes meanwhile, so what is read inside stays true."""
        with self._connection() as connection:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of one query."""
        with self._connection() as connection:
            return connection.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """Close the connections that nobody uses; call it when nobody does any more."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _keep_books(self) -> None:
        with self.transaction() as cursor:
            for statement in BOOKKEEPING:
                cursor.execute(statement)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._idle.append(connection)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=30, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")  # rows and position are lost together or not at all, and come again
        return connection
