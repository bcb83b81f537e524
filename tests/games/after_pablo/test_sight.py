"""Who sees what: fronts and backs, money, and what is known of a deck that lies front up."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from domain.games.after_pablo import RULESET
from domain.games.after_pablo.cartel import CardBought
from domain.games.after_pablo.checks import CheckDrawn
from domain.games.after_pablo.final import MoneyShown
from domain.games.after_pablo.selling import DistributorTurned
from domain.kernel import ARBITER, PUBLIC
from tests.table import Table, random_game


@cache
def games() -> list[Table]:
    return [random_game(RULESET, seats, "sight") for seats in RULESET.seats]


def known(board: Any) -> Counter[str]:
    """The backs that an eye knows, by group and place."""
    return Counter(f"{at}/{n}" for at, pile in enumerate(board.backs) for n, back in enumerate(pile.cards) if back is not None)


def test_backs_of_cities_and_decks_are_known_to_nobody():
    for seats in RULESET.seats:
        table = Table(RULESET, seats)
        assert not known(table.view(PUBLIC).board)
        for seat in table.seats:
            view = table.view(seat).board
            hand = [card for card in view.players[seat].hand.cards if card is not None]
            assert len(hand) == 3
            seen = [card for card in RULESET.census(table.board) if view.back(card) is not None]
            assert set(seen) <= set(hand), "only the backs of the own hand are known at the start"


def test_whoever_knows_a_back_knows_it_rightly_and_where_it_belongs():
    for table in games():
        for _, game, views in table.waits():
            for view in views.values():
                for mine, true in zip(view.board.backs, game.board.backs, strict=True):
                    assert all(back in (None, truth) for back, truth in zip(mine.cards, true.cards, strict=True))


def test_a_buyer_alone_sees_the_back():
    """Buying shows a back to the buyer, checks and sales to everybody, and nothing else shows any to who does not hold the card."""
    bought = 0
    for table in games():
        before: dict[Any, Counter[str]] = {}
        for record, _, views in table.folds():
            for eye, view in views.items():
                now = known(view.board)
                if isinstance(record.fact, CardBought):
                    bought += 1
                    assert eye in (record.fact.seat, ARBITER) or now == before[eye], "a purchase showed a back to somebody else"
                elif eye == PUBLIC and now != before.get(eye, Counter()):
                    assert isinstance(record.fact, CheckDrawn | DistributorTurned), f"{type(record.fact).__name__} showed a back to all"
                before[eye] = now
    assert bought


def test_money_is_known_to_its_holder_alone():
    for table in games():
        shown = False
        for record, game, views in table.folds():
            shown = shown or isinstance(record.fact, MoneyShown)
            for eye, view in views.items():
                assert eye == ARBITER or view.board.bank is None or not game.board.season
                for seat, player in enumerate(view.board.players):
                    mine = eye in (seat, ARBITER) or shown or not game.board.season
                    assert mine or player.cash is None, f"{eye} knows the money of {seat} after record {record.index}"
                    if eye in (seat, ARBITER):
                        assert player.cash == game.board.players[seat].cash
        assert shown


def test_the_front_on_top_of_each_deck_is_known_to_all():
    for table in games():
        for _, game, views in table.waits():
            for eye, view in views.items():
                for name in ("cartel", "guerrilla"):
                    true, seen = game.board.piles()[name].cards, view.board.piles()[name].cards
                    assert seen[-1:] == true[-1:], f"{eye} does not see what lies on the {name} deck"
                    assert eye == ARBITER or set(seen[:-1]) <= {None}, f"{eye} sees below the top of the {name} deck"


def test_what_was_bought_openly_is_known_by_its_front_to_all():
    for table in games():
        for record, game, views in table.folds():
            if isinstance(record.fact, CardBought):
                assert record.fact.card in views[PUBLIC].board.players[record.fact.seat].hand.cards
                assert record.fact.card in game.board.players[record.fact.seat].hand.cards
