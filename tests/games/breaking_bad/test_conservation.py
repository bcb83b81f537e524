"""Nothing comes from nowhere: crystals, life, cards, labs and jail markers at every record of whole games."""

from __future__ import annotations

from functools import cache

import pytest

from domain.games.breaking_bad import RULESET
from domain.games.breaking_bad.board import Board
from domain.games.breaking_bad.components import components
from tests.table import Table, random_game

GAMES = [(seats, seed) for seats in RULESET.seats for seed in range(2)]


@cache
def played(seats: int, seed: int) -> Table:
    return random_game(RULESET, seats, f"conservation {seed}")


@pytest.fixture(params=GAMES, ids="{0[0]} seats, game {0[1]}".format)
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param)


def test_everything_is_somewhere(table: Table):
    of, first = components(), None
    for record, game in table.fold():
        board: Board = game.board
        if not board.turn:
            continue
        count = dict(RULESET.census(board))
        assert (count["crystals"], count["life-markers"], count["jail-markers"]) == (130, 34, 6), record
        assert sum(count.get(card, 0) for card in of.kinds_by_card) == 120, record
        assert sum(count.get(lab.id, 0) for lab in of.labs) == 9, record
        first = first or count
        assert {id: n for id, n in count.items() if n} == {id: n for id, n in first.items() if n}, record


def test_every_deck_keeps_its_thirty_cards(table: Table):
    """A card never ends in the hand, the deck or the discard pile of another team."""
    of = components()
    for game in table.positions:
        board: Board = game.board
        for name, pile in board.piles().items():
            where, _, whose = name.partition(":")
            team = board.players[int(whose)].team if where == "hand" else whose
            assert all(of.teams_by_card[card] == team for card in pile.known), name


def test_nothing_falls_below_nothing(table: Table):
    for game in table.positions:
        board: Board = game.board
        assert min(board.supply, board.life_supply, board.markers, board.left, board.fights) >= 0
        for player in board.players:
            assert 0 <= player.life <= player.room
            assert player.dead == (player.life == 0)
            assert player.stash >= 0
            kinds = [components().kind(laid.id).id for laid in player.area]
            assert len(kinds) == len(set(kinds)), "two cards of a kind in one area"
            assert not (player.dead or player.jailed) or not (player.area or player.hand.cards)
            assert not player.jailed or not player.stash


def test_labs_lie_face_up_as_long_as_a_member_is_at_large(table: Table):
    for game in table.positions:
        board: Board = game.board
        for team in board.teams:
            if team.goal:
                at_large = [p for p in board.players if p.team == team.id and not (p.dead or p.jailed)]
                assert team.face_up == bool(at_large), team
                assert team.gone == all(p.dead for p in board.players if p.team == team.id), team
                assert team.chemist is None or (team.lab is not None and not board.teams[team.chemist.team].gone), team


def test_between_actions_the_table_is_clear(table: Table):
    for game in table.positions:
        board: Board = game.board
        if not board.acting:
            assert not board.table
            assert not board.fights
