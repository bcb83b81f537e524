"""Many games in one folder: files that are whole or not there, found and put in an order in which they can be taken in."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from domain.kernel import Eye
from replay.archive import Header, Unreadable, header_of

ENDING = ".jsonl"


def named(ruleset: str, game: str, eye: Eye) -> str:
    """The name of a game's file in a folder: `bad_company-ID-arbiter.jsonl`."""
    return f"{ruleset.partition('@')[0]}-{game}-{eye}{ENDING}"


def written(path: Path, content: bytes) -> None:
    """Write a file that is there as a whole or, if anything goes wrong, as it was before. `OSError` if it can not be written."""
    path = path.resolve()
    if not path.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        path.write_bytes(content)  # a pipe or a device: there is nothing to put in its place
        return
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)  # as a file that is simply opened would have it
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def files_in(places: Iterable[Path]) -> Iterator[Path]:
    """The files among these, and those that lie in the folders among them, by name. `ValueError` for a folder without any."""
    for place in places:
        if not place.is_dir():
            yield place
            continue
        found = sorted(path for path in place.iterdir() if path.suffix == ENDING and not path.name.startswith(".") and path.is_file())
        if not found:
            raise ValueError(f"the folder {place} holds no file that ends with {ENDING}")
        yield from found


def in_order(files: Iterable[Path]) -> list[Path]:
    """These files, a game before the forks that left it and otherwise as they came. What is no export keeps its place."""
    heads = {path: _header(path) for path in files}
    holding = {header.game: path for path, header in heads.items() if header is not None}
    ordered: dict[Path, None] = {}
    for path in heads:
        way = [path]
        while (header := heads[way[-1]]) is not None and header.parent is not None:
            parent = holding.get(header.parent.game)
            if parent is None or parent in way:  # not here, or a forger's circle
                break
            way.append(parent)
        ordered.update(dict.fromkeys(reversed(way)))
    return list(ordered)


def _header(path: Path) -> Header | None:
    """What a file says that it holds; nothing, if it is no export or can not be read: who takes it in says why.

    A pipe is left alone: what is read from it is gone.
    """
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            return header_of(file.readline())
    except (OSError, Unreadable, msgspec.MsgspecError):
        return None
