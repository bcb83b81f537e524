"""A dispute on the command line, from the claim to the game that goes on."""

from __future__ import annotations

import json

import pytest

from cli.disputes import remedy_of
from domain.disputes import Remedy
from domain.kernel import Place, address_of, awaited, offers
from ledger import Held, Ledger
from tests.cli.conftest import Face


def act(ledger: Ledger, game: str) -> None:
    """The first who is asked takes the first offer that nothing bars."""
    sitting = ledger.sitting(game)
    seat = awaited(sitting.game)[0]
    free = [address_of(owed, offer) for owed, offer in offers(sitting.ruleset, sitting.game, seat) if offer.barred is None]
    ledger.act(game, seat, free[0])


def test_a_dispute_is_filed_argued_ruled_appealed_ruled_again_and_closed_and_the_rewound_game_goes_on(face: Face):
    with face.open() as ledger:
        created = ledger.create("duel", [Place("Ada"), Place("Ben")])
        game, at = created.id, created.version
        act(ledger, game)
        last = ledger.sitting(game).version
    assert "nobody is an arbiter" in face.say("disputes", "arbiters")
    assert "no disputes here" in face.say("disputes", "list")
    token = face.json("disputes", "appoint", "Ruth")["token"]
    face.say("disputes", "appoint", "Sam")

    ruling = ["--facts", "It was turn one.", "--rule", "duel.turn", "--rule", "duel.draw"]
    filed = face.say(
        "disputes", "file", game[:8], "--seat", 1, "--records", f"{at + 1}:{last}", "--claim", "Too\nearly.",
        "--rule", "duel.raid.too-early", "--seek", f"rewind:{at}", "--deadline", "2h",
    )  # fmt: skip
    id = filed.split()[0]
    assert filed.rstrip().endswith(f"Ben (seat 1) disputes records {at + 1} to {last}, relying on duel.raid.too-early, "
                                   f"and seeks to rewind to record {at}: Too early.")  # fmt: skip
    face.say("disputes", "state", id, "--seat", 0, "I see nothing wrong.")
    face.say("disputes", "look", id[:6], "--arbiter", "Ruth")
    face.say("disputes", "pause", id, "--arbiter", "Ruth")
    with face.open() as ledger, pytest.raises(Held):
        act(ledger, game)
    assert "nobody may act: an arbiter has paused the game" in face.say("replay", "show", game)
    face.say("disputes", "resume", id, "--arbiter", "Ruth")
    face.say("disputes", "rule", id, "--arbiter", "Ruth", *ruling, "--remedy", "stand", "--reasons", "It is so.")
    face.say("disputes", "appeal", id, "--seat", 1, "It is not.")
    again = [id, "--arbiter", "Ruth", *ruling, "--remedy", "stand"]
    assert "another arbiter rules now (disputes.ruling.another)" in face.fail("disputes", "rule", *again)
    face.say("disputes", "rule", id, "--arbiter", "Sam", *ruling, "--remedy", f"rewind:{at}")
    closing = face.say("disputes", "close", id, "--arbiter", "Sam", "--json")
    fork = json.loads(closing)["outcome"]["fork"]

    told = face.say("disputes", "show", id)
    assert f"dispute {id}: closed" in told
    assert "In the first turns nobody raids." in told
    assert f"the game goes on as {fork}" in told
    assert [record["rule"].split(".")[1] for record in face.json("disputes", "show", id)["log"]] == [
        "file", "state", "look", "pause", "resume", "ruling", "appeal", "ruling", "close"
    ]  # fmt: skip
    file, mine = face.file.with_name("dispute.jsonl"), face.file.with_name("mine.json")
    mine.write_text(closing)
    assert "9 records of dispute" in face.say("disputes", "export", id, "-o", file)
    assert "9 records of dispute" in face.say("disputes", "verify", file, "--receipt", mine)
    file.write_bytes(file.read_bytes().replace(b"nothing wrong", b"nothing right"))
    examined = face.run("disputes", "verify", file)
    assert examined.exit_code == 1
    assert "not as it was written: record 2" in examined.stdout
    line = next(line for line in face.say("replay", "tree", game).splitlines() if fork in line)
    assert f"left at record {at}" in line
    assert line.endswith(f"rewound by record 8 of dispute {id}")
    assert f"rewound to record {at} by dispute {id}, and goes on as {fork}" in face.say("replay", "show", game)
    assert face.json("replay", "show", game)["hold"]["game"] == fork
    assert f"as ruled on dispute {id}" in face.say("replay", "log", fork, "--from", at + 1, "--to", at + 1)
    with face.open() as ledger:
        assert ledger.eye_of(fork, created.tokens[1]) == 1, "the tokens of the game that was left open the one that goes on"
        act(ledger, fork)
        assert ledger.disputes.arbiters.of(token) == "Ruth"
    assert "Ruth is no arbiter any more" in face.say("disputes", "dismiss", "Ruth")
    assert "there is no arbiter Ruth" in face.fail("disputes", "dismiss", "Ruth")


