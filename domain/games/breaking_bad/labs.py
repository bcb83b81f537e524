"""Making Blue Sky: starting up labs, making and selling Blue Sky, moving and removing chemists (Betrayal)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.breaking_bad.actions import Act, CardPlayed, announce, as_action
from domain.games.breaking_bad.alliances import ShareBonus
from domain.games.breaking_bad.board import CRIMINALS, DEA, Board
from domain.games.breaking_bad.boards import ChemistMoved, ChemistPlaced, CrystalSold, discard_chemist
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.parts import Chemist, MakesMore
from domain.games.breaking_bad.reactions import Deed
from domain.games.breaking_bad.sheets import AbilityUsed, CrystalsGained, ability, allies
from domain.kernel import Card, Command, Names, NothingHappened, Obligation, Offer, RuleId, Scribe, Seat, Step, Text, thing


def chemist(card: Card) -> Chemist:
    """What a card makes as a chemist. `TypeError` for a card that is none."""
    made = components().kind(card).chemist
    if made is None:
        raise TypeError(f"{card} is no chemist")
    return made


# what is offered --------------------------------------------------------------------------------------------------------------
def lab_actions(board: Board, act: Act) -> Iterator[Offer[Board]]:
    """Selling, making, starting up and removing, as far as the position has anything for it."""
    player = board.players[act.seat]
    if player.team == DEA:
        yield Offer(Sell(), "bb.action.dea-never-sells")
        yield Offer(Make(CRIMINALS[0]), "bb.action.criminal-only-four")
        return
    yield Offer(Sell(), None if player.stash else "bb.action.sell-exactly-one")
    chemists = [card for card in dict.fromkeys(player.hand.cards) if card is not None and components().kind(card).chemist is not None]
    if board.teams[player.team].chemist is None:
        yield Offer(Make(player.team), "bb.setup.no-lab-operating")
    for name in CRIMINALS:
        team = board.teams[name]
        works, own = team.chemist, name == player.team
        if works is not None:
            mine = works.team == player.team
            yield Offer(Make(name), None if own or mine else "bb.lab.team-exclusive")
            if own or mine:
                yield Offer(Remove(name))
            if mine:
                yield from _moves(board, act, name)
        if chemists and team.lab is not None:
            barred = None if own or name in act.agreed else "bb.ally.consent-to-place"
            yield from (Offer(StartUp(card, name), barred) for card in chemists)


def _moves(board: Board, act: Act, origin: str) -> Iterator[Offer[Board]]:
    """Where an own chemist may go from the lab it works on."""
    for name in CRIMINALS:
        if name != origin and board.teams[name].lab is not None:
            barred = None if name == board.players[act.seat].team or name in act.agreed else "bb.amb.lab.move-card"
            yield Offer(Relocate(origin, name), barred)
            yield Offer(Shift(origin, name), barred)


# selling ----------------------------------------------------------------------------------------------------------------------
class Sell(Command[Board], frozen=True):
    """Sell one crystal."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        announce(scribe, seat, Deed(seat, "sell"), "bb.action.sell-exactly-one", CompleteSale(seat), violation="bb.law.sell")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("sell 1 Blue Sky",)


class CompleteSale(Step[Board], frozen=True):
    """The crystal goes onto the team board."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        if scribe.board.players[self.seat].stash:
            scribe.write(CrystalSold(self.seat), "bb.action.sell-exactly-one")
        else:
            scribe.write(NothingHappened("there is nothing left to sell"), "bb.action.sell-exactly-one")


# making -----------------------------------------------------------------------------------------------------------------------
class Make(Command[Board], frozen=True):
    """Make Blue Sky with the chemist on a team's lab."""

    team: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        works = scribe.board.teams[self.team].chemist
        if works is None:
            raise TypeError("only a lab in operation is offered")
        made = chemist(works.id)
        law = "bb.law.make-bs" if made.breaks_law else None
        rule = _making(scribe.board, seat, self.team, law is None)
        announce(scribe, seat, Deed(seat, "make"), rule, Produce(seat, self.team, works.id, False), violation=law)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        works = before.teams[self.team].chemist
        return ("make Blue Sky with ", thing(works.id if works else None), " in the lab of ", thing(self.team))


def _making(board: Board, seat: Seat, lab: str, exempt: bool) -> RuleId:
    """The rule by which a seat may make Blue Sky in that lab."""
    team, works = board.players[seat].team, board.teams[lab].chemist
    if exempt:
        return "bb.law.hidden-chemist-exempt"
    if sum(other.chemist is not None and team in (other.id, other.chemist.team) for other in board.teams) > 1:
        return "bb.lab.choose-chemist"
    if works is not None and works.team != lab:
        return "bb.ally.shared-use"
    return "bb.lab.partner-may-use" if board.teams[team].members > 1 else "bb.action.make"


class Produce(Step[Board], frozen=True):
    """A chemist makes Blue Sky, and allies get their share."""

    seat: Seat
    lab: str
    card: Card
    startup: bool

    def settle(self, scribe: Scribe[Board]) -> None:
        board, made = scribe.board, chemist(self.card)
        works = board.teams[self.lab].chemist
        if works is None or works.id != self.card:
            scribe.write(NothingHappened("the chemist does not work there any more"), "bb.lab.operating-while-chemist")
            return
        more = ability(board, self.seat, MakesMore)
        used = more is None or self.startup or more[0].id in board.players[self.seat].used
        wanted = (made.startup if self.startup else made.action) + (0 if more is None or used else more[1].n)
        shares: tuple[Obligation[Board], ...] = ()
        if works.team != self.lab:
            other = self.lab if board.players[self.seat].team == works.team else works.team
            shares = (ShareBonus(other, made.breaks_law, self.startup),)
        rule = "bb.lab.startup-produces-once" if self.startup else "bb.lab.operating-while-chemist"
        n = min(wanted, board.supply)
        rule = rule if n == wanted else "bb.amb.setup.supply-exhausted"
        scribe.write(CrystalsGained(self.seat, n), rule if made.breaks_law else "bb.card.hidden-chemist", *shares)
        if more is not None and not used:
            scribe.write(AbilityUsed(self.seat, more[0].id), more[0].rule)


