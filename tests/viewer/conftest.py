"""A store with a recorded game of every ruleset, and viewers that are driven over it as by somebody at a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

import domain.games
import tests.toy
from domain.kernel import Eye
from ledger import Ledger, Receipt
from ledger.handover import Incoming
from ledger.rows import Kin
from replay.archive import end_of, header_of, line_of, lines_of
from replay.tape import Tape
from replay.viewer.app import Viewer
from tests.tapes import tapes

assert domain.games.__doc__
assert tests.toy.__doc__  # importing them registers what is shipped, and the toy
RULESETS = (*domain.games.GAMES, "duel")


class Shelf:
    """The games of one store, by the name of their ruleset; their tapes are loaded once."""

    def __init__(self, url: str, ledger: Ledger) -> None:
        self.url, self.ledger = url, ledger
        self._tapes: dict[str, Tape] = {}

    def tape(self, ruleset: str) -> Tape:
        """The recorded game of a ruleset as the arbiter sees it."""
        if ruleset not in self._tapes:
            recorded = max((tape for tape in tapes() if tape.ruleset.startswith(f"{ruleset}@")), key=lambda tape: tape.records)
            self._tapes[ruleset] = Tape.load(self.ledger, _taken_in(self.ledger, recorded.content))
        return self._tapes[ruleset]

    def drive(self, ruleset: str, work: Callable[[Hands], Awaitable[None]], size: tuple[int, int] = (80, 24), **given: Any) -> None:
        """Open a viewer of a size and do something with it."""

        async def driven() -> None:
            viewer = Viewer(self.ledger, self.tape(ruleset), **given)
            async with viewer.run_test(size=size) as pilot:
                await work(Hands(pilot, viewer))

        asyncio.run(driven())


class Hands:
    """Somebody at a viewer: presses keys, and reads what stands on the screen."""

    def __init__(self, pilot: Pilot[None], viewer: Viewer) -> None:
        self._pilot, self.viewer = pilot, viewer

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the screen has followed."""
        await self._pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Type a line, and end it."""
        await self.press(*({" ": "space"}.get(sign, sign) for sign in text), "enter")

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        for _ in range(200):
            if so():
                return
            await self._pilot.pause(0.01)
        raise AssertionError("it never came to that")

    @property
    def at(self) -> tuple[int, Eye]:
        """The record and the eye."""
        return self.viewer.reel.n, self.viewer.reel.eye

    def read(self, panel: str = "") -> str:
        """What a panel shows, or the whole screen, line by line."""
        if panel:
            return "\n".join(line.plain.rstrip() for line in self.viewer.panel(panel).block)
        return "\n".join(strip.text.rstrip() for strip in self.viewer.screen._compositor.render_strips())  # what the terminal is sent


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    url = f"sqlite:{tmp_path_factory.mktemp('viewer') / 'ledger.db'}"
    with Ledger.open(url) as ledger:
        yield Shelf(url, ledger)


def _taken_in(ledger: Ledger, content: bytes) -> str:
    """An export into a store, without examining it, which `tests/tapes` does."""
    lines = lines_of(content)
    header, end, records = header_of(lines[0]), end_of(lines[-1]), [line_of(line) for line in lines[1:-1]]
    receipt = Receipt(header.game, end.index, end.leaf, end.link, end.head, end.signature)
    secrets = [(seed.after, bytes.fromhex(seed.secret)) for seed in end.seeds or ()]
    bodies, openings = [bytes(line.body) for line in records], [line.openings for line in records]
    ledger.take_in(Incoming(f"{header.ruleset}@{header.edition}", Kin(header.game), bodies, openings, secrets, receipt))
    return header.game
