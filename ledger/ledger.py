"""The ledger: games are created, acted in, looked at and forked here, and every accepted word is on disk before it is answered."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from eventsourcing.persistence import IntegrityError

from domain.kernel import (
    PUBLIC,
    Eye,
    Game,
    GameBegan,
    Place,
    Record,
    Seat,
    ruleset_named,
)
from domain.table.redeal import dealt_for
from ledger.acting import Choose, carried_on, moment, taken
from ledger.answers import Accepted, Created, Head, Note, Stored, Want
from ledger.disputes import Disputes
from ledger.errors import Damaged, EditionGone, KeyReused, Stale, StillPlaying, UnknownStore
from ledger.folding import Folding
from ledger.forking import Ruling, left
from ledger.handover import Incoming, NotTakenIn, secrets_of, taken_in
from ledger.keys import Keyring, digest, token
from ledger.opened_dice import dice_keys
from ledger.reading import row_of
from ledger.rows import Beginning, Claim, Entry, Kin, Recorder, Row
from ledger.seeding import Amended, begun
from ledger.settings import Settings
from ledger.signing import Receipt, Signer
from ledger.sitting import Sitting, nobody_yet, seated
from ledger.store import Games, address_of, open_store
from ledger.wants import wants

KEPT = 256  # folded games held in memory
ATTEMPTS = 5  # decisions on one command, while other processes are faster
log = logging.getLogger(__name__)


class Ledger:
    """One store of games. Safe to share between threads; any number of processes may open the same store."""

    def __init__(self, games: Games, recorder: Recorder, keyring: Keyring, kept: int = KEPT) -> None:
        self._games = games
        self._recorder = recorder
        self._keyring = keyring
        self._folding = Folding(recorder, keyring, kept)
        self._lineages = self._folding.lineages
        self._turns = [Lock() for _ in range(64)]
        self._words = set(recorder.words())
        self._listeners: list[Callable[[str, int], object]] = []
        self.disputes = Disputes(self, recorder.disputes, lambda: self.signer)

    @classmethod
    def open(cls, store: str | Settings, *, kept: int = KEPT, make: bool = True) -> Self:
        """The ledger at an address like `sqlite:PATH`, made with its folder and its master key if it is not there and `make` says so.

        `kept` is how many folded games are held in memory. `UnknownStore` says why it can not be opened.
        """
        settings = Settings(store=store) if isinstance(store, str) else store
        address = address_of(settings.store)
        if not make and not address.exists:
            raise UnknownStore(f"there is no store at {settings.store}; playing or serving there makes one")
        games, recorder = open_store(address)
        try:
            path = settings.key_file or address.folder / "master.key"
            keyring = Keyring.of(path, make=recorder.agreed("master key") is None)
            if recorder.agreed("master key", keyring.fingerprint) != keyring.fingerprint:
                raise UnknownStore(f"the store {settings.store} was begun with another master key than {path} holds")
            return cls(games, recorder, keyring.knowing(lambda game: recorder.agreed(f"chance/{game}")), kept)
        except BaseException:
            games.close()
            raise

    def close(self) -> None:
        """Close the store's connections."""
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # commands -----------------------------------------------------------------------------------------------------------
    def create(self, ruleset: str, places: Sequence[Place], options: Mapping[str, str] | None = None, origin: str | None = None) -> Created:
        """A new game, set up to its first decision.

        `UnknownRuleset`; `ValueError` for a number of seats that can not play it, an unknown option, or a name that is no text.
        """
        rules = ruleset_named(ruleset)
        if len(places) not in rules.seats:
            raise ValueError(f"{rules.title} is played by {rules.seats[0]} to {rules.seats[-1]}, not by {len(places)}")
        chosen = rules.options(options or {})
        game = str(uuid4())
        seeded = bool(chosen["seed"])
        now = moment(seeded=seeded)
        root, dice = (None, None) if seeded else self._keyring.roots(game)
        began = GameBegan[Any](rules.name, rules.edition, rules.content, tuple(places), chosen, root, not seeded, origin, now, dice)
        empty = seated(nobody_yet(game, rules, self._keyring), began, game, self._keyring)
        empty, position, records = begun(empty, began)
        sitting, tokens, spectator = self._begun(empty, Kin(game), position, records)
        return Created(game, sitting.version, sitting.version, tokens, spectator)

    def act(
        self,
        game: str,
        seat: Seat,
        offers: str | Sequence[str],
        *,
        expected_version: int | None = None,
        key: str | None = None,
    ) -> Accepted:
        """Take an offer, named `SERIAL/key` (`-/key`: a liberty; a bare key: whatever asks for it now), or several, all or none.

        It is accepted while that question stands, whatever else has happened meanwhile, unless `expected_version` says otherwise.
        `key` makes it safe to send again: the same request has the same answer, and is carried out once. Nothing is written when
        this raises: `UnknownGame`, `UnknownSeat`, `Refused` with its rule, `Held`, `Stale`, `KeyReused`, `Damaged`, `EditionGone`.
        """
        addresses = (offers,) if isinstance(offers, str) else tuple(offers)
        if not addresses:
            raise ValueError("name at least one offer")
        request = hashlib.sha256(json.dumps([seat, addresses, expected_version]).encode()).digest()
        with self._turn(game):
            accepted = self._acted(game, seat, addresses, expected_version, key, request)
        if not accepted.replayed:
            self._tell(game, accepted.version)
        return accepted

    def amend(self, game: str, write: Callable[[Sitting], Amended]) -> Accepted:
        """Commit what no seat chose: what `write` makes of the game as it stands; if it has no records, that was done before.

        What `write` raises, `UnknownGame`, `Damaged`, `EditionGone`; `Stale` if other processes are always faster.
        """
        with self._turn(game):
            accepted = self._amended(game, write)
        if not accepted.replayed:
            self._tell(game, accepted.version)
        return accepted

    def carry_on(self, game: str, choose: Choose, most: int = 64) -> Accepted:
        """Let bots answer: up to `most` answers, each decided like any other, and all committed at once or not at all.

        `choose` is shown the game and what was written for it meanwhile, and names a seat and its offer, or nothing if none of its
        seats is asked; it must not call the ledger. `UnknownGame`, `Refused`, `Held`, `Damaged`, `EditionGone`; `Stale` if another process
        was faster: then nothing of what `choose` was shown has happened.
        """
        with self._turn(game):
            sitting = self._folding.now(game)
            position, records = carried_on(sitting, choose, most)
            try:
                after = self._commit(sitting, position, records) if records else sitting
            except IntegrityError:
                if (current := self._folding.now(game).version) == sitting.version:
                    raise  # nobody was: the store has a reason of its own
                raise Stale(sitting.version, current) from None
        if records:
            self._tell(game, after.version)
        return Accepted(after.version, records, self.receipt(after), False)

    def fork(
        self,
        game: str,
        at: int,
        *,
        luck: str = "same",
        places: Mapping[Seat, Place] | None = None,
        reason: str = "",
        ruling: Ruling | None = None,
    ) -> Created:
        """A game that goes on where a finished game was after record `at`, moved back to the end of a batch.

        `luck`: `same` keeps the other game's chance and hidden piles; `fresh` has its own, and undrawn piles are shuffled anew as far as
        nobody knows them; with `unknown:SEAT` all cards that the seat could not know are dealt anew. The seats keep their names but no
        bots, except those in `places`. A `ruling` forks an open game too, once: its seats are those they were, and the tokens of the game
        that it leaves open it.
        `StillPlaying`, `UnknownGame`, `UnknownRecord`, `UnknownSeat`, `SecretAnswer`; `ValueError` for other luck.
        """
        dealt_for(luck)
        last = self._folding.now(game)
        if ruling is None and not last.game.over:
            raise StillPlaying(game)
        end = self._folding.batch_end(last, at)
        if ruling is not None and self._recorder.begun(ruling.game) is not None:
            return Created(ruling.game, self._folding.now(ruling.game).version, end, {}, None)
        log = () if luck == "same" else self.records(game, upto=end)
        fork = left(self._folding.at(game, end), log, luck, places or {}, reason, self._keyring, ruling)
        sitting, tokens, spectator = self._begun(fork.start, fork.kin, fork.position, fork.records, game if ruling else None)
        return Created(fork.kin.id, sitting.version, end, tokens, spectator)

    def take_in(self, incoming: Incoming) -> bool:
        """A game that was played elsewhere, and examined; false if it is here already. `NotTakenIn` says why it can not be."""
        with self._turn(incoming.kin.id):
            try:
                new = taken_in(self._recorder, self._lineages, incoming)
            except IntegrityError:
                raise NotTakenIn(f"game {incoming.kin.id} was imported by somebody else at this moment: look again") from None
        if new:
            self._tell(incoming.kin.id, incoming.receipt.index)
        return new

    # looking ------------------------------------------------------------------------------------------------------------
    def sitting(self, game: str, at: int | None = None) -> Sitting:
        """The game now, or after record `at`. `UnknownGame`, `UnknownRecord`, `Damaged`, `EditionGone`."""
        return self._folding.now(game) if at is None else self._folding.at(game, at)

    def records(self, game: str, after: int = 0, upto: int | None = None) -> list[Record[Any]]:
        """The records after `after`, up to and including `upto`, with nothing redacted; those below a fork's start are its parent's.

        `UnknownGame`, `Damaged`, `EditionGone`.
        """
        return self._folding.records(game, after, upto)

    def stored(self, game: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        """The same as they lie in the store, unchecked: readable even if the edition is gone or a row is damaged.

        `UnknownGame`; `Damaged` for openings that are no openings.
        """
        return self._folding.stored(game, after, upto)

    def head(self, game: str) -> Head:
        """The end of a game's chain, as it is stored. `UnknownGame`, `Damaged`."""
        return self._folding.head(game)

    def receipt(self, sitting: Sitting) -> Receipt:
        """The head of a game after the last record of `sitting`, signed."""
        return self.signer.receipt(sitting.id, sitting.version, sitting.leaf, sitting.link, sitting.tree.root)

    def secrets(self, game: str) -> list[tuple[int, bytes]] | None:
        """What the chance of a game came from, and after which record, if it may be told: no open game draws on it. `UnknownGame`."""

        def over(member: str) -> bool:
            try:
                return self._folding.now(member).game.over
            except (Damaged, EditionGone):
                return False  # nobody knows whether it is

        found = secrets_of(self._lineages.of(game), self.family(game), self._keyring, over, self.disputes.ended)
        # of a seeded game, the chance it began with follows from the seed among its options
        seeded = found is not None and self._folding.now(game).seeded
        return [told for told in found if told[0]] if found is not None and seeded else found

    def dice_keys(self, game: str, log: Sequence[Record[Any]]) -> dict[int, str]:
        """What opens the dice that the `log` of a game shows, by record. `UnknownGame`, `EditionGone`."""
        lineage = self._lineages.of(game)
        segments = {after: of for of, after, _ in lineage.segments}
        return dice_keys(self._folding.ruleset(lineage), log, lambda after: self._keyring.secret(segments[after]))

    @property
    def signer(self) -> Signer:
        """The key that signs for this store."""
        return self._keyring.signer

    @property
    def identity(self) -> bytes:
        """What tells this store from every other one, at whatever address it lies."""
        return self._recorder.agreed("identity") or self._recorder.agreed("identity", token().encode()) or b""

    def bots_seed(self, game: str) -> bytes:
        """What the bots of a game choose by. It is told to nobody, lest somebody who knows the game's id foresees what they do."""
        return self._keyring.mark("bots", game.encode())

    def eye_of(self, game: str, token: str) -> Eye | None:
        """Whose eye a token opens in this game: a seat's, or "public" for a spectator's; none if it opens nothing."""
        eye = self._recorder.eye(game, digest(token))
        return int(eye) if eye is not None and eye != PUBLIC else eye

    def games(self) -> list[str]:
        """All games, in the order they were begun."""
        return [beginning.kin.id for beginning in self._recorder.register()]

    def family(self, game: str) -> list[Kin]:
        """The game that this one goes back to and all that left it or its forks, parents before children. `UnknownGame`."""
        found = [self._recorder.begun(self._lineages.of(game).root)]
        kin = [beginning.kin for beginning in found if beginning is not None]
        for member in kin:  # grows while it is walked
            kin += [beginning.kin for beginning in self._recorder.register(parent=member.id)]
        return kin

    # following ----------------------------------------------------------------------------------------------------------
    def wants(self) -> list[Want]:
        """The open games that this program can not go on with, because their edition or something they owe is not in it."""
        return list(wants(self._recorder, self._lineages))

    def follow(self, after: int, limit: int = 200) -> list[Note]:
        """The log of all games after position `after`. What can not be read is told of without its record, and holds up nobody."""
        notices = self._recorder.notices(after, limit)
        return [
            Note(n.id, str(n.originator_id), n.originator_version, self._folding.readable(str(n.originator_id), n.row)) for n in notices
        ]

    def newest(self) -> int:
        """The position of the last entry in the log of all games; 0 while it is empty."""
        return self._games.recorder.max_notification_id() or 0

    def on_commit(self, callback: Callable[[str, int], object]) -> Callable[[], None]:
        """Call back with game and version after every commit of this process, in the thread that made it; gives the way to stop it."""
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    def forget(self) -> None:
        """Drop all folded games from memory."""
        self._folding.memory.forget()

    # within -------------------------------------------------------------------------------------------------------------
    def _acted(self, game: str, seat: Seat, offers: Sequence[str], expected: int | None, key: str | None, request: bytes) -> Accepted:
        """Decide and commit, again if another process was faster, but not for ever."""
        lost = 0
        while True:
            sitting = self._folding.now(game)
            sitting.seat(seat)
            if key is not None and (claim := self._recorder.claimed(game, seat, key)) is not None:
                return self._replayed(game, claim, request)
            if expected is not None and expected != sitting.version:
                raise Stale(expected, sitting.version)
            position, records = taken(sitting, seat, offers)
            claimed = None if key is None else Claim(seat, key, request, sitting.version + 1, position.length)
            try:
                after = self._commit(sitting, position, records, claim=claimed)
            except IntegrityError:  # somebody wrote these records, or used this key, since we looked
                lost += 1
                current = self._folding.now(game).version
                if current == sitting.version and (key is None or self._recorder.claimed(game, seat, key) is None):
                    raise  # nobody did: the store has a reason of its own
                if lost == ATTEMPTS:
                    raise Stale(sitting.version, current) from None
            else:
                return Accepted(after.version, records, self.receipt(after), False)

    def _amended(self, game: str, write: Callable[[Sitting], Amended], lost: int = 0) -> Accepted:
        """Write and commit, again if another process was faster, but not for ever."""
        before = self._folding.now(game)
        sitting, position, records = write(before)
        if not records:
            return Accepted(sitting.version, [], self.receipt(sitting), True)
        try:
            after = self._commit(sitting, position, records)
        except IntegrityError:
            if (current := self._folding.now(game).version) == before.version:
                raise  # nobody was: the store has a reason of its own
            if lost == ATTEMPTS:
                raise Stale(before.version, current) from None
            return self._amended(game, write, lost + 1)
        return Accepted(after.version, records, self.receipt(after), False)

    def _begun(
        self, empty: Sitting, kin: Kin, position: Game[Any], records: list[Record[Any]], inherit: str | None = None
    ) -> tuple[Sitting, dict[Seat, str], str | None]:
        """Commit a game's first batch of its own, with the tokens that are made for it, or those of the game it inherits them from."""
        seats = [seat for seat, place in enumerate(empty.places) if place.bot is None and inherit is None]
        tokens = {seat: token() for seat in seats}
        spectator = token() if empty.options.get("watch") == "invited" and inherit is None else None
        eyes = [(str(seat), digest(secret)) for seat, secret in tokens.items()]
        if inherit is not None:
            eyes += self._recorder.eyes(inherit)
        if spectator is not None:
            eyes.append((PUBLIC, digest(spectator)))
        sitting = self._commit(empty, position, records, beginning=Beginning(empty.ruleset.id, kin, tuple(eyes)))
        self._tell(sitting.id, sitting.version)
        return sitting, tokens, spectator

    def _commit(
        self,
        sitting: Sitting,
        position: Game[Any],
        records: list[Record[Any]],
        *,
        claim: Claim | None = None,
        beginning: Beginning | None = None,
    ) -> Sitting:
        """Write a batch and what belongs to it, all or nothing; on disk when this returns. `IntegrityError` for a lost race."""
        key, rows, previous = self._keyring.game_key(sitting.id), list[Row](), sitting.link
        for record in records:
            rows.append(row_of(record, key, previous))
            previous = rows[-1].link
        ruleset = sitting.ruleset.id
        words = {(ruleset, str(type(what).__struct_config__.tag)) for record in records for what in record.opens} - self._words
        entries = [Entry(sitting.id, row.index, row.tag, row.body, row.openings, row.leaf, row.link) for row in rows]
        self._recorder.insert_events(entries, beginning=beginning, claim=claim, words=tuple(sorted(words)))
        self._words |= words
        after = sitting.after(records, position, rows)
        self._folding.memory.put(after)
        self._folding.snapshots.keep(sitting, after)
        return after

    def _replayed(self, game: str, claim: Claim, request: bytes) -> Accepted:
        """The answer that a request had when its key came first. `KeyReused` for another request."""
        if claim.request != request:
            raise KeyReused(claim.key)
        records, head = self.records(game, claim.first - 1, claim.last), self._folding.head_at(game, claim.last)
        receipt = self.signer.receipt(game, head.index, head.leaf, head.link, head.root)
        return Accepted(claim.last, records, receipt, True)

    @contextmanager
    def _turn(self, game: str) -> Iterator[None]:
        """Commands on one game queue up in this process, so that only other processes can win races against them."""
        with self._turns[hash(game) % len(self._turns)]:
            yield

    def _tell(self, game: str, version: int) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(game, version)
            except Exception:  # the command is done, and on disk: nobody who only listens may make it fail
                log.exception("a listener failed after record %s of game %s", version, game)
