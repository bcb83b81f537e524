"""A game taken away in a file, and brought back into a ledger."""

from __future__ import annotations

import re

import msgspec
from msgspec.structs import replace

from domain.kernel import ARBITER, Eye
from ledger import Damaged, EditionGone, Incoming, Ledger, NotTakenIn, Receipt, Stored
from ledger.evidence import Opening, entitled
from ledger.rows import Kin
from replay.archive import End, Line, Seed, bytes_of, end_of, header_from, header_of, line_of, lines_of
from replay.examine import examine
from replay.verify import Verdicts, evidence

CONTROL = re.compile(rb"\\[bfnrt]|\\u00[01]|\x7f|\xc2[\x80-\x9f]")  # control characters, as a line has them


def export(ledger: Ledger, game: str, eye: Eye = ARBITER) -> bytes:
    """The file of a game as `eye` may have it; it proves itself with nothing but the public key.

    `UnknownGame`; `Damaged` for a game that was altered, which nobody signs for; `EditionGone` for an eye other than the arbiter's
    if nobody can tell any more what it may read.
    """
    stored = ledger.stored(game)
    proved = evidence(stored)
    if proved.bad is not None:
        raise Damaged(game, proved.bad, f"can not be signed for: {proved.why}")
    lines = [bytes_of(header_from(game, [row.body for row in stored], eye))]
    held, dice = [row.openings for row in stored], dict[int, str]()
    try:
        log = ledger.records(game)
    except EditionGone:  # nobody can tell any more what shows dice, nor what an eye may read
        if eye != ARBITER:
            raise
    else:
        held = [entitled(record, eye, openings) for record, openings in zip(log, held, strict=True)]
        dice = ledger.dice_keys(game, log)
    for row, openings in zip(stored, held, strict=True):
        lines.append(bytes_of(Line(msgspec.Raw(row.body), row.link.hex(), openings, dice.get(row.index))))
    end = _end(ledger, game, stored[-1], bytes.fromhex(proved.head), eye)
    return b"".join([*lines, bytes_of(replace(end, file=ledger.signer.file(b"".join([*lines, bytes_of(end)]))))])


def take_in(ledger: Ledger, content: bytes, key: str | None = None) -> tuple[str, bool, Verdicts]:
    """A game from its file into a ledger: its id, whether it is new there, and what was proved before it was written.

    `NotTakenIn` if the file does not verify (with `key`: or is signed with another one), does not hold the whole game, or the game
    is not over; nothing is written then.
    """
    found = examine(content, key)
    if found.evidence.bad is not None:
        where = {"header": "the header", "end": "the last line"}.get(found.evidence.part, f"record {found.evidence.bad}")
        raise NotTakenIn(f"the file does not verify: {where}: {found.evidence.why}")
    lines = lines_of(content)
    header, records, end = header_of(lines[0]), [line_of(line) for line in lines[1:-1]], end_of(lines[-1])
    if header.eye != ARBITER:
        raise NotTakenIn(f"the file is for the eye of {header.eye}, and does not hold the whole game: export it as the arbiter")
    if end.seeds is None:
        raise NotTakenIn("the game was not over when the file was written, or another one still draws on its chance: export it later")
    if (odd := next((n for n, line in enumerate(lines[1:-1], 1) if CONTROL.search(line)), None)) is not None:
        raise NotTakenIn(f"record {odd} holds control characters, which no game played here does: they would be sent to terminals")
    bodies, kin = [bytes(line.body) for line in records], Kin(header.game)
    if header.parent is not None:
        forked = next(f for f in (msgspec.json.decode(body)["fact"] for body in reversed(bodies)) if f["type"] == "Forked")
        kin = Kin(header.game, forked["parent"], forked["at"], forked["luck"], forked.get("reason", ""))
    openings: list[dict[str, Opening]] = [line.openings for line in records]
    receipt = Receipt(header.game, end.index, end.leaf, end.link, end.head, end.signature)
    secrets = [(seed.after, bytes.fromhex(seed.secret)) for seed in end.seeds]
    ruleset = f"{header.ruleset}@{header.edition}"
    return header.game, ledger.take_in(Incoming(ruleset, kin, bodies, openings, secrets, receipt)), found


def _end(ledger: Ledger, game: str, last: Stored, root: bytes, eye: Eye) -> End:
    receipt = ledger.signer.receipt(game, last.index, last.leaf, last.link, root)
    secrets = ledger.secrets(game) if eye == ARBITER else None
    seeds = None if secrets is None else [Seed(after, secret.hex()) for after, secret in secrets]
    return End(receipt.index, receipt.leaf, receipt.link, receipt.head, receipt.signature, ledger.signer.public, seeds)
