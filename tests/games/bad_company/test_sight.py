"""Who sees what: what lies open for all, and what is for one pair of eyes."""

from __future__ import annotations

from domain.games.bad_company import RULESET
from domain.kernel import PUBLIC
from tests.table import Table, random_game


def test_what_everybody_may_look_at():
    """The top of the heist deck, the display, all heists of all players, discards and hired upgrades; drawn upgrades only for him
    who draws them, until what he does not keep lies open."""
    table = random_game(RULESET, 3, seed=5)
    choosing = 0
    for _, game, views in table.waits():
        board, seen = game.board, views[PUBLIC].board
        assert seen.display == board.display
        assert not len(board.heists) or seen.heists.top == board.heists.top
        assert seen.upgrade_discard == board.upgrade_discard
        assert seen.loot_discard == board.loot_discard
        for seat, player in enumerate(board.players):
            public = seen.players[seat]
            assert (public.active, public.done, public.gang, public.dealt) == (player.active, player.done, player.gang, player.dealt)
            for eye, view in views.items():
                known = view.board.players[seat].drawn.cards
                assert known == (player.drawn.cards if eye in (seat, "arbiter") else (None,) * len(player.drawn)), (eye, seat)
            choosing += len(player.drawn) > 0
    assert choosing, "nobody ever drew upgrades to choose from"


def test_loot_is_seen_by_its_owner_alone_until_the_end():
    table = random_game(RULESET, 2, seed=1)
    held = 0
    for _, game, views in table.waits():
        for seat, player in enumerate(game.board.players):
            other = views[1 - seat].board.players[seat].hand
            if game.over:
                assert other == player.hand
            else:
                assert views[seat].board.players[seat].hand == player.hand
                assert other.cards == (None,) * len(player.hand)
            held += len(player.hand)
    assert held


def test_decks_lie_face_down():
    for seats in RULESET.seats:
        views = Table(RULESET, seats).view(PUBLIC).board
        assert set(views.upgrades.cards) == set(views.loot.cards) == {None}
