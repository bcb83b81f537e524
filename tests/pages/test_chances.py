"""The chance-to-win curve on the replay page: asked for at a click, drawn above the turns, said where the page stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from api.reckoner import Reckoner
from projections.curves import Curves
from replay.cores import fulfilled
from replay.curve import beginnings, drawn
from replay.tape import Tape
from replay.what_if import orders
from tests.pages.browser import Browser, Page
from tests.pages.conftest import Shelf
from tests.pages.test_replay import VIEWS, violations

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page, whose console must have been silent at the end."""
    page = browser.page()
    yield page
    assert page.errors == []
    page.close()


def duel(shelf: Shelf, **options: str) -> str:
    """A finished duel that no other test looks at."""
    game = shelf.served.table("duel", 2, {0: "random", 1: "random"}, seed="9", **options).id
    shelf.finished(game)
    return game


def keep_curve(shelf: Shelf, game: str) -> None:
    """A curve of a few points and continuations, kept as if somebody had had it worked out."""
    tape = Tape.load(shelf.served.house.ledger, game)
    few = [order for n in list(beginnings(tape))[::12] for order in orders(n, 3)]
    curve = drawn(tape, "random", 1, 3, fulfilled(tape, few, "random", 1, 1))
    Curves(shelf.served.house.views).keep(game, msgspec.json.encode(curve))


def test_chances_are_worked_out_at_a_click_and_drawn_above_the_turns(page: Page, shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shelf.served.house, "reckoner", Reckoner(Curves(shelf.served.house.views), games=1))
    game = duel(shelf)
    page.open(f"{shelf.url}/replays/{game}?at=20")
    assert page.text("#reckon") == "Work out the chances"
    assert not any(url.endswith("/chances") for url in page.requests), "what nobody has is not asked for"
    page.click("#reckon")
    page.wait("document.querySelector('#odds-bar')")
    assert page.text("#odds").startswith("Working out the chances")
    page.wait("document.querySelector('#whiskers line')")
    assert "1 continuation a turn by random bots, who are not people" in page.text("#odds")
    assert page.text("#live") == "The chances are drawn above the turns."
    assert page.eval("document.querySelectorAll('#curve polyline').length") == 2


@pytest.mark.parametrize(("ruleset", "views"), [("bad_company", VIEWS[:1]), ("breaking_bad", VIEWS[1:])])
def test_the_curve_says_the_chances_where_the_page_stands_and_asks_nothing_more(
    page: Page, shelf: Shelf, pictures: Path, ruleset: str, views: tuple[tuple[int, int, bool], ...]
):
    game = shelf.game(ruleset)
    keep_curve(shelf, game)
    page.open(f"{shelf.url}/replays/{game}?at=200")
    page.wait("document.querySelector('#whiskers line')")
    assert sum(url.endswith("/chances") for url in page.requests) == 1
    asked, first = len(page.requests), page.text("#odds")
    assert "3 continuations a turn by random bots, who are not people" in first
    assert "%" in first
    page.press("End")
    assert page.text("#odds-turn") == "The end"
    ends = page.eval("[...document.querySelectorAll('#odds .of')].map((e) => e.textContent)")
    assert sorted(set(ends)) == ["0 %", "100 %"]
    assert page.text("#odds") != first
    rows = page.eval("[...document.querySelectorAll('#curve tbody tr')].map((row) => row.textContent)")
    assert rows[-1].startswith("The end")
    assert len(rows) == len(page.eval("document.querySelector('#curve polyline').getAttribute('points').split(' ')"))
    dashes = page.eval("[...document.querySelectorAll('#curve polyline')].map((line) => line.getAttribute('stroke-dasharray'))")
    assert len(set(dashes)) == len(dashes) == len(ends), "lines are told apart by more than their colour"
    marks = page.eval("[...document.querySelectorAll('#curve .on-line')].map((mark) => mark.textContent)")
    assert len(set(marks)) == len(ends), "each line has its own mark on it"
    page.press("Home", "ArrowRight")
    assert len(page.requests) == asked
    for width, height, dark in views:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 860)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        if width < 860:
            assert page.eval("getComputedStyle(document.querySelector('#curve')).display") == "none", "on a phone it waits in the sheet"
            page.click("#more")
        assert page.eval("document.querySelector('#curve').getBoundingClientRect().height") > 40
        page.eval("new Promise((rest) => setTimeout(rest, 400))")
        page.shot(pictures / f"chances-{ruleset.replace('_', '-')}-{width}-{'dark' if dark else 'light'}.png")
        assert page.eval("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        assert violations(page, ["color-contrast"] if dark else None) == []


def test_a_table_that_keeps_its_hands_sealed_has_no_curve(page: Page, shelf: Shelf):
    page.open(f"{shelf.url}/replays/{duel(shelf, hands='sealed')}")
    assert page.eval("document.querySelector('#odds').hidden") is True


def test_while_another_game_is_worked_out_the_page_says_so(browser: Browser, shelf: Shelf):
    kept = Curves(shelf.served.house.views)
    page = browser.page()
    page.open(f"{shelf.url}/replays/{duel(shelf)}")
    assert kept.take_up("somebody else", "another game", 100)
    try:
        page.click("#reckon")
        page.wait("document.querySelector('#odds-problem').textContent.startsWith('The chances of another game')")
        assert page.eval("document.querySelector('#reckon').disabled") is False
    finally:
        kept.put_down("somebody else")
    assert all("429" in error for error in page.errors)
    page.close()
