"""`play`: bots play whole games into the ledger."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.desk import Desk, as_json, command
from cli.games import Entry, entry_of, told

if TYPE_CHECKING:
    from domain.kernel import Place
    from ledger import Ledger

PATIENCE = 0.5  # seconds before a progress bar appears


class Tally:
    """What came of all games together."""

    def __init__(self, seats: int) -> None:
        self.games: list[Entry] = []
        self._seats = seats
        self._since = time.perf_counter()

    def lines(self) -> Iterator[str]:
        """The summary for people."""
        took, n = time.perf_counter() - self._since, len(self.games)
        records = [game.records for game in self.games]
        yield f"{n} {'game' if n == 1 else 'games'} in {took:.1f} s" + (f", {n / took:.1f} a second" if n > 1 else "")
        yield f"records a game: {sum(records) / n:.0f} on average, {min(records)} to {max(records)}"
        yield "endings: " + ", ".join(_share(name, count, n) for name, count in self._endings().most_common())
        won = Counter(seat for game in self.games if game.outcome for seat in game.outcome["winners"])
        yield "won by: " + ", ".join(_share(f"seat {seat}", won[seat], n) for seat in range(self._seats))

    def _endings(self) -> Counter[str]:
        return Counter(game.outcome["ending"] if game.outcome else "not over" for game in self.games)


class Progress:
    """A bar on standard error, if that is a terminal and the work takes long enough to wonder: `patience` seconds."""

    def __init__(self, total: int, quiet: bool, patience: float = PATIENCE) -> None:
        self._total, self._done, self._patience = total, 0, patience
        self._since = time.perf_counter()
        self._wanted = sys.stderr.isatty() and not quiet
        self._bar: Any = None

    def tick(self, done: int) -> None:
        """So many of the total are done."""
        self._done = done
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=done)
        elif self._wanted and time.perf_counter() - self._since > self._patience:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            both = sys.stdout.isatty()  # one terminal: what is printed meanwhile has to go above the bar
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=both, redirect_stderr=both)
            self._bar.add_task("games", total=self._total, completed=done)
            self._bar.start()

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


def add_to(app: typer.Typer) -> None:
    """Give the command line its `play`."""

    @command(app, "play")
    def play(
        desk: Desk,
        ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="What to play: bad_company, or bad_company@1 for one edition.")],
        seats: Annotated[int | None, typer.Option(metavar="N", help="How many play; else as few as may.")] = None,
        games: Annotated[int, typer.Option(metavar="K", min=1, help="How many games.")] = 1,
        seed: Annotated[
            int | None,
            typer.Option(metavar="S", help="Play the same games as every time with this seed: S, S+1, ... Such games are not fair."),
        ] = None,
        bot: Annotated[
            list[str] | None,
            typer.Option(metavar="NAME", help="Who plays: random (if none is named), heuristic. Once for all seats, or once for each."),
        ] = None,
        option: Annotated[
            list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the table or of the rules. May be repeated.")
        ] = None,
    ) -> None:
        """Let bots play whole games.

        They play into the ledger, every answer through the same path as a person's.

        Prints a line for each game (with --json an object): id, seats, records, outcome; and a summary, with --json on standard error.

        \b
        Examples: ledgerdemain play bad_company --seats 4 --games 10
                  ledgerdemain play bad_company --seats 2 --bot heuristic --bot random --seed 7
        """
        from bots import make
        from domain.kernel import Place

        of = desk.ruleset(ruleset)
        n = min(of.seats) if seats is None else seats
        if n not in of.seats:
            raise ValueError(f"{of.title} is for {min(of.seats)} to {max(of.seats)} seats, not {n}")
        names = _bots(bot or ["random"], n)
        for seat, name in enumerate(names):
            make(name, of, seat, 0)  # an unknown bot is refused before anything is written
        options = _options(option or [])
        of.options(options)  # and so is an unknown option
        places = [Place(f"{name} {seat}", name) for seat, name in enumerate(names)]
        tally, progress = Tally(n), Progress(games, desk.as_json and sys.stdout.isatty())
        try:
            for k in range(games):
                given = options if seed is None else {**options, "seed": str(seed + k)}
                entry = entry_of(desk.ledger_or_new, play_one(desk.ledger_or_new, of.id, places, given))
                tally.games.append(entry)
                print(as_json(entry) if desk.as_json else told(entry), flush=True)
                progress.tick(k + 1)
        except KeyboardInterrupt:
            progress.stop()
            print(f"stopped: the game under way is left open, {len(tally.games)} are finished", file=sys.stderr)
            raise typer.Exit(130) from None
        finally:
            progress.stop()
            for line in tally.lines() if tally.games else ():
                print(line, file=sys.stderr if desk.as_json else sys.stdout)


def play_one(ledger: Ledger, ruleset: str, places: Sequence[Place], options: Mapping[str, str]) -> str:
    """One game between bots, from its beginning to its end; gives its id."""
    from replay.robots import Robots

    created = ledger.create(ruleset, places, options)
    Robots(ledger).answer(created.id)
    return created.id


def _bots(names: list[str], seats: int) -> list[str]:
    """A bot for each seat."""
    if len(names) not in (1, seats):
        raise ValueError(f"--bot is given once for all seats or {seats} times, once for each; not {len(names)} times")
    return names * seats if len(names) == 1 else names


def _options(given: list[str]) -> dict[str, str]:
    """`NAME=VALUE` words as options."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"--option takes NAME=VALUE, not {word}")
        found[name] = value
    return found


def _share(name: str, count: int, of: int) -> str:
    return f"{name} {count} ({count / of:.0%})"
