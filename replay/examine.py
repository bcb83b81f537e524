"""Both verdicts on a game from its file alone: no store, no network, no trust in who hands it over."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from domain.kernel import ARBITER, PUBLIC, Eye, Game, GameOf, Record, Ruleset, UnknownRuleset, evolve, ruleset_named
from domain.kernel.seal import sealed_part, unreadable
from ledger import Receipt, Stored
from ledger.evidence import START, leaf, opened
from ledger.keys import chance_root
from ledger.merkle import Tree
from ledger.signing import file_said, signed, vouched
from ledger.upcast import UPCASTS
from replay.archive import FORMAT, End, Header, Line, Unreadable, bytes_of, end_of, header_from, header_of, line_of, lines_of
from replay.commitments import Commitments
from replay.conformity import Conformity, conformity
from replay.verify import Evidence, Verdicts, fault, sealed_pointers

SALT = re.compile(r"[0-9a-f]{32,}")
HASH = re.compile(r"[0-9a-f]{64}")


class Bad(Exception):
    """The first thing in a file that is not as it should be."""

    def __init__(self, why: str, part: Literal["header", "record", "end"] = "record", at: int | None = None) -> None:
        super().__init__(why)
        self.part: Literal["header", "record", "end"] = part
        self.at = at


class Opened(NamedTuple):
    """How many sealed values were opened, and how many stayed closed."""

    open: int = 0
    closed: int = 0


def examine(content: bytes, key: str | None = None, receipts: Iterable[Receipt] = ()) -> Verdicts:
    """Both verdicts on the bytes of an export.

    `key`: the public key (hex digits) that must have signed it; else the one it names. `receipts`: what its holder was given while the
    game was played, which the file must agree with.
    """
    reading = Reading(receipts)
    try:
        proved = reading.whole(lines_of(content), key)
    except Bad as bad:
        at = bad.at if bad.at is not None else 0 if bad.part == "header" else reading.length + 1
        sound = min(reading.length, at - 1) if bad.part == "record" else reading.length
        proved = Evidence(sound, reading.link.hex(), at, str(bad), reading.tree.root.hex(), bad.part)
    game = "" if reading.header is None else reading.header.game
    decided = reading.conformity()
    if proved.bad is None and (drawn := reading.drawn(decided)) is not None:
        proved = replace(proved, proved=(*proved.proved, drawn))
    return Verdicts(game, proved, decided)


class Reading:
    """A file that is read line by line: what is sound of it so far."""

    def __init__(self, receipts: Iterable[Receipt] = ()) -> None:
        self.receipts = list(receipts)
        self.header: Header | None = None
        self.ruleset: Ruleset[Any] | None = None
        self.bodies: list[bytes] = []
        self.log: list[Record[Any]] = []  # empty, if nobody knows the edition
        self.link = START
        self.tree = Tree()
        self.opened = Opened()
        self.end: End | None = None
        self.chance = Commitments()
        self._game: Game[Any] | None = None

    @property
    def length(self) -> int:
        """How many records are sound."""
        return len(self.bodies)

    # evidence -----------------------------------------------------------------------------------------------------------
    def whole(self, lines: list[bytes], key: str | None) -> Evidence:
        """What a file proves. `Bad` names the first thing in it that is wrong."""
        if not lines:
            raise Bad("the file is empty", "header")
        self._head(lines[0])
        assert self.header is not None
        key_here = end_of(lines[-1]).key if _is_end(lines[-1]) else ""
        own = [kept for kept in self.receipts if vouched(key_here, kept)]  # the signer's own words, which no one else can have made up
        for line in lines[1:-1]:
            self._record(line)
            for kept in own:
                if (kept.game, kept.index) == (self.header.game, self.length):
                    self._keep(kept)
        if len(lines) == 1 or not _is_end(lines[-1]):
            if len(lines) > 1 and not _is_line(lines[-1]):
                raise Bad("it is neither a record nor the signed line that closes a file", "end")
            if len(lines) > 1:
                self._record(lines[-1])
            raise Bad(f"the file ends after record {self.length}, without the signed line that closes it: it was cut off", "end")
        if not self.bodies:
            raise Bad("there are no records", "record")
        self._agree()
        self._close(end_of(lines[-1]), b"".join(line + b"\n" for line in lines[:-1]), lines[-1], key)
        assert self.end is not None
        return Evidence(self.length, self.link.hex(), head=self.tree.root.hex(), key=self.end.key, proved=tuple(self._said(key)))

    def _head(self, line: bytes) -> None:
        try:
            self.header = header_of(line)
        except Unreadable as wrong:
            raise Bad(f"it is not the header of an export: {wrong}", "header") from wrong
        if self.header.format != FORMAT:
            raise Bad(f"it is in format {self.header.format}; this program reads format {FORMAT}", "header")
        seats, eye = len(self.header.seats), self.header.eye
        if eye not in (PUBLIC, ARBITER) and not (isinstance(eye, int) and not isinstance(eye, bool) and 0 <= eye < seats):
            raise Bad(f"{eye} is no eye of this game", "header")
        try:
            self.ruleset = ruleset_named(f"{self.header.ruleset}@{self.header.edition}")
            self._game = GameOf(self.ruleset.blank)
        except UnknownRuleset:
            self.ruleset = None

    def _record(self, line: bytes) -> None:
        index = self.length + 1
        try:
            held = line_of(line)
            body = bytes(held.body)
            written = msgspec.json.decode(body)["index"]
            claimed = bytes.fromhex(held.link)
        except (Unreadable, ValueError, LookupError, TypeError, RecursionError) as wrong:
            if _is_end(line):
                raise Bad("the signed line that closes the file stands before further lines", "record") from wrong
            raise Bad(f"its line can not be read: {wrong}") from wrong
        row = Stored(written, body, held.openings, leaf(body), claimed)
        if (why := fault(row, index, self.link, whole=False)) is not None:
            raise Bad(why)
        if held.link != claimed.hex() or not all(SALT.fullmatch(opening.salt) for opening in held.openings.values()):
            raise Bad("a link or a salt is not written in hex digits as it should be")
        self._read(row, held)
        self.bodies.append(body)
        self.link, self.tree = claimed, self.tree.grown((row.leaf,))

    def _keep(self, kept: Receipt) -> None:
        """See that the file still says what a receipt says."""
        if (kept.leaf, kept.link, kept.head) != (leaf(self.bodies[-1]).hex(), self.link.hex(), self.tree.root.hex()):
            raise Bad("the receipt says otherwise: this record, or one before it, is not the one that it was given for", at=kept.index)

    def _read(self, row: Stored, held: Line) -> None:
        """See that the record is one, that it follows, and that exactly what the eye may read is opened."""
        assert self.header is not None
        eye, here = self.header.eye, held.openings.keys()
        data, sealed = opened(row.body, row.openings), sealed_pointers(row.body)
        if self.ruleset is None or self._game is None:
            if eye == ARBITER and sealed - here:
                raise Bad(f"nothing opens what is sealed at {', '.join(sorted(sealed - here))}")
        else:
            record = _converted(self.ruleset, data)
            path, _ = sealed_part(record.fact)
            due = sealed - {f"{path}/{field}" for field in unreadable(record.fact, eye)}
            if due - here:
                raise Bad(f"{_eye(eye)} may read what is sealed at {', '.join(sorted(due - here))}, and nothing opens it")
            if here - due:
                raise Bad(f"{_eye(eye)} may not read what is opened at {', '.join(sorted(here - due))}")
            try:
                self.chance.read(self._game, record, held.dice)
            except ValueError as wrong:
                raise Bad(str(wrong)) from wrong
            try:
                self._game = evolve(self._game, record)
            except Exception as wrong:  # a log that the rules never wrote may break them in any way
                raise Bad(f"it does not fit the game before it ({type(wrong).__name__})") from wrong
            self.log.append(record)
        self.opened = Opened(self.opened.open + len(here), self.opened.closed + len(sealed) - len(here))

    def _agree(self) -> None:
        """See that the header says what the records say."""
        assert self.header is not None
        try:
            true = header_from(self.header.game, self.bodies, self.header.eye)
        except (LookupError, TypeError, ValueError) as wrong:
            raise Bad("it is no beginning of a game", at=1) from wrong
        for field in self.header.__struct_fields__:
            if getattr(self.header, field) != getattr(true, field):
                raise Bad(f"its {field} is not what the records say", "header")

    def _close(self, end: End, content: bytes, line: bytes, key: str | None) -> None:
        assert self.header is not None
        if end.index > self.length:
            raise Bad(f"record {self.length + 1} is missing: the signed head is that of record {end.index}")
        if end.index < self.length:
            raise Bad("it came after the head that was signed", at=end.index + 1)
        last = leaf(self.bodies[-1]).hex()
        if (end.leaf, end.link, end.head) != (last, self.link.hex(), self.tree.root.hex()):
            raise Bad("it is not the head of these records: they hang together, but they are others than were signed for", "end")
        receipt = Receipt(self.header.game, end.index, end.leaf, end.link, end.head, end.signature)
        if not vouched(end.key, receipt):
            raise Bad("the signature under the head was not made with the key that stands beside it, or for another game", "end")
        if not signed(end.key, end.file, file_said(content + bytes_of(replace(end, file="")))) or bytes_of(end) != line + b"\n":
            raise Bad("the signature under the file is not one of this file: its header, its openings or its seeds were changed", "end")
        if key is not None and key.lower() != end.key:
            raise Bad(f"it is signed with the key {end.key}, not with the one you named", "end")
        if not all(HASH.fullmatch(seed.secret) and 0 <= seed.after < end.index for seed in end.seeds or ()):
            raise Bad("a seed is not one", "end")
        if len({seed.after for seed in end.seeds or ()}) < len(end.seeds or ()):
            raise Bad("it tells two seeds of the same chance", "end")
        if (unfit := self._unfit(end)) is not None:
            raise Bad("the seed in the last line is not the one that this record commits to", at=unfit)
        for kept in self.receipts:
            if kept.game != self.header.game:
                raise Bad(f"the receipt for record {kept.index} is for another game", "end")
            if not vouched(end.key, kept):
                raise Bad(f"the receipt for record {kept.index} is signed with another key than the file, or is not a receipt", "end")
            if kept.index > self.length:
                raise Bad(f"the receipt says that there was a record {kept.index}")
        self.end = end

    def _unfit(self, end: End) -> int | None:
        """The first record that commits to another secret than the one the last line tells."""
        if self.log:
            return self.chance.unfit(end.seeds or [])
        # of an edition that nobody has, that much can be checked
        root = msgspec.json.decode(self.bodies[0])["fact"].get("chance_root")
        told = [chance_root(bytes.fromhex(seed.secret)) for seed in end.seeds or () if seed.after == 0]
        return 1 if root is not None and any(secret != root for secret in told) else None

    def _said(self, key: str | None) -> list[str]:
        assert self.header is not None
        assert self.end is not None
        title = self.ruleset.title if self.ruleset is not None else f"{self.header.ruleset}@{self.header.edition}"
        trust = "which is the key you named" if key else "but whether that is the server's key you must know from elsewhere (--key)"
        said = [
            f"{self.length} records of {title}, as {_eye(self.header.eye)} may read them: none was changed, left out, added or moved "
            "since the head was signed",
            f"the head, {self.end.head}, is signed with the key {self.end.key}, {trust}",
        ]
        if self.receipts:
            last = max(kept.index for kept in self.receipts)
            said.append(f"all records up to {last} are those that your receipts were given for")
        if self.opened.open:
            said.append(f"{self.opened.open} sealed values are opened: each is the one that was committed to when its record was written")
        if self.opened.closed:
            said.append(f"{self.opened.closed} values are sealed to this eye: they were fixed when their records were written")
        return said + self.chance.said()

    # conformity ---------------------------------------------------------------------------------------------------------
    def conformity(self) -> Conformity:
        """The sound records decided again by the present rules, as far as this file holds what that takes."""
        if self.header is None or not self.bodies:
            return Conformity(0)
        if self.ruleset is None:
            return Conformity(0, (), f"it was played by {self.header.ruleset}@{self.header.edition}, which this program does not have")
        if self.header.eye != ARBITER:
            return Conformity(0, (), f"{_eye(self.header.eye)} does not know what is hidden: only an arbiter's export can be decided again")
        return conformity(self.ruleset, self.log, self.chance.chance(self.end.seeds if self.end is not None else None))

    def drawn(self, decided: Conformity) -> str | None:
        """What is proved of the chance of the game: that it was fixed before it was used, and that all draws come from it."""
        if not self.log:
            return None
        began, draws = self.log[0].fact, sum(record.luck for record in self.log)
        if not getattr(began, "fair", True):
            return "the game is not marked as fair: its chance follows from a seed that somebody may have known"
        if getattr(began, "chance_root", None) is None:
            return "nothing was committed to before the first draw: the chance of this game is the server's word"
        if bare := [source.after for source in self.chance.sources if source.secret_root is None]:
            return f"the fork that left after record {bare[0]} commits to nothing: the chance from there on is the server's word"
        forks = " and ".join(str(source.after + 1) for source in self.chance.sources[1:])
        by = f"records 1 and {forks} commit" if forks else "record 1 commits"
        behind, first = (
            ("secrets", "each was fixed before the first of its draws") if forks else ("secret", "it was fixed before the first of them")
        )
        if decided.unexamined is not None:
            told = "them" if forks else "it"
            return f"{by} to the {behind} behind all draws; the arbiter's file of the finished game tells {told}"
        if decided.deviations:
            return f"{by} to the {behind} behind the draws; where conformity finds a difference, they could not be made again"
        return f"all {draws} draws were made again from the {behind} that {by} to: {first}"


def _converted(ruleset: Ruleset[Any], data: dict[str, Any]) -> Record[Any]:
    try:
        if UPCASTS.concern(ruleset.id):
            data = UPCASTS.record(ruleset.id, data)
        return ruleset.wire.convert_record(data)
    except (ValueError, LookupError, TypeError, AttributeError) as wrong:
        raise Bad(f"it is no record of {ruleset.id} that this program can read") from wrong


def _is_line(line: bytes) -> bool:
    try:
        line_of(line)
    except Unreadable:
        return False
    return True


def _is_end(line: bytes) -> bool:
    try:
        end_of(line)
    except Unreadable:
        return False
    return True


def _eye(eye: Eye) -> str:
    return f"seat {eye}" if isinstance(eye, int) else f"the {cast('str', eye)}"
