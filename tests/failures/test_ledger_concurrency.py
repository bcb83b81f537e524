"""B05, B06, B12, B46, B54: what goes wrong when several act at once, or when an answer is lost on its way."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import pytest

import tests.toy  # noqa: F401 - registers the duel
from domain.kernel import Answered, Refused, address_of, awaited, offers
from ledger import Accepted, Ledger, Sitting, Stale
from tests.ledger.playing import choices, lanes, play_until, seats, sql, step


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as opened:
        yield opened


def auction(ledger: Ledger, seed: str) -> Sitting:
    """Four seats are to bid in secret at once."""
    game = ledger.create("duel", seats(4), {"seed": seed}).id
    return play_until(ledger, game, lanes)


def test_b05_every_order_of_arrival_is_accepted_once_and_ends_alike(ledger: Ledger):
    ends = set[tuple[str, ...]]()
    for order in permutations(range(4)):
        sitting = auction(ledger, "b05")
        meant = {seat: choices(sitting, seat)[seat % 2] for seat in range(4)}
        for n, seat in enumerate(order):
            accepted = ledger.act(sitting.id, seat, meant[seat])  # names the question as it stood before any of them
            shown = any(type(record.fact).__name__ == "BidsRevealed" for record in accepted.records)
            assert shown == (n == 3), "nothing is revealed before the last"
        now = ledger.sitting(sitting.id)
        answered = [r.fact.seat for r in ledger.records(sitting.id, sitting.version) if isinstance(r.fact, Answered)]
        assert answered == list(order)
        ends.add((repr(now.game.board), repr([owed.what for owed in now.game.agenda])))
    assert len(ends) == 1


def test_b05_seats_that_act_at_the_same_moment_are_all_accepted(ledger: Ledger):
    rng, ends = random.Random(5), set[str]()
    for _ in range(25):
        sitting = auction(ledger, "b05 at once")
        meant = {seat: choices(sitting, seat)[1] for seat in range(4)}
        start = threading.Barrier(4)

        def bid(seat: int, sitting: Sitting = sitting, meant: dict[int, str] = meant, start: threading.Barrier = start) -> Accepted:
            start.wait()
            return ledger.act(sitting.id, seat, meant[seat], key="bid")

        order = rng.sample(range(4), 4)
        with ThreadPoolExecutor(4) as threads:
            accepted = list(threads.map(bid, order))
        assert not any(answer.replayed for answer in accepted)
        answered = [r.fact.seat for r in ledger.records(sitting.id, sitting.version) if isinstance(r.fact, Answered)]
        assert sorted(answered) == [0, 1, 2, 3]
        ends.add(repr(ledger.sitting(sitting.id).game.board))
    assert len(ends) == 1


def test_b06_a_refusal_says_why_and_leaves_nothing_and_looking_again_is_undisturbed(ledger: Ledger):
    game = ledger.create("duel", seats(4), {"seed": "b06"}).id
    sitting = play_until(ledger, game, lambda sitting: bool(barred(sitting)))
    seat, address, rule = barred(sitting)[0]
    for _ in range(2):
        with pytest.raises(Refused, match="a rule bars it") as illegal:
            ledger.act(game, seat, address)
        assert illegal.value.rule == rule
        assert rule in sitting.ruleset.rules, "it can be cited"
        with pytest.raises(Stale) as stale:
            ledger.act(game, seat, "pass", expected_version=3)
        assert (stale.value.expected, stale.value.current) == (3, sitting.version)
        assert ledger.sitting(game) is sitting
    assert ledger.head(game).index == sitting.version


def barred(sitting: Sitting) -> list[tuple[int, str, str]]:
    """The offers that a rule bars: seat, address and rule."""
    made = [(seat, *offer) for seat in awaited(sitting.game) for offer in offers(sitting.ruleset, sitting.game, seat)]
    return [(seat, address_of(owed, offer), offer.barred) for seat, owed, offer in made if offer.barred is not None]


def test_b12_and_b46_a_lost_answer_is_found_again_by_its_number_and_by_its_key(ledger: Ledger):
    game = ledger.create("duel", seats(3)).id
    rng = random.Random(12)
    for _ in range(5):
        step(ledger, game, rng)
    seen = ledger.sitting(game)
    seat = awaited(seen.game)[0]
    mine = choices(seen, seat)[0]
    lost = ledger.act(game, seat, mine, key="lost", expected_version=seen.version)  # the answer never arrives
    step(ledger, game, rng)
    with pytest.raises(Stale):  # another command from the old position has no effect
        ledger.act(game, seat, "pass", key="next", expected_version=seen.version)
    missed = ledger.records(game, seen.version)
    assert [record.index for record in missed] == list(range(seen.version + 1, ledger.sitting(game).version + 1))
    assert missed[: len(lost.records)] == lost.records, "its own move arrives like any other"
    again = ledger.act(game, seat, mine, key="lost", expected_version=seen.version)
    assert (again.replayed, again.records, again.receipt) == (True, lost.records, lost.receipt)


def test_b54_the_loser_of_a_race_is_told_and_the_log_has_no_gap(ledger: Ledger, tmp_path: Path):
    game = ledger.create("duel", seats(2)).id
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as other:
        for _ in range(20):
            sitting = ledger.sitting(game)
            if sitting.game.over:
                break
            seat = awaited(sitting.game)[0]
            address = choices(sitting, seat)[0]
            start = threading.Barrier(2)

            def race(
                at: Ledger, sitting: Sitting = sitting, seat: int = seat, address: str = address, start: threading.Barrier = start
            ) -> str:
                start.wait()
                try:
                    at.act(game, seat, address, expected_version=sitting.version)
                except Stale as stale:
                    return "told" if stale.current > stale.expected == sitting.version else str(stale)
                return "won"

            with ThreadPoolExecutor(2) as threads:
                assert sorted(threads.map(race, (ledger, other))) == ["told", "won"]
    indices = [index for (index,) in sql(tmp_path / "ledger.db", "SELECT originator_version FROM records ORDER BY rowid")]
    assert indices == list(range(1, len(indices) + 1))
