"""Attacks by card (Card Explanations): who loses life points, and what is discarded to avert it; and the shot that opens a firefight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.games.breaking_bad.board import Board
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.decks import CardDiscarded
from domain.games.breaking_bad.effects import Cause, aim, does
from domain.games.breaking_bad.firefight import BeginFight
from domain.games.breaking_bad.life import Hit, LossAverted
from domain.games.breaking_bad.parts import AnswerCost, Repeats
from domain.games.breaking_bad.reactions import _Window, listening
from domain.games.breaking_bad.sheets import ability, side
from domain.kernel import Card, Command, Fact, Names, NothingHappened, Obligation, Offer, Pass, RuleId, Scribe, Seat, Step, Text, thing, who


class Ransom(msgspec.Struct, frozen=True, gc=False):
    """What averts a loss: so many cards of these kinds, discarded by the victim or by his whole side."""

    kinds: tuple[str, ...]
    n: int
    by: str
    rule: RuleId


# facts ------------------------------------------------------------------------------------------------------------------
class VictimsNamed(Fact[Board], frozen=True):
    """These characters are about to lose life points."""

    seats: tuple[Seat, ...]
    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        listed: Text = tuple(part for seat in self.seats for part in (who(seat), " and "))[:-1]
        return (*listed, f" {'is' if len(self.seats) == 1 else 'are'} to lose {self.n} LP{'' if len(self.seats) == 1 else ' each'}")


class RansomDue(Fact[Board], frozen=True):
    """A character loses life points unless cards are discarded."""

    seat: Seat
    n: int
    cards: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" loses {self.n} LP unless {self.cards} card{'s are' if self.cards > 1 else ' is'} discarded")


# losses ---------------------------------------------------------------------------------------------------------------------
class Losses(Step[Board], frozen=True):
    """Whoever is meant loses life points, one after the other."""

    by: Seat
    target: Seat
    whom: str  # target, neighbours or everyone
    n: int
    attack: bool
    ransom: Ransom | None
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        seats = tuple(_meant(board, self.whom, self.target))
        victims = tuple(seat for seat in seats if board.players[seat].playing)
        rule = self._rule(board, seats, victims)
        if not victims:
            scribe.write(NothingHappened("nobody who is meant is in the game"), rule)
        else:
            scribe.write(VictimsNamed(victims, self.n), rule, *map(self._loss, victims))

    def _rule(self, board: Board, seats: tuple[Seat, ...], victims: tuple[Seat, ...]) -> RuleId:
        """The rule that says who is hit: absent ones are not, and those who are near are, whoever's friends they be."""
        if self.whom == "neighbours" and victims != seats:
            return "bb.card.tortuga-absent-neighbour"
        if self.whom == "neighbours" and any(board.players[seat].team == board.players[self.by].team for seat in victims):
            return "bb.amb.tortuga.friendly-fire"
        return "bb.amb.global-effects.out-of-game" if self.whom == "everyone" and victims != seats else self.rule

    def _loss(self, seat: Seat) -> Obligation[Board]:
        hit = Hit(seat, self.n, self.by, self.attack, self.rule)
        return hit if self.ransom is None else Threaten(hit, self.ransom)


def _meant(board: Board, whom: str, target: Seat) -> Iterator[Seat]:
    """The seats that are meant, in the game or not."""
    n = len(board.players)
    if whom == "everyone":
        yield from ((board.active + k) % n for k in range(n))
    elif whom == "neighbours":
        yield from dict.fromkeys(seat for seat in ((target + 1) % n, (target - 1) % n) if seat != target)
    else:
        yield target


class Threaten(Step[Board], frozen=True):
    """A character is hit, unless cards are discarded."""

    hit: Hit
    ransom: Ransom

    def settle(self, scribe: Scribe[Board]) -> None:
        hit, ransom = self.hit, self.ransom
        if not scribe.board.players[hit.seat].playing:
            scribe.write(NothingHappened("who is out of the game can not be hit"), "bb.amb.global-effects.out-of-game")
            return
        scribe.write(RansomDue(hit.seat, hit.n, ransom.n), hit.rule, *demanded(scribe.board, hit, ransom))


def demanded(board: Board, hit: Hit, ransom: Ransom) -> tuple[Obligation[Board], ...]:
    """A window for everybody who may discard something, and the hit."""
    seats = side(board, hit.seat, hit.by) if ransom.by == "side" else (hit.seat,)
    windows = [MayDiscard(seat=seat, hit=hit, ransom=ransom) for seat in seats if listening(board, seat, hit.seat)]
    return (*windows, hit)


class MayDiscard(_Window, frozen=True):
    """Do you discard a card to avert the loss?"""

    hit: Hit
    ransom: Ransom

    def aimed_at(self) -> Seat | None:
        return self.hit.seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        held = [card for card in board.players[self.seat].hand.cards if card is not None and self._fits(card)]
        enough = len(held) >= self.ransom.n or (self.ransom.by == "side" and self._others(board))
        yield from (Offer(Avert(card), None if enough else self.ransom.rule) for card in dict.fromkeys(held))

    def _fits(self, card: Card) -> bool:
        return components().kind(card).id in self.ransom.kinds

    def _others(self, board: Board) -> bool:
        """Whether others of the side could discard what this seat lacks."""
        return any(other != self.seat and listening(board, other, self.hit.seat) for other in side(board, self.hit.seat, self.hit.by))

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you discard a card so that ", who(self.hit.seat), f" does not lose {self.hit.n} LP? It takes {self.ransom.n}.")


class Avert(Command[Board], frozen=True):
    """Discard a card to avert the loss, or as part of that."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(MayDiscard)
        ransom, hit = asked.ransom, asked.hit
        done = scribe.through(Hit)
        discarded = CardDiscarded(seat, self.card)
        rule = self._rule(scribe.board, seat, asked)
        if ransom.n == 1:
            scribe.write(discarded, rule, cancels=done)
            scribe.write(LossAverted(hit.seat), ransom.rule)
            return
        less = Ransom(ransom.kinds, ransom.n - 1, ransom.by, ransom.rule)
        scribe.write(discarded, rule, *demanded(discarded.apply(scribe.board), hit, less), cancels=done)

    def _rule(self, board: Board, seat: Seat, asked: MayDiscard) -> RuleId:
        """The rule by which this helps; abilities that bear on such cards do not."""
        if seat != asked.hit.seat:
            return "bb.card.vendetta-allies-help"
        if asked.ransom.by == "side":
            return asked.ransom.rule if ability(board, seat, AnswerCost) is None else "bb.ability.mike-no-vendetta-discount"
        more = ability(board, seat, Repeats)
        repeated = more is not None and components().kind(self.card).id == more[1].card
        return "bb.ability.walter-not-on-salud" if repeated else asked.ransom.rule

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("discard ", thing(self.card), " to avert the loss")


def _loses(effect: Any, cause: Cause, rule: RuleId) -> Losses:
    unless = effect.unless
    ransom = None if unless is None else Ransom(unless.cards, unless.n, unless.by, unless.rule)
    return Losses(cause.seat, aim(cause), effect.who, effect.n, effect.attack, ransom, rule)


does("lose-life", _loses)
does("firefight", lambda effect, cause, rule: BeginFight(cause.seat, aim(cause)))
