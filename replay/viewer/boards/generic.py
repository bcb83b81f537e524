"""A board of any game: what lies on the table and before each seat, by the names the board has for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from rich.text import Text

from domain.kernel import Names, Pile
from replay.viewer.ink import DIM, FAINT, INK, Block, Scene, flow, label, lit, num, rule

LEGEND = ""


def hues(board: Any) -> tuple[str, ...]:
    """No colours of its own: seats take the usual ones."""
    return ()


def called(board: Any, names: Names) -> tuple[str, ...]:
    """Seats are called by their players."""
    return names.seats


def draw(scene: Scene, before: Any, now: Any, width: int, height: int) -> Block:
    """A part for the table, one for each seat."""
    rows: Block = [rule("Table", width)]
    seats = len(scene.names.seats)
    for field in now.__struct_fields__:
        value, was = getattr(now, field), getattr(before, field)
        if isinstance(value, tuple) and len(value) == seats and all(isinstance(part, msgspec.Struct) for part in value):
            for seat, part in enumerate(value):
                title = scene.who(seat) if field == "players" else Text(f"{_words(field)} {scene.names.seats[seat]}")
                rows.append(rule(title, width))
                rows += _parts(scene, was[seat] if isinstance(was, tuple) and seat < len(was) else None, part, width, seat)
        else:
            rows += _field(scene, field, was, value, width, None)
    return rows


def _parts(scene: Scene, was: Any, now: Any, width: int, seat: int | None) -> Block:
    rows: Block = []
    for field in now.__struct_fields__:
        rows += _field(scene, field, getattr(was, field, None), getattr(now, field), width, seat)
    return rows


def _field(scene: Scene, field: str, was: Any, now: Any, width: int, seat: int | None) -> Block:
    """One part of the board with its name before it, on as many lines as it takes."""
    return flow([label(f"{_words(field):<10}"), *_said(scene, was, now, seat)], width, indent=11)


def _said(scene: Scene, was: Any, now: Any, seat: int | None) -> Iterator[Text]:
    """A value in parts that stay whole."""
    if isinstance(now, Pile):
        sealed = seat is not None and scene.mine(seat)
        yield from scene.cards(now.cards, was.cards if isinstance(was, Pile) else None, sealed=sealed)
    elif now is None or now == "" or now == ():
        yield lit(was not in (None, "", ()), "–", FAINT)
    elif isinstance(now, bool):
        yield lit(was is not None and was != now, "yes" if now else "no", INK)
    elif isinstance(now, int):
        yield num(was if isinstance(was, int) else None, now)
    elif isinstance(now, msgspec.Struct):
        for field in now.__struct_fields__:
            part, old = getattr(now, field), getattr(was, field, None)
            if part not in (None, "", (), Pile(), 0, False) or part != old:
                yield Text(f"{_words(field)}:", DIM)
                yield from _said(scene, old, part, seat)
    elif isinstance(now, Mapping):
        for key, part in now.items():
            yield Text(f"{scene.named(str(key))}:", DIM)
            yield from _said(scene, was.get(key) if isinstance(was, Mapping) else None, part, seat)
    elif isinstance(now, tuple | list | set | frozenset):
        parts = sorted(now) if isinstance(now, set | frozenset) else now
        old = list(was) if isinstance(was, tuple | list) and len(was) == len(now) else [part if was is not None else None for part in parts]
        for before, part in zip(old, parts, strict=True):
            yield from _said(scene, before, part, seat)
    else:
        yield lit(was is not None and was != now, scene.named(str(now)), INK)


def _words(field: str) -> str:
    return field.replace("_", " ")
