"""Why a record is there, what it rested on, what else could have been done, and how it is said."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from domain.kernel import PUBLIC, Answered, plain
from ledger import UnknownRecord
from replay.legal import NotWaiting, legal
from replay.say import line, lines
from replay.tape import Tape
from replay.why import followed, why
from tests.toy.duel import CardDrawn, CardPlayed, LifeChanged, TableLaid, TurnBegan


def began(tape: Tape, n: int) -> int:
    """The first record of the turn that record `n` belongs to."""
    return max((r.index for r in tape.records[:n] if isinstance(r.fact, TurnBegan)), default=1)


# why -------------------------------------------------------------------------------------------------------------------
def test_every_chain_goes_back_to_a_choice_or_to_the_beginning(tape: Tape):
    chosen = 0
    for n in range(1, tape.length + 1):
        found = why(tape, n)
        indexes = [cause.said.index for cause in found.chain]
        assert indexes[0] == n
        assert indexes == sorted(indexes, reverse=True)
        for cause, before in pairwise(indexes):
            assert tape.record(cause).cause == before
        last, moment = tape.record(indexes[-1]), found.moment
        if isinstance(tape.record(n).fact, Answered):
            assert len(indexes) == (1 if tape.record(n).cause is None else 2)
        elif isinstance(last.fact, Answered):
            chosen += 1
            assert moment is None
        else:
            assert last.cause is None or last.cause < began(tape, n)
            assert moment is None or isinstance(tape.record(moment.said.index).fact, Answered)
    assert chosen > 30


def test_a_turn_begins_because_of_the_turn_before_and_after_the_choice_that_ended_it(tape: Tape):
    n = next(record.index for record in tape.records if isinstance(record.fact, TurnBegan) and record.index > 20)
    found = why(tape, n)
    assert found.chain[0].said.type == "TurnBegan"
    assert found.chain[1].said.type == "TurnBegan"
    assert found.moment is not None
    assert found.moment.said.type == "Answered"
    assert all(not isinstance(tape.record(n).fact, Answered) for n in range(found.moment.said.index + 1, n))


def test_a_chain_goes_no_further_back_than_its_turn(tape: Tape):
    longest = 0
    for n in range(1, tape.length + 1):
        indexes = [cause.said.index for cause in why(tape, n).chain]
        assert all(index >= began(tape, n) for index in indexes[2:]), "the cause of a record is told even if it is older"
        longest = max(longest, len(indexes))
    assert longest > 2


def test_what_stood_there_is_told_with_the_record_that_set_it(tape: Tape):
    checked = 0
    for n, (_, rests) in enumerate(followed(tape), 1):
        assert [at for at, _ in rests] == sorted({at for at, _ in rests})
        for at, _ in rests:
            assert at < n
            assert tape.at(at - 1).board != tape.at(at).board, "what stood there was set by a record that changed the board"
        fact = tape.record(n).fact
        if isinstance(fact, CardPlayed):
            name, said = tape.names().things[fact.card], dict(rests)
            brought = max(at for at, stood in rests if f"hand: {name}" in stood)
            drawn = tape.record(brought).fact
            assert isinstance(drawn, CardDrawn)
            assert (drawn.seat, drawn.card) == (fact.seat, fact.card)
            assert said[brought].startswith(f"{tape.names().seats[fact.seat]}: ")
            checked += 1
    assert checked > 5


def test_a_life_lost_rests_on_the_record_that_set_the_life_before(tape: Tape):
    lost = [r for r in tape.records if isinstance(r.fact, LifeChanged)]
    for record in lost:
        fact: Any = record.fact
        stood = tape.at(record.index - 1).board.players[fact.seat].life
        earlier = [r.index for r in lost if r.index < record.index and getattr(r.fact, "seat") == fact.seat]  # noqa: B009 - typed as any fact
        found = why(tape, record.index).rests
        laid = next(r.index for r in tape.records if isinstance(r.fact, TableLaid))
        assert [(one.said.index, one.stood) for one in found] == [
            (earlier[-1] if earlier else laid, f"{tape.names().seats[fact.seat]}: life {stood}")
        ]
    assert len(lost) > 3


def test_what_a_record_rested_on_tells_an_eye_no_card_that_it_does_not_know(tape: Tape):
    shut = tape.through(PUBLIC)
    told = {n: " ".join(stood for _, stood in rests) for n, (_, rests) in enumerate(followed(shut), 1)}
    for record in tape.records:
        if isinstance(record.fact, CardPlayed):
            assert "hand: " not in told[record.index], "the public saw nobody draw what he plays"
        if isinstance(record.fact, Answered):
            assert told[record.index] == "", "nor whether it is one of those that lie on the discard"


def test_the_rule_is_told_in_words(tape: Tape):
    for n in range(1, tape.length + 1):
        for cause in why(tape, n).chain:
            assert cause.wording == tape.ruleset.rules[cause.said.rule].text
            assert cause.heading == tape.ruleset.rules[cause.said.rule].heading


def test_there_is_no_why_of_a_record_that_is_not_there(tape: Tape):
    with pytest.raises(UnknownRecord, match="has no record 9999"):
        why(tape, 9999)


# legal -----------------------------------------------------------------------------------------------------------------
def test_what_was_done_is_among_what_could_be_done(tape: Tape):
    asked = barred = 0
    for n in range(1, tape.length):
        following = tape.record(n + 1)
        if isinstance(following.fact, Answered):
            found = legal(tape, n, following.fact.seat)
            assert [choice.barred for choice in found.choices if choice.taken] == [None]
            assert found.asked or following.closes == ()
            asked += 1
            for choice in found.choices:
                if choice.barred:
                    barred += 1
                    assert choice.wording == tape.ruleset.rules[choice.barred].text
                    assert not choice.taken
    assert asked > 20
    assert barred > 3


def test_nothing_could_be_done_while_the_rules_were_at_work(tape: Tape):
    inside = next(n for n in range(20, tape.length) if not tape.waits(n))
    with pytest.raises(NotWaiting) as refused:
        legal(tape, inside, 0)
    before, after = (int(word) for word in str(refused.value).split() if word.isdecimal() and int(word) != inside)
    assert before < inside < after
    assert tape.waits(before)
    assert tape.waits(after)
    assert not any(tape.waits(n) for n in range(before + 1, after))


def test_a_seat_that_is_not_there_could_do_nothing(tape: Tape):
    with pytest.raises(LookupError, match="there is no seat 3: the seats are 0 to 2"):
        legal(tape, tape.length, 3)


def test_nobody_can_do_anything_when_the_game_is_over(tape: Tape):
    assert [legal(tape, tape.length, seat).choices for seat in range(3)] == [(), (), ()]


# say -------------------------------------------------------------------------------------------------------------------
def test_a_sentence_names_a_hidden_card_only_to_those_who_know_it(tape: Tape):
    shut = tape.through(PUBLIC)
    told = 0
    for record in tape.records:
        if not isinstance(record.fact, CardDrawn) or record.fact.card is None:
            continue
        card, seat = tape.names().things[record.fact.card], record.fact.seat
        assert line(tape, record.index).text.endswith(f"draws {card}")
        assert line(tape.through(seat), record.index).text.endswith(f"draws {card}")
        assert line(shut, record.index).text.endswith("draws a card")
        told += 1
    assert told > 10


def test_all_logs_have_the_same_records_and_rules(tape: Tape):
    whole = list(lines(tape))
    for eye in (PUBLIC, 0, 1, 2):
        seen = list(lines(tape.through(eye)))
        assert [(said.index, said.type, said.rule, said.cause) for said in seen] == [
            (said.index, said.type, said.rule, said.cause) for said in whole
        ]
    assert [said.index for said in lines(tape, 10, 12)] == [10, 11, 12]
    assert plain(whole[0].words, tape.names()) == whole[0].text
