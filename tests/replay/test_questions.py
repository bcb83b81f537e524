"""Why a record is there, what else could have been done, what changed, and how it is said."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from domain.kernel import PUBLIC, Answered, Pile, plain
from ledger import Ledger, UnknownRecord
from replay.diff import diff
from replay.legal import NotWaiting, legal
from replay.say import line, lines
from replay.tape import Tape
from replay.tree import tree, walk
from replay.why import why
from tests.toy.duel import CardDrawn, CardPlayed, TurnBegan


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
            assert last.cause is None
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


# diff ------------------------------------------------------------------------------------------------------------------
def test_a_difference_names_every_place_that_changed_and_no_other(tape: Tape):
    for n in range(1, tape.length + 1):
        changes = diff(tape.at(n - 1), tape.at(n))
        assert bool(changes) == (tape.at(n - 1).board != tape.at(n).board)
        for change in changes:
            assert change.before != change.after
            assert change.text.startswith(f"{change.path}: ")
    assert diff(tape.at(30), tape.at(30)) == []


def test_cards_that_come_and_go_are_named_and_hidden_ones_counted(tape: Tape):
    n, seat, card = next((r.index, r.fact.seat, r.fact.card) for r in tape.records if isinstance(r.fact, CardPlayed))
    size = len(tape.at(n - 1).board.players[seat].hand)
    told = {change.path: change.text for change in diff(tape.at(n - 1), tape.at(n))}
    assert told == {
        f"players.{seat}.hand": f"players.{seat}.hand: -{card} ({size} -> {size - 1} cards)",
        "discard": f"discard: +{card} ({len(tape.at(n).board.discard) - 1} -> {len(tape.at(n).board.discard)} cards)",
    }
    drawn = next(r for r in tape.records if isinstance(r.fact, CardDrawn))
    shut = tape.through(PUBLIC)
    assert all("?" in change.text for change in diff(shut.at(drawn.index - 1), shut.at(drawn.index)))


def test_a_new_order_is_a_change(tape: Tape):
    board = tape.at(30).board
    turned = board.lay("deck", Pile(board.deck.cards[::-1]))
    assert [change.text for change in diff(tape.at(30), replace(tape.at(30), board=turned))] == ["deck: in another order"]


# tree ------------------------------------------------------------------------------------------------------------------
def test_the_tree_is_the_same_from_wherever_it_is_asked_for(ledger: Ledger, tape: Tape):
    late, early = ledger.fork(tape.game, 80), ledger.fork(tape.game, 30, luck="fresh", reason="what if")
    root = tree(ledger, tape.game)
    assert [(depth, branch.id) for depth, branch in walk(root)] == [(0, tape.game), (1, early.id), (1, late.id)]
    assert root == tree(ledger, early.id) == tree(ledger, late.id)
    assert (root.forks[0].at, root.forks[0].luck, root.forks[0].reason) == (early.at, "fresh", "what if")
