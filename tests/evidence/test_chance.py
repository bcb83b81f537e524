"""Chance that is committed to before it is used: record 1 holds the server to it, and the finished game's file shows every draw."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import Chance, Forked, GameOf, Place, RecordOf, Slots
from domain.table.luck import LENGTH, Luck, Thrown, dice_root, onward
from ledger import Ledger
from ledger.evidence import Opening, commitment
from ledger.keys import Keyring, chance_root
from ledger.signing import Signer
from replay.commitments import SOURCES, Commitments
from replay.examine import examine
from replay.export import export
from replay.robots import Robots
from tests.evidence.conftest import Played, bots, played_on
from tests.evidence.files import forged, taken_apart
from tests.ledger.playing import seats, step


def proved(content: bytes) -> str:
    found = examine(content).evidence
    assert found.bad is None, found
    return found.proved[-1]


def test_record_1_commits_to_the_secret_behind_all_draws(ledger: Ledger, played: Played):
    lines = taken_apart(played.file)
    began, secret = lines[1]["body"]["fact"], bytes.fromhex(lines[-1]["seeds"][0]["secret"])
    assert began["chance_root"] == chance_root(secret)
    assert (lines[-1]["seeds"][0]["after"], began["fair"]) == (0, True)
    chance: Chance = ledger.sitting(played.game).chance
    assert [chance(slot, 100) for slot in range(200)] == [Slots(secret)(slot, 100) for slot in range(200)]


def test_every_draw_of_a_finished_game_is_made_again(played: Played, dice: bytes):
    for file in (played.file, dice):
        draws = sum(line["body"].get("luck", 0) for line in taken_apart(file)[1:-1])
        assert draws > 10
        assert proved(file) == (
            f"all {draws} draws were made again from the secret that record 1 commits to: it was fixed before the first of them"
        )


def test_another_secret_does_not_fit_whoever_signs_it(played: Played):
    lines = taken_apart(played.file)
    lines[-1]["seeds"][0]["secret"] = "1" * 64
    found = examine(forged(lines, Signer(b"f" * 32))).evidence
    assert (found.bad, found.part) == (1, "record")
    assert found.why == "the seed in the last line is not the one that this record commits to"


def test_a_second_seed_beside_the_one_that_was_committed_to_proves_no_draws(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    """An operator who commits to one secret, draws from another, and tells both."""
    committed, drawn = b"c" * 32, b"d" * 32
    monkeypatch.setattr(Keyring, "roots", lambda self, game: (chance_root(committed), dice_root(committed)))
    monkeypatch.setattr(Keyring, "secret", lambda self, game: drawn)
    game = played_on(ledger, ledger.create("duel", bots(2)).id)
    lines = taken_apart(export(ledger, game))
    for told in ([committed, drawn], [drawn, committed]):
        lines[-1]["seeds"] = [{"after": 0, "secret": secret.hex()} for secret in told]
        found = examine(forged(lines, Signer(b"f" * 32)))
        assert (found.evidence.part, found.evidence.why) == ("end", "it tells two seeds of the same chance")
        assert found.evidence.proved == ()


def test_no_game_is_fair_whose_chance_follows_from_a_seed_that_it_names(ledger: Ledger):
    lines = taken_apart(export(ledger, played_on(ledger, ledger.create("duel", bots(2), {"seed": "7"}).id)))
    lines[1]["body"]["fact"] |= {"fair": True, "chance_root": "a" * 64}
    found = examine(forged(lines, Signer(b"f" * 32))).evidence
    assert (found.bad, found.why) == (1, "it says that the game is fair, and names the seed that all its chance follows from")


def test_a_fork_that_commits_to_nothing_proves_no_draws(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    game = played_on(ledger, ledger.create("duel", bots(2)).id)
    monkeypatch.setattr(Keyring, "roots", lambda self, game: (None, None))
    fork = ledger.fork(game, 40, luck="fresh", places=dict(enumerate(bots(2))))
    said = proved(export(ledger, played_on(ledger, fork.id)))
    assert said == f"the fork that left after record {fork.at} commits to nothing: the chance from there on is the server's word"


def test_draws_that_do_not_come_from_the_secret_are_not_called_proved(played: Played):
    lines = taken_apart(played.file)
    shuffled = next(line for line in lines[1:-1] if line["body"]["fact"]["type"] == "DeckShuffled")
    (pointer, (salt, order)), *_ = shuffled["openings"].items()
    shuffled["openings"][pointer] = [salt, order[::-1]]
    shuffled["body"]["fact"][pointer.rpartition("/")[2]]["sealed"] = commitment(pointer, Opening(salt, order[::-1]))
    found = examine(forged(lines, Signer(b"f" * 32)))
    assert order != order[::-1]
    assert found.conformity.deviations[0].record == shuffled["body"]["index"]
    assert "could not be made again" in found.evidence.proved[-1]


def test_dice_are_proved_to_everybody_while_the_game_is_played(ledger: Ledger):
    game = ledger.create("bad_company", seats(2)).id
    while sum(type(record.fact).__name__ == "DiceRolled" for record in ledger.records(game)) < 3:
        step(ledger, game, random.Random(1))
    assert not ledger.sitting(game).game.over
    for eye in (0, 1, "public"):
        said = examine(export(ledger, game, eye)).evidence.proved
        assert any("dice that were thrown for all to see fell as they had to" in line for line in said), said


@pytest.mark.parametrize("title", ["bad_company", "battlestar_galactica"])
def test_a_fact_shows_all_the_dice_that_were_drawn_for_it(ledger: Ledger, title: str):
    game = ledger.create(title, [Place(f"Bot {seat}", "random") for seat in range(3)], {"seed": "dice"}).id
    Robots(ledger).answer(game)
    board, log = ledger.sitting(game).ruleset.blank, ledger.records(game)
    thrown = 0
    for record in log:
        if isinstance(record.fact, Thrown):
            assert len(record.fact.thrown(board)) == record.luck
            thrown += record.luck
        board = record.fact.apply(board)
    assert thrown > 10


def test_a_chain_opens_what_is_behind_it_and_nothing_else():
    luck, root = Luck(b"s" * 32), bytes.fromhex(dice_root(b"s" * 32))
    assert onward(luck.key(0), 1) == onward(luck.key(300), 301) == onward(luck.key(LENGTH - 1), LENGTH) == root
    assert len({luck.key(slot) for slot in range(500)}) == 500
    with pytest.raises(LookupError):
        luck.key(LENGTH)
    assert luck(LENGTH, 6, range(6)) == Slots(b"s" * 32)(LENGTH, 6), "dice beyond its end are opened with the hidden draws"


def test_while_it_is_played_the_secret_is_told_to_nobody(ledger: Ledger):
    game = ledger.create("duel", seats(2)).id
    secret = ledger.secrets(game)
    assert secret is None
    for eye in (0, 1, "public", "arbiter"):
        content = export(ledger, game, eye)
        assert "seeds" not in json.loads(content.splitlines()[-1])
        assert proved(content) == "record 1 commits to the secret behind all draws; the arbiter's file of the finished game tells it"


def test_no_two_games_share_a_secret_and_none_follows_from_another(ledger: Ledger):
    roots = [getattr(ledger.records(ledger.create("duel", seats(2)).id, upto=1)[0].fact, "chance_root") for _ in range(5)]  # noqa: B009
    assert len(set(roots)) == 5
    assert all(root is not None and len(root) == 64 for root in roots)


def test_a_seeded_game_says_that_it_is_not_fair(ledger: Ledger):
    game = played_on(ledger, ledger.create("duel", bots(2), {"seed": "7"}).id)
    content = export(ledger, game)
    began = taken_apart(content)[1]["body"]["fact"]
    assert (began["fair"], began["chance_root"]) == (False, None)
    assert proved(content) == "the game is not marked as fair: its chance follows from a seed that somebody may have known"
    assert examine(content).conformity.deviations == ()


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_a_root_fits_its_secret_alone(one: bytes, other: bytes):
    assert (chance_root(one) == chance_root(other)) == (one == other)
    assert chance_root(one) != one.hex()


def test_a_file_of_more_forks_than_anybody_makes_is_not_examined_to_its_end():
    read, game = Commitments(), GameOf(None)
    fork: Forked[Any] = Forked("parent", 1, "00", (), "fresh")
    for n in range(SOURCES):
        read.read(game, RecordOf(n + 1, fork, "table.fork"), None)
    with pytest.raises(ValueError, match="no game goes back to 1000 others"):
        read.read(game, RecordOf(SOURCES + 1, fork, "table.fork"), None)
