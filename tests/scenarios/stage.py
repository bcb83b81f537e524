"""The table of a scenario: set up, arranged, and watched after every batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel import PUBLIC, Debt, Fact, NothingHappened, Offer, Pass, Ruleset, Scribe, Seat, awaited, key_of, sight
from tests.scenarios.arranging import Layout, Unplayable, flat
from tests.scenarios.script import Given, Who
from tests.table import Table

SET_UP = "set-up"  # the scene of every game that comes before all others: as the first record leaves the table
PATIENCE = 1_000  # choices that a set-up may ask for


class Stage(Table):
    """A table that stands as `given` wants it; `Unplayable` says why it can not."""

    def __init__(self, ruleset: Ruleset[Any], given: Given) -> None:
        legal = given.seats if isinstance(given.seats, int) else len(given.seats)
        if legal not in ruleset.seats:
            raise Unplayable(f"{ruleset.name} is played by {min(ruleset.seats)} to {max(ruleset.seats)}, not by {legal}")
        try:
            super().__init__(ruleset, given.seats, given.seed, given.options)
        except ValueError as error:
            raise Unplayable(str(error)) from error
        self.barred_by: set[str] = set()  # every rule that barred an offer since the scenario began
        self.faults: list[str] = []  # where a law was broken on the way
        self.start = 0  # how many records come before the scenario
        self.census = Counter[str]()
        self.turn = 0 if given.turn is None else self.seat(given.turn)
        self._arrange(given)
        self.watch()

    def seat(self, who: Who) -> Seat:
        """The seat of that number or name."""
        if isinstance(who, int) and who in self.seats:
            return who
        if isinstance(who, str) and who in self.names.seats:
            return self.names.seats.index(who)
        raise Unplayable(f"nobody called {who} sits here: there are {', '.join(self.names.seats)}, or 0 to {len(self.seats) - 1}")

    # the position -------------------------------------------------------------------------------------------------------
    def _arrange(self, given: Given) -> None:
        scenes, at = self.ruleset.scenes, given.at
        if at != SET_UP:
            self._set_up()
            at = at or next(iter(scenes), None)
            self.start = self.game.length
        if at not in (None, SET_UP, *scenes):
            raise Unplayable(f"{self.ruleset.name} has no step {at}; it has {', '.join((SET_UP, *scenes))}")
        scene = None if at in (None, SET_UP) else scenes[at](self.turn)
        if scene is None and given.turn is not None and self.turn not in awaited(self.game):
            raise Unplayable(f"it is not for {given.turn} to act, and no step is named that would be")
        self.roll(*given.rolls)
        values = dict(flat(self.board, {**(scene.board if scene else {}), **given.arrange.set}))
        layout = Layout(self.ruleset, self.board, given.arrange.piles, values)
        try:
            facts = [self._addressed(pile, fact) for pile, fact in layout.facts()]
            self._begin(facts, scene.owes if scene else None)
        except (LookupError, ValueError, msgspec.ValidationError) as error:
            raise Unplayable(f"the table can not be laid so: {error}") from error
        self.census = Counter(self.ruleset.census(self.board))

    def _set_up(self) -> None:
        """Play on until nothing that the first record opened is owed any more: then set-up is over and a first turn has begun."""
        first = len(self.log[0].opens)
        for _ in range(PATIENCE):
            if all(owed.id >= first for owed in self.game.agenda):
                return
            seat = awaited(self.game)[0]
            self.take(seat, *next(choice for choice in self.offers(seat) if choice[1].barred is None))
        raise Unplayable(f"set-up is not over after {PATIENCE} choices")

    def _addressed(self, pile: str | None, fact: Fact[Any]) -> Fact[Any]:
        """A laid pile with its readers. One that lay with its top card open is laid open, so that all know its top again."""
        if pile is None:
            return fact
        to: list[Any] = [eye for eye in (*self.seats, PUBLIC) if sight(self.ruleset, pile, eye)]
        seen = self.view(PUBLIC).board.piles()[pile].cards
        return replace(fact, to=(PUBLIC,) if not to and seen and seen[-1] is not None else tuple(to))

    def _begin(self, facts: Iterable[Fact[Any]], owes: Iterable[Any] | None) -> None:
        """Write the arrangement in one go, so that no rule looks at half of it, and go on from there."""
        scribe = Scribe(self.ruleset, self.game, self.chance)
        leave: tuple[Debt[Any], ...] = () if owes is None else self.game.agenda
        for fact in (*facts, NothingHappened[Any]("the scenario begins here")):
            last = isinstance(fact, NothingHappened)
            scribe.write(fact, "table.arrange", *(owes or () if last else ()), cancels=leave)
            leave = ()
        if self.start:
            self.start = scribe.game.length
        scribe.settle()
        self._add((scribe.game, scribe.written))

    # the watch ----------------------------------------------------------------------------------------------------------
    def watch(self) -> None:
        """Note which rules bar something now, and whether laws hold: own views offer the same, and nothing appeared or vanished."""
        for seat in self.seats:
            found = self.offers(seat)
            self.barred_by.update(offer.barred for _, offer in found if offer.barred is not None)
            if self.offered(self.view(seat), seat) != found:
                self.faults.append(f"after record {self.game.length} {self.names.seats[seat]}'s own view offers something else")
        if (count := Counter(self.ruleset.census(self.board))) != self.census:
            self.faults.append(f"after record {self.game.length} components have appeared or vanished: {_changes(self.census, count)}")
        self.census = count

    # choices ------------------------------------------------------------------------------------------------------------
    def choice(self, seat: Seat, wanted: str) -> tuple[Debt[Any] | None, Offer[Any]]:
        """The offer with that key, or the only one whose key begins with it and goes on with a colon; what is free before what is
        barred. `LookupError` if there is none, or more than one."""
        found = self.offers(seat)
        exact = [choice for choice in found if key_of(choice[1].command) == wanted]
        start = wanted if wanted.endswith(":") else f"{wanted}:"
        near = exact or [choice for choice in found if key_of(choice[1].command).startswith(start)]
        free = [choice for choice in near if choice[1].barred is None] or near
        keys = list(dict.fromkeys(key_of(offer.command) for _, offer in free))
        if len(keys) == 1:
            return free[0]
        name, open_keys = self.names.seats[seat], ", ".join(dict.fromkeys(self.keys(seat))) or "nothing"
        why = f"could be {', '.join(keys)}" if keys else f"is not offered: {open_keys}"
        raise LookupError(f"{wanted} {why} ({name}, after record {self.game.length})")

    def windows(self) -> list[tuple[Seat, Debt[Any], Offer[Any]]]:
        """The passes that others than the turn player may take now."""
        return [
            (seat, owed, offer)
            for seat in self.seats
            if seat != self.turn
            for owed, offer in self.offers(seat)
            if owed is not None and isinstance(offer.command, Pass) and offer.barred is None
        ]


def _changes(before: Counter[str], after: Counter[str]) -> dict[str, int]:
    return {part: after[part] - before[part] for part in before.keys() | after.keys() if before[part] != after[part]}
