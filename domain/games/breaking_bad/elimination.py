"""Being Eliminated from the Game: who has lost the last life point, what becomes of his things, and of his team's."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.breaking_bad.board import DEA, Board
from domain.games.breaking_bad.boards import BoardRemoved, close_labs
from domain.games.breaking_bad.decks import HandDiscarded
from domain.games.breaking_bad.sheets import CrystalsReturned, CrystalsTaken, area, lift
from domain.kernel import Command, Decision, Fact, Names, Offer, RuleId, Scribe, Seat, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class Eliminated(Fact[Board], frozen=True):
    """A character lost the last life point and is out of the game for good."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        lost = board.lost or self.seat == board.active
        return replace(board.player(self.seat, dead=True, detained=False, bonus=0), lost=lost)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is eliminated")


class PatrolLifted(Fact[Board], frozen=True):
    """A patrol was discarded."""

    card: str
    by: Seat

    def apply(self, board: Board) -> Board:
        at = next(n for n, laid in enumerate(board.patrol) if laid.by == self.by)
        return replace(board, patrol=(*board.patrol[:at], *board.patrol[at + 1 :])).discard(DEA, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the ", thing(self.card), " of ", who(self.by), " is discarded")


class SplitProposed(Fact[Board], frozen=True):
    """Who laid the poison would leave part of the crystals to the partner."""

    seat: Seat
    to: Seat
    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " would leave ", who(self.to), f" {self.n} of the crystals")


class HeirsFound(Fact[Board], frozen=True):
    """Two may divide the crystals of one who was poisoned."""

    seat: Seat
    by: Seat
    partner: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.by), " and ", who(self.partner), " may divide the crystals of ", who(self.seat))


# out of the game ------------------------------------------------------------------------------------------------------------
RULES = {  # by the rule of the loss: those of the elimination, and of who gets the stash
    "bb.ability.jesse-transfer-all": ("bb.amb.elim.jesse", "bb.elim.stash-to-eliminator"),
    "bb.fight.last-attacked-loses": ("bb.elim.last-lp", "bb.amb.elim.fight-eliminator"),
}


def eliminate(scribe: Scribe[Board], seat: Seat, by: Seat | None, rule: RuleId, poisoned: bool) -> None:
    """Take a character out of the game who lost the last life point under a rule; `by` (nobody: the supply) gets the stash.

    A poisoned one's stash is divided by those who did it.
    """
    eliminated, inherited = RULES.get(rule, ("bb.elim.last-lp", "bb.elim.stash-to-eliminator"))
    scribe.write(Eliminated(seat), eliminated, cancels=scribe.owed(Decision, seat=seat))
    clear_sheet(scribe, seat, "bb.elim.discard-hand-and-area")
    _bequeath(scribe, seat, by, inherited, poisoned)
    team = scribe.board.players[seat].team
    left = [player for player in scribe.board.players if player.team == team and not player.dead]
    if left:
        if all(player.jailed for player in left):
            close_labs(scribe, team, "bb.amb.jail.mixed-team", "bb.amb.jail.guest-chemist")
        return
    if team == DEA:
        _lift_surveillance(scribe)
        return
    close_labs(scribe, team, "bb.elim.team-labs-gone", "bb.betray.elimination-ends")
    scribe.write(BoardRemoved(team, scribe.board.teams[team].sold), "bb.elim.team-board-cleared")


def clear_sheet(scribe: Scribe[Board], seat: Seat, rule: RuleId, arrested: bool = False) -> None:
    """Discard a character's hand and card area."""
    player = scribe.board.players[seat]
    if player.hand.cards:
        scribe.write(HandDiscarded(seat, player.hand.known), rule)
    for laid in player.area:
        lift(scribe, seat, laid, (area(laid).arrest_rule or rule) if arrested else "bb.area.removed-to-owner-pile")


def _lift_surveillance(scribe: Scribe[Board]) -> None:
    """Without agents nobody is under surveillance."""
    for laid in scribe.board.patrol:
        scribe.write(PatrolLifted(laid.id, laid.by), "bb.elim.dea-gone-discard")
    for seat, player in enumerate(scribe.board.players):
        for laid in player.area:
            if area(laid).surveils:
                lift(scribe, seat, laid, "bb.elim.dea-gone-discard")


# the stash ------------------------------------------------------------------------------------------------------------------
def _bequeath(scribe: Scribe[Board], seat: Seat, by: Seat | None, rule: RuleId, poisoned: bool) -> None:
    board = scribe.board
    n = board.players[seat].stash
    if not n:
        return
    heirs = list(board.members(board.players[by].team)) if poisoned and by is not None else []
    heirs = [heir for heir in heirs if heir != seat]
    if poisoned and len(heirs) > 1 and by in heirs:
        partner = next(heir for heir in heirs if heir != by)
        scribe.write(HeirsFound(seat, by, partner), "bb.elim.ricin-stash", ProposeSplit(seat=by, to=partner, of=seat))
    elif poisoned and heirs:
        scribe.write(CrystalsTaken(heirs[0], seat, n), "bb.elim.ricin-stash")
    elif not poisoned and by is not None and by != seat and board.players[by].playing:
        scribe.write(CrystalsTaken(by, seat, n), rule)
    else:
        scribe.write(CrystalsReturned(seat, n), "bb.elim.ricin-stash" if poisoned else "bb.amb.elim.no-eliminator")


class ProposeSplit(Decision[Board], frozen=True):
    """How many of the crystals do you leave to your partner?"""

    to: Seat
    of: Seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(LeaveTo(self.to, n)) for n in range(board.players[self.of].stash + 1))

    def say(self, board: Board, names: Names) -> Text:
        return ("How many of the crystals do you leave to ", who(self.to), "?")


class LeaveTo(Command[Board], frozen=True):
    """Leave so many crystals to the partner."""

    to: Seat
    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        of = scribe.answering(ProposeSplit).of
        if not self.n:
            _take_all(scribe, seat, of)
            return
        proposed = SplitProposed(seat, self.to, self.n)
        scribe.write(proposed, "bb.amb.ricin.splitting", AgreeToSplit(seat=self.to, by=seat, of=of, n=self.n))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"leave {self.n} crystals to ", who(self.to))


class AgreeToSplit(Decision[Board], frozen=True):
    """Do you agree to how the crystals are divided? If not, who laid the poison has them all."""

    by: Seat
    of: Seat
    n: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Split(True))
        yield Offer(Split(False))

    def say(self, board: Board, names: Names) -> Text:
        return (f"{self.n} of the crystals are for you, the others for ", who(self.by), ". Do you agree?")


class Split(Command[Board], frozen=True):
    """Agree to how the crystals are divided, or do not."""

    agreed: bool

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(AgreeToSplit)
        if self.agreed:
            scribe.write(CrystalsTaken(seat, asked.of, asked.n), "bb.elim.ricin-stash")
        _take_all(scribe, asked.by, asked.of)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("agree to the split" if self.agreed else "do not agree to the split",)


def _take_all(scribe: Scribe[Board], seat: Seat, of: Seat) -> None:
    rest = scribe.board.players[of].stash
    if rest:
        scribe.write(CrystalsTaken(seat, of, rest), "bb.elim.ricin-stash")
