"""The family of a game: the game that was played first, and every fork of it, with what became of each; and where two of them parted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from domain.kernel import Place
from ledger import Damaged, EditionGone, Kin, Ledger
from replay.show import told


class Branch(msgspec.Struct, frozen=True):
    """A game, where and why it left its parent, what became of it, who sits there, and its own forks by the record they leave from.

    `state` is open, finished, damaged or gone (its edition is not in this program). `told` says so in words: of a game that is not
    over nothing but that, and of a finished one who won. `records` is how many it has, as far as they can be read.
    """

    id: str
    parent: str | None = None
    at: int | None = None
    luck: str = ""
    reason: str = ""
    state: str = "open"
    told: str = ""
    seats: tuple[Place, ...] = ()
    records: int = 0
    forks: tuple[Branch, ...] = ()

    @property
    def chance(self) -> str:
        """The luck of a fork in words."""
        kind, _, seat = self.luck.partition(":")
        if kind != "unknown":
            return f"{kind} luck"
        knows = self.seats[int(seat)].name if int(seat) < len(self.seats) else f"seat {seat}"
        return f"what {knows} could not know dealt anew"


class Unrelated(LookupError):
    """Two games that share no parent."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other} are of two families (`replay tree` shows them): only games that share a parent are compared")


def tree(ledger: Ledger, game: str) -> Branch:
    """The whole family that `game` belongs to, from its first ancestor. `UnknownGame` if there is none."""
    family = ledger.family(game)
    return _branch(ledger, next(kin for kin in family if kin.parent is None), family)


def walk(branch: Branch, depth: int = 0) -> Iterator[tuple[int, Branch]]:
    """Every game of the tree with its distance from the root, forks after the game they left."""
    yield depth, branch
    for fork in branch.forks:
        yield from walk(fork, depth + 1)


def parted(ledger: Ledger, one: str, other: str) -> int:
    """The last record that two games have in common; of a game and itself, its last. `UnknownGame`; `Unrelated`."""
    family = {kin.id: kin for kin in ledger.family(one)}
    if other not in family:
        raise Unrelated(one, other)
    if one == other:
        return ledger.sitting(one).version
    left, right = _way(family, one), _way(family, other)
    shared = [game for game, mate in zip(left, right, strict=False) if game == mate]
    return min(family[game].at or 0 for way in (left, right) for game in way[len(shared) :])


def _way(family: Mapping[str, Kin], game: str) -> list[str]:
    """The games from the first ancestor down to this one."""
    way = [game]
    while (parent := family[way[-1]].parent) is not None:
        way.append(parent)
    return way[::-1]


def _branch(ledger: Ledger, kin: Kin, family: list[Kin]) -> Branch:
    forks = sorted((other for other in family if other.parent == kin.id), key=lambda fork: (fork.at or 0, fork.id))
    state, words, seats, records = _became(ledger, kin)
    return Branch(*kin, state, words, seats, records, tuple(_branch(ledger, fork, family) for fork in forks))


def _became(ledger: Ledger, kin: Kin) -> tuple[str, str, tuple[Place, ...], int]:
    """What became of a game: its state, that in words, who sits there, and its records."""
    try:
        sitting = ledger.sitting(kin.id)
    except Damaged as damage:
        return "damaged", f"record {damage.record} {damage.why}", _seated(ledger, kin), max(0, damage.record - 1)
    except EditionGone as gone:
        return "gone", f"is played with {gone.ruleset}, which this program does not have", _seated(ledger, kin), ledger.head(kin.id).index
    if not sitting.game.over:
        return "open", "being played", sitting.places, sitting.version
    outcome = sitting.ruleset.outcome(sitting.game.board)
    return "finished", "over" if outcome is None else told(outcome, sitting.names), sitting.places, sitting.version


def _seated(ledger: Ledger, kin: Kin) -> tuple[Place, ...]:
    """Who sat down at a game that can not be folded, from its first record as it is stored; nobody, if that can not be read either."""
    first = 1 if kin.at is None else kin.at + 1
    try:
        rows = ledger.stored(kin.id, first - 1, first)
        return msgspec.convert(msgspec.json.decode(rows[0].body)["fact"]["seats"], tuple[Place, ...])
    except (Damaged, IndexError, KeyError, TypeError, msgspec.MsgspecError):
        return ()
