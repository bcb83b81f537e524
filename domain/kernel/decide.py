"""From a command to records: what is offered, what is refused, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from domain.kernel.chance import Chance
from domain.kernel.game import Debt, Game, GameOf
from domain.kernel.record import Record
from domain.kernel.scribe import Refused, Scribe
from domain.kernel.table import Answered, GameBegan
from domain.kernel.word import B, Command, Decision, Fact, Obligation, Offer, RuleId, Seat, Serial, key_of

if TYPE_CHECKING:
    from domain.kernel.ruleset import Ruleset

Written = tuple[Game[B], list[Record[B]]]  # the game afterwards, and the records that led there


def offers(ruleset: Ruleset[B], game: Game[B], seat: Seat) -> Iterator[tuple[Debt[B] | None, Offer[B]]]:
    """All that `seat` may do now, and what asked for it (nothing, for a liberty).

    It depends on no more than the seat sees: the game folded from that seat's records gives the same answer.
    """
    for owed in game.due():
        what = owed.what
        if isinstance(what, Decision) and what.seat == seat:
            for offer in what.offers(game.board):
                yield owed, offer
    if game.agenda and game.board != ruleset.blank:  # before the set-up there is nothing to be free with
        for offer in ruleset.liberties(game, seat):
            yield None, offer


def address_of(owed: Debt[B] | None, offer: Offer[B]) -> str:
    """How an offer is named from outside: `SERIAL/key`, or `-/key` for a liberty."""
    return f"{'-' if owed is None else owed.id}/{key_of(offer.command)}"


def awaited(game: Game[B]) -> tuple[Seat, ...]:
    """The seats that the game waits for."""
    return tuple(owed.what.seat for owed in game.due() if isinstance(owed.what, Decision))


def amend(
    ruleset: Ruleset[B],
    game: Game[B],
    fact: Fact[B],
    rule: RuleId,
    *opens: Obligation[B],
    chance: Chance,
    cancels: Iterable[Debt[B]] = (),
) -> Written[B]:
    """The records of what no seat chose: the beginning of a game or of a fork, an arbiter's remedy, a scenario."""
    scribe = Scribe(ruleset, game, chance)
    scribe.write(fact, rule, *opens, cancels=cancels)
    scribe.settle()
    return scribe.game, scribe.written


def begin(ruleset: Ruleset[B], began: GameBegan[B], chance: Chance) -> Written[B]:
    """A game from its first fact up to the first decision."""
    return amend(ruleset, GameOf(ruleset.blank), began, "table.begin", *ruleset.opening(began), chance=chance)


def decide(
    ruleset: Ruleset[B],
    game: Game[B],
    seat: Seat,
    command: Command[B],
    chance: Chance,
    at: int = 0,
    asked: Serial | None = None,
) -> Written[B]:
    """The records of one command: all or none. `asked` pins the decision the seat meant, against late double clicks."""
    barred: RuleId | None = None
    for owed, offer in offers(ruleset, game, seat):
        if offer.command == command and (asked is None or (owed is not None and owed.id == asked)):
            if offer.barred is None:
                return take(ruleset, game, seat, owed, offer, chance, at)
            barred = barred or offer.barred
    raise _refusal(game, barred)


def find(ruleset: Ruleset[B], game: Game[B], seat: Seat, address: str) -> tuple[Debt[B] | None, Offer[B]]:
    """The offer that `SERIAL/key` (a liberty: `-/key`; a bare key: whatever asks for it now) names; `Refused` if there is none."""
    serial, slash, key = address.rpartition("/")
    barred: RuleId | None = None
    for owed, offer in offers(ruleset, game, seat):
        if key_of(offer.command) == key and (not slash or serial == ("-" if owed is None else str(owed.id))):
            if offer.barred is None:
                return owed, offer
            barred = barred or offer.barred
    raise _refusal(game, barred)


def take(
    ruleset: Ruleset[B],
    game: Game[B],
    seat: Seat,
    owed: Debt[B] | None,
    offer: Offer[B],
    chance: Chance,
    at: int = 0,
) -> Written[B]:
    """The records of one offer of `offers`, taken by the seat it was made to."""
    if offer.barred is not None:
        raise _refusal(game, offer.barred)
    scribe = Scribe(ruleset, game, chance)
    scribe.answer(seat, offer.command, owed, at)
    return scribe.game, scribe.written


def decide_again(ruleset: Ruleset[B], game: Game[B], batch: list[Record[B]], chance: Chance) -> list[Record[B]]:
    """What the present rules would write where a log has `batch`; `Refused` if they would not let it happen."""
    first = batch[0]
    if isinstance(first.fact, Answered):
        taken: Answered[B, Command[B]] = first.fact
        if first.closes:
            return decide(ruleset, game, taken.seat, taken.command, chance, taken.at, first.closes[0])[1]
        for owed, offer in offers(ruleset, game, taken.seat):
            if owed is None and offer.command == taken.command:
                return take(ruleset, game, taken.seat, None, offer, chance, taken.at)[1]
        raise _refusal(game, None)
    closed = [o for o in game.agenda if o.id in first.closes]
    return amend(ruleset, game, first.fact, first.rule, *first.opens, chance=chance, cancels=closed)[1]


def _refusal(game: Game[B], barred: RuleId | None) -> Refused:
    if game.over:
        return Refused("the game is over", "table.over")
    return Refused("a rule bars it", barred) if barred else Refused("it is not offered")
