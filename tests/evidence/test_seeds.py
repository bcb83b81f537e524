"""Seeds of the seats: committed to, revealed, and mixed into every draw before the first card is dealt."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.kernel import Forked, GameBegan, GameOf, Place, Refused
from domain.table.seeds import SeedRevealed, commitment, seeds_due
from ledger import Ledger
from ledger.seeding import PATIENCE, commit_seed, draw_for_absent, reveal_seed
from replay.commitments import Commitments
from replay.examine import examine
from replay.export import export
from replay.robots import Robots
from replay.verify import verify
from tests.evidence.conftest import bots
from tests.ledger.playing import play

SEEDS = [bytes([seat]) * 32 for seat in range(3)]
WITH_SEEDS = {"seeds": "seats"}


def people(seats: int) -> list[Place]:
    return [Place(f"Player {seat}") for seat in range(seats)]


def facts(ledger: Ledger, game: str) -> list[str]:
    return [type(record.fact).__name__ for record in ledger.records(game)]


def seeded(ledger: Ledger, title: str = "duel") -> str:
    """A table of two whose seats have committed to seeds and revealed them."""
    game = ledger.create(title, people(2), WITH_SEEDS).id
    for seat in range(2):
        commit_seed(ledger, game, seat, commitment(SEEDS[seat]))
    for seat in range(2):
        reveal_seed(ledger, game, seat, SEEDS[seat].hex())
    return game


@pytest.mark.parametrize("title", ["duel", "bad_company", "after_pablo", "breaking_bad", "battlestar_galactica"])
def test_no_card_is_dealt_before_every_seat_has_revealed_its_seed(ledger: Ledger, title: str):
    game = ledger.create(title, people(3), WITH_SEEDS).id
    for seat in (2, 0, 1):
        commit_seed(ledger, game, seat, commitment(SEEDS[seat]))
    for seat in (1, 2):
        reveal_seed(ledger, game, seat, SEEDS[seat].hex())
    sitting = ledger.sitting(game)
    assert sitting.game.luck == 0
    assert sitting.game.board == sitting.ruleset.blank
    assert list(seeds_due(sitting.game)) == [0]
    reveal_seed(ledger, game, 0, SEEDS[0].hex())
    sitting = ledger.sitting(game)
    assert sitting.game.luck > 0
    assert not seeds_due(sitting.game)
    ledger.forget()
    assert ledger.sitting(game).chance(0, 10**9) == sitting.chance(0, 10**9), "the seeds count for who folds the game again, too"


def test_the_seeds_change_every_draw(ledger: Ledger):
    game = ledger.create("duel", people(2), WITH_SEEDS).id
    without = ledger.sitting(game).chance
    for seat in range(2):
        commit_seed(ledger, game, seat, commitment(SEEDS[seat]))
    for seat in range(2):
        reveal_seed(ledger, game, seat, SEEDS[seat].hex())
    with_them = ledger.sitting(game).chance
    assert all(without(slot, 10**9) != with_them(slot, 10**9) for slot in range(50))
    assert all(without(slot, 10**9, range(10**9)) != with_them(slot, 10**9, range(10**9)) for slot in range(50))


def test_a_seed_is_fixed_before_anybody_shows_one(ledger: Ledger):
    game = ledger.create("duel", people(2), WITH_SEEDS).id
    version = commit_seed(ledger, game, 0, commitment(SEEDS[0])).version
    assert commit_seed(ledger, game, 0, commitment(SEEDS[0])).version == version, "sent twice, it is done once"
    for refused, why in [
        (lambda: commit_seed(ledger, game, 0, commitment(SEEDS[1])), "not asked to commit to a seed again"),
        (lambda: reveal_seed(ledger, game, 0, SEEDS[0].hex()), "seat 1 has not"),
        (lambda: reveal_seed(ledger, game, 1, SEEDS[1].hex()), "not asked to reveal"),
    ]:
        with pytest.raises(Refused, match=why) as refusal:
            refused()
        assert refusal.value.rule == "table.seeds"
    commit_seed(ledger, game, 1, commitment(SEEDS[1]))
    with pytest.raises(Refused, match="not the seed that was committed to"):
        reveal_seed(ledger, game, 0, SEEDS[1].hex())
    for no_hash in ("", "x" * 64, "A" * 64, "a" * 63):
        with pytest.raises(ValueError, match="64 hex digits"):
            commit_seed(ledger, game, 0, no_hash)
        with pytest.raises(ValueError, match="64 hex digits"):
            reveal_seed(ledger, game, 0, no_hash)


def test_a_seat_may_do_without_and_then_adds_nothing(ledger: Ledger):
    game = ledger.create("duel", people(2), WITH_SEEDS).id
    ledger.act(game, 0, "forgo-seed")
    commit_seed(ledger, game, 1, commitment(SEEDS[1]))
    reveal_seed(ledger, game, 1, SEEDS[1].hex())
    assert "SeedForgone" in facts(ledger, game)
    assert ledger.sitting(game).game.luck > 0


def test_the_house_draws_for_bots_at_once_and_for_the_absent_after_a_while(ledger: Ledger):
    game = ledger.create("duel", [Place("Ada"), Place("Ben"), Place("Robot", "random")], WITH_SEEDS).id
    assert list(seeds_due(ledger.sitting(game).game)) == [0, 1]
    commit_seed(ledger, game, 0, commitment(SEEDS[0]))
    with pytest.raises(Refused, match="waits 1?[0-9]+ s more for seat 1"):
        draw_for_absent(ledger, game, 1)
    later = ledger.records(game)[-1].fact
    now: Callable[[], int] = lambda: getattr(later, "at") + PATIENCE  # noqa: B009, E731 - of whatever fact came last
    with pytest.raises(Refused, match="waits for others"):
        draw_for_absent(ledger, game, 0, now)
    draw_for_absent(ledger, game, 1, now)
    reveal_seed(ledger, game, 0, SEEDS[0].hex())
    told = {record.fact.seat: record.fact.by for record in ledger.records(game) if isinstance(record.fact, SeedRevealed)}
    assert told == {0: "seat", 1: "house", 2: "house"}
    assert ledger.sitting(game).game.luck > 0


def test_a_table_of_bots_alone_waits_for_nobody(ledger: Ledger):
    game = ledger.create("duel", bots(2), WITH_SEEDS).id
    assert facts(ledger, game)[:3] == ["GameBegan", "SeedRevealed", "SeedRevealed"]
    Robots(ledger).answer(game)
    assert ledger.sitting(game).game.over


def test_a_seeded_game_has_no_use_for_seeds(ledger: Ledger):
    with pytest.raises(ValueError, match="leave out seed"):
        ledger.create("duel", people(2), {**WITH_SEEDS, "seed": "7"})


def test_the_file_of_the_finished_game_shows_that_the_seeds_count(ledger: Ledger):
    game = seeded(ledger)
    play(ledger, game)
    found = examine(export(ledger, game))
    assert found.evidence.bad is None
    assert found.conformity.deviations == ()
    assert verify(ledger, game).conformity == found.conformity, "in the store as in the file"
    assert "2 seats mixed seeds of their own into every draw, each fixed before any was shown" in found.evidence.proved


def test_a_fork_with_luck_of_its_own_commits_to_it(ledger: Ledger):
    game = seeded(ledger)
    play(ledger, game)
    at = ledger.records(game)[-1].index - 4
    for luck in ("same", "fresh"):
        fork = ledger.fork(game, at, luck=luck)
        forked = next(record.fact for record in ledger.records(fork.id, fork.at) if isinstance(record.fact, Forked))
        assert (forked.chance_root is None, forked.dice_root is None) == (luck == "same", luck == "same")
        play(ledger, fork.id)
        found = examine(export(ledger, fork.id))
        assert (found.evidence.bad, found.conformity.deviations) == (None, ())
        own = "2 seats mixed seeds of their own into every draw{}, each fixed before any was shown"
        said = found.evidence.proved
        if luck == "same":
            assert own.format("") in said
        else:
            assert own.format(f" up to record {fork.at}") in said
            assert f"no seat mixed anything into the draws after record {fork.at}, where a fork with luck of its own left" in said
            assert (
                f"from the secrets that records 1 and {fork.at + 1} commit to" in said[-1]
                or f"records 1 and {fork.at + 1} commit" in said[-1]
            )
    began = ledger.records(game, upto=1)[0].fact
    assert isinstance(began, GameBegan)
    assert began.dice_root is not None


def test_a_fork_that_leaves_before_the_seeds_are_shown_is_mixed_with_those_of_its_own_seats(ledger: Ledger):
    game = seeded(ledger)
    play(ledger, game)
    committed = facts(ledger, game).index("SeedRevealed")
    fork = ledger.fork(game, committed, luck="fresh").id
    for seat in range(2):
        reveal_seed(ledger, fork, seat, SEEDS[seat].hex())
    said = [line for line in examine(export(ledger, fork)).evidence.proved if "mixed" in line]
    assert said == [f"2 seats mixed seeds of their own into every draw after record {committed}, each fixed before any was shown"]


def test_seeds_that_came_too_late_and_draws_that_are_given_back_prove_nothing(ledger: Ledger):
    """What an operator could try who works together with a seat: none of it needs the secrets to be found out."""
    id = seeded(ledger)
    log, blank = ledger.records(id), ledger.sitting(id).ruleset.blank
    began, committed, other, shown = log[:4]
    first = next(n for n, record in enumerate(log) if record.luck)
    for order, why in (
        ([began, committed, shown, other], "seat 1 commits to a seed when another one has been shown"),
        ([*log[: first + 1], shown], "the seed of seat 0 comes after the first draw"),
        ([*log[:first], replace(log[first], luck=-1)], "it gives draws back"),
    ):
        commitments, game = Commitments(), GameOf(blank)
        for record in order[:-1]:
            commitments.read(game, record, None)
            game = replace(game, luck=game.luck + record.luck)
        with pytest.raises(ValueError, match=why):
            commitments.read(game, order[-1], None)
