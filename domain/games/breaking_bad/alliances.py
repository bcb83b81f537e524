"""Alliances: the consent that a guest chemist needs, and the Blue Sky that allies get from each other's work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.breaking_bad.actions import Act, as_action
from domain.games.breaking_bad.board import CRIMINALS, DEA, Board
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.law import break_law, ground
from domain.games.breaking_bad.reactions import Deed, ring
from domain.games.breaking_bad.sheets import CrystalsGained
from domain.kernel import Command, Decision, Fact, Names, NothingHappened, Offer, RuleId, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class AllianceProposed(Fact[Board], frozen=True):
    """A criminal asked another team whether a chemist of his may work on its lab."""

    seat: Seat
    team: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " asks ", thing(self.team), " for the use of its lab")


class AllianceAgreed(Fact[Board], frozen=True):
    """A member of the team agreed, for this action."""

    seat: Seat
    to: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " lets ", who(self.to), " use the lab")


class AllianceRefused(Fact[Board], frozen=True):
    """Nobody of the team agreed."""

    seat: Seat
    team: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.team), " does not let ", who(self.seat), " use its lab")


class BonusDue(Fact[Board], frozen=True):
    """Allies made Blue Sky; one member of the other team gets some too."""

    team: str
    seats: tuple[Seat, ...]

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.team), " has a share in it, as an ally")


class ReceiverChosen(Fact[Board], frozen=True):
    """The team says which member gets the ally's Blue Sky."""

    seat: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is to get it")


# consent --------------------------------------------------------------------------------------------------------------------
class Propose(Command[Board], frozen=True):
    """Ask another team whether a chemist of yours may work on its lab."""

    team: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        act = scribe.answering(Act)
        asked = [Consent(seat=member, of=seat) for member in scribe.board.members(self.team)]
        end = EndProposal(seat, self.team, replace(act, asked=(*act.asked, self.team)))
        scribe.write(AllianceProposed(seat, self.team), "bb.ally.consent-to-place", *asked, end)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("ask ", thing(self.team), " for the use of its lab")


class Consent(Decision[Board], frozen=True):
    """Do you let a criminal of another team use your lab?"""

    of: Seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Consider(True))
        yield Offer(Consider(False))

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you let ", who(self.of), " use your lab?")


class Consider(Command[Board], frozen=True):
    """Agree to share the lab, or refuse."""

    agreed: bool

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        if not self.agreed:
            return
        proposal = next(owed for owed in scribe.owed(EndProposal))
        if not isinstance(proposal.what, EndProposal):
            raise TypeError("consent belongs to a proposal")
        act = proposal.what.act
        again = replace(act, agreed=(*act.agreed, proposal.what.team), asked=act.asked[:-1])
        done = scribe.through(EndProposal)
        agreed = AllianceAgreed(seat, proposal.what.seat)
        scribe.write(agreed, "bb.amb.ally.consent", *going_on(scribe.board, again), cancels=done)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("agree" if self.agreed else "refuse",)


class EndProposal(Step[Board], frozen=True):
    """All members were asked and none agreed; the action is chosen anew."""

    seat: Seat
    team: str
    act: Act

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(AllianceRefused(self.seat, self.team), "bb.ally.consent-to-place", *going_on(scribe.board, self.act))


def going_on(board: Board, act: Act) -> tuple[Act, ...]:
    """The same question again, unless the turn was taken over meanwhile."""
    return () if board.lost or board.taking_over is not None else (act,)


def proposals(board: Board, act: Act) -> Iterator[Offer[Board]]:
    """The teams that a criminal with a chemist may ask."""
    team, hand = board.players[act.seat].team, board.players[act.seat].hand.cards
    if team == DEA:
        return
    of = components()
    placed = any(other.chemist is not None and other.chemist.team == team for other in board.teams)
    if not placed and not any(card is not None and of.kind(card).chemist is not None for card in hand):
        return
    for other in CRIMINALS:
        known = other == team or other in act.agreed or other in act.asked
        if not known and board.teams[other].lab is not None and next(board.members(other), None) is not None:
            yield Offer(Propose(other))


# the share of an ally ---------------------------------------------------------------------------------------------------------
class ShareBonus(Step[Board], frozen=True):
    """A member of an allied team gets Blue Sky because the other team made some."""

    team: str
    breaks_law: bool
    startup: bool

    def settle(self, scribe: Scribe[Board]) -> None:
        seats: tuple[Seat, ...] = tuple(scribe.board.members(self.team))
        if len(seats) == 0:
            scribe.write(NothingHappened("no member of the allied team is in the game"), "bb.amb.ally.kickback-recipient")
            return
        due = BonusDue(self.team, seats)
        if len(seats) > 1:
            scribe.write(due, "bb.ally.kickback-one-member", ChooseReceiver(seat=seats[0], seats=seats, breaks_law=self.breaks_law))
        else:
            rule = "bb.ally.kickback-on-startup" if self.startup else "bb.ally.kickback"
            _announce_receipt(scribe, due, seats[0], self.breaks_law, rule)


class ChooseReceiver(Decision[Board], frozen=True):
    """Who of your team gets the ally's Blue Sky?"""

    seats: tuple[Seat, ...]
    breaks_law: bool

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(LetReceive(seat)) for seat in self.seats)

    def say(self, board: Board, names: Names) -> Text:
        return ("Who of your team gets the Blue Sky?",)


class LetReceive(Command[Board], frozen=True):
    """Say which member gets the Blue Sky."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseReceiver)
        chosen = ReceiverChosen(self.to)
        _announce_receipt(scribe, chosen, self.to, asked.breaks_law, "bb.amb.ally.kickback-recipient")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("let ", who(self.to), " have it")


def _announce_receipt(scribe: Scribe[Board], fact: Fact[Board], seat: Seat, breaks_law: bool, rule: RuleId) -> None:
    """A member is to receive the bonus; if that breaks the law, he may be caught at it."""
    receive = Receive(seat, components().limits.ally_bonus)
    if not breaks_law:
        scribe.write(fact, rule, receive)
        return
    deed = Deed(seat, ground=ground(scribe.board, seat, None))
    scribe.write(fact, rule, *ring(scribe.board, deed), receive)
    break_law(scribe, seat, "bb.law.ally-kickback")


class Receive(Step[Board], frozen=True):
    """A member of an allied team gets the bonus."""

    seat: Seat
    n: int

    def settle(self, scribe: Scribe[Board]) -> None:
        n = min(self.n, scribe.board.supply)
        if n and scribe.board.players[self.seat].playing:
            scribe.write(CrystalsGained(self.seat, n), "bb.sheet.stash-is-personal")
        else:
            scribe.write(NothingHappened("the supply is empty, or the receiver out of the game"), "bb.amb.setup.supply-exhausted")


as_action(proposals)
