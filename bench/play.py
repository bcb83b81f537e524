"""In memory: random play and the fold, for every ruleset."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from bench.row import Row, seconds
from domain.kernel import Game, GameBegan, Place, Record, Ruleset, Slots, begin, evolve, offers, rulesets, take
from domain.kernel.game import GameOf

SEATS = 4


def begun(ruleset: Ruleset[Any], seats: int) -> GameBegan[Any]:
    """The first fact of a game at which nobody in particular sits."""
    return GameBegan(ruleset.name, ruleset.edition, ruleset.content, tuple(Place(f"player {n}") for n in range(seats)), ruleset.options({}))


def random_game(ruleset: Ruleset[Any], seats: int, seed: int) -> tuple[Game[Any], list[Record[Any]], int]:
    """A game in which every answer is drawn among all offers of all seats: the game, its log, and how many answers there were."""
    chance, pick = Slots(str(seed).encode()), random.Random(seed)
    game, log = begin(ruleset, begun(ruleset, seats), chance)
    answers = 0
    while not game.over:
        open_offers = [(seat, owed, offer) for seat in range(seats) for owed, offer in offers(ruleset, game, seat) if not offer.barred]
        seat, owed, offer = pick.choice(open_offers)
        game, new = take(ruleset, game, seat, owed, offer, chance, answers)
        log += new
        answers += 1
    return game, log, answers


def play(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Decisions a second of random play: the offers of all seats, one chosen, decided; no store."""
    random_game(ruleset, SEATS, 0)
    rates: list[float] = []
    for seed in range(9):
        began = time.perf_counter()
        _, _, answers = random_game(ruleset, SEATS, seed)
        rates.append(answers / (time.perf_counter() - began))
    yield Row("play", f"{ruleset.id}, {SEATS} seats, random", median(rates), "decisions/s", 10_000)


def fold(ruleset: Ruleset[Any]) -> Iterator[Row]:
    """Microseconds a record when a whole log is folded."""
    _, log, _ = random_game(ruleset, SEATS, 1)

    def refold() -> None:
        game: Game[Any] = GameOf(ruleset.blank)
        for record in log:
            game = evolve(game, record)

    yield Row("fold", f"{ruleset.id}, {len(log)} records", seconds(refold) / len(log) * 1e6, "µs/record", 5, at_least=False)


def each(bench: Any) -> Iterator[Row]:
    """The rows of a benchmark for every ruleset that can be played."""
    for ruleset in rulesets():
        yield from bench(ruleset)
