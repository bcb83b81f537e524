"""Loot (Phase 2: Activate Gang Members; Icons): cards drawn in secret, used at any time, or held for their points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.board import Board
from domain.games.bad_company.components import components
from domain.games.bad_company.decks import deal
from domain.games.bad_company.heists import finish_again
from domain.games.bad_company.parts import LootReward, OnLootGained
from domain.games.bad_company.rewards import due, gives
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Offer,
    Pile,
    RuleId,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)


# facts ------------------------------------------------------------------------------------------------------------------
class LootGained(Fact[Board], frozen=True):
    """A player drew a loot card and keeps it."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, hand=board.players[self.seat].hand.put(self.card))
        return board.lay("loot", board.loot.drop())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " draws ", thing(self.card), " from the loot")


class LootDrawn(Fact[Board], frozen=True):
    """A player drew loot cards to choose from."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, drawn=board.players[self.seat].drawn.put(*self.cards))
        return board.lay("loot", board.loot.drop(len(self.cards)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" looks at {len(self.cards)} loot cards")


class LootKept(Fact[Board], frozen=True):
    """A player kept one of the loot cards he looked at."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        return board.player(self.seat, drawn=player.drawn.take(self.card), hand=player.hand.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " keeps ", thing(self.card))


class LootDiscarded(Fact[Board], frozen=True):
    """The loot cards that a player did not keep were discarded, face up."""

    seat: Seat
    cards: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, drawn=Pile()).lay("loot-discard", board.loot_discard.put(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " discards ", *(part for card in self.cards for part in (thing(card), ", ")))[:-1]


class LootUsed(Fact[Board], frozen=True):
    """A player discarded a loot card for its effect."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, hand=board.players[self.seat].hand.take(self.card))
        return board.lay("loot-discard", board.loot_discard.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " uses ", thing(self.card))


# gaining ------------------------------------------------------------------------------------------------------------------
class GainLoot(Step[Board], frozen=True):
    """Loot cards are to be gained, one after the other."""

    seat: Seat
    count: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        more = (GainLoot(self.seat, self.count - 1, self.rule),) if self.count > 1 else ()
        board, seat = scribe.board, self.seat
        choice = next(iter(abilities(board.players[seat], OnLootGained)), None)
        there = len(board.loot) + len(board.loot_discard)
        if choice is not None and there > choice.keep:
            keep = KeepLoot(seat=seat, keep=choice.keep)
            deal(scribe, "loot", min(choice.draw, there), lambda cards: LootDrawn(seat, cards), "bc.heist.red-ability", keep, *more)
        elif not deal(scribe, "loot", 1, lambda cards: LootGained(seat, cards[0]), self.rule, *more):
            scribe.write(NothingHappened("there is no loot left to draw"), "bc.loot.reshuffle")


class KeepLoot(Decision[Board], frozen=True):
    """Which of the loot cards do you keep?"""

    keep: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Keep(card)) for card in board.players[self.seat].drawn.cards)

    def say(self, board: Board, names: Names) -> Text:
        return ("Which of the loot cards do you keep?",)


class Keep(Command[Board], frozen=True):
    """Keep one of the loot cards; nobody else sees which."""

    card: Annotated[Card | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        left = scribe.answering(KeepLoot).keep - 1
        scribe.write(LootKept(seat, self.card), "bc.heist.red-ability", *((KeepLoot(seat=seat, keep=left),) if left else ()))
        if not left:
            scribe.write(LootDiscarded(seat, scribe.board.players[seat].drawn.known), "bc.heist.red-ability")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("keep ", thing(self.card))


# using --------------------------------------------------------------------------------------------------------------------
class UseLoot(Command[Board], frozen=True):
    """Discard a loot card for its effect."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        board = scribe.board
        rule = "bc.amb.final-loot" if board.final else "bc.loot.use" if board.phase == "gang" else "bc.amb.loot-vs-turn"
        effect = components().loot_card(self.card).effect
        # Who had finished his phase 2 may have filled a heist now, and has to finish once more.
        scribe.write(LootUsed(seat, self.card), rule, *due(seat, () if effect is None else (effect,)), *finish_again(scribe, seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("use ", thing(self.card))


def uses(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """What a seat may do with the loot in its hand; cards without an effect are held for their points."""
    player = board.players[seat]
    for card in player.hand.cards:
        if card is not None:
            idle = components().loot_card(card).effect is None or player.drawn.cards  # first choose among what was drawn
            yield Offer(UseLoot(card), "bc.amb.loot-vs-turn" if idle else None)


def _loot(seat: Seat, reward: LootReward, rule: RuleId) -> GainLoot:
    return GainLoot(seat, reward.count, rule)


gives("loot", _loot)
