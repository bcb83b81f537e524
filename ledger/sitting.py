"""A game as the store holds it: the position, and all that belongs to it but is not played with."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from hashlib import sha256
from threading import Lock
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.kernel import Answered, Chance, Forked, Game, GameBegan, Names, Place, Record, Ruleset, evolve
from domain.kernel.game import GameOf
from domain.table.luck import Luck
from domain.table.seeds import SeedRevealed
from ledger.errors import Damaged, UnknownSeat
from ledger.evidence import START
from ledger.keys import Keyring, chance_from_seed
from ledger.merkle import Tree
from ledger.reading import checker_of, reader_of
from ledger.rows import Row

SEED = SeedRevealed.__struct_config__.tag


class Sitting(NamedTuple):
    """One game at one record. Immutable: another record makes another sitting."""

    id: str
    ruleset: Ruleset[Any]
    places: tuple[Place, ...]
    options: dict[str, str]
    game: Game[Any]
    link: bytes  # the chain up to here
    leaf: bytes  # of the last record
    parent: tuple[str, int] | None  # of a fork: the game it left, and after which record
    chance: Chance
    answers: int = 0  # given so far: what `at` counts in a seeded game
    tree: Tree = Tree()  # over the bodies of all its records

    @property
    def version(self) -> int:
        """The index of the last record."""
        return self.game.length

    @property
    def names(self) -> Names:
        """Display names of its seats and components."""
        return self.ruleset.display([place.name for place in self.places])

    @property
    def seeded(self) -> bool:
        """Whether its chance follows from a seed that somebody may know."""
        return bool(self.options.get("seed"))

    def seat(self, seat: int) -> int:
        """The seat, if it has one of that number; `UnknownSeat` otherwise."""
        if not 0 <= seat < len(self.places):
            raise UnknownSeat(self.id, seat, len(self.places))
        return seat

    def after(self, records: Iterable[Record[Any]], game: Game[Any], rows: list[Row]) -> Sitting:
        """The sitting when these records, which led to `game`, have been stored as `rows`."""
        answers = self.answers + sum(isinstance(record.fact, Answered) for record in records)
        tree = self.tree.grown(row.leaf for row in rows)
        return self._replace(game=game, link=rows[-1].link, leaf=rows[-1].leaf, answers=answers, tree=tree)


def nobody_yet(game: str, ruleset: Ruleset[Any], keyring: Keyring, parent: tuple[str, int] | None = None) -> Sitting:
    """A sitting before its first record."""
    return Sitting(game, ruleset, (), {}, GameOf(ruleset.blank), START, b"", parent, keyring.chance(game, dice=False))


def seated(sitting: Sitting, fact: GameBegan[Any] | Forked[Any] | SeedRevealed[Any], of: str, keyring: Keyring) -> Sitting:
    """With the places, options and chance that the first fact of game `of` (its own, or an ancestor's), or a seat's seed, gives it."""
    if isinstance(fact, SeedRevealed):
        return with_seed(sitting, fact)
    chance = keyring.chance(of, dice=fact.dice_root is not None)
    if isinstance(fact, GameBegan):
        seed = fact.options.get("seed")
        return sitting._replace(places=fact.seats, options=fact.options, chance=chance_from_seed(seed) if seed else chance)
    return sitting._replace(places=fact.seats, chance=sitting.chance if fact.luck == "same" else chance)


def with_seed(sitting: Sitting, fact: SeedRevealed[Any]) -> Sitting:
    """With a seed mixed into its chance."""
    luck = sitting.chance
    return sitting._replace(chance=luck.mixed(fact.seat, bytes.fromhex(fact.seed))) if isinstance(luck, Luck) else sitting


def skimmed(sitting: Sitting, rows: list[Row], of: str, keyring: Keyring) -> Sitting:
    """The sitting after further rows of game `of`, checked but not folded: places, options and chance are right, the board is not.

    `Damaged` names the first row that was altered or is missing.
    """
    # the first fact of a game says who plays, and with what chance; the seats' seeds come before its set-up
    told = max((n for n, row in enumerate(rows, 1) if row.tag == SEED), default=1)
    sitting = folded(sitting, rows[:told], of, keyring)
    check, link = checker_of(sitting.id), sitting.link
    for index, row in enumerate(rows[told:], sitting.version + 1):
        if row.index != index:
            raise Damaged(sitting.id, index, "is missing")
        check(row)
        link = sha256(link + row.leaf).digest()
        if link != row.link:
            raise Damaged(sitting.id, row.index, "was altered: it does not follow the record before it")
    tree = sitting.tree.grown(row.leaf for row in rows[told:])
    return sitting._replace(game=replace(sitting.game, length=rows[-1].index), link=link, leaf=rows[-1].leaf, tree=tree)


def folded(sitting: Sitting, rows: Iterable[Row], of: str, keyring: Keyring) -> Sitting:
    """The sitting after further rows of game `of`, which may be an ancestor's. `Damaged` names the first row that does not follow."""
    id, game, link, leaf, answers, leaves = sitting.id, sitting.game, sitting.link, sitting.leaf, sitting.answers, list[bytes]()
    read = reader_of(sitting.ruleset, id)
    for row in rows:
        if row.index != game.length + 1:
            raise Damaged(id, game.length + 1, "is missing")
        record = read(row)
        leaf, before = row.leaf, link
        leaves.append(leaf)
        link = sha256(before + leaf).digest()
        if link != row.link:
            raise Damaged(id, row.index, "was altered: it does not follow the record before it")
        fact = record.fact
        if type(fact) is Answered:
            answers += 1
        elif record.cause is None and isinstance(fact, GameBegan | Forked | SeedRevealed):
            if why := _misplaced(sitting, fact, before):
                raise Damaged(id, row.index, why)
            sitting = seated(sitting, fact, of, keyring)
        try:
            game = evolve(game, record)
        except Exception as trouble:
            raise Damaged(id, row.index, f"does not fit the game before it ({type(trouble).__name__})") from trouble
    return sitting._replace(game=game, link=link, leaf=leaf, answers=answers, tree=sitting.tree.grown(leaves))


def _misplaced(sitting: Sitting, fact: GameBegan[Any] | Forked[Any] | SeedRevealed[Any], link: bytes) -> str | None:
    """Why the first fact of a game does not belong where it stands, if it does not."""
    if isinstance(fact, SeedRevealed):
        return None
    if isinstance(fact, GameBegan):
        begun = f"{fact.ruleset}@{fact.edition}"
        return None if begun == sitting.ruleset.id else f"begins {begun}, but stands in the register as {sitting.ruleset.id}"
    return None if fact.link == link.hex() else f"leaves {fact.parent}, which is not what it was after record {fact.at}"


class Memory:
    """The games that were folded last, a bounded number of them. Safe to share between threads."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._held: OrderedDict[str, Sitting] = OrderedDict()
        self._lock = Lock()

    def get(self, game: str) -> Sitting | None:
        """The furthest sitting remembered of a game; other processes may have gone on since."""
        with self._lock:
            if (sitting := self._held.get(game)) is not None:
                self._held.move_to_end(game)
            return sitting

    def put(self, sitting: Sitting) -> None:
        """Remember a sitting, unless a later one of the same game is remembered; the least recently used goes."""
        with self._lock:
            held = self._held.get(sitting.id)
            if held is None or held.version < sitting.version:
                self._held[sitting.id] = sitting
            self._held.move_to_end(sitting.id)
            while len(self._held) > self._kept:
                self._held.popitem(last=False)

    def forget(self) -> None:
        """Forget all games: they are folded again when they are asked for."""
        with self._lock:
            self._held.clear()