# starting up ------------------------------------------------------------------------------------------------------------------
class StartUp(Command[Board], frozen=True):
    """Start up a team's lab with a chemist from the hand."""

    card: Card
    team: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        law = "bb.amb.law.startup" if chemist(self.card).breaks_law else None
        played = CardPlayed(seat, self.card, None, self.team)
        place = PlaceChemist(seat, self.card, self.team)
        deed = Deed(seat, "start-up", card=self.card)
        announce(scribe, seat, deed, "bb.action.startup", place, played=(played, "bb.lab.chemist-only-by-startup"), violation=law)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("start up the lab of ", thing(self.team), " with ", thing(self.card))


class PlaceChemist(Step[Board], frozen=True):
    """A chemist goes onto a lab and makes Blue Sky at once."""

    seat: Seat
    card: Card
    lab: str

    def settle(self, scribe: Scribe[Board]) -> None:
        board, team = scribe.board, scribe.board.players[self.seat].team
        if board.teams[self.lab].lab is None:
            scribe.write(NothingHappened("the lab is out of the game"), "bb.jail.face-down-not-counted")
            return
        discard_chemist(scribe, self.lab, _replaced(board, self.lab, team))
        placed = ChemistPlaced(self.seat, self.card, self.lab, team)
        rule = "bb.action.startup" if self.lab == team else "bb.amb.ally.transitive" if allies(board, team) else "bb.ally.definition"
        scribe.write(placed, rule, Produce(self.seat, self.lab, self.card, True))


class Relocate(Command[Board], frozen=True):
    """Start up a lab with a chemist who works on another one."""

    origin: str
    team: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        works = scribe.board.teams[self.origin].chemist
        if works is None:
            raise TypeError("only a chemist in play can move")
        law = "bb.amb.law.startup" if chemist(works.id).breaks_law else None
        does = MoveChemist(seat, self.origin, self.team, True)
        announce(scribe, seat, Deed(seat, "relocate"), "bb.amb.lab.move-action", does, violation=law)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("start up the lab of ", thing(self.team), " with the chemist from the lab of ", thing(self.origin))


# removing (Betrayal) ------------------------------------------------------------------------------------------------------------
class Shift(Command[Board], frozen=True):
    """Move a chemist to another lab without making Blue Sky."""

    origin: str
    team: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        does = MoveChemist(seat, self.origin, self.team, False)
        announce(scribe, seat, Deed(seat, "shift"), "bb.action.remove-chemist-targets", does)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("move the chemist from the lab of ", thing(self.origin), " to that of ", thing(self.team))


class MoveChemist(Step[Board], frozen=True):
    """A chemist goes from one lab to another, and makes Blue Sky there if the lab is started up."""

    seat: Seat
    origin: str
    lab: str
    starts_up: bool

    def settle(self, scribe: Scribe[Board]) -> None:
        board, team = scribe.board, scribe.board.players[self.seat].team
        works = board.teams[self.origin].chemist
        if works is None or works.team != team or board.teams[self.lab].lab is None:
            scribe.write(NothingHappened("the chemist can not move there any more"), "bb.jail.face-down-not-counted")
            return
        replaced = _replaced(board, self.lab, team)
        own = self.lab == team and replaced == "bb.lab.one-chemist-per-lab"
        discard_chemist(scribe, self.lab, "bb.lab.one-operating-per-team" if own else replaced)
        rule = "bb.betray.owner-moves-home" if self.lab == team else "bb.betray.owner-moves-to-third"
        then = (Produce(self.seat, self.lab, works.id, True),) if self.starts_up else ()
        scribe.write(ChemistMoved(self.seat, self.origin, self.lab), rule, *then)


class Remove(Command[Board], frozen=True):
    """Discard the chemist on a team's lab."""

    team: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        announce(scribe, seat, Deed(seat, "remove"), "bb.action.remove-chemist-targets", RemoveChemist(seat, self.team))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        works = before.teams[self.team].chemist
        return ("remove ", thing(works.id if works else None), " from the lab of ", thing(self.team))


class RemoveChemist(Step[Board], frozen=True):
    """The chemist on a lab is discarded."""

    seat: Seat
    lab: str

    def settle(self, scribe: Scribe[Board]) -> None:
        team, works = scribe.board.players[self.seat].team, scribe.board.teams[self.lab].chemist
        if works is None:
            scribe.write(NothingHappened("no chemist works there any more"), "bb.action.remove-chemist-targets")
            return
        rule = "bb.action.remove-chemist-targets"
        if works.team != self.lab:
            rule = "bb.betray.owner-discards-chemist" if works.team == team else "bb.betray.host-discards-chemist"
        discard_chemist(scribe, self.lab, rule)


def _replaced(board: Board, lab: str, team: str) -> RuleId:
    """The rule by which `team`, placing a chemist on a lab, replaces the one there."""
    works = board.teams[lab].chemist
    if works is None or works.team == team or works.team == lab:
        return "bb.lab.one-chemist-per-lab"
    return "bb.betray.host-replaces" if lab == team else "bb.betray.host-invites-third"


as_action(lab_actions)
