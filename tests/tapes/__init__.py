"""Tapes: recorded games of every ruleset that must replay to the same hashes for ever.

A tape is the arbiter's export of a finished game, as it was written on the day it was recorded; `tapes.json` says what it must
replay to. Tapes are added (`python -m tests.tapes RULESET`) and never changed: a program that can not read one any more is wrong.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

import domain.games
import tests.toy
from domain.kernel import Game, GameOf, Record, Ruleset, evolve, starts_batch
from ledger.evidence import canonical

FOLDER = Path(__file__).parent
INDEX = FOLDER / "tapes.json"
SHIPPED = {*domain.games.GAMES, "duel"}


class Tape(msgspec.Struct, frozen=True):
    """What a tape must replay to: the head of its records, the key it is signed with, and a hash of all positions of the game."""

    file: str
    ruleset: str
    records: int
    head: str
    key: str
    positions: str

    @property
    def content(self) -> bytes:
        """The export."""
        return gzip.decompress((FOLDER / self.file).read_bytes())


def tapes() -> list[Tape]:
    """All that were ever recorded."""
    return msgspec.json.decode(INDEX.read_bytes(), type=list[Tape]) if INDEX.exists() else []


def keep(tape: Tape, content: bytes) -> None:
    """Add a tape. `FileExistsError` if there is one of that name."""
    with (FOLDER / tape.file).open("xb") as file:
        file.write(gzip.compress(content, 9, mtime=0))
    INDEX.write_text(json.dumps([msgspec.to_builtins(one) for one in (*tapes(), tape)], indent=1) + "\n")


def positions(ruleset: Ruleset[Any], log: Iterable[Record[Any]]) -> str:
    """A hash of what a log folds into, batch by batch: every card of every pile, what is owed, and how the game ends.

    Of the board it takes what has a name in every game, so that a board may grow a field without touching it.
    """
    game: Game[Any] = GameOf(ruleset.blank)
    running = sha256()
    for record in log:
        if starts_batch(record) and game.length:
            running.update(_position(game))
        game = evolve(game, record)
    outcome = ruleset.outcome(game.board)
    running.update(_position(game) + canonical(None if outcome is None else [outcome.winners, outcome.scores, outcome.ending]))
    return running.hexdigest()


def _position(game: Game[Any]) -> bytes:
    piles = {name: pile.cards for name, pile in game.board.piles().items()}
    owed = [[owed.id, type(owed.what).__name__, owed.lane] for owed in game.agenda]
    return canonical([game.length, game.serial, game.luck, owed, piles])
