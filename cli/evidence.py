"""`replay verify`: what a game in a file, or in the store, proves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cli.desk import Desk, command, register_shipped

if TYPE_CHECKING:
    from replay.verify import Verdicts

R = TypeVar("R")
Key = Annotated[
    str | None,
    typer.Option("--key", metavar="KEY", help="The key that must have signed it: 64 hex digits, or a file that holds them or a PEM."),
]


def add_to(app: typer.Typer) -> None:
    """Give the group of commands that open a game again the one that examines it."""

    @command(app, "verify")
    def verify(
        desk: Desk,
        what: Annotated[str, typer.Argument(metavar="FILE|GAME", help="A file that was exported, or a game of the store.")],
        key: Key = None,
        receipt: Annotated[
            list[Path] | None,
            typer.Option("--receipt", metavar="FILE", help="A receipt that you kept, as JSON: the file must agree. May be repeated."),
        ] = None,
    ) -> None:
        """Examine a game: was anything altered?

        Of a file it needs nothing but the file, no store and no network. Two verdicts. Evidence: sequence, hashes, chain, openings, head,
        signatures; the first bad record is named, and the exit status is 1. Conformity: every answer is decided again; a difference is a
        finding about the rules and not about the game, and the exit status stays 0.

        \b
        Examples: ledgerdemain replay verify game.jsonl --key server.pem
                  ledgerdemain replay verify 3f2a
        """
        if Path(what).exists() and not Path(what).is_dir():  # a file, or a pipe
            from ledger import Receipt
            from replay.examine import examine

            register_shipped()
            found = examine(Path(what).read_bytes(), key_of(key), [receipt_of(path, Receipt) for path in receipt or ()])
        elif key or receipt:
            raise ValueError(f"--key and --receipt are for files: there is no file {what}")
        else:
            from replay.verify import verify as examined

            found = examined(desk.ledger, _game(desk, what))
        desk.answer(found, _verdicts(found))
        if found.evidence.bad is not None:
            raise typer.Exit(1)


def _game(desk: Desk, what: str) -> str:
    if "/" in what or what.endswith(".jsonl"):
        raise LookupError(f"there is no file {what}")
    return desk.game(what)


def receipt_of(path: Path, kind: type[R]) -> R:
    """The receipt in a file: alone, or in the whole answer to a command. `ValueError` if there is none."""
    import msgspec

    try:
        said = msgspec.json.decode(path.read_bytes())
        return msgspec.convert(said.get("receipt", said), kind)
    except (OSError, AttributeError, msgspec.MsgspecError):
        raise ValueError(f"{path} holds no receipt: it is the JSON that a command was answered with, or its member `receipt`") from None


def key_of(given: str | None) -> str | None:
    """A public key as hex digits, from the digits or from a file that holds them or a PEM. `ValueError` if it is none."""
    if given is None:
        return None
    from ledger.signing import public_key

    path = Path(given)
    return public_key(path.read_text("utf-8", "replace") if path.is_file() else given)


def _verdicts(found: Verdicts) -> Iterator[str]:
    evidence, conformity = found.evidence, found.conformity
    if evidence.bad is None:
        yield f"evidence: {evidence.records} records, each as it was written and chained to the one before"
        yield from (f"  {proved}" for proved in evidence.proved)
        yield f"  last link: {evidence.link}"
        yield f"  head: {evidence.head}"
    else:
        where = {"header": "the header", "end": "the last line"}.get(evidence.part, f"record {evidence.bad}")
        yield f"evidence: {where} is bad: {evidence.why}"
        yield f"  the {evidence.records} records before it are as they were written"
    if conformity.unexamined is not None:
        yield f"conformity: {'not' if not conformity.batches else 'not all'} examined: {conformity.unexamined}"
    if conformity.deviations:
        yield f"conformity: today's rules decide {len(conformity.deviations)} of {conformity.batches} batches otherwise"
        yield from (f"  record {deviation.record} ({deviation.rule}): {deviation.why}" for deviation in conformity.deviations)
    elif conformity.batches or conformity.unexamined is None:
        yield f"conformity: today's rules decide all {conformity.batches} batches the same way"
