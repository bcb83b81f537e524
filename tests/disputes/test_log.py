"""Disputes in the store: their log, what holds a game, and what is carried out when one is closed."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import OperationalError

from domain.disputes import Remedy
from domain.kernel import ARBITER, Forked, Place, Refused, awaited
from ledger import Damaged, DamagedDispute, Held, Ledger, UnknownArbiter, UnknownDispute, UnknownGame, UnknownSeat, docket
from replay.examine import examine
from replay.export import export
from replay.robots import Robots
from replay.tree import tree, walk
from tests.ledger.playing import choices, play, seats, sql

ROOT = Path(__file__).parents[2]
STAND, VOID = Remedy("stand"), Remedy("void")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(store: Path) -> Iterator[Ledger]:
    with Ledger.open(f"sqlite:{store}") as opened:
        opened.disputes.arbiters.appoint("Ruth")
        opened.disputes.arbiters.appoint("Sam")
        yield opened


@pytest.fixture
def game(ledger: Ledger) -> str:
    return ledger.create("duel", seats(2)).id


def file(ledger: Ledger, game: str, sought: Remedy = STAND) -> str:
    """A new dispute about the last record of a game."""
    last = ledger.sitting(game).version
    return ledger.disputes.file(game, 0, (last, last), "It is wrong.", sought).dispute.id


def closed(ledger: Ledger, game: str, remedy: Remedy) -> str:
    """A dispute in which Ruth ruled so, and closed it."""
    dispute = file(ledger, game)
    ledger.disputes.rule(dispute, "Ruth", "It is.", ["duel.turn"], remedy)
    ledger.disputes.close(dispute, "Ruth")
    return dispute


def going_on(ledger: Ledger, dispute: str) -> str:
    """The game that goes on after the rewind that a closed dispute ruled."""
    found = ledger.disputes.of(dispute).closed
    assert found is not None
    assert found.fact.fork is not None
    return found.fact.fork


def act(ledger: Ledger, game: str) -> None:
    sitting = ledger.sitting(game)
    seat = awaited(sitting.game)[0]
    ledger.act(game, seat, choices(sitting, seat)[0])


# who is known ----------------------------------------------------------------------------------------------------------
def test_what_is_not_there_is_named(ledger: Ledger, game: str) -> None:
    dispute = file(ledger, game)
    with pytest.raises(UnknownGame):
        ledger.disputes.file("nothing", 0, (1, 1), "x", STAND)
    with pytest.raises(UnknownSeat, match="no seat 2"):
        ledger.disputes.file(game, 2, (1, 1), "x", STAND)
    with pytest.raises(UnknownSeat, match="no seat 2"):
        ledger.disputes.state(dispute, 2, "x")
    with pytest.raises(UnknownDispute, match="no dispute nothing"):
        ledger.disputes.of("nothing")
    with pytest.raises(UnknownArbiter, match="no arbiter Vic"):
        ledger.disputes.pause(dispute, "Vic")


def test_an_arbiter_is_known_by_a_token_that_the_store_does_not_hold(ledger: Ledger, store: Path) -> None:
    token = ledger.disputes.arbiters.appoint("Tom")
    assert ledger.disputes.arbiters.of(token) == "Tom"
    assert token.encode() not in store.read_bytes() + store.with_name("ledger.db-wal").read_bytes()
    with pytest.raises(ValueError, match="Tom is an arbiter already"):
        ledger.disputes.arbiters.appoint("Tom")
    for name in ("", " ", "x" * 61, "a\nb", "\x1b[2J"):
        with pytest.raises(ValueError, match="1 to 60 characters"):
            ledger.disputes.arbiters.appoint(name)
    ledger.disputes.arbiters.dismiss("Tom")
    assert ledger.disputes.arbiters.of(token) is None
    with pytest.raises(UnknownArbiter):
        ledger.disputes.arbiters.dismiss("Tom")
    assert ledger.disputes.arbiters.names() == ["Ruth", "Sam"]


def test_a_seat_has_a_few_open_disputes_about_a_game_and_no_more(ledger: Ledger, game: str) -> None:
    disputes = [file(ledger, game) for _ in range(5)]
    with pytest.raises(Refused, match="5 open disputes"):
        file(ledger, game)
    ledger.disputes.rule(disputes[0], "Ruth", "It is.", ["duel.turn"], STAND)
    ledger.disputes.close(disputes[0], "Ruth")
    assert file(ledger, game) in ledger.disputes.about(game).open


# holds -----------------------------------------------------------------------------------------------------------------
def test_nobody_acts_in_a_paused_game_and_it_goes_on_when_it_is_resumed(ledger: Ledger, game: str, store: Path) -> None:
    dispute = file(ledger, game)
    with Ledger.open(f"sqlite:{store}") as other:
        other.disputes.pause(dispute, "Ruth")
    before = ledger.sitting(game).version
    with pytest.raises(Held) as held:
        act(ledger, game)
    assert (held.value.dispute, held.value.goes_on, ledger.sitting(game).version) == (dispute, "", before)
    hold = ledger.disputes.about(game).hold
    assert hold is not None
    assert (hold.dispute, hold.why, hold.game) == (dispute, "an arbiter has paused the game", None)
    ledger.disputes.resume(dispute, "Sam")
    act(ledger, game)
    assert ledger.disputes.about(game).hold is None


def test_a_game_that_two_disputes_have_paused_waits_for_both(ledger: Ledger, game: str) -> None:
    one, two = file(ledger, game), file(ledger, game)
    ledger.disputes.pause(one, "Ruth")
    ledger.disputes.pause(two, "Ruth")
    ledger.disputes.resume(one, "Ruth")
    with pytest.raises(Held):
        act(ledger, game)
    ledger.disputes.rule(two, "Ruth", "It is.", ["duel.turn"], STAND)
    ledger.disputes.close(two, "Ruth")
    act(ledger, game)


def test_bots_stop_in_a_paused_game_and_go_on_when_it_is_resumed(ledger: Ledger) -> None:
    game = ledger.create("duel", [Place("Ada", "random"), Place("Ben", "random")]).id
    dispute = file(ledger, game)
    ledger.disputes.pause(dispute, "Ruth")
    before = ledger.sitting(game).version
    assert Robots(ledger).answer(game) == before == ledger.sitting(game).version
    ledger.disputes.resume(dispute, "Ruth")
    Robots(ledger).answer(game)
    assert ledger.sitting(game).game.over


def test_an_answer_that_was_given_before_the_pause_is_given_again_to_the_same_key(ledger: Ledger, game: str) -> None:
    sitting = ledger.sitting(game)
    seat = awaited(sitting.game)[0]
    offer = choices(sitting, seat)[0]
    version = ledger.act(game, seat, offer, key="k").version
    ledger.disputes.pause(file(ledger, game), "Ruth")
    again = ledger.act(game, seat, offer, key="k")
    assert (again.version, again.replayed) == (version, True)


def test_a_pause_that_comes_while_a_command_is_decided_is_kept(ledger: Ledger, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dispute, insert = file(ledger, game), ledger._recorder.insert_events

    def late(*args: object, **kwargs: object) -> object:
        ledger.disputes.pause(dispute, "Ruth")
        return insert(*args, **kwargs)  # pyright: ignore[reportArgumentType] - as it was called

    before = ledger.sitting(game).version
    monkeypatch.setattr(ledger._recorder, "insert_events", late)
    with pytest.raises(Held):
        act(ledger, game)
    assert ledger.sitting(game).version == before


@pytest.mark.parametrize("remedy", [VOID, Remedy("rewind", at=0)], ids=["void", "rewind"])
def test_a_game_that_a_ruling_ended_does_not_go_on(ledger: Ledger, game: str, remedy: Remedy) -> None:
    at = ledger.sitting(game).version
    act(ledger, game)
    log = ledger.records(game)
    dispute = closed(ledger, game, remedy if remedy == VOID else Remedy("rewind", at=at))
    with pytest.raises(Held) as held:
        act(ledger, game)
    found = ledger.disputes.of(dispute)
    assert found.closed is not None
    assert held.value.goes_on == (found.closed.fact.fork or "")
    assert ledger.records(game) == log, "the log is never edited"
    with pytest.raises(Refused):
        ledger.disputes.resume(dispute, "Ruth")


# carrying out ----------------------------------------------------------------------------------------------------------
def test_a_rewind_is_a_fork_that_names_its_dispute_and_its_tree_says_why(ledger: Ledger, game: str) -> None:
    at = ledger.sitting(game).version
    act(ledger, game)
    dispute = closed(ledger, game, Remedy("rewind", at=at))
    (branch,) = [branch for _, branch in walk(tree(ledger, game)) if branch.parent == game]
    assert (branch.at, branch.reason) == (at, f"rewound by record 2 of dispute {dispute}")
    first = ledger.records(branch.id, after=at)[0].fact
    assert isinstance(first, Forked)
    assert (first.dispute, first.luck) == (dispute, "fresh")
    act(ledger, branch.id)
    assert ledger.disputes.carry_out() == []
    assert len(ledger.games()) == 2


def test_a_game_is_rewound_once_and_its_other_disputes_are_closed_without_effect(ledger: Ledger, game: str, store: Path) -> None:
    at = ledger.sitting(game).version
    act(ledger, game)
    with Ledger.open(f"sqlite:{store}") as other:
        disputes = [file(ledger, game) for _ in range(3)]
        for dispute, remedy in zip(disputes, (Remedy("rewind", at=at), Remedy("rewind", at=at), VOID), strict=True):
            ledger.disputes.rule(dispute, "Ruth", "It is.", ["duel.turn"], remedy)
        ledger.disputes.pause(disputes[2], "Ruth")
        closing = [
            lambda of=of, dispute=dispute: of.disputes.close(dispute, "Ruth")
            for of, dispute in zip((ledger, other), disputes, strict=False)
        ]
        assert together(*closing) == [None, None]
    ended = [ledger.disputes.of(dispute).closed for dispute in disputes[:2]]
    (fork,) = [one.fact.fork for one in ended if one is not None and one.fact.fork]
    assert ledger.games() == [game, fork]
    assert [one.fact.ends for one in ended if one is not None].count(True) == 1
    assert any("another ruling had done so" in one.fact.say() for one in ended if one is not None)
    hold = ledger.disputes.about(game).hold
    assert hold is not None
    assert hold.game == fork, "that it goes on elsewhere tells more than that it is paused"
    with pytest.raises(Held, match=f"goes on as {fork}"):
        act(ledger, game)
    assert ledger.disputes.ended(game)
    ledger.disputes.close(disputes[2], "Ruth")
    assert [one.remedy.kind for one in ledger.disputes.remedies([game])[game]] == ["rewind", "void"]
    with pytest.raises(Held, match=f"goes on as {fork}"):
        act(ledger, game)


def test_nobody_knows_the_id_of_the_game_that_goes_on_before_the_dispute_is_closed(ledger: Ledger, game: str) -> None:
    """Else a stranger's file could be imported under it, and the table would be left with a game that its tokens do not open."""
    at = ledger.sitting(game).version
    act(ledger, game)
    dispute = closed(ledger, game, Remedy("rewind", at=at))
    assert UUID(going_on(ledger, dispute)).version == 4, "drawn, and not made of what everybody can read"


