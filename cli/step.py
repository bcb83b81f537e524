"""`replay step`: the terminal viewer. Textual is imported when it runs, and not before."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from cli.desk import Desk, command, eye_of

if TYPE_CHECKING:
    from replay.viewer.app import Viewer

PATIENCE = 0.5  # seconds that loading may take before a bar is shown


def add_to(app: typer.Typer) -> None:
    """Give the group of commands that open a game again the one that steps through it."""

    @command(app, "step")
    def step(
        desk: Desk,
        game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, or the beginning of one.")],
        as_: Annotated[
            str, typer.Option("--as", metavar="EYE", help="Whose eye looks: a seat's number, public, or arbiter, who sees all.")
        ] = "arbiter",
        at: Annotated[int | None, typer.Option("--at", metavar="N", min=1, help="Begin after this record; else at the end.")] = None,
    ) -> None:
        """Step through a game in the terminal.

        The board, the log, why a record stands there, what it changed, what could have been done. ? lists the keys. It wants a
        terminal of 80 by 24 or more, and shows more at once from 120 by 32 on.

        \b
        Examples: ledgerdemain replay step 3f2a
                  ledgerdemain replay step 3f2a --at 120 --as 0
        """
        if desk.as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise ValueError("step needs a terminal; `replay show` and `replay log` write the same to a file or a pipe")
        viewer = opened(desk, game, as_, at)
        viewer.run()
        if viewer.fault is not None:
            raise viewer.fault


def opened(desk: Desk, game: str, as_: str, at: int | None) -> Viewer:
    """The viewer on a game, through an eye, at a record; at the end (or where damage begins) if none is given.

    What is not there is refused before the screen changes: `LookupError`, and `Damaged` for a record behind the damage.
    """
    with _in_one_go():
        from replay.tape import Tape
        from replay.viewer.app import Viewer

        with _bar("Loading") as told:
            tape = Tape.load(desk.ledger, desk.game(game), told=told)
        eye = eye_of(as_, len(tape.names().seats))
        if at is not None:
            tape.at(at)
        return Viewer(desk.ledger, tape, eye, at)


@contextmanager
def _in_one_go() -> Iterator[None]:
    """No search for garbage meanwhile: what is loaded stays, and looking it through takes a fifth of the time."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int | None], None]]:
    """Hears how far work is; after half a second a bar on the terminal says so."""
    began, shown = time.monotonic(), list[Callable[[int, int | None], None]]()
    bars = None

    def told(done: int, total: int | None) -> None:
        nonlocal bars
        if bars is None and time.monotonic() - began > PATIENCE:
            from rich.console import Console
            from rich.progress import Progress

            bars = Progress(console=Console(stderr=True), transient=True)
            bars.start()
            task = bars.add_task(what, total=total)
            shown.append(lambda done, total: bars.update(task, completed=done, total=total))  # pyright: ignore[reportOptionalMemberAccess]
        for show in shown:
            show(done, total)

    try:
        yield told
    finally:
        if bars is not None:
            bars.stop()
