"""What could have come: bots play on from a position of a finished game, again and again, each time with luck of its own.

Each continuation is a fork that nobody keeps: with luck `fresh` hands stay as they lie and the order that nobody at the table knows is
shuffled anew, with `unknown:SEAT` all that the seat could not know is dealt anew. So the shares say what could have come and not what
did. Bots are not people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from statistics import median
from typing import Any, NamedTuple

import msgspec

from bots import Views, make, play_on
from domain.kernel import Forked, Game, Outcome, Place, Record, Ruleset, Seat, Slots, amend
from domain.table.redeal import DealAnew, dealt_for, knowledge, last_open
from ledger import SecretAnswer, StillPlaying, UnknownSeat
from replay.intervals import Share, share
from replay.tape import Tape

FRESH = "fresh"
Sides = tuple[tuple[Seat, ...], ...]


class Continued(msgspec.Struct, frozen=True):
    """How one continuation ended, and after how many records in all."""

    winners: tuple[Seat, ...]
    ending: str
    length: int


class Side(msgspec.Struct, frozen=True):
    """Seats that won together whenever they won, and how often that was."""

    seats: tuple[Seat, ...]
    wins: Share


class WhatIf(msgspec.Struct, frozen=True):
    """What the continuations from one position came to.

    `asked`: the record that was asked for; `at`: the end of a batch that they really leave from. `played` of `wanted` were played
    to their end. `endings`: the share of each, most frequent first. `seats`: of each seat, how often it won. `length`: the median
    number of records. `really`: how the game itself ended, after `records` records.
    """

    game: str
    ruleset: str
    asked: int
    at: int
    bot: str
    luck: str
    seed: int
    played: int
    wanted: int
    endings: dict[str, Share]
    seats: tuple[Share, ...]
    sides: tuple[Side, ...]
    length: float
    really: Outcome
    records: int


class Order(NamedTuple):
    """Some of the continuations from one position: those numbered from `first` up to but not including `until`."""

    at: int
    first: int
    until: int


class Stage:
    """A finished game of which any position can be played on from. What a continuation comes to follows from its number and the seed.

    `UnknownBot` if no bot of that name plays the ruleset.
    """

    def __init__(self, tape: Tape, bot: str, seed: int, luck: str = FRESH) -> None:
        self._tape, self._bot, self._seed, self._luck = tape, bot, seed, luck
        make(bot, tape.ruleset, 0, 0)
        self._places = tuple(Place(name, bot) for name in tape.names().seats)
        self._seen = [tape.through(seat) for seat in range(len(self._places))]
        self._forked: dict[int, Forked[Any]] = {}

    def fulfil(self, order: Order, halted: Callable[[], bool] = lambda: False) -> list[Continued]:
        """The continuations of an order, by number; no more of them once it is `halted`."""
        return [self.continued(order.at, k) for k in range(order.first, order.until) if not halted()]

    def continued(self, at: int, k: int) -> Continued:
        """How continuation `k` from the end of the batch at record `at` ends."""
        of, word = self._tape.ruleset, f"{self._seed}:{at}:{k}"
        bots = {seat: make(self._bot, of, seat, _number(f"bots of {word}")) for seat in range(len(self._places))}
        views = Views.standing(of, {seat: self._seen[seat].at(at) for seat, bot in bots.items() if bot.needs_view})
        game, dealt = self.left(at, k)
        views.extend(dealt)
        end, _ = play_on(of, game, bots, views, self._chance(at, k))
        outcome = ended(of, end)
        return Continued(outcome.winners, outcome.ending, end.length - len(dealt))

    def left(self, at: int, k: int) -> tuple[Game[Any], list[Record[Any]]]:
        """Where continuation `k` begins: the game with what is hidden dealt for it, and the records that say so."""
        if at not in self._forked:
            known = knowledge(self._tape.ruleset, self._tape.records[:at], self._luck, len(self._places))
            self._forked[at] = Forked(self._tape.game, at, "", self._places, self._luck, known=known)
        opens = DealAnew[Any](seat=dealt_for(self._luck))
        return amend(self._tape.ruleset, self._tape.at(at), self._forked[at], "table.fork", opens, chance=self._chance(at, k))

    def _chance(self, at: int, k: int) -> Slots:
        return Slots(sha256(f"luck of {self._seed}:{at}:{k}".encode()).digest())


def leaving(tape: Tape, asked: int, luck: str = FRESH) -> int:
    """Where continuations asked for after a record really leave: there, or at the end of the batch before it.

    `StillPlaying` if the game is not over, since it would be a peek; `ValueError` if nothing is left to play there, or if there is no
    such luck; `SecretAnswer` if what the seat could not know is more than cards; `UnknownRecord`, `UnknownSeat`, `Damaged`.
    """
    if luck == "same":
        raise ValueError("each continuation has luck of its own: fresh or unknown:SEAT")
    blind = dealt_for(luck)
    if not tape.at().over:
        raise StillPlaying(tape.game)
    tape.record(asked)
    if asked == tape.length:
        raise ValueError(f"the game is over after record {asked}: nothing is left to play; ask for an earlier record")
    at = asked
    while not tape.waits(at):
        at -= 1
    if at == 0:
        raise ValueError(f"the game begins with a batch that record {asked} lies inside of: ask for a later record")
    if blind is not None:
        if blind >= (seats := len(tape.names().seats)):
            raise UnknownSeat(tape.game, blind, seats)
        if (clear := last_open(tape.ruleset, tape.records[:at], blind)) != at:
            raise SecretAnswer(tape.game, at, clear)
    return at


def orders(at: int, games: int, most: int = 4) -> list[Order]:
    """The continuations from one position in parts of at most so many, which may be played on different cores."""
    return [Order(at, first, min(first + most, games)) for first in range(0, games, most)]


def ended(ruleset: Ruleset[Any], game: Game[Any]) -> Outcome:
    """The outcome of a game that is over."""
    outcome = ruleset.outcome(game.board)
    if outcome is None:
        raise RuntimeError(f"the game is over after record {game.length}, and yet it has no outcome")
    return outcome


def counted(tape: Tape, asked: int, at: int, bot: str, seed: int, wanted: int, found: Iterable[Continued], luck: str = FRESH) -> WhatIf:
    """What continuations came to. `ValueError` if there is none."""
    found = list(found)
    n, really = len(found), ended(tape.ruleset, tape.at())
    if not n:
        raise ValueError("no continuation was played to its end")
    won = Counter(seat for one in found for seat in one.winners)
    seats = len(tape.names().seats)
    together = allied(seats, (one.winners for one in found))
    return WhatIf(
        game=tape.game,
        ruleset=tape.ruleset.id,
        asked=asked,
        at=at,
        bot=bot,
        luck=luck,
        seed=seed,
        played=n,
        wanted=wanted,
        endings={ending: share(count, n) for ending, count in Counter(sorted(one.ending for one in found)).most_common()},
        seats=tuple(share(won[seat], n) for seat in range(seats)),
        sides=tuple(Side(side, share(won[side[0]], n)) for side in together),
        length=median(one.length for one in found),
        really=really,
        records=tape.length,
    )


def allied(seats: int, winners: Iterable[tuple[Seat, ...]]) -> Sides:
    """The seats, those together that won together every time that one of them won. A seat that never won is a side of its own."""
    times = sorted({frozenset(won) for won in winners}, key=sorted)
    by_wins: dict[Any, list[Seat]] = {}
    for seat in range(seats):
        won = tuple(k for k, time in enumerate(times) if seat in time)
        by_wins.setdefault(won or f"never: {seat}", []).append(seat)
    return tuple(tuple(side) for side in by_wins.values())


def _number(word: str) -> int:
    return int.from_bytes(sha256(word.encode()).digest()[:8], "big")
