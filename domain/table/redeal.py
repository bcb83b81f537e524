"""The luck of a fork: what nobody can know shuffled anew, or what one seat could not know dealt anew.

Cards change places; which places an eye knows never changes. `Forked` seals who knew which places, so that the draws of a fork can be
made again from its log alone; whoever has the log can see that it says so rightly (`knowledge`).

It ignores what a seat could work out by counting (a reshuffled discard pile that lay open, say), and leaves alone whatever hidden
values are no cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Annotated, Any, cast

import msgspec

from domain.kernel import (
    Answered,
    Card,
    Fact,
    Forked,
    GameOf,
    Names,
    NothingHappened,
    Pile,
    Record,
    Ruleset,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    batches,
    evolve,
    redealt,
    seals,
    seen_by,
    sight,
    who,
)
from domain.kernel.word import B

RULE = "table.deal-anew"

Cards = tuple[tuple[Card | None, ...], ...]  # of several piles, in their order
Known = tuple[tuple[int | None, ...], ...]  # of several piles, place by place: which seats know the card there (bit n: seat n)


# facts ------------------------------------------------------------------------------------------------------------------
class CardsRedealt(Fact[B], frozen=True):
    """Cards that nobody knew, or that `seat` did not know, changed places; nobody sees how. `CardsSeenAnew` tells who knew a place."""

    seat: Seat | None
    piles: tuple[str, ...]
    cards: Annotated[Cards, Seal()]

    def apply(self, board: B) -> B:
        for name, cards in zip(self.piles, self.cards, strict=True):
            if None not in cards:
                board = _laid(board, name, Pile(cards))
        return board

    def say(self, before: B, after: B, names: Names) -> Text:
        if self.seat is None:
            return ("what lies undrawn is shuffled anew",)
        return ("what ", who(self.seat), " could not know is dealt anew")


class CardsSeenAnew(Fact[B], frozen=True):
    """A seat sees what lies now where it knew the cards: its hand, and the places in other piles that it had been shown."""

    seat: Seat
    piles: tuple[str, ...]
    cards: Annotated[Cards, Seal("seat")]

    def apply(self, board: B) -> B:
        piles: dict[str, Pile] = getattr(board, "piles")()  # noqa: B009 - every board names its piles
        for name, cards in zip(self.piles, self.cards, strict=True):
            if any(card is not None for card in cards):
                board = _laid(board, name, _seen(piles[name], cards))
        return board

    def say(self, before: B, after: B, names: Names) -> Text:
        return (who(self.seat), " takes up new cards")


def _seen(pile: Pile, cards: tuple[Card | None, ...]) -> Pile:
    """The pile as told in part; who knows the whole of it, as the arbiter does, loses nothing by that."""
    whole = None not in pile.cards
    return Pile(tuple(was if new is None and whole else new for new, was in zip(cards, pile.cards, strict=True)))


def _laid(board: B, name: str, pile: Pile) -> B:
    lay: Any = getattr(board, "lay")  # noqa: B009 - every board lays its piles by name
    return lay(name, pile)


# what is owed -----------------------------------------------------------------------------------------------------------
class DealAnew(Step[B], frozen=True):
    """What `seat` could not know is to be dealt anew; without a seat: undrawn piles are to be shuffled, each within itself."""

    seat: Seat | None = None

    def settle(self, scribe: Scribe[B]) -> None:
        forked, of, board = cast("Forked[B]", scribe.written[0].fact), scribe.ruleset, scribe.board
        piles = hidden(of, board, self.seat)
        known = dict(zip(piles, forked.known, strict=True))
        places = sum(map(len, piles.values()))
        if not places:
            scribe.write(NothingHappened("no card lies hidden"), RULE)
            return
        # how much luck is drawn must not tell how much the seat knows: every place takes two numbers, whether it needs them or not
        numbers = iter(scribe.shuffle(range(2 * places)))
        dealt: dict[str, Pile] = {}
        for together in [piles] if self.seat is not None else [{name: pile} for name, pile in piles.items()]:
            stay = {name: _kept(pile, known[name], self.seat) for name, pile in together.items()}
            dealt |= redealt(together, stay, of.back, lambda cards: sorted(cards, key=lambda _: next(numbers)))
        names = tuple(piles)
        scribe.write(CardsRedealt(self.seat, names, tuple(dealt[name].cards for name in names)), RULE)
        for other in range(len(forked.seats)) if self.seat is not None else ():
            if other != self.seat:
                scribe.write(CardsSeenAnew(other, names, tuple(_kept(dealt[name], known[name], other).cards for name in names)), RULE)


def _kept(pile: Pile, known: Iterable[int | None], seat: Seat | None) -> Pile:
    """The pile with the cards that the seat (none: any seat) knows, and gaps elsewhere."""
    bits = -1 if seat is None else 1 << seat
    return Pile(tuple(card if (of or 0) & bits else None for card, of in zip(pile.cards, known, strict=True)))


# who knows what ---------------------------------------------------------------------------------------------------------
def dealt_for(luck: str) -> Seat | None:
    """The seat of `unknown:SEAT`; nothing for `same` and `fresh`. `ValueError` if there is no such luck."""
    kind, colon, seat = luck.partition(":")
    if colon and kind == "unknown" and seat.isascii() and seat.isdecimal():
        return int(seat)
    if luck not in ("same", "fresh"):
        raise ValueError(f"luck is same, fresh or unknown:SEAT, not {luck}")
    return None


def opened_by(luck: str) -> tuple[DealAnew[Any], ...]:
    """What `Forked` opens in a fork with such luck."""
    return () if luck == "same" else (DealAnew(seat=dealt_for(luck)),)


def hidden(ruleset: Ruleset[B], board: B, seat: Seat | None) -> dict[str, Pile]:
    """The piles, with what lies in them, whose cards `seat` does not see (none: nobody sees), by name. Empty ones are left out."""
    piles: dict[str, Pile] = getattr(board, "piles")()  # noqa: B009 - every board names its piles
    unseen = (not sight(ruleset, name, seat) if seat is not None else not ruleset.readers(name) for name in piles)
    return {name: pile for (name, pile), hides in zip(piles.items(), unseen, strict=True) if hides and len(pile)}


def knowledge(ruleset: Ruleset[B], log: Sequence[Record[B]], luck: str, seats: int) -> Known:
    """Who knows which cards at the end of a log, in the piles that a fork with such luck deals from; nothing for `same`."""
    if luck == "same":
        return ()
    blank = GameOf(ruleset.blank)
    views = [reduce(evolve, seen_by(log, seat), blank).board for seat in range(seats)]
    return known_by(ruleset, reduce(evolve, log, blank).board, views, luck)


def known_by(ruleset: Ruleset[B], board: B, views: Sequence[B], luck: str) -> Known:
    """The same from the board and from what each seat sees of it."""
    piles = hidden(ruleset, board, dealt_for(luck))
    bits = {name: [0] * len(pile) for name, pile in piles.items()}
    for seat, seen in enumerate(cast("Sequence[Any]", views)):
        for name, pile in seen.piles().items():
            for place in _places(piles[name], pile) if name in piles else ():
                bits[name][place] |= 1 << seat
    return tuple(tuple(known) for known in bits.values())


def _places(true: Pile, seen: Pile) -> Iterator[int]:
    """The places of the cards that an eye knows in a pile. What it knows of a hand may have lost its place: it still lies there."""
    right = {place for place, (card, known) in enumerate(zip(true.cards, seen.cards, strict=True)) if card == known}
    yield from right
    astray: Counter[Card | None] = Counter(known for place, known in enumerate(seen.cards) if known is not None and place not in right)
    for place, card in enumerate(true.cards):
        if place not in right and astray[card] > 0:
            astray[card] -= 1
            yield place


def last_open(ruleset: Ruleset[B], log: Iterable[Record[B]], seat: Seat) -> int:
    """The last end of a batch in a log at which no secret answer of another seat lay on the table; 0 if there is none.

    Cards are dealt anew for a seat, but what somebody else has chosen is no card.
    """
    game = view = GameOf(ruleset.blank)
    lying, last = set[str](), 0
    for batch in batches(log):
        fact = batch[0].fact
        chosen = isinstance(fact, Answered) and fact.seat != seat and bool(seals(type(fact.command)))
        before = set(_unread(game.board, view.board)) if chosen else set[str]()
        game, view = reduce(evolve, batch, game), reduce(evolve, seen_by(batch, seat), view)
        if chosen or lying:
            unread = set(_unread(game.board, view.board))
            lying = (lying & unread) | (unread - before if chosen else set())
        if not lying:
            last = game.length
    return last


def _unread(true: Any, seen: Any, path: str = "") -> Iterator[str]:
    """The paths of what lies on the board outside its piles and reads otherwise to an eye."""
    if isinstance(true, Pile) or true == seen:
        return
    if isinstance(true, msgspec.Struct) and isinstance(seen, type(true)):
        for field in true.__struct_fields__:
            yield from _unread(getattr(true, field), getattr(seen, field), f"{path}.{field}")
    elif isinstance(true, tuple) and isinstance(seen, tuple) and len(cast("tuple[Any, ...]", true)) == len(cast("tuple[Any, ...]", seen)):
        for n, (one, other) in enumerate(zip(cast("tuple[Any, ...]", true), cast("tuple[Any, ...]", seen), strict=True)):
            yield from _unread(one, other, f"{path}.{n}")
    else:
        yield path
