"""The replay page in a real browser: step, scrub, look through other eyes, ask why, fork and follow; for every ruleset."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import domain.games
from domain.kernel import rulesets
from tests.pages.browser import Browser, Page
from tests.pages.conftest import Shelf

assert domain.games.__doc__  # importing it registers what is shipped
SHIPPED = [held.name for held in rulesets() if held.package.startswith("domain.games")]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]
VIEWS = ((1440, 900, False), (1440, 900, True), (390, 844, False))  # width and height in CSS pixels, and whether it is dark
AXE = files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module", params=[*SHIPPED, "duel"])
def opened(request: pytest.FixtureRequest, browser: Browser, shelf: Shelf) -> Iterator[tuple[Page, str, str]]:
    """A page on the middle of a game, with the ruleset's name and the game's id; one page serves all tests of a ruleset."""
    page, game = browser.page(), shelf.game(request.param)
    yield page, request.param, game
    page.close()


@pytest.fixture
def any_page(browser: Browser, shelf: Shelf) -> Iterator[Page]:
    """A page on some game, for what no ruleset makes a difference to."""
    page, game = browser.page(), shelf.game("bad_company")
    page.open(f"{shelf.url}/replays/{game}?at=200")
    yield page
    assert page.errors == []
    page.close()


@pytest.fixture
def page(opened: tuple[Page, str, str], shelf: Shelf) -> Iterator[Page]:
    """The page, opened in the middle of the game for the public; at the end of a test its console must have been silent."""
    page, _, game = opened
    middle = shelf.served.house.ledger.sitting(game).version // 2
    page.errors.clear()
    page.open(f"{shelf.url}/replays/{game}?at={middle}&as=public")
    yield page
    assert page.errors == []


def at(page: Page) -> int:
    return int(page.text("#idx"))


def settled(page: Page, n: int) -> None:
    """Board, sentence, log, timeline and address must all come to show record `n`."""
    page.wait(f"document.querySelector('#idx').textContent === '{n}' && new URLSearchParams(location.search).get('at') === '{n}'")
    seen = page.eval(
        "({log: document.querySelector('#log [aria-current]')?.dataset.i, range: document.querySelector('#scrub').value,"
        " where: document.querySelector('#where').textContent})"
    )
    assert seen == {"log": str(n), "range": str(n), "where": f"Record {n}"}


def test_keys_step_through_the_game_and_nothing_is_asked_of_the_server(page: Page):
    first = at(page)
    asked = len(page.requests)
    page.press(*["ArrowRight"] * 25)
    settled(page, first + 25)
    page.press(*["ArrowLeft"] * 5)
    settled(page, first + 20)
    page.press("j")
    assert at(page) > first + 20
    assert page.eval("document.querySelector('#ticks .on').className").startswith("answer")
    page.press("k", "k", "]", "[")
    page.press("d")
    assert page.eval("document.querySelector('#pane-changed').hidden") is False
    page.press("w", "End")
    last = at(page)
    settled(page, last)
    page.press("Home")
    assert at(page) == 0
    page.eval("new Promise((rest) => setTimeout(rest, 400))")
    assert len(page.requests) == asked
    page.eval("history.back()")
    page.wait(f"document.querySelector('#idx').textContent === '{last}'")


def test_every_step_says_the_sentence_that_the_log_of_this_eye_has(page: Page, opened: tuple[Page, str, str], shelf: Shelf):
    _, _, game = opened
    first = at(page)
    said = {}
    for _ in range(5):
        page.press("ArrowRight")
        said[at(page)] = page.text("#say")
    log = shelf.served.http.get(f"/v1/games/{game}/records?after={first}&limit=5").json()["records"]
    assert [record["index"] for record in log] == list(said)
    for record in log:  # the mark of who acts stands before the sentence
        assert said[record["index"]].lower().endswith(record["text"].lower())
    page.wait(f"document.querySelector('#live').textContent.startsWith('Record {at(page)}. ')")


def test_another_eye_turns_faces_at_the_same_position(page: Page):
    n = at(page)
    asked = len(page.requests)
    page.press("1")
    page.wait("new URLSearchParams(location.search).get('as') === '0'")
    assert page.eval("document.querySelector('input[name=eye]:checked').value") == "0"
    page.press("a")
    page.wait("new URLSearchParams(location.search).get('as') === 'arbiter'")
    settled(page, n)
    assert page.eval("document.querySelectorAll('#board .card.unknown').length") == 0
    page.press("p", "1")
    page.wait("new URLSearchParams(location.search).get('as') === '0'")
    assert len(page.requests) == asked + 2, "each eye's tape is loaded once"


def test_a_rule_opens_in_words_and_what_could_have_been_done_names_what_was_taken(page: Page):
    page.press("k", "a", "w")
    page.wait("new URLSearchParams(location.search).get('as') === 'arbiter'")
    assert page.text("#rule-text")
    page.click(".chain [data-rule]")
    assert page.eval("document.querySelector('.chain [data-rule]').getAttribute('aria-expanded')") == "true"
    assert page.text(".chain .wording")
    page.press("c")
    page.wait("document.querySelector('#pane-could .offers li')")
    assert page.eval("document.querySelectorAll('#pane-could .offers .taken').length") == 1
    page.press("p")
    page.wait("new URLSearchParams(location.search).get('as') === 'public'")
    assert page.eval("document.querySelectorAll('#pane-could .offers li').length") == 0, "the public does not see a seat's offers"


def test_a_fork_is_made_by_a_button_and_followed_to_its_end(page: Page, opened: tuple[Page, str, str], shelf: Shelf):
    _, _, game = opened
    page.press("k", "ArrowLeft")  # the end of a batch
    n = at(page)
    page.press("f")
    page.wait("document.querySelector('#pane-forks .node')")  # the family has come: nothing moves under the pointer any more
    page.click("[data-fork]")
    page.wait("document.querySelector('#forking').open")
    page.eval("document.querySelector('#luck').value = 'fresh'; document.querySelector('#reason').value = 'what if'")
    page.click("#forking [type=submit]")
    page.wait(f"location.pathname.startsWith('/replays/') && !location.pathname.includes('{game}')")
    page.wait("document.documentElement.dataset.ready !== undefined")
    fork = str(page.eval("location.pathname")).rpartition("/")[2]
    page.wait("document.querySelector('#state').textContent.includes('won')")
    assert at(page) == n + 1
    assert "a fork leaves" in page.text("#say").lower()
    page.press("f")
    page.wait("document.querySelectorAll('#pane-forks .node').length > 1")
    assert "what if" in page.text("#pane-forks")
    family = shelf.served.http.get(f"/v1/games/{game}/forks").json()["games"]
    assert fork in {kin["id"] for kin in family}


def test_the_export_of_an_eye_is_examined_at_a_click(any_page: Page):
    page = any_page
    page.click("#verify")
    page.wait("document.querySelector('#verify').textContent === '✓ verified'")
    assert page.text("#live").startswith("Verified: ")


def test_the_log_can_show_decisions_alone(any_page: Page):
    page = any_page
    page.eval("const f = document.querySelector('#filter'); f.value = 'answer'; f.dispatchEvent(new Event('change')); 0")
    shown = page.eval("[...document.querySelectorAll('#log li[data-i]')].map((li) => Number(li.dataset.i))")
    assert shown == sorted(shown)
    assert len(shown) > 1
    page.press("j")
    assert page.eval("document.querySelector('#log [aria-current]').dataset.i") == str(at(page))


def test_axe_finds_nothing(page: Page, opened: tuple[Page, str, str], pictures: Path):
    _, ruleset, _ = opened
    for width, height, dark in VIEWS if ruleset in SHIPPED else VIEWS[:1]:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 860)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.press("ArrowRight")
        page.eval("new Promise((rest) => setTimeout(rest, 400))")  # the highlight has closed in
        page.shot(pictures / f"replay-{ruleset.replace('_', '-')}-{width}-{'dark' if dark else 'light'}.png")
        assert page.eval("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        assert violations(page, ["color-contrast"] if dark else None) == []


def test_the_lobby_leads_to_a_replay(browser: Browser, shelf: Shelf):
    game = shelf.game("duel")
    shelf.served.house.follower.catch_up()
    page = browser.page()
    page.open(f"{shelf.url}/", "document.querySelector('main a')")
    assert violations(page, None) == []
    page.click(f"main a[href='/replays/{game}']")
    page.wait("document.documentElement.dataset.ready !== undefined")
    assert page.text("h1") == "Duel"
    assert page.errors == []
    page.close()


def violations(page: Page, only: list[str] | None, within: str = "html") -> list[Any]:
    """What axe objects to on the page, each with the elements it is about; `only` names the rules to try, `within` where to look."""
    page.eval(AXE + "; 0")
    options = {"resultTypes": ["violations"], **({} if only is None else {"runOnly": only})}
    found = page.eval(
        f"axe.run({json.dumps(within)}, {json.dumps(options)}).then((all) => JSON.stringify(all.violations.map((one) =>"
        " [one.id, one.help, one.nodes.slice(0, 3).map((node) => [node.html.slice(0, 200), node.failureSummary])])))"
    )
    return json.loads(found)
