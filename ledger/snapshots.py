"""Snapshots: positions kept beside the log, so that a cold load need not decode and fold a long game from its first record.

They are disposable. A snapshot that is missing, older, of another schema or not marked by this store's key is passed over, and a
failure to write one fails no command. It spares the fold and nothing else: hashes, commitments and the chain of the records below it
are checked all the same, so a damaged record is found whether or not a snapshot lies above it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from domain.kernel import Game, Ruleset
from ledger.keys import Keyring
from ledger.lineage import Lineage
from ledger.rows import Recorder, Row, Snapshot
from ledger.sitting import Sitting, skimmed

SCHEMA = 1  # of the envelope; the shape of the boards is told by their fields
EVERY = 500  # records between two snapshots of a game
log = logging.getLogger(__name__)


class Jump(NamedTuple):
    """A position that a load may go on from, once the records below it have been checked."""

    game: Game[Any]
    answers: int
    link: bytes


class _State(msgspec.Struct, frozen=True):
    answers: int
    link: bytes
    game: msgspec.Raw


class Snapshots:
    """The snapshots of one store, the newest of each game."""

    def __init__(self, recorder: Recorder, keyring: Keyring, every: int = EVERY) -> None:
        self._recorder = recorder
        self._keyring = keyring
        self._every = every

    def keep(self, before: Sitting, after: Sitting) -> None:
        """Keep a snapshot if the game has come past a multiple of so many records. Whatever goes wrong is logged, and that is all."""
        if before.version // self._every == after.version // self._every:
            return
        try:
            state = msgspec.json.encode(_State(after.answers, after.link, msgspec.Raw(after.ruleset.wire.encode(after.game))))
            schema = _schema(after.ruleset)
            snapshot = Snapshot(after.version, schema, state, self._mark(after.id, after.version, schema, state))
            self._recorder.keep(after.id, snapshot)
        except Exception:
            log.exception("no snapshot of game %s after record %s", after.id, after.version)

    def of(self, lineage: Lineage, ruleset: Ruleset[Any], upto: int | None) -> Jump | None:
        """The position that the newest snapshot holds, if it is one of at most `upto` records that can be relied upon."""
        held = self._recorder.snapshot(lineage.game)
        if held is None or (upto is not None and held.version > upto) or held.schema != _schema(ruleset):
            return None
        if held.mark != self._mark(lineage.game, held.version, held.schema, held.state):
            return None
        state = msgspec.json.decode(held.state, type=_State)
        return Jump(ruleset.wire.game(bytes(state.game)), state.answers, state.link)

    def _mark(self, game: str, version: int, schema: str, state: bytes) -> bytes:
        return self._keyring.mark(f"snapshot/{game}", b"%d/%b/%b" % (version, schema.encode(), state))


def landed(sitting: Sitting, pieces: Iterable[tuple[str, list[Row]]], jump: Jump, keyring: Keyring) -> Sitting | None:
    """The sitting at the snapshot's record, the rows below it checked; none if they do not lead there."""
    for of, rows in pieces:
        if rows:
            sitting = skimmed(sitting, rows, of, keyring)
    if (sitting.version, sitting.link) != (jump.game.length, jump.link):
        return None
    return sitting._replace(game=jump.game, answers=jump.answers)


@lru_cache(maxsize=64)
def _schema(ruleset: Ruleset[Any]) -> str:
    """What a snapshot of this ruleset is written in: it differs as soon as a board, or an obligation on the agenda, has other fields."""
    shapes = "\n".join(_shapes(type(ruleset.blank), *ruleset.wire.obligations))
    return f"{SCHEMA}/{ruleset.id}/{sha256(shapes.encode()).hexdigest()[:16]}"


def _shapes(*classes: Any) -> Iterator[str]:
    """The fields of these structs and of all structs in them, one line each."""
    left, seen = list(classes), set[Any]()
    while left:
        of = left.pop()
        left += get_args(of)
        if isinstance(of, type) and issubclass(of, msgspec.Struct) and of not in seen:
            seen.add(of)
            hints = get_type_hints(of)
            left += hints.values()
            yield f"{of.__qualname__}: {', '.join(f'{name} {hints[name]}' for name in of.__struct_fields__)}"
