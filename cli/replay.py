"""`replay`: a game opened again. Shown, told, questioned, forked, compared, verified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cli.desk import Desk, Face, command, eye_of, one_line

if TYPE_CHECKING:
    from domain.kernel import Eye, Names, Place
    from replay.bars import Barred
    from replay.diff import Change
    from replay.legal import Legal
    from replay.say import Line
    from replay.tape import Tape
    from replay.tree import Branch
    from replay.why import Cause, Why

app = typer.Typer(
    cls=Face,
    help="Open a game again: look, ask why, compare, fork, verify.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

UNKNOWN = "the present rulebook does not have this rule"

Game = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, or the beginning of one.")]
As = Annotated[str, typer.Option("--as", metavar="EYE", help="Whose eye looks: a seat's number, public, or arbiter, who sees all.")]
At = Annotated[int | None, typer.Option("--at", metavar="N", min=0, help="After this record; else at the end.")]


def _tape(desk: Desk, game: str, eye: str) -> Tape:
    """The game as that eye sees it. `LookupError` for an eye that the game does not have."""
    from replay.tape import Tape

    whole = Tape.load(desk.ledger, desk.game(game))
    looks = eye_of(eye, len(whole.names().seats))
    return whole if looks == "arbiter" else whole.through(looks)


# looking ---------------------------------------------------------------------------------------------------------------
@command(app, "show")
def show(desk: Desk, game: Game, at: At = None, as_: As = "arbiter") -> None:
    """Show the board as one eye sees it.

    ? stands for a card that this eye does not know.

    \b
    Examples: ledgerdemain replay show 3f2a
              ledgerdemain replay show 3f2a --at 120 --as 0
    """
    import msgspec

    tape = _tape(desk, game, as_)
    now = tape.at(at)
    if desk.as_json:
        outcome = tape.ruleset.outcome(now.board) if now.over else None
        view = {"id": tape.game, "ruleset": tape.ruleset.id, "version": now.length, "eye": tape.eye, "seats": tape.names(now.length).seats}
        view |= {
            "rulings": desk.ledger.disputes.remedies([tape.game]).get(tape.game, []),
            "hold": desk.ledger.disputes.about(tape.game).hold,
        }
        desk.answer({**view, "board": msgspec.to_builtins(now.board), "agenda": now.agenda, "over": now.over, "outcome": outcome}, ())
    else:
        _print_board(tape, now.length)
        if now.length == tape.length:
            _print_rulings(desk, tape)


def _print_board(tape: Tape, n: int) -> None:
    import sys

    from rich.console import Console

    from replay.show import WIDTH, board_tree, told, waiting

    now, names = tape.at(n), tape.names(n)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    console.print(
        board_tree(now.board, names, f"{tape.ruleset.title}, after record {n} of {tape.length}, as {_called(tape.eye, names)} sees it")
    )
    outcome = tape.ruleset.outcome(now.board) if now.over else None
    for line in [told(outcome, names)] if outcome else waiting(now, names):
        console.print(line, markup=False)


def _print_rulings(desk: Desk, tape: Tape) -> None:
    """What disputes have made of the game, and what keeps it from going on."""
    from replay.disputes import ruled

    for remedied in desk.ledger.disputes.remedies([tape.game]).get(tape.game, ()):
        print(ruled(remedied, tape.names()))
    hold = desk.ledger.disputes.about(tape.game).hold
    if hold is not None and hold.game is None:
        print(f"nobody may act: {hold.why} (dispute {hold.dispute})")


@command(app, "log")
def log(
    desk: Desk,
    game: Game,
    as_: As = "arbiter",
    first: Annotated[int, typer.Option("--from", metavar="A", min=1, help="From this record on.")] = 1,
    last: Annotated[int | None, typer.Option("--to", metavar="B", min=1, help="Up to this record.")] = None,
) -> None:
    """Tell a game record by record.

    A line says which record, who, what, and the rule that licensed it.

    \b
    Examples: ledgerdemain replay log 3f2a
              ledgerdemain replay log 3f2a --as public --from 100 --to 140
    """
    from replay.say import lines

    tape = _tape(desk, game, as_)
    found = list(lines(tape, first, last))
    width = len(str(tape.length))
    desk.answer(found, (f"{line.index:>{width}}  {_seat(line.who):2}  {line.text}  [{line.rule}]" for line in found))
    if tape.damage is not None and (last is None or last > tape.length):
        raise tape.damage


# questions -------------------------------------------------------------------------------------------------------------
@command(app, "why")
def why(
    desk: Desk, game: Game, n: Annotated[int, typer.Argument(metavar="N", help="The record in question.")], as_: As = "arbiter"
) -> None:
    """Say why a record stands there, as a tree.

    The rule that licensed it, in words; what it rested on: the earlier records that set what it changed, or that brought there
    what it moved or names; and what caused it, back to a player's choice or to the record before its turn.

    Example: ledgerdemain replay why 3f2a 120
    """
    from replay.why import why as reason

    found = reason(_tape(desk, game, as_), n)
    desk.answer(found, _because(found))


def _because(found: Why) -> Iterator[str]:
    record, *causes = found.chain
    yield _cited(record.said)
    yield from _branches(
        [
            [f"{record.said.rule}: {record.wording or UNKNOWN}"],
            ["it rested on", *_branches([[f"{one.stood}, since {_cited(one.said)}"] for one in found.rests])] if found.rests else [],
            _caused(causes, found.moment),
        ]
    )


def _caused(causes: Sequence[Cause], moment: Cause | None) -> list[str]:
    """The causes as a branch, each with its own cause below it."""
    if not causes:
        return [] if moment is None else [f"it came to that after {_cited(moment.said)}"]
    cause, *before = causes
    below = [[f"{cause.said.rule}: {cause.wording or UNKNOWN}"], _caused(before, moment)]
    return [f"because of {_cited(cause.said)}", *_branches(below)]


def _branches(branches: Iterable[Sequence[str]]) -> Iterator[str]:
    """Several trees, each as its lines, below what they hang on."""
    held = [branch for branch in branches if branch]
    for branch in held:
        last = branch is held[-1]
        for k, line in enumerate(branch):
            yield f"{('└─ ' if last else '├─ ') if not k else ('   ' if last else '│  ')}{line}"


def _cited(line: Line) -> str:
    return f"record {line.index}: {line.text}"


@command(app, "legal")
def legal(
    desk: Desk,
    game: Game,
    at: Annotated[int, typer.Option("--at", metavar="N", help="After this record, which must be the last of its batch.")],
    seat: Annotated[int, typer.Option("--seat", metavar="S", help="The seat in question.")],
) -> None:
    """List what a seat could have done.

    And what was barred by which rule, and since when. `*` marks what the seat did.

    Example: ledgerdemain replay legal 3f2a --at 120 --seat 1
    """
    from replay.bars import barred_since
    from replay.legal import legal as possible

    tape = _tape(desk, game, "arbiter")
    found = possible(tape, at, seat)
    desk.answer(found, _possible(found, {} if desk.as_json else barred_since(tape, found)))


def _possible(found: Legal, since: Mapping[str, Barred]) -> Iterator[str]:
    if not found.choices:
        yield f"seat {found.seat} could do nothing after record {found.at}"
    for question in found.asked:
        yield f"asked: {question}"
    width = max((len(choice.address) for choice in found.choices), default=0)
    for choice in found.choices:
        mark = "*" if choice.taken else " "
        yield f"{mark} {choice.address:{width}}  {choice.text}"
        if choice.barred:
            yield f"  {'':{width}}  barred by {choice.barred}: {choice.wording or UNKNOWN}"
        if (when := since.get(choice.address)) is not None:
            yield f"  {'':{width}}  it was open after record {when.open}, and barred from record {when.since} on"


@command(app, "diff")
def diff(
    desk: Desk,
    game: Game,
    a: Annotated[str, typer.Argument(metavar="A", help="A record number; or another game of the same family.")],
    b: Annotated[
        str | None,
        typer.Argument(metavar="B", help="A record number of the same game; or OTHER:N, record N of another of its family."),
    ] = None,
    as_: As = "arbiter",
) -> None:
    """Say what changed between two positions, or what stands otherwise in two games that share a parent.

    \b
    Between two records of a game, or record A of one game and record N of another of its family (OTHER alone: record A of both), or
    the ends of two games. Of two games it also says where they parted. With --json places on the board are named by their paths.

    \b
    Examples: ledgerdemain replay diff 3f2a 100 120
              ledgerdemain replay diff 3f2a 120 77c1:115
              ledgerdemain replay diff 3f2a 77c1         (the ends of both)
    """
    from replay.diff import diff as compared
    from replay.diff import teller

    tape = _tape(desk, game, as_)
    if b is not None and b.isdecimal() and int(b) <= tape.length:
        found = compared(tape.at(_number(a)), tape.at(int(b)), teller(tape, int(b)))
        desk.answer(found, _changes(found))
        return
    if b is None and a.isdecimal() and int(a) <= tape.length:
        raise typer.BadParameter(f"name a second record to compare record {a} with, or another game")
    other, one, two = (a, None, None) if b is None else _there(a, b)
    mate, shared = _relative(desk, tape, other)
    one, two = tape.length if one is None else one, mate.length if two is None else two
    found = compared(tape.at(one), mate.at(two), teller(mate, two))
    desk.answer(
        {"parted": shared, "games": [{"id": tape.game, "at": one}, {"id": mate.game, "at": two}], "changes": found},
        [
            *_parting(tape, mate, shared),
            f"in {mate.game[:8]} after record {two}, unlike in {tape.game[:8]} after record {one}:",
            *(f"  {told}" for told in _changes(found)),
        ],
    )


def _there(a: str, b: str) -> tuple[str, int, int]:
    """The other game, the record of the first one, and that of the other, from `A OTHER` or `A OTHER:N`."""
    other, colon, n = b.partition(":")
    at = _number(a)
    return other, at, _number(n) if colon else at


def _changes(found: list[Change]) -> list[str]:
    return [change.text for change in found if not change.aside] or ["nothing differs on the board"]


def _parting(tape: Tape, mate: Tape, shared: int) -> Iterator[str]:
    """Where two games parted, and with which choice each of them goes on."""
    from domain.kernel import Answered
    from replay.say import line

    yield f"both are the same up to record {shared}: {line(tape, shared).text}"
    for one in (tape, mate):
        chosen = next((n for n in range(shared + 1, one.length + 1) if isinstance(one.record(n).fact, Answered)), None)
        yield f"  {one.game[:8]} {'has nothing after it' if chosen is None else f'goes on with {_cited(line(one, chosen))}'}"


def _relative(desk: Desk, tape: Tape, game: str) -> tuple[Tape, int]:
    """Another game of the family, and the last record that both share. `Unrelated`."""
    from replay.tree import parted

    other = desk.game(game)
    shared = parted(desk.ledger, tape.game, other)
    return _tape(desk, other, str(tape.eye)), shared


# forks -----------------------------------------------------------------------------------------------------------------
@command(app, "fork")
def fork(
    desk: Desk,
    game: Game,
    at: Annotated[int, typer.Option("--at", metavar="N", min=1, help="After this record, or the end of the batch before it.")],
    luck: Annotated[
        str,
        typer.Option(
            metavar="LUCK",
            help="same: hidden piles stay as they lie; fresh: undrawn piles are shuffled anew; unknown:SEAT: all that the seat could not "
            "know is dealt anew.",
        ),
    ] = "same",
    seat: Annotated[
        list[str] | None, typer.Option(metavar="S=bot:NAME", help="Who holds a seat in the fork: S=bot:NAME, or S=NAME. May be repeated.")
    ] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why, for the record.")] = "",
) -> None:
    """Leave a finished game and play on from there.

    The game itself stays as it is. Prints the new game's id and the record it really left at, which is the last of a batch.
    If bots hold seats, they play on at once. With --json the answer holds the tokens of all other seats, which are shown this once.

    \b
    Examples: ledgerdemain replay fork 3f2a --at 120
              ledgerdemain replay fork 3f2a --at 120 --luck fresh --seat 0=bot:random --seat 1=bot:random
              ledgerdemain replay fork 3f2a --at 120 --luck unknown:2
    """
    from replay.robots import Robots

    parent = desk.game(game)
    places = dict(_place(word) for word in seat or [])
    _check_bots(desk, parent, places)
    made = desk.ledger.fork(parent, at, luck=luck, places=places or None, reason=one_line(reason))
    version = Robots(desk.ledger).answer(made.id)
    answer = {"id": made.id, "parent": parent, "at": made.at, "luck": luck, "version": version}
    answer |= {"tokens": made.tokens, "spectator": made.spectator}
    played = f"; its bots played on to record {version}" if version > made.version else ""
    desk.answer(answer, [f"{made.id}  leaves {parent} after record {made.at}{played}"])


def _check_bots(desk: Desk, game: str, places: dict[int, Place]) -> None:
    """An unknown bot is refused before anything is written."""
    from bots import make

    ruleset = desk.ledger.sitting(game).ruleset
    for seat, place in places.items():
        if place.bot:
            make(place.bot, ruleset, seat, 0)


def _place(word: str) -> tuple[int, Place]:
    from domain.kernel import Place

    seat, equals, holder = word.partition("=")
    if not equals or not seat.isdecimal() or not holder:
        raise typer.BadParameter(f"--seat takes S=bot:NAME or S=NAME, not {word}")
    kind, colon, bot = holder.partition(":")
    if not (colon and kind == "bot"):
        return int(seat), Place(one_line(holder))
    if not bot:
        raise typer.BadParameter(f"--seat takes S=bot:NAME or S=NAME, not {word}")
    return int(seat), Place(f"{bot} {seat}", bot)


@command(app, "tree")
def tree(desk: Desk, game: Game) -> None:
    """Show the family of a game, and what became of each.

    The game that was played first, its forks, and theirs: where each left, with which luck and why, who played, and how it ended.
    `>` marks the game asked about. Of a game that is not over it says only that it is being played.

    Example: ledgerdemain replay tree 3f2a
    """
    from replay.tree import tree as family

    asked = desk.game(game)
    root = family(desk.ledger, asked)
    desk.answer(root, _family(root, asked))


def _family(branch: Branch, asked: str) -> list[str]:
    left = f" left at record {branch.at} with {branch.chance}{f': {branch.reason}' if branch.reason else ''}" if branch.parent else ""
    bots = [place.name for place in branch.seats if place.bot]
    played = f" ({'bots' if len(bots) > 1 else 'bot'}: {', '.join(bots)})" if bots else ""
    return [
        f"{'> ' if branch.id == asked else ''}{branch.id}{left}",
        f"{'│  ' if branch.forks else '   '}{branch.told}{played}",
        *_branches(_family(fork, asked) for fork in branch.forks),
    ]


def _number(text: str) -> int:
    if not text.isdecimal():
        raise typer.BadParameter(f"a record is a number, not {text}")
    return int(text)


def _seat(seat: int | None) -> str:
    return "" if seat is None else f"s{seat}"


def _called(eye: Eye, names: Names) -> str:
    return f"{names.seats[eye]} (seat {eye})" if isinstance(eye, int) else f"the {eye}"
