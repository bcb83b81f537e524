"""Whether the rules of today would write a game again as it was written. Where they would not, that is a finding about the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import zip_longest
from typing import Any

import msgspec

from domain.kernel import (
    Answered,
    Chance,
    Forked,
    Game,
    GameBegan,
    GameOf,
    Record,
    Refused,
    Ruleset,
    Seat,
    Step,
    batches,
    decide_again,
    evolve,
    seen_by,
)
from domain.table.redeal import known_by, opened_by
from domain.table.seeds import RULE as SEEDS
from domain.table.seeds import SeedCommitted, SeedRevealed, follows, opening_of, seeds_due


class Deviation(msgspec.Struct, frozen=True):
    """Where the present rules decide otherwise: the first record of a batch that differs, the rule it cites, and how."""

    record: int
    rule: str
    why: str


class Conformity(msgspec.Struct, frozen=True):
    """How many batches were decided again, and where the present rules of the game's edition part from the log.

    `unexamined` says why the rest, or all, could not be decided again: this eye does not know enough, or nobody has that edition.
    """

    batches: int
    deviations: tuple[Deviation, ...] = ()
    unexamined: str | None = None


class Unknowable(Exception):
    """Nobody has told the chance that a record was drawn with; the message says who could."""


def conformity(ruleset: Ruleset[Any], log: list[Record[Any]], luck: Callable[[int], Chance], first: int = 1) -> Conformity:
    """Every batch of the log decided again by the present rules, from the one that record `first` stands in.

    `luck(n)` is the chance that record `n` was drawn with; where it raises `Unknowable`, the examination ends.
    """
    game: Game[Any] = GameOf(ruleset.blank)
    count, found, views = 0, list[Deviation](), _Views(ruleset, log)
    for batch in batches(log):
        if batch[-1].index < first:
            game = reduce(evolve, batch, game)
            continue
        try:
            chance = luck(batch[0].index)
        except Unknowable as unknown:
            return Conformity(count, tuple(found), str(unknown))
        count += 1
        if (deviation := _deviation(ruleset, game, batch, chance, views)) is not None:
            found.append(deviation)
        game = reduce(evolve, batch, game)
    return Conformity(count, tuple(found))


class _Views:
    """What each seat saw where a fork left. Every record is folded once for a seat, however many forks a file claims to hold."""

    def __init__(self, ruleset: Ruleset[Any], log: list[Record[Any]]) -> None:
        began = log[0].fact if log else None
        self.seats = len(began.seats) if isinstance(began, GameBegan) else 0
        self._log = log
        self._games: dict[Seat, Game[Any]] = {seat: GameOf(ruleset.blank) for seat in range(self.seats)}

    def after(self, n: int) -> list[Any]:
        """The boards after record `n`, which only grows, by seat."""
        for seat, game in self._games.items():
            self._games[seat] = reduce(evolve, seen_by(self._log[game.length : n], seat), game)
        return [game.board for game in self._games.values()]


def _deviation(ruleset: Ruleset[Any], game: Game[Any], batch: list[Record[Any]], chance: Chance, views: _Views) -> Deviation | None:
    if any(isinstance(owed.what, Step) for owed in game.due()):
        return Deviation(batch[0].index, batch[0].rule, "what the rules settle by themselves would be settled first")
    try:
        again = decide_again(ruleset, game, batch, chance)
        unfounded = _unfounded(ruleset, game, batch[0], views)
    except Refused as refusal:
        return Deviation(batch[0].index, refusal.rule or batch[0].rule, f"it would be refused: {refusal}")
    except Exception as broken:  # a log that the rules never wrote may break them in any way
        return Deviation(batch[0].index, batch[0].rule, f"it can not be decided any more: {type(broken).__name__}")
    for was, now in zip_longest(batch, again):
        if was != now:
            at: Record[Any] = was or now
            return Deviation(at.index, at.rule, _difference(was, now))
    return None if unfounded is None else Deviation(batch[0].index, batch[0].rule, unfounded)


def _unfounded(ruleset: Ruleset[Any], game: Game[Any], first: Record[Any], views: _Views) -> str | None:
    """Why a batch may not begin as it does: what no seat chose is written as it stands when it is decided again, whatever it is."""
    fact = first.fact
    if isinstance(fact, Answered):
        return None
    if isinstance(fact, GameBegan):
        if game.length or (first.rule, first.opens) != ("table.begin", opening_of(ruleset, fact)):
            return "a game would begin otherwise"
    elif isinstance(fact, Forked):
        return _fork_unfounded(ruleset, game, first, fact, views)
    elif isinstance(fact, SeedCommitted | SeedRevealed):
        owed = seeds_due(game).get(fact.seat)
        if owed is None or (first.rule, first.closes, first.opens) != (SEEDS, (owed.id,), follows(owed.what, fact)):
            return f"seat {fact.seat} was not asked for that"
    else:
        return "no seat chose it, and no rule writes it by itself"
    return None


def _fork_unfounded(ruleset: Ruleset[Any], game: Game[Any], first: Record[Any], fact: Forked[Any], views: _Views) -> str | None:
    """Why a fork may not deal cards as it does: it says who knew which, and that must be what the records before it show."""
    if first.rule != "table.fork":
        return "no other rule than table.fork lets a fork leave"
    if fact.luck in ("same", "fresh") and not first.opens:  # `fresh` once left the piles as they lay
        return None
    if first.opens != opened_by(fact.luck):
        return f"a fork with luck {fact.luck} would open something else"
    if len(fact.seats) != views.seats:
        return f"a fork has the {views.seats} seats of the game that it left"
    if fact.known != known_by(ruleset, game.board, views.after(game.length), fact.luck):
        return "its seats knew other cards than it says: what was dealt anew rests on that"
    return None


def _difference(was: Record[Any] | None, now: Record[Any] | None) -> str:
    """In what a record differs from what would be written, without telling what is sealed in either."""
    if now is None:
        return f"nothing would follow here, where {type(was and was.fact).__name__} was written"
    if was is None:
        return f"{type(now.fact).__name__} would follow, where nothing was written"
    if type(was.fact) is not type(now.fact):
        return f"{type(now.fact).__name__} would be written instead of {type(was.fact).__name__}"
    parts = [field for field in was.__struct_fields__ if getattr(was, field) != getattr(now, field)]
    if parts == ["fact"]:
        parts = [field for field in was.fact.__struct_fields__ if getattr(was.fact, field) != getattr(now.fact, field)]
    return f"{type(was.fact).__name__} would be written with another {', '.join(parts)}"
