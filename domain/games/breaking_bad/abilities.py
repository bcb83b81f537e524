"""Special Abilities in Detail: actions of one's own, Walter's look, Tuco's stare, Gus's interference, and Steve's backup.

What an ability changes in another chapter is done there: who takes a loss (`life`), what a shot takes (`firefight`), what is seized
(`dea`), made (`labs`), paid (`actions`) or chosen twice (`card_effects`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from domain.games.breaking_bad.actions import Act, EndAction, announce, as_action, discards
from domain.games.breaking_bad.alliances import going_on
from domain.games.breaking_bad.board import Board
from domain.games.breaking_bad.card_effects import discard_random, recoverable
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.decks import draw, to_draw
from domain.games.breaking_bad.effects import Cause, due
from domain.games.breaking_bad.parts import Ability, Action, Cancels, Choose, DrawsWhenEmpty, Firefight, Heal, Peek, Recover, Stare, Strip
from domain.games.breaking_bad.reactions import Deed, React, reacts
from domain.games.breaking_bad.sheets import AbilityUsed, CrystalsReturned, ability
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    Obligation,
    Offer,
    Pass,
    RuleId,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)

SIDES = ("left", "right")


# facts ------------------------------------------------------------------------------------------------------------------
class HandSeen(Fact[Board], frozen=True):
    """A player looked at another's hand."""

    seat: Seat
    of: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        return board.player(self.of, hand=board.players[self.of].hand.show(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " looks at the hand of ", who(self.of))


class StareBegan(Fact[Board], frozen=True):
    """A player looks for another's eyes."""

    seat: Seat
    at: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " stares at ", who(self.at))


class GazeTurned(Fact[Board], frozen=True):
    """A player secretly looked left or right."""

    seat: Seat
    way: Annotated[str | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, gaze=self.way, gazing=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " looks up" if self.way is None else f" looks {self.way}")


class EyesCompared(Fact[Board], frozen=True):
    """Where the two looked; their eyes met if both looked the same way."""

    seat: Seat
    at: Seat
    ways: tuple[str, str]

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, gaze=None, gazing=False).player(self.at, gaze=None, gazing=False)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        met = "meet" if self.ways[0] == self.ways[1] else "do not meet"
        return ("the eyes of ", who(self.seat), " and ", who(self.at), f" {met}")


class ActionCancelled(Fact[Board], frozen=True):
    """An opponent prevented an action; a crystal that was being sold is lost."""

    seat: Seat
    by: Seat
    crystals: int

    def apply(self, board: Board) -> Board:
        stash = board.players[self.seat].stash
        return replace(board.player(self.seat, stash=stash - self.crystals), supply=board.supply + self.crystals)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        lost = f", who loses {self.crystals} Blue Sky by it" if self.crystals else ""
        return (who(self.by), " prevents the action of ", who(self.seat), lost)


# what is offered ---------------------------------------------------------------------------------------------------------------
def ability_actions(board: Board, act: Act) -> Iterator[Offer[Board]]:
    """The abilities that may be used when an action is asked for."""
    seat, player = act.seat, board.players[act.seat]
    if (own := ability(board, seat, Action)) is not None:
        yield Offer(Use(own[0].id), _bars(board, seat, own[0], own[1]))
    if (peek := ability(board, seat, Peek)) is not None and peek[0].id not in player.used:
        for other, them in enumerate(board.players):
            if other != seat:
                yield Offer(LookAtHand(other), None if them.playing else "bb.amb.walter.peek-when")
    if (stare := ability(board, seat, Stare)) is not None and stare[0].id not in player.used:
        yield from (Offer(StareAt(other)) for other in board.others(seat) if board.players[other].hand.cards)


def _bars(board: Board, seat: Seat, own: Ability, action: Action) -> RuleId | None:
    """The rule that bars an action of one's own: it can not be paid, or there is nothing that it could do."""
    player = board.players[seat]
    if player.stash < action.crystals:
        return own.rule
    for effect in action.does:
        if isinstance(effect, Heal) and player.life == player.room:
            return "bb.lp.heal-capped"
        if isinstance(effect, Recover) and not any(recoverable(board, seat, effect.cards)):
            return own.rule
        if isinstance(effect, Choose) and not any(_strippable(board, seat, option) for option in effect.options):
            return own.rule
    return None


def _strippable(board: Board, seat: Seat, option: object) -> bool:
    """Whether a card that the option removes lies before the seat or its partner."""
    team = board.players[seat].team
    return isinstance(option, Strip) and any(
        components().kind(laid.id).id in option.cards for on in board.members(team) for laid in board.players[on].area
    )


