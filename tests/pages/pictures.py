"""The pictures of the replay page: `python -m tests.pages.pictures [FOLDER]` plays a game of every ruleset and takes them anew."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import msgspec

import domain.games
from domain.kernel import rulesets
from projections.curves import Curves
from replay.cores import fulfilled
from replay.curve import drawn, wanted
from replay.tape import Tape
from tests.api.served import Served, serving
from tests.pages.browser import Browser, chromium
from tests.pages.conftest import Shelf

NAMES = ("Vera", "Okan", "Lin", "Tomás", "Ines", "Bruno")
SEATS = 4
SHARE = 0.6  # how far into a game a picture is taken
GAMES = 16  # continuations from every turn, for the curve of chances
LOOKS = (("wide", 1440, 900, False), ("dark", 1440, 900, True), ("phone", 390, 844, False))


def take(folder: Path) -> None:
    """Take all pictures into a folder; `RuntimeError` where there is no Chromium."""
    binary = chromium()
    if binary is None:
        raise RuntimeError("no Chromium on PATH; `apt-get install chromium` installs one")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, serving(Path(name)) as served:
        browser, shelf = Browser(binary, Path(name) / "chromium"), Shelf(served)
        try:
            for ruleset in (held for held in rulesets() if held.package.startswith(domain.games.__name__)):
                places = [{"name": who, "bot": "heuristic"} for who in NAMES[:SEATS]]
                wanted = {"ruleset": ruleset.id, "seats": places, "options": {"seed": "2"}}
                game = served.http.post("/v1/games", json=wanted).raise_for_status().json()["id"]
                shelf.finished(game)
                keep_curve(served, game)
                at = int(served.house.ledger.sitting(game).version * SHARE)
                for look, width, height, dark in LOOKS:
                    page = browser.page(width, height, dark=dark)
                    page.open(f"{shelf.url}/replays/{game}?at={at}&as=public")
                    page.wait("document.querySelector('#whiskers line')")
                    page.press("k")
                    page.eval("new Promise((rest) => setTimeout(rest, 400))")
                    page.shot(folder / f"replay-{ruleset.name.replace('_', '-')}-{look}.png")
                    page.close()
        finally:
            browser.close()


def keep_curve(served: Served, game: str) -> None:
    """Have the chances by turn worked out, so that the page shows them."""
    tape = Tape.load(served.house.ledger, game)
    curve = drawn(tape, "heuristic", 1, GAMES, fulfilled(tape, wanted(tape, GAMES), "heuristic", 1))
    Curves(served.house.views).keep(game, msgspec.json.encode(curve))


if __name__ == "__main__":
    take(Path(sys.argv[1] if sys.argv[1:] else "docs/pictures"))
