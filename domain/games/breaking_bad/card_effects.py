"""Card Explanations: gaining, drawing, discarding, losing and healing, laying cards into areas, and what the player may choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.games.breaking_bad.actions import DiscardDue, discards
from domain.games.breaking_bad.board import Board
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.decks import CardDiscarded, DrawCards
from domain.games.breaking_bad.effects import Cause, aim, does, due
from domain.games.breaking_bad.life import regain_life
from domain.games.breaking_bad.parts import Heal, Repeats, Strip
from domain.games.breaking_bad.sheets import CardLaid, CrystalsGained, ability, allies, area_of, bears, lift
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Obligation,
    Offer,
    Pass,
    RuleId,
    Scribe,
    Seat,
    Step,
    Text,
    thing,
    who,
)


# facts ------------------------------------------------------------------------------------------------------------------
class CardRecovered(Fact[Board], frozen=True):
    """A player took a card out of the own team's discard pile."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = board.team(player.team, discard=board.teams[player.team].discard.take(self.card))
        return board.player(self.seat, hand=player.hand.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " takes ", thing(self.card), " back from the discard pile")


class ChoiceMade(Fact[Board], frozen=True):
    """A player chose one of the effects of a card or an ability, and on whom it works."""

    seat: Seat
    what: str
    on: Seat
    card: Card | None = None

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " chooses to ", *_effect(self.what, self.on, self.card))


def _effect(what: str, on: Seat, card: Card | None) -> Text:
    """One of the effects that can be chosen among, in the imperative."""
    if card is not None:
        return ("remove ", thing(card), " from ", who(on))
    words = {"heal": " regain life", "discard-random": " discard a card at random", "lose-life": " lose life"}
    return ("let ", who(on), words[what]) if what in words else (f"{what.replace('-', ' ')}: ", who(on))


class ChoiceDue(Fact[Board], frozen=True):
    """A player may choose among the effects of a card or an ability."""

    seat: Seat
    source: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " chooses what ", thing(self.source), " does")


# gaining, drawing, discarding -------------------------------------------------------------------------------------------------
class GainCrystals(Step[Board], frozen=True):
    """Crystals are to be taken from the supply."""

    seat: Seat
    n: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        n = min(self.n, scribe.board.supply)
        scribe.write(CrystalsGained(self.seat, n), self.rule if n == self.n else "bb.amb.setup.supply-exhausted")


class DiscardRandom(Step[Board], frozen=True):
    """A seat is to discard hand cards at random."""

    seat: Seat
    n: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        n = min(self.n, len(scribe.board.players[self.seat].hand))
        for _ in range(n):
            discard_random(scribe, self.seat, self.rule)
        if not n:
            scribe.write(NothingHappened("there is no hand card to discard"), self.rule)


def discard_random(scribe: Scribe[Board], seat: Seat, rule: RuleId) -> None:
    """Let chance discard a hand card of a seat, which holds one."""
    hand = scribe.board.players[seat].hand.known
    scribe.write(CardDiscarded(seat, hand[scribe.below(len(hand))]), rule)


class ChooseDiscards(Step[Board], frozen=True):
    """A seat is to discard hand cards of its choice."""

    seat: Seat
    n: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        n = min(self.n, len(scribe.board.players[self.seat].hand))
        if n:
            scribe.write(DiscardDue(self.seat, n), self.rule, *discards(self.seat, n, self.rule))
        else:
            scribe.write(NothingHappened("there is no hand card to discard"), self.rule)


class RecoverCard(Step[Board], frozen=True):
    """A seat takes a card of one of these kinds out of its discard pile."""

    seat: Seat
    kinds: tuple[str, ...]
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        card = next(iter(recoverable(scribe.board, self.seat, self.kinds)), None)
        if card is None:
            scribe.write(NothingHappened("the discard pile holds no such card"), self.rule)
        else:
            scribe.write(CardRecovered(self.seat, card), self.rule)


def recoverable(board: Board, seat: Seat, kinds: tuple[str, ...]) -> Iterator[Card]:
    """The cards of these kinds in the own team's discard pile."""
    discard = board.teams[board.players[seat].team].discard
    return (card for card in reversed(discard.known) if components().kind(card).id in kinds)


# card areas -------------------------------------------------------------------------------------------------------------------
class LayCard(Step[Board], frozen=True):
    """The card that was played goes into a card area."""

    seat: Seat
    card: Card
    by: Seat
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        board, kind = scribe.board, components().kind(self.card)
        if board.players[self.seat].playing and bears(board, self.seat, kind.id) is None:
            rule = "bb.sym.area-card" if self.by == self.seat else self.rule
            rule = "bb.sym.surveillance" if area_of(self.card).surveils else rule
            scribe.write(CardLaid(self.seat, self.card, board.players[self.by].team, self.by), rule)
        else:
            scribe.write(NothingHappened("it can not lie there any more"), self.rule)


