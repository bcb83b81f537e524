"""The words of a ruleset: facts that happened, obligations that are owed, commands that a seat may choose, offers of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from domain.kernel.text import Names, Text, in_words, kebab, who

if TYPE_CHECKING:
    from domain.kernel.scribe import Scribe

B = TypeVar("B")  # the board of a game
Seat = int
RuleId = str
Serial = int  # names an obligation; never used twice in a game
Eye = int | str  # a seat, PUBLIC or ARBITER
PUBLIC, ARBITER = "public", "arbiter"


class Fact(msgspec.Struct, Generic[B], frozen=True, tag=True, gc=False):
    """Something that happened. `apply` is its whole meaning, and reads nothing but the fact and the board."""

    def apply(self, board: B) -> B:
        """The board after it."""
        return board

    def say(self, before: B, after: B, names: Names) -> Text:
        """The sentence of the log, given only what one eye may read of the fact and the boards."""
        seat = getattr(self, "seat", None)
        words = in_words(type(self).__name__)
        return (words,) if seat is None else (who(seat), ": ", words)


class Obligation(msgspec.Struct, Generic[B], frozen=True, tag=True, kw_only=True, omit_defaults=True, gc=False):
    """Something the game owes before it can go on. It is public: what is hidden lies on the board, under a seal."""

    lane: Seat | None = None  # opened among seats that act at once

    def say(self, board: B, names: Names) -> Text:
        """What is owed, as a short phrase; of a decision, the question put to the seat."""
        return (in_words(type(self).__name__),)


class Step(Obligation[B], frozen=True):
    """Owed by the rules: settled at once."""

    always: ClassVar[bool] = False  # a conclusion: settled even when what it concludes is called off

    def settle(self, scribe: Scribe[B]) -> None:
        """Write at least one record of what follows."""
        raise TypeError(f"{type(self).__name__} does not say how it is settled")


class Decision(Obligation[B], frozen=True):
    """Owed by a seat: it waits for one of its offers."""

    seat: Seat

    def offers(self, board: B) -> Iterable[Offer[B]]:
        """All that the seat may answer, from no more than that seat sees of the board."""
        raise TypeError(f"{type(self).__name__} offers nothing")


class Command(msgspec.Struct, Generic[B], frozen=True, tag=True, omit_defaults=True, gc=False):
    """What a seat may choose. A sealed field of a command is read by that seat alone."""

    def carry_out(self, scribe: Scribe[B], seat: Seat) -> None:
        """Write what follows; nothing does (a pass), unless the command says otherwise."""

    def say(self, before: B, after: B, names: Names) -> Text:
        """The choice as words for a button and for the log, in the imperative."""
        return (in_words(type(self).__name__),)


class Pass(Command[B], frozen=True):
    """The word of all games for doing nothing. A decision that offers it is a window."""


class Offer(msgspec.Struct, Generic[B], frozen=True, gc=False):
    """A command put before a seat, possibly barred by a rule."""

    command: Command[B]
    barred: RuleId | None = None


def key_of(command: Command[Any]) -> str:
    """The offer's name within its question: `use:5`. Unset fields are left out; ids and numbers stand as they are."""
    parts = [kebab(type(command).__name__)]
    for field, default in zip(reversed(command.__struct_fields__), _defaults(type(command)), strict=True):
        value = getattr(command, field)
        if value != default:
            parts.insert(1, "+".join(map(_said, value)) if isinstance(value, tuple) else _said(value))
    return ":".join(parts)


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _defaults(cls: type[msgspec.Struct]) -> list[Any]:
    """The defaults of a struct's fields, last field first; fields without one have `NODEFAULT`."""
    given = list(reversed(cls.__struct_defaults__))
    return given + [msgspec.NODEFAULT] * (len(cls.__struct_fields__) - len(given))
