"""The wire: how one ruleset's records and positions are read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.game import GameOf
from domain.kernel.record import RecordOf
from domain.kernel.seal import seals
from domain.kernel.table import Adjusted, Answered, Arranged, Forked, GameBegan, NothingHappened
from domain.kernel.word import Command, Fact, Obligation, Pass

T = TypeVar("T")
TABLE_FACTS: tuple[type[Any], ...] = (Adjusted, Arranged, Forked, GameBegan, NothingHappened)


def vocabulary(base: type[T], *modules: ModuleType) -> list[type[T]]:
    """The words of that kind that these modules define (a name with an underscore only serves as a base)."""
    return [
        cls
        for module in modules
        for name, cls in vars(module).items()
        if isinstance(cls, type) and issubclass(cls, base) and cls.__module__ == module.__name__ and not name.startswith("_")
    ]


class Wire:
    """The unions of one ruleset's words; building it checks them. `TypeError` names the word that breaks a law.

    `record`, `game` and `command` decode JSON bytes; `convert_record` takes decoded data (what an upcaster or an opening made).
    """

    def __init__(self, board: type, *modules: ModuleType) -> None:
        self.facts: list[type[Any]] = [*TABLE_FACTS, *vocabulary(Fact, *modules)]
        self.commands: list[type[Any]] = [Pass, *vocabulary(Command, *modules)]
        self.obligations: list[type[Any]] = vocabulary(Obligation, *modules)
        for cls in (*self.facts, *self.commands, *self.obligations):
            _check(cls)
        command, obligation = _union(self.commands), _union(self.obligations)
        answered = cast("Any", Answered)[Any, command]
        record: Any = cast("Any", RecordOf)[_union([*self.facts, answered]), obligation]
        self.record = _decoder(record)
        self.game = _decoder(cast("Any", GameOf)[board, obligation])
        self.command = _decoder(command)
        self.convert_record: Callable[[Any], Any] = lambda data: msgspec.convert(data, record)
        self.encode = msgspec.json.Encoder().encode

    def words(self) -> dict[str, dict[str, list[str]]]:
        """Every tag with its fields: what a lock file keeps, since records of old games are written in these words."""
        kinds = {"facts": self.facts, "commands": self.commands, "obligations": self.obligations}
        return {kind: {_tag(cls): list(cls.__struct_fields__) for cls in classes} for kind, classes in kinds.items()}


def _tag(cls: type[Any]) -> str:
    return str(cls.__struct_config__.tag)


def _union(classes: list[type[Any]]) -> Any:
    return Union[tuple(classes)]  # noqa: UP007 - made from a list


def _check(cls: type) -> None:
    hints = get_type_hints(cls, include_extras=True)
    marked = dict(seals(cls))
    if marked and issubclass(cls, Obligation):
        raise TypeError(f"{cls.__name__}: an obligation is public, put what is hidden on the board")
    for name, hint in hints.items():
        if float in _parts(hint):
            raise TypeError(f"{cls.__name__}.{name} is a float, which has no one canonical form")
        if name in marked:
            if marked[name] is not None and marked[name] not in hints:
                raise TypeError(f"{cls.__name__}.{name} is sealed to {marked[name]}, which is no field")
            if not _hideable(get_args(hint)[0]):
                raise TypeError(f"{cls.__name__}.{name} is sealed but has no way to be unknown")
        elif any(seals(part) for part in _parts(hint) if isinstance(part, type) and issubclass(part, msgspec.Struct)):
            raise TypeError(f"{cls.__name__}.{name} holds a sealed field where no redaction reaches it")


def _decoder(of: Any) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(of).decode


def _hideable(hint: Any) -> bool:
    return _hideable(get_args(hint)[0]) if get_origin(hint) is tuple else type(None) in get_args(hint)


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for part in get_args(hint):
        yield from _parts(part)
