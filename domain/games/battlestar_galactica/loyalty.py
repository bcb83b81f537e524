"""Loyalty: looking at it, revealing as a Cylon, the Sleeper Agent phase, the Sympathizer, and handing cards on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.actions import actions
from domain.games.battlestar_galactica.board import BRIG, RESURRECTION, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import LOYALTY, Cause, TurnsEnd, does, due, immune, nothing, seat_of
from domain.games.battlestar_galactica.jump import when_sleepers_wake
from domain.games.battlestar_galactica.movement import lasts, place
from domain.games.battlestar_galactica.quorum import drop_assigned
from domain.games.battlestar_galactica.resources import in_red
from domain.games.battlestar_galactica.skills import DiscardCards
from domain.games.battlestar_galactica.titles import ADMIRAL, PRESIDENT, leave_office
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    Obligation,
    Offer,
    Pass,
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

SLEEPER = "sleeper-agent"
HAND = 3  # skill cards that a Cylon keeps when revealed


# facts ------------------------------------------------------------------------------------------------------------------
class LoyaltySeen(Fact[Board], frozen=True):
    """A player looked at loyalty cards of another, taken at random: those at the places `at`."""

    seat: Seat
    target: Seat
    at: tuple[int, ...]
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        cards = list(board.players[self.target].loyalty.cards)
        for at, card in zip(self.at, self.cards, strict=True):
            cards[at] = card if card is not None else cards[at]
        return board.player(self.target, loyalty=Pile(tuple(cards)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        seen = [part for card in self.cards for part in (thing(card), ", ")][:-1]
        what = "a loyalty card" if len(self.cards) == 1 else f"{len(self.cards)} loyalty cards"
        return (who(self.seat), f" looks at {what} of ", who(self.target), *((": ", *seen) if None not in self.cards else ()))


class CylonRevealed(Fact[Board], frozen=True):
    """A player turned up a Cylon card, and is a revealed Cylon for the rest of the game."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        return board.player(self.seat, cylon=True, loyalty=player.loyalty.take(self.card), revealed=(*player.revealed, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is revealed as a Cylon: ", thing(self.card))


class LoyaltyDealt(Fact[Board], frozen=True):
    """A player got loyalty cards of the deck."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, loyalty_pile=board.loyalty_pile.drop(len(self.cards)))
        return board.player(self.seat, loyalty=board.players[self.seat].loyalty.put(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        n = len(self.cards)
        return (who(self.seat), f" gets {n} loyalty card{'s' if n != 1 else ''}")


class SympathizerSought(Fact[Board], frozen=True):
    """Everybody who gets loyalty cards says whether the Sympathizer is among them; it is turned up at once."""

    seat: Seat
    card: Card | None

    def apply(self, board: Board) -> Board:
        if self.card is None:
            return board
        player = board.players[self.seat]
        return board.player(self.seat, loyalty=player.loyalty.take(self.card), revealed=(*player.revealed, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if self.card is None:
            return (who(self.seat), " has got no Sympathizer to turn up")
        return (who(self.seat), " turns up ", thing(self.card))


class SympathizerGiven(Fact[Board], frozen=True):
    """The Sympathizer was handed to another player."""

    seat: Seat
    to: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        mine = board.players[self.seat].revealed
        board = board.player(self.seat, revealed=tuple(card for card in mine if card != self.card))
        return board.player(self.to, revealed=(*board.players[self.to].revealed, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " hands ", thing(self.card), " to ", who(self.to))


class SidedWithCylons(Fact[Board], frozen=True):
    """A Sympathizer is a revealed Cylon from now on, without fleet and super crises."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, cylon=True, barren=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is with the Cylons from now on")


class SuperDrawn(Fact[Board], frozen=True):
    """A revealed Cylon drew a super crisis."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, super_pile=board.super_pile.drop())
        return board.player(self.seat, supers=board.players[self.seat].supers.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " draws a super crisis", *((": ", thing(self.card)) if self.card else ()))


class SupersShuffled(Fact[Board], frozen=True):
    """The super crises were shuffled."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, super_pile=Pile(self.order), super_discard_pile=Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the super crises are shuffled",)


