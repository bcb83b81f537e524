"""`replay export` and `replay import`: games in files, one or all that are wanted, and back again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cli.desk import Desk, as_json, command, eye_of, one_line, register_shipped
from cli.evidence import Key, key_of
from cli.games import Entry, entries
from cli.play import Progress

if TYPE_CHECKING:
    from domain.kernel import Eye


_BEFORE = {True: "", False: "; it was here already"}


class Wanted(msgspec.Struct, frozen=True):
    """Which games are wanted: of a ruleset, over or not, begun since and until (milliseconds since 1970), with these at the table."""

    ruleset: str | None = None
    state: str | None = None
    since: int | None = None
    until: int | None = None
    bots: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def takes(self, entry: Entry) -> bool:
        """Whether a game is wanted. Of one that can not be read nobody knows whether it is over: it is, so that it is told of."""
        if self.ruleset is not None and entry.ruleset and self.ruleset not in (entry.ruleset, entry.ruleset.partition("@")[0]):
            return False
        if entry.state == "damaged" and not entry.seats:
            return True
        if self.state not in (None, entry.state) and entry.state != "damaged":
            return False
        began = entry.began or 0
        if (self.since is not None or self.until is not None) and not (self.since or 1) <= began < (self.until or sys.maxsize):
            return False
        at_table = {seat["bot"] for seat in entry.seats} | {None}
        called = {seat["name"] for seat in entry.seats}
        return at_table.issuperset(self.bots) and called.issuperset(self.names)


class Saved(msgspec.Struct):
    """A game that was written into a file. `seeds`: whether the secrets of its chance are in it, without which nobody takes it in."""

    id: str
    file: str
    eye: str
    records: int
    seeds: bool

    @property
    def lacking(self) -> str:
        """What there is to know of an arbiter's file that can be verified and no more."""
        return "" if self.seeds or self.eye != "arbiter" else "; to look at only: it, or a fork that draws on its chance, is not over"


class Taken(msgspec.Struct, omit_defaults=True):
    """What became of one file: `state` is imported, here (it was already), or refused, and then `why`."""

    file: str
    state: str
    id: str = ""
    new: bool = False
    records: int = 0
    head: str = ""
    why: str = ""


def add_to(app: typer.Typer) -> None:
    """Give the group of commands that open a game again those that take it away and bring it back."""

    @command(app, "export")
    def export(
        desk: Desk,
        game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Ids of games, or the beginnings of them.")] = None,
        as_: Annotated[str, typer.Option("--as", metavar="EYE", help="For whose eye: a seat's number, public, or arbiter.")] = "arbiter",
        output: Annotated[
            Path | None, typer.Option("--output", "-o", metavar="PATH", help="A file for one game, else to the output; a folder for many.")
        ] = None,
        ruleset: Annotated[str | None, typer.Option(metavar="R", help="All games of this ruleset.")] = None,
        finished: Annotated[bool, typer.Option("--finished", help="All games that are over.")] = False,
        unfinished: Annotated[bool, typer.Option("--open", help="All games that are not over.")] = False,
        since: Annotated[str | None, typer.Option(metavar="DATE", help="All begun at this date or later: 2026-11-30 (UTC).")] = None,
        until: Annotated[str | None, typer.Option(metavar="DATE", help="All begun at this date or earlier.")] = None,
        bot: Annotated[list[str] | None, typer.Option(metavar="NAME", help="All in which this bot plays. May be repeated.")] = None,
        seat: Annotated[
            list[str] | None, typer.Option(metavar="NAME", help="All in which somebody of this name plays. May be repeated.")
        ] = None,
        everything: Annotated[bool, typer.Option("--all", help="All games of the store.")] = False,
    ) -> None:
        """Write games into files that prove themselves.

        JSON Lines: a header, every record as it was hashed with what this eye may read of it, and the signed head. Whatever the eye,
        it verifies to the same head. The arbiter's file of a finished game holds the seeds of its chance too.

        Of many games each has a file of its own in the folder, named by its ruleset and id. What several options ask for must hold
        together. A game played from a seed has no date. A game that can not be exported is named, and the others are: exit status 1.

        \b
        Examples: ledgerdemain replay export 3f2a -o game.jsonl
                  ledgerdemain replay export 3f2a --as 0 > mine.jsonl
                  ledgerdemain replay export --ruleset bad_company --finished --since 2026-11-01 -o archive
        """
        if finished and unfinished:
            raise typer.BadParameter("--open and --finished exclude each other")
        wanted = Wanted(
            ruleset,
            "open" if unfinished else "finished" if finished else None,
            _day(since),
            _day(until, 1),
            tuple(bot or ()),
            tuple(seat or ()),
        )
        if bool(game) + (everything or wanted != Wanted()) != 1:
            raise typer.BadParameter("name games, or say which are wanted (--ruleset, --finished, --since ...; --all for all)")
        folder = output is not None and (output.is_dir() or len(game or ()) != 1)
        if output is None and len(game or ()) != 1:
            raise typer.BadParameter("many games need -o FOLDER")
        if game and not folder:
            _one(desk, desk.game(game[0]), as_, output)
        else:
            assert output is not None
            if ruleset:
                desk.ruleset(ruleset)  # one that is not there is no empty archive
            ids = [desk.game(one) for one in game] if game else [one.id for one in entries(desk.ledger, desk.store) if wanted.takes(one)]
            _many(desk, list(dict.fromkeys(ids)), as_, output)

    @command(app, "import")
    def take_in(
        desk: Desk,
        file: Annotated[
            list[Path],
            typer.Argument(metavar="FILE|FOLDER...", help="Arbiter's exports of finished games, or folders of them.", exists=True),
        ],
        key: Key = None,
    ) -> None:
        """Take games back into a ledger.

        Each is examined first and refused if it does not verify. It keeps its id and its head, and is taken in once. A fork is taken in
        after the game it left, in whatever order the files come. What was refused is named, and the others are taken in: exit status 1.
        With --json a line of JSON for each file.

        \b
        Examples: ledgerdemain replay import game.jsonl --store sqlite:archive.db
                  ledgerdemain replay import archive/ --key server.pem
        """
        from replay.collection import files_in, in_order

        register_shipped()
        files, found = in_order(files_in(file)), list[Taken]()
        progress, vouched = Progress(len(files), desk.as_json and sys.stdout.isatty()), key_of(key)
        try:
            for path in files:
                found.append(_taken(desk, path, vouched))
                _say(desk, found[-1], alone=len(files) == 1)
                progress.tick(len(found))
        except KeyboardInterrupt:
            progress.stop()
            print(f"stopped: {_summary(found)}; what is imported is kept", file=sys.stderr)
            raise typer.Exit(130) from None
        finally:
            progress.stop()
        if len(files) > 1 and not desk.as_json:
            print(_summary(found))
        if any(one.state == "refused" for one in found):
            raise typer.Exit(1)


