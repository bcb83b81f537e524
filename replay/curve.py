"""The chance-to-win curve: what bots make of a finished game from the first question of every turn on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.kernel import Outcome, Seat
from ledger import StillPlaying
from replay.intervals import Share, certain, share
from replay.moments import Moment, moments
from replay.tape import Tape
from replay.what_if import Continued, Order, Sides, allied, ended, orders

MOST = 60  # points that a curve has at most, and its end; of a longer game every second, third, ... turn is played on from


class Point(msgspec.Struct, frozen=True):
    """Where the continuations leave, at the end of the batch at record `at`, and the chance of each side there.

    `played`: how many continuations; none at the end of the game, where nothing is left to chance.
    """

    at: int
    turn: str  # in words, such as "Turn 3"
    seat: Seat | None  # whose turn it is
    played: int
    chances: tuple[Share, ...]


class Curve(msgspec.Struct, frozen=True):
    """A whole game: its sides, and their chances at every point.

    A side is the seats that won together whenever one of them won, in all continuations and in the game itself; most sides are one
    seat. `games`: continuations a point. `really`: how the game itself ended.
    """

    game: str
    ruleset: str
    bot: str
    seed: int
    games: int
    sides: Sides
    points: tuple[Point, ...]
    really: Outcome


def beginnings(tape: Tape, most: int = MOST) -> dict[int, Moment]:
    """The end of the first batch in every turn, by record: there the turn's first question is asked.

    At most so many, spread over the game; a turn in which nothing is asked has none. `StillPlaying` if the game is not over.
    """
    if not tape.at().over:
        raise StillPlaying(tape.game)
    found: dict[int, Moment] = {}
    turn: tuple[int, Seat | None] | None = None
    for n, here in enumerate(moments(tape), 1):
        if turn != (here.turn, here.seat) and n < tape.length and tape.waits(n):
            found[n] = here
            turn = here.turn, here.seat
    every = -(-len(found) // most)
    return {n: found[n] for n in list(found)[::every]} if found else {}


def wanted(tape: Tape, games: int, most: int = MOST) -> list[Order]:
    """All that is to be played for a curve of so many continuations a point. `StillPlaying` if the game is not over."""
    return [order for n in beginnings(tape, most) for order in orders(n, games)]


def drawn(tape: Tape, bot: str, seed: int, games: int, found: Iterable[tuple[Order, list[Continued]]]) -> Curve:
    """The curve that these continuations make, and its end, which is what happened. Points that none leaves from are left out."""
    by_point: dict[int, list[Continued]] = {}
    for order, played in sorted(found):
        by_point.setdefault(order.at, []).extend(played)
    really, seats = ended(tape.ruleset, tape.at()), len(tape.names().seats)
    sides = allied(seats, [really.winners, *(one.winners for played in by_point.values() for one in played)])
    here = list(moments(tape))
    points = [_point(n, here[n - 1], sides, played) for n, played in by_point.items()]
    last = Point(tape.length, _called(here[-1]), here[-1].seat, 0, tuple(certain(side[0] in really.winners) for side in sides))
    return Curve(tape.game, tape.ruleset.id, bot, seed, games, sides, (*points, last), really)


def _point(at: int, moment: Moment, sides: Sides, played: list[Continued]) -> Point:
    chances = tuple(share(sum(side[0] in one.winners for one in played), len(played)) for side in sides)
    return Point(at, _called(moment), moment.seat, len(played), chances)


def _called(moment: Moment) -> str:
    return f"{moment.called} {moment.turn}" if moment.turn else "Set-up"
