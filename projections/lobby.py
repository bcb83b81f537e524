"""The lobby: every game in one row, as anybody may know it."""

from __future__ import annotations

import sqlite3
from typing import Any, ClassVar

import msgspec

from domain.kernel import PUBLIC, Answered, Forked, GameBegan, awaited
from projections.projection import Advance, Audience, Projection, register
from projections.views import Views


class Row(msgspec.Struct, frozen=True):
    """One game. Times are milliseconds since 1970: when it began, and its last answer (a seeded game has 0, and counts answers)."""

    id: str
    ruleset: str
    title: str
    seats: tuple[dict[str, str | None], ...]  # {name, bot}
    state: str  # open, finished, or damaged: a record of it can not be read
    version: int
    created: int | None
    updated: int | None
    awaited: tuple[int, ...]  # the seats that have a question to answer
    outcome: dict[str, Any] | None  # {winners, scores, ending}
    parent: dict[str, Any] | None  # {id, at}


_decode = msgspec.json.Decoder(Row).decode
_encode = msgspec.json.Encoder().encode


class Lobby(Projection):
    """Who plays what, who is waited for, and how it ended."""

    name = "lobby"
    audience = Audience.PUBLIC
    tables: ClassVar = {
        "lobby": "game TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, ruleset TEXT NOT NULL, state TEXT NOT NULL, watch TEXT NOT NULL,"
        " row BLOB NOT NULL"
    }

    def project(self, cursor: sqlite3.Cursor, advance: Advance) -> None:
        game, fresh = advance.seen[PUBLIC]
        held = cursor.execute("SELECT row FROM lobby WHERE game = ?", (advance.game,)).fetchone()
        begun = advance.parent[1] if advance.parent else 0
        own = [r.fact for r in fresh if r.index > begun]
        times = [fact.at for fact in own if isinstance(fact, Answered)]
        begins = next((fact.time for fact in own if isinstance(fact, GameBegan | Forked)), None)
        before = _decode(held[0]) if held else None
        outcome = advance.ruleset.outcome(game.board) if game.over else None
        row = Row(
            id=advance.game,
            ruleset=advance.ruleset.id,
            title=advance.ruleset.title,
            seats=tuple({"name": place.name, "bot": place.bot} for place in advance.places),
            state="damaged" if advance.damaged else "finished" if game.over else "open",
            version=game.length,
            created=before.created if before else begins,
            updated=times[-1] if times else before.updated if before else begins,
            awaited=tuple(sorted(set(awaited(game)))),
            outcome=None if outcome is None else msgspec.to_builtins(outcome),
            parent=None if advance.parent is None else {"id": advance.parent[0], "at": advance.parent[1]},
        )
        cursor.execute(
            "INSERT INTO lobby VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (game) DO UPDATE SET state = excluded.state, row = excluded.row",
            (advance.game, advance.number, row.ruleset, row.state, advance.options.get("watch", "open"), _encode(row)),
        )


def tables(
    views: Views, *, ruleset: str | None = None, state: str | None = None, before: int | None = None, limit: int = 50
) -> list[tuple[int, Row]]:
    """The games that strangers may watch, newest first, each with its number; `before` a number: those begun earlier.

    `ruleset` is `bad_company`, which stands for all its editions, or `bad_company@1`; `state` is open, finished or damaged.
    """
    where, values = ["watch = 'open'"], list[Any]()
    if ruleset is not None:
        where.append("ruleset = ?" if "@" in ruleset else "substr(ruleset, 1, instr(ruleset, '@') - 1) = ?")
        values.append(ruleset)
    if state is not None:
        where.append("state = ?")
        values.append(state)
    if before is not None:
        where.append("number < ?")
        values.append(before)
    # the conditions are those above; every value is bound
    query = f"SELECT number, row FROM lobby WHERE {' AND '.join(where)} ORDER BY number DESC LIMIT ?"  # noqa: S608 - of constants
    return [(number, _decode(row)) for number, row in views.read(query, (*values, limit))]


def everything(views: Views) -> dict[str, Row]:
    """Every game by its id, watched by strangers or not: for who keeps the store."""
    return {row.id: row for row in (_decode(held) for (held,) in views.read("SELECT row FROM lobby ORDER BY number"))}


def waiting_for_bots(views: Views) -> list[str]:
    """The open games, watched by strangers or not, in which a bot has a question to answer."""
    rows = [_decode(row) for (row,) in views.read("SELECT row FROM lobby WHERE state = 'open' ORDER BY number")]
    return [row.id for row in rows if any(row.seats[seat]["bot"] for seat in row.awaited)]


register(Lobby())
