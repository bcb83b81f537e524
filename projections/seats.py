"""Seat views: what every eye sees of every game after its latest batch, ready to be sent."""

from __future__ import annotations

import sqlite3
from typing import ClassVar

from domain.kernel import Eye
from projections.projection import Advance, Audience, Projection, register
from projections.views import Views


class SeatViews(Projection):
    """One row for each eye of each game, encoded in its ruleset's wire form; unknown cards are null in it."""

    name = "seat-views"
    audience = Audience.EACH_EYE
    tables: ClassVar = {"seat_view": "game TEXT, eye TEXT, version INTEGER NOT NULL, view BLOB NOT NULL, PRIMARY KEY (game, eye)"}

    def project(self, cursor: sqlite3.Cursor, advance: Advance) -> None:
        cursor.executemany(
            "INSERT INTO seat_view VALUES (?, ?, ?, ?)"
            " ON CONFLICT (game, eye) DO UPDATE SET version = excluded.version, view = excluded.view",
            [
                (advance.game, str(eye), glimpse.game.length, advance.ruleset.wire.encode(glimpse.game))
                for eye, glimpse in advance.seen.items()
            ],
        )


def seat_view(views: Views, game: str, eye: Eye) -> tuple[int, bytes] | None:
    """The version and the encoded view that was kept for `eye`; nothing if the follower has not come to this game yet."""
    rows = views.read("SELECT version, view FROM seat_view WHERE game = ? AND eye = ?", (game, str(eye)))
    return rows[0] if rows else None


register(SeatViews())