# an action of his own ------------------------------------------------------------------------------------------------------------
class Use(Command[Board], frozen=True):
    """Use an ability that takes an action."""

    ability: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        own = ability(scribe.board, seat, Action)
        if own is None:
            raise TypeError("only who has the ability is offered it")
        effects = due(own[1].does, Cause(seat, own[0].id, own[0].rule))
        announce(scribe, seat, Deed(seat, "use"), "bb.action.use-ability", *effects)
        if own[1].crystals:
            scribe.write(CrystalsReturned(seat, own[1].crystals), own[0].rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("use ", thing(self.ability))


# a look at a hand ----------------------------------------------------------------------------------------------------------------
class LookAtHand(Command[Board], frozen=True):
    """Look at another player's hand."""

    of: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        own = ability(scribe.board, seat, Peek)
        if own is None:
            raise TypeError("only who has the ability is offered it")
        scribe.write(AbilityUsed(seat, own[0].id), own[0].rule, scribe.answering(Act))
        scribe.write(HandSeen(seat, self.of, scribe.board.players[self.of].hand.known), own[0].rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("look at the hand of ", who(self.of))


# a meeting of eyes ---------------------------------------------------------------------------------------------------------------
class StareAt(Command[Board], frozen=True):
    """Look for another player's eyes."""

    at: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        own = ability(scribe.board, seat, Stare)
        if own is None:
            raise TypeError("only who has the ability is offered it")
        eyes = [TurnGaze(seat=who_looks, lane=who_looks) for who_looks in (seat, self.at)]
        compare = CompareEyes(seat, self.at, scribe.answering(Act))
        scribe.write(AbilityUsed(seat, own[0].id), own[0].rule)
        scribe.write(StareBegan(seat, self.at), "bb.amb.tuco.eye-contact", *eyes, compare)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("stare at ", who(self.at))


class TurnGaze(Decision[Board], frozen=True):
    """Do you look left or right? If the other one looks the same way, your eyes meet."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Look(way)) for way in SIDES)

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you look left or right? If both look the same way, your eyes meet.",)


class Look(Command[Board], frozen=True):
    """Look left or right, in secret."""

    way: Annotated[str | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(GazeTurned(seat, self.way), "bb.amb.tuco.eye-contact")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("look left or right" if self.way is None else f"look {self.way}",)


class CompareEyes(Step[Board], frozen=True):
    """Both have looked."""

    seat: Seat
    at: Seat
    act: Act

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        ways = (board.players[self.seat].gaze or "", board.players[self.at].gaze or "")
        met = ways[0] == ways[1] and board.players[self.at].hand.cards
        then: tuple[Obligation[Board], ...] = (TakeCard(seat=self.seat, of=self.at),) if met else ()
        scribe.write(EyesCompared(self.seat, self.at, ways), "bb.amb.tuco.eye-contact", *then, *going_on(board, self.act))


class TakeCard(Decision[Board], frozen=True):
    """Your eyes have met: does the other one discard a card?"""

    of: Seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield Offer(MakeDiscard(self.of))

    def say(self, board: Board, names: Names) -> Text:
        return ("Your eyes have met. Does ", who(self.of), " discard a card?")


class MakeDiscard(Command[Board], frozen=True):
    """Let the other one discard a card at random."""

    of: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        discard_random(scribe, self.of, "bb.ability.tuco-eye-contact")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("let ", who(self.of), " discard a card at random")


# preventing an action ------------------------------------------------------------------------------------------------------------
class PreventAction(Command[Board], frozen=True):
    """Discard cards to prevent the action."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        own = ability(scribe.board, seat, Cancels)
        if own is None:
            raise TypeError("only who has the ability is offered it")
        price = discards(seat, own[1].cards, "bb.amb.gus.cost")
        scribe.write(AbilityUsed(seat, own[0].id), own[0].rule, *price, CancelAction(seat, scribe.answering(React).deed))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("prevent the action",)


class CancelAction(Step[Board], frozen=True):
    """The price is paid: the action is prevented."""

    by: Seat
    deed: Deed

    def settle(self, scribe: Scribe[Board]) -> None:
        deed, rule = self.deed, "bb.ability.gus-cancel"
        sold = int(deed.doing == "sell" and scribe.board.players[deed.actor].stash > 0)
        if deed.card is not None:
            effects = [effect for way in components().kind(deed.card).ways for effect in way.does]
            fights = any(isinstance(effect, Firefight) for effect in effects)
            rule = "bb.ability.gus-cancel-opening-shot" if fights else "bb.ability.gus-cancel-card"
        elif deed.doing == "sell":
            rule = "bb.amb.gus.sold-bs"
        elif deed.doing == "make":
            rule = "bb.ability.gus-cancel-bs"
        scribe.write(ActionCancelled(deed.actor, self.by, sold), rule, cancels=scribe.before(EndAction))


def _could(board: Board, seat: Seat, deed: Deed) -> bool:
    own = ability(board, seat, Cancels)
    if own is None or not deed.doing or own[0].id in board.players[seat].used:
        return False
    return len(board.players[seat].hand.cards) >= own[1].cards and board.players[seat].team != board.players[deed.actor].team


def _offers(board: Board, seat: Seat, deed: Deed) -> Iterator[Offer[Board]]:
    yield Offer(PreventAction())


# an empty hand -------------------------------------------------------------------------------------------------------------------
class RefillHand(Step[Board], frozen=True):
    """A hand has run empty, and its player draws."""

    seat: Seat
    n: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        draw(scribe, self.seat, self.n, self.rule)


def refill(board: Board) -> RefillHand | None:
    """What the position calls for when a hand has run empty and the effect that emptied it is over."""
    if (board.acting and not board.fights) or board.result is not None:
        return None
    for seat, player in enumerate(board.players):
        if not player.hand.cards and player.playing and board.turn:
            own = ability(board, seat, DrawsWhenEmpty)
            if own is not None and to_draw(board, seat):
                return RefillHand(seat, own[1].n, own[0].rule)
    return None


as_action(ability_actions)
reacts(_could, _offers)
