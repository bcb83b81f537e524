"""A game in a file: for every eye no more than it may read, for all the same head; and back into a ledger."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import rfc8785
from typer.testing import CliRunner

from cli.main import app
from domain.kernel import ARBITER, PUBLIC, Eye, UnknownRuleset
from ledger import Damaged, EditionGone, Ledger, NotTakenIn, Stored
from ledger.evidence import START, Opening, commitment, entitled, leaf, link
from ledger.signing import Signer
from replay import examine as examining
from replay.examine import examine
from replay.export import export, take_in
from replay.verify import evidence, verify
from tests.evidence.conftest import Played, bots, played_on
from tests.evidence.files import forged, put_together, taken_apart
from tests.ledger.playing import rows, seats, sql

ROOT = Path(__file__).parents[2]
EYES: tuple[Eye, ...] = (0, 1, PUBLIC, ARBITER)


# out -------------------------------------------------------------------------------------------------------------------
def test_every_eye_has_the_same_records_and_the_same_signed_head(ledger: Ledger, played: Played):
    files = {eye: taken_apart(export(ledger, played.game, eye)) for eye in EYES}
    heads = [{field: file[-1][field] for field in ("index", "leaf", "link", "head", "signature", "key")} for file in files.values()]
    assert all(head == heads[0] for head in heads)
    bodies = [[(line["body"], line["link"]) for line in file[1:-1]] for file in files.values()]
    assert all(body == bodies[0] for body in bodies)
    assert [file[0]["eye"] for file in files.values()] == list(EYES)
    receipt = ledger.receipt(ledger.sitting(played.game))
    assert (heads[0]["head"], heads[0]["signature"], heads[0]["key"]) == (receipt.head, receipt.signature, ledger.signer.public)


def test_bodies_are_the_stored_bytes(ledger: Ledger, played: Played):
    stored = [row.body for row in ledger.stored(played.game)]
    assert [rfc8785.dumps(line["body"]) for line in taken_apart(played.file)[1:-1]] == stored
    assert all(body in played.file for body in stored)


@pytest.mark.parametrize("over", [False, True])
def test_a_file_holds_what_its_eye_may_read_and_nothing_else(ledger: Ledger, played: Played, over: bool):
    game = played.game if over else ledger.create("duel", seats(2)).id
    records, stored = ledger.records(game), ledger.stored(game)
    salts = {opening.salt for row in stored for opening in row.openings.values()}
    for eye in EYES:
        text = export(ledger, game, eye).decode()
        mine = {o.salt for record, row in zip(records, stored, strict=True) for o in entitled(record, eye, row.openings).values()}
        assert {salt for salt in salts if salt in text} == mine
        assert ("seeds" in taken_apart(text.encode())[-1]) == (over and eye == ARBITER), "seeds are the arbiter's, when all is over"
        found = examine(text.encode())
        assert found.evidence.bad is None
        assert any("sealed to this eye" in said for said in found.evidence.proved) == (mine != salts)
    assert len(salts) > 3


def test_what_is_hidden_can_not_be_guessed_from_a_file(ledger: Ledger):
    game = ledger.create("duel", seats(2)).id
    file = taken_apart(export(ledger, game, 0))
    facts = [line["body"]["fact"] for line in file[1:-1]]
    hidden = {fact["card"]["sealed"] for fact in facts if fact["type"] == "CardDrawn" and fact["seat"] == 1}
    words = {opening.value for row in ledger.stored(game) for opening in row.openings.values() if isinstance(opening.value, str)}
    salts = {salt for line in file[1:-1] for salt, _ in line.get("openings", {}).values()} | {""}
    guesses = {commitment("/fact/card", Opening(salt, word)) for salt in salts for word in words}
    assert hidden
    assert words
    assert not guesses & hidden


def test_a_game_still_played_proves_its_evidence_and_says_why_it_is_not_decided_again(ledger: Ledger):
    found = examine(export(ledger, ledger.create("duel", seats(2)).id))
    assert found.evidence.bad is None
    assert found.conformity.batches == 0
    assert "told once the game is over" in (found.conformity.unexamined or "")


def test_a_seeded_game_is_decided_again_while_it_is_played(ledger: Ledger):
    found = examine(export(ledger, ledger.create("duel", seats(2), {"seed": "9"}).id))
    assert (found.conformity.batches, found.conformity.deviations, found.conformity.unexamined) == (1, (), None)


def test_seeds_are_told_when_no_game_draws_on_them_any_more(ledger: Ledger, played: Played):
    same = ledger.fork(played.game, 40, places=dict(enumerate(bots(2)))).id
    assert "seeds" not in taken_apart(export(ledger, played.game))[-1], "they would tell what comes in the fork"
    fresh = ledger.fork(played.other, 40, luck="fresh").id
    assert "seeds" in taken_apart(export(ledger, played.other))[-1]
    assert "seeds" not in taken_apart(export(ledger, fresh))[-1]
    played_on(ledger, same)
    assert "seeds" in taken_apart(export(ledger, played.game))[-1]


def test_nobody_signs_for_a_game_that_was_altered(ledger: Ledger, played: Played, tmp_path: Path):
    sql(
        tmp_path / "here/ledger.db",
        "UPDATE records SET leaf = zeroblob(32) WHERE originator_id = ? AND originator_version = 30",
        played.game,
    )
    with pytest.raises(Damaged) as damage:
        export(ledger, played.game)
    assert damage.value.record == 30


def test_an_edition_that_is_gone_still_verifies_and_says_what_it_wants(ledger: Ledger, played: Played, monkeypatch: pytest.MonkeyPatch):
    seat = export(ledger, played.game, 0)

    def gone(name: str) -> None:
        raise UnknownRuleset(name)

    monkeypatch.setattr(examining, "ruleset_named", gone)
    monkeypatch.setattr("ledger.folding.ruleset_named", gone)
    ledger.forget()
    for content in (played.file, seat, export(ledger, played.game)):
        found = examine(content, played.key)
        assert (found.evidence.bad, found.conformity.batches) == (None, 0)
        assert found.conformity.unexamined == "it was played by duel@1, which this program does not have"
    with pytest.raises(EditionGone):
        export(ledger, played.game, 0)
    lines = taken_apart(seat)
    lines[0]["eye"] = 1
    assert examine(put_together(lines)).evidence.bad is not None, "the file's signature still covers who it is for"


# back in ---------------------------------------------------------------------------------------------------------------
def test_a_game_comes_back_with_the_same_rows_and_the_same_head(played: Played, elsewhere: Ledger, tmp_path: Path):
    game, new, found = take_in(elsewhere, played.file, played.key)
    assert (game, new, found.evidence.bad) == (played.game, True, None)
    assert rows(tmp_path / "elsewhere/ledger.db", game) == rows(played.folder / "ledger.db", game)
    assert elsewhere.head(game).root.hex() == found.evidence.head
    verdicts = verify(elsewhere, game)
    assert (verdicts.evidence.bad, verdicts.conformity.deviations) == (None, ()), "its chance came with it"
    again = taken_apart(export(elsewhere, game))
    lines = taken_apart(played.file)
    assert again[:-1] == lines[:-1]
    assert (again[-1]["head"], again[-1]["seeds"]) == (lines[-1]["head"], lines[-1]["seeds"])
    assert again[-1]["key"] == elsewhere.signer.public != lines[-1]["key"], "each store signs for itself"


def test_it_comes_back_once(played: Played, elsewhere: Ledger):
    told: list[tuple[str, int]] = []
    elsewhere.on_commit(lambda game, version: told.append((game, version)))
    assert [take_in(elsewhere, played.file)[1] for _ in range(3)] == [True, False, False]
    assert elsewhere.games() == [played.game]
    assert told == [(played.game, elsewhere.head(played.game).index)]


def test_what_does_not_verify_is_refused_and_leaves_nothing(ledger: Ledger, played: Played, elsewhere: Ledger):
    lines = taken_apart(played.file)
    lines[30]["body"]["rule"] = "duel.turn.forged"
    refusals = {
        "record 30: its link": (put_together(lines), None),
        "it is signed with the key": (played.file, "0" * 64),
        "export it as the arbiter": (export(ledger, played.game, 0), None),
        "was not over": (export(ledger, ledger.create("duel", seats(2)).id), None),
    }
    for why, (content, key) in refusals.items():
        with pytest.raises(NotTakenIn, match=why):
            take_in(elsewhere, content, key)
    assert elsewhere.games() == []
    assert elsewhere.newest() == 0


@pytest.mark.parametrize("name", ["\x1b[2Jnobody", "two\nlines", "\x9b31mred"])
def test_a_name_that_would_steer_a_terminal_is_not_taken_in(played: Played, elsewhere: Ledger, name: str):
    lines = taken_apart(played.file)
    lines[1]["body"]["fact"]["seats"][0]["name"] = lines[0]["seats"][0]["name"] = name
    with pytest.raises(NotTakenIn, match="record 1 holds control characters"):
        take_in(elsewhere, forged(lines, Signer(b"f" * 32)))
    assert elsewhere.games() == []


def test_another_game_of_that_id_is_not_overwritten(ledger: Ledger, played: Played, elsewhere: Ledger):
    fork = ledger.fork(played.game, 40, luck="fresh", places=dict(enumerate(bots(2)))).id
    file = export(ledger, played_on(ledger, fork))
    take_in(elsewhere, played.file)
    take_in(elsewhere, file)
    other = played_on(ledger, ledger.fork(played.game, 40, luck="fresh", places=dict(enumerate(bots(2)))).id)
    lines = taken_apart(export(ledger, other))
    lines[0]["game"] = fork
    with pytest.raises(NotTakenIn, match="has other records"):
        take_in(elsewhere, forged(lines, Signer(b"f" * 32)))


@pytest.mark.parametrize("luck", ["same", "fresh"])
def test_forks_come_after_what_they_left_and_join_their_family(ledger: Ledger, played: Played, elsewhere: Ledger, luck: str):
    game, files = played.game, list[bytes]()
    for at in (60, 40):
        game = played_on(ledger, ledger.fork(game, at, luck=luck, places=dict(enumerate(bots(2))), reason="what if").id)
        files.append(export(ledger, game))
    with pytest.raises(NotTakenIn, match="import that game first"):
        take_in(elsewhere, files[0])
    take_in(elsewhere, export(ledger, played.game))
    for file in files:
        take_in(elsewhere, file)
    assert elsewhere.family(game) == ledger.family(game)
    for member in elsewhere.games():
        verdicts = verify(elsewhere, member)
        assert (verdicts.evidence.bad, verdicts.conformity.deviations) == (None, ())
        assert elsewhere.head(member) == ledger.head(member)
        assert examine(export(elsewhere, member)).conformity == examine(export(ledger, member)).conformity


def test_a_fork_of_a_game_that_is_not_the_one_here_is_refused(ledger: Ledger, played: Played, elsewhere: Ledger):
    lines = taken_apart(played.file)
    lines[0]["seats"][0]["name"] = lines[1]["body"]["fact"]["seats"][0]["name"] = "Mallory"
    assert take_in(elsewhere, forged(lines, Signer(b"f" * 32)))[1], "nothing but the key tells it from the true one"
    fork = played_on(ledger, ledger.fork(played.game, 40, luck="fresh", places=dict(enumerate(bots(2)))).id)
    with pytest.raises(NotTakenIn, match="is not the one here"):
        take_in(elsewhere, export(ledger, fork))
    assert elsewhere.games() == [played.game]


def test_a_row_that_holds_another_record_than_it_says_is_bad(ledger: Ledger, played: Played):
    rows = ledger.stored(played.game)
    body = rows[0].body.replace(b'"index":1', b'"index":2')
    moved = Stored(1, body, {}, leaf(body), link(START, leaf(body)))
    assert evidence([moved]).why == "it was written as record 2"
    assert evidence(rows).bad is None


def test_the_same_luck_goes_on_elsewhere(ledger: Ledger, played: Played, elsewhere: Ledger):
    take_in(elsewhere, played.file)
    chances = [store.sitting(store.fork(played.game, 40).id).chance for store in (ledger, elsewhere)]
    draws = [[chance(slot, 1000) for slot in range(50)] for chance in chances]
    assert draws[0] == draws[1]


def test_an_imported_game_can_be_imported_from_there(played: Played, elsewhere: Ledger, tmp_path: Path):
    take_in(elsewhere, played.file)
    with Ledger.open(f"sqlite:{tmp_path}/third/ledger.db") as third:
        assert take_in(third, export(elsewhere, played.game))[1]
        assert verify(third, played.game).conformity.deviations == ()


# on the command line ---------------------------------------------------------------------------------------------------
def test_a_file_is_verified_offline_with_nothing_else_there(played: Played, tmp_path: Path):
    (tmp_path / "game.jsonl").write_bytes(played.file)
    empty = tmp_path / "empty"
    empty.mkdir()
    words = [sys.executable, "-P", "-m", "cli", "replay", "verify", "../game.jsonl", "--key", played.key]
    done = subprocess.run(words, cwd=empty, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    # the toy is not among what is shipped: the chain is verified all the same
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("evidence: ")
    assert "conformity: not examined: it was played by duel@1, which this program does not have" in done.stdout
    assert list(empty.iterdir()) == []


def ran(*words: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [*map(str, words)], prog_name="ledgerdemain")
    assert result.exit_code == code, (result.stdout, result.stderr, result.exception)
    return result.stderr if code == 1 and result.stderr else result.stdout


def test_export_import_and_verify_on_the_command_line(ledger: Ledger, played: Played, tmp_path: Path):
    here, there = f"sqlite:{tmp_path}/here/ledger.db", f"sqlite:{tmp_path}/there/ledger.db"
    file, key = tmp_path / "game.jsonl", tmp_path / "key.txt"
    key.write_text(played.key + "\n")
    assert ran("replay", "export", played.game[:13], "-o", file, "--store", here).startswith(f"{file}: ")
    assert file.read_bytes() == played.file
    assert ran("replay", "export", played.game, "--as", "public", "--store", here).encode() == export(ledger, played.game, PUBLIC)
    said = ran("replay", "verify", file, "--key", key)
    assert "which is the key you named" in said
    assert "conformity: today's rules decide all" in said
    out, into = os.pipe()
    os.write(into, played.file)
    os.close(into)
    assert ran("replay", "verify", f"/dev/fd/{out}", "--key", key) == said, "a pipe will do as well"
    os.close(out)
    verdicts = json.loads(ran("replay", "verify", file, "--json"))
    assert (verdicts["evidence"]["bad"], verdicts["evidence"]["key"]) == (None, played.key)
    assert ran("replay", "import", file, "--store", there) == f"{played.game}: {verdicts['evidence']['records']} records\n"
    assert "it was here already" in ran("replay", "import", file, "--store", there)
    assert ran("replay", "verify", played.game, "--store", there).startswith("evidence: ")
    hurt = taken_apart(played.file)
    hurt[30]["body"]["rule"] = "duel.turn.forged"
    file.write_bytes(put_together(hurt))
    assert ran("replay", "verify", file, code=1).startswith("evidence: record 30 is bad: ")
    assert ran("replay", "import", file, "--store", there, code=1).startswith("error: the file does not verify: record 30: ")
    hurt[0]["eye"] = "\x1b[2Jall is well"
    file.write_bytes(put_together(hurt))
    for command in (["verify", file], ["import", file, "--store", there]):
        assert "\ufffd[2Jall is well is no eye" in ran("replay", *command, code=1), "a file steers no terminal"
    assert "no file" in ran("replay", "verify", tmp_path / "nothing.jsonl", "--store", here, code=1)
    assert "Ed25519 public key" in ran("replay", "verify", file, "--key", "abc", code=1)