class StripCard(Step[Board], frozen=True):
    """A card leaves a card area."""

    seat: Seat
    card: Card
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        laid = next((laid for laid in scribe.board.players[self.seat].area if laid.id == self.card), None)
        if laid is None:
            scribe.write(NothingHappened("it does not lie there any more"), self.rule)
        else:
            lift(scribe, self.seat, laid, self.rule)


class HealSeat(Step[Board], frozen=True):
    """A seat regains life points."""

    seat: Seat
    n: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        regain_life(scribe, self.seat, self.n, self.rule)


# choosing ---------------------------------------------------------------------------------------------------------------------
class LetChoose(Step[Board], frozen=True):
    """What a card or an ability lets choose, some times more; the last `spare` times the player may do without."""

    cause: Cause
    left: int
    spare: int
    taken: tuple[str, ...] = ()

    def settle(self, scribe: Scribe[Board]) -> None:
        cause = self.cause
        pick = Pick(seat=cause.seat, cause=cause, left=self.left, spare=self.spare, taken=self.taken)
        there = scribe.board.players[cause.seat].playing and scribe.board.players[aim(cause)].playing
        if self.left and there and any(pick.choices(scribe.board)):
            scribe.write(ChoiceDue(cause.seat, cause.of), cause.rule, pick)
        else:
            scribe.write(NothingHappened("nothing is left to choose"), cause.rule)


class Pick(Decision[Board], frozen=True):
    """What is to happen?"""

    cause: Cause
    left: int
    spare: int
    taken: tuple[str, ...]

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield from map(Offer, self.choices(board))
        if self.left <= self.spare:
            yield Offer(Pass())

    def choices(self, board: Board) -> Iterator[ChooseEffect]:
        """All that may be chosen now."""
        choose, _ = components().choices_by_source[self.cause.of]
        for option in choose.options:
            if choose.repeat or option.kind not in self.taken:
                yield from self._of(board, option)

    def _of(self, board: Board, option: Any) -> Iterator[ChooseEffect]:
        for on in self._on(board, getattr(option, "who", "target")):
            if isinstance(option, Strip):
                found = (laid.id for laid in board.players[on].area if components().kind(laid.id).id in option.cards)
                yield from (ChooseEffect(option.kind, on, card) for card in found)
            elif option.kind != "discard-random" or board.players[on].hand.cards:
                yield ChooseEffect(option.kind, on)

    def _on(self, board: Board, whom: str) -> Iterable[Seat]:
        if whom == "anyone":
            return board.around(self.seat)
        if whom == "team":
            return (on for on in board.around(self.seat) if board.players[on].team == board.players[self.seat].team)
        return (aim(self.cause),)

    def say(self, board: Board, names: Names) -> Text:
        return ("What does ", thing(self.cause.of), " do?")


class ChooseEffect(Command[Board], frozen=True):
    """Choose an effect, and on whom it works."""

    what: str
    on: Seat
    card: Card | None = None

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        pick = scribe.answering(Pick)
        choose, rule = components().choices_by_source[pick.cause.of]
        option = next(option for option in choose.options if option.kind == self.what)
        removal = None if self.card is None else area_of(self.card).strip_rule
        then = self._does(scribe.board, option, seat, option.rule or removal or rule)
        again = LetChoose(pick.cause, pick.left - 1, pick.spare, (*pick.taken, self.what))
        scribe.write(ChoiceMade(seat, self.what, self.on, self.card), rule, then, again)

    def _does(self, board: Board, option: Any, seat: Seat, rule: RuleId) -> Obligation[Board]:
        if isinstance(option, Heal):
            allied = board.players[self.on].team in allies(board, board.players[seat].team)
            return HealSeat(self.on, option.n, "bb.ally.help-allowed" if allied else rule)
        if isinstance(option, Strip) and self.card is not None:
            return StripCard(self.on, self.card, rule)
        return due((option,), Cause(seat, self.what, rule, None, self.on))[0]

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return _effect(self.what, self.on, self.card)


def more_choices(board: Board, cause: Cause) -> tuple[LetChoose, ...]:
    """What a character may choose once more because cards of that kind work more often for him."""
    more = ability(board, cause.seat, Repeats)
    if more is None or more[1].card != cause.of:
        return ()
    n = more[1].times - 1
    return (LetChoose(Cause(cause.seat, cause.of, more[0].rule, cause.card, cause.target), n, n),)


does("gain", lambda effect, cause, rule: GainCrystals(cause.seat, effect.n, rule))
does("draw", lambda effect, cause, rule: DrawCards(aim(cause) if effect.who == "target" else cause.seat, effect.n, rule))
does("discard-random", lambda effect, cause, rule: DiscardRandom(aim(cause), effect.n, rule))
does("discard-choice", lambda effect, cause, rule: ChooseDiscards(cause.seat, effect.n, rule))
does("recover", lambda effect, cause, rule: RecoverCard(cause.seat, effect.cards, rule))
does("lay", lambda effect, cause, rule: LayCard(aim(cause), cause.played, cause.seat, rule))
does("heal", lambda effect, cause, rule: HealSeat(cause.seat, effect.n, rule))
does("choose", lambda effect, cause, rule: LetChoose(cause, effect.times, 0))
