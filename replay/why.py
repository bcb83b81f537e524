"""Why a record stands in the log: the rule that licensed it, what led to it, and what it rested on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from domain.kernel import Answered, Pile, Record, starts_batch
from replay.diff import Move, ids_of, moves, teller
from replay.moments import moments
from replay.phrases import Path, came_and_left
from replay.say import Line, line
from replay.tape import Tape

MOST = 6  # records named as what one record rested on: the latest


class Cause(msgspec.Struct, frozen=True):
    """One record of the chain, with its rule in words (nothing if no rulebook has that id) and where the rule is found."""

    said: Line
    wording: str | None
    heading: str | None


class Ground(msgspec.Struct, frozen=True):
    """An earlier record, and what it had brought about on the board that still stood so."""

    said: Line
    stood: str


class Why(msgspec.Struct, frozen=True):
    """The chain from a record (first) back to the choice of a player that led to it, or to the record before its turn began.

    `moment` is the choice after which the rules came to it, where that is not the end of the chain: a turn, say, was owed since
    the turn before, and began when somebody's choice had been settled. Nothing, if the game had only begun. `rests` is what the
    record rested on, see `Step`.
    """

    chain: tuple[Cause, ...]
    moment: Cause | None = None
    rests: tuple[Ground, ...] = ()


def why(tape: Tape, n: int) -> Why:
    """What led to record `n`; of a choice, what asked for it. `UnknownRecord` if there is none."""
    record = tape.record(n)
    chain, first = [record], _turn_began(tape, n)
    while (cause := chain[-1].cause) is not None and (chain[-1] is record or (not _chosen(chain[-1]) and cause >= first)):
        chain.append(tape.record(cause))
        if _chosen(record):
            break
    moment = None
    if not _chosen(record) and not _chosen(chain[-1]):
        began = next(before for before in reversed(tape.records[:n]) if starts_batch(before))
        moment = _cause(tape, began) if began is not chain[-1] and began.index > 1 else None
    rests = tuple(Ground(line(tape, at), stood) for at, stood in followed(tape)[n - 1].rests)
    return Why(tuple(_cause(tape, link) for link in chain), moment, rests)


class Step(NamedTuple):
    """What one record changed, and what it rested on: the numbers of earlier records, and what stood since then.

    That is read off the boards alone: of every value that the record changed, the record that had set it; of every card that it
    moved, or that a choice names, the record that had brought it where it lay. What rules looked at without changing it is not
    among them. No more than `MOST` are given, the latest, oldest first.
    """

    moved: list[Move]
    rests: list[tuple[int, str]]


_followed: WeakKeyDictionary[Tape, list[Step]] = WeakKeyDictionary()


def followed(tape: Tape) -> list[Step]:
    """The steps of a tape, from record 1 on; they are found in one pass when they are first asked for, and kept as long as the tape."""
    if (steps := _followed.get(tape)) is None:
        past = _Past(tape)
        steps = _followed[tape] = [past.step(n) for n in range(1, tape.length + 1)]
    return steps


class _Past:
    """What was set by which record, as far as a tape has been followed."""

    def __init__(self, tape: Tape) -> None:
        self._tape = tape
        self._set: dict[Path, int] = {}
        self._lies: dict[str, dict[Path, list[tuple[int, str]]]] = {}  # by id: where such things lie, since when, and that in words

    def step(self, n: int) -> Step:
        """What record `n` changed, and what it rested on. Records are asked for one after the other."""
        tape = self._tape
        tell, found, brought = teller(tape, n), dict[int, list[str]](), list[tuple[str, Path, tuple[int, str]]]()
        fact: Any = tape.records[n - 1].fact
        if _chosen(tape.records[n - 1]):
            for at, stood in self._named(tape.games[n - 1].board, fact.seat, fact.command):
                found.setdefault(at, []).append(stood)
        changed = list(moves(tape.games[n - 1], tape.games[n], tell))
        for move in changed:
            path, told = move.path, not move.aside
            were, are = ids_of(move.was), ids_of(move.now)
            if were is not None and are is not None:
                came, left, _ = came_and_left(were, are)
                for thing in left if None not in are else ():  # else this eye can not tell what left from what it lost sight of
                    held = self._lies.get(thing, {}).get(path)
                    if held and (since := held.pop()) and told:  # of several alike, the one that came last
                        found.setdefault(since[0], []).append(since[1])
                brought += [(thing, path, (n, tell.held(path, move.labels, thing))) for thing in came]
                if not came and not left and None not in were and told and (at := self._since(path)):
                    found.setdefault(at, []).append(tell.stood(path, move.labels, move.was))
            elif told and move.was not in (None, "", 0, False, ()) and (at := self._since(path)):
                found.setdefault(at, []).append(tell.stood(path, move.labels, move.was))
            self._set[path] = n
        for thing, path, since in brought:
            self._lies.setdefault(thing, {}).setdefault(path, []).append(since)
        return Step(changed, [(at, ", ".join(dict.fromkeys(found[at]))) for at in sorted(found)[-MOST:]])

    def _since(self, path: Path) -> int:
        """The record that set what stands there: it, or the part of the board that it belongs to."""
        return max((self._set.get(path[:length], 0) for length in range(1, len(path) + 1)), default=0)

    def _named(self, board: Any, seat: int, command: Any) -> Iterator[tuple[int, str]]:
        """Where what a command names lies: with the seat that chose it; or, if the eye knows all that this seat has, with others, or else
        anywhere."""
        holds = _part(board, ("players", str(seat)))
        dark = any(isinstance(pile := getattr(holds, field), Pile) and None in pile.cards for field in _fields(holds))
        for field in command.__struct_fields__:
            value = getattr(command, field)
            for thing in value if isinstance(value, tuple) else (value,):
                lies = self._lies.get(thing, {}) if isinstance(thing, str) else {}
                there = [(path, held[-1]) for path, held in lies.items() if held and thing in (ids_of(_part(board, path)) or ())]
                own = [since for path, since in there if path[:2] == ("players", str(seat))]
                others = [since for path, since in there if path[0] == "players"]
                yield from own or (() if dark else others or (since for _, since in there))


def _fields(part: Any) -> tuple[str, ...]:
    return getattr(part, "__struct_fields__", ())


def _part(board: Any, path: Path) -> Any:
    """What stands at a place on a board; nothing if the board has no such place any more."""
    for key in path:
        if isinstance(board, tuple):
            board = board[int(key)] if int(key) < len(board) else None
        else:
            board = board.get(key) if isinstance(board, Mapping) else getattr(board, key, None)
    return board


def _turn_began(tape: Tape, n: int) -> int:
    """The first record of the turn that record `n` belongs to."""
    first, held = 1, None
    for at, here in zip(range(1, n + 1), moments(tape), strict=False):
        if held is None or (here.turn, here.seat) != held:
            first, held = at, (here.turn, here.seat)
    return first


def _chosen(record: Record[Any]) -> bool:
    return isinstance(record.fact, Answered)


def _cause(tape: Tape, record: Record[Any]) -> Cause:
    rule = tape.ruleset.rules.get(record.rule)
    return Cause(line(tape, record.index), rule and rule.text, rule and rule.heading)
