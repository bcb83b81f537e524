"""The pictures of the terminal viewer: `python -m tests.viewer.pictures [FOLDER]` plays the games and takes them anew."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path

import domain.games
from domain.kernel import Eye, Place
from ledger import Ledger
from replay.robots import Robots
from replay.tape import Tape
from replay.viewer.app import Viewer

assert domain.games.__doc__  # importing it registers what is shipped
NAMES = ("Vera", "Okan", "Lin", "Tomás")
SHARE = 0.31  # how far into a game a picture is taken
LOOKS: tuple[tuple[str, tuple[int, int], Eye, tuple[str, ...]], ...] = (
    ("battlestar_galactica", (144, 44), 1, ("w",)),
    ("bad_company", (144, 48), 2, ("c",)),
    ("breaking_bad", (80, 24), 0, ()),
)
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def take(folder: Path) -> None:
    """Take all pictures into a folder."""
    with tempfile.TemporaryDirectory() as name, Ledger.open(f"sqlite:{name}/ledger.db") as ledger:
        for ruleset, size, eye, keys in LOOKS:
            game = ledger.create(ruleset, [Place(who, "heuristic") for who in NAMES], {"seed": "2"}).id
            Robots(ledger).answer(game)
            picture = asyncio.run(_taken(Viewer(ledger, Tape.load(ledger, game), eye), size, keys))
            (folder / f"step-{ruleset.replace('_', '-')}.svg").write_text(FONTS.sub("", picture))  # readers' own fonts will do


async def _taken(viewer: Viewer, size: tuple[int, int], keys: tuple[str, ...]) -> str:
    """The screen a good way into the game, where a decision had just changed something."""
    async with viewer.run_test(size=size) as pilot:
        viewer.action_go(int(viewer.reel.length * SHARE))
        await pilot.press("j", *keys)
        while len(viewer.panel("now").block) < 2:
            await pilot.press("right")
        await pilot.pause()
        return viewer.export_screenshot(title=f"replay step {viewer.reel.tape.game[:8]}")


if __name__ == "__main__":
    take(Path(sys.argv[1] if sys.argv[1:] else "docs/pictures"))
