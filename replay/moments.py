"""Where in a game a board stands: its turn, whose it is, and the phase, as its game tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from replay.tape import Tape


class Moment(NamedTuple):
    """Where in a game a board stands: the number and kind of the turn, the seat whose turn it is, and the phase in words."""

    turn: int
    called: str
    seat: int | None
    phase: str


def moments(tape: Tape) -> Iterator[Moment]:
    """The moment after each record of a tape, from the first on."""
    tell = MOMENTS.get(tape.ruleset.name, _moment)
    last: Moment | None = None
    for game in tape.games[1:]:
        here = tell(game.board)
        if last is not None and here.turn == last.turn and last.seat is not None and (here.seat is None or here.called == "Turn"):
            here = here._replace(seat=last.seat)  # a turn is its seat's to the end, though the next one has not begun or is known
        yield here
        last = here


def _moment(board: Any) -> Moment:
    seat = getattr(board, "active", getattr(board, "turn_seat", None))
    turn = getattr(board, "turn", 0)
    return Moment(
        turn if isinstance(turn, int) else 0, "Turn", seat if isinstance(seat, int) else None, _words(getattr(board, "phase", ""))
    )


def _bad_company(board: Any) -> Moment:
    phase = {"dice": "Dice", "gang": "Gangs", "necklaces": "Heists", "end": "End of turn"}.get(board.phase, _words(board.phase))
    return Moment(board.turn, "Turn", board.boss if board.turn else None, phase)


def _after_pablo(board: Any) -> Moment:
    for under_way, phase in ((board.war, "War"), (board.crossing, "Crossing"), (board.sale, "Sale"), (board.bidder, "Auction")):
        if under_way is not None:
            return Moment(board.season, "Season", board.active, phase)
    phase = ("Action" if board.acting else "Season") if board.phase == "seasons" else _words(board.phase)
    return Moment(board.season, "Season", board.active, phase)


def _breaking_bad(board: Any) -> Moment:
    phase = "Firefight" if board.fights else "Action" if board.acting else "Turn"
    return Moment(board.turn, "Turn", board.active if board.turn else None, "Over" if board.result is not None else phase)


def _galactica(board: Any) -> Moment:
    phase = "Over" if board.result is not None else "Skill check" if board.check is not None else "Crisis" if board.drawn else "Turn"
    return Moment(board.turn, "Turn", board.active if board.turn else None, phase if board.turn else "Set-up")


def _words(phase: Any) -> str:
    return str(phase).replace("-", " ").replace("_", " ").capitalize()


MOMENTS: dict[str, Callable[[Any], Moment]] = {
    "bad_company": _bad_company,
    "after_pablo": _after_pablo,
    "breaking_bad": _breaking_bad,
    "battlestar_galactica": _galactica,
}
