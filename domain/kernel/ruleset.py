"""Rulesets: one of the titles in one edition, and the register of those that can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import msgspec

from domain.kernel import shelf
from domain.kernel.game import Game
from domain.kernel.rulebook import Rule, rulebook_of
from domain.kernel.table import GameBegan
from domain.kernel.text import Names
from domain.kernel.wire import Wire
from domain.kernel.word import B, Eye, Obligation, Offer, Seat, Step


class Option(msgspec.Struct, frozen=True):
    """A switch of a table (`kind` "table") or of the rules (`kind` "rules"). No `values`: any text will do."""

    name: str
    default: str
    text: str
    values: tuple[str, ...] = ()
    kind: str = "rules"


TABLE_OPTIONS = (
    Option("hands", "open", "whether a finished game shows every hand to everybody", ("open", "sealed"), "table"),
    Option("watch", "open", "whether strangers may watch, or only whom the table invites", ("open", "invited"), "table"),
    Option("seeds", "house", "who draws the seeds of chance: the house alone, or each seat too", ("house", "seats"), "table"),
    Option("seed", "", "a seed for reproducible play; it marks the game as not fair", (), "table"),
)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (nobody, one or several), each seat's score, and the id of the ending."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    ending: str


class Scene(msgspec.Struct, frozen=True):
    """Where a scenario may begin: what is owed there, and what the board says of it, by path as `Adjusted` sets it."""

    owes: tuple[Obligation[Any], ...]
    board: Mapping[str, Any] = {}


class Ruleset(Generic[B]):
    """What a game package provides. A ruleset holds no state: the same one serves all games of its edition."""

    name: str
    edition: int = 1
    title: str
    seats: range  # legal numbers of seats
    package: str  # where its files are
    files: tuple[str, ...] = ("cards.yaml", "rulebook.yaml")
    blank: B  # a board with nothing on it
    wire: Wire
    rule_options: tuple[Option, ...] = ()
    scenes: Mapping[str, Callable[[Seat], Scene]] = MappingProxyType({})  # by name, for the seat in turn; the first begins a turn

    @property
    def id(self) -> str:
        """`bad_company@1`."""
        return f"{self.name}@{self.edition}"

    # what a game package writes -----------------------------------------------------------------------------------------
    def opening(self, began: GameBegan[B]) -> tuple[Obligation[B], ...]:
        """What the first fact of a game opens: its set-up, and its first turn."""
        raise TypeError(f"{self.name} has no opening")

    def liberties(self, game: Game[B], seat: Seat) -> Iterable[Offer[B]]:
        """What a seat may do although nothing was asked of it."""
        return ()

    def demand(self, game: Game[B]) -> Step[B] | None:
        """What the position itself calls for before anything else goes on ("whenever your hand is empty", "at once")."""
        return None

    def outcome(self, board: B) -> Outcome | None:
        """How the game ended; nothing while it has not."""
        raise TypeError(f"{self.name} has no outcome")

    def readers(self, pile: str) -> tuple[Any, ...]:
        """Who sees the cards of a pile: seats, or "public" for everybody; nobody for a face-down deck."""
        raise TypeError(f"{self.name} has no piles")

    def back(self, pile: str, card: str) -> str:
        """What the back of a card shows: cards with one back can be mistaken for each other."""
        raise TypeError(f"{self.name} has no piles")

    def census(self, board: B) -> Mapping[str, int]:
        """How many of each component lie anywhere on the board. From the end of set-up on it never changes."""
        raise TypeError(f"{self.name} has no census")

    def names(self) -> Mapping[str, str]:
        """Display names of components by id."""
        return {}

    # what every ruleset can do ------------------------------------------------------------------------------------------
    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Its rulebook and the table's, by id."""
        return {**rulebook_of("domain.kernel"), **rulebook_of(self.package)}

    @cached_property
    def content(self) -> str:
        """The hash that pins the files it is played with."""
        return shelf.digest(self.package, *self.files)

    def display(self, seats: Iterable[str]) -> Names:
        """The names of one game: its players', and the components'."""
        return Names(tuple(seats), self.names())

    def options(self, given: Mapping[str, str]) -> dict[str, str]:
        """All options with the given values; `ValueError` says what is unknown or has no such value."""
        known = {option.name: option for option in (*TABLE_OPTIONS, *self.rule_options)}
        for name, value in given.items():
            if name not in known:
                raise ValueError(f"{self.name} has no option {name}; it has {', '.join(known)}")
            if known[name].values and value not in known[name].values:
                raise ValueError(f"{name} is one of {', '.join(known[name].values)}, not {value}")
        return {name: given.get(name, option.default) for name, option in known.items()}


R = TypeVar("R", bound=Ruleset[Any])
_register: dict[str, Ruleset[Any]] = {}
_shelved: dict[str, str] = {}  # title to package, of games that are imported when somebody asks for them


class UnknownRuleset(LookupError):
    """No such title, or no such edition of it."""


def register(ruleset: R) -> R:
    """Make a ruleset playable by name. `ValueError` if another one holds its name."""
    held = _register.setdefault(ruleset.id, ruleset)
    if held is not ruleset:
        raise ValueError(f"{ruleset.id} is registered already")
    return ruleset


def announce(*packages: str) -> None:
    """Make the rulesets of these packages playable by name without importing them yet: a program starts sooner that needs only one."""
    _shelved.update({package.rpartition(".")[2]: package for package in packages})


def ruleset_named(name: str) -> Ruleset[Any]:
    """The ruleset called `bad_company@1`, or the newest edition of `bad_company`; `UnknownRuleset` names those there are."""
    found = [held for held in _register.values() if name in (held.name, held.id)]
    if not found and (package := _shelved.get(name.partition("@")[0])) is not None:
        held = register(shelf.game(package))
        found = [held] if name in (held.name, held.id) else []
    if not found:
        raise UnknownRuleset(f"there is no ruleset {name}; there are {', '.join(ruleset.id for ruleset in rulesets())}")
    return max(found, key=lambda held: held.edition)


def rulesets() -> list[Ruleset[Any]]:
    """All that can be played, by name and edition."""
    for package in _shelved.values():
        register(shelf.game(package))
    return [_register[name] for name in sorted(_register)]


def sight(ruleset: Ruleset[Any], pile: str, eye: Eye) -> bool:
    """Whether `eye` sees the cards of a pile."""
    readers = ruleset.readers(pile)
    return "public" in readers or eye in readers
