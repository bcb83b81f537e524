"""Course of the Game: how turns begin and end, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from domain.games.breaking_bad.actions import Act, ChooseDiscard, DiscardDue, PayForMore, discards, next_action
from domain.games.breaking_bad.board import Board, Laid
from domain.games.breaking_bad.components import components, stop
from domain.games.breaking_bad.dea import Released
from domain.games.breaking_bad.elimination import PatrolLifted
from domain.games.breaking_bad.ending import end_if_over
from domain.games.breaking_bad.jail import search
from domain.games.breaking_bad.life import lose_life, unaverted
from domain.games.breaking_bad.parts import TakeTurn
from domain.games.breaking_bad.sheets import CardAged, area, lift
from domain.kernel import Card, Command, Fact, Names, Offer, RuleId, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class TurnBegan(Fact[Board], frozen=True):
    """A player's turn began."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        fresh = replace(board, active=self.seat, turn=board.turn + 1, left=0, paid=False, lost=False, taking_over=None)
        return fresh.player(self.seat, used=())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"turn {after.turn}: it is for ", who(self.seat), " to act")


class ActionsGranted(Fact[Board], frozen=True):
    """A player has so many regular actions in this turn."""

    seat: Seat
    n: int

    def apply(self, board: Board) -> Board:
        return replace(board, left=self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" has {self.n} actions")


class TurnSkipped(Fact[Board], frozen=True):
    """A player who is out of the game does not take the turn."""

    seat: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " does not take a turn")


class TurnTakenOver(Fact[Board], frozen=True):
    """A player ends an opponent's turn and will take the next one."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = board.player(self.seat, hand=player.hand.take(self.card)).discard(player.team, self.card)
        return replace(board, taking_over=self.seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " plays ", thing(self.card), ": the turn of ", who(after.active), " ends")


class TurnEnded(Fact[Board], frozen=True):
    """A player's turn ended; unused earned actions and standing passes end with it."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        players = tuple(replace(player, standing="") if player.standing else player for player in board.players)
        return replace(board, players=players).player(self.seat, bonus=0)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the turn of ", who(self.seat), " ends")


# the beginning ----------------------------------------------------------------------------------------------------------------
class BeginTurn(Step[Board], frozen=True):
    """It is a seat's turn."""

    seat: Seat
    rule: RuleId = "bb.turn.clockwise"

    def settle(self, scribe: Scribe[Board]) -> None:
        if scribe.board.players[self.seat].dead:
            lift_patrols(scribe, self.seat, "bb.amb.patrol.owner-eliminated")
            following = BeginTurn((self.seat + 1) % len(scribe.board.players))
            scribe.write(TurnSkipped(self.seat), "bb.elim.last-lp", following)
        else:
            scribe.write(TurnBegan(self.seat), self.rule, StartTurn(self.seat), EndTurn(self.seat))


def lift_patrols(scribe: Scribe[Board], seat: Seat, rule: RuleId) -> None:
    """Discard the patrols that a seat has laid."""
    for laid in scribe.board.patrol:
        if laid.by == seat:
            scribe.write(PatrolLifted(laid.id, seat), rule)


class StartTurn(Step[Board], frozen=True):
    """What happens at the start of a turn: cards are discarded or take effect, prisoners draw; then there are actions."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        seat = self.seat
        lift_patrols(scribe, seat, "bb.patrol.expires")
        if scribe.board.players[seat].jailed:
            search(scribe, seat)
        _age_area(scribe, seat)
        _suffer(scribe, seat)
        if scribe.board.players[seat].playing:
            of = components().limits.actions
            granted = ActionsGranted(seat, of)
            scribe.write(granted, "bb.turn.two-mandatory-actions", *next_action(granted.apply(scribe.board), seat))
        else:
            scribe.write(TurnSkipped(seat), _out(scribe.board, seat))


def _out(board: Board, seat: Seat) -> RuleId:
    """Why a seat takes no actions in its turn."""
    player = board.players[seat]
    return "bb.elim.last-lp" if player.dead else "bb.jail.inactive" if player.jailed else "bb.custody.skip-then-return"


def _age_area(scribe: Scribe[Board], seat: Seat) -> None:
    """Cards that lie for some turns of their bearer are discarded after the last of them."""
    for laid in scribe.board.players[seat].area:
        lies = area(laid)
        if lies.turns is None or lies.rule is None:
            continue
        if laid.turns < lies.turns:
            scribe.write(CardAged(seat, laid.id), lies.rule)
            continue
        lift(scribe, seat, laid, lies.rule)
        if lies.detains:
            scribe.write(Released(seat), lies.rule)


def _suffer(scribe: Scribe[Board], seat: Seat) -> None:
    """Cards in the own area may cost life points at the start of a turn."""
    for laid in scribe.board.players[seat].area:
        ticks, player = area(laid).ticks, scribe.board.players[seat]
        if ticks and player.playing:
            lose_life(scribe, seat, ticks, laid.by, _ticking(scribe.board, seat, laid), poisoned=True)


def _ticking(board: Board, seat: Seat, laid: Laid) -> RuleId:
    """The rule by which a card costs life points, whatever its bearer wears and whoever laid it."""
    if board.players[seat].life <= area(laid).ticks:
        return "bb.card.ricin-kills-at-one"
    outlived = "bb.card.ricin-outlives-team" if board.teams[laid.team].gone else area(laid).tick_rule
    return unaverted(board, seat, outlived)


# the end ------------------------------------------------------------------------------------------------------------------------
class EndTurn(Step[Board], frozen=True):
    """What comes at the end of a turn in any case: the hand limit, and the next turn."""

    always: ClassVar[bool] = True
    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        if end_if_over(scribe):
            return
        board, seat = scribe.board, self.seat
        over = len(board.players[seat].hand) - components().limits.hand
        if over > 0 and board.players[seat].playing:
            rule = "bb.hand.limit-six" if board.taking_over is None else "bb.amb.takeover.start-of-turn"
            scribe.write(DiscardDue(seat, over), rule, *discards(seat, over, "bb.hand.limit-six"), EndTurn(seat))
        elif board.taking_over is not None:
            scribe.write(TurnEnded(seat), "bb.card.takeover-action-finishes", BeginTurn(board.taking_over, "bb.card.takeover-interrupt"))
        else:
            rule = "bb.jail.turn-ends" if board.players[seat].jailed and board.lost else "bb.extra.optional-then-end"
            scribe.write(TurnEnded(seat), rule, BeginTurn((seat + 1) % len(board.players)))


# taking over --------------------------------------------------------------------------------------------------------------------
class TakeOver(Command[Board], frozen=True):
    """Say "I'm taking over!" and play the card."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        active = scribe.board.active
        rest = scribe.owed(Act, PayForMore, seat=active)
        if rest:  # no action is under way, and what he was about to pay for one he need not pay
            rest += scribe.owed(ChooseDiscard, seat=active)
        rule = "bb.amb.takeover.vs-reaction" if scribe.board.acting else "bb.card.takeover-declared"
        scribe.write(TurnTakenOver(seat, self.card), rule, cancels=rest)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("take over with ", thing(self.card))


def take_overs(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """What a seat may play to take over the turn."""
    if board.taking_over is not None:
        return
    for card in dict.fromkeys(board.players[seat].hand.cards):
        if card is not None and stop(card, TakeTurn) is not None:
            own = board.players[seat].team == board.players[board.active].team
            barred = "bb.amb.takeover.opponent-only" if own else None
            yield Offer(TakeOver(card), "bb.amb.custody.ends-own-turn" if board.players[seat].detained else barred)
