"""B11, B20, B22, B24, B34, B47, B53: games that bleed into one another, grow, go with their edition, or carry what they should not."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tests.toy  # noqa: F401 - registers the duel
from domain.kernel import Place, ruleset
from ledger import EditionGone, Ledger
from tests.ledger.playing import play, seats, sql, step
from tests.toy import duel

ROOT = Path(__file__).parents[2]


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as opened:
        yield opened


ALONE = """
import sys, tests.toy
from ledger import Ledger
from tests.ledger.playing import play, seats
with Ledger.open(sys.argv[1]) as ledger:
    for seed in sys.argv[2:]:
        play(ledger, ledger.create("duel", seats(2 + int(seed) % 3), {"seed": seed}).id, seed)
"""


def test_b20_and_b53_eight_games_in_threads_are_the_same_as_each_alone(ledger: Ledger, tmp_path: Path):
    seeds = [str(seed) for seed in range(8)]
    games = {seed: ledger.create("duel", seats(2 + int(seed) % 3), {"seed": seed}).id for seed in seeds}
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda seed: play(ledger, games[seed], seed), seeds))
    alone = f"sqlite:{tmp_path}/alone/ledger.db"
    for seed in seeds[:2]:  # each in a process of its own
        subprocess.run([sys.executable, "-c", ALONE, alone, seed], cwd=ROOT, check=True, timeout=60)
    subprocess.run([sys.executable, "-c", ALONE, alone, *seeds[2:]], cwd=ROOT, check=True, timeout=60)  # one after the other
    with Ledger.open(alone) as other:
        for seed, game in zip(seeds, other.games(), strict=True):
            assert other.sitting(game).game == ledger.sitting(games[seed]).game
            assert other.records(game) == ledger.records(games[seed])


def test_b22_an_edition_that_is_gone_is_named_listed_and_exportable(ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    class Pinned(duel.Duel):
        edition = 22

    monkeypatch.setitem(ruleset._register, "duel@22", Pinned())
    pinned, other = ledger.create("duel@22", seats(2)).id, ledger.create("duel@1", seats(2)).id
    monkeypatch.delitem(ruleset._register, "duel@22")
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db") as later:
        with pytest.raises(EditionGone, match="duel@22"):
            later.sitting(pinned)
        assert {want.game for want in later.wants()} == {pinned}
        assert [stored.index for stored in later.stored(pinned)] == list(range(1, later.head(pinned).index + 1))
        assert play(later, other).game.over, "the other games do not care"


def test_b24_a_fork_carries_no_bots_no_keys_and_no_tokens(ledger: Ledger, tmp_path: Path):
    game = ledger.create("duel", [Place("ann"), Place("bob", bot="random"), Place("cyd", bot="random")], {"seed": "24"})
    rng = random.Random(24)
    while not ledger.sitting(game.id).game.over:
        step(ledger, game.id, rng, key=f"{ledger.sitting(game.id).version}")
    log = ledger.records(game.id)
    fork = ledger.fork(game.id, len(log) // 2)
    assert [place.bot for place in ledger.sitting(fork.id).places] == [None] * 3
    assert [place.bot for place in ledger.sitting(game.id).places] == [None, "random", "random"], "the original is untouched"
    assert sql(tmp_path / "ledger.db", "SELECT count(*) FROM claims WHERE game = ?", fork.id) == [(0,)]
    assert ledger.eye_of(fork.id, game.tokens[0]) is None
    accepted = step(ledger, fork.id, random.Random(0), key=f"{fork.at}")
    assert not accepted.replayed, "a key of the original means nothing here"
    assert ledger.records(game.id) == log


def test_b34_a_start_reads_no_game(ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for seed in range(9):
        play(ledger, ledger.create("duel", seats(4)).id, seed)
    busy = ledger.games()[5]
    with Ledger.open(f"sqlite:{tmp_path}/ledger.db", kept=4) as later:
        read = list[str]()
        rows = later._recorder.rows
        monkeypatch.setattr(later._recorder, "rows", lambda game, *more: read.append(game) or rows(game, *more))
        assert later.wants() == []
        assert len(later.games()) == 9
        assert read == []
        later.sitting(busy)
        assert read == [busy]
        for game in later.games():
            later.sitting(game)
        assert len(later._folding.memory._held) == 4, "what is held does not grow with what is stored"


def test_b11_appending_to_a_long_log_costs_what_it_costs_in_a_short_one(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    """What is read for a command does not grow with the game: only what is new since the last look."""
    game = ledger.create("duel", seats(4), {"seed": "11"}).id
    rng, read = random.Random(11), list[int]()
    rows = ledger._recorder.rows

    def counted(*which: object, **more: object) -> object:
        found = rows(*which, **more)  # pyright: ignore[reportArgumentType] - passed on as it comes
        read.append(len(found))
        return found

    monkeypatch.setattr(ledger._recorder, "rows", counted)
    while not ledger.sitting(game).game.over:
        step(ledger, game, rng)
    assert ledger.sitting(game).version > 100
    assert max(read) == 0


def test_b47_listeners_hear_of_nothing_that_is_not_on_disk(ledger: Ledger, tmp_path: Path):
    """What is told outside is in the file already, for any other process to read."""
    heard = list[tuple[str, int]]()

    def listener(game: str, version: int) -> None:
        found = sql(tmp_path / "ledger.db", "SELECT max(originator_version) FROM records WHERE originator_id = ?", game)
        assert found == [(version,)]
        heard.append((game, version))

    ledger.on_commit(listener)
    game = ledger.create("duel", seats(2))
    last = play(ledger, game.id).version
    assert heard[0] == (game.id, game.version)
    assert heard[-1] == (game.id, last)
    # a store that can not write: nothing is told, nothing is answered
    open_game = ledger.create("duel", seats(2)).id
    told = len(heard)
    sql(tmp_path / "ledger.db", "CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    with pytest.raises(Exception, match="disk full"):
        step(ledger, open_game, random.Random(0))
    assert len(heard) == told
