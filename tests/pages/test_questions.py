"""The inspector's answers: what a record rested on, what stands otherwise in a fork, and what became of the family."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from replay.tape import Tape
from replay.why import followed
from tests.pages.browser import Browser, Page
from tests.pages.conftest import Shelf

BOTS = {str(seat): {"name": f"Bot {seat}", "bot": "random"} for seat in range(2)}


@pytest.fixture(scope="module")
def asked(browser: Browser, shelf: Shelf) -> Iterator[tuple[Page, str, str]]:
    """The page of a finished duel that has a finished fork, and both their ids."""
    game = shelf.game("duel")
    fork = shelf.served.http.post(f"/v1/games/{game}/forks", json={"at": 40, "luck": "fresh", "reason": "what if", "seats": BOTS}).json()
    shelf.finished(fork["id"])
    page = browser.page()
    page.open(f"{shelf.url}/replays/{game}?at=40&as=arbiter")
    yield page, game, fork["id"]
    assert page.errors == []
    page.close()


def test_what_a_record_rested_on_leads_to_the_record_that_brought_it_about(asked: tuple[Page, str, str], shelf: Shelf):
    page, game, _ = asked
    steps = followed(Tape.load(shelf.served.house.ledger, game))
    n, (at, stood) = next((n, step.rests[0]) for n, step in enumerate(steps, 1) if n > 30 and len(step.rests) == 1)
    page.open(f"{shelf.url}/replays/{game}?at={n}&as=arbiter")
    page.press("w")
    assert page.text("#pane-why .rests li").startswith(f"{stood} since {at}")
    page.click("#pane-why .rests [data-to]")
    page.wait(f"document.querySelector('#idx').textContent === '{at}'")


def test_changes_are_told_as_the_command_line_tells_them(asked: tuple[Page, str, str], shelf: Shelf):
    page, game, _ = asked
    page.press("d", "Home", "End")
    last = int(page.text("#idx"))
    told = shelf.served.http.get(f"/v1/games/{game}/at/{last}/diff?as=arbiter").json()["changes"]
    shown = page.eval("[...document.querySelectorAll('#pane-changed .facts:first-of-type li')].map((one) => one.textContent)")
    assert shown == [one["text"].replace(" -> ", " → ") for one in told]
    assert shown


def test_a_fork_is_compared_with_the_game_that_it_left(asked: tuple[Page, str, str], shelf: Shelf):
    page, game, fork = asked
    page.press("d")
    page.wait("document.querySelector('#of option[value]:not([value=\"\"])')")
    for field, value in (("of", fork), ("from", "45"), ("to", "50")):
        page.eval(f"document.querySelector('#{field}').value = '{value}'; 0")
    page.click(".cmp button")
    page.wait("document.querySelector('#differences li')")
    at = shelf.served.http.get(f"/v1/games/{game}/at/50/diff?of={fork}&from=45").json()["parted"]
    assert f"Both are the same up to record {at}." in page.text("#differences")
    page.eval("document.querySelector('#from').value = 9999; 0")
    page.click(".cmp button")
    page.wait("document.querySelector('#differences .problem')")
    assert "no record 9999" in page.text("#differences")
    assert len(page.errors) == 1, "the browser itself tells of an answer that is no success"
    page.errors.clear()


def test_the_tree_says_what_became_of_each_game(asked: tuple[Page, str, str]):
    page, _, _ = asked
    page.press("f")
    page.wait("document.querySelectorAll('#pane-forks .node').length > 1")
    said = page.text("#pane-forks .node:not([aria-current])")
    assert "fresh luck" in said
    assert "“what if”" in said
    assert " won" in said
    assert "bots: Bot 0, Bot 1" in said