def test_the_draws_of_a_game_that_was_rewound_are_told_when_the_game_that_goes_on_is_over(ledger: Ledger, game: str) -> None:
    at = ledger.sitting(game).version
    act(ledger, game)
    dispute = closed(ledger, game, Remedy("rewind", at=at))
    fork = going_on(ledger, dispute)
    assert ledger.secrets(game) is None
    play(ledger, fork, 3)
    assert ledger.secrets(game) is not None, "it will never be over, but it draws no more"
    found = examine(export(ledger, fork, ARBITER))
    assert (found.evidence.bad, found.conformity.deviations) == (None, ())
    assert any("draw" in proved for proved in found.evidence.proved)


VICTIM = """
import os, signal, sys
import tests.toy
from ledger import Ledger
ledger = Ledger.open(sys.argv[1])
ledger.fork = lambda *args, **how: os.kill(os.getpid(), signal.SIGKILL)
ledger.disputes.close(sys.argv[2], "Ruth")
"""


@pytest.mark.parametrize("looks", ["at the dispute", "at the game", "starts a server"])
def test_killed_between_the_closing_and_the_fork_whoever_looks_next_makes_it(ledger: Ledger, game: str, store: Path, looks: str) -> None:
    at = ledger.sitting(game).version
    act(ledger, game)
    dispute = file(ledger, game)
    ledger.disputes.rule(dispute, "Ruth", "It is.", ["duel.turn"], Remedy("rewind", at=at))
    if looks == "at the dispute":
        ended = subprocess.run([sys.executable, "-c", VICTIM, f"sqlite:{store}", dispute], cwd=ROOT, check=False)
        assert ended.returncode == -signal.SIGKILL
    else:  # the same in this process: what is not there yet is made later
        fork, ledger.fork = ledger.fork, lambda *args, **how: (_ for _ in ()).throw(KeyboardInterrupt)
        with pytest.raises(KeyboardInterrupt):
            ledger.disputes.close(dispute, "Ruth")
        ledger.fork = fork
    assert len(ledger.games()) == 1
    with pytest.raises(Held) as held:
        act(ledger, game)
    assert held.value.goes_on
    {"at the dispute": lambda: ledger.disputes.of(dispute), "at the game": lambda: ledger.disputes.about(game)}.get(
        looks, ledger.disputes.carry_out
    )()
    assert ledger.games() == [game, held.value.goes_on]
    act(ledger, held.value.goes_on)
    assert ledger.disputes.carry_out() == []


