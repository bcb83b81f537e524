"""The pen the rules write with, and the loop that settles what they owe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from domain.kernel.chance import Chance
from domain.kernel.game import Debt, Game, evolve
from domain.kernel.record import Record, RecordOf
from domain.kernel.table import Answered
from domain.kernel.word import B, Command, Decision, Fact, Obligation, RuleId, Seat, Serial, Step

if TYPE_CHECKING:
    from domain.kernel.ruleset import Ruleset

T = TypeVar("T")
D = TypeVar("D", bound="Decision[Any]")
BOUND = 10_000  # records that one batch may hold


class Refused(Exception):
    """A command that can not be carried out: it is not offered, or a rule bars it. Nothing was written."""

    def __init__(self, why: str, rule: RuleId | None = None) -> None:
        super().__init__(why)
        self.rule = rule


class Scribe(Generic[B]):
    """Writes records onto a game by the rules of `ruleset`; `board` is always current, `written` is what was added."""

    def __init__(self, ruleset: Ruleset[B], game: Game[B], chance: Chance) -> None:
        self.game = game
        self.written: list[Record[B]] = []
        self.ruleset = ruleset
        self._chance = chance
        self._luck = 0
        self._cause: int | None = None
        self._lane: Seat | None = None
        self._onto: Serial | None = game.agenda[-1].id if game.agenda else None
        self._closing: tuple[Serial, ...] = ()
        self._asked: Obligation[B] | None = None

    @property
    def board(self) -> B:
        """The board as it stands after the last record."""
        return self.game.board

    def write(self, fact: Fact[B], rule: RuleId, *opens: Obligation[B], cancels: Iterable[Debt[B]] = ()) -> None:
        """Record `fact`, licensed by `rule`. What it opens is owed after what the same handler opened before."""
        closes = self._closing
        if cancels:
            closes = tuple(dict.fromkeys((*closes, *(o.id for o in cancels))))
        if self._onto in closes:
            self._rest_on(self._onto, closes)
        luck, self._luck, self._closing = self._luck, 0, ()
        onto, lane = (self._onto, self._lane) if opens else (None, None)
        if lane is not None and any(what.lane not in (None, lane) for what in opens):
            raise RuntimeError("lanes do not open inside a lane")
        record = RecordOf(self.game.length + 1, fact, rule, self._cause, closes, opens, onto, lane, luck)
        self.game = evolve(self.game, record)
        self.written.append(record)

    def answering(self, *kinds: type[D]) -> D:
        """The decision that the command under way answers, which must be of one of these kinds."""
        if not isinstance(self._asked, kinds):
            raise TypeError(f"{self._asked} was answered, not one of {[kind.__name__ for kind in kinds]}")
        return cast("D", self._asked)

    # what is owed -------------------------------------------------------------------------------------------------------
    def agenda(self) -> Iterator[Debt[B]]:
        """The first due first; while seats act at once, only the lane this is written in."""
        return (o for o in reversed(self.game.agenda) if self._lane is None or o.lane == self._lane)

    def owed(self, *kinds: type[Obligation[B]], seat: Seat | None = None) -> list[Debt[B]]:
        """All of these kinds (by this seat, if one is named)."""
        return [o for o in self.agenda() if isinstance(o.what, kinds) and (seat is None or getattr(o.what, "seat", None) == seat)]

    def through(self, last: type[Obligation[B]]) -> list[Debt[B]]:
        """All up to and including the next `last`; `LookupError` if none is owed."""
        found: list[Debt[B]] = []
        for o in self.agenda():
            found.append(o)
            if isinstance(o.what, last):
                return found
        raise LookupError(f"no {last.__name__} is owed")

    def before(self, conclusion: type[Step[B]]) -> list[Debt[B]]:
        """All before the next `conclusion` except what is settled always: what is called off together with what it concludes."""
        return [o for o in self.through(conclusion)[:-1] if not (isinstance(o.what, Step) and o.what.always)]

    # chance -------------------------------------------------------------------------------------------------------------
    def below(self, n: int) -> int:
        """A draw from 0 up to but not including `n`; the next record is charged for its slot."""
        self._luck += 1
        return self._chance(self.game.luck + self._luck - 1, n)

    def throw(self, faces: Sequence[T]) -> T:
        """How a die with these faces falls, for all to see; the next record is charged for its slot."""
        self._luck += 1
        return faces[self._chance(self.game.luck + self._luck - 1, len(faces), faces)]

    def shuffle(self, cards: Iterable[T]) -> tuple[T, ...]:
        """The cards in an order that chance gives (Fisher and Yates)."""
        deck = list(cards)
        for i in range(len(deck) - 1, 0, -1):
            k = self.below(i + 1)
            deck[i], deck[k] = deck[k], deck[i]
        return tuple(deck)

    # the work -----------------------------------------------------------------------------------------------------------
    def answer(self, seat: Seat, command: Command[B], asked: Debt[B] | None, at: int) -> None:
        """Write the batch of one command; `asked` is the decision it answers, none for a liberty."""
        rule = "table.answer"
        if asked is not None:
            self._asked = asked.what
            self._handle(asked)
        else:
            rule = "table.liberty"
            if any(o.lane is not None for o in self.game.due()):
                self._lane = seat  # a liberty taken while seats act at once is its seat's business
        self.write(Answered(seat, command, at), rule)
        self._cause = self.game.length
        command.carry_out(self, seat)
        self.settle()

    def settle(self) -> None:
        """Settle steps, and what the position demands, until the game waits or is over."""
        while True:
            owed = None
            if (step := self.ruleset.demand(self.game)) is not None:
                self._cause, self._lane, self._closing = self.game.length, step.lane, ()
                self._onto = self.game.agenda[-1].id if self.game.agenda else None
            elif (owed := next((o for o in self.game.due() if isinstance(o.what, Step)), None)) is not None:
                self._handle(owed)
                step = cast("Step[B]", owed.what)
            else:
                return
            before = self.game.length
            step.settle(self)
            if self.game.length == before or self._luck or (owed is None and self.ruleset.demand(self.game) == step):
                raise RuntimeError(f"{step} left no record, or drew luck for none, or did not meet the demand")
            if len(self.written) > BOUND:
                loop = sorted({type(r.fact).__name__ for r in self.written[-50:]})
                raise Refused(f"what follows does not end: {', '.join(loop)} again and again", "table.bound")

    def _handle(self, owed: Debt[B]) -> None:
        """Begin the work on `owed`: the next record discharges it, and what it opens goes where it was."""
        self._cause, self._lane, self._closing = owed.since, owed.lane, (owed.id,)
        self._rest_on(owed.id, self._closing)

    def _rest_on(self, serial: Serial | None, closes: tuple[Serial, ...]) -> None:
        below: Serial | None = None
        for o in self.game.agenda:
            if o.id == serial:
                break
            if o.id not in closes:
                below = o.id
        self._onto = below
