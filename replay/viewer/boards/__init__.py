"""Boards as people know them from the table: a renderer for each game, one module each, and one for any other."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

from domain.kernel import Names, Ruleset
from replay.viewer.ink import Block, Scene

DRAWN = ("after_pablo", "bad_company", "battlestar_galactica", "breaking_bad")


class Renderer(Protocol):
    """What a module of this package offers."""

    LEGEND: str
    """What its signs mean, on lines of no more than 76 columns."""

    def hues(self, board: Any) -> tuple[str, ...]:
        """The colour of each seat in the game, as `ink.HUES` calls them."""
        ...

    def called(self, board: Any, names: Names) -> tuple[str, ...]:
        """What each seat is called: by its character, where the game has them."""
        ...

    def draw(self, scene: Scene, before: Any, now: Any, width: int, height: int) -> Block:
        """The board in so many columns, and if it can be in so many lines; what differs from the board before is marked."""
        ...


def renderer(ruleset: Ruleset[Any]) -> Renderer:
    """Who draws the boards of a ruleset."""
    name = ruleset.name if ruleset.name in DRAWN and ruleset.package.startswith("domain.games.") else "generic"
    module: Any = import_module(f"{__name__}.{name}")
    return module
