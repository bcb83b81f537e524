"""Verifying gives two verdicts, and the first bad record by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from sqlite3 import Connection, connect

import msgspec
import pytest

from domain.kernel import Offer, Pass, Place
from ledger import Ledger, UnknownGame
from ledger.evidence import leaf, link
from replay.robots import Robots
from replay.tape import Tape
from replay.verify import verify
from tests.toy import duel

HURT = 40
Hurt = Callable[[Connection, str], object]


@pytest.fixture
def store(tmp_path: Path, tape: Tape) -> Iterator[Connection]:
    """The same store, without the ledger's care."""
    with connect(tmp_path / "ledger.db") as opened:
        yield opened
    opened.close()


def row(store: Connection, game: str, n: int) -> tuple[bytes, bytes, bytes]:
    found = "SELECT state, leaf, link FROM records WHERE originator_id = ? AND originator_version = ?"
    return store.execute(found, [game, n]).fetchone()


def write(store: Connection, game: str, n: int, **columns: object) -> None:
    for column, value in columns.items():
        changed = store.execute(f"UPDATE records SET {column} = ? WHERE originator_id = ? AND originator_version = ?", [value, game, n])
        assert changed.rowcount == 1


def another_rule(body: bytes) -> bytes:
    data = msgspec.json.decode(body)
    data["rule"] = "duel.turn.forged"
    return msgspec.json.encode(data, order="sorted")


def body_alone(store: Connection, game: str) -> None:
    write(store, game, HURT, state=another_rule(row(store, game, HURT)[0]))


def body_and_leaf(store: Connection, game: str) -> None:
    body = another_rule(row(store, game, HURT)[0])
    write(store, game, HURT, state=body, leaf=leaf(body))


def body_and_both_hashes(store: Connection, game: str) -> None:
    body = another_rule(row(store, game, HURT)[0])
    write(store, game, HURT, state=body, leaf=leaf(body), link=link(row(store, game, HURT - 1)[2], leaf(body)))


def a_text_in_place_of_bytes(store: Connection, game: str) -> None:
    write(store, game, HURT, state=another_rule(row(store, game, HURT)[0]).decode())


def hashes_that_are_texts(store: Connection, game: str) -> None:
    write(store, game, HURT, leaf="leaf", link="link")


def removed(store: Connection, game: str) -> None:
    store.execute("DELETE FROM records WHERE originator_id = ? AND originator_version = ?", [game, HURT])


def exchanged(store: Connection, game: str) -> None:
    for n, to in ((HURT, 10_000), (HURT + 1, HURT), (10_000, HURT + 1)):
        store.execute("UPDATE records SET originator_version = ? WHERE originator_id = ? AND originator_version = ?", [to, game, n])


@pytest.mark.parametrize(
    ("hurt", "bad", "why"),
    [
        (body_alone, HURT, "its body is not the one that was hashed"),
        (a_text_in_place_of_bytes, HURT, "its body is not the one that was hashed"),
        (hashes_that_are_texts, HURT, "its body is not the one that was hashed"),
        (body_and_leaf, HURT, "its link does not chain it to the record before"),
        (body_and_both_hashes, HURT + 1, "its link does not chain it to the record before"),
        (removed, HURT, "record 40 is missing: the next one there is 41"),
        (exchanged, HURT, "its link does not chain it to the record before"),
    ],
)
def test_the_first_bad_record_is_named(ledger: Ledger, tape: Tape, store: Connection, hurt: Hurt, bad: int, why: str):
    assert verify(ledger, tape.game).evidence.bad is None
    hurt(store, tape.game)
    store.commit()
    ledger.forget()
    found = verify(ledger, tape.game)
    assert (found.evidence.bad, found.evidence.why, found.evidence.records) == (bad, why, bad - 1)
    assert found.conformity.batches > 3  # what lies before it is still examined


