"""What cards do: effects are data, and each kind is carried out by the chapter that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import BRIG, Board
from domain.games.battlestar_galactica.components import effects_at
from domain.kernel import Fact, Names, NothingHappened, Obligation, Scribe, Seat, Step, Text, thing, who

CRISIS, SUPER = "crisis", "super"  # kinds of causes from which revealed Cylons are immune
LOCATION, QUORUM, DESTINATION, LOYALTY, ABILITY, SKILL = "location", "quorum", "destination", "loyalty", "ability", "skill"


class Cause(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What an effect comes from: who acts, by which card, location or ability, and whom he has chosen."""

    seat: Seat
    of: str
    kind: str  # crisis, super, location, quorum, destination, loyalty, ability or skill
    chosen: Seat | None = None


Handler = Callable[[Scribe[Board], Any, Cause, str], None]
_handlers: dict[str, Handler] = {}


def does(kind: str, handler: Handler) -> None:
    """Say how an effect of that kind is carried out: given the scribe, the effect, its cause and its path, it writes a record at least."""
    _handlers[kind] = handler


# steps ------------------------------------------------------------------------------------------------------------------
class CarryOut(Step[Board], frozen=True):
    """An effect is to be carried out: the `n`-th of the list at `path` of what causes it."""

    cause: Cause
    path: str
    n: int

    def settle(self, scribe: Scribe[Board]) -> None:
        effect = effects_at(self.cause.of, self.path)[self.n]
        _handlers[effect.kind](scribe, effect, self.cause, f"{self.path}.{self.n}")

    def say(self, board: Board, names: Names) -> Text:
        return ("what ", thing(self.cause.of), " says")


class TurnsEnd(Step[Board], frozen=True):
    """Where a turn ends: what is called off with a turn is all that lies before it."""


def due(cause: Cause, path: str, start: int = 0) -> tuple[Obligation[Board], ...]:
    """What the effects at `path` open, in order, from the `start`-th on. What follows a choice of somebody is opened by the choice."""
    effects = effects_at(cause.of, path)
    if len(effects) > start and effects[start].kind == "choose":
        return (CarryOut(cause, path, start),)
    return tuple(CarryOut(cause, path, n) for n in range(start, len(effects)))


# who ------------------------------------------------------------------------------------------------------------------------
def immune(board: Board, cause: Cause, seat: Seat) -> bool:
    """Whether a seat is a revealed Cylon whom crises do not touch."""
    return board.players[seat].cylon and cause.kind in (CRISIS, SUPER)


def seat_of(board: Board, cause: Cause, role: str) -> Seat | None:
    """Who has a role; nobody, if it is vacant."""
    if role == "current":
        return board.active
    if role == "self" or (role == "president" and cause.kind == QUORUM):
        return cause.seat  # whoever plays a quorum card does so as President
    return cause.chosen if role == "chosen" else getattr(board, role)


def touched(board: Board, cause: Cause, role: str) -> tuple[Seat, ...]:
    """Whom an effect on a role touches: nobody, where the role falls to somebody immune."""
    seats: Iterable[Seat | None] = board.around(board.active) if role == "each-player" else (seat_of(board, cause, role),)
    return tuple(seat for seat in seats if seat is not None and not immune(board, cause, seat))


def meets(board: Board, needs: parts.Needs) -> bool:
    """Whether the board has what is needed."""
    here = {"viper": board.vipers, "raptor": board.raptors}
    return (
        all(here[ship] >= n for ship, n in needs.reserves.items())
        and all(getattr(board.dials, name) >= n for name, n in needs.resources.items())
        and board.nukes >= needs.nukes
    )


def movable(board: Board, seat: Seat, from_brig: bool = False) -> bool:
    """Whether an effect may move a character: no revealed Cylon, nobody off the board, and out of the Brig only if it says so."""
    player = board.players[seat]
    return not player.cylon and not player.stranded and (from_brig or player.at != BRIG)


def nothing(scribe: Scribe[Board], why: str, rule: str, *opens: Obligation[Board]) -> None:
    """Record that an effect has no effect."""
    scribe.write(NothingHappened(why), rule, *opens)


def chosen(cause: Cause, seat: Seat) -> Cause:
    """The cause, after somebody was chosen."""
    return replace(cause, chosen=seat)


# facts -------------------------------------------------------------------------------------------------------------------
class PlayerChosen(Fact[Board], frozen=True):
    """A player was chosen, of whom a card goes on to speak."""

    seat: Seat
    target: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " chooses ", who(self.target) if self.target != self.seat else "himself")
