"""Who may see what: seals on fields, and the one redaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from domain.kernel.record import Record
from domain.kernel.word import ARBITER, PUBLIC, B, Eye, Fact

S = TypeVar("S", bound=msgspec.Struct)


class Seal(NamedTuple):
    """Marks a field that only the eyes named by another field may read; no name: nobody at the table."""

    to: str | None = None


@cache
def seals(cls: type) -> tuple[tuple[str, str | None], ...]:
    """The sealed fields of a fact or command class, each with the field that names its readers."""
    return tuple(
        (name, mark.to)
        for name, hint in get_type_hints(cls, include_extras=True).items()
        if get_origin(hint) is Annotated
        for mark in get_args(hint)[1:]
        if isinstance(mark, Seal)
    )


def veil(value: Any) -> Any:
    """The same shape with nothing to read in it: a hand of three unknown cards is still a hand of three."""
    return tuple(veil(part) for part in cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else None


def sealed_part(fact: Fact[Any]) -> tuple[str, msgspec.Struct]:
    """Where a fact's seals are: its own fields, or those of the command it carries; with the JSON pointer of that part."""
    command = getattr(fact, "command", None)
    return ("/fact", fact) if command is None else ("/fact/command", command)


def unreadable(fact: Fact[Any], eye: Eye) -> tuple[str, ...]:
    """The sealed fields of a fact (or of its command) that `eye` may not read."""
    _, part = sealed_part(fact)
    marks = seals(type(part))
    if not marks or eye == ARBITER:
        return ()
    if part is not fact:  # a command: its seat alone reads it
        return () if eye == getattr(fact, "seat", None) else tuple(field for field, _ in marks)
    return tuple(field for field, to in marks if to is None or not _reads(eye, getattr(fact, to)))


def redact(fact: Fact[B], eye: Eye) -> Fact[B]:
    """A fact as `eye` may see it."""
    hidden = unreadable(fact, eye)
    if not hidden:
        return fact
    _, part = sealed_part(fact)
    veiled = _veiled(part, hidden)
    return cast("Fact[B]", veiled) if part is fact else replace(fact, command=veiled)


def seen_by(log: Iterable[Record[B]], eye: Eye) -> Iterator[Record[B]]:
    """The log as `eye` may read it: the same records, with what is sealed to others veiled."""
    for record in log:
        fact = redact(record.fact, eye)
        yield record if fact is record.fact else replace(record, fact=fact)


def _veiled(thing: S, fields: Iterable[str]) -> S:
    return replace(thing, **{field: veil(getattr(thing, field)) for field in fields})


def _reads(eye: Eye, readers: Any) -> bool:
    return eye == readers or (isinstance(readers, tuple) and (eye in readers or PUBLIC in readers))
