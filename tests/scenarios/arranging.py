"""Laying a table as a scenario wants it, so that no component appears or vanishes.

Cards that are named leave where they lay, and those they displace take their places; what is displaced and finds no place goes under
the largest pile of its kind that the scenario leaves alone. The ruleset's census says whether anything is there too often or not at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel import Adjusted, Arranged, Fact, Pile, Ruleset
from tests.scenarios.matching import part
from tests.scenarios.script import REST

Spots = dict[str, list[Any]]  # what lies where: cards, or structs that carry a card's id; piles by name, other places by path


class Unplayable(Exception):
    """The scenario asks for a position that can not be."""


class Layout:
    """A position in the making: the board as it was, and what a scenario wants of it."""

    def __init__(self, ruleset: Ruleset[Any], board: Any, piles: Mapping[str, list[str]], values: Mapping[str, Any]) -> None:
        self.ruleset = ruleset
        self.board = board
        self.values = values
        old = board.piles()
        if unknown := [name for name in piles if name not in old]:
            raise Unplayable(f"there is no pile {', '.join(unknown)}; there are {', '.join(old)}")
        self.fixed = {name: cards for name, cards in piles.items() if cards[:1] != [REST]}
        self.tops = {name: cards[1:] for name, cards in piles.items() if cards[:1] == [REST]}
        self.spots: Spots = {name: list(pile.cards) for name, pile in old.items() if name not in self.fixed}
        self.spots |= {path: list(held) for path, held in holdings(board) if not self._set(path)}
        self.before = {place: list(held) for place, held in self.spots.items()}
        self.census = Counter(ruleset.census(board))
        self.kinds: dict[str, str] = {}  # of every card that lies anywhere
        for name, pile in old.items():
            for card in dict.fromkeys(pile.known):
                self.kinds.setdefault(card, ruleset.back(name, card))
        self.shelves = {name: Counter(self._kind(card) for card in self.before[name]) for name in old if name in self.spots}

    def facts(self) -> Iterator[tuple[str | None, Fact[Any]]]:
        """The facts that make the position; with each `Arranged`, whose readers are left open, the name of its pile."""
        named, displaced = self._named(), self._displaced()
        surplus = Counter(self.ruleset.census(self._laid())) - self.census
        if unknown := [card for card in surplus if card not in self.census]:
            raise Unplayable(f"there is no {', '.join(sorted(unknown))}")
        for card in named:
            if surplus[card] > 0:
                surplus[card] -= 1
                self._remove(card, displaced)
        for card in (Counter(self.census) - Counter(self.ruleset.census(self._laid()))).elements():
            self._shelve(card)
        if (now := Counter(self.ruleset.census(self._laid()))) != self.census:
            wrong = {card: (self.census[card], now[card]) for card in self.census.keys() | now.keys() if self.census[card] != now[card]}
            raise Unplayable(f"components would appear or vanish (before, now): {wrong}")
        return self._facts()

    def _set(self, path: str) -> bool:
        return any(path == held or path.startswith(f"{held}.") for held in self.values)

    def _named(self) -> list[str]:
        """All ids that the scenario names, in its order."""
        return [card for wanted in (self.fixed, self.tops, self.values) for value in wanted.values() for card in _words(value)]

    def _displaced(self) -> list[Any]:
        """What lay where the scenario lays something else, in order."""
        found: list[Any] = [card for name in self.fixed for card in self.board.piles()[name].cards]
        return found + [thing for path, held in holdings(self.board) if self._set(path) for thing in held]

    def _remove(self, card: str, displaced: list[Any]) -> None:
        """Take a named card from where it lies, and let the next displaced one of its kind take the place."""
        for held in self.spots.values():
            for at, there in enumerate(held):
                if card_of(there) == card:
                    held[at : at + 1] = self._substitute(there, displaced)
                    return
        raise Unplayable(f"{card} would be there twice")

    def _substitute(self, there: Any, displaced: list[Any]) -> list[Any]:
        short = self.census - Counter(self.ruleset.census(self._laid()))
        for n, other in enumerate(displaced):
            fits = isinstance(there, str) or type(other) is type(there)
            if fits and short[card_of(other)] and self._kind(card_of(other)) == self._kind(card_of(there)):
                del displaced[n]
                return [card_of(other) if isinstance(there, str) else other]
        return []

    def _shelve(self, card: str) -> None:
        """Put what was displaced under the largest pile of its kind."""
        kind = self._kind(card)
        alike = {name: kinds[kind] for name, kinds in self.shelves.items()}
        best = max(alike, key=lambda name: (alike[name], name in self.tops), default=None)
        if best is None or not (alike[best] or (best in self.tops and not self.before[best])):
            raise Unplayable(f"{card} is displaced and has nowhere to go: name a pile for it, or a pile that begins with {REST}")
        self.spots[best].insert(0, card)

    def _kind(self, card: str) -> str:
        return self.kinds[card] if card in self.kinds else self.ruleset.back(next(iter(self.board.piles()), ""), card)

    def _laid(self) -> Any:
        """The board as it would be now."""
        board = self.board
        for fact in self._moves():
            board = fact.apply(board)
        return board

    def _moves(self) -> Iterator[Fact[Any]]:
        for name, pile in self.board.piles().items():
            cards = self.fixed.get(name)
            if cards is None:
                cards = [*self.spots[name], *self.tops.get(name, ())]
            if tuple(cards) != pile.cards:
                yield Arranged(name, (), tuple(cards))
        for place, held in self.spots.items():
            if held != self.before[place] and place not in self.board.piles():
                yield Adjusted(place, msgspec.to_builtins(held))
        for path, value in self.values.items():
            yield Adjusted(path, value)

    def _facts(self) -> Iterator[tuple[str | None, Fact[Any]]]:
        for fact in self._moves():
            yield (fact.pile if isinstance(fact, Arranged) else None), fact


def flat(board: Any, values: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Values by full path: what is set on a part of the board leaves the rest of that part as it is."""
    for key, value in values.items():
        there = board
        for step in key.split("."):
            there = part(there, step)
        whole = f"{path}.{key}" if path else key
        if isinstance(value, Mapping) and isinstance(there, msgspec.Struct):
            yield from flat(there, {str(name): inner for name, inner in value.items()}, whole)
        else:
            yield whole, value


def card_of(thing: Any) -> str:
    """The id of a card, or of a struct that stands for one."""
    return thing if isinstance(thing, str) else thing.id


def holdings(thing: Any, path: str = "") -> Iterator[tuple[str, tuple[Any, ...]]]:
    """All rows of ids, or of structs with an id, that lie on a board outside its piles, each with its path."""
    if isinstance(thing, Pile):
        return
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from holdings(getattr(thing, field), f"{path}.{field}" if path else field)
    elif isinstance(thing, tuple):
        if all(isinstance(one, str) or isinstance(getattr(one, "id", None), str) for one in thing):
            yield path, thing
        else:
            for n, one in enumerate(thing):
                yield from holdings(one, f"{path}.{n}")


def _words(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)
