"""What of a ruleset can never be taken back, as lines of text: `KIND NAME FIELD …`, a line a word.

A field is followed by `=DEFAULT` (JSON) if it may be left out, and by `|READER` if it is sealed (to nobody: `|`). The last lines
hold the forms of offer keys, with what may be left out in brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from domain.kernel import Answered, RecordOf, Ruleset, kebab, seals

FOLDER = Path(__file__).parent
Lock = Mapping[str, tuple[str, ...]]  # `fact CardDrawn` -> its fields


def path_of(ruleset: Ruleset[Any], folder: Path = FOLDER) -> Path:
    """The lock file of a ruleset; a later edition has one of its own."""
    return folder / f"{ruleset.name if ruleset.edition == 1 else ruleset.id}.lock"


def present(ruleset: Ruleset[Any]) -> dict[str, tuple[str, ...]]:
    """The words of a ruleset as they are now."""
    wire = ruleset.wire
    kinds = {"fact": [*wire.facts, Answered], "command": wire.commands, "obligation": wire.obligations}
    words: dict[str, tuple[str, ...]] = {"record Record": tuple(_fields(RecordOf))}
    for kind, classes in kinds.items():
        for cls in classes:
            words[f"{kind} {cls.__struct_config__.tag}"] = tuple(_fields(cls))
            words.update({f"part {part.__name__}": tuple(_fields(part)) for part in _parts(cls)})
    for cls in wire.commands:
        words[f"key {kebab(cls.__name__)}"] = tuple(f"[:{name}]" if default else f":{name}" for name, default in _defaults(cls))
    return dict(sorted(words.items()))


def written(lock: Lock) -> str:
    """A lock as the text of its file."""
    return "".join(" ".join((name, *fields)) + "\n" for name, fields in sorted(lock.items()))


def read(text: str) -> dict[str, tuple[str, ...]]:
    """A lock from the text of its file."""
    return {f"{kind} {name}": tuple(fields) for kind, name, *fields in (line.split(" ") for line in text.splitlines() if line)}


def breaches(locked: Lock, now: Lock) -> Iterator[str]:
    """What of a lock is no longer kept, one sentence each."""
    for name, fields in locked.items():
        if name not in now:
            yield f"{name} is gone, but old games are written in it: keep it (a renamed class keeps its tag)"
        elif now[name][: len(fields)] != fields:
            yield f"{name} was `{' '.join(fields)}` and is `{' '.join(now[name])}`: old fields stay as they are, new ones come last"
        else:
            for field in now[name][len(fields) :]:
                if "=" not in field and not field.startswith("["):
                    yield f"{name} has a new field {field} without a default: old games do not have it"


def grow(ruleset: Ruleset[Any], folder: Path = FOLDER) -> list[str]:
    """Write what is new into the lock file and return it; `ValueError` says what was broken, and nothing is written."""
    path, now = path_of(ruleset, folder), present(ruleset)
    locked = read(path.read_text()) if path.exists() else {}
    if broken := list(breaches(locked, now)):
        raise ValueError("\n".join(broken))
    path.write_text(written(now))
    return [name for name in now if locked.get(name) != now[name]]


def _fields(cls: type[Any]) -> Iterator[str]:
    sealed = dict(seals(cls))
    for name, default in _defaults(cls):
        if name != "lane" or cls is RecordOf:  # every obligation has one, and it would always come last
            yield name + default + (f"|{sealed[name] or ''}" if name in sealed else "")


def _defaults(cls: type[Any]) -> list[tuple[str, str]]:
    """The fields of a struct, each with `=` and its default, or with nothing if it has none."""
    names, defaults = cls.__struct_fields__, cls.__struct_defaults__
    required = len(names) - len(defaults)
    return [(name, "" if i < required else _said(defaults[i - required])) for i, name in enumerate(names)]


def _said(default: Any) -> str:
    if default is msgspec.NODEFAULT:
        return ""
    if hasattr(default, "factory"):
        default = default.factory()
    return "=" + msgspec.json.encode(default).decode().replace(" ", "\\u0020")


def _parts(cls: type[Any]) -> Iterator[type[Any]]:
    """The structs that fields of a word hold, and those that they hold."""
    found: dict[type[Any], None] = {}
    todo: list[Any] = list(_hints(cls))
    while todo:
        hint = todo.pop()
        todo += get_args(hint)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in found:
            found[hint] = None
            todo += _hints(hint)
    yield from found


def _hints(cls: type[Any]) -> Iterable[Any]:
    return [hint for name, hint in get_type_hints(cls).items() if name in cls.__struct_fields__]