@pytest.mark.parametrize(
    ("openings", "why"),
    [
        (lambda held: held.replace(b'","raid"', b'","cash"').replace(b'"raid"]', b'"cash"]'), "does not open its commitment"),
        (lambda held: None, "nothing opens what is sealed at /fact/card"),
        (lambda held: b"{", "has openings that can not be read"),
    ],
)
def test_openings_that_do_not_fit_are_named(ledger: Ledger, tape: Tape, store: Connection, openings: Callable[[bytes], object], why: str):
    drawn = next(r for r in tape.records if isinstance(r.fact, duel.CardDrawn) and r.fact.card == "raid")
    held = store.execute(
        "SELECT openings FROM records WHERE originator_id = ? AND originator_version = ?", [tape.game, drawn.index]
    ).fetchone()[0]
    assert openings(held) != held
    write(store, tape.game, drawn.index, openings=openings(held))
    store.commit()
    ledger.forget()
    found = verify(ledger, tape.game).evidence
    assert (found.bad, found.records) == (drawn.index, drawn.index - 1)
    assert why in (found.why or "")


def test_a_sound_game_hangs_together_and_is_decided_the_same_again(ledger: Ledger, tape: Tape):
    found = verify(ledger, tape.game)
    assert found.evidence.records == tape.length
    assert found.evidence.link == ledger.head(tape.game).link.hex()
    assert found.conformity.batches == sum(tape.waits(n) for n in range(1, tape.length + 1))
    assert found.conformity.deviations == ()


@pytest.mark.parametrize("luck", ["same", "fresh"])
def test_forks_of_forks_are_examined_over_all_their_ancestors(ledger: Ledger, tape: Tape, luck: str):
    bots = {seat: Place(f"bot {seat}", "random") for seat in range(3)}
    game = tape.game
    for at in (60, 50, 40):  # each leaves before, within and after what the last one added
        game = ledger.fork(game, at, luck=luck, places=bots).id
        Robots(ledger).answer(game)
        found = verify(ledger, game)
        assert found.evidence.bad is None
        assert found.conformity.deviations == ()
        assert found.evidence.records == ledger.sitting(game).version > 60


def test_a_forged_parent_is_found_in_its_fork(ledger: Ledger, tape: Tape, store: Connection):
    fork = ledger.fork(tape.game, 60).id
    body_alone(store, tape.game)
    store.commit()
    assert verify(ledger, fork).evidence.bad == HURT


def test_another_rule_today_is_a_finding_about_the_rules(ledger: Ledger, tape: Tape, monkeypatch: pytest.MonkeyPatch):
    answers = [r for r in tape.records if isinstance(r.fact, duel.CardPlayed) and r.fact.card == "spy"]
    before = duel.Act.offers

    def no_spies(self: duel.Act, board: duel.Board) -> Iterator[Offer[duel.Board]]:
        for offer in before(self, board):
            spy = isinstance(offer.command, duel.Play) and offer.command.card == "spy"
            yield Offer(offer.command, "duel.spy") if spy else offer

    monkeypatch.setattr(duel.Act, "offers", no_spies)
    found = verify(ledger, tape.game)
    assert found.evidence.bad is None
    assert [d.record for d in found.conformity.deviations] == [r.cause for r in answers] != []
    assert {(d.rule, d.why) for d in found.conformity.deviations} == {("duel.spy", "it would be refused: a rule bars it")}


def test_another_effect_today_names_the_record_and_tells_no_secret(ledger: Ledger, tape: Tape, monkeypatch: pytest.MonkeyPatch):
    def drawn_from_below(self: duel.DrawCard, scribe: duel.Scribe[duel.Board]) -> None:
        scribe.write(duel.CardDrawn(self.seat, scribe.board.deck.known[0]), "duel.draw")

    monkeypatch.setattr(duel.DrawCard, "settle", drawn_from_below)
    first = verify(ledger, tape.game).conformity.deviations[0]
    assert (first.record, first.rule) == (5, "duel.draw")
    assert first.why == "CardDrawn would be written with another card"


def test_what_would_be_more_or_less_today_is_said(ledger: Ledger, tape: Tape, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(duel.Play, "carry_out", Pass.carry_out)
    found = verify(ledger, tape.game).conformity.deviations
    assert found
    assert all("would follow here" in d.why or "would be written" in d.why or "not offered" in d.why for d in found)


def test_an_unknown_game_can_not_be_verified(ledger: Ledger):
    with pytest.raises(UnknownGame):
        verify(ledger, "nowhere")
