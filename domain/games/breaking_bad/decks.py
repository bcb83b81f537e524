"""The decks (Drawing hand cards): drawing, discarding, and making a deck anew from its discard pile."""

from __future__ import annotations

from typing import Annotated

from domain.games.breaking_bad.board import Board
from domain.games.breaking_bad.components import gift
from domain.games.breaking_bad.parts import DrawsWhenEmpty
from domain.kernel import Card, Fact, Names, NothingHappened, Obligation, Pile, RuleId, Scribe, Seal, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class DeckShuffled(Fact[Board], frozen=True):
    """A team's deck was shuffled, top last; its discard pile is part of it now."""

    team: str
    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return board.team(self.team, deck=Pile(self.order), discard=Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the {len(self.order)} cards of ", thing(self.team), " are shuffled")


class CardsDrawn(Fact[Board], frozen=True):
    """A player drew cards of the own team's deck, which he alone sees."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = board.team(player.team, deck=board.teams[player.team].deck.drop(len(self.cards)))
        return board.player(self.seat, hand=player.hand.put(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if None in self.cards:
            return (who(self.seat), f" draws {len(self.cards)} card{'s' if len(self.cards) > 1 else ''}")
        return (who(self.seat), " draws ", *listed(self.cards))


class CardDiscarded(Fact[Board], frozen=True):
    """A player discarded a hand card, of his own choice or at random."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        return board.player(self.seat, hand=player.hand.take(self.card)).discard(player.team, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " discards ", thing(self.card))


class HandDiscarded(Fact[Board], frozen=True):
    """A player discarded all hand cards."""

    seat: Seat
    cards: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, hand=Pile()).discard(board.players[self.seat].team, *self.cards)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " discards the whole hand: ", *listed(self.cards))


def listed(cards: tuple[Card | None, ...]) -> Text:
    """Cards, divided by commas."""
    return tuple(part for card in cards for part in (thing(card), ", "))[:-1]


# drawing ------------------------------------------------------------------------------------------------------------------
class DrawCards(Step[Board], frozen=True):
    """A seat is to draw `n` cards."""

    seat: Seat
    n: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        player, rule = scribe.board.players[self.seat], self.rule
        if not player.hand.cards and scribe.board.acting and gift(player.character, DrawsWhenEmpty) is not None:
            rule = "bb.ability.steve-reinforcement-first"
        if not draw(scribe, self.seat, self.n, rule):
            scribe.write(NothingHappened("deck and discard pile are both empty"), "bb.amb.deck.both-empty")


def draw(scribe: Scribe[Board], seat: Seat, n: int, rule: RuleId, *opens: Obligation[Board]) -> int:
    """Let a seat draw `n` cards, fewer if there are no more; `opens` goes with the first record. Returns how many were drawn.

    A deck that is used up is made anew from its discard pile at once, or, if that holds nothing yet, when a card is needed.
    """
    team, drawn = scribe.board.players[seat].team, 0
    while drawn < n:
        if not reshuffle(scribe, team):
            break
        cards = scribe.board.teams[team].deck.known[-(n - drawn) :][::-1]
        scribe.write(CardsDrawn(seat, cards), rule, *(opens if not drawn else ()))
        drawn += len(cards)
    reshuffle(scribe, team)
    return drawn


def reshuffle(scribe: Scribe[Board], team: str) -> bool:
    """Make an empty deck anew from its discard pile; whether the deck holds a card now."""
    held = scribe.board.teams[team]
    if not held.deck.cards and held.discard.cards:
        scribe.write(DeckShuffled(team, scribe.shuffle(held.discard.known)), "bb.deck.reshuffle-at-once")
    return bool(scribe.board.teams[team].deck.cards)


def to_draw(board: Board, seat: Seat) -> int:
    """How many cards a seat could draw."""
    team = board.teams[board.players[seat].team]
    return len(team.deck) + len(team.discard)
