"""Who sees what: hands and decks are hidden, everything else lies open."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.breaking_bad import RULESET
from domain.games.breaking_bad.abilities import HandSeen, LookAtHand
from domain.games.breaking_bad.board import Board
from domain.kernel import ARBITER, PUBLIC, Pile
from tests.table import Table, random_game


def laid_open(board: Board) -> Board:
    """The board without hands, decks and gazes, which are what is hidden; how many cards they have is not."""
    players = tuple(replace(p, hand=Pile((None,) * len(p.hand)), gaze=None) for p in board.players)
    board = replace(board, players=players)
    for team in board.teams:
        board = board.team(team.id, deck=Pile((None,) * len(team.deck)))
    return board


def test_only_hands_and_decks_are_hidden():
    table = random_game(RULESET, 5, "sight", limit=250)
    for _, game, views in table.waits():
        for eye, view in views.items():
            assert laid_open(view.board) == laid_open(game.board), eye
            for seat, player in enumerate(game.board.players):
                if eye in (seat, ARBITER):
                    assert view.board.players[seat].hand == player.hand
        for player in views[PUBLIC].board.players:
            known = [card for card in player.hand.cards if card is not None]
            shown = [c for team in game.board.teams for c in team.discard.cards] + known  # only what lay open before can be known
            assert not known or set(known) <= set(shown)
        if game.length < 60:
            assert all(set(player.hand.cards) <= {None} for player in views[PUBLIC].board.players)


def test_who_looks_at_a_hand_sees_it_and_nobody_else_does():
    characters = "walter-white,gus-fring,hank-schrader,tuco-salamanca"
    table = Table(RULESET, 4, "look", {"characters": characters, "start": "0"})
    table.do(0, LookAtHand(1))
    hand = table.board.players[1].hand
    assert table.view(0).board.players[1].hand == hand
    for eye in (2, 3, PUBLIC):
        assert table.view(eye).board.players[1].hand.cards == (None,) * len(hand)
    assert [type(record.fact) for record in table.batches[-1]][-1] is HandSeen


def test_what_is_drawn_in_jail_is_shown_only_as_far_as_it_is_played():
    """A prisoner who is freed by one of three cards keeps two that nobody else has seen."""
    characters = "walter-white,gus-fring,hank-schrader,tuco-salamanca"
    table = Table(RULESET, 4, "jail", {"characters": characters, "start": "3"})
    table.arrange("hand:0")
    table.adjust("players.0.jailed", True)
    deck = [card for card in table.board.teams["heisenberg"].deck.known if card != "heisenberg-better-call-saul"]
    table.arrange("deck:heisenberg", *deck, "heisenberg-better-call-saul")
    while table.board.active != 0:
        seat = table.asked()[0][1]
        table.do(seat, next(key for key in table.keys(seat) if key in ("draw-card", "pass")))
    assert not table.board.players[0].jailed
    assert len(table.board.players[0].hand) == 2
    assert table.view(PUBLIC).board.players[0].hand.cards == (None, None)
