"""What a bot is, and how one is called to a seat by its name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, Protocol

from bots.dice import Dice
from domain.kernel import Debt, Game, Offer, Ruleset, Seat

Choice = tuple[Debt[Any] | None, Offer[Any]]  # what asked (nothing, for a liberty), and what is offered


class UnknownBot(LookupError):
    """No bot of that name plays that ruleset."""


class Bot(Protocol):
    """A player that is a program.

    `needs_view` false: it looks at no board, so that nobody has to fold its seat's view; it is given a blank one.
    """

    needs_view: ClassVar[bool]

    def choose(self, view: Game[Any], offers: list[Choice]) -> Choice:
        """One of the offers, all of which are free to take; the same one whenever seed, view and offers are the same.

        `view` is the game folded from the records that its seat may read.
        """
        ...


def make(name: str, ruleset: Ruleset[Any], seat: Seat, seed: int) -> Bot:
    """The bot called `name` ("random", "heuristic"), to play `seat`. `UnknownBot` names those that this ruleset has."""
    if name not in (known := names_of(ruleset)):
        raise UnknownBot(f"no bot called {name} plays {ruleset.name}; there is {' and '.join(known)}")
    if name == "random":
        return Dice(ruleset, seat, seed)
    return import_module(f"bots.heuristic.{ruleset.name}").Heuristic(ruleset, seat, seed)


def names_of(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """The bots that play a ruleset, by name."""
    return ("random", "heuristic") if find_spec(f"bots.heuristic.{ruleset.name}") else ("random",)
