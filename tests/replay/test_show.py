"""A board is shown in words, and what an eye does not know as a question mark."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from domain.kernel import ARBITER, PUBLIC, Eye, Outcome
from replay.show import board_tree, told, waiting
from replay.tape import Tape


def shown(tape: Tape, n: int, eye: Eye) -> str:
    seen = tape if eye == ARBITER else tape.through(eye)
    console = Console(file=StringIO(), width=200, highlight=False)
    console.print(board_tree(seen.at(n).board, seen.names(n), "Duel"))
    return console.file.getvalue()  # pyright: ignore[reportAttributeAccessIssue] - it is a StringIO


def hand(tape: Tape, text: str, seat: int) -> str:
    return next(row for row in text.splitlines() if f"{seat} {tape.names().seats[seat]}" in row).split("hand ")[1]


@pytest.mark.parametrize("n", [20, 60, 100])
def test_every_hand_is_shown_to_its_seat_alone(tape: Tape, n: int):
    n = min(n, tape.length)
    names = set(tape.names().things.values())
    for eye in (PUBLIC, 0, 1, 2):
        text = shown(tape, n, eye)
        for seat in range(3):
            cards = tape.at(n).board.players[seat].hand.cards
            row = hand(tape, text, seat).split(", won")[0]
            if eye == seat:
                assert "?" not in row
                assert all(tape.names().things[card] in row for card in cards)
            else:
                assert row.startswith(f"{len(cards)} x ?" if len(cards) > 1 else "?") or "?" in row
                assert not any(name in row for name in names)
    assert "?" not in shown(tape, n, ARBITER)


def test_seats_are_called_by_name_and_empty_piles_are_empty(tape: Tape):
    text = shown(tape, 20, PUBLIC)
    assert "0 Bot 0" in text
    assert "lot  empty" in text
    assert "result  -" in text


def test_who_is_awaited_is_said_with_the_question(tape: Tape):
    acting = next(n for n in range(tape.length) if [type(owed.what).__name__ for owed in tape.at(n).due()] == ["Act"])
    assert waiting(tape.at(acting), tape.names()) == ["Bot 0 (seat 0): which card to play?"]
    assert waiting(tape.at(), tape.names()) == []


def test_an_outcome_is_told_in_one_line(tape: Tape):
    assert told(Outcome((0, 2), (5, 1, 5), "time"), tape.names()) == "Bot 0 (seat 0) and Bot 2 (seat 2) won, 5 : 1 : 5 (time)"
    assert told(Outcome((), (0, 0, 0), "draw"), tape.names()) == "nobody won, 0 : 0 : 0 (draw)"
