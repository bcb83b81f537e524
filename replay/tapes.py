"""Tapes that were asked for last: who asks one question about a game asks another."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from domain.kernel import ARBITER, Eye
from ledger import Ledger, Sitting
from replay.tape import Tape

KEPT = 12  # tapes
RECORDS = 30_000  # on all of them together


class Tapes:
    """The tapes of one store's games, a bounded number of them held in memory. Safe to share between threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._held: OrderedDict[tuple[str, int, Eye], Tape] = OrderedDict()
        self._lock = Lock()

    def of(self, sitting: Sitting, eye: Eye) -> Tape:
        """The tape of a game up to that sitting at least, as `eye` sees it. `Damaged` if nothing of it can be read.

        Of a damaged game it is what lies before the damage, and is not kept.
        """
        key = (sitting.id, sitting.version, eye)
        with self._lock:
            if (held := self._held.get(key)) is not None:
                self._held.move_to_end(key)
                return held
        tape = Tape.load(self._ledger, sitting.id) if eye == ARBITER else self.of(sitting, ARBITER).through(eye)
        if tape.damage is None and tape.length == sitting.version:
            self._keep(key, tape)
        return tape

    def _keep(self, key: tuple[str, int, Eye], tape: Tape) -> None:
        with self._lock:
            self._held[key] = tape
            while len(self._held) > 1 and (len(self._held) > KEPT or sum(held.length for held in self._held.values()) > RECORDS):
                self._held.popitem(last=False)
