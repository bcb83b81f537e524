"""The shelf the component and rulebook files stand on: the one place under `domain` that reads anything."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from importlib import import_module, resources
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(package: str, name: str) -> Any:
    """The parsed YAML of a file in a package; `FileNotFoundError` if there is none."""
    return yaml.load((resources.files(package) / name).read_bytes(), Loader=_Loader)  # noqa: S506 - a safe loader


def digest(package: str, *names: str) -> str:
    """SHA-256 of the files' bytes, in the order given, as hex digits: it pins what a game was played with."""
    whole = hashlib.sha256()
    for name in names:
        whole.update((resources.files(package) / name).read_bytes())
    return whole.hexdigest()


def checked(model: type[M], raw: Any, name: str) -> M:
    """A parsed file as `model`; `ValueError` with one line a fault, each naming its entry by its id."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        lines = [f"  {_where(raw, fault['loc'])}: {fault['msg']}" for fault in error.errors()]
        raise ValueError("\n".join([f"{name} is not in order", *lines])) from error


def _where(raw: Any, path: tuple[int | str, ...]) -> str:
    """The place of a fault in words: list positions become ids where there are any."""
    words: list[str] = []
    for step in path:
        with suppress(KeyError, IndexError, TypeError):  # it may be the name of a kind, or of a field that is missing
            raw = raw[step]
        words.append(str(raw["id"]) if isinstance(step, int) and isinstance(raw, dict) and "id" in raw else str(step))
    return ".".join(words) or "file"


def game(package: str) -> Any:
    """The ruleset that a package calls `RULESET`; the package is imported when it is first asked for."""
    return import_module(package).RULESET
