"""What changed between two positions, found by walking both boards at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel import Game, Pile

HIDDEN = "?"  # stands for what an eye does not know


class Change(msgspec.Struct, frozen=True):
    """A place on the board (`players.1.coins`) that changed; of a pile, `text` says what came and what left."""

    path: str
    before: Any
    after: Any
    text: str


def diff(before: Game[Any], after: Game[Any]) -> list[Change]:
    """What stands otherwise on the second board than on the first, in the order the board is written down."""
    return list(_changes("", before.board, after.board))


def _changes(path: str, old: Any, new: Any) -> Iterator[Change]:
    if old is new or (type(old) is type(new) and old == new):
        return
    if isinstance(old, Pile) and isinstance(new, Pile):
        yield Change(path, shown(old), shown(new), f"{path}: {_moved(old, new)}")
    elif isinstance(old, msgspec.Struct) and type(old) is type(new):
        for field in old.__struct_fields__:
            yield from _changes(_under(path, field), getattr(old, field), getattr(new, field))
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from _changes(_under(path, key), old.get(key), new.get(key))
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        for at, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from _changes(_under(path, at), was, now)
    else:
        was, now = shown(old), shown(new)
        yield Change(path, was, now, f"{path}: {_brief(was)} -> {_brief(now)}")


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


def _moved(old: Pile, new: Pile) -> str:
    """What left a pile and what came onto it, and its size when that changed."""
    were = Counter(HIDDEN if card is None else card for card in old.cards)
    are = Counter(HIDDEN if card is None else card for card in new.cards)
    words = [*(f"-{card}" for card in _each(were - are)), *(f"+{card}" for card in _each(are - were))]
    if not words:
        words.append("in another order")
    if len(old) != len(new):
        words.append(f"({len(old)} -> {len(new)} cards)")
    return " ".join(words)


def _each(cards: Counter[str]) -> Iterator[str]:
    return (card if n == 1 else f"{n}x{card}" for card, n in cards.items())


def _brief(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_brief(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_brief(part) for part in value) + "]"
    return str(value)


def _under(path: str, key: Any) -> str:
    return f"{path}.{key}" if path else str(key)
