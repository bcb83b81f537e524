"""Bots at served tables: they answer through the same command path as everybody else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bots import Bot, Views, choose_next, make
from domain.kernel import Game, Place, Record, Seat, address_of, awaited
from ledger import Held, Ledger, Sitting, Stale


class Robots:
    """Answers for the seats of a game that bots hold. It keeps nothing, so that any worker may do it at any time.

    Two that do it at once agree on every choice, for a choice follows from what the seat sees; the ledger takes the first.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def answer(self, game: str, told: Callable[[int], None] | None = None) -> int:
        """Play until a person is awaited, the game is over or a dispute holds it; gives the game's version then.

        `told` hears the version whenever answers have been committed, some dozens at a time; what it raises stops the bots there.
        `UnknownGame`; `UnknownBot` if a seat is held by a bot that is not there.
        """
        sitting = self._ledger.sitting(game)
        bots = {seat: self._called(sitting, seat, place) for seat, place in enumerate(sitting.places) if place.bot}
        version = sitting.version
        while any(seat in bots for seat in awaited(sitting.game)):
            try:
                for version in self._play_on(sitting, bots):
                    if told is not None:
                        told(version)
                return version
            except Held:  # by a dispute: they go on when it lets them
                return version
            except Stale:  # somebody was quicker, so the game went on: look again
                sitting = self._ledger.sitting(game)
                version = sitting.version
        return version

    def _called(self, sitting: Sitting, seat: Seat, place: Place) -> Bot:
        """The bot of a seat. Its seed is the table's, if that has one: then the same game is played wherever it is played."""
        seed = sitting.options.get("seed", "") if sitting.parent is None else ""
        drawn = hashlib.sha256(f"bots of {seed}".encode()).digest() if seed else self._ledger.bots_seed(sitting.id)
        return make(place.bot or "", sitting.ruleset, seat, int.from_bytes(drawn[:8], "big"))

    def _play_on(self, sitting: Sitting, bots: dict[Seat, Bot]) -> Iterator[int]:
        """The version after every commit."""
        looking = [seat for seat, bot in bots.items() if bot.needs_view]
        views = Views(sitting.ruleset, looking, self._ledger.records(sitting.id, upto=sitting.version) if looking else ())
        length = sitting.version

        def choose(game: Game[Any], written: Sequence[Record[Any]]) -> tuple[Seat, str] | None:
            nonlocal length
            if game.length - length > len(written):  # it went on between two commits, and not by these bots
                raise Stale(length, game.length)
            views.extend(written[len(written) - (game.length - length) :])
            length = game.length
            chosen = choose_next(sitting.ruleset, game, bots, views)
            return None if chosen is None else (chosen[0], address_of(*chosen[1]))

        while records := self._ledger.carry_on(sitting.id, choose).records:
            views.extend(records[len(records) - (records[-1].index - length) :])
            length = records[-1].index
            yield length
