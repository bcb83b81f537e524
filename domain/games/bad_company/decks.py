"""The shuffled decks (Setup): dealing from them, and making them anew from their discards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from domain.games.bad_company.board import Board
from domain.kernel import Card, Fact, Names, Obligation, Pile, Scribe, Seal, Text

RESHUFFLED_BY = {"upgrades": "bc.recruit.reshuffle", "loot": "bc.loot.reshuffle"}
DISCARDS = {"upgrades": "upgrade-discard", "loot": "loot-discard"}


class DeckShuffled(Fact[Board], frozen=True):
    """A deck was shuffled, top last; its discard pile, if it has one, is part of it now."""

    deck: str
    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        board = board.lay(self.deck, Pile(self.order))
        return board.lay(DISCARDS[self.deck], Pile()) if self.deck in DISCARDS else board

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the {len(self.order)} cards of the {self.deck.removesuffix('s')} deck are shuffled",)


def deal(
    scribe: Scribe[Board], deck: str, n: int, fact: Callable[[tuple[Card, ...]], Fact[Board]], rule: str, *opens: Obligation[Board]
) -> int:
    """Deal `n` cards (fewer, if there are no more) by writing `fact` of them; an empty deck is made anew from its discards.

    Usually that is one record, and `opens` goes with the first. Returns how many cards were dealt; 0 if nothing was written.
    """
    dealt = 0
    while dealt < n:
        piles = scribe.board.piles()
        if not len(piles[deck]):
            if not len(piles[DISCARDS[deck]]):
                break
            scribe.write(DeckShuffled(deck, scribe.shuffle(piles[DISCARDS[deck]].known)), RESHUFFLED_BY[deck])
        cards = scribe.board.piles()[deck].known[-(n - dealt) :][::-1]
        scribe.write(fact(cards), rule, *(opens if not dealt else ()))
        dealt += len(cards)
    return dealt
