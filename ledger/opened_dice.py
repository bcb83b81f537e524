"""The keys of the dice that were thrown for all to see: they are told as soon as the dice lie, and prove that nobody chose them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.kernel import Forked, GameBegan, GameOf, Record, Ruleset, evolve
from domain.table.luck import LENGTH, Luck, Thrown


def dice_keys(ruleset: Ruleset[Any], log: Iterable[Record[Any]], secret: Callable[[int], bytes]) -> dict[int, str]:
    """For each record that shows dice which its game committed to: the key of the last of them, in hex digits.

    `secret(after)` is what the chance came from that began after that record.
    """
    game, luck, found = GameOf(ruleset.blank), None, dict[int, str]()
    for record in log:
        fact = record.fact
        if isinstance(fact, GameBegan) or (isinstance(fact, Forked) and fact.luck != "same"):
            luck = None if fact.dice_root is None else Luck(secret(game.length))
        elif isinstance(fact, Thrown) and luck is not None:
            dice = len(fact.thrown(game.board))
            if dice and (last := game.luck + dice - 1) < LENGTH:
                found[record.index] = luck.key(last).hex()
        game = evolve(game, record)
    return found
