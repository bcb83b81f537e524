"""A table to play at in memory: what the laws, the scenarios and the tests of the games share."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from domain.kernel import (
    ARBITER,
    PUBLIC,
    Adjusted,
    Answered,
    Arranged,
    Command,
    Debt,
    Eye,
    Fact,
    Forked,
    Game,
    GameBegan,
    GameOf,
    Names,
    Obligation,
    Offer,
    Place,
    Record,
    Ruleset,
    Seat,
    Slots,
    amend,
    awaited,
    begin,
    decide,
    evolve,
    find,
    key_of,
    offers,
    plain,
    redact,
    ruleset_named,
    seen_by,
    sight,
    take,
)
from domain.table.redeal import knowledge, opened_by

Taken = tuple[Seat, Debt[Any] | None, Offer[Any]]  # an offer, with the seat it is made to and what asks for it


class Loaded:
    """Slots of which some were forced: what a test wants the dice to show, the same whenever it is asked."""

    def __init__(self, secret: bytes) -> None:
        self.slots = Slots(secret)
        self.forced: dict[int, int] = {}
        self.rolls: list[Any] = []  # what the next dice that are thrown will show

    def __call__(self, slot: int, n: int, faces: Sequence[Any] = ()) -> int:
        if faces and self.rolls and slot not in self.forced:
            face = self.rolls.pop(0)
            if face not in faces:
                raise ValueError(f"a die was to show {face}, but it has {', '.join(map(str, faces))}")
            self.forced[slot] = faces.index(face)
        draw = self.forced.get(slot)
        if draw is None:
            return self.slots(slot, n)
        if not 0 <= draw < n:
            raise ValueError(f"slot {slot} was to give {draw}, but only 0 to {n - 1} can come")
        return draw


class Table:
    """One game of a ruleset, from its beginning on. Everything follows from the seed; nothing rests on `hash`."""

    def __init__(
        self,
        ruleset: Ruleset[Any] | str,
        seats: int | Sequence[str] = 2,
        seed: int | str = 0,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.ruleset: Ruleset[Any] = ruleset_named(ruleset) if isinstance(ruleset, str) else ruleset
        players = [f"player {seat}" for seat in range(seats)] if isinstance(seats, int) else list(seats)
        self.seats = range(len(players))
        self.seed = seed
        self.chance = Loaded(f"{self.ruleset.id}/{len(players)}/{seed}".encode())
        self.names: Names = self.ruleset.display(players)
        began = GameBegan[Any](
            self.ruleset.name,
            self.ruleset.edition,
            self.ruleset.content,
            tuple(Place(name) for name in self.names.seats),
            self.ruleset.options(options or {}),
            fair=False,
        )
        self.game, batch = begin(self.ruleset, began, self.chance)
        self.batches: list[list[Record[Any]]] = [batch]
        self.log: list[Record[Any]] = list(batch)
        self.positions: list[Game[Any]] = [self.game]  # live, after each batch
        self._views: dict[Eye, Game[Any]] = {}

    @property
    def board(self) -> Any:
        """The whole board, as it stands."""
        return self.game.board

    @property
    def eyes(self) -> tuple[Eye, ...]:
        """Everybody who may look: the seats, the public, the arbiter."""
        return (*self.seats, PUBLIC, ARBITER)

    # what may be done ---------------------------------------------------------------------------------------------------
    def offers(self, seat: Seat) -> list[tuple[Debt[Any] | None, Offer[Any]]]:
        """All that the seat may do, barred or not."""
        return self.offered(self.game, seat)

    def offered(self, game: Game[Any], seat: Seat) -> list[tuple[Debt[Any] | None, Offer[Any]]]:
        """All that the seat may do in another position, such as its own view."""
        return list(offers(self.ruleset, game, seat))

    def keys(self, seat: Seat) -> list[str]:
        """The keys of what the seat may do and no rule bars."""
        return [key_of(offer.command) for _, offer in self.offers(seat) if offer.barred is None]

    def barred(self, seat: Seat) -> dict[str, str]:
        """The keys of what is barred to the seat, each with the rule that bars it."""
        return {key_of(offer.command): offer.barred for _, offer in self.offers(seat) if offer.barred is not None}

    def asked(self) -> list[tuple[str, Seat]]:
        """What the game waits for: class names of decisions with their seats."""
        return [(type(owed.what).__name__, getattr(owed.what, "seat")) for owed in self.game.due()]  # noqa: B009 - a decision has a seat

    # what is done -------------------------------------------------------------------------------------------------------
    def do(self, seat: Seat, what: str | Command[Any]) -> list[Record[Any]]:
        """Take an offer, named by key, address (`SERIAL/key`, `-/key`) or command. `Refused` if there is no such offer."""
        if isinstance(what, str):
            owed, offer = find(self.ruleset, self.game, seat, what)
            return self.take(seat, owed, offer)
        return self._add(decide(self.ruleset, self.game, seat, what, self.chance, len(self.batches)))

    def take(self, seat: Seat, owed: Debt[Any] | None, offer: Offer[Any]) -> list[Record[Any]]:
        """Take one of `offers(seat)`."""
        return self._add(take(self.ruleset, self.game, seat, owed, offer, self.chance, len(self.batches)))

    def amend(self, fact: Fact[Any], rule: str, *opens: Obligation[Any], cancels: Iterable[Debt[Any]] = ()) -> list[Record[Any]]:
        """Write what no seat chose."""
        return self._add(amend(self.ruleset, self.game, fact, rule, *opens, chance=self.chance, cancels=cancels))

    def arrange(self, pile: str, *cards: str) -> list[Record[Any]]:
        """Lay a pile, top last, seen by those who see that pile."""
        to: Any = tuple(eye for eye in (*self.seats, PUBLIC) if sight(self.ruleset, pile, eye))
        return self.amend(Arranged(pile, to, cards), "table.arrange")

    def adjust(self, path: str, value: Any) -> list[Record[Any]]:
        """Set a public value of the board: `table.adjust("players.1.coins", 3)`."""
        return self.amend(Adjusted(path, value), "table.arrange")

    def fork(self, luck: str) -> list[Record[Any]]:
        """Go on as a fork does that leaves here."""
        here, known = self.game.length, knowledge(self.ruleset, self.log, luck, len(self.seats))
        forked = Forked[Any]("the parent", here, "", tuple(map(Place, self.names.seats)), luck, known=known)
        return self.amend(forked, "table.fork", *opened_by(luck))

    def force(self, *draws: int) -> None:
        """Make the next draws of chance come out as these, counted from 0."""
        self.chance.forced.update(enumerate(draws, self.game.luck))

    def roll(self, *faces: Any) -> None:
        """Make the next dice that are thrown show these faces."""
        self.chance.rolls += faces

    def _add(self, written: tuple[Game[Any], list[Record[Any]]]) -> list[Record[Any]]:
        self.game, batch = written
        self.batches.append(batch)
        self.log += batch
        self.positions.append(self.game)
        return batch

    # who sees what ------------------------------------------------------------------------------------------------------
    def blank(self) -> Game[Any]:
        """Where every fold starts."""
        return GameOf(self.ruleset.blank)

    def view(self, eye: Eye) -> Game[Any]:
        """The game as this eye folds it; only what is new since it last looked is folded."""
        game = self._views.get(eye) or self.blank()
        for record in seen_by(self.log[game.length :], eye):
            game = evolve(game, record)
        self._views[eye] = game
        return game

    def fold(self, eye: Eye = ARBITER) -> Iterator[tuple[Record[Any], Game[Any]]]:
        """Every record with the game after it, as this eye sees them."""
        game = self.blank()
        for record in seen_by(self.log, eye):
            game = evolve(game, record)
            yield record, game

    def folds(self) -> Iterator[tuple[Record[Any], Game[Any], dict[Eye, Game[Any]]]]:
        """Every record, unredacted, with the game after it and every eye's view of that, each folded once and step by step."""
        game = self.blank()
        views: dict[Eye, Game[Any]] = dict.fromkeys(self.eyes, game)
        for record in self.log:
            game = evolve(game, record)
            for eye, view in views.items():
                views[eye] = evolve(view, next(seen_by((record,), eye)))
            yield record, game, dict(views)

    def waits(self) -> Iterator[tuple[int, Game[Any], dict[Eye, Game[Any]]]]:
        """Every position in which the game waits or is over: how many batches led there, the game, and every eye's view."""
        ends = {position.length: n for n, position in enumerate(self.positions, 1)}
        for record, game, views in self.folds():
            if record.index in ends:
                yield ends[record.index], game, views

    def said(self, eye: Eye = ARBITER) -> list[str]:
        """The log as this eye reads it, in words."""
        before, lines = self.blank(), list[str]()
        for record, after in self.fold(eye):
            lines.append(plain(record.fact.say(before.board, after.board, self.names), self.names))
            before = after
        return lines

    # play ---------------------------------------------------------------------------------------------------------------
    def open_offers(self) -> list[Taken]:
        """Everything that some seat may do now."""
        return [(seat, owed, offer) for seat in self.seats for owed, offer in offers(self.ruleset, self.game, seat) if offer.barred is None]

    def step(self, rng: random.Random) -> list[Record[Any]]:
        """One random choice: mostly an answer of one of the seats that the game waits for, now and then a liberty."""
        free = [taken for taken in self.open_offers() if taken[1] is None] if rng.random() < 0.15 else []
        if free:
            return self.take(*rng.choice(free))
        seat = rng.choice(awaited(self.game))
        mine = [(seat, owed, offer) for owed, offer in self.offers(seat) if offer.barred is None]
        if not mine:
            raise AssertionError(f"seat {seat} is asked {self.asked()} and has no open offer after record {self.game.length}")
        return self.take(*rng.choice([taken for taken in mine if taken[1] is not None] or mine))

    def play(self, limit: int = 20_000) -> Table:
        """Random play to the end, or for `limit` choices."""
        rng = random.Random(f"{self.ruleset.id}/{len(self.seats)}/{self.seed}")  # seeded by its text, not by its hash
        for _ in range(limit):
            if self.game.over:
                break
            self.step(rng)
        return self


def random_game(
    ruleset: Ruleset[Any] | str, seats: int, seed: int | str = 0, limit: int = 20_000, options: Mapping[str, str] | None = None
) -> Table:
    """A table at which everybody chose at random, until the game was over or `limit` choices were made."""
    return Table(ruleset, seats, seed, options).play(limit)


def public_form(seat: Seat, command: Command[Any], eye: Eye) -> Command[Any]:
    """What `eye` reads of a command that `seat` takes."""
    return getattr(redact(Answered[Any, Any](seat, command), eye), "command")  # noqa: B009 - redaction keeps the class
