"""`replay what-if`, for people and for machines, to its end and stopped."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel import Place
from projections import Views
from projections.curves import Curves
from tests.cli.conftest import Face


def test_shares_of_a_position_name_the_bots_and_say_what_really_happened(face: Face):
    told = face.say("replay", "what-if", face.games[0], "--at", 61, "--games", 12, "--cores", 1)
    assert "12 continuations by random bots, who are not people" in told
    assert "wins, with 95 % intervals" in told
    assert "what really happened: " in told
    same = face.say("replay", "what-if", face.games[0], "--at", 61, "--games", 12, "--cores", 1, "--seed", 1)
    assert same == told
    assert face.say("replay", "what-if", face.games[0], "--at", 61, "--games", 12, "--cores", 1, "--seed", 2) != told


def test_shares_for_machines(face: Face):
    told = face.json("replay", "what-if", face.games[0], "--at", 61, "--games", 12, "--cores", 1)
    assert (told["game"], told["bot"], told["played"], told["wanted"]) == (face.games[0], "random", 12, 12)
    assert sum(ending["count"] for ending in told["endings"].values()) == 12
    assert told["at"] <= told["asked"] == 61
    assert len(told["seats"]) == 3


def test_a_record_inside_a_batch_is_said_to_step_back(face: Face):
    with face.open() as ledger:
        from replay.tape import Tape

        tape = Tape.load(ledger, face.games[0])
    inside = next(n for n in range(60, tape.length) if not tape.waits(n))
    assert f"record {inside} lies inside a batch" in face.say("replay", "what-if", tape.game, "--at", inside, "--games", 1)


def test_a_curve_is_a_table_and_is_kept_for_the_page(face: Face):
    told = face.say("replay", "what-if", face.games[1], "--curve", "--games", 1, "--cores", 1)
    assert "1 continuation from each turn by random bots, who are not people" in told
    assert "the end" in told.splitlines()[-2]
    assert "100%" in told.splitlines()[-2]
    views = Views.beside(face.store)
    kept = Curves(views).of(face.games[1])
    views.close()
    assert kept is not None
    assert f'"game":"{face.games[1]}"'.encode() in kept


def test_what_can_not_be_asked(face: Face):
    game = face.games[0]
    assert "either --at N" in face.fail("replay", "what-if", game, code=2)
    assert "either --at N" in face.fail("replay", "what-if", game, "--at", 5, "--curve", code=2)
    assert "no bot called oracle plays duel" in face.fail("replay", "what-if", game, "--at", 61, "--bot", "oracle")
    assert "has no record 9999" in face.fail("replay", "what-if", game, "--at", 9999)
    with face.open() as ledger:
        open_game = ledger.create("duel", [Place("Ada"), Place("Bob")]).id
    for how in (("--at", 5), ("--curve",)):
        assert f"game {open_game} is still being played" in face.fail("replay", "what-if", open_game, *how)


@pytest.mark.parametrize("how", [("--at", 61), ("--curve",)])
def test_stopped_it_tells_what_was_played_so_far(face: Face, monkeypatch: pytest.MonkeyPatch, how: tuple[Any, ...]):
    import replay.cores

    whole = replay.cores.fulfilled

    def stopped(*given: Any, **more: Any) -> Any:
        for n, found in enumerate(whole(*given, **more)):
            if n == 2:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(replay.cores, "fulfilled", stopped)
    result = face.run("replay", "what-if", face.games[0], *how, "--games", 12, "--cores", 1)
    assert result.exit_code == 130
    assert result.stderr.startswith("stopped: 8 of ")
    assert "8 continuations by random bots" in result.stdout or "12 continuations from each turn" in result.stdout
    views = Views.beside(face.store)
    assert Curves(views).of(face.games[0]) is None, "half a curve is not kept"
    views.close()


def test_stopped_before_anything_was_played_it_says_so(face: Face, monkeypatch: pytest.MonkeyPatch):
    def stopped(*given: Any, **more: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("replay.cores.fulfilled", stopped)
    result = face.run("replay", "what-if", face.games[0], "--at", 61)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "stopped: 0 of 200 continuations were played\n"
