"""`games`, `rules` and the questions of `replay`, for people and for machines."""

from __future__ import annotations

import json
import re

import pytest

from domain.kernel import Answered, address_of, offers, ruleset_named
from replay.tape import Tape
from tests.cli.conftest import Face
from tests.toy.duel import CardPlayed


def test_games_are_listed_and_sifted(face: Face):
    assert [line.split()[0] for line in face.say("games").splitlines()] == face.games
    assert len(face.json("games", "--ruleset", "duel", "--finished")) == 2
    assert face.json("games", "--ruleset", "duel@1") == face.json("games")
    assert face.json("games", "--open") == []
    assert face.say("games", "--open") == "no games here; `play` makes some\n"
    with face.open() as ledger:
        from domain.kernel import Place

        game = ledger.create("duel", [Place("Ada"), Place("Bob")]).id
    assert f"{game}  duel@1  2 seats" in face.say("games", "--open")
    assert "waits for Ada" in face.say("games", "--open")


def test_games_that_nobody_can_read_any_more_are_listed_too(face: Face, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("domain.kernel.ruleset._register", {})
    assert [(game["id"], game["state"]) for game in face.json("games")] == [(game, "damaged") for game in face.games]
    assert "is played with duel@1, which this program does not have" in face.say("games")
    assert "is played with duel@1, which this program does not have" in face.fail("replay", "show", face.games[0])


def test_a_game_is_found_by_the_beginning_of_its_id(face: Face):
    game = face.games[0]
    assert face.say("replay", "log", game[:8]) == face.say("replay", "log", game) == face.say("replay", "log", game.upper())


def test_options_may_stand_before_the_command(face: Face):
    from typer.testing import CliRunner

    from cli.main import app

    result = CliRunner().invoke(app, ["--json", "--store", face.store, "games"])
    assert json.loads(result.stdout) == face.json("games")


def test_rules_by_heading_one_in_full_and_for_machines(face: Face):
    ruleset = ruleset_named("duel")
    told = face.say("rules", "duel")
    for rule in ruleset.rules.values():
        assert f"  {rule.id}\n" in told
        assert f"\n{rule.heading}\n" in told
    assert face.say("rules", "duel", "duel.spirit").splitlines()[1].strip() == ruleset.rules["duel.spirit"].text
    assert [rule["id"] for rule in face.json("rules", "duel")] == list(ruleset.rules)
    assert face.json("rules", "duel@1", "duel.raid")["text"] == ruleset.rules["duel.raid"].text


def test_the_words_for_scenario_files_are_those_of_the_ruleset(face: Face):
    words = face.json("rules", "duel", "--words")
    assert {"deck", "hand:0", "won:1", "lot"} <= set(words["piles"])
    assert {"players.0.coins", "bank", "turn"} <= set(words["paths"])
    assert not any("hand" in path for path in words["paths"])
    assert words["steps"] == ["set-up"], "the toy declares no steps of its own"
    assert face.json("rules", "bad_company", "--words")["steps"][:2] == ["set-up", "roll"]
    assert "Answered: seat, command, at" not in words["facts"], "what a seat takes is told by `when`"
    assert any(fact.startswith("GameBegan: ruleset, edition, content, seats, options, ") for fact in words["facts"])
    assert {"pass", "name:AMOUNT", "play:CARD[:TARGET]"} <= set(words["keys"])
    assert "  play:CARD[:TARGET]\n" in face.say("rules", "duel", "--words")


def test_every_answer_for_machines_is_one_json_document(face: Face):
    game = face.games[0]
    with face.open() as ledger:
        tape = Tape.load(ledger, game)
    end = next(n for n in range(30, tape.length) if tape.waits(n))
    shown = face.json("replay", "show", game, "--at", 30, "--as", "1")
    assert (shown["version"], shown["eye"], shown["id"]) == (30, 1, game)
    assert {"board", "agenda", "seats", "over", "outcome"} <= shown.keys()
    log = face.json("replay", "log", game, "--from", 5, "--to", 9)
    assert [line["index"] for line in log] == [5, 6, 7, 8, 9]
    assert face.json("replay", "why", game, 30)["chain"][0]["said"]["index"] == 30
    assert face.json("replay", "legal", game, "--at", end, "--seat", 0)["at"] == end
    assert all({"path", "before", "after", "text"} == change.keys() - {"aside"} for change in face.json("replay", "diff", game, 20, 30))
    assert face.json("replay", "tree", game)["id"] == game
    assert face.json("replay", "verify", game)["evidence"]["bad"] is None


def test_legal_marks_what_was_done_and_names_what_barred_the_rest(face: Face):
    game = face.games[0]
    with face.open() as ledger:
        tape = Tape.load(ledger, game)
    marked = barred = since = 0
    for n in range(1, tape.length):
        fact = tape.record(n + 1).fact
        if isinstance(fact, Answered):
            told = face.say("replay", "legal", game, "--at", n, "--seat", fact.seat)
            for owed, offer in offers(tape.ruleset, tape.at(n), fact.seat):
                assert f" {address_of(owed, offer)} " in told
                if offer.barred:
                    barred += 1
                    assert f"barred by {offer.barred}: {tape.ruleset.rules[offer.barred].text}" in told
            since += len(re.findall(r"^ +it was open after record \d+, and barred from record \d+ on$", told, re.MULTILINE))
            marked += len(re.findall(r"^\* ", told, re.MULTILINE)) == 1
            if marked > 15 and barred and since:
                break
    assert marked > 10
    assert barred
    assert since


@pytest.mark.parametrize("eye", ["public", "0", "1", "2"])
def test_no_eye_is_shown_what_it_does_not_know(face: Face, eye: str):
    """Neither as text nor as JSON does a hidden card come out, by its id or by its name."""
    game = face.games[0]
    with face.open() as ledger:
        tape = Tape.load(ledger, game)
    seen = tape.through(int(eye) if eye.isdecimal() else eye)
    hidden_before = 0
    for n in range(10, min(tape.length, 90), 8):
        shown = face.json("replay", "show", game, "--at", n, "--as", eye)["board"]
        for seat, player in enumerate(shown["players"]):
            known = [c for c in seen.at(n).board.players[seat].hand.cards if c is not None]
            claimed = [c for c in player["hand"]["cards"] if c is not None]
            assert claimed == known
            assert len(player["hand"]["cards"]) == len(tape.at(n).board.players[seat].hand)
            hidden_before += len(player["hand"]["cards"]) - len(claimed)
        text = face.say("replay", "show", game, "--at", n, "--as", eye)
        for seat in range(3):
            row = next(line for line in text.splitlines() if f"{seat} random {seat}" in line and "hand" in line)
            if str(seat) != eye:
                hand = row.split("hand ")[1].split(", life")[0].split(", won")[0]
                known = {tape.names().things[c] for c in seen.at(n).board.players[seat].hand.cards if c is not None}
                told = {name for name in tape.names().things.values() if name in hand}
                assert told == known
    assert hidden_before > 20
    drawn = [line for line in face.json("replay", "log", game, "--as", eye) if line["type"] == "CardDrawn"]
    for line in drawn:
        assert line["text"].endswith("a card") == (str(line["who"]) != eye)
        assert (str(line["who"]) == eye) == any(isinstance(w, dict) and w["kind"] == "card" and w["of"] for w in line["words"])
    told = face.say("replay", "why", game, drawn[0]["index"], "--as", eye)
    assert ("draws a card" in told) == (str(drawn[0]["who"]) != eye)


def test_differences_are_those_of_one_eye_too(face: Face):
    game = face.games[0]
    told = face.say("replay", "diff", game, 4, 14, "--as", "public")
    assert "random 0: hand 0 -> 3 cards\n" in told
    assert "raid" not in told.lower()


def test_forks_are_made_grow_a_tree_and_are_compared(face: Face):
    game = face.games[0]
    made = face.json("replay", "fork", game, "--at", 50, "--luck", "fresh", *(w for s in range(3) for w in ("--seat", f"{s}=bot:random")))
    assert made["at"] <= 50
    assert made["version"] > made["at"] + 1
    still = face.say("replay", "fork", game[:10], "--at", 60, "--seat", "1=Ada", "--reason", "what\nif")
    other = still.split()[0]
    assert re.fullmatch(rf"{other}  leaves {game} after record \d+\n", still)
    tree = face.say("replay", "tree", other).splitlines()
    played, still = face.json("replay", "tree", game)["forks"]
    assert tree == [
        game,
        f"│  {face.json('replay', 'tree', game)['told']} (bots: random 0, random 1, random 2)",
        f"├─ {made['id']} left at record {made['at']} with fresh luck",
        f"│     {played['told']} (bots: random 0, random 1, random 2)",
        f"└─ > {other} left at record {still['at']} with same luck: what if",
        "      being played",
    ]
    assert " won" in played["told"]
    assert face.say("replay", "verify", made["id"]).startswith("evidence: ")
    assert [game["parent"] for game in face.json("games")[2:]] == [game, game]


def test_two_games_of_a_family_are_compared_from_where_they_parted(face: Face):
    game = face.games[0]
    made = face.json("replay", "fork", game, "--at", 50, "--luck", "fresh", *(w for s in range(3) for w in ("--seat", f"{s}=bot:random")))
    fork, at = made["id"], made["at"]
    same = face.say("replay", "diff", game, at, fork).splitlines()
    assert same[0].startswith(f"both are the same up to record {at}: ")
    assert re.fullmatch(rf"  {game[:8]} goes on with record \d+: random \d: .+", same[1])
    assert re.fullmatch(rf"  {fork[:8]} goes on with record \d+: random \d: .+", same[2])
    assert same[3:] == [f"in {fork[:8]} after record {at}, unlike in {game[:8]} after record {at}:", "  nothing differs on the board"]
    ends = face.json("replay", "diff", game, fork)
    assert ends["parted"] == at
    assert [(one["id"], one["at"]) for one in ends["games"]] == [
        (game, face.json("replay", "show", game)["version"]),
        (fork, made["version"]),
    ]
    assert ends["changes"]
    assert face.json("replay", "diff", game, 70, f"{fork}:60")["games"] == [{"id": game, "at": 70}, {"id": fork, "at": 60}]
    assert "only games that share a parent are compared" in face.fail("replay", "diff", game, face.games[1])
    assert "has no record 9999" in face.fail("replay", "diff", game, 40, f"{fork}:9999")
    assert "name a second record to compare record 40 with" in face.fail("replay", "diff", game, 40, code=2)


def test_why_is_told_as_a_tree_with_what_it_rested_on(face: Face):
    game = face.games[0]
    with face.open() as ledger:
        tape = Tape.load(ledger, game)
    n, seat = next((r.index, r.fact.seat) for r in tape.records if isinstance(r.fact, CardPlayed))
    told = face.say("replay", "why", game, n).splitlines()
    assert told[0].startswith(f"record {n}: ")
    assert told[1].startswith(f"├─ {tape.record(n).rule}: ")
    assert told[2] == "├─ it rested on"
    assert re.fullmatch(rf"│  └─ random {seat}: hand: .+, since record \d+: random {seat} draws .+", told[3])
    assert told[4].startswith(f"└─ because of record {tape.record(n).cause}: ")
    (ground,) = face.json("replay", "why", game, n)["rests"]
    assert told[3].endswith(f"{ground['stood']}, since record {ground['said']['index']}: {ground['said']['text']}")


def test_the_seats_of_a_fork_that_people_hold_can_be_played(face: Face):
    made = face.json("replay", "fork", face.games[0], "--at", 50, "--seat", "1=bot:random")
    with face.open() as ledger:
        assert {seat: ledger.eye_of(made["id"], token) for seat, token in made["tokens"].items()} == {"0": 0, "2": 2}


def test_an_open_game_is_not_forked(face: Face):
    made = face.json("replay", "fork", face.games[0], "--at", 50)
    assert "is still being played" in face.fail("replay", "fork", made["id"], "--at", 20)


def test_verify_names_the_tampered_record_with_status_1(face: Face):
    from sqlite3 import connect

    game = face.games[0]
    assert face.say("replay", "verify", game).splitlines()[-1].startswith("conformity: today's rules decide all ")
    with connect(face.file) as store:
        store.execute("UPDATE records SET link = zeroblob(32) WHERE originator_id = ? AND originator_version = 44", [game])
    store.close()
    result = face.run("replay", "verify", game)
    assert result.exit_code == 1
    assert result.stdout.startswith("evidence: record 44 is bad: its link does not chain it to the record before\n")
    result = face.run("replay", "verify", game, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["evidence"]["bad"] == 44
