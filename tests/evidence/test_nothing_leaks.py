"""Whole games of every title, and every byte that an eye receives: no salt, no secret, no order and no hidden value of others."""

from __future__ import annotations

import base64
import json
import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import domain.games
import tests.toy
from domain.kernel import PUBLIC, Eye, Game, GameOf, Record, evolve, rulesets, seen_by
from domain.table.luck import LENGTH, Luck
from ledger import Ledger, Stored
from ledger.evidence import entitled
from tests.api.served import Served, Table, serving
from tests.ledger.playing import step

SHIPPED = [ruleset.id for ruleset in rulesets() if ruleset.package.startswith((domain.games.__name__, tests.toy.__name__))]
ORDER = 6  # cards that lie in one order by no accident
SALT = 32  # hex digits
LONG = ("bad_company", "battlestar_galactica", "breaking_bad")  # games of a thousand records and more
HEX = re.compile(rf"[0-9a-f]{{{SALT},}}")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("leaks")) as served:
        yield served


class Vault:
    """All that is secret in a game at one moment."""

    def __init__(self, table: Table) -> None:
        ledger = table.served.house.ledger
        self.table = table
        self.records: list[Record[Any]] = ledger.records(table.id)
        self.stored: list[Stored] = ledger.stored(table.id)
        self.opening = [(record, row.openings) for record, row in zip(self.records, self.stored, strict=True) if row.openings]
        self.keys = _secrets(ledger, table.id) | _dice_to_come(ledger, table.id)

    def closed_to(self, eye: Eye) -> set[str]:
        """Texts that must not be in anything that this eye is sent: salts, secrets, others' tokens, and orders of cards."""
        found = set(self.keys) | {token for seat, token in self.table.tokens.items() if seat != eye}
        for record, openings in self.opening:
            mine = entitled(record, eye, openings)
            for pointer in openings.keys() - mine.keys():
                salt, value = openings[pointer]
                found.add(salt)
                if isinstance(value, list) and len(value) >= ORDER and all(isinstance(card, str) for card in value):
                    found |= {json.dumps(order, separators=(",", ":"))[1:-1] for order in (value, value[::-1])}
        return found


def _secrets(ledger: Ledger, game: str) -> set[str]:
    """The secrets of a game in the forms in which they could slip out."""
    keyring = ledger._keyring
    raw = (keyring.game_key(game), keyring.secret(game), keyring._master)
    return {form for key in raw for form in (key.hex(), base64.b64encode(key).decode(), repr(key)[2:-1])}


def _dice_to_come(ledger: Ledger, game: str) -> set[str]:
    """The keys of dice that were not thrown yet: the next ones, and the one at the end of the chain, from which all follow."""
    luck, drawn = Luck(ledger._keyring.secret(game)), ledger.sitting(game).game.luck
    return {luck.key(slot).hex() for slot in (*range(drawn, drawn + 3), LENGTH - 1)}


def within(text: str, closed: set[str]) -> list[str]:
    """The secrets that stand in a text. The many salts are looked up among all the places at which one could stand."""
    windows = {run[at : at + SALT] for run in HEX.findall(text) for at in range(len(run) - SALT + 1)}
    return [secret for secret in closed if (secret in windows if len(secret) == SALT and HEX.fullmatch(secret) else secret in text)]


def learned(vault: Vault, eye: Eye, secret: str) -> bool:
    """Whether a secret is an order of cards that this eye has seen one after the other since: then its own fold shows it, too."""
    if not secret.startswith('"'):
        return False
    game: Game[Any] = GameOf(vault.table.served.house.ledger.sitting(vault.table.id).ruleset.blank)
    for record in seen_by(vault.records, eye):
        game = evolve(game, record)
        if secret.encode() in msgspec.json.encode(record.fact) or secret.encode() in msgspec.json.encode(game.board):
            return True
    return False


