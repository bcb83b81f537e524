"""The follower: reads the notification log in batches, and keeps every projection as far as the log."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from domain.kernel import Eye
from ledger import Damaged
from projections.eyes import Eyes
from projections.projection import Advance, Glimpse, Projection, registered, vetted
from projections.views import Views

if TYPE_CHECKING:
    from ledger import Ledger, Note, Sitting

BATCH = 200  # notifications worked off in one transaction
log = logging.getLogger(__name__)


class Follower:
    """Keeps projections as far as the log. Any number of followers, in any number of processes, may share the views of one store.

    A notification says no more than that a game has gone on. The follower then reads that game as far as it goes, always to the
    end of a batch; so a notification that comes twice, late or not at all changes nothing. Rows, the length of each game that
    they show and the position in the log are committed in one transaction.
    """

    def __init__(
        self,
        ledger: Ledger,
        views: Views,
        projections: Iterable[Projection] | None = None,
        *,
        eyes: Eyes | None = None,
        batch: int = BATCH,
    ) -> None:
        """`projections`: all that are registered, unless some are given. `TypeError` if one does not say who may read it.

        `eyes`: those whose memory it may share.
        """
        self._ledger = ledger
        self._views = views
        self._eyes = eyes or Eyes(ledger)
        self._batch = batch
        self._projections = {projection.name: vetted(projection) for projection in (registered() if projections is None else projections)}
        self._woken = threading.Event()
        self._stopping = False
        self._thread: threading.Thread | None = None
        with views.transaction() as cursor:
            same = self._follows_the_same_store(cursor)
            for projection in self._projections.values():
                self._make_tables(cursor, projection, same)

    # the work -----------------------------------------------------------------------------------------------------------
    def catch_up(self) -> int:
        """Follow the log to its end; gives the number of notifications worked off (each once for every projection)."""
        done = 0
        for projection in self._projections.values():
            while (worked := self._next_batch(projection)) is not None:
                done += worked
        return done

    def rebuild(self, *names: str) -> None:
        """Make these projections (all, if none is named) again from the first record on. `LookupError` for an unknown name."""
        for name in names or tuple(self._projections):
            if name not in self._projections:
                raise LookupError(f"there is no projection {name}; there are {', '.join(self._projections)}")
            with self._views.transaction() as cursor:
                self._clear(cursor, self._projections[name])
        self.catch_up()

    def lag(self) -> dict[str, int]:
        """For each projection, how many notifications it is behind the log."""
        newest = self._ledger.newest()
        held = dict(self._views.read("SELECT projection, position FROM following"))
        return {name: max(0, newest - held.get(name, 0)) for name in self._projections}

    def troubles(self) -> dict[str, str]:
        """The games that can not be followed to their end, each with the reason."""
        rows = self._views.read("SELECT game, trouble FROM progress WHERE trouble IS NOT NULL ORDER BY projection, game")
        return dict(rows)

    # in the background --------------------------------------------------------------------------------------------------
    def start(self, poll: float = 1.0) -> None:
        """Follow in a thread of its own: whenever it is woken, and every `poll` seconds in case other processes write."""
        self._stopping = False
        self._thread = threading.Thread(target=self._run, args=(poll,), name="follower", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Something was committed. Safe to call from any thread."""
        self._woken.set()

    def stop(self) -> None:
        """Finish the batch under way and end the thread."""
        self._stopping = True
        self._woken.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    @property
    def running(self) -> bool:
        """Whether its thread is alive."""
        return self._thread is not None and self._thread.is_alive()

    def _run(self, poll: float) -> None:
        while not self._stopping:
            self._woken.clear()
            try:
                self.catch_up()
            except Exception:  # a read model must not end because the disk was full once; its lag shows that it is behind
                log.exception("the follower could not go on, and tries again")
            self._woken.wait(poll)

    # one batch ----------------------------------------------------------------------------------------------------------
    def _next_batch(self, projection: Projection) -> int | None:
        """The number of notifications worked off; nothing if the projection is as far as the log."""
        if self._stopping and threading.current_thread() is self._thread:
            return None
        notes = self._ledger.follow(self._position(projection), self._batch)
        if not notes:
            return None
        with self._views.transaction() as cursor:
            version, position = self._following(cursor, projection)
            if version != projection.version:
                return None  # a newer program has taken these tables over
            self._work_off(cursor, projection, notes)
            furthest = max(position, *(note.id for note in notes))  # another follower may have been quicker
            cursor.execute("UPDATE following SET position = ? WHERE projection = ?", (furthest, projection.name))
        return len(notes)

    def _work_off(self, cursor: sqlite3.Cursor, projection: Projection, notes: Iterable[Note]) -> None:
        first: dict[str, int] = {}
        wanted: dict[str, int] = {}
        for note in notes:
            first[note.game] = min(note.id, first.get(note.game, note.id))
            wanted[note.game] = max(note.index, wanted.get(note.game, 0))
        for game in sorted(first, key=lambda game: first[game]):
            found = cursor.execute("SELECT length FROM progress WHERE projection = ? AND game = ?", (projection.name, game)).fetchone()
            held = found[0] if found else 0
            if wanted[game] > held:
                self._advance(cursor, projection, game, first[game], held)

    def _advance(self, cursor: sqlite3.Cursor, projection: Projection, game: str, number: int, held: int) -> None:
        """Show a game as far as it goes. What can not be read or shown is noted, and does not stop the other games."""
        length, trouble = held, None
        cursor.execute("SAVEPOINT advance")
        try:
            sitting, damage = self._sitting(game)
            projection.project(cursor, self._seen(projection, sitting, number, held, damage))
            length, trouble = sitting.version, None if damage is None else str(damage)
        except sqlite3.Error:
            raise  # the views themselves are in trouble: nothing of this batch counts
        except Exception as error:
            log.exception("%s can not show game %s", projection.name, game)
            cursor.execute("ROLLBACK TO advance")
            trouble = f"{type(error).__name__}: {error}"
        cursor.execute("RELEASE advance")
        cursor.execute(
            "INSERT INTO progress VALUES (?, ?, ?, ?)"
            " ON CONFLICT (projection, game) DO UPDATE SET length = excluded.length, trouble = excluded.trouble",
            (projection.name, game, length, trouble),
        )

    def _sitting(self, game: str) -> tuple[Sitting, Damaged | None]:
        """The game as far as it can be read, and what stops it there."""
        try:
            return self._ledger.sitting(game), None
        except Damaged as damage:
            if damage.record <= 1:
                raise
            return self._ledger.sitting(game, damage.record - 1), damage

    def _seen(self, projection: Projection, sitting: Sitting, number: int, held: int, damage: Damaged | None) -> Advance:
        seen: dict[Eye, Glimpse] = {}
        records = self._ledger.records(sitting.id, held, sitting.version)
        for eye in projection.audience.eyes(len(sitting.places)):
            fresh = [step.record for step in self._eyes.read(sitting, eye, records)]
            seen[eye] = Glimpse(self._eyes.view(sitting, eye), fresh)
        return Advance(
            game=sitting.id,
            number=number,
            ruleset=sitting.ruleset,
            places=sitting.places,
            options=sitting.options,
            parent=sitting.parent,
            damaged=None if damage is None else damage.record,
            seen=seen,
        )

    # tables -------------------------------------------------------------------------------------------------------------
    def _position(self, projection: Projection) -> int:
        return self._views.read("SELECT position FROM following WHERE projection = ?", (projection.name,))[0][0]

    def _following(self, cursor: sqlite3.Cursor, projection: Projection) -> tuple[int, int]:
        return cursor.execute("SELECT version, position FROM following WHERE projection = ?", (projection.name,)).fetchone()

    def _follows_the_same_store(self, cursor: sqlite3.Cursor) -> bool:
        """Whether these views are of this store; if they are of one that lay here before, what they say of it is thrown away."""
        if cursor.execute("SELECT store FROM followed").fetchone() == (self._ledger.identity,):
            return True
        cursor.execute("DELETE FROM followed")
        cursor.execute("INSERT INTO followed VALUES (?)", (self._ledger.identity,))
        cursor.execute("DELETE FROM following")  # of projections that others follow, too
        return False

    def _make_tables(self, cursor: sqlite3.Cursor, projection: Projection, same: bool) -> None:
        held = self._following(cursor, projection)
        # a position beyond the end of the log: the store was put back to an earlier state
        if not same or held is None or held[0] != projection.version or held[1] > self._ledger.newest():
            self._clear(cursor, projection)

    def _clear(self, cursor: sqlite3.Cursor, projection: Projection) -> None:
        """Its tables as this version wants them, with nothing in them, and the log before it."""
        for table, columns in projection.tables.items():
            cursor.execute(f"DROP TABLE IF EXISTS {table}")
            cursor.execute(f"CREATE TABLE {table} ({columns})")
        cursor.execute("DELETE FROM progress WHERE projection = ?", (projection.name,))
        cursor.execute("INSERT OR REPLACE INTO following VALUES (?, ?, 0)", (projection.name, projection.version))
