"""Set-up: every legal mix of teams, everything in its place, and what can not be chosen."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.breaking_bad import RULESET
from domain.games.breaking_bad.board import CRIMINALS
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.setup import fault_of, legal_choices
from tests.table import Table


def test_everything_in_the_box_is_somewhere():
    for seats in RULESET.seats:
        count = RULESET.census(Table(RULESET, seats).board)
        cards = sum(n for id, n in count.items() if id in components().kinds_by_card)
        labs = sum(n for id, n in count.items() if id.startswith("lab-"))
        sheets = sum(n for id, n in count.items() if id in components().characters_by_id)
        assert (cards, labs, sheets) == (120, 9, 8)
        assert (count["crystals"], count["life-markers"], count["jail-markers"]) == (130, 34, 6)


@pytest.mark.parametrize("seats", RULESET.seats)
def test_every_legal_mix_of_teams_can_be_played(seats: int):
    mixes = {tuple(sorted(components().character(c).team for c in chosen)): chosen for chosen in legal_choices(seats)}
    for mix, chosen in mixes.items():
        board = Table(RULESET, seats, options={"characters": ",".join(chosen)}).board
        members = Counter(mix)
        labs = 3 if sum(team in members for team in CRIMINALS) == 2 else 2
        for team in board.teams:
            criminal = team.id in CRIMINALS and members[team.id] > 0
            assert team.members == members[team.id]
            assert team.goal == ({1: 12, 2: 18}[team.members] if criminal else 0)
            assert len(team.labs) == (labs if criminal else 0)
            assert team.face_up
        for player in board.players:
            sheet = components().character(player.character)
            assert (player.life, player.room, player.stash, len(player.hand)) == (sheet.life, sheet.life, sheet.crystals, sheet.hand)


def test_what_can_not_be_chosen_is_refused():
    alone = "walter-white", "gus-fring", "tuco-salamanca"
    assert fault_of(("hank-schrader", *alone)) is None
    assert fault_of(("hank-schrader", "walter-white", "jesse-pinkman")) == "at least three teams take part"
    assert fault_of(alone) == "with 3 players one agent takes part"
    assert fault_of(("hank-schrader", "steve-gomez", *alone)) == "with 5 players one agent takes part"
    assert fault_of(("hank-schrader", *alone, "jesse-pinkman", "mike-ehrmantraut")) == "with 6 players both agents take part"
    assert "everybody plays another one" in (fault_of(("hank-schrader", "hank-schrader", *alone)) or "")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"characters": "hank-schrader,walter-white,saul-goodman"}, "everybody plays another one"),
        ({"characters": "hank-schrader,walter-white,jesse-pinkman"}, "at least three teams"),
        ({"characters": "hank-schrader,walter-white,gus-fring,tuco-salamanca"}, "4 characters were named for 3 seats"),
        ({"start": "3"}, "seat 3 can not begin"),
        ({"vest": "golden"}, "vest is one of"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_in_one_line(options: dict[str, str], why: str):
    with pytest.raises(ValueError, match=why):
        Table(RULESET, 3, options=options)


def test_who_begins_may_be_named():
    for start in range(4):
        assert Table(RULESET, 4, options={"start": str(start)}).board.active == start
