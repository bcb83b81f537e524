"""The facts of every table, whatever is played at it: how a log begins, how it is answered, forked, arranged and adjusted."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from domain.kernel.pile import Card, Pile
from domain.kernel.seal import Seal
from domain.kernel.text import Names, Text, who
from domain.kernel.word import B, Fact, Seat

C = TypeVar("C")


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a name, and the bot that plays it, if it is one."""

    name: str
    bot: str | None = None


class GameBegan(Fact[B], frozen=True):
    """The first record of a game: what is played, from which component files, by whom, and under which options."""

    ruleset: str
    edition: int
    content: str  # SHA-256 of the ruleset's component and rulebook files
    seats: tuple[Place, ...]
    options: dict[str, str]
    chance_root: str | None = None  # commitment to the slots of chance
    fair: bool = True  # False: played from a seed that somebody may know
    origin: str | None = None  # where it comes from, if not from an empty table
    time: int = 0  # milliseconds since 1970; 0 in a seeded game
    dice_root: str | None = None  # commitment to the dice that are thrown for all to see, which are opened at once

    def say(self, before: B, after: B, names: Names) -> Text:
        return (f"{len(self.seats)} sit down to {self.ruleset.replace('_', ' ')}, edition {self.edition}",)


class Answered(Fact[B], Generic[B, C], frozen=True):
    """A seat took an offer. It begins a batch: all records up to the next answer follow from this one."""

    starts_batch: ClassVar[bool] = True
    seat: Seat
    command: C
    at: int = 0  # milliseconds since 1970; in a seeded game it counts answers

    def say(self, before: B, after: B, names: Names) -> Text:
        return (who(self.seat), ": ", *getattr(self.command, "say")(before, after, names))  # noqa: B009 - C is a union of commands


class Forked(Fact[B], frozen=True):
    """The first record of a fork: it goes on where record `at` of `parent` ended."""

    parent: str
    at: int
    link: str  # the parent's link hash there
    seats: tuple[Place, ...]
    luck: str  # same, fresh or unknown:SEAT
    reason: str = ""
    time: int = 0  # milliseconds since 1970; 0 in a seeded game
    dispute: str | None = None  # the dispute whose ruling it carries out
    chance_root: str | None = None  # if its luck is its own
    dice_root: str | None = None
    known: Annotated[tuple[tuple[int | None, ...], ...], Seal()] = ()  # for each place in piles to be dealt anew, who knew it: bits by seat

    def say(self, before: B, after: B, names: Names) -> Text:
        ruled = f", as ruled on dispute {self.dispute}" if self.dispute else ""
        return (f"a fork leaves {self.parent} after record {self.at}{ruled}", f": {self.reason}" if self.reason else "")


class Arranged(Fact[B], frozen=True):
    """A pile was laid as an arbiter, a fork or a scenario wanted it. Those named in `to` see its cards."""

    pile: str
    to: tuple[Seat | Literal["public"], ...]
    cards: Annotated[tuple[Card | None, ...], Seal("to")]

    def apply(self, board: B) -> B:
        lay: Any = getattr(board, "lay")  # noqa: B009 - every board lays its piles by name
        return lay(self.pile, Pile(self.cards))

    def say(self, before: B, after: B, names: Names) -> Text:
        return (f"{self.pile} was laid out anew",)


class Adjusted(Fact[B], frozen=True):
    """A public value of the board was set as an arbiter or a scenario wanted it; `path` is dotted: `players.1.coins`."""

    path: str
    value: Any

    def apply(self, board: B) -> B:
        return _set(board, self.path.split("."), self.value, type(board))

    def say(self, before: B, after: B, names: Names) -> Text:
        return (f"{self.path} was set to {self.value}",)


class NothingHappened(Fact[B], frozen=True):
    """A step was settled without effect; `why` says so in words, which logs keep. A board with a method `tell` tells it better by them."""

    why: str

    def say(self, before: B, after: B, names: Names) -> Text:
        return getattr(before, "tell", lambda why: (why,))(self.why)


def _set(thing: Any, path: list[str], value: Any, hint: Any) -> Any:
    """`thing` with the value at `path` replaced, converted to the type declared there. `LookupError` for no such path."""
    if not path:
        return msgspec.convert(value, hint)
    key, rest = path[0], path[1:]
    if isinstance(thing, tuple):
        if not key.isdigit() or int(key) >= len(thing):
            raise LookupError(f"there is no {key} here: it runs from 0 to {len(thing) - 1}")
        at, part = int(key), get_args(hint)
        inner = part[0] if get_origin(hint) is tuple and part[-1] is Ellipsis else part[at]
        return (*thing[:at], _set(thing[at], rest, value, inner), *thing[at + 1 :])
    if not isinstance(thing, msgspec.Struct) or key not in thing.__struct_fields__:
        raise LookupError(f"{type(thing).__name__} has no {key}")
    return replace(thing, **{key: _set(getattr(thing, key), rest, value, _hints(type(thing))[key])})


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)
