"""Jail: how a criminal comes into it, the three cards at the start of each turn, and the ways out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.breaking_bad.actions import EndAction
from domain.games.breaking_bad.alliances import Receive
from domain.games.breaking_bad.board import DEA, Board
from domain.games.breaking_bad.boards import LabsTurned, close_labs
from domain.games.breaking_bad.components import components, stop
from domain.games.breaking_bad.decks import DrawCards, HandDiscarded, draw
from domain.games.breaking_bad.elimination import clear_sheet
from domain.games.breaking_bad.parts import Free
from domain.games.breaking_bad.reactions import Resume
from domain.games.breaking_bad.sheets import CrystalsTaken
from domain.kernel import Card, Command, Debt, Decision, Fact, Names, Obligation, Offer, RuleId, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class Jailed(Fact[Board], frozen=True):
    """A criminal went to jail."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        lost = board.lost or self.seat == board.active
        return replace(board.player(self.seat, jailed=True), markers=board.markers - 1, lost=lost)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " goes to jail")


class JailSearched(Fact[Board], frozen=True):
    """Among the cards drawn in jail there was one that frees its holder, or none."""

    seat: Seat
    found: Card | None

    def say(self, before: Board, after: Board, names: Names) -> Text:
        found: Text = ("finds ", thing(self.found)) if self.found else ("finds nobody to call",)
        return (who(self.seat), " ", *found)


class JailLeft(Fact[Board], frozen=True):
    """A criminal left jail."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, jailed=False), markers=board.markers + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " leaves jail")


class LawyerCalled(Fact[Board], frozen=True):
    """A criminal played a card that calls off another, keeps somebody out of jail, or gets him out of it."""

    seat: Seat
    card: Card
    use: str  # "call-off", "rescue" or "free"
    of: Seat

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        return board.player(self.seat, hand=player.hand.take(self.card)).discard(player.team, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        whom: Text = ("himself",) if self.of == self.seat else (who(self.of),)
        said: dict[str, Text] = {
            "call-off": ("calls off what ", who(self.of), " plays"),
            "rescue": ("keeps ", *whom, " out of jail"),
            "free": ("gets ", *whom, " out of jail"),
        }
        return (who(self.seat), " plays ", thing(self.card), " and ", *said[self.use])


# into jail ------------------------------------------------------------------------------------------------------------------
class GoToJail(Step[Board], frozen=True):
    """A criminal who lost a firefight to an agent goes to jail."""

    seat: Seat
    by: Seat
    both: bool  # both agents took part

    def settle(self, scribe: Scribe[Board]) -> None:
        board, seat = scribe.board, self.seat
        gone = scribe.owed(Decision, Receive, Resume, seat=seat)
        rule = _sentence(board, seat, gone)
        if seat == board.active:
            # The action lapses; what an ally was to receive for it before is the ally's own business.
            gone = [o for o in scribe.before(EndAction) if o in gone or not isinstance(o.what, (Receive, Resume))]
        scribe.write(Jailed(seat), rule, cancels=gone)
        clear_sheet(scribe, seat, "bb.jail.enter", arrested=True)
        stash = scribe.board.players[seat].stash
        if stash:
            rule = "bb.amb.jail.stash-in-multi-agent" if self.both else "bb.jail.stash-to-agent"
            scribe.write(CrystalsTaken(self.by, seat, stash), rule)
        team = scribe.board.players[seat].team
        members = [player for player in scribe.board.players if player.team == team]
        if all(player.jailed or player.dead for player in members):
            mixed = any(player.dead for player in members)
            rule = "bb.amb.jail.mixed-team" if mixed else "bb.jail.team-all-jailed-labs-down"
            close_labs(scribe, team, rule, "bb.amb.jail.guest-chemist")


def _sentence(board: Board, seat: Seat, gone: list[Debt[Board]]) -> RuleId:
    """The rule by which a criminal goes to jail: what lapses because of it, or does not."""
    if any(isinstance(owed.what, Receive) for owed in gone):
        return "bb.amb.law.kickback-cancel"
    if any(isinstance(owed.what, Resume) for owed in gone):
        return "bb.caught.jailed-cancels-action"
    ally = seat != board.active and board.players[board.active].team != DEA
    return "bb.amb.fight.ally-jailed-action" if ally else "bb.caught.jail-instead-of-lp"


# out of jail ----------------------------------------------------------------------------------------------------------------
def search(scribe: Scribe[Board], seat: Seat) -> None:
    """The start of a prisoner's turn: three cards, one of which may free him for a regular turn."""
    before = len(scribe.board.players[seat].hand)
    draw(scribe, seat, components().limits.jail_draw, "bb.jail.draw-three")
    drawn = scribe.board.players[seat].hand.known[before:]
    found = next((card for card in drawn if stop(card, Free) is not None), None)
    scribe.write(JailSearched(seat, found), "bb.jail.draw-three")
    if found is None:
        if drawn:
            scribe.write(HandDiscarded(seat, drawn), "bb.jail.stay-without-saul")
        return
    scribe.write(LawyerCalled(seat, found, "free", seat), "bb.jail.release-on-saul")
    release(scribe, seat, "bb.jail.release-on-saul")


def release(scribe: Scribe[Board], seat: Seat, rule: str, *opens: Obligation[Board]) -> None:
    """Let a criminal out of jail; his team's labs are in the game again."""
    scribe.write(JailLeft(seat), rule, *opens)
    team = scribe.board.teams[scribe.board.players[seat].team]
    if not team.face_up:
        scribe.write(LabsTurned(team.id, True), "bb.jail.return-labs-up")


class FreePrisoner(Command[Board], frozen=True):
    """Play a card to get another criminal out of jail."""

    card: Card
    of: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        frees = stop(self.card, Free)
        if frees is None:
            raise TypeError(f"{self.card} frees nobody")
        rule = "bb.saul.free-from-jail" if seat == scribe.board.active else "bb.saul.no-action"
        scribe.write(LawyerCalled(seat, self.card, "free", self.of), rule)
        release(scribe, self.of, "bb.jail.freed-by-other", DrawCards(self.of, frees.draw, "bb.jail.freed-by-other"))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), " and get ", who(self.of), " out of jail")


def prisoners_to_free(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """Whom a criminal may get out of jail at any time."""
    if not board.players[seat].playing or not any(player.jailed for player in board.players):
        return
    for card in dict.fromkeys(board.players[seat].hand.cards):
        if card is not None and stop(card, Free) is not None:
            for other, player in enumerate(board.players):
                if player.jailed and other != seat:
                    yield Offer(FreePrisoner(card, other))
