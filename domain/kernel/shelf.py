"""The shelf the component and rulebook files stand on: the one place under `domain` that reads anything."""

from __future__ import annotations

import hashlib
from importlib import import_module, resources
from typing import Any

import yaml

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


def game(package: str) -> Any:
    """The ruleset that a package calls `RULESET`; the package is imported when it is first asked for."""
    return import_module(package).RULESET
