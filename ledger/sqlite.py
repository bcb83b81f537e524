"""The store in an SQLite file: the only module that speaks SQLite."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from threading import Lock
from typing import Any

from eventsourcing.persistence import DatabaseError, IntegrityError, OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)
from eventsourcing.utils import Environment, EnvType

from domain.kernel import Seat
from ledger.errors import Held
from ledger.rows import Beginning, Claim, DisputeClaim, DisputeLine, Entry, Kin, Notice, Row, Snapshot

FURTHEST = (1 << 63) - 1  # the largest integer there is: numbers of records that are asked for may be larger
PATIENCE = 30  # seconds to wait for another writer, in this process or another one

# `rowid` is the place in the notification log; it is declared, since VACUUM may renumber one that is not.
TABLES = """
CREATE TABLE IF NOT EXISTS records (rowid INTEGER PRIMARY KEY, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL, state BLOB NOT NULL, openings BLOB, leaf BLOB NOT NULL, link BLOB NOT NULL,
    UNIQUE (originator_id, originator_version));
CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE, ruleset TEXT NOT NULL,
    parent TEXT, at INTEGER, luck TEXT NOT NULL, reason TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS forks ON games (parent) WHERE parent IS NOT NULL;
CREATE TABLE IF NOT EXISTS claims (game TEXT, seat INTEGER, key TEXT, request BLOB NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (game, seat, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (game TEXT, digest BLOB, eye TEXT NOT NULL, PRIMARY KEY (game, digest)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS words (ruleset TEXT, word TEXT, PRIMARY KEY (ruleset, word)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (game TEXT PRIMARY KEY, version INTEGER NOT NULL, schema TEXT NOT NULL, state BLOB NOT NULL,
    mark BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS agreed (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dispute_records (rowid INTEGER PRIMARY KEY, originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL, state BLOB NOT NULL, leaf BLOB NOT NULL, link BLOB NOT NULL, UNIQUE (originator_id, originator_version));
CREATE TABLE IF NOT EXISTS disputes (id INTEGER PRIMARY KEY, dispute TEXT NOT NULL UNIQUE, game TEXT NOT NULL, ruleset TEXT NOT NULL,
    seat INTEGER NOT NULL, state TEXT NOT NULL, watch TEXT NOT NULL, holds INTEGER NOT NULL, fork TEXT NOT NULL, pending INTEGER NOT NULL,
    length INTEGER NOT NULL, remedy TEXT NOT NULL, summary BLOB NOT NULL, words TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS disputed ON disputes (game);
CREATE UNIQUE INDEX IF NOT EXISTS rewound ON disputes (game) WHERE fork <> '';
CREATE INDEX IF NOT EXISTS held ON disputes (game, dispute, fork) WHERE holds = 1;
CREATE INDEX IF NOT EXISTS pending ON disputes (dispute) WHERE pending = 1;
CREATE TABLE IF NOT EXISTS dispute_rules (rule TEXT, dispute TEXT, PRIMARY KEY (rule, dispute)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dispute_claims (scope TEXT, who TEXT, key TEXT, request BLOB NOT NULL, dispute TEXT NOT NULL,
    record INTEGER NOT NULL, PRIMARY KEY (scope, who, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS arbiters (name TEXT PRIMARY KEY, digest BLOB NOT NULL) WITHOUT ROWID;
"""
COLUMNS = "originator_version, topic, state, openings, leaf, link"
# Who tampers may leave a text where bytes were: it is read as bytes, so that it is found out by its hash and trips nobody.
ROW = "originator_version, topic, CAST(state AS BLOB), CAST(openings AS BLOB), CAST(leaf AS BLOB), CAST(link AS BLOB)"
NOTICE = f"originator_id, {ROW}, rowid"
LINE = "ruleset, game, parent, at, luck, reason"
HELD = "SELECT dispute, fork FROM disputes INDEXED BY held WHERE game=? AND holds=1 ORDER BY fork DESC LIMIT 1"
DISPUTED = "dispute, game, ruleset, seat, state, watch, holds, fork, pending, length, remedy, summary, words"


class _Transaction(SQLiteTransaction):
    """Takes the write lock at once: a transaction that reads first and writes then is refused when another one wrote in between."""

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE" if self.commit else "BEGIN")
        except sqlite3.OperationalError as busy:
            raise OperationalError(busy) from busy
        return cursor


class Connection(SQLiteConnection):
    """A connection whose transactions are over when they are left, even when it is the commit that fails."""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with _Transaction(self, commit=commit) as cursor, cursor:
            yield cursor

    def commit(self) -> None:
        try:
            super().commit()
        except sqlite3.Error:
            self.rollback()
            raise


class Pool(SQLiteConnectionPool):
    """Connections to one file, in which what was committed survives a power cut (`synchronous` FULL, write-ahead log)."""

    def _create_connection(self) -> SQLiteConnection:
        try:
            made = sqlite3.connect(self.db_name, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
        except sqlite3.OperationalError as trouble:
            raise OperationalError(trouble) from trouble
        made.row_factory = sqlite3.Row
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                made.execute("PRAGMA journal_mode=WAL")
                made.execute("PRAGMA synchronous=FULL")
                return Connection(made, self.max_age)
            except sqlite3.OperationalError as busy:  # the change of journal does not wait for another process that opens the file too
                if "locked" not in str(busy) or time.monotonic() > deadline:
                    raise OperationalError(busy) from busy
                time.sleep(0.01)
            except sqlite3.DatabaseError as trouble:
                raise DatabaseError(trouble) from trouble


class Datastore(SQLiteDatastore):
    """One file and its connections; writers queue up, readers wait for nobody."""

    def __init__(self, db_name: str) -> None:
        super().__init__(db_name, originator_id_type="text")
        self.pool = Pool(db_name=db_name, pool_size=16, max_overflow=64, pool_timeout=PATIENCE)
        self._writing = Lock()

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """A connection; one at a time if it is for writing. The library's own interlock would let readers wait behind writers."""
        if commit and not self._writing.acquire(timeout=PATIENCE):
            raise OperationalError("the store is busy: too many writers")
        try:
            connection = self.pool.get_connection()
            try:
                yield connection
            finally:
                self.pool.put_connection(connection)
        finally:
            if commit:
                self._writing.release()


class _Reading:
    """What both recorders read with."""

    datastore: SQLiteDatastore

    def _all(self, statement: str, *params: object) -> list[Any]:
        with self.datastore.get_connection(commit=False) as connection:
            cursor = connection.cursor().sqlite_cursor
            cursor.row_factory = None  # bare tuples: a third of the time of rows with names
            try:
                return cursor.execute(statement, params).fetchall()
            except sqlite3.IntegrityError as trouble:
                raise IntegrityError(trouble) from trouble
            except sqlite3.OperationalError as trouble:
                raise OperationalError(trouble) from trouble
            except sqlite3.DatabaseError as trouble:
                raise DatabaseError(trouble) from trouble
            finally:
                cursor.close()


class GameRecorder(_Reading, SQLiteApplicationRecorder):
    """The rows of all games; see `ledger.rows.Recorder`. The library's own columns keep their names, so that its queries go on working."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "records") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = f"INSERT INTO records (originator_id, {COLUMNS}) VALUES (?,?,?,?,?,?,?)"  # noqa: S608 - of constants
        self.disputes = DisputeRecorder(datastore)

    def construct_create_table_statements(self) -> list[str]:
        return [statement for statement in TABLES.split(";") if statement.strip()]

    # writing ------------------------------------------------------------------------------------------------------------
    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        beginning: Beginning | None = None,
        claim: Claim | None = None,
        words: Sequence[tuple[str, str]] = (),
        **_: Any,
    ) -> Sequence[int] | None:
        entries = [e for e in stored_events if isinstance(e, Entry)]
        if len(entries) != len(stored_events):
            raise TypeError("a record is stored with its hashes: write entries")
        game = entries[0].originator_id
        if beginning is None:  # asked where it is written: a pause that was acknowledged lets nothing through any more
            c.execute(HELD, (game,))
            if (held := c.fetchone()) is not None:
                raise Held(str(game), *held)
        rows = [(game, e.originator_version, e.topic, e.state, e.openings, e.leaf, e.link) for e in entries]
        c.executemany(self.insert_events_statement, rows)
        if claim is not None:
            c.execute("INSERT INTO claims VALUES (?,?,?,?,?,?)", (game, *claim))
        if words:
            c.executemany("INSERT OR IGNORE INTO words VALUES (?,?)", words)
        if beginning is not None:
            c.execute(f"INSERT INTO games ({LINE}) VALUES (?,?,?,?,?,?)", (beginning.ruleset, *beginning.kin))  # noqa: S608 - of constants
            c.executemany("INSERT INTO tokens (game, eye, digest) VALUES (?,?,?)", [(game, *eye) for eye in beginning.eyes])
        return None

    def agreed(self, name: str, value: bytes | None = None) -> bytes | None:
        if value is not None:
            with self.datastore.transaction(commit=True) as c:
                c.execute("INSERT OR IGNORE INTO agreed VALUES (?,?)", (name, value))
        return next(chain.from_iterable(self._all("SELECT value FROM agreed WHERE name=?", name)), None)

    def keep(self, game: str, snapshot: Snapshot) -> None:
        with self.datastore.transaction(commit=True) as c:
            c.execute("INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?,?)", (game, *snapshot))

    # reading ------------------------------------------------------------------------------------------------------------
    def rows(self, game: str, after: int = 0, upto: int | None = None) -> list[Row]:
        statement = f"SELECT {ROW} FROM records WHERE originator_id=? AND originator_version>? AND originator_version<=? ORDER BY 1"  # noqa: S608 - of constants
        return [
            Row(*found) for found in self._all(statement, game, min(after, FURTHEST), FURTHEST if upto is None else min(upto, FURTHEST))
        ]

    def last(self, game: str) -> Row | None:
        found = self._all(f"SELECT {ROW} FROM records WHERE originator_id=? ORDER BY originator_version DESC LIMIT 1", game)  # noqa: S608 - of constants
        return Row(*found[0]) if found else None

    def claimed(self, game: str, seat: Seat, key: str) -> Claim | None:
        found = self._all("SELECT seat, key, request, first, last FROM claims WHERE game=? AND seat=? AND key=?", game, seat, key)
        return Claim._make(found[0]) if found else None

    def eye(self, game: str, digest: bytes) -> str | None:
        return next(chain.from_iterable(self._all("SELECT eye FROM tokens WHERE game=? AND digest=?", game, digest)), None)

    def eyes(self, game: str) -> list[tuple[str, bytes]]:
        return self._all("SELECT eye, digest FROM tokens WHERE game=? ORDER BY eye, digest", game)

    def begun(self, game: str) -> Beginning | None:
        return next(iter(self._lines("WHERE game=?", game)), None)

    def register(self, *, parent: str | None = None) -> list[Beginning]:
        return self._lines("ORDER BY id") if parent is None else self._lines("WHERE parent=? ORDER BY id", parent)

    def _lines(self, which: str, *params: object) -> list[Beginning]:
        return [Beginning(ruleset, Kin._make(kin)) for ruleset, *kin in self._all(f"SELECT {LINE} FROM games {which}", *params)]  # noqa: S608 - of constants

    def snapshot(self, game: str) -> Snapshot | None:
        found = self._all("SELECT version, schema, state, mark FROM snapshots WHERE game=?", game)
        return Snapshot._make(found[0]) if found else None

    def words(self) -> list[tuple[str, str]]:
        return self._all("SELECT ruleset, word FROM words ORDER BY ruleset, word")

    def notices(self, after: int, limit: int) -> list[Notice]:
        found = self._all(f"SELECT {NOTICE} FROM records WHERE rowid>? ORDER BY rowid LIMIT ?", min(after, FURTHEST), limit)  # noqa: S608 - of constants
        return [Notice(game, index, tag, body, at, openings, leaf, link) for game, index, tag, body, openings, leaf, link, at in found]


class DisputeRecorder(_Reading, SQLiteAggregateRecorder):
    """The rows of all disputes; see `ledger.rows.DisputeRecorder`. Its tables are made with those of the games."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "dispute_records") -> None:
        super().__init__(datastore, events_table_name)
        columns = "originator_id, originator_version, topic, state, leaf, link"
        self.insert_events_statement = f"INSERT INTO dispute_records ({columns}) VALUES (?,?,?,?,?,?)"  # noqa: S608 - of constants

    def construct_create_table_statements(self) -> list[str]:
        return []

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        line: DisputeLine | None = None,
        cited: Iterable[str] = (),
        claim: DisputeClaim | None = None,
        **_: Any,
    ) -> Sequence[int] | None:
        entries = [e for e in stored_events if isinstance(e, Entry)]
        if len(entries) != len(stored_events) or line is None:
            raise TypeError("a record is stored with its hashes and with what the register then says: write entries, and a line")
        rows = [(e.originator_id, e.originator_version, e.topic, e.state, e.leaf, e.link) for e in entries]
        c.executemany(self.insert_events_statement, rows)
        changed = "state=excluded.state, holds=excluded.holds, fork=excluded.fork, pending=excluded.pending, length=excluded.length"
        changed += ", remedy=excluded.remedy, summary=excluded.summary, words=excluded.words"
        values = ",".join("?" * len(line))
        c.execute(
            f"INSERT INTO disputes ({DISPUTED}) VALUES ({values}) ON CONFLICT (dispute) DO UPDATE SET {changed}",  # noqa: S608 - of constants
            line,
        )
        c.executemany("INSERT OR IGNORE INTO dispute_rules VALUES (?,?)", [(rule, line.dispute) for rule in cited])
        if claim is not None:
            c.execute("INSERT INTO dispute_claims VALUES (?,?,?,?,?,?)", claim)
        return None

    def rows(self, dispute: str) -> list[Row]:
        columns = "originator_version, topic, CAST(state AS BLOB), NULL, CAST(leaf AS BLOB), CAST(link AS BLOB)"
        found = self._all(f"SELECT {columns} FROM dispute_records WHERE originator_id=? ORDER BY 1", dispute)  # noqa: S608 - of constants
        return [Row(*row) for row in found]

    def line(self, dispute: str) -> DisputeLine | None:
        return next((line for _, line in self._lines("dispute=?", "", dispute)), None)

    def lines(
        self,
        *,
        game: str | None = None,
        ruleset: str | None = None,
        rule: str | None = None,
        state: str | None = None,
        words: Iterable[str] = (),
        watch: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[tuple[int, DisputeLine]]:
        wanted: list[tuple[str, object]] = [("instr(words, ?) > 0", word) for word in words]
        wanted += [(f"{field}=?", value) for field, value in (("game", game), ("state", state), ("watch", watch)) if value is not None]
        if ruleset is not None:
            wanted.append(("ruleset=?" if "@" in ruleset else "substr(ruleset, 1, instr(ruleset, '@') - 1)=?", ruleset))
        if rule is not None:
            wanted.append(("dispute IN (SELECT dispute FROM dispute_rules WHERE rule=?)", rule))
        if before is not None:
            wanted.append(("id<?", min(before, FURTHEST)))
        where = " AND ".join(condition for condition, _ in wanted) or "1"
        return self._lines(where, "ORDER BY id DESC LIMIT ?", *(value for _, value in wanted), FURTHEST if limit is None else limit)

    def remedies(self, games: Sequence[str]) -> list[DisputeLine]:
        where = f"game IN ({','.join('?' * len(games))}) AND remedy<>''"
        return [line for _, line in self._lines(where, "ORDER BY id", *games)]

    def _lines(self, which: str, order: str, *params: object) -> list[tuple[int, DisputeLine]]:
        statement = f"SELECT id, {DISPUTED} FROM disputes WHERE {which} {order}"  # noqa: S608 - of constants, every value is bound
        return [(number, DisputeLine._make(line)) for number, *line in self._all(statement, *params)]

    def pending(self, dispute: str | None = None) -> list[str]:
        statement = "SELECT dispute FROM disputes WHERE pending=1"
        return list(chain.from_iterable(self._all(f"{statement} AND dispute=?", dispute) if dispute else self._all(statement)))

    def carried_out(self, dispute: str) -> None:
        with self.datastore.transaction(commit=True) as c:
            c.execute("UPDATE disputes SET pending=0 WHERE dispute=?", (dispute,))

    def claimed(self, scope: str, who: str, key: str) -> DisputeClaim | None:
        statement = "SELECT scope, who, key, request, dispute, record FROM dispute_claims WHERE scope=? AND who=? AND key=?"
        return next((DisputeClaim._make(found) for found in self._all(statement, scope, who, key)), None)

    def news(self, after: int) -> tuple[set[str], int]:
        statement = "SELECT max(r.rowid), d.game FROM dispute_records r JOIN disputes d ON d.dispute=r.originator_id WHERE r.rowid>?"
        found = self._all(f"{statement} GROUP BY d.game", min(after, FURTHEST))
        return {game for _, game in found}, max((position for position, _ in found), default=after)

    # arbiters -----------------------------------------------------------------------------------------------------------
    def appoint(self, name: str, digest: bytes) -> bool:
        with self.datastore.transaction(commit=True) as c:
            c.execute("INSERT OR IGNORE INTO arbiters VALUES (?,?)", (name, digest))
        return (name, digest) in self.arbiters()

    def dismiss(self, name: str) -> bool:
        there = any(held == name for held, _ in self.arbiters())
        with self.datastore.transaction(commit=True) as c:
            c.execute("DELETE FROM arbiters WHERE name=?", (name,))
        return there

    def arbiters(self) -> list[tuple[str, bytes]]:
        return self._all("SELECT name, digest FROM arbiters ORDER BY name")


class Factory(SQLiteFactory):
    """Makes the recorders of a file that `SQLITE_DBNAME` names, an SQLite URI."""

    application_recorder_class = GameRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super(SQLiteFactory, self).__init__(env)  # SQLiteFactory would open a datastore of its own
        self.datastore = Datastore(self.env[self.SQLITE_DBNAME])
