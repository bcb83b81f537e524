"""What a file shows of the chance of its game: commitments, the seats' seeds, open dice, and in the end the secrets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, NamedTuple

from domain.kernel import Chance, Forked, Game, GameBegan, Record, Slots, drawn
from domain.table.luck import LENGTH, Die, Luck, Thrown, dice_root, onward, stirred
from domain.table.seeds import SeedCommitted, SeedRevealed, commitment
from ledger.keys import chance_from_seed, chance_root
from replay.archive import Seed
from replay.conformity import Unknowable

KEY = re.compile(r"[0-9a-f]{64}")
SOURCES = 1_000  # of chance, in one game: to examine each takes some milliseconds, and anybody may send a file


class Source(NamedTuple):
    """Where chance comes from after a record: what was committed to there (nothing, in old games and in those that are not fair)."""

    after: int
    secret_root: str | None
    dice_root: str | None


class Mixed(NamedTuple):
    """A seed that was revealed by a record."""

    record: int
    seat: int
    seed: bytes
    by: str


class Commitments:
    """Read along with the records of a file: every one that can be checked against what was committed to before it is."""

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.seeds: list[Mixed] = []
        self.fair = True
        self.seed: str | None = None  # that all follows from, if the game is not fair
        self.dice = 0  # dice that were found to be those that were committed to
        self._committed: dict[int, str] = {}
        self._known = (-1, b"")  # the last slot of the chain whose key is known, and the key
        self._mix = b""
        self._first = 0  # the first slot of the present source

    def read(self, before: Game[Any], record: Record[Any], key: str | None) -> None:
        """Read a record with the key that its line has, if any. `ValueError` says what does not fit."""
        fact = record.fact
        if record.luck < 0:
            raise ValueError("it gives draws back, which could then be drawn again")
        if isinstance(fact, GameBegan):
            self.fair, self.seed = fact.fair, fact.options.get("seed") or None
            if self.fair and self.seed is not None:
                raise ValueError("it says that the game is fair, and names the seed that all its chance follows from")
            self._begin(Source(0, fact.chance_root, fact.dice_root), before.luck)
        elif isinstance(fact, Forked) and fact.luck != "same":
            self._begin(Source(before.length, fact.chance_root, fact.dice_root), before.luck)
        elif isinstance(fact, SeedCommitted):
            if any(mixed.by == "seat" for mixed in self.seeds):
                raise ValueError(f"seat {fact.seat} commits to a seed when another one has been shown")
            self._committed[fact.seat] = fact.commitment
        elif isinstance(fact, SeedRevealed):
            if before.luck > self._first:
                raise ValueError(f"the seed of seat {fact.seat} comes after the first draw")
            self._reveal(record.index, fact)
        dice = fact.thrown(before.board) if isinstance(fact, Thrown) else ()
        if dice and len(dice) != record.luck:
            raise ValueError(f"it shows {len(dice)} dice, but {record.luck} were drawn for it")
        self._open(before.luck, dice, key)

    def _begin(self, source: Source, first: int) -> None:
        if len(self.sources) == SOURCES:
            raise ValueError(f"no game goes back to {SOURCES} others that each had luck of their own")
        self.sources.append(source)
        self._first = first
        self._known, self._mix = (-1, bytes.fromhex(source.dice_root or "")), b""

    def _reveal(self, index: int, fact: SeedRevealed[Any]) -> None:
        seed = bytes.fromhex(fact.seed)
        if fact.by == "seat" and commitment(seed) != self._committed.get(fact.seat):
            raise ValueError(f"seat {fact.seat} reveals another seed than it committed to")
        self.seeds.append(Mixed(index, fact.seat, seed, fact.by))
        self._mix = stirred(self._mix, fact.seat, seed)

    def _open(self, first: int, dice: tuple[Die, ...], key: str | None) -> None:
        """See that the dice, thrown with slots from `first` on, are those that the chain gives."""
        last = first + len(dice) - 1
        due = bool(dice) and last < LENGTH and bool(self.sources) and self.sources[-1].dice_root is not None
        if key is None or not due:
            if due or key is not None:
                raise ValueError("nothing opens its dice" if due else "it opens dice that nobody committed to")
            return
        if not KEY.fullmatch(key) or onward(bytes.fromhex(key), last - self._known[0]) != self._known[1]:
            raise ValueError("the key of its dice is not the one that was committed to")
        self._known = (last, bytes.fromhex(key))
        for slot, die in enumerate(dice, first):
            shows = die.faces[drawn(onward(self._known[1], last - slot), self._mix, len(die.faces))]
            if shows != die.shows:
                raise ValueError(f"a die shows {die.shows}; {shows} was committed to")
        self.dice += len(dice)

    # when the secrets are told ------------------------------------------------------------------------------------------
    def unfit(self, told: list[Seed]) -> int | None:
        """The first record that commits to another secret than the one that is told."""
        secrets = {seed.after: bytes.fromhex(seed.secret) for seed in told}
        for source in self.sources:
            secret = secrets.get(source.after)
            roots = ((source.secret_root, chance_root), (source.dice_root, dice_root))
            if secret is not None and any(root is not None and root != of(secret) for root, of in roots):
                return source.after + 1
        return None

    def chance(self, told: list[Seed] | None) -> Callable[[int], Chance]:
        """The chance behind each record; what it gives raises `Unknowable` where nobody has told it."""
        secrets: dict[int, bytes] = {seed.after: bytes.fromhex(seed.secret) for seed in told or ()}
        begins = [source.after for source in self.sources]

        def of(index: int) -> Chance:
            at = bisect_left(begins, index)
            source = self.sources[at - 1] if at else Source(0, None, None)
            if source.after == 0 and self.seed is not None:
                return chance_from_seed(self.seed)
            if source.after not in secrets:
                raise Unknowable("the seeds of its chance are told once the game is over, and all that draw on them")
            if source.dice_root is None:
                return Slots(secrets[source.after])
            luck = Luck(secrets[source.after])
            for mixed in self.seeds:
                luck = luck.mixed(mixed.seat, mixed.seed) if source.after < mixed.record <= index else luck
            return luck

        return of

    # in words -----------------------------------------------------------------------------------------------------------
    def said(self) -> list[str]:
        """What is proved of dice and seeds before anybody tells a secret."""
        found = list[str]()
        for source, later in zip_longest(self.sources, self.sources[1:]):
            span = f" after record {source.after}" if source.after else ""
            span += f" up to record {later.after}" if later is not None else ""
            mixed = [one.by for one in self.seeds if source.after < one.record and (later is None or one.record <= later.after)]
            own, house = mixed.count("seat"), mixed.count("house")
            words = [f"{_seats(own)} mixed seeds of their own into every draw{span}, each fixed before any was shown"] if own else []
            words += [f"the house drew the seeds of {_seats(house)}"] if house else []
            if source.after and self.seeds and not mixed:
                words = [f"no seat mixed anything into the draws{span}, where a fork with luck of its own left"]
            found += ["; ".join(words)] if words else []
        if self.dice:
            found.append(f"{self.dice} dice that were thrown for all to see fell as they had to, by what was committed to before the first")
        return found


def _seats(n: int) -> str:
    return "1 seat" if n == 1 else f"{n} seats"
