"""A dispute in a real browser: filed on the replay page, argued, looked into, ruled, appealed and closed, by those whose it is to do so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.disputes import Remedy
from ledger import Ledger
from tests.pages.browser import Browser, Page
from tests.pages.conftest import Shelf
from tests.pages.test_replay import VIEWS, violations

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]
CLAIM = 'Was the raid in time? It was <b>turn 2</b> & "too early".'


def appointed(ledger: Ledger, name: str) -> str:
    """The token of an arbiter, appointed anew if there was one of that name."""
    if name in ledger.disputes.arbiters.names():
        ledger.disputes.arbiters.dismiss(name)
    return ledger.disputes.arbiters.appoint(name)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page whose console must have been silent at the end of a test."""
    page = browser.page()
    yield page
    assert page.errors == []
    page.close()


@pytest.fixture(scope="module")
def tabled(shelf: Shelf) -> tuple[str, dict[int, str]]:
    """A duel of three people that is being played, with the tokens of their seats."""
    table = shelf.served.table("duel", 3, seed="7")
    table.rush(random.Random(4), 60)
    return table.id, table.tokens


def read_as(page: Page, token: str, reader: str) -> None:
    """Give the page a token, and wait until it reads as its holder."""
    page.eval(f"document.querySelector('#token').value = '{token}'")
    page.eval("document.querySelector('#live').textContent = ''")
    page.click("#who [type=submit]")
    page.wait(f"document.querySelector('#main').dataset.reader === '{reader}'")
    page.wait("document.querySelector('#live').textContent.startsWith('You read')")


def send(page: Page, action: str, **fields: str) -> None:
    """Fill in a form and send it; the page that comes says so."""
    for name, value in fields.items():
        page.eval(f"document.querySelector('[data-post$=\"{action}\"] [name={name}]').value = {value!r}")
    page.eval("document.querySelector('#live').textContent = ''")
    page.click(f'[data-post$="{action}"] [type=submit]')
    page.wait("document.querySelector('#live').textContent.startsWith('Done')")


def columns(page: Page) -> list[str]:
    """The heads of the columns that are in sight."""
    return page.eval(
        "[...document.querySelectorAll('.grid thead th .whoami > span')].filter((one) => one.offsetWidth).map((one) => one.textContent)"
    )


def stage(page: Page) -> str:
    return page.text(".stages [aria-current]").strip()


def test_a_dispute_is_filed_argued_looked_into_ruled_appealed_and_closed(page: Page, shelf: Shelf, tabled: tuple[str, dict[int, str]]):
    game, tokens = tabled
    ledger = shelf.served.house.ledger
    ada, ben = appointed(ledger, "Ada"), appointed(ledger, "Ben")

    # filed, on the replay page, where it happened
    records = ledger.records(game)
    n = next(record.index for record in reversed(records) if record.rule == "duel.draw")
    page.open(f"{shelf.url}/replays/{game}?at={n}")
    page.click("#dispute")
    page.wait("document.querySelector('#disputing').open")
    start = max(record.index for record in records[:n] if record.cause is None or getattr(record.fact, "starts_batch", False))
    assert page.eval("['#first', '#last', '#relied'].map((id) => document.querySelector(id).value)") == [str(start), str(n), "duel.draw"]
    assert page.text("#relied-text") == "A card is drawn from the top of the deck and held hidden."
    assert violations(page, None, "#disputing") == []
    page.eval(f"document.querySelector('#claim').value = {CLAIM!r}; document.querySelector('#first').value = 40")
    page.eval(f"document.querySelector('#bearer').value = '{tokens[0]}'")
    page.click("#disputing [type=submit]")
    page.wait("location.pathname.startsWith('/disputes/') && document.documentElement.dataset.ready !== undefined")
    id = str(page.eval("location.pathname")).rpartition("/")[2]

    # the seat that filed it reads its own side
    assert page.text("h1") == "Was the raid in time?"
    assert page.eval("document.querySelector('#main').dataset.reader") == "0", "the token was kept in this tab"
    assert columns(page) == ["P0", "Public"]
    assert page.eval("document.querySelectorAll('tr.hot').length") == 1
    assert page.eval("document.querySelector('tr.hot').id") == f"r{n}"
    assert page.eval("document.querySelectorAll('.c-0 .card.sealed').length") > 0
    assert page.eval("document.querySelectorAll('.c-public .card.sealed').length") == 0
    assert page.eval("document.querySelectorAll('#could section').length") > 0
    send(page, "statements", text="It was drawn in time.")
    assert "It was drawn in time." in page.text("blockquote + blockquote")

    # an arbiter sees what all see, is told that his look is a record, and looks
    read_as(page, ada, "arbiter")
    assert columns(page) == ["Public"]
    assert "Your look is a record" in page.text(".announce")
    send(page, "look")
    assert columns(page) == ["P0", "P1", "P2", "Public", "Arbiter"]
    assert page.eval("document.querySelectorAll('td.c-arbiter .card.unknown').length") == 0
    assert page.eval("document.querySelector('.announce')") is None
    assert "on the record" in page.text(".stages")
    assert "agree" in page.text("[aria-labelledby=rules-h] .chip.ok")
    page.click('[data-col="1"]')
    assert columns(page) == ["P0", "P2", "Public", "Arbiter"]
    page.eval("document.querySelector('#could .barred summary, #could summary').click()")
    assert stage(page).startswith("Ruling")

    # ruled, appealed by another seat, and ruled by another arbiter
    page.eval("document.querySelector('[value=rewind]').click()")
    send(page, "ruling", facts="It was drawn after the turn.", reasons="As written.", at=str(start - 1))
    assert columns(page) == ["P0", "P2", "Public", "Arbiter"], "what was switched off stays off"
    assert f"rewind to record {start - 1}" in page.text(".ruling")
    read_as(page, tokens[1], "1")
    send(page, "appeal", grounds="Nobody asked me.")
    assert page.eval("document.querySelector('#main').dataset.reader") == "1"
    assert "waits for another arbiter" in page.text(".stages")
    read_as(page, ada, "arbiter")
    assert "another arbiter rules now" in page.text("[aria-labelledby=ruling-h]")
    read_as(page, ben, "arbiter")
    page.eval("document.querySelector('[value=rewind]').click()")
    send(page, "ruling", facts="The same.", at=str(start - 1))
    send(page, "close")

    # closed: the game goes on elsewhere, and its tree says why
    assert page.eval("document.querySelectorAll('form[data-post]').length") == 0
    assert page.eval("document.querySelectorAll('.stages .done').length") == 6
    fork = str(page.eval("document.querySelector('#fork').getAttribute('href')"))
    page.open(f"{shelf.url}/replays/{game}")
    assert page.text(".head a.chip") == "held by a dispute"
    page.click(".head a.chip")
    page.wait(f"location.search === '?game={game}' && document.querySelector('main a[href=\"/disputes/{id}\"]')")
    page.open(f"{shelf.url}{fork}")
    assert f"as ruled on dispute {id}" in page.text("#say")