@pytest.mark.parametrize("fault", [Damaged("a game", 3, "is missing"), OperationalError("disk is full"), TypeError("rules that fail")])
def test_what_can_not_be_carried_out_holds_up_nobody(ledger: Ledger, game: str, fault: Exception) -> None:
    at = ledger.sitting(game).version
    act(ledger, game)
    dispute = file(ledger, game)
    ledger.disputes.rule(dispute, "Ruth", "It is.", ["duel.turn"], Remedy("rewind", at=at))
    fork, ledger.fork = ledger.fork, lambda *args, **how: (_ for _ in ()).throw(fault)
    ledger.disputes.close(dispute, "Ruth")
    assert ledger.disputes.about(game).hold is not None
    assert not ledger.disputes.made(dispute)
    ledger.fork = fork
    assert len(ledger.disputes.carry_out()) == 1
    assert ledger.disputes.made(dispute)


# races -----------------------------------------------------------------------------------------------------------------
def together(*work: Callable[[], object]) -> list[BaseException | None]:
    """Do it all at once; gives what went wrong with each."""
    wrong: list[BaseException | None] = [None] * len(work)
    ready = threading.Barrier(len(work))

    def run(n: int) -> None:
        ready.wait()
        try:
            work[n]()
        except Exception as error:
            wrong[n] = error

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def test_of_two_rulings_at_once_one_is_given_and_the_other_hears_why_not(ledger: Ledger, game: str, store: Path) -> None:
    with Ledger.open(f"sqlite:{store}") as other:
        for _ in range(5):
            dispute = file(ledger, game)
            rule = [
                lambda dispute=dispute, of=of, name=name: of.disputes.rule(dispute, name, "It is.", ["duel.turn"], STAND)
                for of, name in ((ledger, "Ruth"), (other, "Sam"))
            ]
            lost = [error for error in together(*rule) if error is not None]
            assert [getattr(error, "rule", error) for error in lost] == ["disputes.ruling.awaited"]
            assert len(ledger.disputes.of(dispute).rulings) == 1
            ledger.disputes.close(dispute, "Ruth")


