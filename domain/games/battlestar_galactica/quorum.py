"""Quorum cards: drawing and playing them, and those that stay in play or with somebody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import Board, Check
from domain.games.battlestar_galactica.checks import DifficultyChanged, adjusts
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.dice import Window
from domain.games.battlestar_galactica.effects import QUORUM, Cause, does, due, nothing
from domain.games.battlestar_galactica.jump import when_charted
from domain.games.battlestar_galactica.skills import shown
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pass, Pile, RuleId, Scribe, Seal, Seat, Step, Text, thing, who

PROPHECY, ARBITRATOR, VICE = "prophecy", "arbitrator", "vice-president"
PROPHECY_PLUS, ARBITRATOR_BY = 2, 3


# facts ------------------------------------------------------------------------------------------------------------------
class QuorumShuffled(Fact[Board], frozen=True):
    """The quorum deck was shuffled, with its discard pile."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, quorum_pile=Pile(self.order), quorum_discard_pile=Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the quorum deck is shuffled",)


class QuorumDrawn(Fact[Board], frozen=True):
    """The President drew a quorum card."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, quorum_pile=board.quorum_pile.drop())
        return board.player(self.seat, quorum=board.players[self.seat].quorum.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " draws a quorum card", *((": ", thing(self.card)) if self.card else ()))


class QuorumLookedAt(Fact[Board], frozen=True):
    """A player looks at quorum cards, to choose one."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, quorum_pile=board.quorum_pile.drop(len(self.cards)))
        return board.player(self.seat, looking=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" looks at {len(self.cards)} quorum cards", *shown(self.cards))


class QuorumPutBack(Fact[Board], frozen=True):
    """The quorum cards that were not chosen went under the deck."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, looking=Pile())
        return replace(board, quorum_pile=board.quorum_pile.under(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{len(self.cards)} quorum cards go under the quorum deck",)


class QuorumPlayed(Fact[Board], frozen=True):
    """A quorum card was played from the President's hand, or from those looked at; it lies on the table."""

    seat: Seat
    card: Card
    looked: bool = False

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        if self.looked:
            board = board.player(self.seat, looking=player.looking.take(self.card))
        else:
            board = board.player(self.seat, quorum=player.quorum.take(self.card))
        return replace(board, kept=(*board.kept, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " plays the quorum card ", thing(self.card))


class QuorumLeft(Fact[Board], frozen=True):
    """A quorum card left the table, or its holder: it was discarded, or it left the game."""

    card: Card
    holder: Seat | None = None
    removed: bool = False

    def apply(self, board: Board) -> Board:
        if self.holder is None:
            board = replace(board, kept=_without(board.kept, self.card))
        else:
            board = board.player(self.holder, assigned=_without(board.players[self.holder].assigned, self.card))
        if self.removed:
            return replace(board, removed=(*board.removed, self.card))
        return replace(board, quorum_discard_pile=board.quorum_discard_pile.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " leaves the game" if self.removed else " is discarded")


class CardAssigned(Fact[Board], frozen=True):
    """A quorum card was given to a player, who holds it from now on."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        board = replace(board, kept=_without(board.kept, self.card))
        return board.player(self.seat, assigned=(*board.players[self.seat].assigned, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " gets ", thing(self.card))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


# drawing and playing ------------------------------------------------------------------------------------------------------------
def draw_quorum(scribe: Scribe[Board], seat: Seat, rule: RuleId) -> None:
    """Let a seat draw a quorum card."""
    if restock(scribe, 1):
        scribe.write(QuorumDrawn(seat, scribe.board.quorum_pile.known[-1]), rule)
    else:
        nothing(scribe, "there is no quorum card left", rule)


def restock(scribe: Scribe[Board], n: int) -> int:
    """Make the quorum deck anew if it holds fewer than `n` cards; how many it holds now."""
    board = scribe.board
    if len(board.quorum_pile) < n and board.quorum_discard_pile.cards:
        order = (*scribe.shuffle(board.quorum_discard_pile.known), *board.quorum_pile.known)
        scribe.write(QuorumShuffled(order), "bsg.limit.deck-reshuffle")
    return len(scribe.board.quorum_pile)


def play_quorum(scribe: Scribe[Board], seat: Seat, card: Card, rule: RuleId, looked: bool = False) -> None:
    """Play a quorum card as President."""
    cause = Cause(seat, card, QUORUM)
    scribe.write(QuorumPlayed(seat, card, looked), rule, *due(cause, "does"), FinishQuorum(card))


class FinishQuorum(Step[Board], frozen=True):
    """A quorum card has had its effects: it is discarded, unless it stays or is gone already."""

    card: Card

    def settle(self, scribe: Scribe[Board]) -> None:
        stays = any(effect.kind == "keep" for effect in components().quorum_by_id[self.card].does)
        if stays or self.card not in scribe.board.kept:
            nothing(scribe, "the card has had its effects", "bsg.attack-card.keep")
        else:
            scribe.write(QuorumLeft(self.card), "bsg.amb.pardon-discard")


# cards that stay ---------------------------------------------------------------------------------------------------------------
def holder(board: Board, rule: str) -> tuple[Seat, Card] | None:
    """Who holds the quorum card with this standing rule."""
    lasting = components().lasting
    for seat, player in enumerate(board.players):
        for card in player.assigned:
            if any(getattr(effect, "rule", None) == rule for effect in lasting[card]):
                return seat, card
    return None


def drop_assigned(scribe: Scribe[Board], seat: Seat) -> None:
    """Discard what was given to a player who is revealed."""
    for card in scribe.board.players[seat].assigned:
        scribe.write(QuorumLeft(card, seat), "bsg.amb.keep-in-play-quorum")


def _charted(scribe: Scribe[Board], seat: Seat, card: Card) -> None:
    scribe.write(QuorumLeft(card, seat), "bsg.amb.mission-specialist-scope")


def _adjust(scribe: Scribe[Board], check: Check) -> Iterator[Any]:
    """Prophecy makes some checks harder; who is arbitrator may change the accusation's."""
    board, of = scribe.board, components()
    names = None if check.kind != "location" else of.locations_by_id[check.of].names
    if names is None:
        return
    for card in board.kept:
        foretold = any(getattr(effect, "rule", None) == PROPHECY for effect in of.lasting[card])
        if foretold and (names == "nominee" or check.target == board.president):
            scribe.write(DifficultyChanged(PROPHECY_PLUS, card), "bsg.title.president-only")
            scribe.write(QuorumLeft(card), "bsg.amb.pardon-discard")
    arbiter = holder(board, ARBITRATOR)
    if names == "accused" and arbiter is not None:
        yield Arbitrate(seat=arbiter[0], card=arbiter[1])


class Arbitrate(Window, frozen=True):
    """Do you change the difficulty of the accusation?"""

    card: Card

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()), Offer(ChangeBy(-ARBITRATOR_BY)), Offer(ChangeBy(ARBITRATOR_BY)))