def test_an_adjusted_result_stands_beside_the_one_that_was_played(face: Face):
    game = face.games[0]
    with face.open() as ledger:
        length = ledger.sitting(game).version
        ledger.disputes.arbiters.appoint("Ruth")
        id = ledger.disputes.file(game, 0, (length, length), "I won it.", Remedy("adjust", winners=(0, 2))).dispute.id
    ruling = [id, "--arbiter", "Ruth", "--facts", "He did.", "--reasons", "No rule speaks of it.", "--remedy", "adjust:0,2=3,1,9"]
    face.say("disputes", "rule", *ruling)
    said = f"adjusted by dispute {id}, random 0 (seat 0) and random 2 (seat 2) won, 3 : 1 : 9"
    assert said not in face.say("replay", "show", game), "not before it is closed"
    face.say("disputes", "close", id, "--arbiter", "Ruth")
    assert said in face.say("replay", "show", game)
    shown = face.json("replay", "show", game)
    assert (shown["version"], shown["rulings"][0]["remedy"]["winners"], shown["hold"]) == (length, [0, 2], None)
    assert face.say("disputes", "list", "--words", "i WON", "--state", "closed", "--ruleset", "duel", "--game", game).startswith(id)
    assert face.json("disputes", "list", "--rule", "duel.turn") == []


@pytest.mark.parametrize(
    ("remedy", "kind"),
    [
        ("adjust:nobody", Remedy("adjust", winners=())),
        ("adjust:=4,-1", Remedy("adjust", scores=(4, -1))),
        ("rewind:12", Remedy("rewind", at=12)),
        ("void", Remedy("void")),
    ],
)
def test_remedies_are_written_in_a_word(remedy: str, kind: Remedy):
    assert remedy_of(remedy) == kind


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--records", "x:3", "--seek", "stand"], "--records takes A:B"),
        (["--records", "1:", "--seek", "stand"], "--records takes A:B"),
        (["--records", "1:3", "--seek", "rewind"], "a remedy is stand, void, rewind:N"),
        (["--records", "1:3", "--seek", "adjust:"], "a remedy is stand, void, rewind:N"),
        (["--records", "1:3", "--seek", "stand", "--deadline", "soon"], "--deadline takes minutes, hours or days"),
    ],
)
def test_what_is_written_wrong_is_said_in_one_line(face: Face, words: list[str], says: str):
    assert says in face.fail("disputes", "file", face.games[0], "--seat", "0", "--claim", "x", *words, code=2)


def test_what_is_not_there_is_said_in_one_line(face: Face):
    assert "there is no dispute 12ab" in face.fail("disputes", "show", "12ab")
    assert "--state is filed, ruled, appealed or closed" in face.fail("disputes", "list", "--state", "lost", code=2)
    assert "there is no ruleset chess" in face.fail("disputes", "list", "--ruleset", "chess")
    filing = ["disputes", "file", face.games[1], "--seat", "0", "--records", "1:3", "--seek", "stand"]
    assert "no control characters" in face.fail(*filing, "--claim", "\x1b[2J").replace("must not have", "no")
    assert "has no seat 7" in face.fail(*filing, "--claim", "x", "--seat", "7")
    assert "(disputes.file.rule)" in face.fail(*filing, "--claim", "x", "--rule", "duel.nothing")
    id = face.json(*filing, "--claim", "x")["id"]
    assert "there is no arbiter Vic" in face.fail("disputes", "close", id, "--arbiter", "Vic")
