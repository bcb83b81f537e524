"""Cylon locations: Caprica, the Cylon Fleet, the Human Fleet and the Resurrection Ship."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica.actions import actions
from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.crises import ResolveCrisis, second_thoughts
from domain.games.battlestar_galactica.crisis_deck import CrisesLookedAt, CrisisDrawn, discard, restock
from domain.games.battlestar_galactica.cylons import BASESTARS, FLEET, HEAVIES, RAIDERS, ActivateShips, LaunchShips
from domain.games.battlestar_galactica.damage import DamageGalactica
from domain.games.battlestar_galactica.dice import RollDie
from domain.games.battlestar_galactica.effects import nothing
from domain.games.battlestar_galactica.locations import LocationUsed
from domain.games.battlestar_galactica.loyalty import LoyaltyGiven, draw_super
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pass, Pile, Scribe, Seal, Seat, Step, Text, thing, who

BREACH = 5  # the least roll at which the Human Fleet damages Galactica
LAUNCH = "launch"


# facts ------------------------------------------------------------------------------------------------------------------
class SuperPlayed(Fact[Board], frozen=True):
    """A revealed Cylon played a super crisis."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, supers=board.players[self.seat].supers.take(self.card))
        return replace(board, drawn=(*board.drawn, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " plays ", thing(self.card))


class SuperDiscarded(Fact[Board], frozen=True):
    """A revealed Cylon discarded a super crisis to draw another."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, supers=board.players[self.seat].supers.take(self.card))
        return replace(board, super_discard_pile=board.super_discard_pile.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " discards ", thing(self.card))


class HandSeen(Fact[Board], frozen=True):
    """A revealed Cylon looked at the skill cards of a player, which were mixed before, so that their places tell others nothing."""

    seat: Seat
    target: Seat
    readers: tuple[Seat, ...]
    cards: Annotated[tuple[Card | None, ...], Seal("readers")]

    def apply(self, board: Board) -> Board:
        return board.player(self.target, hand=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " looks at the skill cards of ", who(self.target))


class CardTaken(Fact[Board], frozen=True):
    """A revealed Cylon took a skill card from a player's hand, that at a place which everybody sees."""

    seat: Seat
    target: Seat
    n: int

    def apply(self, board: Board) -> Board:
        cards = board.players[self.target].hand.cards
        board = board.player(self.target, hand=Pile(cards[: self.n] + cards[self.n + 1 :]))
        return board.player(self.seat, hand=board.players[self.seat].hand.put(cards[self.n]))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " takes ", thing(before.players[self.target].hand.cards[self.n]), " from ", who(self.target))


# activating ----------------------------------------------------------------------------------------------------------------------
def _cylon(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """What a revealed Cylon may do, by where he is."""
    player = board.players[seat]
    if player.at == "caprica":
        for card in dict.fromkeys(player.supers.cards):
            if card is not None:
                yield Offer(PlaySuper(card), "bsg.sympathizer.limits" if player.barren else None)
        yield Offer(DrawTwo())
    elif player.at == "cylon-fleet":
        bar = "bsg.sympathizer.limits" if player.barren else None
        yield from (Offer(CommandFleet(what), bar) for what in (RAIDERS, HEAVIES, BASESTARS, LAUNCH))
    elif player.at == "human-fleet":
        yield Offer(Infiltrate())
    elif player.at == "resurrection-ship":
        yield Offer(Resurrect())


# Caprica ---------------------------------------------------------------------------------------------------------------------------
class PlaySuper(Command[Board], frozen=True):
    """Play this super crisis."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(SuperPlayed(seat, self.card), "bsg.super-crisis.immune", ResolveCrisis(self.card, seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card))


class DrawTwo(Command[Board], frozen=True):
    """Draw two crises and resolve one."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(LocationUsed(seat, "caprica"), "bsg.location.caprica", OpenCaprica(seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("draw two crises and resolve one",)


class OpenCaprica(Step[Board], frozen=True):
    """Two crises are drawn at Caprica."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        restock(scribe)
        cards = scribe.board.crisis_pile.known[-2:]
        scribe.write(CrisesLookedAt(self.seat, cards), "bsg.location.caprica", ChooseUnleashed(seat=self.seat))


class ChooseUnleashed(Decision[Board], frozen=True):
    """Which crisis is resolved? The other one is discarded."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Unleash(card)) for card in dict.fromkeys(board.players[self.seat].looking.cards) if card is not None)


class Unleash(Command[Board], frozen=True):
    """Resolve this crisis."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        steps = (*second_thoughts(scribe.board, self.card, seat), ResolveCrisis(self.card, seat))
        scribe.write(CrisisDrawn(seat, self.card, looked=True), "bsg.cylon-crisis.caprica", *steps)
        for other in scribe.board.players[seat].looking.known:
            discard(scribe, other, "bsg.location.caprica", seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("resolve ", thing(self.card))


# Cylon Fleet -------------------------------------------------------------------------------------------------------------------------
class CommandFleet(Command[Board], frozen=True):
    """Activate all Cylon ships of one kind, or launch more."""

    what: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        step = LaunchShips(FLEET, "bsg.location.cylon-fleet") if self.what == LAUNCH else ActivateShips(self.what)
        scribe.write(LocationUsed(seat, "cylon-fleet"), "bsg.location.cylon-fleet", step)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("launch raiders and heavy raiders",) if self.what == LAUNCH else (f"activate {self.what.replace('-', ' ')}",)


# Human Fleet -------------------------------------------------------------------------------------------------------------------------
class Infiltrate(Command[Board], frozen=True):
    """Look at a player's hand, take a card, and perhaps damage Galactica."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        board = scribe.board
        victims = tuple(s for s, player in enumerate(board.players) if s != seat and player.hand.cards)
        asks = (ChooseVictim(seat=seat, among=victims),) if victims else ()
        roll = RollDie(seat, "is Galactica damaged?", rule="bsg.location.human-fleet")
        scribe.write(LocationUsed(seat, "human-fleet"), "bsg.location.human-fleet", *asks, roll, Breach())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("look at a hand, take a card and perhaps damage Galactica",)


class ChooseVictim(Decision[Board], frozen=True):
    """At whose skill cards do you look?"""

    among: tuple[Seat, ...]

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(SpyOn(seat)) for seat in self.among)


