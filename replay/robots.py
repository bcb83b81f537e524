"""Bots at served tables: they answer through the same command path as everybody else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import reduce

from bots import Bot, Views, choose_next, make
from domain.kernel import Place, Seat, address_of, awaited, evolve
from ledger import Ledger, Sitting, Stale


class Robots:
    """Answers for the seats of a game that bots hold. It keeps nothing, so that any worker may do it at any time.

    Two that do it at once agree on every choice, for a choice follows from what the seat sees; the ledger takes the first.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def answer(self, game: str, told: Callable[[int], None] | None = None) -> int:
        """Play until a person is awaited or the game is over; gives the game's version then.

        `told` hears the version after every answer. `UnknownGame`; `UnknownBot` if a seat is held by a bot that is not there.
        """
        sitting = self._ledger.sitting(game)
        ruleset, now = sitting.ruleset, sitting.game
        bots = {seat: _called(sitting, seat, place) for seat, place in enumerate(sitting.places) if place.bot}
        if not any(seat in bots for seat in awaited(now)):
            return now.length
        looking = [seat for seat, bot in bots.items() if bot.needs_view]
        views = Views(ruleset, looking, self._ledger.records(game, upto=now.length) if looking else ())
        while chosen := choose_next(ruleset, now, bots, views):
            seat, (owed, offer) = chosen
            try:
                new = self._ledger.act(game, seat, address_of(owed, offer), expected_version=now.length).records
            except Stale:  # somebody was quicker, so the game went on: look again
                new = self._ledger.records(game, after=now.length)
            now = reduce(evolve, new, now)
            views.extend(new)
            if told is not None:
                told(now.length)
        return now.length


def _called(sitting: Sitting, seat: Seat, place: Place) -> Bot:
    """The bot of a seat. Its seed is the table's, if that has one: then the same game is played wherever it is played."""
    seed = sitting.options.get("seed", "") if sitting.parent is None else ""
    digest = hashlib.sha256(f"bots of {seed or sitting.id}".encode()).digest()
    return make(place.bot or "", sitting.ruleset, seat, int.from_bytes(digest[:8], "big"))
