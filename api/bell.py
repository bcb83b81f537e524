"""The bell: wakes whoever waits for a game to go on, whichever process wrote."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

if TYPE_CHECKING:
    from ledger import Ledger

LOOK = 500  # notifications read at once
log = logging.getLogger(__name__)


class Bell:
    """Rung by this process's own commits at once, and for those of others by a look at the notification log every `poll` seconds."""

    def __init__(self, ledger: Ledger, poll: float) -> None:
        self._ledger = ledger
        self._poll = poll
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    @contextmanager
    def listening(self, game: str) -> Iterator[asyncio.Event]:
        """An event that is set when the game has gone on or somebody spoke in a dispute about it, or when the server stops.

        Clear it before looking, so that nothing is missed.
        """
        event = asyncio.Event()
        self._waiting.setdefault(game, set()).add(event)
        try:
            yield event
        finally:
            self._waiting[game].discard(event)
            if not self._waiting[game]:
                del self._waiting[game]

    def ring(self, game: str) -> None:
        """The game has gone on, or somebody spoke in a dispute about it. Safe to call from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ring, game)

    def close(self) -> None:
        """Tell everybody to go home. Call it in the server's loop."""
        self.closed = True
        for game in list(self._waiting):
            self._ring(game)

    async def watch(self) -> None:
        """Ring for what other processes write, until cancelled."""
        self._loop = asyncio.get_running_loop()
        position = await run_in_threadpool(self._ledger.newest)
        _, heard = await run_in_threadpool(self._ledger.disputes.news, 0)
        while True:
            try:
                games, position = await run_in_threadpool(self._news, position)
                disputed, heard = await run_in_threadpool(self._ledger.disputes.news, heard)
                games |= disputed
            except Exception:  # the store may be busy; streams look again by themselves at every heartbeat
                log.exception("the bell could not look at the log, and tries again")
                games = set[str]()
            for game in games:
                self._ring(game)
            await asyncio.sleep(self._poll)

    def _news(self, position: int) -> tuple[set[str], int]:
        """The games that went on after `position`, and the newest position."""
        games = set[str]()
        while notes := self._ledger.follow(position, LOOK):
            games.update(note.game for note in notes)
            position = notes[-1].id
        return games, position

    def _ring(self, game: str) -> None:
        for event in self._waiting.get(game, ()):
            event.set()