class LoyaltyGiven(Fact[Board], frozen=True):
    """A revealed Cylon gave his other loyalty cards to another player."""

    seat: Seat
    to: Seat
    readers: tuple[Seat, ...]
    cards: Annotated[tuple[Card | None, ...], Seal("readers")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, loyalty=Pile())
        return board.player(self.to, loyalty=board.players[self.to].loyalty.put(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        n = len(self.cards)
        return (who(self.seat), f" gives {n} loyalty card{'s' if n != 1 else ''} to ", who(self.to))


# looking -----------------------------------------------------------------------------------------------------------------
def look(scribe: Scribe[Board], seat: Seat, target: Seat, everything: bool, rule: RuleId) -> None:
    """Let a seat look at one loyalty card of another, at random, or at all of them."""
    cards = scribe.board.players[target].loyalty.known
    if not cards:
        nothing(scribe, "there is no loyalty card to look at", rule)
        return
    at = tuple(range(len(cards))) if everything else (scribe.below(len(cards)),)
    scribe.write(LoyaltySeen(seat, target, at, tuple(cards[n] for n in at)), rule)


class ChooseSuspect(Decision[Board], frozen=True):
    """At whose loyalty do you look?"""

    among: tuple[Seat, ...]
    everything: bool = False

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(LookAt(seat)) for seat in self.among)


class LookAt(Command[Board], frozen=True):
    """Look at this player's loyalty."""

    target: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        everything = scribe.answering(ChooseSuspect).everything
        look(scribe, seat, self.target, everything, "bsg.loyalty.secret" if everything else "bsg.loyalty.look-random")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("look at the loyalty of ", who(self.target))


def _look_loyalty(scribe: Scribe[Board], effect: parts.LookLoyalty, cause: Cause, path: str) -> None:
    board = scribe.board
    looker = seat_of(board, cause, effect.who)
    if looker is None or immune(board, cause, looker):
        nothing(scribe, "nobody looks", "bsg.amb.caprica-benefit")
        return
    if lasts(board, "no-looking"):
        nothing(scribe, "nobody may look at loyalty cards", "bsg.attack-card.keep")
        return
    sets: dict[str, Iterable[Seat | None]] = {"current": (board.active,), "president-or-admiral": (board.president, board.admiral)}
    named = sets.get(effect.target, range(len(board.players)))
    among = tuple(
        s for s in dict.fromkeys(named) if s is not None and s != looker and not immune(board, cause, s) and board.players[s].loyalty.cards
    )
    if not among:
        nothing(scribe, "there is nobody to look at", "bsg.loyalty.look-random")
    elif effect.target == "current":
        look(scribe, looker, among[0], effect.all, "bsg.loyalty.look-random")
    else:
        nothing(scribe, "somebody looks at loyalty", "bsg.loyalty.secret", ChooseSuspect(seat=looker, among=among, everything=effect.all))


# revealing ----------------------------------------------------------------------------------------------------------------
class Reveal(Command[Board], frozen=True):
    """Reveal yourself as a Cylon."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        mine = scribe.board.active == seat
        lapsed = scribe.before(TurnsEnd) if mine else [owed for owed in scribe.agenda() if _acts(owed.what, seat)]
        brig = scribe.board.players[seat].at == BRIG
        scribe.write(CylonRevealed(seat, self.card), "bsg.action.reveal", cancels=lapsed)
        effects = () if brig else due(Cause(seat, self.card, LOYALTY), "does")
        rule = "bsg.loyalty.brig-reveal" if brig else "bsg.reveal.end-turn" if mine else "bsg.amb.xo-reveal"
        nothing(scribe, "the Cylon acts" if effects else "from the Brig a Cylon harms nobody", rule, *effects, JoinCylons(seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("reveal yourself as a Cylon: ", thing(self.card))


def _acts(what: Obligation[Board], seat: Seat) -> bool:
    """Whether it is a further action of that seat."""
    return getattr(what, "is_action", False) and getattr(what, "seat", None) == seat


class JoinCylons(Step[Board], frozen=True):
    """What follows from being revealed: cards, titles, the Resurrection Ship, a super crisis."""

    seat: Seat
    barren: bool = False

    def settle(self, scribe: Scribe[Board]) -> None:
        seat, board = self.seat, scribe.board
        player = board.players[seat]
        for title in (PRESIDENT, ADMIRAL):
            leave_office(scribe, seat, title, "bsg.reveal.titles")
        drop_assigned(scribe, seat)
        place(scribe, seat, RESURRECTION, "bsg.amb.reveal-pilot" if player.flying else "bsg.reveal.resurrect")
        if not self.barren:
            draw_super(scribe, seat, "bsg.reveal.super-crisis")
        over = len(player.hand) - HAND
        if over > 0:
            nothing(scribe, f"{over} cards too many", "bsg.reveal.discard", DiscardCards(((seat, over),), "bsg.reveal.discard"))


def draw_super(scribe: Scribe[Board], seat: Seat, rule: RuleId) -> None:
    """Let a revealed Cylon draw a super crisis."""
    board = scribe.board
    if not board.super_pile.cards and board.super_discard_pile.cards:
        scribe.write(SupersShuffled(scribe.shuffle(board.super_discard_pile.known)), "bsg.limit.deck-reshuffle")
    if scribe.board.super_pile.cards:
        scribe.write(SuperDrawn(seat, scribe.board.super_pile.known[-1]), rule)
    else:
        nothing(scribe, "there is no super crisis left", rule)


def reveals(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """The Cylon cards that a seat could turn up."""
    if not board.players[seat].cylon:
        cards = components().cylon_cards
        yield from (Offer(Reveal(card)) for card in dict.fromkeys(board.players[seat].loyalty.cards) if card in cards)


# the Sleeper Agent phase ------------------------------------------------------------------------------------------------------
def _wake(board: Board) -> Iterator[Obligation[Board]]:
    """Everybody gets loyalty cards, the player in turn first."""
    return (DealLoyalty(seat) for seat in board.around(board.active))


class DealLoyalty(Step[Board], frozen=True):
    """A player gets the top loyalty card (who is a sleeper agent: two) and resolves it."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        seat, of = self.seat, components()
        sleeper = scribe.board.players[seat].character == of.abilities[SLEEPER][0]
        n = min(2 if sleeper else 1, len(scribe.board.loyalty_pile))
        if not n:
            nothing(scribe, "the loyalty deck is used up", "bsg.amb.loyalty-deck-not-reshuffled")
            return
        cards = scribe.board.loyalty_pile.known[-n:][::-1]
        scribe.write(
            LoyaltyDealt(seat, cards), "bsg.amb.boomer-revealed" if sleeper and scribe.board.players[seat].cylon else "bsg.sleeper.deal"
        )
        steps: tuple[Obligation[Board], ...] = (ArrestSleeper(seat),) if sleeper else ()
        if of.sympathizer in cards:
            scribe.write(SympathizerSought(seat, of.sympathizer), "bsg.sleeper.sympathizer-now", *self._first(scribe.board), *steps)
        else:
            scribe.write(SympathizerSought(seat, None), "bsg.sleeper.sympathizer-now", *steps)

    def _first(self, board: Board) -> tuple[Obligation[Board], ...]:
        if board.players[self.seat].cylon:
            return (PassSympathizer(seat=self.seat),)
        return (Sympathize(self.seat),)


class ArrestSleeper(Step[Board], frozen=True):
    """The sleeper agent goes to the Brig, unless she is a revealed Cylon."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        player = scribe.board.players[self.seat]
        if player.cylon or player.at == BRIG:
            nothing(scribe, "the sleeper agent stays where she is", "bsg.amb.loyalty-boomer-order")
        else:
            place(scribe, self.seat, BRIG, "bsg.sleeper.boomer")


class PassSympathizer(Decision[Board], frozen=True):
    """Do you hand the Sympathizer to somebody?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(HandOver(seat)) for seat in board.around(0) if seat != self.seat)


class HandOver(Command[Board], frozen=True):
    """Hand the Sympathizer to this player."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(SympathizerGiven(seat, self.to, components().sympathizer), "bsg.sleeper.sympathizer-pass", Sympathize(self.to))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("hand the Sympathizer to ", who(self.to))


class Sympathize(Step[Board], frozen=True):
    """The Sympathizer is resolved: to the Brig if a resource is in the red, with the Cylons if none is."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        seat, board = self.seat, scribe.board
        player = board.players[seat]
        if player.cylon:
            nothing(scribe, "a revealed Cylon keeps it, and nothing happens", "bsg.amb.sympathizer-kept")
        elif not in_red(board):
            scribe.write(SidedWithCylons(seat), "bsg.sympathizer.not-red", JoinCylons(seat, barren=True))
        elif player.stranded or player.at == BRIG:
            nothing(scribe, "the Sympathizer stays where he is", "bsg.sympathizer.red")
        else:
            place(scribe, seat, BRIG, "bsg.sympathizer.red")


actions(reveals)
does("look-loyalty", _look_loyalty)
when_sleepers_wake(_wake)
