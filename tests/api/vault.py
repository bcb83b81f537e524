"""A toy whose every card has a name of its own, so that a leak can be found by looking for names: secret hands, secret choices made
by everybody at once, a look at the deck of which one card is kept, and a deck that stays shut to the end."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from domain.kernel import (
    Answered,
    Card,
    Command,
    Decision,
    Eye,
    Fact,
    GameBegan,
    Names,
    Obligation,
    Offer,
    Outcome,
    Pile,
    Record,
    Rule,
    Ruleset,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    Wire,
    rulebook_of,
    thing,
    who,
)
from domain.kernel.ruleset import _register
from domain.table import WORDS

STONES = {f"gem-{n:02d}": f"Stone {n:02d}" for n in range(36)}
HAND, ROUNDS = 5, 5  # as many cards as rounds: nobody runs out


class Board(msgspec.Struct, frozen=True):
    """Hands and committed cards by seat, the deck, what was put aside unseen, and what was shown."""

    hands: tuple[Pile, ...] = ()
    committed: tuple[Pile, ...] = ()
    deck: Pile = Pile()
    aside: Pile = Pile()
    shown: Pile = Pile()
    round: int = 0
    result: Outcome | None = None

    def piles(self) -> dict[str, Pile]:
        """All piles by name."""
        hands = {f"hand:{seat}": pile for seat, pile in enumerate(self.hands)}
        committed = {f"committed:{seat}": pile for seat, pile in enumerate(self.committed)}
        return {**hands, **committed, "deck": self.deck, "aside": self.aside, "shown": self.shown}

    def lay(self, name: str, pile: Pile) -> Board:
        """With another pile of that name."""
        field, _, seat = name.partition(":")
        if not seat:
            return replace(self, **{field: pile})
        field = "hands" if field == "hand" else field
        return replace(self, **{field: _with(getattr(self, field), int(seat), pile)})


def _with(piles: tuple[Pile, ...], seat: Seat, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[:seat], pile, *piles[seat + 1 :])


# facts -----------------------------------------------------------------------------------------------------------------
class DeckLaid(Fact[Board], frozen=True):
    """The deck lies face down."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, deck=Pile(self.order))


class HandDealt(Fact[Board], frozen=True):
    """A seat has its hand."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            hands=(*board.hands, Pile(self.cards)),
            committed=(*board.committed, Pile()),
            deck=board.deck.drop(len(self.cards)),
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is dealt ", *(part for card in self.cards for part in (thing(card), " ")))


class RoundBegan(Fact[Board], frozen=True):
    """Everybody chooses a card."""

    def apply(self, board: Board) -> Board:
        return replace(board, round=board.round + 1)


class CardCommitted(Fact[Board], frozen=True):
    """A seat laid a card before it, face down."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        hands = _with(board.hands, self.seat, board.hands[self.seat].take(self.card))
        return replace(board, hands=hands, committed=_with(board.committed, self.seat, Pile((self.card,))))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " commits ", thing(self.card))


class CardsShown(Fact[Board], frozen=True):
    """All committed cards are turned up."""

    cards: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, shown=board.shown.put(*self.cards), committed=(Pile(),) * len(board.committed))


class TopSeen(Fact[Board], frozen=True):
    """A seat looks at the two top cards of the deck."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        return replace(board, deck=board.deck.show(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " looks at ", *(part for card in self.cards for part in (thing(card), " ")))


class OneKept(Fact[Board], frozen=True):
    """Of the two cards it saw, the seat takes one; the other is put aside, unseen by the others."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        left = None if self.card is None else next(card for card in board.deck.cards[-2:] if card != self.card)
        hands = _with(board.hands, self.seat, board.hands[self.seat].put(self.card))
        return replace(board, hands=hands, deck=board.deck.drop(2), aside=board.aside.put(left))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " keeps ", thing(self.card))


class VaultClosed(Fact[Board], frozen=True):
    """It is over; nobody's hand is shown."""

    winner: Seat

    def apply(self, board: Board) -> Board:
        scores = tuple(int(seat == self.winner) for seat in range(len(board.hands)))
        return replace(board, result=Outcome((self.winner,), scores, "closed"))


