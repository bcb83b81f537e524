"""`replay what-if`: what could have come, as bots play on; from one position, or from every turn of a game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cli.desk import Desk, command
from cli.play import Progress

if TYPE_CHECKING:
    from domain.kernel import Names, Seat
    from replay.curve import Curve
    from replay.intervals import Share
    from replay.tape import Tape
    from replay.what_if import Continued, Order, WhatIf

GAMES, GAMES_A_POINT = 200, 40  # continuations, where nobody says how many
WIDTH = 20  # characters of the bar that stands for 100 %
EIGHTHS = " ▏▎▍▌▋▊▉█"


def add_to(app: typer.Typer) -> None:
    """Give `replay` its `what-if`."""

    @command(app, "what-if")
    def what_if(
        desk: Desk,
        game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a finished game, or the beginning of one.")],
        at: Annotated[int | None, typer.Option(metavar="N", min=1, help="After this record, or the end of the batch before it.")] = None,
        curve: Annotated[bool, typer.Option("--curve", help="From the first question of every turn, instead of one position.")] = False,
        games: Annotated[
            int | None,
            typer.Option(metavar="K", min=1, help=f"How many continuations; else {GAMES}, or {GAMES_A_POINT} from each turn of a curve."),
        ] = None,
        bot: Annotated[str | None, typer.Option(metavar="NAME", help="Who plays all seats; else the best bot there is.")] = None,
        luck: Annotated[
            str, typer.Option(metavar="LUCK", help="fresh, or unknown:SEAT, which deals anew all that the seat could not know then.")
        ] = "fresh",
        seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same continuations.")] = 1,
        cores: Annotated[int | None, typer.Option(metavar="C", min=1, help="On so many cores; else on all.")] = None,
    ) -> None:
        """Let bots play on from a position, many times.

        Says how often each seat won and how it ended, with 95 % intervals, and what really happened. Hands stay as they lay, and the
        order of face-down cards that nobody knew is shuffled anew for each continuation; with --luck unknown:SEAT all that the seat
        could not know is dealt anew. Nothing is written into the game. With --curve each side's chances by turn; they are kept for the
        replay page. Ctrl-C stops and tells what was played so far.

        \b
        Examples: ledgerdemain replay what-if 3f2a --at 120
                  ledgerdemain replay what-if 3f2a --at 120 --games 1000 --bot random --luck unknown:2 --seed 7
                  ledgerdemain replay what-if 3f2a --curve
        """
        from bots import names_of
        from replay.tape import Tape

        if curve == (at is not None):
            raise typer.BadParameter("say either --at N, for one position, or --curve, for the whole game")
        if curve and luck != "fresh":
            raise typer.BadParameter("a curve has fresh luck: it knows what the table knew, and not what one seat did")
        tape = Tape.load(desk.ledger, desk.game(game))
        asked = Asked(desk, tape, bot or names_of(tape.ruleset)[-1], luck, seed, cores)
        if at is None:
            asked.for_curve(games or GAMES_A_POINT)
        else:
            asked.at(at, games or GAMES)


class Asked:
    """A what-if question about one game: who plays, with which luck and seed, on how many cores."""

    def __init__(self, desk: Desk, tape: Tape, bot: str, luck: str, seed: int, cores: int | None) -> None:
        from bots import make

        make(bot, tape.ruleset, 0, 0)  # an unknown bot is refused before anything is played
        self._desk, self._tape, self._cores = desk, tape, cores
        self._bot, self._luck, self._seed = bot, luck, seed

    def at(self, asked: int, games: int) -> None:
        """Answer for one position."""
        from replay.what_if import counted, leaving, orders

        at = leaving(self._tape, asked, self._luck)
        found, stopped = self._played(orders(at, games))
        played = (one for _, some in found for one in some)
        told = counted(self._tape, asked, at, self._bot, self._seed, games, played, self._luck)
        self._desk.answer(told, _shares(told, self._tape.names()))
        if stopped:
            raise typer.Exit(130)

    def for_curve(self, games: int) -> None:
        """Answer for every turn, and keep the curve where the replay page finds it."""
        import msgspec

        from projections import Views
        from projections.curves import Curves
        from replay.curve import drawn, wanted

        found, stopped = self._played(wanted(self._tape, games))
        curve = drawn(self._tape, self._bot, self._seed, games, found)
        self._desk.answer(curve, _table(curve, self._tape.names()))
        if stopped:
            raise typer.Exit(130)
        views = Views.beside(self._desk.store)
        Curves(views).keep(self._tape.game, msgspec.json.encode(curve))
        views.close()

    def _played(self, orders: list[Order]) -> tuple[list[tuple[Order, list[Continued]]], bool]:
        """What was played, in order, and whether it was stopped before its end. `Exit` if nothing was played at all."""
        from replay.cores import fulfilled

        total = sum(order.until - order.first for order in orders)
        progress = Progress(total, self._desk.as_json and sys.stdout.isatty(), patience=0)
        found: list[tuple[Order, list[Continued]]] = []
        done, stopped = 0, False
        try:
            progress.tick(0)
            for order, played in fulfilled(self._tape, orders, self._bot, self._seed, self._cores, luck=self._luck):
                found.append((order, played))
                done += len(played)
                progress.tick(done)
        except KeyboardInterrupt:
            stopped = True
        finally:
            progress.stop()
        if stopped:
            print(f"stopped: {done} of {total} continuations were played", file=sys.stderr)
            if not done:
                raise typer.Exit(130)
        return sorted(found), stopped


def _shares(told: WhatIf, names: Names) -> Iterator[str]:
    """The answer for one position."""
    from replay.show import told as ended

    moved = "" if told.at == told.asked else f": record {told.asked} lies inside a batch"
    yield f"after record {told.at} of {told.records}{moved}"
    yield f"{_played_by(told.bot, told.played)}; median length {told.length:.0f} records; luck {told.luck}, seed {told.seed}"
    yield ""
    alone = all(len(side.seats) == 1 for side in told.sides)
    for heading, rows in (
        ("wins, with 95 % intervals", [(_called((seat,), names), wins) for seat, wins in enumerate(told.seats)]),
        ("sides: seats that won together whenever they won", [] if alone else [(_called(s.seats, names), s.wins) for s in told.sides]),
        ("endings", list(told.endings.items())),
    ):
        if rows:
            yield heading
            yield from _rows(rows)
            yield ""
    yield f"what really happened: {ended(told.really, names)}, after {told.records} records"


def _table(curve: Curve, names: Names) -> Iterator[str]:
    """The curve, a line a point, with a small bar for each side."""
    from replay.show import told as ended

    called = [_called(side, names) for side in curve.sides]
    width = max(len(name) for name in (*called, "0.00 (0.00 to 0.00)"))
    turns = max(len(point.turn) for point in curve.points)
    seats = max(len(name) for name in (*names.seats, ""))
    yield f"chance to win, {_played_by(curve.bot, curve.games, ' from each turn')}; 95 % intervals; seed {curve.seed}"
    yield f"{'record':>6}  {'turn':{turns + 1 + seats}}  " + "  ".join(f"{name:{width}}" for name in called)
    for point in curve.points:
        whose = "" if point.seat is None else names.seats[point.seat]
        cells = "  ".join(f"{_small(chance):{width}}" for chance in point.chances)
        turn = f"{point.turn} {whose}" if point.played else "the end"
        yield f"{point.at:>6}  {turn:{turns + 1 + seats}}  {cells}".rstrip()
    yield f"what really happened: {ended(curve.really, names)}"


def _played_by(bot: str, games: int, whence: str = "") -> str:
    """Who played, so that nobody takes the shares for what people would have made of it."""
    return f"{games} {'continuation' if games == 1 else 'continuations'}{whence} by {bot} bots, who are not people"


def _rows(rows: Iterable[tuple[str, Share]]) -> Iterator[str]:
    rows = list(rows)
    width = max(len(name) for name, _ in rows)
    for name, of in rows:
        reach = f"({of.low:.0%} to {of.high:.0%})"
        yield f"  {name:{width}}  {of.share:4.0%}  {reach:14}  {_bar(of.share, WIDTH)}  {of.count} of {of.of}"


def _small(of: Share) -> str:
    if not of.of:
        return f"{_bar(of.share, 5)} {of.share:4.0%}"
    return f"{_bar(of.share, 5)} {of.share:4.0%} ({of.low:.0%} to {of.high:.0%})"


def _bar(share: float, width: int) -> str:
    """A share as a bar, to an eighth of a character."""
    eighths = round(share * width * 8)
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()).ljust(width)


def _called(seats: tuple[Seat, ...], names: Names) -> str:
    return " + ".join(names.seats[seat] for seat in seats)
