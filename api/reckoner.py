"""Works out chance-to-win curves in the background: one at a time, in a process of low priority."""

from __future__ import annotations

import logging
import threading
from uuid import uuid4

import msgspec

from bots import names_of
from projections.curves import Curves, Work
from replay.cores import fulfilled
from replay.curve import Curve, drawn, wanted
from replay.tape import Tape
from replay.what_if import Continued, Order

log = logging.getLogger(__name__)
GAMES = 40  # continuations a point: they tell 50 % from 80 %, and are played in minutes
SEED = 1  # so that the curve of a game is the same wherever it is worked out


class Busy(Exception):
    """Another game's curve is being worked out."""


class Reckoner:
    """The curves of one store. Several processes that serve it share them, and do not work at the same time."""

    def __init__(self, curves: Curves, games: int = GAMES) -> None:
        self._curves, self._games = curves, games
        self._worker = str(uuid4())
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def curve(self, game: str) -> Curve | None:
        """The curve of a game; nothing if nobody has worked it out."""
        kept = self._curves.of(game)
        return None if kept is None else msgspec.json.decode(kept, type=Curve)

    def work(self, game: str) -> Work | None:
        """How far the curve of a game is; nothing if nobody works it out now."""
        work = self._curves.work()
        return work if work is not None and work.game == game else None

    def begin(self, tape: Tape) -> Work:
        """Begin to work out the curve of a game, if nobody does yet. `Busy`; `StillPlaying`."""
        orders = wanted(tape, self._games)
        total = sum(order.until - order.first for order in orders)
        if not self._curves.take_up(self._worker, tape.game, total):
            if (under_way := self.work(tape.game)) is not None:
                return under_way
            raise Busy
        self._thread = threading.Thread(target=self._reckon, args=(tape, orders), name="chances", daemon=True)
        self._thread.start()
        return Work(tape.game, 0, total)

    def stop(self) -> None:
        """Give up what is under way; somebody may ask for it again."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()

    def _reckon(self, tape: Tape, orders: list[Order]) -> None:
        bot = names_of(tape.ruleset)[-1]
        found: list[tuple[Order, list[Continued]]] = []
        done = 0
        try:
            for order, played in fulfilled(tape, orders, bot, SEED, 1, gently=True):
                found.append((order, played))
                done += len(played)
                if self._closing.is_set() or not self._curves.go_on(self._worker, done):
                    return
            self._curves.keep(tape.game, msgspec.json.encode(drawn(tape, bot, SEED, self._games, found)))
        except Exception:  # nobody waits for it: whoever asks next finds that there is none
            log.exception("the chances of game %s can not be worked out", tape.game)
        finally:
            self._curves.put_down(self._worker)
