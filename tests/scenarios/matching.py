"""Comparing what a scenario names with what is there: partial in what it leaves out, exact in what it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import Pile

MISSING = object()


def differences(expected: Any, actual: Any, seats: Sequence[str] = (), path: str = "") -> Iterator[str]:
    """One line for each way in which `actual` is not as expected. Mappings are compared by what they name, lists as a whole.

    A key may be a dotted path. A seat's name stands for its number.
    """
    if isinstance(expected, Mapping):
        for key, value in expected.items():
            where, at = actual, path
            for step in _steps(actual, str(key)):
                at, where = f"{at}.{step}" if at else step, part(where, step)
                if where is MISSING:
                    break
            if where is MISSING:
                yield f"there is no {at}"
            else:
                yield from differences(value, where, seats, at)
    elif isinstance(expected, list):
        held = actual.cards if isinstance(actual, Pile) else actual
        if not isinstance(held, tuple | list) or len(held) != len(expected):
            yield f"{path} is {shown(actual)}, not {shown(expected)}"
            return
        for n, (wanted, there) in enumerate(zip(expected, held, strict=True)):
            yield from differences(wanted, there, seats, f"{path}.{n}")
    elif not _same(expected, actual, seats):
        yield f"{path} is {shown(actual)}, not {shown(expected)}"


def part(thing: Any, step: str) -> Any:
    """The field, the element or the entry called `step`; `MISSING` if there is none. A pile also has a `size`."""
    if isinstance(thing, Pile):
        thing = {"size": len(thing), "top": thing.cards[-1] if thing.cards else None, **dict(enumerate(thing.cards))}
    if isinstance(thing, msgspec.Struct):
        return getattr(thing, step) if step in thing.__struct_fields__ else MISSING
    if isinstance(thing, tuple | list):
        return thing[int(step)] if step.isdigit() and int(step) < len(thing) else MISSING
    if isinstance(thing, Mapping):
        return next((value for key, value in thing.items() if str(key) == step), MISSING)
    return MISSING


def shown(value: Any) -> str:
    """A value in one line."""
    return msgspec.json.encode(value.cards if isinstance(value, Pile) else value).decode()


def _steps(thing: Any, key: str) -> list[str]:
    return [key] if part(thing, key) is not MISSING else key.split(".")


def _same(expected: Any, actual: Any, seats: Sequence[str]) -> bool:
    if isinstance(expected, str) and isinstance(actual, int) and expected in seats:
        return seats.index(expected) == actual
    return type(expected) is type(actual) and expected == actual
