"""Course of the Game: actions. Two regular ones a turn, those that were earned, and one more that is paid for.

What may be done as an action, the chapters say with `as_action`. An action is announced, others may react, it is done, and
`EndAction` concludes it whatever came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from msgspec.structs import replace

from domain.games.breaking_bad.board import DEA, Board, Played
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.decks import CardDiscarded, DrawCards, to_draw
from domain.games.breaking_bad.ending import end_if_over
from domain.games.breaking_bad.law import break_law, ground
from domain.games.breaking_bad.life import LifeLost, guards
from domain.games.breaking_bad.parts import Cheaper, LabsAction
from domain.games.breaking_bad.reactions import Deed, ring
from domain.games.breaking_bad.sheets import AbilityUsed, CrystalsReturned, ability
from domain.kernel import Card, Command, Decision, Fact, Names, Obligation, Offer, Pass, RuleId, Scribe, Seat, Step, Text, thing, who

REGULAR, BONUS, FREE, PAID = "regular", "bonus", "free", "paid"
_actions: list[Callable[[Board, Act], Iterable[Offer[Board]]]] = []


def as_action(offers: Callable[[Board, Act], Iterable[Offer[Board]]]) -> None:
    """Say what a seat that is asked for an action is offered."""
    _actions.append(offers)


# facts ------------------------------------------------------------------------------------------------------------------
class ActionBegan(Fact[Board], frozen=True):
    """A player announced an action: one of the two regular ones, an earned, a free or the paid one."""

    seat: Seat
    what: str
    source: str

    def apply(self, board: Board) -> Board:
        board = replace(board, acting=True, left=board.left - (self.source == REGULAR))
        if self.source == BONUS:
            return board.player(self.seat, bonus=board.players[self.seat].bonus - 1)
        return board

    def say(self, before: Board, after: Board, names: Names) -> Text:
        which = {BONUS: "an action he has earned", FREE: "a free action", PAID: "his additional action"}
        return (who(self.seat), " takes ", which.get(self.source, f"an action, with {after.left or 'none'} more to come"))


class CardPlayed(Fact[Board], frozen=True):
    """A player laid a hand card on the table, at somebody or at a team's lab or board."""

    seat: Seat
    card: Card
    target: Seat | None = None
    team: str | None = None

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = board.player(self.seat, hand=player.hand.take(self.card))
        return replace(board, table=(*board.table, Played(self.card, player.team)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        at = (" on ", who(self.target)) if self.target is not None else (" on ", thing(self.team)) if self.team else ()
        return (who(self.seat), " plays ", thing(self.card), *at)


class ActionEnded(Fact[Board], frozen=True):
    """An action is over; what was played for it and still lies on the table is discarded."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        for played in board.table:
            board = board.discard(played.team, played.id)
        return replace(board, acting=False, table=())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the action of ", who(self.seat), " is over")


class ActionsForgone(Fact[Board], frozen=True):
    """A player did without what actions he had left of a kind."""

    seat: Seat
    source: str

    def apply(self, board: Board) -> Board:
        if self.source == REGULAR:
            return replace(board, left=0)
        return board.player(self.seat, bonus=0) if self.source == BONUS else board

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " does without the action")


class ActionBought(Fact[Board], frozen=True):
    """A player pays for an additional action, with crystals, cards or life."""

    seat: Seat
    price: str

    def apply(self, board: Board) -> Board:
        return replace(board, paid=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" pays for an additional action, with {self.price}")


class DiscardDue(Fact[Board], frozen=True):
    """A player has to discard hand cards of his choice."""

    seat: Seat
    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" has to discard {self.n} card{'s' if self.n > 1 else ''}")


# an action ------------------------------------------------------------------------------------------------------------------
def announce(
    scribe: Scribe[Board],
    seat: Seat,
    deed: Deed,
    rule: RuleId,
    *does: Obligation[Board],
    played: tuple[CardPlayed, RuleId] | None = None,
    violation: RuleId | None = None,
    open_to_dea: bool = True,
) -> None:
    """Announce the action that the seat was asked for: others may react, it `does` something, and is over.

    `violation` is the rule by which it breaks the law; `open_to_dea` false: the DEA does not strike at it from outside.
    """
    source = scribe.answering(Act).source
    began: Fact[Board] = ActionBegan(seat, deed.doing, source)
    free = ability(scribe.board, seat, LabsAction)
    if source == FREE and free is not None:
        scribe.write(AbilityUsed(seat, free[0].id), free[0].rule)
    if played is not None:
        scribe.write(began, rule)
        began, rule = played
    if violation is not None and open_to_dea:
        deed = replace(deed, ground=ground(scribe.board, seat, deed.target))
    windows = ring(began.apply(scribe.board), deed)
    scribe.write(began, rule, *windows, *does, EndAction(seat))
    if violation is not None:
        break_law(scribe, seat, violation)


class EndAction(Step[Board], frozen=True):
    """What comes after an action in any case: its cards are discarded, and the next action is due."""

    always: ClassVar[bool] = True
    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        ended = ActionEnded(self.seat)
        then = next_action(ended.apply(scribe.board), self.seat)
        scribe.write(ended, _concluding(scribe.board, then), *then)
        end_if_over(scribe)


def _concluding(board: Board, then: tuple[Decision[Board], ...]) -> RuleId:
    """The rule by which an action is over: what becomes of its card, or what may follow."""
    if board.table:
        chemist = any(components().kind(played.id).chemist is not None for played in board.table)
        return "bb.amb.lab.startup-lapse" if chemist else "bb.deck.played-to-own-pile"
    if any(isinstance(what, PayForMore) for what in then):
        return "bb.extra.only-after-two"
    return "bb.extra.max-one" if board.paid and not then else "bb.turn.any-order-repeatable"


def next_action(board: Board, seat: Seat) -> tuple[Decision[Board], ...]:
    """What a seat in turn is asked next: for an action, or whether it pays for one more. Nothing when the turn is over."""
    if board.lost or board.taking_over is not None:
        return ()
    if board.left:
        return (Act(seat=seat),)
    if board.players[seat].bonus:
        return (Act(seat=seat, source=BONUS),)
    if _has_free_action(board, seat):
        return (Act(seat=seat, source=FREE),)
    return () if board.paid else (PayForMore(seat=seat),)


def _has_free_action(board: Board, seat: Seat) -> bool:
    free = ability(board, seat, LabsAction)
    if free is None or board.players[seat].used.count(free[0].id) >= free[1].n:
        return False
    held = {lab for player in board.players if player.team == DEA for lab in player.raided}
    return all(held.intersection(components().labs_of(team.id)) for team in board.teams if team.goal and not team.gone)


class Act(Decision[Board], frozen=True):
    """Which action do you take?"""

    source: str = REGULAR
    agreed: tuple[str, ...] = ()  # teams that agreed to a chemist on their lab
    asked: tuple[str, ...] = ()  # teams that were asked and did not

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        there = to_draw(board, self.seat)
        yield Offer(DrawCard(), None if there else "bb.amb.deck.both-empty")
        free = bool(there)
        for offers in _actions:
            for offer in offers(board, self):
                free = free or offer.barred is None
                yield offer
        if not free or self.source in (BONUS, FREE):
            yield Offer(Forgo())

    def say(self, board: Board, names: Names) -> Text:
        return ("Which action do you take?",)


class DrawCard(Command[Board], frozen=True):
    """Draw a card."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        full = len(scribe.board.players[seat].hand) >= components().limits.hand
        draws = DrawCards(seat, 1, "bb.hand.limit-only-at-end" if full else "bb.action.draw-one")
        announce(scribe, seat, Deed(seat, "draw"), "bb.action.draw-one", draws)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("draw a card",)


class Forgo(Command[Board], frozen=True):
    """Do without the action."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        source = scribe.answering(Act).source
        free = ability(scribe.board, seat, LabsAction)
        if source == FREE and free is not None:
            used = AbilityUsed(seat, free[0].id)
            scribe.write(used, free[0].rule, *next_action(used.apply(scribe.board), seat))
            return
        forgone = ActionsForgone(seat, source)
        rule = "bb.amb.jesse.bonus-timing" if source == BONUS else "bb.amb.turn.no-legal-action"
        scribe.write(forgone, rule, *next_action(forgone.apply(scribe.board), seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("do without the action",)


# the additional action ------------------------------------------------------------------------------------------------------
class PayForMore(Decision[Board], frozen=True):
    """Do you pay for an additional action?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        player, of = board.players[self.seat], components().limits
        yield Offer(Pass())
        yield Offer(Pay("crystals"), None if player.stash >= _crystals(board, self.seat) else "bb.extra.price")
        yield Offer(Pay("cards"), None if len(player.hand) >= of.price_cards else "bb.extra.price")
        yield Offer(Pay("life"), None if player.life > of.price_life else "bb.amb.extra.last-lp")

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you pay for an additional action?",)


def _crystals(board: Board, seat: Seat) -> int:
    cheaper = ability(board, seat, Cheaper)
    return components().limits.price_crystals if cheaper is None else cheaper[1].crystals


class Pay(Command[Board], frozen=True):
    """Pay for an additional action, with crystals, cards or life."""

    price: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        of, cheaper = components().limits, ability(scribe.board, seat, Cheaper)
        bought, act = ActionBought(seat, self.price), Act(seat=seat, source=PAID)
        if self.price == "cards":
            scribe.write(bought, "bb.extra.any-action", *discards(seat, of.price_cards, "bb.extra.price-destination"), act)
            return
        scribe.write(bought, "bb.extra.any-action", act)
        if self.price == "life":
            rule = "bb.ability.jesse-not-voluntary" if any(guards(scribe.board, seat)) else "bb.lp.loss-to-supply"
            scribe.write(LifeLost(seat, of.price_life), rule)
        elif cheaper is not None:
            scribe.write(CrystalsReturned(seat, cheaper[1].crystals), cheaper[0].rule)
        else:
            agent = scribe.board.players[seat].team == DEA
            scribe.write(CrystalsReturned(seat, of.price_crystals), "bb.extra.dea-may-pay-bs" if agent else "bb.extra.price")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"pay for an additional action, with {self.price}",)


# discarding by choice -------------------------------------------------------------------------------------------------------
def discards(seat: Seat, n: int, rule: RuleId) -> tuple[ChooseDiscard, ...]:
    """A seat is to discard `n` cards, which it holds, one after the other."""
    return tuple(ChooseDiscard(seat=seat, rule=rule) for _ in range(n))


class ChooseDiscard(Decision[Board], frozen=True):
    """Which card do you discard?"""

    rule: RuleId

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Discard(card)) for card in dict.fromkeys(board.players[self.seat].hand.cards) if card is not None)

    def say(self, board: Board, names: Names) -> Text:
        return ("Which card do you discard?",)


class Discard(Command[Board], frozen=True):
    """Discard a hand card."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(CardDiscarded(seat, self.card), scribe.answering(ChooseDiscard).rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("discard ", thing(self.card))