# out -------------------------------------------------------------------------------------------------------------------
def _one(desk: Desk, game: str, eye: str, output: Path | None) -> None:
    from replay.collection import written
    from replay.export import export as exported

    content = exported(desk.ledger, game, _eye(desk, game, eye))
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    written(output, content)
    saved = _saved(game, eye, output, content)
    desk.answer(saved, [f"{output}: {saved.records} records of game {game}{saved.lacking}"])


def _many(desk: Desk, games: Sequence[str], eye: str, folder: Path) -> None:
    from ledger import Damaged, EditionGone
    from replay.collection import named, written
    from replay.export import export as exported

    if not games:
        raise LookupError("no game of the store is as wanted")
    folder.mkdir(parents=True, exist_ok=True)
    progress, done, bad = Progress(len(games), desk.as_json and sys.stdout.isatty()), 0, 0
    try:
        for n, game in enumerate(games, 1):
            try:
                content = exported(desk.ledger, game, _eye(desk, game, eye))
            except (Damaged, EditionGone, LookupError) as wrong:
                bad += 1
                if desk.as_json:
                    print(as_json({"id": game, "eye": eye, "why": one_line(str(wrong))}), flush=True)
                else:
                    print(f"error: {one_line(str(wrong))}", file=sys.stderr)
            else:
                path = folder / named(_ruleset(content), game, _eye(desk, game, eye))
                written(path, content)
                done, saved = done + 1, _saved(game, eye, path, content)
                print(as_json(saved) if desk.as_json else f"{path}: {saved.records} records{saved.lacking}", flush=True)
            progress.tick(n)
    except KeyboardInterrupt:
        progress.stop()
        print(f"stopped: {done} of {len(games)} games are in {folder}, each whole", file=sys.stderr)
        raise typer.Exit(130) from None
    finally:
        progress.stop()
    if not desk.as_json:
        print(f"{done} of {len(games)} games are in {folder}")
    if bad:
        raise typer.Exit(1)


def _eye(desk: Desk, game: str, eye: str) -> Eye:
    """The eye meant; the arbiter's and the public's need no game that can still be folded."""
    return eye if eye in ("arbiter", "public") else eye_of(eye, len(desk.ledger.sitting(game, 1).places))


def _ruleset(content: bytes) -> str:
    from replay.archive import header_of

    return header_of(content[: content.index(b"\n")]).ruleset


def _saved(game: str, eye: str, path: Path, content: bytes) -> Saved:
    from replay.archive import end_of, lines_of

    lines = lines_of(content)
    return Saved(game, str(path), eye, len(lines) - 2, end_of(lines[-1]).seeds is not None)


def _day(text: str | None, days: int = 0) -> int | None:
    """The beginning of a day, or of the one so many days later, in milliseconds since 1970."""
    if text is None:
        return None
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise typer.BadParameter(f"a date is written 2026-11-30, not {text}") from None
    return int((day + timedelta(days=days)).timestamp() * 1000)


# in --------------------------------------------------------------------------------------------------------------------
def _taken(desk: Desk, path: Path, key: str | None) -> Taken:
    """Take in one file, or say why not."""
    from ledger import NotTakenIn
    from replay.export import take_in as taken_in

    try:
        game, new, found = taken_in(desk.ledger_or_new, path.read_bytes(), key)
    except (NotTakenIn, OSError) as wrong:
        return Taken(str(path), "refused", why=one_line(str(wrong)))
    return Taken(str(path), "imported" if new else "here", game, new, found.evidence.records, found.evidence.head)


def _say(desk: Desk, taken: Taken, *, alone: bool) -> None:
    """Say what became of a file, and of which, unless it was the only one."""
    if desk.as_json:
        print(as_json(taken), flush=True)
    elif taken.state == "refused":
        print(f"error: {'' if alone else f'{taken.file}: '}{taken.why}", file=sys.stderr)
    else:
        print(f"{taken.id}: {taken.records} records{'' if alone else f' from {taken.file}'}{_BEFORE[taken.new]}", flush=True)


def _summary(found: Sequence[Taken]) -> str:
    counts = {state: sum(one.state == state for one in found) for state in ("imported", "here", "refused")}
    return f"{counts['imported']} imported, {counts['here']} here already, {counts['refused']} refused"
