"""`games`: what lies in the ledger."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from cli.desk import Desk, command

if TYPE_CHECKING:
    from ledger import Ledger


class Entry(msgspec.Struct, omit_defaults=True):
    """One game, as a list shows it. `state` is open, finished or damaged, which means that `why` it can not be read on.

    `began`: milliseconds since 1970; none, if it was played from a seed.
    """

    id: str
    ruleset: str = ""
    state: str = "open"
    seats: list[dict[str, Any]] = []
    records: int = 0
    outcome: dict[str, Any] | None = None
    parent: str | None = None
    awaited: list[int] = []
    why: str | None = None
    began: int | None = None


def entry_of(ledger: Ledger, game: str) -> Entry:
    """The game as it stands now."""
    from domain.kernel import awaited

    sitting = ledger.sitting(game)
    outcome = sitting.ruleset.outcome(sitting.game.board) if sitting.game.over else None
    return Entry(
        game,
        sitting.ruleset.id,
        "finished" if sitting.game.over else "open",
        [{"name": place.name, "bot": place.bot} for place in sitting.places],
        sitting.version,
        None if outcome is None else msgspec.to_builtins(outcome),
        None if sitting.parent is None else sitting.parent[0],
        sorted(set(awaited(sitting.game))),
    )


def entries(ledger: Ledger, store: str) -> Iterator[Entry]:
    """All games in the order they were begun, from the lobby, which is brought up to date first: not every game is folded again."""
    from projections import Follower, Lobby, Views
    from projections.lobby import everything

    logging.getLogger("projections").addHandler(logging.NullHandler())  # what can not be read is said in its line
    views = Views.beside(store)
    try:
        follower = Follower(ledger, views, [Lobby()])
        follower.catch_up()
        rows, troubles = everything(views), follower.troubles()
    finally:
        views.close()
    for game in ledger.games():
        if (row := rows.get(game)) is None:
            yield Entry(game, state="damaged", why=troubles.get(game, "it can not be shown"))
        else:
            parent = None if row.parent is None else row.parent["id"]
            seats = [*map(dict, row.seats)]
            why, began = troubles.get(game), row.created or None
            yield Entry(game, row.ruleset, row.state, seats, row.version, row.outcome, parent, [*row.awaited], why, began)


def told(entry: Entry) -> str:
    """The game on one line."""
    if entry.state == "damaged":
        return f"{entry.id}  damaged: {entry.why}"
    if entry.outcome is not None:
        winners = " and ".join(entry.seats[seat]["name"] for seat in entry.outcome["winners"]) or "nobody"
        ended = f"{winners} won, {' : '.join(map(str, entry.outcome['scores']))} ({entry.outcome['ending']})"
    else:
        ended = "over" if entry.state == "finished" else "waits for " + " and ".join(entry.seats[s]["name"] for s in entry.awaited)
    fork = f", a fork of {entry.parent}" if entry.parent else ""
    return f"{entry.id}  {entry.ruleset}  {len(entry.seats)} seats  {entry.records:>5} records  {ended}{fork}"


def add_to(app: typer.Typer) -> None:
    """Give the command line its `games`."""

    @command(app, "games")
    def games(
        desk: Desk,
        ruleset: Annotated[str | None, typer.Option(metavar="R", help="Only games of this ruleset.")] = None,
        unfinished: Annotated[bool, typer.Option("--open", help="Only games that are not over.")] = False,
        finished: Annotated[bool, typer.Option("--finished", help="Only games that are over.")] = False,
    ) -> None:
        """List the games of the ledger.

        One a line: id, ruleset, seats, records, how it ended or whom it waits for.

        Example: ledgerdemain games --ruleset bad_company --finished
        """
        if unfinished and finished:
            raise typer.BadParameter("--open and --finished exclude each other")
        if ruleset:
            desk.ruleset(ruleset)  # one that is not there is no empty list
        state = "open" if unfinished else "finished" if finished else None
        found = [
            entry
            for entry in entries(desk.ledger, desk.store)
            if state in (None, entry.state) and ruleset in (None, entry.ruleset, entry.ruleset.partition("@")[0])
        ]
        desk.answer(found, map(told, found) if found else ["no games here; `play` makes some"])
