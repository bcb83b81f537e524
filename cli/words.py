"""The words in which scenario files speak of a ruleset: its piles, the paths on its board, the steps that it may
begin at, the facts that it writes, and what can be offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_origin, get_type_hints

import msgspec
import msgspec.structs

from domain.kernel import Pile, Place, Ruleset, Slots, begin, kebab


class Words(msgspec.Struct, frozen=True):
    """All names of one ruleset. In names that go by seat, seat 0 stands for all."""

    piles: list[str]
    paths: list[str]
    steps: list[str]
    facts: list[str]
    keys: list[str]

    def lines(self) -> Iterator[str]:
        """The names under their headings."""
        for heading, names in (
            ("piles, for `arrange: piles:`", self.piles),
            ("paths, for `arrange: set:` and `then: board:`", self.paths),
            ("steps, for `at:` (the first is where set-up begins, the second where a turn does)", self.steps),
            ("facts, for `then: facts:`", self.facts),
            ("offer keys, for `take:`", self.keys),
        ):
            yield heading
            yield from (f"  {name}" for name in names)


def words_of(ruleset: Ruleset[Any]) -> Words:
    """The words of a ruleset, its board's taken from a table that has just been set up."""
    from bots import seated

    places = [Place(f"seat {seat}") for seat in range(min(ruleset.seats))]
    board = begin(ruleset, seated(ruleset, places), Slots(b"any"))[0].board
    return Words(
        [name for name, _ in sorted(board.piles().items())],
        list(_paths("", board)),
        ["set-up", *ruleset.scenes],
        sorted(f"{fact.__name__}: {', '.join(fact.__struct_fields__)}" for fact in ruleset.wire.facts),
        sorted(_key(kind) for kind in ruleset.wire.commands),
    )


def _paths(path: str, part: Any) -> Iterator[str]:
    """Every public value on a board by its dotted path; of things in a row that are alike, the first."""
    if isinstance(part, Pile):
        return
    if isinstance(part, msgspec.Struct):
        for field in part.__struct_fields__:
            yield from _paths(f"{path}.{field}" if path else field, getattr(part, field))
    elif isinstance(part, tuple) and part and isinstance(part[0], msgspec.Struct):
        yield from _paths(f"{path}.0", part[0])
    else:
        yield path


def _key(kind: type[Any]) -> str:
    """The form of an offer's key: `play:CARD[:TARGET]`, what may be left out in brackets."""
    hints, form = get_type_hints(kind), kebab(kind.__name__)
    for field in msgspec.structs.fields(kind):
        name = field.name.upper() + ("+..." if get_origin(hints[field.name]) is tuple else "")
        form += f":{name}" if field.required else f"[:{name}]"
    return form