class SpyOn(Command[Board], frozen=True):
    """Look at this player's skill cards."""

    target: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        cards = scribe.shuffle(scribe.board.players[self.target].hand.known)
        scribe.write(
            HandSeen(seat, self.target, (seat, self.target), cards), "bsg.location.human-fleet", ChooseStolen(seat=seat, target=self.target)
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("look at the skill cards of ", who(self.target))


class ChooseStolen(Decision[Board], frozen=True):
    """Which card do you take?"""

    target: Seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Steal(n)) for n in range(len(board.players[self.target].hand)))


class Steal(Command[Board], frozen=True):
    """Take the card at this place of the hand."""

    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(CardTaken(seat, scribe.answering(ChooseStolen).target, self.n), "bsg.location.human-fleet")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"take card {self.n + 1}",)


class Breach(Step[Board], frozen=True):
    """Whether Galactica is damaged, by the die."""

    def settle(self, scribe: Scribe[Board]) -> None:
        if scribe.board.die >= BREACH:
            nothing(scribe, "Galactica is hit", "bsg.location.human-fleet", DamageGalactica())
        else:
            nothing(scribe, "Galactica is not hit", "bsg.location.human-fleet")


# Resurrection Ship ---------------------------------------------------------------------------------------------------------------------
class Resurrect(Command[Board], frozen=True):
    """Swap your super crisis, and give your other loyalty cards to somebody."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        player = scribe.board.players[seat]
        swap = (SwapSuper(seat=seat),) if player.supers.cards and not player.barren else ()
        give = (ConvertOther(seat=seat),) if player.loyalty.cards and scribe.board.distance < components().tracks.last else ()
        scribe.write(LocationUsed(seat, "resurrection-ship"), "bsg.location.resurrection-ship", *swap, *give)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("swap a super crisis and give away other loyalty cards",)


class SwapSuper(Decision[Board], frozen=True):
    """Do you swap a super crisis for another?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Swap(card)) for card in dict.fromkeys(board.players[self.seat].supers.cards) if card is not None)


class Swap(Command[Board], frozen=True):
    """Discard this one and draw another."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(SuperDiscarded(seat, self.card), "bsg.location.resurrection-ship")
        draw_super(scribe, seat, "bsg.location.resurrection-ship")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("discard ", thing(self.card))


class ConvertOther(Decision[Board], frozen=True):
    """To whom do you give your other loyalty cards?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Convert(seat)) for seat in range(len(board.players)) if seat != self.seat)


class Convert(Command[Board], frozen=True):
    """Give them to this player."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        cards = scribe.board.players[seat].loyalty.known
        scribe.write(LoyaltyGiven(seat, self.to, (seat, self.to), cards), "bsg.amb.second-cylon-card")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("give them to ", who(self.to))


actions(_cylon, cylon=True)
