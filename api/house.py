"""What the addresses share: the ledger, its read models, and what goes on in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import cast

from fastapi import Request

from api.bell import Bell
from api.reckoner import Reckoner
from ledger import Ledger, Settings
from projections import Eyes, Follower, Views
from projections.curves import Curves
from projections.lobby import waiting_for_bots
from replay.robots import Robots
from replay.tapes import Tapes

log = logging.getLogger(__name__)


class Closing(Exception):
    """The server stops: a bot puts down its cards, and takes them up again when a server starts."""


class House:
    """One process that serves a store.

    `poll`: seconds between two looks at what other processes wrote. `heartbeat`: seconds of silence that a stream allows itself.
    """

    def __init__(self, settings: Settings, poll: float, heartbeat: float) -> None:
        self.heartbeat = heartbeat
        self.ledger = Ledger.open(settings)
        self.views = Views.beside(settings.store)
        self.eyes = Eyes(self.ledger)
        self.tapes = Tapes(self.ledger)
        self.follower = Follower(self.ledger, self.views, eyes=self.eyes)
        self.bell = Bell(self.ledger, poll)
        self.reckoner = Reckoner(Curves(self.views))
        self._bots = BotTables(self.ledger)
        self._poll = poll
        self._unsubscribe: Callable[[], None] = lambda: None
        self._unheard: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begin to follow the log, and let bots go on where a stopped server left them."""
        self._unsubscribe = self.ledger.on_commit(self._committed)
        self._unheard = self.ledger.disputes.on_change(self.bell.ring)
        self.follower.start(self._poll)
        self._bots.submit(self._name_what_is_wanting)
        self._bots.submit(self._resume)

    def stop(self) -> None:
        """Finish what is under way and let go of the store."""
        self._unsubscribe()
        self._unheard()
        self._bots.stop()
        self.reckoner.stop()
        self.follower.stop()
        self.views.close()
        self.ledger.close()

    def moved(self, game: str) -> None:
        """Somebody acted, or sat down: if bots are asked now, they answer in the background."""
        self._bots.play(game)

    def _committed(self, game: str, version: int) -> None:
        self.follower.wake()
        self.bell.ring(game)

    def _name_what_is_wanting(self) -> None:
        for want in self.ledger.wants():
            log.warning("game %s can not go on: it owes %s, which this program's %s does not know", want.game, want.word, want.ruleset)

    def _resume(self) -> None:
        self.ledger.disputes.carry_out()
        self.follower.catch_up()
        for game in waiting_for_bots(self.views):
            self._bots.play(game)


class BotTables:
    """Plays the bots of all tables, one table at a time each in a thread of a small pool."""

    def __init__(self, ledger: Ledger, threads: int = 2) -> None:
        self._robots = Robots(ledger)
        self._pool = ThreadPoolExecutor(threads, "bots")
        self._lock = threading.Lock()
        self._playing: dict[str, bool] = {}  # game -> whether it moved again meanwhile
        self._closing = False

    def play(self, game: str) -> None:
        """Let the bots of a game answer what they are asked; at once if this game is not being played already."""
        with self._lock:
            if game in self._playing:
                self._playing[game] = True
                return
            self._playing[game] = False
        self.submit(lambda: self._play(game))

    def submit(self, work: Callable[[], None]) -> None:
        """Have work done in the pool, unless the server stops."""
        with suppress(RuntimeError):  # it stopped this moment
            if not self._closing:
                self._pool.submit(_logged, work)

    def stop(self) -> None:
        """Stop after the answers under way."""
        self._closing = True
        self._pool.shutdown(cancel_futures=True)

    def _play(self, game: str) -> None:
        try:
            self._robots.answer(game, self._told)
        except Closing:
            return
        except Exception:  # the table waits; a person's move, or the next start, tries again
            log.exception("the bots of game %s can not go on", game)
        with self._lock:
            again = self._playing.pop(game)
        if again:
            self.play(game)

    def _told(self, version: int) -> None:
        if self._closing:
            raise Closing


def _logged(work: Callable[[], None]) -> None:
    try:
        work()
    except Exception:
        log.exception("work in the background failed")


def house_of(request: Request) -> House:
    """The house that serves a request."""
    return cast("House", request.app.state.house)
