"""`disputes`: filing one, arguing it, ruling on it, and finding those that were ruled before. It is the operator's: it acts for anybody."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.desk import Desk, Face, command, one_line
from cli.evidence import Key, key_of, receipt_of

if TYPE_CHECKING:
    from domain.disputes import Remedy
    from ledger import Heard, Summary

app = typer.Typer(
    cls=Face,
    help="Dispute records of a game, rule on it, and find what was ruled before.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
UNITS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}  # milliseconds

Id = Annotated[str, typer.Argument(metavar="ID", help="The id of a dispute, or the beginning of one.")]
Seat = Annotated[int, typer.Option("--seat", metavar="S", min=0, help="The seat that speaks.")]
Name = Annotated[str, typer.Option("--arbiter", metavar="NAME", help="The arbiter who acts.")]
REMEDY = "stand, void, rewind:N, or adjust:WINNERS[=SCORES] with seats and scores separated by commas."


# what a seat does ------------------------------------------------------------------------------------------------------
@command(app, "file")
def file(
    desk: Desk,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, or the beginning of one.")],
    seat: Seat,
    records: Annotated[str, typer.Option(metavar="A:B", help="The records in dispute, from A to B; or a single one.")],
    claim: Annotated[str, typer.Option(metavar="TEXT", help="What went wrong. It is public.")],
    seek: Annotated[str, typer.Option(metavar="REMEDY", help=f"What is to become of the game: {REMEDY}")],
    rule: Annotated[str | None, typer.Option(metavar="RULE_ID", help="The rule that the claim relies on.")] = None,
    deadline: Annotated[str | None, typer.Option(metavar="TIME", help="By when a ruling is asked for, from now: 90m, 2h, 3d.")] = None,
) -> None:
    """Dispute records of a game.

    \b
    Examples: ledgerdemain disputes file 3f2a --seat 1 --records 188:198 --rule bb.fight.loser-loses-1-lp --seek rewind:187
                                              --claim "Hank was attacked last." --deadline 2d
              ledgerdemain disputes file 3f2a --seat 0 --records 240 --claim "I won." --seek adjust:0
    """
    disputed = desk.game(game)
    first, last = _records(records)
    until = None if deadline is None else int(time.time() * 1000) + _span(deadline)
    heard = desk.ledger.disputes.file(disputed, seat, (first, last), claim, remedy_of(seek), rule=rule, deadline=until)
    _answer(desk, heard)


@command(app, "state")
def state(desk: Desk, dispute: Id, seat: Seat, text: Annotated[str, typer.Argument(metavar="TEXT", help="It is public.")]) -> None:
    """State what a seat has to say.

    Example: ledgerdemain disputes state 77c1 --seat 2 "My shot was at Gomez."
    """
    _answer(desk, desk.ledger.disputes.state(_id(desk, dispute), seat, text))


@command(app, "appeal")
def appeal(desk: Desk, dispute: Id, seat: Seat, text: Annotated[str, typer.Argument(metavar="TEXT", help="On what grounds.")]) -> None:
    """Appeal a ruling: another arbiter rules then, and for good.

    Example: ledgerdemain disputes appeal 77c1 --seat 2 "Record 192 was not looked at."
    """
    _answer(desk, desk.ledger.disputes.appeal(_id(desk, dispute), seat, text))


# what an arbiter does --------------------------------------------------------------------------------------------------
@command(app, "look")
def look(desk: Desk, dispute: Id, arbiter: Name) -> None:
    """Put on record that an arbiter looks into the game.

    Over HTTP every eye of the game is open to that arbiter's token from then on.

    Example: ledgerdemain disputes look 77c1 --arbiter Ruth
    """
    _answer(desk, desk.ledger.disputes.look(_id(desk, dispute), arbiter))


@command(app, "pause")
def pause(desk: Desk, dispute: Id, arbiter: Name) -> None:
    """Pause the game: nobody acts in it, bots included.

    Example: ledgerdemain disputes pause 77c1 --arbiter Ruth
    """
    _answer(desk, desk.ledger.disputes.pause(_id(desk, dispute), arbiter))


@command(app, "resume")
def resume(desk: Desk, dispute: Id, arbiter: Name) -> None:
    """Let a paused game go on. Its bots answer at once.

    Example: ledgerdemain disputes resume 77c1 --arbiter Ruth
    """
    _answer(desk, _go_on(desk, desk.ledger.disputes.resume(_id(desk, dispute), arbiter)))


@command(app, "rule")
def rule_on(
    desk: Desk,
    dispute: Id,
    arbiter: Name,
    facts: Annotated[str, typer.Option(metavar="TEXT", help="What is found to have happened.")],
    remedy: Annotated[str, typer.Option(metavar="REMEDY", help=REMEDY)],
    rule: Annotated[list[str] | None, typer.Option(metavar="RULE_ID", help="A rule that is applied. May be repeated.")] = None,
    reasons: Annotated[str, typer.Option(metavar="TEXT", help="Why; it may be left out if rules are cited.")] = "",
) -> None:
    """Rule on a dispute. It can be appealed until the dispute is closed, and nothing is carried out before.

    Example: ledgerdemain disputes rule 77c1 --arbiter Ruth --facts "No shot followed." --rule bb.fight.last-attacked-loses
                                             --remedy stand --reasons "The rule names who was attacked last."
    """
    heard = desk.ledger.disputes.rule(_id(desk, dispute), arbiter, facts, rule or [], remedy_of(remedy), reasons)
    _answer(desk, heard)


@command(app, "close")
def close(desk: Desk, dispute: Id, arbiter: Name) -> None:
    """Close a dispute, and carry out what is ruled.

    A rewound game goes on as another game, which the same tokens open; the log of the first one stays as it is.

    Example: ledgerdemain disputes close 77c1 --arbiter Ruth
    """
    _answer(desk, _go_on(desk, desk.ledger.disputes.close(_id(desk, dispute), arbiter)))


# looking ---------------------------------------------------------------------------------------------------------------
@command(app, "list")
def list_(
    desk: Desk,
    ruleset: Annotated[str | None, typer.Option(metavar="R", help="Only disputes about games of this ruleset.")] = None,
    rule: Annotated[str | None, typer.Option(metavar="RULE_ID", help="Only those in which the claim or a ruling cites this rule.")] = None,
    state: Annotated[str | None, typer.Option(metavar="STATE", help="Only those that are filed, ruled, appealed, or closed.")] = None,
    words: Annotated[str, typer.Option(metavar="WORDS", help="Only those with all these words in claim, facts or reasons.")] = "",
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only those about this game.")] = None,
) -> None:
    """List disputes, newest first.

    One a line: id, ruleset, state, records and game, remedy of the last ruling, claim.

    Example: ledgerdemain disputes list --ruleset breaking_bad --rule bb.fight.loser-loses-1-lp --state closed
    """
    if ruleset:
        desk.ruleset(ruleset)  # one that is not there is no empty list
    if state not in (None, "filed", "ruled", "appealed", "closed"):
        raise typer.BadParameter(f"--state is filed, ruled, appealed or closed, not {state}")
    found = desk.ledger.disputes.find(ruleset=ruleset, rule=rule, state=state, words=words, game=desk.game(game) if game else None)
    summaries = [summary for _, summary in found]
    desk.answer(summaries, map(_listed, summaries) if summaries else ["no disputes here; `disputes file` makes one"])


@command(app, "show")
def show(desk: Desk, dispute: Id) -> None:
    """Show all of a dispute: what is claimed, what was said, how it was ruled, and what became of it.

    Example: ledgerdemain disputes show 77c1
    """
    from replay.disputes import told

    found = told(desk.ledger, _id(desk, dispute))
    desk.answer(found, _shown(found))


@command(app, "export")
def export(
    desk: Desk,
    dispute: Id,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there; else to the output.")] = None,
) -> None:
    """Write a dispute into one file that proves itself: its records as they were hashed, and the signed head.

    Example: ledgerdemain disputes export 77c1 -o dispute.jsonl
    """
    from replay.dispute_file import export as exported

    id = _id(desk, dispute)
    content = exported(desk.ledger, id)
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    output.write_bytes(content)
    records = content.count(b"\n") - 2
    desk.answer({"id": id, "file": str(output), "records": records}, [f"{output}: {records} records of dispute {id}"])


@command(app, "verify")
def verify(
    desk: Desk,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A dispute that was exported.", exists=True, dir_okay=False)],
    key: Key = None,
    receipt: Annotated[
        list[Path] | None,
        typer.Option("--receipt", metavar="FILE", help="A receipt that you kept, as JSON: the file must agree. May be repeated."),
    ] = None,
) -> None:
    """Examine an exported dispute: was anything altered? Needs nothing but the file. The first bad record is named, with exit status 1.

    Example: ledgerdemain disputes verify dispute.jsonl --key server.pem --receipt mine.json
    """
    from ledger import DisputeReceipt
    from replay.dispute_file import examine

    found = examine(file.read_bytes(), key_of(key), [receipt_of(path, DisputeReceipt) for path in receipt or ()])
    if found.bad is None:
        lines = [f"{found.records} records of dispute {found.dispute}, each as it was written and chained to the one before"]
        lines.append(f"signed with {found.key}{'' if key else ', which is the key that the file names: compare it with the server'}")
    else:
        lines = [f"not as it was written: {f'record {found.bad}' if found.bad else 'the file'}: {found.why}"]
    desk.answer(found, lines)
    if found.bad is not None:
        raise typer.Exit(1)


# arbiters --------------------------------------------------------------------------------------------------------------
Who = Annotated[str, typer.Argument(metavar="NAME", help="An arbiter's name; rulings are given under it.")]


@command(app, "appoint")
def appoint(desk: Desk, name: Who) -> None:
    """Appoint an arbiter. Prints the token, which is shown this once.

    Example: ledgerdemain disputes appoint Ruth
    """
    secret = desk.ledger.disputes.arbiters.appoint(name)
    desk.answer({"arbiter": name, "token": secret}, [f"{name} is an arbiter; the token, shown this once: {secret}"])


@command(app, "dismiss")
def dismiss(desk: Desk, name: Who) -> None:
    """Dismiss an arbiter. What was ruled stays.

    Example: ledgerdemain disputes dismiss Ruth
    """
    desk.ledger.disputes.arbiters.dismiss(name)
    desk.answer({"arbiter": name, "dismissed": True}, [f"{name} is no arbiter any more"])


@command(app, "arbiters")
def arbiters(desk: Desk) -> None:
    """List the arbiters.

    Example: ledgerdemain disputes arbiters
    """
    names = desk.ledger.disputes.arbiters.names()
    desk.answer(names, names or ["nobody is an arbiter; `disputes appoint NAME` appoints one"])


# within ----------------------------------------------------------------------------------------------------------------
def _id(desk: Desk, begin: str) -> str:
    """The id of the one dispute whose id begins like this. `LookupError` if there is none, or several."""
    found = [dispute for dispute in desk.ledger.disputes.ids() if dispute.startswith(begin.lower())]
    if begin.lower() in found:
        return begin.lower()
    if not found:
        raise LookupError(f"there is no dispute {begin} in {desk.store}; `disputes list` lists those there are")
    if len(found) > 1:
        raise LookupError(f"{len(found)} disputes begin with {begin!r}, as {found[0]} and {found[1]} do: write more of the id")
    return found[0]


def _go_on(desk: Desk, heard: Heard) -> Heard:
    """Have the bots answer that had to wait: those of the game, or those of the game in which it goes on."""
    from replay.robots import Robots

    closed = heard.dispute.closed.fact if heard.dispute.closed else None
    for game in (heard.dispute.game, closed.fork if closed and desk.ledger.disputes.made(heard.dispute.id) else None):
        if game is not None and not desk.ledger.sitting(game).game.over:
            Robots(desk.ledger).answer(game)
    return heard


def _answer(desk: Desk, heard: Heard) -> None:
    record, dispute = heard.record, heard.dispute
    closed = dispute.closed.fact if dispute.closed else None
    data = {"id": dispute.id, "state": dispute.state, "index": record.index, "at": record.at, "receipt": heard.receipt}
    if closed is not None:
        data["outcome"] = {"remedy": closed.remedy, "fork": closed.fork if desk.ledger.disputes.made(dispute.id) else None}
    desk.answer(data, [f"{dispute.id}  {record.fact.by} {one_line(record.fact.say())}"])


def _records(text: str) -> tuple[int, int]:
    first, colon, last = text.partition(":")
    if not first.isdecimal() or (colon and not last.isdecimal()):
        raise typer.BadParameter(f"--records takes A:B or a single number, not {text}")
    return int(first), int(last or first)


def _span(text: str) -> int:
    """A stretch of time in milliseconds."""
    found = re.fullmatch(r"(\d{1,6})([mhd])", text)
    if found is None:
        raise typer.BadParameter(f"--deadline takes minutes, hours or days from now, as 90m, 2h or 3d, not {text}")
    return int(found[1]) * UNITS[found[2]]


def remedy_of(text: str) -> Remedy:
    """The remedy that is called `stand`, `void`, `rewind:N` or `adjust:WINNERS[=SCORES]`; wrong usage for any other."""
    from domain.disputes import Remedy

    kind, _, rest = text.partition(":")
    if kind in ("stand", "void") and not rest:
        return Remedy("stand" if kind == "stand" else "void")
    if kind == "rewind" and rest.isdecimal():
        return Remedy("rewind", at=int(rest))
    if kind == "adjust" and re.fullmatch(r"(nobody|\d+(,\d+)*)?(=-?\d+(,-?\d+)*)?", rest) and rest:
        winners, _, scores = rest.partition("=")
        won = None if not winners else () if winners == "nobody" else tuple(map(int, winners.split(",")))
        return Remedy("adjust", winners=won, scores=tuple(map(int, scores.split(","))) if scores else None)
    raise typer.BadParameter(f"a remedy is {REMEDY} {text} is none")


def _listed(summary: Summary) -> str:
    first, last = summary.records
    remedy = f"  {summary.remedy.say()}" if summary.remedy else ""
    claim = one_line(summary.claim)
    return (
        f"{summary.id}  {summary.ruleset}  {summary.state:8}  records {first} to {last} of {summary.game[:8]}{remedy}"
        f"  {claim[:77] + '...' if len(claim) > 80 else claim}"
    )


def _shown(found: dict[str, Any]) -> Iterator[str]:
    first, last = found["records"]
    yield f"dispute {found['id']}: {found['state']}{', and the game is paused' if found['paused'] else ''}"
    yield f"  records {first} to {last} of game {found['game']} ({found['ruleset']})"
    if found["deadline"] is not None:
        yield f"  a ruling is asked for by {_time(found['deadline'])}"
    cited = {rule["id"]: rule for rule in [found["rule"], *(rule for ruling in found["rulings"] for rule in ruling["rules"])] if rule}
    for rule in cited.values():
        yield f"  {rule['id']} ({rule['heading']}): {rule['text']}"
    for record in found["log"]:
        yield f"{record['index']:>3}  {_time(record['at'])}  {record['by']} {one_line(record['text'])}"
    if found["outcome"] and found["outcome"]["fork"]:
        yield f"the game goes on as {found['outcome']['fork']}"
    yield f"signed: record {found['head']['index']}, head {found['head']['head']}"


def _time(at: int) -> str:
    """A moment in milliseconds since 1970, in words."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at / 1000))