# what is owed ----------------------------------------------------------------------------------------------------------
class SetUp(Step[Board], frozen=True):
    """The deck is shuffled and dealt."""

    seats: int

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(DeckLaid(scribe.shuffle(STONES)), "vault.setup")
        for seat in range(self.seats):
            scribe.write(HandDealt(seat, scribe.board.deck.cards[-HAND:]), "vault.setup")


class Round(Step[Board], frozen=True):
    """Everybody commits, all is shown, the highest card takes a look."""

    def settle(self, scribe: Scribe[Board]) -> None:
        if scribe.board.round == ROUNDS:
            scribe.write(VaultClosed(0), "vault.end")
        else:
            lanes = (Choose(seat=seat, lane=seat) for seat in range(len(scribe.board.hands)))
            scribe.write(RoundBegan(), "vault.round", *lanes, Show(), Round())


class Show(Step[Board], frozen=True):
    """The committed cards are shown."""

    def settle(self, scribe: Scribe[Board]) -> None:
        cards = tuple(pile.known[0] for pile in scribe.board.committed)
        scribe.write(CardsShown(cards), "vault.show", *(Look(seat=s) for s in range(len(cards)) if cards[s] == max(cards)))


class Look(Step[Board], frozen=True):
    """The highest card looks at the deck."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(TopSeen(self.seat, scribe.board.deck.cards[-2:]), "vault.look", Pick(seat=self.seat))


class Choose(Decision[Board], frozen=True):
    """Which card to commit."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        for card in board.hands[self.seat].cards:
            early = board.round == 1 and str(card).endswith("0")
            yield Offer(Commit(card), "vault.not-yet" if early else None)


class Pick(Decision[Board], frozen=True):
    """Which of two cards to keep."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        for card in board.deck.cards[-2:]:
            yield Offer(Keep(card))


class Commit(Command[Board], frozen=True):
    """Lay a card face down."""

    card: Annotated[Card | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(CardCommitted(seat, self.card), "vault.commit")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("commit ", thing(self.card))


class Keep(Command[Board], frozen=True):
    """Keep a card of the two."""

    card: Annotated[Card | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(OneKept(seat, self.card), "vault.keep")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("keep ", thing(self.card))


class Vault(Ruleset[Board]):
    """The toy. Its rulebook is one sentence long."""

    name = "vault"
    title = "Vault"
    seats = range(2, 5)
    package = "tests.toy"
    files = ()
    blank = Board()

    @cached_property
    def content(self) -> str:
        return "0" * 64

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        later = Rule(id="vault.not-yet", heading="Committing", text="Round stones wait for the second round.", how="bars")
        return {**rulebook_of("domain.kernel"), later.id: later}

    def opening(self, began: GameBegan[Board]) -> tuple[Obligation[Board], ...]:
        return (SetUp(seats=len(began.seats)), Round())

    def outcome(self, board: Board) -> Outcome | None:
        return board.result

    def readers(self, pile: str) -> tuple[Any, ...]:
        _, _, seat = pile.partition(":")
        return (int(seat),) if seat else ("public",) if pile == "shown" else ()

    def back(self, pile: str, card: str) -> str:
        return "stone"

    def names(self) -> Mapping[str, str]:
        return STONES


Vault.wire = Wire(Board, sys.modules[__name__], *WORDS)
RULESET = Vault()


@contextmanager
def playable() -> Iterator[None]:
    """The toy in the register, for a while: the laws run over what is registered, and it is no game of theirs."""
    added = RULESET.id not in _register
    _register[RULESET.id] = RULESET
    try:
        yield
    finally:
        if added:
            del _register[RULESET.id]


def shown_to(records: Iterable[Record[Any]], eye: Eye) -> set[str]:
    """The cards whose faces an eye has been shown, told fact by fact and without the seals: what it is tested against."""
    known = set[str]()
    for record in records:
        fact = record.fact
        mine = getattr(fact, "seat", None) == eye
        if isinstance(fact, CardsShown):
            known.update(fact.cards)
        elif mine and isinstance(fact, HandDealt | TopSeen):
            known.update(card for card in fact.cards if card)
        elif mine and isinstance(fact, CardCommitted | OneKept) and fact.card:
            known.add(fact.card)
        elif mine and isinstance(fact, Answered):
            known.add(fact.command.card)
    return known


def named_in(text: str) -> set[str]:
    """The cards that a text names, by id or by display name."""
    return {card for card, name in STONES.items() if card in text or name in text}
