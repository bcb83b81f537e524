"""What every seat saw of a stretch of records, side by side, what each could have done, and whether today's rules agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.kernel import ARBITER, PUBLIC, Answered, Eye, Offer
from ledger import Ledger, UnknownRecord
from replay.legal import legal
from replay.say import line
from replay.sides import Cell, Face, Part, Row, Sides, in_question, sides, today
from replay.tape import Tape
from replay.why import why
from tests.toy import duel
from tests.toy.duel import Act, BidMade, CardDrawn, CardPlayed, DeckShuffled


def through(tape: Tape, *eyes: Eye) -> dict[Eye, Tape]:
    return {eye: tape if eye == ARBITER else tape.through(eye) for eye in eyes}


def everybody(tape: Tape) -> dict[Eye, Tape]:
    return through(tape, 0, 1, 2, PUBLIC, ARBITER)


def whole(tape: Tape) -> Sides:
    return sides(everybody(tape), 1, tape.length)


def first(tape: Tape, kind: type[Any]) -> Any:
    """The first record of a kind of fact."""
    return next(record for record in tape.records if isinstance(record.fact, kind))


def row(tape: Tape, n: int) -> Row:
    return sides(everybody(tape), n, n).rows[0]


def part(cell: Cell, path: str) -> Part:
    return next(part for part in cell.parts if part.path == path)


def test_a_card_drawn_is_named_to_its_seat_and_counted_for_all_others(tape: Tape):
    drawn = first(tape, CardDrawn)
    seat, card = drawn.fact.seat, tape.names().things[drawn.fact.card]
    seen = row(tape, drawn.index)
    assert seen.said.text == f"Bot {seat} draws a card"
    assert seen.cells[seat].text == seen.cells[ARBITER].text == f"Bot {seat} draws {card}"
    hand = f"players.{seat}.hand"
    assert part(seen.cells[seat], hand) == Part(hand, "hand", (Face("sealed", card),), seat)
    for eye in {0, 1, 2, PUBLIC} - {seat}:
        assert seen.cells[eye].text is None
        assert part(seen.cells[eye], hand) == Part(hand, "hand", (Face("unknown", n=1),), seat)
    assert part(seen.cells[PUBLIC], "deck").now == (Face("unknown", n=1, sign="-"),)
    assert part(seen.cells[ARBITER], "deck").now == (Face("sealed", card, sign="-"),)
    assert seen.changed == ()


def test_what_all_saw_alike_stands_in_the_first_column_and_in_no_other(tape: Tape):
    played = first(tape, CardPlayed)
    card = tape.names().things[played.fact.card]
    seen = row(tape, played.index)
    assert f"discard +{card}" in seen.changed
    assert all(part.path != "discard" for cell in seen.cells.values() for part in cell.parts)
    assert all(cell.text is None for cell in seen.cells.values())


def test_where_a_seat_chose_stands_what_it_held(tape: Tape):
    answer = next(r for r in tape.records if isinstance(r.fact, Answered) and len(tape.at(r.index).board.players[r.fact.seat].hand) > 1)
    fact: Any = answer.fact
    hand, held = f"players.{fact.seat}.hand", tape.at(answer.index).board.players[fact.seat].hand
    seen = row(tape, answer.index)
    assert [face.text for face in part(seen.cells[fact.seat], hand).now] == [tape.names().things[card] for card in held.known]
    assert part(seen.cells[PUBLIC], hand).now == (Face("unknown", n=len(held)),)
    assert [p.path for p in seen.cells[PUBLIC].parts] == [hand], "what it won lies open to all"
    assert seen.changed == ()


def test_a_secret_bid_is_known_to_its_seat_and_unknown_to_the_others(tape: Tape):
    bid = first(tape, BidMade)
    seat = bid.fact.seat
    seen = row(tape, bid.index)
    path = f"players.{seat}.bid"
    assert part(seen.cells[seat], path).now == (Face("sealed", str(bid.fact.amount)),)
    assert {part(seen.cells[eye], path).now for eye in {0, 1, 2, PUBLIC} - {seat}} == {(Face("unknown", n=0),)}
    assert seen.changed == (f"Bot {seat}: has bid",)


def test_a_large_pile_shows_what_came_and_left_and_its_order_to_nobody_but_the_arbiter(tape: Tape):
    shuffled = first(tape, DeckShuffled)
    seen = row(tape, shuffled.index)
    size = len(shuffled.fact.order)
    assert part(seen.cells[PUBLIC], "deck").now == (Face("unknown", n=size, sign="+"),)
    assert {face.look for face in part(seen.cells[ARBITER], "deck").now} == {"sealed"}


def test_every_sentence_is_the_one_that_the_log_of_that_eye_has(tape: Tape):
    tapes, seen = everybody(tape), whole(tape)
    for found in seen.rows:
        n = found.said.index
        for eye, own in tapes.items():
            assert found.cells.get(eye, Cell()).text in (None, line(own, n).text)
            told = found.cells.get(eye, Cell()).text or found.said.text
            assert told == line(own, n).text


def test_a_column_is_made_from_the_tape_of_its_eye_alone(tape: Tape):
    """What another eye knows changes only which places stand in a column, never what is said of them."""
    alone, all_together = sides(through(tape, 0, PUBLIC), 1, tape.length), whole(tape)
    for few, many in zip(alone.rows, all_together.rows, strict=True):
        for eye in (0, PUBLIC):
            mine, shared = few.cells.get(eye, Cell()), many.cells.get(eye, Cell())
            assert mine.text == shared.text
            assert {(p.path, p.now) for p in mine.parts} <= {(p.path, p.now) for p in shared.parts}
    assert alone.why == why(tape.through(0), tape.length), "what led to it is told from the seat's own tape"
    assert whole(tape).why == why(tape, tape.length)


def test_a_seat_that_asks_is_told_no_other_seats_secret(tape: Tape):
    """Every card of the duel is dealt, drawn or peeked at in secret: folded for seat 0, no other hand has a name in it."""
    seen = sides(through(tape, 0, PUBLIC), 1, tape.length)
    for found in seen.rows:
        for cell in found.cells.values():
            for held in cell.parts:
                if held.seat not in (None, 0):
                    assert all(face.look == "unknown" for face in held.now if face.look != "open")
    assert all(set(asked.seats) <= {0} for asked in seen.asked)
    sealed = {face.text for r in seen.rows for p in r.cells.get(PUBLIC, Cell()).parts for face in p.now if face.look == "sealed"}
    assert sealed == set(), "to the public nothing is sealed: what it knows, all know"


def test_eyes_that_saw_what_the_public_saw_are_named(tape: Tape):
    drawn = first(tape, CardDrawn)
    found = sides(everybody(tape), drawn.index, drawn.index)
    assert set(found.alike) == {0, 1, 2} - {drawn.fact.seat}
    played = first(tape, CardPlayed)
    begun = next(n for n in range(played.index, 1, -1) if not row(tape, n).cells)
    assert set(sides(everybody(tape), begun, begun).alike) == {0, 1, 2, ARBITER}


def test_what_each_seat_could_have_done_is_what_the_seat_itself_was_offered(tape: Tape):
    seen, barred = whole(tape), 0
    assert [asked.answer for asked in seen.asked] == [found.said.index for found in seen.rows if found.answer]
    for asked in seen.asked:
        assert asked.at == asked.answer - 1
        for seat, could in asked.seats.items():
            assert could == legal(tape.through(seat), asked.at, seat)
            barred += sum(choice.barred is not None and bool(choice.wording) for choice in could.choices)
        taker: Any = tape.record(asked.answer).fact
        assert [choice.taken for choice in asked.seats[taker.seat].choices].count(True) == 1
    assert barred > 3


def test_a_stretch_inside_a_batch_begins_with_the_decision_that_led_to_it(tape: Tape):
    inside = next(r.index for r in tape.records if r.index > 40 and not tape.waits(r.index - 1))
    found = sides(everybody(tape), inside, inside)
    start = next(n for n in range(inside, 0, -1) if tape.waits(n - 1))
    assert [asked.answer for asked in found.asked] == [start]
    assert found.why.chain[0].said.index == inside


def test_the_record_in_question_is_the_last_that_the_cited_rule_licensed(tape: Tape):
    cited = [r.index for r in tape.records[:60] if r.rule == "duel.draw"]
    assert in_question(tape.records[:60], "duel.draw") == cited[-1]
    assert in_question(tape.records[:60], None) == in_question(tape.records[:60], "duel.spirit") == 60
    found = sides(everybody(tape), 40, 60, cited[-1])
    assert found.record == found.why.chain[0].said.index == cited[-1]


@pytest.mark.parametrize(
    ("first", "last", "record", "wrong"), [(5, 3, None, ValueError), (5, 9, 4, ValueError), (5, 9999, 6, UnknownRecord)]
)
def test_records_that_are_not_there_are_refused(tape: Tape, first: int, last: int, record: int | None, wrong: type[Exception]):
    with pytest.raises(wrong):
        sides(everybody(tape), first, last, record)


def test_it_can_be_sent_as_json(tape: Tape):
    sent = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(whole(tape), str_keys=True)))
    assert len(sent["rows"]) == tape.length


# today's rules ---------------------------------------------------------------------------------------------------------
def test_rules_that_did_not_change_agree_with_every_batch_of_the_stretch(ledger: Ledger, tape: Tape):
    verdict = today(ledger, tape.game, 30, 40)
    answers = sum(tape.waits(n) for n in range(30, 40)) + 1
    assert (verdict.batches, verdict.deviations, verdict.unexamined) == (answers, (), None)


def test_a_rule_that_changed_is_found_in_its_stretch_and_in_no_other(ledger: Ledger, tape: Tape, monkeypatch: pytest.MonkeyPatch):
    played, before = first(tape, CardPlayed), Act.offers

    def not_that_card(self: Act, board: duel.Board) -> Iterator[Offer[duel.Board]]:
        for offer in before(self, board):
            that = isinstance(offer.command, duel.Play) and offer.command.card == played.fact.card
            yield Offer(offer.command, "duel.turn") if that else offer

    monkeypatch.setattr(Act, "offers", not_that_card)
    (found,) = today(ledger, tape.game, played.index, played.index).deviations
    assert found.rule == "duel.turn"
    assert found.record == played.index - 1, "the answer that would be refused"
    assert today(ledger, tape.game, 1, played.index - 2).deviations == ()