class ChangeBy(Command[Board], frozen=True):
    """Change the difficulty by so much."""

    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        card = scribe.answering(Arbitrate).card
        scribe.write(DifficultyChanged(self.n, card), "bsg.check.admirals-quarters")
        scribe.write(QuorumLeft(card, seat), "bsg.amb.pardon-discard")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"change the difficulty by {self.n:+}",)


# effects -------------------------------------------------------------------------------------------------------------------
class ChooseHolder(Decision[Board], frozen=True):
    """Who gets the card?"""

    card: Card

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        for seat, player in enumerate(board.players):
            if seat != self.seat:
                yield Offer(Assign(seat), "bsg.amb.xo-target" if player.cylon else None)


class Assign(Command[Board], frozen=True):
    """Give the card to this player."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(CardAssigned(self.to, scribe.answering(ChooseHolder).card), "bsg.attack-card.keep")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("give the card to ", who(self.to))


def _give(scribe: Scribe[Board], effect: parts.Give, cause: Cause, path: str) -> None:
    board = scribe.board
    if any(not player.cylon for seat, player in enumerate(board.players) if seat != cause.seat):
        nothing(scribe, "the card is given to somebody", "bsg.action.title-quorum", ChooseHolder(seat=cause.seat, card=cause.of))
    else:
        scribe.write(QuorumLeft(cause.of), "bsg.amb.keep-in-play-quorum")


def _remove_card(scribe: Scribe[Board], effect: parts.RemoveCard, cause: Cause, path: str) -> None:
    scribe.write(QuorumLeft(cause.of, removed=True), "bsg.removed.forever")


does("give", _give)
does("remove-card", _remove_card)
when_charted(_charted)
adjusts(_adjust)
