"""What changed between two positions, found by walking both boards at once, and told in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel import Game, Pile
from replay.phrases import Path, Teller, words_of
from replay.tape import Tape

HIDDEN = "?"  # stands for what an eye does not know
_PLAIN = Teller()


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board that changed.

    `path` is for machines (`players.1.coins`), as `before` and `after` are; `text` is for people. `aside`: what changed there helps
    the rules along, and need not be told.
    """

    path: str
    before: Any
    after: Any
    text: str
    aside: bool = False


def between(tape: Tape, a: int, b: int) -> list[Change]:
    """What stands otherwise after record `b` of a tape than after record `a`, in the words of its game. As `Tape.at` raises."""
    return diff(tape.at(a), tape.at(b), teller(tape, b))


def teller(tape: Tape, n: int | None = None) -> Teller:
    """Who tells what changed in a game, with the names that its seats have at record `n`; none given: at the end."""
    return Teller(words_of(tape.ruleset), tape.names(n))


def diff(before: Game[Any], after: Game[Any], tell: Teller = _PLAIN) -> list[Change]:
    """What stands otherwise on the second board than on the first, in the order the board is written down."""
    return [Change(".".join(move.path), shown(move.was), shown(move.now), move.text, move.aside) for move in moves(before, after, tell)]


class Move(NamedTuple):
    """A part of a board that changed: where, with the names of all that lead there, what stood there, and what stands there."""

    path: Path
    labels: Path
    was: Any
    now: Any
    text: str
    aside: bool  # as in `Change`


def moves(before: Game[Any], after: Game[Any], tell: Teller = _PLAIN) -> Iterator[Move]:
    """What `diff` tells, with the parts of the boards themselves."""
    return _moves((), (), before.board, after.board, tell)


def _moves(path: Path, labels: Path, old: Any, new: Any, tell: Teller) -> Iterator[Move]:
    if old is new or (type(old) is type(new) and old == new):
        return
    if isinstance(old, Pile) and isinstance(new, Pile):
        yield Move(path, labels, old, new, tell.moved(path, labels, old.cards, new.cards), tell.untold(path))
    elif isinstance(old, msgspec.Struct) and type(old) is type(new):
        for field in old.__struct_fields__:
            yield from _moves((*path, field), (*labels, field.replace("_", " ")), getattr(old, field), getattr(new, field), tell)
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from _moves((*path, str(key)), (*labels, tell.value(str(key))), old.get(key), new.get(key), tell)
    elif isinstance(old, tuple) and isinstance(new, tuple):
        yield from _rows(path, labels, old, new, tell)
    else:
        yield Move(path, labels, old, new, tell.turned(path, labels, old, new), tell.untold(path))


def _rows(path: Path, labels: Path, old: tuple[Any, ...], new: tuple[Any, ...], tell: Teller) -> Iterator[Move]:
    """What changed in a row of things: those with an id are looked for by it, others by where they stand."""
    were, are = _ids(old), _ids(new)
    if (were or are) and were is not None and are is not None:
        if were != are:
            yield Move(path, labels, old, new, tell.moved(path, labels, were, are), tell.untold(path))
        for at, part in enumerate(new):
            if part.id in were and are.count(part.id) == were.count(part.id) == 1:
                yield from _moves((*path, str(at)), (*labels, tell.label(path, at, part)), old[were.index(part.id)], part, tell)
    elif all(isinstance(part, str) for part in (*old, *new)) and (len(old) != len(new) or sorted(old) != sorted(new) or tell.whole(path)):
        yield Move(path, labels, old, new, tell.moved(path, labels, old, new), tell.untold(path))
    elif len(old) == len(new) and not (tell.whole(path) and not any(isinstance(part, msgspec.Struct) for part in new)):
        for at, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from _moves((*path, str(at)), (*labels, tell.label(path, at, now)), was, now, tell)
    elif any(isinstance(part, msgspec.Struct) for part in (*old, *new)):
        yield Move(path, labels, old, new, tell.turned(path, labels, len(old), len(new)), tell.untold(path))
    else:
        yield Move(path, labels, old, new, tell.turned(path, labels, old, new), tell.untold(path))


def _ids(parts: tuple[Any, ...]) -> list[str] | None:
    """The ids of the parts of a row; nothing if they have none."""
    return [part.id for part in parts] if all(isinstance(part, msgspec.Struct) and hasattr(part, "id") for part in parts) else None


def ids_of(part: Any) -> Sequence[str | None] | None:
    """What lies in a pile or in a row of things with ids, None for what the eye does not know; nothing if it is no such row."""
    if isinstance(part, Pile):
        return part.cards
    if not isinstance(part, tuple):
        return None
    return part if all(isinstance(one, str) for one in part) else _ids(part)


def shown(value: Any) -> Any:
    """A part of a board as plain data; of a pile, its cards with `?` for those that the eye does not know."""
    if isinstance(value, Pile):
        return [HIDDEN if card is None else card for card in value.cards]
    if isinstance(value, msgspec.Struct):
        return {field: shown(getattr(value, field)) for field in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(key): shown(part) for key, part in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [shown(part) for part in (sorted(value) if isinstance(value, set | frozenset) else value)]
    return value