def asked(eye: Eye, version: int, seats: int) -> list[str]:
    """What an eye asks for: first sync, replay at 0, at every kind of place, others' eyes, and what does not exist."""
    places = ["/at/1/why", f"/at/{version}/why", f"/at/{version}/legal?seat=0", *(f"/at/{n}" for n in (0, 1, version // 2, version + 1))]
    eyes = [other for other in (*range(seats), PUBLIC, "arbiter") if other != eye]
    others = [f"{path}as={other}" for other in eyes for path in ("?", "/export?", "/records?")]
    return ["", "/offers", "/records?limit=1000", "/head", "/forks", "/export", "/stream?as=arbiter", *places, *others]


def look(vault: Vault, eye: Eye) -> int:
    """Ask for everything with an eye, search every byte of the answers, and compare what it reads with what it may read."""
    table, bearer = vault.table, eye if eye != PUBLIC else None
    closed, read, version = vault.closed_to(eye), 0, len(vault.records)
    auth, offers = table.auth(bearer), ("0/pass", "x", "-/y")
    texts = [table.get(path, bearer) for path in asked(eye, version, len(table.seats))]
    texts += [table.http.post(f"{table.url}/forks", headers=auth, json={"at": at}) for at in (0, 1)]
    texts += [table.http.post(f"{table.url}/commands", headers=auth, json={"offer": offer}) for offer in offers]
    pages = [f"/games/{table.id}", f"/replays/{table.id}", f"/replays/{table.id}?as=1", f"/replays/{table.id}/tape"]
    texts += [table.http.get(page, headers=auth) for page in (*pages, f"/replays/{table.id}/tape?as=arbiter")]
    texts += [table.http.get(path) for path in ("/", "/v1/games", "/readyz", "/metrics")]
    lines = table.get("/records", bearer, Accept="application/jsonl")
    for answer in (*texts, lines):
        read += len(answer.text)
        leaked = [secret for secret in within(answer.text, closed) if not learned(vault, eye, secret)]
        assert not leaked, f"{eye} got {leaked[0]} from {answer.url}"
    feed = [json.loads(line) for line in lines.text.splitlines()]
    mine = [json.loads(msgspec.json.encode(record.fact)) for record in seen_by(vault.records, eye)]
    assert [record["fact"] for record in feed] == mine, "the feed is the redacted log, and nothing more"
    for line, (record, row) in zip(
        table.get("/export", bearer).text.splitlines()[1:-1], zip(vault.records, vault.stored, strict=True), strict=True
    ):
        assert json.loads(line).get("openings", {}).keys() == entitled(record, eye, row.openings).keys()
    return read


def reconnect(vault: Vault, eye: Eye, last: int) -> int:
    """Read the stream of a finished game from a record on."""
    with vault.table.stream(eye if eye != PUBLIC else None, last=last) as events:
        text = "\n".join(json.dumps(event.data, separators=(",", ":")) for event in events)
    assert not [secret for secret in within(text, vault.closed_to(eye)) if not learned(vault, eye, secret)]
    return len(text)


@pytest.mark.parametrize("name", SHIPPED)
def test_no_eye_is_sent_what_is_sealed_to_others(served: Served, name: str, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.id == name)
    table, rng, read = served.table(name, min(ruleset.seats), hands="sealed"), random.Random(name), 0
    ledger, eyes = served.house.ledger, (*range(min(ruleset.seats)), PUBLIC)
    receipts = list[str]()
    for n in range(20_000):
        if n == 30 or (n == 0 and not name.startswith(LONG)):  # a long game is first looked at when something has happened
            vault = Vault(table)
            read += sum(look(vault, eye) for eye in eyes)
        if ledger.sitting(table.id).game.over:
            break
        receipts.append(json.dumps(msgspec.to_builtins(step(ledger, table.id, rng).receipt)))
    assert ledger.sitting(table.id).game.over
    vault = Vault(table)
    for eye in eyes:
        read += look(vault, eye)
        read += reconnect(vault, eye, 0) + reconnect(vault, eye, len(vault.records) // 2)
        closed = vault.closed_to(eye)
        assert closed > vault.keys
        assert not within("".join(receipts), closed)
    everybody = set.intersection(*(vault.closed_to(eye) for eye in eyes)) | set(table.tokens.values())
    assert not within(caplog.text, everybody), "nor does it stand in a log"
    assert read > 100_000


def test_the_search_finds_what_is_there(served: Served):
    table = served.table("duel", 2)
    vault = Vault(table)
    text = json.dumps([[pointer, *opening] for row in vault.stored for pointer, opening in row.openings.items()], separators=(",", ":"))
    for eye in (0, 1, PUBLIC):
        found = within(text, vault.closed_to(eye))
        assert [secret for secret in found if len(secret) == SALT]
        assert set(found) == {secret for secret in vault.closed_to(eye) if secret in text}
    assert vault.closed_to(0) - vault.closed_to(1)