def test_a_page_without_any_script_tells_all_that_is_public(browser: Browser, shelf: Shelf, tabled: tuple[str, dict[int, str]]):
    ledger = shelf.served.house.ledger
    id = ledger.disputes.file(tabled[0], 1, (30, 50), CLAIM, Remedy("void"), rule="duel.turn").dispute.id
    page = browser.page()
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(f"{shelf.url}/disputes/{id}", "document.querySelector('.grid')")
    assert page.text("h1") == "Was the raid in time?"
    assert page.eval("document.querySelectorAll('.grid tbody tr').length") == 21
    assert columns(page) == ["Public"]
    page.click('[data-col="public"]')
    assert columns(page) == [], "columns are switched without a script, too"
    assert page.eval("document.querySelector('#who').hidden"), "nothing is offered that would not work"
    page.click("tr:not(.hot) .ask")
    page.wait("location.search.startsWith('?record=30') && document.querySelector('tr.hot')?.id === 'r30'")
    page.close()


def test_what_goes_wrong_is_said_beside_the_form(page: Page, shelf: Shelf, tabled: tuple[str, dict[int, str]]):
    ledger = shelf.served.house.ledger
    id = ledger.disputes.file(tabled[0], 1, (30, 50), "Was it?", Remedy("stand")).dispute.id
    page.open(f"{shelf.url}/disputes/{id}")
    page.eval("document.querySelector('#token').value = 'nonsense'")
    page.click("#who [type=submit]")
    page.wait("!document.querySelector('#who .problem').hidden")
    assert "opens nothing" in page.text("#who .problem")
    assert page.eval("sessionStorage.length") == 0, "what opens nothing is not kept"
    read_as(page, appointed(ledger, "Cleo"), "arbiter")
    page.eval("document.querySelector('[value=rewind]').click()")
    page.eval("document.querySelector('#facts').value = 'x'; document.querySelector('[data-post$=ruling] [name=at]').value = 59")
    page.click('[data-post$="ruling"] [type=submit]')
    page.wait("!document.querySelector('[data-post$=ruling] .problem').hidden")
    assert "(disputes.remedy.rewind)" in page.text('[data-post$="ruling"] .problem')
    assert page.eval("document.querySelector('#facts').value") == "x", "and nothing that was written is lost"
    page.click("#forget")
    page.wait("document.querySelector('#main').dataset.reader === 'public' && document.querySelector('#forget').hidden")
    assert page.eval("sessionStorage.length") == 0
    assert [error for error in page.errors if not error.startswith("Failed to load resource")] == []
    page.errors.clear()


def test_axe_finds_nothing(page: Page, shelf: Shelf, pictures: Path):
    game, ledger = shelf.game("duel"), shelf.served.house.ledger
    n = next(record.index for record in ledger.records(game) if record.index > 30 and record.rule == "duel.draw")
    ada, sought = appointed(ledger, "Ada"), Remedy("adjust", winners=(0,))
    id = ledger.disputes.file(game, 0, (n - 12, n), CLAIM, sought, rule="duel.draw").dispute.id
    ledger.disputes.state(id, 1, "I leave it to the arbiter.")
    page.open(f"{shelf.url}/disputes/{id}")
    page.eval(f"sessionStorage.setItem('ledgerdemain:arbiter', '{ada}')")
    for width, height, dark in VIEWS:
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 860)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.open(f"{shelf.url}/disputes/{id}")
        page.eval(
            "document.querySelector('[value=adjust]').click(); for (const one of document.querySelectorAll('details')) one.open = true"
        )
        page.shot(pictures / f"dispute-{width}-{'dark' if dark else 'light'}.png")
        assert page.eval("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
        assert violations(page, ["color-contrast"] if dark else None) == []
    page.open(f"{shelf.url}/disputes?state=filed", "document.querySelector('.search')")
    page.shot(pictures / "disputes-390-light.png")
    assert violations(page, None) == []
    page.eval(f"document.querySelector('main a[href=\"/disputes/{id}\"]').click()")
    page.wait("document.querySelector('h1').textContent === 'Was the raid in time?'")
