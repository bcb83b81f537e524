"""Necklaces: whatever heists lie under the boards, one claim is the best, for the reason that is cited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.games.bad_company.board import Board, Player
from domain.games.bad_company.components import components
from domain.games.bad_company.necklaces import Claim, best, decided_by

HEISTS = [heist.id for heist in components().heists]
MISSIONS = [mission.id for mission in components().missions]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Two to six players with some of the heists each."""
    seats = draw(st.integers(2, 6))
    holders = draw(st.lists(st.integers(-1, seats - 1), min_size=len(HEISTS), max_size=len(HEISTS)))
    done = [tuple(heist for heist, holder in zip(HEISTS, holders, strict=True) if holder == seat) for seat in range(seats)]
    return Board(players=tuple(Player(done=heists) for heists in done))


@given(boards(), st.sampled_from(MISSIONS))
def test_two_claims_are_never_equal(board: Board, mission: str):
    claims = [claim for player in board.players if (claim := Claim.of(player, mission))[0]]
    assert len(set(claims)) == len(claims)


@given(boards(), st.sampled_from(MISSIONS))
def test_the_best_claim_wins_and_the_rule_says_why(board: Board, mission: str):
    claims = [Claim.of(player, mission) for player in board.players]
    winners = list(best(board, mission))
    if not any(claim[0] for claim in claims):
        assert not winners
        return
    ((seat, claim, rule),) = winners
    others = [other for s, other in enumerate(claims) if s != seat]
    assert claim == claims[seat]
    assert all(other[0] <= claim[0] for other in others)
    tied = [other for other in others if other[0] == claim[0]]
    assert (rule == "bc.necklace.majority") == (not tied)
    assert (rule == "bc.necklace.tie-single") == (bool(tied) and all(other[1] < claim[1] for other in tied))
    if rule == "bc.necklace.tie-number":
        assert all(other[2] < claim[2] for other in tied if other[1] == claim[1])


@given(boards(), st.sampled_from(MISSIONS))
def test_turning_the_table_changes_nothing(board: Board, mission: str):
    turned = Board(players=board.players[1:] + board.players[:1])
    here, there = list(best(board, mission)), list(best(turned, mission))
    assert [(board.players[seat], claim, rule) for seat, claim, rule in here] == [
        (turned.players[s], claim, rule) for s, claim, rule in there
    ]


def test_a_claim_counts_symbols_then_the_best_heist_then_the_highest_number():
    claim = Claim.of(Player(done=("heist-14", "heist-10", "heist-36")), "gold")
    assert claim == (3, 2, 14)
    assert decided_by(claim, [Claim((2, 2, 18))]) == "bc.necklace.majority"
    assert decided_by(claim, [Claim((3, 1, 18))]) == "bc.necklace.tie-single"
    assert decided_by(claim, [Claim((3, 1, 18)), Claim((3, 2, 13))]) == "bc.necklace.tie-number"
