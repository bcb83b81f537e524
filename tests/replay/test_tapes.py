"""Tapes are loaded once for all who ask, each eye gets its own, and memory stays bounded."""

from __future__ import annotations

import pytest

from domain.kernel import ARBITER, PUBLIC
from ledger import Ledger
from replay import tapes
from replay.tapes import Tapes
from tests.ledger.playing import play, seats


def games(ledger: Ledger, count: int) -> list[str]:
    made = [ledger.create("duel", seats(2), {"seed": str(n)}).id for n in range(count)]
    for game in made:
        play(ledger, game)
    return made


def test_a_tape_is_loaded_once_and_every_eye_has_its_own(ledger: Ledger):
    (game,) = games(ledger, 1)
    held, sitting = Tapes(ledger), ledger.sitting(game)
    for eye in (0, 1, PUBLIC, ARBITER):
        tape = held.of(sitting, eye)
        assert tape is held.of(sitting, eye)
        assert tape.eye == eye
    assert held.of(sitting, 0).records != held.of(sitting, ARBITER).records


def test_a_game_that_went_on_is_loaded_anew(ledger: Ledger):
    game = ledger.create("duel", seats(2), {"seed": "on"}).id
    held = Tapes(ledger)
    early = ledger.sitting(game)
    before = held.of(early, PUBLIC)
    play(ledger, game)
    assert held.of(ledger.sitting(game), PUBLIC).length > before.length
    assert held.of(early, PUBLIC) is before


def test_what_is_held_does_not_grow_with_what_is_asked_for(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tapes, "KEPT", 3)
    held = Tapes(ledger)
    played = games(ledger, 3)
    for game in played:
        held.of(ledger.sitting(game), 0)
    assert len(held._held) == 3
    monkeypatch.setattr(tapes, "RECORDS", 1)
    held.of(ledger.sitting(played[0]), 1)
    assert len(held._held) == 1, "one tape is held however long it is"
