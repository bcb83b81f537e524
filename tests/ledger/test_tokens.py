"""Tokens: what a seat shows to be let at its own eye."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

from domain.kernel import PUBLIC, Place
from ledger import Created, Ledger
from tests.ledger.playing import play, seats, sql


@pytest.fixture(params=("bad_company", "duel"))
def title(request: pytest.FixtureRequest) -> str:
    """A shipped game and the toy: whose a token is does not ask what is played."""
    return request.param


def test_a_token_opens_its_seat_of_its_game_and_nothing_else(ledger: Ledger, game: Created):
    other = ledger.create("duel", seats(2))
    assert game.tokens.keys() == set(range(len(ledger.sitting(game.id).places)))
    for seat, token in game.tokens.items():
        assert ledger.eye_of(game.id, token) == seat
        assert ledger.eye_of(other.id, token) is None
        for nearly in (token[:-1], token + "A", token.swapcase(), "", " " + token, "\ud800", "é"):
            assert ledger.eye_of(game.id, nearly) is None


def test_tokens_are_stored_as_hashes_alone(ledger: Ledger, store: Path, game: Created):
    play(ledger, game.id)
    ledger.close()
    content = b"".join(path.read_bytes() for path in store.parent.iterdir())
    for token in game.tokens.values():
        assert len(token) >= 32
        assert token.encode() not in content
        assert hashlib.sha256(token.encode()).digest() in content
    assert all(token not in repr(row) for row in sql(store, "SELECT * FROM tokens") for token in game.tokens.values())


def test_bots_have_no_tokens(ledger: Ledger):
    created = ledger.create("duel", [Place("ann"), Place("bot", bot="random"), Place("cyd")])
    assert created.tokens.keys() == {0, 2}


def test_spectators_are_invited_only_where_the_table_says_so(ledger: Ledger):
    assert ledger.create("duel", seats(2)).spectator is None
    invited = ledger.create("duel", seats(2), {"watch": "invited"})
    assert invited.spectator is not None
    assert ledger.eye_of(invited.id, invited.spectator) == PUBLIC
    play(ledger, invited.id)
    fork = ledger.fork(invited.id, ledger.sitting(invited.id).version // 2)
    assert fork.spectator not in (None, invited.spectator)
    assert ledger.eye_of(fork.id, fork.spectator or "") == PUBLIC
    assert ledger.eye_of(fork.id, invited.spectator) is None


def test_a_fork_has_tokens_of_its_own(ledger: Ledger, finished: Created):
    fork = ledger.fork(finished.id, ledger.sitting(finished.id).version // 2)
    assert not set(fork.tokens.values()) & set(finished.tokens.values())
    for seat in fork.tokens:
        assert ledger.eye_of(fork.id, fork.tokens[seat]) == seat
        assert ledger.eye_of(fork.id, finished.tokens[seat]) is None
        assert ledger.eye_of(finished.id, fork.tokens[seat]) is None


def test_seeds_and_games_do_not_repeat_tokens(ledger: Ledger):
    random.seed(0)
    games = [ledger.create("duel", seats(2), {"seed": "1"}) for _ in range(5)]
    tokens = [token for game in games for token in game.tokens.values()]
    assert len(set(tokens)) == len(tokens)
