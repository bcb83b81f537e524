"""Every law over games that were left by forks of every luck, and what such a fork may change."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Any

import pytest

import domain.games  # noqa: F401 - registers its games
import tests.toy  # noqa: F401 - registers it
from domain.kernel import ARBITER, PUBLIC, Eye, Forked, Game, Place, Ruleset, amend, evolve, ruleset_named, rulesets, seen_by, sight
from domain.table.redeal import hidden, knowledge, last_open, opened_by
from tests.laws import folding, playing, twins
from tests.table import Table

CHOICES = 11  # before each fork, and after the last
LUCKS = ("fresh", "unknown:1", "unknown:0")
LAWS = (
    folding.check_refold, folding.check_decides_again, folding.check_views, folding.check_knowledge, folding.check_conserved,
    folding.check_hashes, folding.check_wire, folding.check_evidence, folding.check_causes, folding.check_rules, folding.check_says,
    playing.check_own_view_offers, playing.check_keys, playing.check_waits, playing.check_windows, playing.check_lanes,
    twins.check_twins, twins.check_secret_choices,
)  # fmt: skip
GAMES = [ruleset.id for ruleset in rulesets()]


@lru_cache
def forked(name: str) -> Table:
    """A game that was forked, and its fork, and that one's, a few choices after one another."""
    table = Table(ruleset_named(name), min(ruleset_named(name).seats) + 1, "forked")
    for luck in LUCKS:
        table.play(CHOICES)
        while last_open(table.ruleset, table.log, 0) != table.game.length or last_open(table.ruleset, table.log, 1) != table.game.length:
            table.play(1)
        table.fork(luck)
    return table.play(CHOICES)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_the_law_holds_over_forks(name: str, law: Callable[[Table], None]) -> None:
    law(forked(name))


# what a fork may change --------------------------------------------------------------------------------------------------
def left(table: Table, at: Game[Any], views: dict[Eye, Game[Any]], luck: str) -> tuple[Game[Any], dict[Eye, Game[Any]]]:
    """The fork that leaves a game at a position, and what every eye sees of it."""
    log = table.log[: at.length]
    seats = tuple(map(Place, table.names.seats))
    fact = Forked[Any]("", at.length, "", seats, luck, known=knowledge(table.ruleset, log, luck, len(seats)))
    after, batch = amend(table.ruleset, at, fact, "table.fork", *opened_by(luck), chance=table.chance)
    return after, {eye: reduce(evolve, seen_by(batch, eye), view) for eye, view in views.items()}


def places(ruleset: Ruleset[Any], view: Game[Any], eye: Eye) -> dict[str, int]:
    """How many cards an eye knows in each pile that it does not read."""
    return {
        name: sum(card is not None for card in pile.cards) for name, pile in view.board.piles().items() if not sight(ruleset, name, eye)
    }


@pytest.mark.parametrize("name", GAMES)
def test_what_an_eye_sees_does_not_change_by_the_luck_of_a_fork(name: str) -> None:
    """`fresh` changes no eye's board, agenda and offers; `unknown:SEAT` not that seat's and not the public's, while the others know
    the same places as before. No card appears or vanishes."""
    rng, changed = random.Random(name), set[str]()
    table = Table(ruleset_named(name), min(ruleset_named(name).seats) + 1, "many places").play(90)
    of = table.ruleset
    chosen = set(rng.sample(range(1, len(table.positions) + 1), 6)) | {1, len(table.positions)}
    for n, game, views in table.waits():
        if n not in chosen:
            continue
        seat = rng.choice(table.seats)
        for luck in ("fresh", f"unknown:{seat}"):
            if luck != "fresh" and last_open(of, table.log[: game.length], seat) != game.length:
                continue
            after, seen = left(table, game, views, luck)
            same = {PUBLIC, *(table.seats if luck == "fresh" else (seat,))}
            for eye, view in views.items():
                at = f"at {game.length}, {luck}, for {eye}"
                assert seen[eye].agenda == after.agenda == game.agenda, f"other things are owed {at}"
                if eye in same:
                    assert seen[eye].board == view.board, f"another board {at}"
                if eye in same and isinstance(eye, int):
                    assert table.offered(seen[eye], eye) == table.offered(view, eye), f"other offers {at}"
                if isinstance(eye, int):
                    assert table.offered(seen[eye], eye) == table.offered(after, eye), f"offers that its own view does not make {at}"
                    assert places(of, seen[eye], eye) == places(of, view, eye), f"it knows other places {at}"
            assert seen[ARBITER].board == after.board
            assert of.census(after.board) == of.census(game.board)
            for pile, cards in game.board.piles().items():
                if pile not in hidden(of, game.board, None if luck == "fresh" else seat):
                    assert after.board.piles()[pile] == cards, f"{pile} was touched, {luck}"
                elif after.board.piles()[pile] != cards:
                    changed.add(luck[:7])
    assert changed == {"fresh", "unknown"}
