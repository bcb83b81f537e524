"""Views: the same fold for every eye, from wherever it starts, and as plain data."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel import ARBITER, PUBLIC, Step, address_of, offers
from ledger import Ledger
from projections import Eyes, Follower, Views, offered, present, view_of
from projections.eyes import STRIDE
from projections.seats import seat_view
from projections.view import wording
from tests.projections.following import begin, opened, play, step

EYES = (0, 1, 2, PUBLIC, ARBITER)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with opened(tmp_path) as ledger:
        yield ledger


def test_a_view_from_any_remembered_position_equals_the_fold_from_the_first_record(ledger: Ledger):
    dice, eyes = random.Random(1), Eyes(ledger, kept=7)
    for game in play(ledger, dice):
        sitting = ledger.sitting(game)
        records = ledger.records(game)
        assert len(records) == sitting.version
        for _ in range(12):
            eye, at = dice.choice(EYES), dice.randint(0, sitting.version)
            assert eyes.view(sitting, eye, at) == view_of(records[:at], sitting.ruleset, eye)
            after = dice.randint(0, at)
            walked = list(eyes.walk(sitting, eye, after, at))
            assert [seen.record.index for seen in walked] == list(range(after + 1, at + 1))
            for seen in walked:
                assert seen.before == view_of(records[: seen.record.index - 1], sitting.ruleset, eye)
                assert seen.after == view_of(records[: seen.record.index], sitting.ruleset, eye)
        assert eyes.view(sitting, ARBITER) == sitting.game


def test_a_look_at_the_end_reads_what_is_new_and_no_more(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    dice, eyes, game = random.Random(2), Eyes(ledger), ""
    while not game or ledger.sitting(game).version <= STRIDE + 3:
        game = begin(ledger)
        while step(ledger, game, dice):
            pass
    read = list[int]()
    records = Ledger.records

    def counted(self: Ledger, game: str, after: int = 0, upto: int | None = None):
        found = records(self, game, after, upto)
        read.append(len(found))
        return found

    monkeypatch.setattr(Ledger, "records", counted)
    sitting = ledger.sitting(game)
    assert sitting.version > STRIDE
    eyes.view(sitting, 0)
    assert sum(read) == sitting.version
    read.clear()
    eyes.view(sitting, 0)
    assert read == []
    eyes.view(sitting, 0, STRIDE + 3)
    assert sum(read) <= STRIDE


def test_as_plain_data_a_view_has_its_five_parts_and_null_for_what_is_not_known(ledger: Ledger):
    dice, game = random.Random(3), begin(ledger)
    while True:
        sitting = ledger.sitting(game)
        for eye in EYES:
            view = view_of(ledger.records(game), sitting.ruleset, eye)
            seen = present(view, sitting.ruleset, eye, sitting.names)
            assert list(seen) == ["version", "eye", "board", "agenda", "offers"]
            assert (seen["version"], seen["eye"]) == (sitting.version, eye)
            for seat, player in enumerate(seen["board"]["players"]):
                known = eye in (seat, ARBITER)
                assert len(player["hand"]["cards"]) == len(sitting.game.board.players[seat].hand)
                assert known or set(player["hand"]["cards"]) <= {None}
            assert [owed["serial"] for owed in seen["agenda"]] == [owed.id for owed in reversed(sitting.game.agenda)]
            wanted = [address_of(owed, offer) for owed, offer in offers(sitting.ruleset, sitting.game, eye)] if isinstance(eye, int) else []
            assert [offer["offer"] for offer in seen["offers"]] == wanted
            for offer in seen["offers"]:
                assert offer["barred"] is None or offer["barred"]["text"] == sitting.ruleset.rules[offer["barred"]["rule"]].text
        if not step(ledger, game, dice):
            break


def test_inside_a_batch_nobody_is_offered_anything(ledger: Ledger):
    game = begin(ledger)
    sitting, inside = ledger.sitting(game), 0
    for n in range(1, sitting.version):
        view = view_of(ledger.records(game, upto=n), sitting.ruleset, 0)
        if any(isinstance(owed.what, Step) for owed in view.due()):
            inside += 1
            assert offered(view, sitting.ruleset, 0, sitting.names) == []
    assert inside


def test_a_rule_that_the_rulebook_no_longer_has_is_called_by_its_id(ledger: Ledger):
    ruleset = ledger.sitting(begin(ledger)).ruleset
    assert wording(ruleset, "duel.raid") == ruleset.rules["duel.raid"].text
    assert wording(ruleset, "duel.gone") == "duel.gone"


def test_the_kept_seat_views_are_the_folds_of_each_eye_encoded(ledger: Ledger, tmp_path: Path):
    views = Views(tmp_path / "views.db")
    follower, dice = Follower(ledger, views), random.Random(4)
    games = play(ledger, dice)
    assert seat_view(views, games[0], 0) is None
    follower.catch_up()
    for game in games:
        sitting, records = ledger.sitting(game), ledger.records(game)
        for eye in EYES[:-1]:
            view = view_of(records, sitting.ruleset, eye)
            assert seat_view(views, game, eye) == (sitting.version, sitting.ruleset.wire.encode(view))
        assert seat_view(views, game, ARBITER) is None, "nobody asked for a table of all secrets"
    views.close()
