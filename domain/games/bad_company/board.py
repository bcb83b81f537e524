"""The board of Bad Company: everything that lies on the table, and nothing about what the cards mean."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel import Card, Pile, Seat

SYMBOLS = ("lock", "hand", "mask", "flashlight")
PILES = ("upgrades", "upgrade-discard", "loot", "loot-discard", "heists", "display")
OWN_PILES = ("hand", "drawn", "dealt")  # `hand:2` is the hand of seat 2


class Marks(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A number of markers, or of spaces for markers, of each symbol."""

    lock: int = 0
    hand: int = 0
    mask: int = 0
    flashlight: int = 0

    def __getitem__(self, symbol: str) -> int:
        return getattr(self, symbol)

    def plus(self, symbol: str, n: int = 1) -> Marks:
        """With `n` more (or fewer) of a symbol."""
        return replace(self, **{symbol: self[symbol] + n})

    @property
    def total(self) -> int:
        """Of all symbols together."""
        return self.lock + self.hand + self.mask + self.flashlight


class Job(msgspec.Struct, frozen=True, gc=False):
    """A heist or a task: the spaces it has, and those that are covered."""

    id: Card
    needs: Marks
    covered: Marks = Marks()

    @property
    def full(self) -> bool:
        """Every space is covered."""
        return self.covered == self.needs

    def free(self, symbol: str) -> int:
        """The spaces of a symbol that are still open."""
        return getattr(self.needs, symbol) - getattr(self.covered, symbol)


class Member(msgspec.Struct, frozen=True, gc=False):
    """A gang member: the upgrades that lie on it, topmost last, and the necklace it wears."""

    number: int
    upgrades: tuple[Card, ...] = ()
    necklace: str | None = None


class Player(msgspec.Struct, frozen=True, gc=False):
    """What lies before one player, and what he has done in this turn."""

    halves: tuple[Card, ...] = ()
    gang: tuple[Member, ...] = tuple(Member(number) for number in range(2, 13))
    tasks: tuple[Job, ...] = ()
    active: tuple[Job, ...] = ()
    done: tuple[Card, ...] = ()
    storage: Marks = Marks()
    loose: int = 0  # markers gained and not yet placed
    hand: Pile = Pile()  # loot cards
    drawn: Pile = Pile()  # cards looked at, one of which is kept
    dealt: Pile = Pile()  # heists to choose from at the beginning
    necklaces: tuple[str, ...] = ()
    coins: int = 0
    score: int = 0
    recruiter: int = 0
    car: int = 0
    completed: int = 0  # heists completed in this turn
    discounts: tuple[int, ...] = ()  # each makes one recruiting step of this turn cheaper
    used: tuple[str, ...] = ()  # abilities used in this turn

    def member(self, number: int) -> Member:
        """The gang member with that number, 2 to 12."""
        return self.gang[number - 2]

    def jobs(self) -> tuple[Job, ...]:
        """All that takes markers: the active heists, then the tasks."""
        return (*self.active, *self.tasks)


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the game ended."""

    winners: tuple[Seat, ...]
    ending: str


class Board(msgspec.Struct, frozen=True, gc=False):
    """The table. Spaces of the road are numbered from 0."""

    players: tuple[Player, ...] = ()
    boss: Seat = 0
    turn: int = 0
    phase: str = "setup"  # setup, dice, gang, necklaces, end, scoring, over
    final: bool = False
    golden: tuple[int, ...] = ()
    police_die: int | None = None
    picked: tuple[int, ...] = ()  # dice picked up for a reroll: 0 to 3 golden, 4 the police die
    sums: tuple[int, ...] = ()
    police: int = 0
    supply: tuple[str, ...] = ()  # necklaces nobody has
    box: tuple[Card, ...] = ()  # board halves nobody plays
    upgrades: Pile = Pile()
    upgrade_discard: Pile = Pile()
    loot: Pile = Pile()
    loot_discard: Pile = Pile()
    heists: Pile = Pile()  # face up: its top card is on offer too
    display: Pile = Pile()
    triggers: tuple[str, ...] = ()  # what has called for the final turn
    result: Result | None = None

    def player(self, seat: Seat, **changes: Any) -> Board:
        """With changes to one player."""
        players = self.players
        return replace(self, players=(*players[:seat], replace(players[seat], **changes), *players[seat + 1 :]))

    def order(self) -> tuple[Seat, ...]:
        """The seats clockwise from the boss."""
        n = len(self.players)
        return tuple((self.boss + k) % n for k in range(n))

    def piles(self) -> dict[str, Pile]:
        """All piles by name; those of a player carry the seat: `hand:2`."""
        shared = {name: getattr(self, name.replace("-", "_")) for name in PILES}
        return shared | {f"{name}:{s}": getattr(p, name) for s, p in enumerate(self.players) for name in OWN_PILES}

    def lay(self, name: str, pile: Pile) -> Board:
        """With one pile replaced; `LookupError` for a name that no pile has."""
        where, _, seat = name.partition(":")
        if seat and where in OWN_PILES:
            return self.player(int(seat), **{where: pile})
        if name not in PILES:
            raise LookupError(f"there is no pile {name}")
        return replace(self, **{name.replace("-", "_"): pile})


def with_member(player: Player, member: Member) -> tuple[Member, ...]:
    """A player's gang with one member replaced."""
    at = member.number - 2
    return (*player.gang[:at], member, *player.gang[at + 1 :])
