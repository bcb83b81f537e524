"""Chance that is committed to before it is used: record 1 holds the server to it, and the finished game's file shows every draw."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import Chance, Slots
from ledger import Ledger
from ledger.keys import chance_root
from ledger.signing import Signer
from replay.examine import examine
from replay.export import export
from tests.evidence.conftest import Played, bots, played_on
from tests.evidence.files import forged, taken_apart
from tests.ledger.playing import seats


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


def test_draws_that_do_not_come_from_the_secret_are_not_called_proved(dice: bytes):
    lines = taken_apart(dice)
    rolled = next(line for line in lines[1:-1] if line["body"]["fact"]["type"] == "DiceRolled")
    rolled["body"]["fact"]["golden"][0] = rolled["body"]["fact"]["golden"][0] % 5 + 1
    content = forged(lines, Signer(b"f" * 32))
    assert "could not be made again" in proved(content)
    assert examine(content).conformity.deviations[0].record == rolled["body"]["index"]


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
