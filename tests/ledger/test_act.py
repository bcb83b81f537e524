"""Commands: named offers, keys that make it safe to send twice, versions, several offers at once."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.bad_company.turn_end import ChooseHeist
from domain.kernel import Answered, Owed, Refused, address_of, awaited, offers, ruleset_named
from ledger import Created, KeyReused, Ledger, Sitting, Stale, UnknownSeat
from ledger.acting import taken
from ledger.signing import vouched
from tests.ledger.playing import TOGETHER, choices, lanes, play, play_until, rows, seats, sql, step


def everything(store: Path) -> list[Any]:
    """All that a command could have changed."""
    tables = ("records", "claims", "games", "tokens")
    return [sql(store, f"SELECT * FROM {table}") for table in tables]


def test_an_accepted_command_is_on_disk_with_its_receipt(ledger: Ledger, store: Path, game: Created):
    accepted = step(ledger, game.id, random.Random(1))
    assert not accepted.replayed
    assert accepted.records[0].index == game.version + 1
    assert isinstance(accepted.records[0].fact, Answered)
    last = rows(store, game.id)[-1]
    receipt = accepted.receipt
    assert (accepted.version, receipt.index, receipt.leaf, receipt.link) == (last[0], last[0], last[4].hex(), last[5].hex())
    head = ledger.head(game.id)
    assert (head.index, head.leaf.hex(), head.link.hex(), head.root.hex()) == (receipt.index, receipt.leaf, receipt.link, receipt.head)
    assert vouched(ledger.signer.public, receipt)
    assert ledger.records(game.id, game.version) == accepted.records


def test_answers_are_timed_in_milliseconds(ledger: Ledger, game: Created):
    before = time.time_ns() // 1_000_000
    answer = step(ledger, game.id, random.Random(1)).records[0].fact
    assert isinstance(answer, Answered)
    assert before <= answer.at <= time.time_ns() // 1_000_000


def test_answers_of_a_seeded_game_are_counted(ledger: Ledger, title: str):
    game = ledger.create(title, seats(ruleset_named(title).seats[0]), {"seed": "x"}).id
    play_until(ledger, game, lambda sitting: sitting.answers == 5)
    ledger.forget()
    play(ledger, game)
    answers = [record.fact.at for record in ledger.records(game) if isinstance(record.fact, Answered)]
    assert answers == list(range(1, len(answers) + 1))
    assert ledger.sitting(game).answers == len(answers)


# what is refused -------------------------------------------------------------------------------------------------------
def test_what_is_refused_leaves_nothing(ledger: Ledger, store: Path, game: Created):
    sitting = ledger.sitting(game.id)
    seat = awaited(sitting.game)[0]
    other = next(s for s in range(len(sitting.places)) if s not in awaited(sitting.game))
    good = choices(sitting, seat)[0]
    before = everything(store)
    for what, who in [
        ("0/nonsense", seat),
        ("", seat),
        ("/", seat),
        ("//", seat),
        (good, other),
        (f"9{good}", seat),
        ("ü/\0", seat),
        ("\ud800", seat),
    ]:
        with pytest.raises(Refused, match="not offered"):
            ledger.act(game.id, who, what, key="k")
    for nobody in (-1, len(sitting.places), 10**30):
        with pytest.raises(UnknownSeat, match=f"no seat {nobody}"):
            ledger.act(game.id, nobody, good, key="k")
    with pytest.raises(ValueError, match="at least one"):
        ledger.act(game.id, seat, [], key="k")
    assert everything(store) == before
    assert ledger.act(game.id, seat, good, key="k").replayed is False, "a refusal does not use up its key"


def test_a_barred_offer_names_its_rule(ledger: Ledger, store: Path):
    game = ledger.create("duel", seats(3), {"seed": "barred"}).id
    rng = random.Random(5)
    while True:
        sitting = ledger.sitting(game)
        seat = awaited(sitting.game)[0]
        barred = [(address_of(o, f), f.barred) for o, f in offers(sitting.ruleset, sitting.game, seat) if f.barred]
        if barred:
            break
        step(ledger, game, rng)
    address, rule = barred[0]
    before = everything(store)
    with pytest.raises(Refused) as refusal:
        ledger.act(game, seat, address)
    assert refusal.value.rule == rule
    assert everything(store) == before


def test_a_finished_game_accepts_nothing(ledger: Ledger, store: Path, finished: Created):
    before = everything(store)
    with pytest.raises(Refused, match="over") as refusal:
        ledger.act(finished.id, 0, "pass")
    assert refusal.value.rule == "table.over"
    assert everything(store) == before


# versions and questions ------------------------------------------------------------------------------------------------
def test_a_wrong_expected_version_is_told_the_current_one(ledger: Ledger, store: Path, game: Created):
    sitting = ledger.sitting(game.id)
    seat = awaited(sitting.game)[0]
    before = everything(store)
    for expected in (sitting.version - 1, sitting.version + 1, 0):
        with pytest.raises(Stale) as stale:
            ledger.act(game.id, seat, choices(sitting, seat)[0], expected_version=expected, key="k")
        assert (stale.value.expected, stale.value.current) == (expected, sitting.version)
    assert everything(store) == before
    assert ledger.act(game.id, seat, choices(sitting, seat)[0], expected_version=sitting.version).version > sitting.version


def test_a_late_double_click_does_not_answer_the_next_question(ledger: Ledger, game: Created):
    rng = random.Random(0)
    for _ in range(8):
        sitting = ledger.sitting(game.id)
        seat = awaited(sitting.game)[0]
        address = rng.choice([c for c in choices(sitting, seat) if not c.startswith("-")])
        ledger.act(game.id, seat, address)
        with pytest.raises(Refused):
            ledger.act(game.id, seat, address)


@pytest.mark.parametrize("title", TOGETHER)
def test_a_question_stands_whatever_else_happens_meanwhile(ledger: Ledger, title: str):
    game = ledger.create(title, seats(ruleset_named(title).seats[-1]), {"seed": "lanes"}).id
    sitting = play_until(ledger, game, lanes)
    meant = {seat: choices(sitting, seat)[-1] for seat in awaited(sitting.game)}
    for seat, address in meant.items():  # all but the first of them name a question asked some records ago
        ledger.act(game, seat, address)
    assert ledger.sitting(game).version > sitting.version + len(meant) - 1


# keys ------------------------------------------------------------------------------------------------------------------
def test_the_same_request_has_the_same_answer(ledger: Ledger, store: Path, game: Created):
    sitting = ledger.sitting(game.id)
    seat = awaited(sitting.game)[0]
    address = choices(sitting, seat)[0]
    first = ledger.act(game.id, seat, address, key="once", expected_version=sitting.version)
    for _ in range(5):
        step(ledger, game.id, random.Random(1))
    before = everything(store)
    with Ledger.open(f"sqlite:{store}") as other:
        for again in (ledger, other):
            replayed = again.act(game.id, seat, address, key="once", expected_version=sitting.version)
            assert (replayed.version, replayed.records, replayed.receipt) == (first.version, first.records, first.receipt)
            assert replayed.replayed
            assert again.act(game.id, seat, [address], key="once", expected_version=sitting.version).replayed, "a list of one is one"
    assert everything(store) == before


def test_a_key_with_another_request_is_refused(ledger: Ledger, store: Path, game: Created):
    sitting = ledger.sitting(game.id)
    seat = awaited(sitting.game)[0]
    address = choices(sitting, seat)[0]
    ledger.act(game.id, seat, address, key="once")
    before = everything(store)
    for request in ({"offers": "0/other"}, {"offers": [address, "x"]}, {"offers": address, "expected_version": 7}):
        with pytest.raises(KeyReused, match="once"):
            ledger.act(game.id, seat, key="once", **request)  # pyright: ignore[reportArgumentType] - of several types
    assert everything(store) == before


def test_keys_belong_to_a_seat_of_a_game(ledger: Ledger, store: Path):
    games = [ledger.create("duel", seats(2)).id for _ in range(2)]
    for game in games:
        acted = set[int]()
        while len(acted) < 2:
            sitting = ledger.sitting(game)
            seat = awaited(sitting.game)[0]
            accepted = ledger.act(game, seat, choices(sitting, seat)[0], key=None if seat in acted else "mine")
            assert not accepted.replayed
            acted.add(seat)
    assert sql(store, "SELECT count(*), count(DISTINCT game), count(DISTINCT seat) FROM claims") == [(4, 2, 2)]


def test_a_key_and_its_records_are_one_transaction(ledger: Ledger, store: Path, game: Created):
    sitting = ledger.sitting(game.id)
    seat = awaited(sitting.game)[0]
    sql(store, "CREATE TRIGGER no BEFORE INSERT ON claims BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(Exception, match="no"):
        ledger.act(game.id, seat, choices(sitting, seat)[0], key="k")
    assert ledger.sitting(game.id).version == game.version
    assert len(rows(store, game.id)) == game.version


# several offers --------------------------------------------------------------------------------------------------------
def auction(ledger: Ledger) -> tuple[str, Sitting]:
    """Four seats are to bid at once."""
    game = ledger.create("duel", seats(4), {"seed": "lanes"}).id
    return game, play_until(ledger, game, lanes)


def test_several_offers_are_taken_one_after_the_other(ledger: Ledger):
    for seed in range(40):
        game = ledger.create("duel", seats(2), {"seed": f"several {seed}"}).id
        rng = random.Random(seed)
        while not (sitting := ledger.sitting(game)).game.over:
            seat = awaited(sitting.game)[0]
            liberties = [address for address in choices(sitting, seat) if address.startswith("-/")]
            asked = any(address.endswith("/pass") for address in choices(sitting, seat))
            if liberties and asked and len(sitting.game.board.players[seat].hand) > 1:
                accepted = ledger.act(game, seat, [liberties[0], "pass"], key="both")
                answers = [record.fact for record in accepted.records if isinstance(record.fact, Answered)]
                assert [(answer.seat, answer.at) for answer in answers] == [(seat, sitting.answers + 1), (seat, sitting.answers + 2)]
                assert accepted.version == accepted.records[-1].index == ledger.head(game).index
                assert ledger.act(game, seat, [liberties[0], "pass"], key="both").records == accepted.records
                return
            step(ledger, game, rng)
    pytest.fail("nobody ever had a liberty beside a question")


def test_several_offers_are_taken_all_or_none(ledger: Ledger, store: Path):
    game, sitting = auction(ledger)
    seat = awaited(sitting.game)[0]
    before = everything(store)
    with pytest.raises(Refused):
        ledger.act(game, seat, [choices(sitting, seat)[0], "nonsense"], key="both")
    assert everything(store) == before


def test_a_card_that_is_turned_up_for_all_can_not_be_tried_out(ledger: Ledger):
    """No seal is opened and no luck drawn, and yet the seat would learn which heist comes next without having taken one."""
    sitting = ledger.sitting(ledger.create("bad_company", seats(2)).id)
    twice, display, deck = ChooseHeist(seat=0), sitting.game.board.display.known, sitting.game.board.heists.known
    sitting = sitting._replace(game=replace(sitting.game, agenda=(Owed(901, twice, 1), Owed(900, twice, 1)), serial=902))
    for guess in (deck[-2], deck[-3]):
        for first in (display[0], deck[-1]):
            with pytest.raises(Refused) as refusal:
                taken(sitting, 0, [f"900/take-heist:{first}", f"take-heist:{guess}"])
            assert refusal.value.rule == "table.reveals"


def test_none_but_the_last_of_several_offers_may_reveal(ledger: Ledger, store: Path):
    game = ledger.create("duel", seats(2), {"seed": "reveals"}).id
    rng, refused, last = random.Random(2), 0, 0
    while not (sitting := ledger.sitting(game)).game.over:
        seat = awaited(sitting.game)[0]
        draws = [address for address in choices(sitting, seat) if address.endswith(("play:cash", "play:spy"))]
        if draws:
            before = everything(store)
            with pytest.raises(Refused, match="would show") as refusal:
                ledger.act(game, seat, [draws[0], "pass"])
            assert refusal.value.rule == "table.reveals"
            assert everything(store) == before
            refused += 1
            ledger.act(game, seat, [draws[0]])
            last += 1
        else:
            step(ledger, game, rng)
    assert refused == last > 0
