"""Playing DEA Cards: raid, patrol, seizure and custody; and the lawyer who calls them off."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.breaking_bad.actions import EndAction
from domain.games.breaking_bad.board import DEA, Board, Laid
from domain.games.breaking_bad.boards import LabShutDown, SalesSeized, discard_chemist
from domain.games.breaking_bad.components import components, stop
from domain.games.breaking_bad.effects import Cause, aim, does
from domain.games.breaking_bad.jail import LawyerCalled
from domain.games.breaking_bad.parts import CallOff, Seizes, ShutLab
from domain.games.breaking_bad.reactions import Deed, React, reacts
from domain.games.breaking_bad.sheets import CrystalsTaken, ability, area, is_agent, lift, shield, taken_up
from domain.kernel import Card, Command, Decision, Fact, Names, NothingHappened, Offer, RuleId, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class PatrolLaid(Fact[Board], frozen=True):
    """A patrol lies beside the DEA board: all criminals are under surveillance."""

    seat: Seat
    card: Card

    def apply(self, board: Board) -> Board:
        return replace(taken_up(board, self.card), patrol=(*board.patrol, Laid(self.card, DEA, self.seat)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("all criminals are under surveillance until the next turn of ", who(self.seat))


class Detained(Fact[Board], frozen=True):
    """A criminal is out of the game for as long as he is in custody."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, detained=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is in custody")


class Released(Fact[Board], frozen=True):
    """A criminal is out of custody."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, detained=False)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is out of custody")


# raid -----------------------------------------------------------------------------------------------------------------------
class Raid(Step[Board], frozen=True):
    """The exposed lab of a team is shut down."""

    cause: Cause
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        team = self.cause.team
        lab = None if team is None else scribe.board.teams[team].lab
        if team is None or lab is None:
            scribe.write(NothingHappened("there is no lab left to shut down"), "bb.jail.face-down-not-counted")
            return
        discard_chemist(scribe, team, "bb.raid.chemist-discarded")
        more = len(scribe.board.teams[team].labs) > 1
        scribe.write(LabShutDown(self.cause.seat, team, lab), "bb.amb.lab.stack-top" if more else self.rule)


# patrol ---------------------------------------------------------------------------------------------------------------------
class LayPatrol(Step[Board], frozen=True):
    """The card that was played goes into the patrol area."""

    seat: Seat
    card: Card
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(PatrolLaid(self.seat, self.card), self.rule)


# seizure --------------------------------------------------------------------------------------------------------------------
class SeizeCrystals(Step[Board], frozen=True):
    """Crystals of a stash or of a team board go to who plays the card: `n` or all, fewer if there are fewer.

    A character may take another number with some card than it says.
    """

    cause: Cause
    source: str
    n: int | None
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        board, cause, n, rule = scribe.board, self.cause, self.n, self.rule
        own = ability(board, cause.seat, Seizes)
        if own is not None and own[1].card == cause.of and own[1].source == self.source:
            n, rule = own[1].n, own[0].rule
        team = cause.team if self.source == "board" else None
        there = board.players[aim(cause)].stash if team is None else board.teams[team].sold
        n = there if n is None else min(n, there)
        if not n:
            scribe.write(NothingHappened("there is nothing to seize"), rule)
        elif team is None:
            short = self.n is not None and n < self.n and is_agent(board, cause.seat)
            scribe.write(CrystalsTaken(cause.seat, aim(cause), n), "bb.amb.seizure.short-stash" if short else rule)
        else:
            scribe.write(SalesSeized(cause.seat, team, n), _from_board(board, team, rule))


def _from_board(board: Board, team: str, rule: RuleId) -> RuleId:
    """The rule by which a team board can be seized from, although the team's members can not be."""
    members = list(board.members(team))
    if not members:
        return "bb.amb.seizure.board-out-of-game"
    return "bb.card.seizure-undercover-team" if all(shield(board, seat) is not None for seat in members) else rule


# custody --------------------------------------------------------------------------------------------------------------------
class ClearOthers(Step[Board], frozen=True):
    """All cards of an area but the one just laid are discarded."""

    seat: Seat
    card: Card | None
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        kept = False
        others: list[Laid] = []
        for laid in reversed(scribe.board.players[self.seat].area):
            if laid.id == self.card and not kept:
                kept = True
            else:
                others.append(laid)
        for laid in others:
            lift(scribe, self.seat, laid, area(laid).arrest_rule or self.rule)
        if not others:
            scribe.write(NothingHappened("no other card lies there"), self.rule)


class TakeIntoCustody(Step[Board], frozen=True):
    """A criminal is taken out of the game for a turn."""

    seat: Seat
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(Detained(self.seat), self.rule, cancels=scribe.owed(Decision, seat=self.seat))


# called off -----------------------------------------------------------------------------------------------------------------
class CallOffCard(Command[Board], frozen=True):
    """Play a card that calls off the one that is being played."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        deed = scribe.answering(React).deed
        raid = deed.card is not None and any(isinstance(e, ShutLab) for way in components().kind(deed.card).ways for e in way.does)
        rule = "bb.saul.cancel-list" if deed.target == seat else "bb.saul.any-criminal"
        if deed.target is None:
            rule = "bb.raid.saul-by-anyone" if raid else "bb.react.free"
        scribe.write(LawyerCalled(seat, self.card, "call-off", deed.actor), rule, cancels=scribe.before(EndAction))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("call it off with ", thing(self.card))


def _could(board: Board, seat: Seat, deed: Deed) -> bool:
    return deed.card is not None and board.players[seat].team != DEA and _kind(deed.card) in components().can_be_called_off


def _offers(board: Board, seat: Seat, deed: Deed) -> Iterator[Offer[Board]]:
    for card in dict.fromkeys(board.players[seat].hand.cards):
        calls = None if card is None else stop(card, CallOff)
        if card is not None and calls is not None and deed.card is not None and _kind(deed.card) in calls.cards:
            yield Offer(CallOffCard(card))


def _kind(card: Card) -> str:
    return components().kind(card).id


reacts(_could, _offers)
does("shut-lab", lambda effect, cause, rule: Raid(cause, rule))
does("patrol", lambda effect, cause, rule: LayPatrol(cause.seat, cause.played, rule))
does("seize", lambda effect, cause, rule: SeizeCrystals(cause, effect.source, effect.n, rule))
does("clear-area", lambda effect, cause, rule: ClearOthers(aim(cause), cause.card, rule))
does("detain", lambda effect, cause, rule: TakeIntoCustody(aim(cause), rule))
