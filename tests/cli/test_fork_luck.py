"""`replay fork --luck`: every kind of luck by its name."""

from __future__ import annotations

from tests.cli.conftest import Face


def test_a_fork_is_dealt_anew_for_a_seat(face: Face):
    game = face.games[0]
    for luck, records in {"same": 1, "fresh": 2, "unknown:1": 4}.items():
        made = face.json("replay", "fork", game, "--at", 16, "--luck", luck)
        assert (made["luck"], made["version"] - made["at"]) == (luck, records)
        log = face.say("replay", "log", made["id"], "--from", made["at"] + 1, "--as", "public")
        assert ("is dealt anew" in log, "is shuffled anew" in log) == (luck == "unknown:1", luck == "fresh")
    assert "has no seat 7" in face.fail("replay", "fork", game, "--at", 16, "--luck", "unknown:7")
