"""The pictures of the replay page and of a dispute: `python -m tests.pages.pictures [FOLDER [RULESET]]` plays a game of every ruleset, or
of one, and takes them anew."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import msgspec

import domain.games
from domain.disputes import Remedy
from domain.kernel import rulesets, starts_batch
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


DISPUTED = ("breaking_bad", "bb.fight.cards-discarded-after")  # a ruleset, and a rule that is disputed there
AROUND = 12  # records before the disputed one
WEEK = 7 * 86_400_000  # milliseconds


def take(folder: Path, only: str | None = None) -> None:
    """Take all pictures into a folder, or those of one ruleset; `RuntimeError` where there is no Chromium."""
    binary = chromium()
    if binary is None:
        raise RuntimeError("no Chromium on PATH; `apt-get install chromium` installs one")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, serving(Path(name)) as served:
        browser, shelf = Browser(binary, Path(name) / "chromium"), Shelf(served)
        try:
            for ruleset in (held for held in rulesets() if held.package.startswith(domain.games.__name__) and only in (None, held.name)):
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
                if ruleset.name == DISPUTED[0]:
                    dispute(served, browser, game, at, folder)
        finally:
            browser.close()


def dispute(served: Served, browser: Browser, game: str, upto: int, folder: Path) -> None:
    """The page of a dispute about a game, as an arbiter sees it who has looked."""
    ledger = served.house.ledger
    disputed = next(record for record in reversed(ledger.records(game, upto=upto + AROUND)) if record.rule == DISPUTED[1])
    claim = "Was this firefight over? I would have answered, had I been asked once more."
    due = int(time.time() * 1000) + WEEK
    stretch, heard = (disputed.index - AROUND, disputed.index + 2), ledger.disputes
    id = heard.file(
        game, 2, stretch, claim, Remedy("rewind", at=batch_end(served, game, stretch[0])), rule=disputed.rule, deadline=due
    ).dispute.id
    heard.state(id, 3, "Everybody was asked in turn and let it stand. The records say so.")
    heard.state(id, 0, "I held nothing that would have helped, and leave it to the arbiter.")
    token = heard.arbiters.appoint("Ada")
    heard.look(id, "Ada")
    address = f"{str(served.http.base_url).rstrip('/')}/disputes/{id}"
    for look, width, height, dark in LOOKS:
        page = browser.page(width, height, dark=dark)
        page.open(address)
        page.eval(f"sessionStorage.setItem('ledgerdemain:arbiter', '{token}')")
        page.open(address)
        page.shot(folder / f"dispute-{look}.png")
        page.close()


def batch_end(served: Served, game: str, n: int) -> int:
    """The last record of a batch before record `n`."""
    return next(record.index - 1 for record in reversed(served.house.ledger.records(game, upto=n)) if starts_batch(record))


def keep_curve(served: Served, game: str) -> None:
    """Have the chances by turn worked out, so that the page shows them."""
    tape = Tape.load(served.house.ledger, game)
    curve = drawn(tape, "heuristic", 1, GAMES, fulfilled(tape, wanted(tape, GAMES), "heuristic", 1))
    Curves(served.house.views).keep(game, msgspec.json.encode(curve))


if __name__ == "__main__":
    take(Path(sys.argv[1] if sys.argv[1:] else "docs/pictures"), sys.argv[2] if sys.argv[2:] else None)
