"""What no seat chose is held to the rules as well: nobody can slip a record between two answers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel import Adjusted, Answered, Arranged, GameBegan, Record, RecordOf, batches
from domain.table.seeds import RULE, SeedCommitted, SeedRevealed, commitment
from ledger import Ledger
from ledger.seeding import commit_seed, reveal_seed
from replay.conformity import Deviation, conformity
from replay.tape import Tape
from replay.verify import luck_of
from tests.ledger.playing import play, seats
from tests.toy.duel import LifeChanged

SEED = b"s" * 32


def found(ledger: Ledger, game: str, log: list[Record[Any]]) -> tuple[Deviation, ...]:
    decided = conformity(ledger.sitting(game).ruleset, log, luck_of(ledger, game, len(log)))
    assert decided.unexamined is None
    return decided.deviations


@pytest.mark.parametrize(
    "fact",
    [
        LifeChanged(1, -1),
        Arranged("hand:0", (0,), ("raid", "raid")),
        Adjusted("players.0.coins", 9),
        SeedRevealed(0, "00" * 32, "house"),
        SeedCommitted(0, "00" * 32),
        GameBegan("duel", 1, "", (), {}),
    ],
    ids=lambda fact: type(fact).__name__,
)
def test_a_record_that_nobody_chose_and_no_rule_writes_is_named(ledger: Ledger, tape: Tape, fact: Any):
    whole = ledger.records(tape.game)
    log = whole[: list(batches(whole))[3][-1].index]
    slipped: Record[Any] = RecordOf(len(log) + 1, fact, "duel.turn", None)
    assert [one.record for one in found(ledger, tape.game, [*log, slipped])] == [len(log) + 1]


def test_a_beginning_that_opens_something_else_is_named(ledger: Ledger, tape: Tape):
    first, *rest = next(batches(ledger.records(tape.game)))
    assert found(ledger, tape.game, [first, *rest]) == ()
    for wrong in ([replace(first, opens=())], [replace(first, rule="duel.turn"), *rest]):
        assert [one.why for one in found(ledger, tape.game, wrong)] == ["a game would begin otherwise"]


def test_a_seed_that_was_not_asked_for_is_named(ledger: Ledger):
    game = ledger.create("duel", seats(2), {"seeds": "seats"}).id
    for seat in range(2):
        commit_seed(ledger, game, seat, commitment(SEED))
    for seat in range(2):
        reveal_seed(ledger, game, seat, SEED.hex())
    play(ledger, game)
    log = ledger.records(game)
    assert found(ledger, game, log) == ()
    answered = next(n for n, record in enumerate(log) if isinstance(record.fact, Answered))
    began, first, other, shown = log[:4]
    for wrong in (
        [began, replace(first, opens=())],
        [began, replace(first, closes=())],
        [began, replace(first, rule="duel.turn")],
        [began, replace(first, fact=replace(first.fact, seat=1))],
        [began, first, other, replace(shown, closes=first.closes)],
        [*log[:answered], replace(shown, index=answered + 1)],
    ):
        assert [one.record for one in found(ledger, game, wrong)] == [len(wrong)]
    assert shown.rule == RULE
