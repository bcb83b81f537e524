"""Disputes in the store: a log for each, hashed and chained as a game's is, and what a closed one makes of its game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

import msgspec
from eventsourcing.persistence import IntegrityError

from domain import disputes as deciding
from domain.disputes import Dispute, DisputeClosed, DisputeFact, DisputeRecord, Matter, Remedy, evolve
from domain.kernel import RuleId, Seat, starts_batch
from ledger.acting import moment
from ledger.arbiters import Arbiters
from ledger.docket import Heard, Remedied, Standing, Summary, hold_of, line_of, read
from ledger.errors import Damaged, DamagedDispute, EditionGone, KeyReused, Stale, UnknownArbiter, UnknownDispute
from ledger.evidence import START, canonical, leaf, link
from ledger.forking import Ruling
from ledger.merkle import Tree
from ledger.rows import DisputeClaim, DisputeRecorder, Entry, Row
from ledger.signing import DisputeReceipt, Signer

if TYPE_CHECKING:
    from ledger.ledger import Ledger
    from ledger.sitting import Sitting

ATTEMPTS = 5  # decisions on one request, while other processes are faster
log = logging.getLogger(__name__)


class Disputes:
    """The disputes of one store, and those who may rule on them. Safe to share between threads and processes, as the ledger is."""

    def __init__(self, ledger: Ledger, recorder: DisputeRecorder, signer: Callable[[], Signer]) -> None:
        self._ledger = ledger
        self._recorder = recorder
        self._signer = signer
        self.arbiters = Arbiters(recorder)
        self._listeners: list[Callable[[str], object]] = []

    # looking ------------------------------------------------------------------------------------------------------------
    def of(self, dispute: str) -> Dispute:
        """A dispute as it stands. `UnknownDispute`, `DamagedDispute`.

        If its game was to be rewound and nobody has come to it yet, that is done first.
        """
        self.carry_out(dispute)
        return read(self._recorder, dispute)[0]

    def whole(self, dispute: str) -> tuple[Dispute, list[DisputeRecord[Any]], DisputeReceipt]:
        """The same with all records of its log and the signed head after them. `UnknownDispute`, `DamagedDispute`."""
        self.carry_out(dispute)
        found, records, rows = read(self._recorder, dispute)
        return found, records, self._signed(dispute, rows)

    def rows(self, dispute: str) -> list[Row]:
        """The records as they lie in the store, every hash checked. `UnknownDispute`, `DamagedDispute`."""
        return read(self._recorder, dispute)[2]

    def made(self, dispute: str) -> bool:
        """Whether the game in which a rewound one goes on is there."""
        return not self._recorder.pending(dispute)

    def find(
        self,
        *,
        ruleset: str | None = None,
        rule: RuleId | None = None,
        state: str | None = None,
        game: str | None = None,
        words: str = "",
        watched: bool = False,
        before: int | None = None,
        limit: int | None = None,
    ) -> list[tuple[int, Summary]]:
        """Disputes, newest first, each with its number: those with all that is given, and with lower numbers than `before`.

        `rule`: cited in the claim or in a ruling; `words`: each of them stands in the claim, in the facts or in the reasons;
        `watched`: only about games that strangers may watch.
        """
        found = self._recorder.lines(
            game=game,
            ruleset=ruleset,
            rule=rule,
            state=state,
            words=words.casefold().split(),
            watch="open" if watched else None,
            before=before,
            limit=limit,
        )
        return [(number, msgspec.json.decode(line.summary, type=Summary)) for number, line in found]

    def ids(self) -> list[str]:
        """All disputes, in the order they were filed."""
        return [line.dispute for _, line in reversed(self._recorder.lines())]

    def about(self, game: str) -> Standing:
        """What disputes there are about a game."""
        lines = [line for _, line in reversed(self._recorder.lines(game=game))]
        if any(line.pending for line in lines):
            self.carry_out()
        held = max((line for line in lines if line.holds), key=lambda line: (line.state == "closed", line.fork), default=None)
        return Standing(
            tuple(line.dispute for line in lines if line.state != "closed"),
            None if held is None else hold_of(held),
            tuple((line.dispute, line.state, line.length) for line in lines),
        )

    def remedies(self, games: Sequence[str]) -> dict[str, list[Remedied]]:
        """What closed disputes have made of these games, by game, oldest first; those that were let stand are left out."""
        found: dict[str, list[Remedied]] = {}
        for line in self._recorder.remedies(games) if games else ():
            remedy = msgspec.json.decode(line.remedy, type=Remedy)
            found.setdefault(line.game, []).append(Remedied(line.dispute, remedy, line.fork or None))
        return found

    def ended(self, game: str) -> bool:
        """Whether a ruling ended a game that was still being played."""
        return any(line.holds and line.state == "closed" for _, line in self._recorder.lines(game=game))

    def watch(self, dispute: str) -> tuple[str, bool]:
        """The game of a dispute, and whether strangers may read of it. `UnknownDispute`."""
        if (line := self._recorder.line(dispute)) is None:
            raise UnknownDispute(dispute)
        return line.game, line.watch == "open"

    def news(self, after: int) -> tuple[set[str], int]:
        """The games about which something was said after position `after` of all disputes' records, and the newest position."""
        return self._recorder.news(after)

    def on_change(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call back with the game after everything that this process says in a dispute about it; gives the way to stop it."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    # what a seat does ---------------------------------------------------------------------------------------------------
    def file(
        self,
        game: str,
        seat: Seat,
        records: tuple[int, int],
        claim: str,
        sought: Remedy,
        *,
        rule: RuleId | None = None,
        deadline: int | None = None,
        key: str | None = None,
    ) -> Heard:
        """A seat disputes records of its game. `UnknownGame`, `UnknownSeat`, `Refused` with its rule, `KeyReused`.

        `key` makes it safe to send again here and in all that follows: the same request has the same answer, and is heard once.
        """
        sitting = self._ledger.sitting(game)
        sitting.seat(seat)
        who, request = f"seat {seat}", _request("file", records, claim, rule, sought, deadline)
        if key is not None and (claimed := self._recorder.claimed(game, who, key)) is not None:
            return self._replayed(claimed, request)
        at = moment(seeded=False)
        already = sum(line.seat == seat and line.state != "closed" for _, line in self._recorder.lines(game=game))
        fact = deciding.file(self._matter(sitting), seat, records, claim, rule, sought, deadline, at=at, already=already)
        dispute = str(uuid4())
        mine = None if key is None else DisputeClaim(game, who, key, request, dispute, 1)
        try:
            return self._write(dispute, None, fact, at, [], sitting.options.get("watch", "open"), mine)
        except IntegrityError:
            if key is None or (claimed := self._recorder.claimed(game, who, key)) is None:
                raise
            return self._replayed(claimed, request)

    def state(self, dispute: str, seat: Seat, text: str, *, key: str | None = None) -> Heard:
        """A seat states what it has to say. `UnknownDispute`, `UnknownSeat`, `Refused`, `KeyReused`; so for all that follow."""

        def decide(found: Dispute) -> DisputeFact:
            return deciding.state(found, seat, self._name(found, seat), text)

        return self._said(dispute, f"seat {seat}", key, _request("state", text), decide)

    def appeal(self, dispute: str, seat: Seat, grounds: str, *, key: str | None = None) -> Heard:
        """A seat appeals the ruling that stands."""

        def decide(found: Dispute) -> DisputeFact:
            return deciding.appeal(found, seat, self._name(found, seat), grounds)

        return self._said(dispute, f"seat {seat}", key, _request("appeal", grounds), decide)

    # what an arbiter does -----------------------------------------------------------------------------------------------
    def look(self, dispute: str, arbiter: str, *, key: str | None = None) -> Heard:
        """An arbiter puts on record that he looks into the game. `UnknownArbiter`; so for all that follow."""

        def decide(found: Dispute) -> DisputeFact:
            return deciding.look(found, arbiter, self._ledger.sitting(found.game).version)

        return self._judged(dispute, arbiter, key, _request("look"), decide)

    def pause(self, dispute: str, arbiter: str, *, key: str | None = None) -> Heard:
        """An arbiter pauses the game: when this has returned, nobody acts in it any more."""

        def decide(found: Dispute) -> DisputeFact:
            return deciding.pause(found, arbiter, over=self._ledger.sitting(found.game).game.over)

        return self._judged(dispute, arbiter, key, _request("pause"), decide)

    def resume(self, dispute: str, arbiter: str, *, key: str | None = None) -> Heard:
        """An arbiter lets the game go on."""
        return self._judged(dispute, arbiter, key, _request("resume"), partial(deciding.resume, arbiter=arbiter))

    def rule(
        self,
        dispute: str,
        arbiter: str,
        facts: str,
        rules: Sequence[RuleId],
        remedy: Remedy,
        reasons: str = "",
        *,
        key: str | None = None,
    ) -> Heard:
        """An arbiter rules. Nothing is carried out yet: the ruling can be appealed until the dispute is closed."""

        def decide(found: Dispute) -> DisputeFact:
            matter = self._matter(self._ledger.sitting(found.game))
            return deciding.rule(found, matter, arbiter, facts, rules, remedy, reasons)

        return self._judged(dispute, arbiter, key, _request("rule", facts, tuple(rules), remedy, reasons), decide)

    def close(self, dispute: str, arbiter: str, *, key: str | None = None) -> Heard:
        """An arbiter closes the dispute, and what is ruled is carried out."""
        fork = str(uuid4())

        def decide(found: Dispute) -> DisputeFact:
            over = self._ledger.sitting(found.game).game.over
            settled = any(line.state == "closed" and (line.holds or line.fork) for _, line in self._recorder.lines(game=found.game))
            return deciding.close(found, arbiter, over=over, settled=settled, fork=fork)

        heard = self._judged(dispute, arbiter, key, _request("close"), decide)
        self.carry_out(dispute)
        return heard

    def carry_out(self, dispute: str | None = None) -> list[str]:
        """Make the games in which rewound games go on and that are not there yet (of that dispute, if one is named); gives their ids.

        A ruling makes one game, however often and by however many it is carried out. One that can not be made now is left for later:
        the ruling is on record, and who only looks at another game must not stumble over it.
        """
        made: list[str] = []
        for id in self._recorder.pending(dispute):
            try:
                found = read(self._recorder, id)[0]
                if found.closed is None or found.closed.fact.fork is None:
                    raise DamagedDispute(id, found.length, "asks for no other game, though the register says that it does")
                made.append(self._rewound(found, found.closed.fact))
            except (Damaged, EditionGone) as trouble:
                log.error("what is ruled in dispute %s can not be carried out: %s", id, trouble)
            except Exception:  # a full disk, or rules that fail on this position
                log.exception("what is ruled in dispute %s could not be carried out", id)
            else:
                self._recorder.carried_out(id)
        return made

    def looks(self, game: str, arbiter: str) -> bool:
        """Whether an open dispute about a game has it on record that this arbiter looks into it. A damaged one opens nothing."""

        def looked(dispute: str) -> bool:
            try:
                return read(self._recorder, dispute)[0].looked(arbiter)
            except DamagedDispute:
                return False

        return any(looked(dispute) for dispute in self.about(game).open)

    def _rewound(self, dispute: Dispute, closed: DisputeClosed) -> str:
        """The game in which a rewound game goes on, made if it is not there."""
        reason = f"rewound by record {closed.ruling} of dispute {dispute.id}"
        ruling = Ruling(dispute.id, closed.fork or "")
        # what the same luck would draw next has been seen
        make = partial(self._ledger.fork, dispute.game, closed.remedy.at or 0, luck="fresh", reason=reason, ruling=ruling)
        try:
            return make().id
        except IntegrityError:  # somebody else made it at this moment
            return make().id

    # within -------------------------------------------------------------------------------------------------------------
    def _judged(self, dispute: str, arbiter: str, key: str | None, request: bytes, decide: Callable[[Dispute], DisputeFact]) -> Heard:
        if arbiter not in self.arbiters.names():
            raise UnknownArbiter(arbiter)
        return self._said(dispute, f"arbiter {arbiter}", key, request, decide)

    def _said(self, dispute: str, who: str, key: str | None, request: bytes, decide: Callable[[Dispute], DisputeFact]) -> Heard:
        """Decide and write, again if somebody was faster, but not for ever."""
        lost = 0
        while True:
            if key is not None and (claimed := self._recorder.claimed(dispute, who, key)) is not None:
                return self._replayed(claimed, request)
            found, _, rows = read(self._recorder, dispute)
            fact = decide(found)
            mine = None if key is None else DisputeClaim(dispute, who, key, request, dispute, found.length + 1)
            try:
                return self._write(dispute, found, fact, moment(seeded=False), rows, "", mine)
            except IntegrityError:
                lost += 1
                current = read(self._recorder, dispute)[0].length
                used = key is not None and self._recorder.claimed(dispute, who, key) is not None
                if current == found.length and not used and decide(found) == fact:
                    raise  # nobody was: the store has a reason of its own
                if lost == ATTEMPTS:
                    raise Stale(found.length, current) from None

    def _write(
        self, id: str, before: Dispute | None, fact: DisputeFact, at: int, rows: list[Row], watch: str, claim: DisputeClaim | None
    ) -> Heard:
        """Write one record; on disk when this returns. `IntegrityError` for a lost race."""
        record = DisputeRecord(len(rows) + 1, at, fact.rule, fact)
        dispute = evolve(id, before, record)
        body = canonical(record)
        this = leaf(body)
        row = Row(record.index, str(type(fact).__struct_config__.tag), body, None, this, link(rows[-1].link if rows else START, this))
        entry = Entry(id, row.index, row.tag, body, None, row.leaf, row.link)
        self._recorder.insert_events([entry], line=line_of(dispute, watch), cited=sorted(dispute.cited), claim=claim)
        for listener in tuple(self._listeners):
            try:
                listener(dispute.game)
            except Exception:  # it is done, and on disk: nobody who only listens may make it fail
                log.exception("a listener failed after record %s of dispute %s", record.index, id)
        return Heard(dispute, record, self._signed(id, [*rows, row]))

    def _replayed(self, claim: DisputeClaim, request: bytes) -> Heard:
        """The answer that a request had when its key came first. `KeyReused` for another request."""
        if claim.request != request:
            raise KeyReused(claim.key)
        _, records, rows = read(self._recorder, claim.dispute)
        dispute: Dispute | None = None
        for record in records[: claim.record]:
            dispute = evolve(claim.dispute, dispute, record)
        assert dispute is not None
        return Heard(dispute, records[claim.record - 1], self._signed(claim.dispute, rows[: claim.record]), True)

    def _signed(self, dispute: str, rows: list[Row]) -> DisputeReceipt:
        last = rows[-1]
        return self._signer().dispute(dispute, last.index, last.leaf, last.link, Tree().grown(row.leaf for row in rows).root)

    def _name(self, dispute: Dispute, seat: Seat) -> str:
        sitting = self._ledger.sitting(dispute.game)
        return sitting.places[sitting.seat(seat)].name

    def _matter(self, sitting: Sitting) -> Matter:
        def waits(record: int) -> bool:
            return record == sitting.version or starts_batch(self._ledger.records(sitting.id, record, record + 1)[0])

        ruleset, names, start = sitting.ruleset, [place.name for place in sitting.places], sitting.parent[1] if sitting.parent else 0
        version, chain, over = sitting.version, sitting.link.hex(), sitting.game.over
        return Matter(sitting.id, ruleset.id, ruleset.content, ruleset.rules, names, start, version, chain, over, waits)


def _request(action: Literal["file", "state", "appeal", "look", "pause", "resume", "rule", "close"], *said: object) -> bytes:
    """The hash that tells one request from another under the same key."""
    return sha256(canonical([action, *said])).digest()
