"""Piles of cards, some of them unknown to the eye that looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import cast

import msgspec

Card = str


class Pile(msgspec.Struct, frozen=True, gc=False):
    """A pile or a hand, top last; `None` is a card this eye does not know. A pile never claims more than the eye can know."""

    cards: tuple[Card | None, ...] = ()

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def top(self) -> Card | None:
        """The card that is drawn next; `IndexError` if there is none."""
        return self.cards[-1]

    @property
    def known(self) -> tuple[Card, ...]:
        """All its cards, for rules, which run on the whole game and not on a view."""
        if None in self.cards:
            raise LookupError("rules run on the whole game, not on a view")
        return cast("tuple[Card, ...]", self.cards)

    def put(self, *cards: Card | None) -> Pile:
        """With `cards` on top, the last one uppermost."""
        return Pile(self.cards + cards)

    def under(self, *cards: Card | None) -> Pile:
        """With `cards` at the bottom, the first one lowest."""
        return Pile(cards + self.cards)

    def drop(self, n: int = 1) -> Pile:
        """Without the top `n`."""
        return Pile(self.cards[: len(self.cards) - n])

    def show(self, *top: Card | None) -> Pile:
        """With its top cards seen, as far as the eye that folds this was shown them."""
        old = self.cards[len(self.cards) - len(top) :]
        return self.drop(len(top)).put(*(new if new is not None else was for new, was in zip(top, old, strict=True)))

    def take(self, card: Card | None) -> Pile:
        """Without `card`; `ValueError` if it can not lie here.

        When the eye does not learn which card left (`None`), it no longer knows which ones stayed.
        """
        if card is None:
            return Pile((None,) * (len(self.cards) - 1))
        for known in (card, None):
            if known in self.cards:
                at = self.cards.index(known)
                return Pile(self.cards[:at] + self.cards[at + 1 :])
        raise ValueError(f"{card} does not lie here")


def redealt(
    true: Mapping[str, Pile],
    seen: Mapping[str, Pile],
    back: Callable[[str, Card], str],
    shuffle: Callable[[list[Card]], Iterable[Card]],
) -> dict[str, Pile]:
    """The hidden cards dealt anew among the places an eye does not know: another world it could not tell from the true one.

    `true` and `seen` are the piles by name as they lie and as the eye believes them; `back(pile, card)` says which cards may
    change places. It ignores what the eye could work out by counting a reshuffled public discard.
    """
    hidden: dict[str, list[Card]] = {}
    gaps: list[tuple[str, str]] = []
    for name, pile in seen.items():
        for card in (Counter(true[name].known) - Counter(c for c in pile.cards if c is not None)).elements():
            hidden.setdefault(back(name, card), []).append(card)
            gaps.append((name, back(name, card)))
    dealt = {kind: iter(tuple(shuffle(cards))) for kind, cards in hidden.items()}
    fill: dict[str, list[Card]] = {}
    for name, kind in gaps:
        fill.setdefault(name, []).append(next(dealt[kind]))
    result: dict[str, Pile] = {}
    for name, pile in seen.items():
        cards = iter(tuple(shuffle(fill.get(name, []))))
        result[name] = Pile(tuple(next(cards) if c is None else c for c in pile.cards))
    return result
