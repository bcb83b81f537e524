"""Forks by reference: one record each, nothing copied, the parent untouched."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import Answered, Forked, Place, batches, ruleset_named
from ledger import Created, Kin, Ledger, Ruling, StillPlaying, UnknownRecord, UnknownSeat
from tests.ledger.playing import play, rows, seats, sql, step


@pytest.fixture(params=("bad_company", "battlestar_galactica", "duel"))
def title(request: pytest.FixtureRequest) -> str:
    """The laws fork games of every title; how forks are stored does not ask what is played."""
    return request.param


def ends(ledger: Ledger, game: str) -> list[int]:
    """The last records of its batches."""
    return [batch[-1].index for batch in batches(ledger.records(game))]


def count(store: Path, table: str) -> int:
    return sql(store, f"SELECT count(*) FROM {table}")[0][0]


def test_a_fork_is_one_record_with_its_tokens(ledger: Ledger, store: Path, finished: Created):
    at = random.Random(1).choice(ends(ledger, finished.id)[:-1])
    before = count(store, "records"), count(store, "tokens")
    fork = ledger.fork(finished.id, at, reason="what if")
    players = len(ledger.sitting(fork.id).places)
    assert (count(store, "records"), count(store, "tokens")) == (before[0] + 1, before[1] + players)
    assert (fork.at, fork.version) == (at, at + 1)
    (record,) = ledger.records(fork.id, at)
    assert (record.index, record.rule, record.cause, record.opens, record.closes) == (at + 1, "table.fork", None, (), ())
    parent = ledger.sitting(finished.id, at)
    assert record.fact == Forked(finished.id, at, parent.link.hex(), tuple(parent.places), "same", "what if")
    assert [row[0] for row in rows(store, fork.id)] == [at + 1]


def test_a_fork_can_be_had_at_the_end_of_every_batch_and_nowhere_else(ledger: Ledger, title: str):
    game = ledger.create(title, seats(ruleset_named(title).seats[0]), {"seed": "boundaries"}).id
    last = play(ledger, game).version
    boundaries = ends(ledger, game)
    for at in random.Random(0).sample(range(boundaries[0], last + 1), 6):
        fork = ledger.fork(game, at)
        assert fork.at == max(end for end in boundaries if end <= at)
        here = ledger.sitting(fork.id)
        there = ledger.sitting(game, fork.at)
        assert (here.game.board, here.game.agenda, here.game.luck) == (there.game.board, there.game.agenda, there.game.luck)
    for at in (0, -1, last + 1, 10**30):
        with pytest.raises(UnknownRecord, match=f"no record {at} to fork it at"):
            ledger.fork(game, at)
    with pytest.raises(UnknownRecord, match=f"its set-up ends with record {boundaries[0]}"):
        ledger.fork(game, boundaries[0] - 1)


def test_a_fork_goes_on_and_the_parents_bytes_stay(ledger: Ledger, store: Path, finished: Created):
    held = rows(store, finished.id)
    before = ledger.sitting(finished.id)
    for n, at in enumerate(random.Random(2).sample(ends(ledger, finished.id), 2)):
        fork = ledger.fork(finished.id, at, luck=("same", "fresh")[n % 2])
        assert play(ledger, fork.id, seed=n).game.over
        ledger.forget()
        log = ledger.records(fork.id)
        assert [record.index for record in log] == list(range(1, len(log) + 1))
        assert log[: fork.at] == ledger.records(finished.id, upto=fork.at)
        assert rows(store, fork.id)[0][0] == fork.at + 1
    assert rows(store, finished.id) == held
    assert ledger.sitting(finished.id).game == before.game


def test_slices_across_the_start_of_a_fork(ledger: Ledger, finished: Created):
    middle = ends(ledger, finished.id)[len(ends(ledger, finished.id)) // 2]
    fork = ledger.fork(finished.id, middle)
    play(ledger, fork.id)
    deeper = ledger.fork(fork.id, fork.at + 1)
    assert deeper.at == fork.at + 1
    play(ledger, deeper.id, seed=9)
    for game in (fork.id, deeper.id):
        whole = ledger.records(game)
        for after in range(fork.at - 2, fork.at + 4):
            for upto in range(after, fork.at + 6):
                assert ledger.records(game, after, upto) == whole[after:upto]
                assert [stored.index for stored in ledger.stored(game, after, upto)] == list(range(after + 1, min(upto, len(whole)) + 1))


@settings(max_examples=6)
@given(data=st.data())
def test_forks_of_forks_of_forks(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject):
    """Against a plain model: a list of records per game, cut and carried on."""
    with Ledger.open(f"sqlite:{tmp_path_factory.mktemp('store')}/l.db", kept=2) as ledger:
        root = ledger.create("duel", seats(data.draw(st.integers(2, 3))), {"seed": "family"}).id
        play(ledger, root)
        model = {root: ledger.records(root)}
        kin = [Kin(root)]
        for n in range(data.draw(st.integers(1, 5))):
            parent = data.draw(st.sampled_from([k.id for k in kin]))
            at = data.draw(st.integers(ends(ledger, root)[0], len(model[parent])))
            luck = data.draw(st.sampled_from(["same", "fresh"]))
            fork = ledger.fork(parent, at, luck=luck, reason=f"fork {n}")
            play(ledger, fork.id, seed=n)
            kin.append(Kin(fork.id, parent, fork.at, luck, f"fork {n}"))
            model[fork.id] = model[parent][: fork.at] + ledger.records(fork.id, fork.at)
        ledger.forget()
        for member in kin:
            assert ledger.records(member.id) == model[member.id]
            assert ledger.sitting(member.id).game.length == len(model[member.id])
            assert ledger.sitting(member.id).parent == (None if member.parent is None else (member.parent, member.at))
            assert sorted(ledger.family(member.id)) == sorted(kin), "the whole tree, whoever asks"
            assert ledger.family(member.id)[0] == kin[0]


# luck ------------------------------------------------------------------------------------------------------------------
def draws(ledger: Ledger, game: str) -> list[int]:
    """What the next slots of chance hold."""
    sitting = ledger.sitting(game)
    return [sitting.chance(sitting.game.luck + n, 10**9) for n in range(8)]


def test_luck_is_the_parents_or_its_own(ledger: Ledger, store: Path):
    for options in ({}, {"seed": "s"}):
        game = ledger.create("duel", seats(4), options).id
        play(ledger, game)
        at = ends(ledger, game)[2]
        sitting = ledger.sitting(game, at)
        parents = [sitting.chance(sitting.game.luck + n, 10**9) for n in range(8)]
        same, fresh, again = (ledger.fork(game, at, luck=luck).id for luck in ("same", "fresh", "fresh"))
        assert draws(ledger, same) == parents
        assert draws(ledger, fresh) != parents
        assert draws(ledger, again) not in (parents, draws(ledger, fresh))
        play(ledger, same)
        play(ledger, fresh)
        for root in (same, fresh):  # their luck goes on in forks of forks, and in another process
            child = ledger.fork(root, ends(ledger, root)[-2]).id
            with Ledger.open(f"sqlite:{store}") as other:
                assert draws(other, child) == draws(ledger, child)
                assert ledger.sitting(child).chance(0, 10**9) == ledger.sitting(root).chance(0, 10**9)


def test_the_same_choices_with_the_same_luck_are_the_same_game(ledger: Ledger, finished: Created):
    """All that was drawn in the parent is drawn again."""
    at = ends(ledger, finished.id)[1]
    fork = ledger.fork(finished.id, at)
    for batch in list(batches(ledger.records(finished.id, at))):
        answer = batch[0]
        assert isinstance(answer.fact, Answered)
        sitting = ledger.sitting(fork.id)
        from domain.kernel import key_of

        serial = answer.closes[0] if answer.closes else "-"
        accepted = ledger.act(sitting.id, answer.fact.seat, f"{serial}/{key_of(answer.fact.command)}")
        assert [record.fact for record in accepted.records][1:] == [record.fact for record in batch][1:]


@pytest.mark.parametrize("luck", ["", "bad", "Same", "unknown", "unknown:", "unknown:x", "unknown:-1", "same:1"])
def test_no_other_luck(ledger: Ledger, finished: Created, luck: str):
    with pytest.raises(ValueError, match="luck is same, fresh or unknown:SEAT"):
        ledger.fork(finished.id, 20, luck=luck)


def test_no_luck_for_a_seat_that_is_not_there(ledger: Ledger, store: Path, finished: Created):
    before = count(store, "games")
    with pytest.raises(UnknownSeat, match="no seat 9"):
        ledger.fork(finished.id, ledger.sitting(finished.id).version, luck="unknown:9")
    assert count(store, "games") == before


# who sits there --------------------------------------------------------------------------------------------------------
def test_places_are_the_parents_without_bots_unless_asked_for(ledger: Ledger):
    game = ledger.create("duel", [Place("ann", bot="random"), Place("bob"), Place("cyd", bot="heuristic")], {"seed": "places"}).id
    play(ledger, game)
    at = ends(ledger, game)[-3]
    plain = ledger.fork(game, at)
    assert ledger.sitting(plain.id).places == (Place("ann"), Place("bob"), Place("cyd"))
    assert plain.tokens.keys() == {0, 1, 2}
    other = ledger.fork(game, at, places={2: Place("dee"), 0: Place("eve", bot="random")})
    assert ledger.sitting(other.id).places == (Place("eve", bot="random"), Place("bob"), Place("dee"))
    assert other.tokens.keys() == {1, 2}
    assert ledger.sitting(other.id, other.at).places == ledger.sitting(game).places, "before the fork they are the parent's"
    with pytest.raises(UnknownSeat, match="no seat 3"):
        ledger.fork(game, at, places={3: Place("nobody")})
    assert len(ledger.games()) == 3


def test_only_finished_games_fork(ledger: Ledger, store: Path, game: Created):
    step(ledger, game.id, random.Random(0))
    with pytest.raises(StillPlaying, match="still being played"):
        ledger.fork(game.id, game.version)
    assert (count(store, "games"), len(ledger.family(game.id))) == (1, 1)


def test_a_fork_at_the_very_end_is_over(ledger: Ledger, finished: Created):
    fork = ledger.fork(finished.id, ledger.sitting(finished.id).version)
    assert ledger.sitting(fork.id).game.over


def test_a_ruling_forks_an_open_game_once_and_its_tokens_open_the_fork(ledger: Ledger) -> None:
    created = ledger.create("duel", [Place("Ada"), Place("Ben", "random")], {})
    ruling = Ruling("d1", "9d2f0b6e-54a5-4c3f-8c0b-6f5f9d0c2a11")
    forked = ledger.fork(created.id, created.version, reason="the bid was misread", ruling=ruling)
    assert forked.id == ruling.game
    assert not forked.tokens
    assert ledger.eye_of(forked.id, created.tokens[0]) == 0
    assert ledger.sitting(forked.id).places == ledger.sitting(created.id).places
    began = ledger.records(forked.id, after=created.version)[0].fact
    assert isinstance(began, Forked)
    assert (began.dispute, began.reason) == ("d1", "the bid was misread")
    assert ledger.fork(created.id, created.version, ruling=ruling).id == forked.id
    assert len(ledger.family(created.id)) == 2
