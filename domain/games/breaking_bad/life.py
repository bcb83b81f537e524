"""Life points (Preparing the character sheets): losing and regaining them, what absorbs an attack, and who takes a loss for a friend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.breaking_bad.board import Board, Laid
from domain.games.breaking_bad.elimination import eliminate
from domain.games.breaking_bad.parts import TakesLoss
from domain.games.breaking_bad.reactions import _Window
from domain.games.breaking_bad.sheets import ability, area, friends, lift
from domain.kernel import Card, Command, Fact, Names, NothingHappened, Offer, Pass, RuleId, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class LifeLost(Fact[Board], frozen=True):
    """Life markers went from a sheet to the supply."""

    seat: Seat
    n: int

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, life=board.players[self.seat].life - self.n), life_supply=board.life_supply + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" loses {self.n} LP and has {after.players[self.seat].life} left")


class LifeRegained(Fact[Board], frozen=True):
    """Life markers went from the supply to a sheet; no more than it has room for."""

    seat: Seat
    n: int

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, life=board.players[self.seat].life + self.n), life_supply=board.life_supply - self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        player = after.players[self.seat]
        return (who(self.seat), f" regains {self.n} LP" if self.n else " is as well as can be", f" and has {player.life} of {player.room}")


class AttackLanded(Fact[Board], frozen=True):
    """A character is about to lose life points by an attack, and a friend could take the loss."""

    seat: Seat
    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" is about to lose {self.n} LP")


class AttackAbsorbed(Fact[Board], frozen=True):
    """What a character wore kept an attack from costing life points."""

    seat: Seat
    card: Card
    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " saves ", who(self.seat), f" from the loss of {self.n} LP")


class LossAverted(Fact[Board], frozen=True):
    """Something was done, and a character loses nothing."""

    seat: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " loses nothing")


class LossTaken(Fact[Board], frozen=True):
    """A character takes a friend's loss, and will have actions more for it."""

    seat: Seat
    of: Seat
    actions: int

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, bonus=board.players[self.seat].bonus + self.actions)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " takes the loss of ", who(self.of))


# losing ---------------------------------------------------------------------------------------------------------------------
class Hit(Step[Board], frozen=True):
    """A seat is to lose life points, unless something or somebody comes between."""

    seat: Seat
    n: int
    by: Seat
    attack: bool
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        if not board.players[self.seat].playing:
            scribe.write(NothingHappened("who is out of the game can not be hit"), "bb.amb.global-effects.out-of-game")
            return
        worn = next((laid for laid in board.players[self.seat].area if area(laid).absorbs), None) if self.attack else None
        if worn is not None:
            self._absorb(scribe, worn)
            return
        windows = tuple(guards(board, self.seat)) if self.attack else ()
        if windows:
            wound = Wound(self.seat, self.n, self.by, self.rule)
            scribe.write(AttackLanded(self.seat, self.n), "bb.amb.jesse.who", *windows, wound)
        else:
            rule = self.rule if self.attack else unaverted(board, self.seat, self.rule)
            lose_life(scribe, self.seat, self.n, self.by, rule)

    def _absorb(self, scribe: Scribe[Board], worn: Laid) -> None:
        scribe.write(AttackAbsorbed(self.seat, worn.id, self.n), "bb.card.vest-absorbs-all")
        if not scribe.board.vest_lasts:
            lift(scribe, self.seat, worn, "bb.amb.vest.consumed")


def unaverted(board: Board, seat: Seat, rule: RuleId) -> RuleId:
    """The rule by which life is lost although something is worn, or a friend near, that would help against an attack."""
    if any(area(laid).absorbs for laid in board.players[seat].area):
        return "bb.card.vest-not-ricin-salud"
    return "bb.ability.jesse-not-ricin-salud" if any(guards(board, seat)) else rule


class Wound(Step[Board], frozen=True):
    """A seat loses life points; `by` whom, for the stash."""

    seat: Seat
    n: int
    by: Seat
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        lose_life(scribe, self.seat, self.n, self.by, self.rule)


def lose_life(scribe: Scribe[Board], seat: Seat, n: int, by: Seat | None, rule: RuleId, poisoned: bool = False) -> None:
    """Let a seat lose life points; who has none left is eliminated at once."""
    scribe.write(LifeLost(seat, min(n, scribe.board.players[seat].life)), rule)
    if not scribe.board.players[seat].life:
        eliminate(scribe, seat, by, rule, poisoned)


def regain_life(scribe: Scribe[Board], seat: Seat, n: int, rule: RuleId) -> None:
    """Let a seat regain life points, as far as its sheet has room for them."""
    player = scribe.board.players[seat]
    gained = min(n, player.room - player.life)
    scribe.write(LifeRegained(seat, gained), rule if gained == n else "bb.lp.heal-capped")


# taking a friend's loss -------------------------------------------------------------------------------------------------------
def guards(board: Board, seat: Seat) -> Iterator[MayTakeLoss]:
    """A window for each friend who could take the loss of a seat."""
    for friend in friends(board, seat):
        if ability(board, friend, TakesLoss) is not None and not board.players[friend].standing:
            yield MayTakeLoss(seat=friend, victim=seat)


class MayTakeLoss(_Window, frozen=True):
    """Do you take the loss of a friend?"""

    victim: Seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield Offer(TakeLoss(self.victim))

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you take the loss of ", who(self.victim), "?")


class TakeLoss(Command[Board], frozen=True):
    """Lose all that a friend would lose."""

    of: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        wound = next(owed for owed in scribe.owed(Wound, seat=self.of))
        given = ability(scribe.board, seat, TakesLoss)
        if given is None or not isinstance(wound.what, Wound):
            raise TypeError("only who has the ability is asked to take a loss")
        vest = any(area(laid).absorbs for laid in scribe.board.players[seat].area)
        moved = replace(wound.what, seat=seat, rule="bb.amb.jesse.own-vest" if vest else "bb.ability.jesse-transfer-all")
        others = [owed for owed in scribe.owed(MayTakeLoss) if isinstance(owed.what, MayTakeLoss) and owed.what.victim == self.of]
        taken = LossTaken(seat, self.of, given[1].n)
        scribe.write(taken, "bb.ability.jesse-one-bonus-action", moved, cancels=(wound, *others))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("take the loss of ", who(self.of))
