"""The family of a game: what became of each fork, told without telling what is still played, and where two games parted."""

from __future__ import annotations

import pytest

from domain.kernel import Place
from ledger import Ledger, UnknownGame
from replay.robots import Robots
from replay.tape import Tape
from replay.tree import Unrelated, parted, tree, walk

BOTS = {seat: Place(f"Bot {seat}", "random") for seat in range(3)}


def test_the_tree_is_the_same_from_wherever_it_is_asked_for(ledger: Ledger, tape: Tape):
    late, early = ledger.fork(tape.game, 80), ledger.fork(tape.game, 30, luck="fresh", reason="what if")
    root = tree(ledger, tape.game)
    assert [(depth, branch.id) for depth, branch in walk(root)] == [(0, tape.game), (1, early.id), (1, late.id)]
    assert root == tree(ledger, early.id) == tree(ledger, late.id)
    assert (root.forks[0].at, root.forks[0].luck, root.forks[0].reason) == (early.at, "fresh", "what if")


def test_a_finished_fork_tells_who_won_and_an_open_one_only_that_it_is_played(ledger: Ledger, tape: Tape):
    done = ledger.fork(tape.game, 60, luck="fresh", places=BOTS).id
    Robots(ledger).answer(done)
    still = ledger.fork(tape.game, 100, places={1: Place("Ada")}).id
    found = {branch.id: branch for _, branch in walk(tree(ledger, tape.game))}
    assert found[done].state == "finished"
    assert " won" in found[done].told
    assert [place.bot for place in found[done].seats] == ["random"] * 3
    assert (found[still].state, found[still].told) == ("open", "being played")
    assert [(place.name, place.bot) for place in found[still].seats] == [("Bot 0", None), ("Ada", None), ("Bot 2", None)]
    assert [found[game].chance for game in (done, still)] == ["fresh luck", "same luck"]


def test_games_whose_edition_is_gone_stay_in_the_tree(ledger: Ledger, tape: Tape, monkeypatch: pytest.MonkeyPatch):
    fork = ledger.fork(tape.game, 60, places=BOTS).id
    end = ledger.head(fork).index
    monkeypatch.setattr("domain.kernel.ruleset._register", {})
    ledger.forget()
    found = {branch.id: branch for _, branch in walk(tree(ledger, tape.game))}
    assert found[fork].state == found[tape.game].state == "gone"
    assert found[fork].told == "is played with duel@1, which this program does not have"
    assert [place.bot for place in found[fork].seats] == ["random"] * 3
    assert found[fork].records == end


def test_two_games_parted_at_the_last_record_that_both_have(ledger: Ledger, tape: Tape):
    child = ledger.fork(tape.game, 60, luck="fresh", places=BOTS)
    Robots(ledger).answer(child.id)
    sister = ledger.fork(tape.game, 100)
    grandchild = ledger.fork(child.id, ledger.sitting(child.id).version)
    niece = ledger.fork(child.id, 40)  # left its parent below the record at which that had left the first game
    assert parted(ledger, tape.game, child.id) == parted(ledger, child.id, tape.game) == child.at
    assert parted(ledger, sister.id, grandchild.id) == child.at
    assert parted(ledger, child.id, grandchild.id) == grandchild.at
    assert parted(ledger, tape.game, niece.id) == niece.at < child.at
    assert parted(ledger, sister.id, sister.id) == sister.version
    for one, other in ((tape.game, child.id), (sister.id, grandchild.id), (niece.id, sister.id)):
        last = parted(ledger, one, other)
        assert ledger.records(one, upto=last) == ledger.records(other, upto=last)
        assert ledger.records(one, last, last + 1) != ledger.records(other, last, last + 1)


def test_strangers_are_not_compared(ledger: Ledger, tape: Tape):
    other = ledger.create("duel", [Place("Ada"), Place("Bob")]).id
    with pytest.raises(Unrelated, match="only games that share a parent are compared"):
        parted(ledger, tape.game, other)
    with pytest.raises(UnknownGame):
        parted(ledger, "no-such-game", other)