def test_the_same_request_twice_at_once_is_heard_once(ledger: Ledger, game: str, store: Path) -> None:
    with Ledger.open(f"sqlite:{store}") as other:
        filing = [lambda of=of: of.disputes.file(game, 0, (1, 2), "Wrong.", STAND, key="k") for of in (ledger, other)]
        assert together(*filing) == [None, None]
        (dispute,) = ledger.disputes.about(game).open
        stating = [lambda of=of: of.disputes.state(dispute, 1, "No.", key="k") for of in (ledger, other)]
        assert together(*stating) == [None, None]
    assert len(ledger.disputes.of(dispute).statements) == 1


def test_a_key_that_is_used_between_the_look_for_it_and_the_dispute_is_answered_as_it_was(
    ledger: Ledger, game: str, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispute, read, first = file(ledger, game), docket.read, list[object]()
    with Ledger.open(f"sqlite:{store}") as other:

        def late(recorder: Any, id: str) -> Any:
            if not first:
                first.append(None)
                first.append(other.disputes.state(dispute, 1, "No.", key="k").record)
            return read(recorder, id)

        monkeypatch.setattr("ledger.disputes.read", late)
        heard = ledger.disputes.state(dispute, 1, "No.", key="k")
    assert (heard.record, heard.replayed) == (first[1], True)
    assert len(ledger.disputes.of(dispute).statements) == 1


def test_statements_at_once_are_all_heard(ledger: Ledger, game: str) -> None:
    dispute = file(ledger, game)
    assert together(*[lambda seat=seat: ledger.disputes.state(dispute, seat, "Me!") for seat in (0, 1, 0, 1)]) == [None] * 4
    assert len(ledger.disputes.of(dispute).statements) == 4


def test_two_who_carry_out_at_once_make_one_game(ledger: Ledger, game: str, store: Path) -> None:
    at = ledger.sitting(game).version
    act(ledger, game)
    dispute = closed(ledger, game, Remedy("rewind", at=at))
    sql(store, "UPDATE disputes SET pending = 1")
    with Ledger.open(f"sqlite:{store}") as other:
        assert together(lambda: ledger.disputes.of(dispute), lambda: other.disputes.of(dispute)) == [None, None]
    assert len(ledger.games()) == 2


# tampering -------------------------------------------------------------------------------------------------------------
TAMPERED = {
    "a word of a body": ("UPDATE dispute_records SET state = replace(CAST(state AS TEXT), 'not', 'now') WHERE originator_version = 2", 2),
    "a body and its hash": ("UPDATE dispute_records SET state = x'7b7d', leaf = x'aa' WHERE originator_version = 2", 2),
    "a link": ("UPDATE dispute_records SET link = zeroblob(32) WHERE originator_version = 2", 2),
    "a record left out": ("DELETE FROM dispute_records WHERE originator_version = 2", 2),
    "the last record left out": ("DELETE FROM dispute_records WHERE originator_version = 3", 3),
    "all records left out": ("DELETE FROM dispute_records", 1),
    "a record that was moved": ("UPDATE dispute_records SET originator_version = 9 WHERE originator_version = 2", 2),
}


@pytest.mark.parametrize(("statement", "record"), TAMPERED.values(), ids=TAMPERED)
def test_a_row_that_was_tampered_with_is_found(ledger: Ledger, game: str, store: Path, statement: str, record: int) -> None:
    dispute = file(ledger, game)
    ledger.disputes.state(dispute, 1, "It is not.")
    ledger.disputes.pause(dispute, "Ruth")
    sql(store, statement)
    for doing in (
        lambda: ledger.disputes.of(dispute),
        lambda: ledger.disputes.whole(dispute),
        lambda: ledger.disputes.resume(dispute, "Ruth"),
    ):
        with pytest.raises(DamagedDispute, match=f"dispute {dispute}: record {record} ") as damage:
            doing()
        assert isinstance(damage.value, Damaged)
    assert ledger.sitting(game).version, "the game itself can be read as ever"
    assert ledger.disputes.about(game).hold is not None, "and stays paused"
    assert [summary.id for _, summary in ledger.disputes.find(game=game)] == [dispute]


def test_a_damaged_dispute_opens_nothing_and_takes_no_other_look_away(ledger: Ledger, game: str, store: Path) -> None:
    hurt, sound = file(ledger, game), file(ledger, game)
    ledger.disputes.look(hurt, "Ruth")
    ledger.disputes.look(sound, "Sam")
    sql(store, "UPDATE dispute_records SET state = 'x' WHERE originator_id = ? AND originator_version = 2", hurt)
    assert (ledger.disputes.looks(game, "Ruth"), ledger.disputes.looks(game, "Sam")) == (False, True)


def test_an_old_store_gains_its_disputes_when_it_is_opened_and_keeps_its_bytes(store: Path) -> None:
    with Ledger.open(f"sqlite:{store}") as ledger:
        game = ledger.create("duel", seats(2)).id
    for table in ("disputes", "dispute_records", "dispute_rules", "dispute_claims", "arbiters"):
        sql(store, f"DROP TABLE {table}")
    rows = sql(store, "SELECT * FROM records")
    with Ledger.open(f"sqlite:{store}") as ledger:
        assert file(ledger, game) in ledger.disputes.about(game).open
    assert sql(store, "SELECT * FROM records") == rows
