"""A projection: tables that are made from the log, and the audience they are made for."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar, NamedTuple

from domain.kernel import ARBITER, PUBLIC, Eye, Game, Place, Record, Ruleset


class Audience(Enum):
    """Who may read the rows of a projection. It is shown no more than its audience may know, so it can not keep more."""

    PUBLIC = "public"  # anybody reads any row: it sees what the public sees
    EACH_EYE = "each eye"  # a row names the eye it is for: it sees every seat's and the public's game, and keeps them apart
    ARBITER = "arbiter"  # whoever may see everything: it sees everything

    def eyes(self, seats: int) -> tuple[Eye, ...]:
        """The eyes that a projection for this audience looks through at a table with so many seats."""
        return {Audience.PUBLIC: (PUBLIC,), Audience.EACH_EYE: (*range(seats), PUBLIC), Audience.ARBITER: (ARBITER,)}[self]


class Glimpse(NamedTuple):
    """What one eye sees of an advance: its game now, and the records that are new to it."""

    game: Game[Any]
    fresh: list[Record[Any]]


class Advance(NamedTuple):
    """One game has gone on by whole batches since a projection last looked at it."""

    game: str
    number: int  # of its first notification: games in the order they were begun
    ruleset: Ruleset[Any]
    places: tuple[Place, ...]
    options: Mapping[str, str]
    parent: tuple[str, int] | None  # a fork: the game it left, and after which record
    damaged: int | None  # the record that can not be read; the game is shown as it was before it
    seen: Mapping[Eye, Glimpse]  # by the eyes of the audience, and no others

    @property
    def version(self) -> int:
        """The record that it has come to."""
        return next(iter(self.seen.values())).game.length


class Projection:
    """Subclass it, say for whom it is, and register it. Another `version` of its tables is another projection: made again from zero."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    audience: ClassVar[Audience]  # no default: what nobody thought about, nobody sees
    tables: ClassVar[Mapping[str, str]]  # name of a table -> the columns and constraints that make it

    def project(self, cursor: sqlite3.Cursor, advance: Advance) -> None:
        """Write what the advance means into the tables. Seeing the same version again must change nothing."""
        raise TypeError(f"{type(self).__name__} does not say what it projects")


_register: dict[str, Projection] = {}


def vetted(projection: Projection) -> Projection:
    """The projection, if it says who may read it; `TypeError` otherwise."""
    if not isinstance(getattr(projection, "audience", None), Audience):
        raise TypeError(f"{type(projection).__name__} does not say who may read it: give it an `audience`")
    return projection


def register(projection: Projection) -> Projection:
    """Have it followed wherever the log is. `TypeError` if it names no audience, `ValueError` if its name is taken."""
    if _register.setdefault(projection.name, vetted(projection)) is not projection:
        raise ValueError(f"there is a projection {projection.name} already")
    return projection


def registered() -> list[Projection]:
    """All projections, by name."""
    return [_register[name] for name in sorted(_register)]
