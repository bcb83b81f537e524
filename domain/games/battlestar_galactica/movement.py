"""Movement: where characters stand, the Movement step, landing, and being sent to Sickbay or the Brig."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import AREAS, BRIG, SICKBAY, Board, clockwise
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import Cause, PlayerChosen, chosen, does, due, immune, movable, nothing, seat_of, touched
from domain.games.battlestar_galactica.skills import DiscardCards
from domain.games.battlestar_galactica.titles import ADMIRAL, leave_office, pass_title
from domain.kernel import (
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

GALACTICA, COLONIAL_ONE, CYLON = "galactica", "colonial-one", "cylon"
RESERVES, DAMAGED, DESTROYED = "reserves", "damaged", "destroyed"  # what becomes of a viper that its pilot leaves


# facts ------------------------------------------------------------------------------------------------------------------
class Moved(Fact[Board], frozen=True):
    """A character stands elsewhere: on a location or, piloting, in a space area. A viper that is left goes where `viper` says."""

    seat: Seat
    to: str
    viper: str = ""

    def apply(self, board: Board) -> Board:
        if self.viper == RESERVES:
            board = replace(board, vipers=board.vipers + 1)
        elif self.viper == DAMAGED:
            board = replace(board, vipers_damaged=board.vipers_damaged + 1)
        elif self.viper == DESTROYED:
            board = replace(board, vipers_destroyed=board.vipers_destroyed + 1)
        return board.player(self.seat, at=self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        left = f"; the viper is {self.viper}" if self.viper in (DAMAGED, DESTROYED) else ""
        return (who(self.seat), " goes to ", thing(self.to), left)


def place(scribe: Scribe[Board], seat: Seat, to: str, rule: RuleId, *opens: Obligation[Board], viper: str = RESERVES) -> None:
    """Put a character somewhere; if he was flying and is not any more, his viper goes where `viper` says."""
    board = scribe.board
    was = board.players[seat]
    scribe.write(Moved(seat, to, viper if was.flying and to not in AREAS else ""), rule, *opens)
    if to == BRIG:
        leave_office(scribe, seat, ADMIRAL, "bsg.succession.admiral-brig")
    elif was.at == BRIG and board.admiral is not None and board.players[board.admiral].at == BRIG and not was.cylon:
        pass_title(scribe, ADMIRAL, seat, "bsg.amb.admiral-all-brigged")


def locked(board: Board) -> bool:
    """Whether a card in play keeps everybody from Colonial One."""
    return lasts(board, "no-colonial-one")


def lasts(board: Board, rule: str) -> bool:
    """Whether a crisis in play sets this standing rule."""
    lasting = components().lasting
    return any(getattr(effect, "rule", None) == rule for card in board.kept for effect in lasting[card])


# the Movement step ------------------------------------------------------------------------------------------------------------
class MovementStep(Step[Board], frozen=True):
    """A player may move."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        player = scribe.board.players[self.seat]
        if player.at == BRIG:
            nothing(scribe, "nobody moves out of the Brig", "bsg.brig.no-move")
        elif player.stranded:
            nothing(scribe, "who is off the board does not move", "bsg.amb.helo-stranded")
        else:
            rule = "bsg.cylon-turn.move" if player.cylon else "bsg.move.optional"
            nothing(scribe, "there is time to move", rule, Move(seat=self.seat))


class Move(Decision[Board], frozen=True):
    """Where do you go?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from ways(board, self.seat)


class MoveTo(Command[Board], frozen=True):
    """Go there."""

    to: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        go(scribe, seat, self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("go to ", thing(self.to))


def ways(board: Board, seat: Seat) -> Iterable[Offer[Board]]:
    """Where a character may go in a Movement step, and what bars the rest."""
    of, player = components(), board.players[seat]
    if player.flying:
        yield from (Offer(MoveTo(clockwise(player.at, steps))) for steps in (1, -1))
    here = None if player.flying else of.locations_by_id[player.at].ship
    no_card = None if player.hand.cards else "bsg.move.piloting-land" if player.flying else "bsg.move.change-ship"
    shut = locked(board)
    for location in of.locations:
        if location.id == player.at:
            continue
        bar = None
        if (location.ship == CYLON) != player.cylon:
            bar = "bsg.move.human-restriction"
        elif location.hazard:
            bar = "bsg.board.hazard"
        elif location.ship == COLONIAL_ONE and shut:
            bar = "bsg.crisis.attack-discard"
        elif location.ship != here:
            bar = no_card
        yield Offer(MoveTo(location.id), bar)


def go(scribe: Scribe[Board], seat: Seat, to: str) -> None:
    """Move of one's own will: changing ships and landing cost a card."""
    player, of = scribe.board.players[seat], components()
    if to in AREAS:
        scribe.write(Moved(seat, to), "bsg.move.piloting-adjacent")
    elif player.flying:
        price = DiscardCards(((seat, 1),), "bsg.move.piloting-land", forced=False)
        place(scribe, seat, to, "bsg.pilot.land-anywhere", price)
    elif of.locations_by_id[player.at].ship != of.locations_by_id[to].ship:
        price = DiscardCards(((seat, 1),), "bsg.move.change-ship", forced=False)
        place(scribe, seat, to, "bsg.move.change-ship", price)
    else:
        place(scribe, seat, to, "bsg.cylon-turn.move" if player.cylon else "bsg.move.optional")


# being sent -------------------------------------------------------------------------------------------------------------------
def send(scribe: Scribe[Board], seat: Seat, where: str, cause: Cause) -> None:
    """Send a character to Sickbay or the Brig, if it can be moved."""
    board = scribe.board
    player = board.players[seat]
    if immune(board, cause, seat) or player.cylon:
        nothing(scribe, "a revealed Cylon stays where he is", "bsg.cylon-crisis.immunity")
    elif player.stranded:
        nothing(scribe, "who is off the board is not moved", "bsg.amb.helo-stranded")
    elif player.at == BRIG and where == SICKBAY:
        nothing(scribe, "nobody is moved out of the Brig", "bsg.amb.brig-target")
    elif player.at == where:
        nothing(scribe, "he is there already", "bsg.amb.brig-target")
    else:
        place(
            scribe,
            seat,
            where,
            "bsg.pilot.sent-away" if player.flying else "bsg.check.admirals-quarters" if cause.kind == "location" else SENT,
        )


SENT = "bsg.crisis.event"


class ChooseSent(Decision[Board], frozen=True):
    """Who is sent there?"""

    where: str
    cause: Cause
    optional: bool = False

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        if self.optional:
            yield Offer(Pass())
        yield from (Offer(SendAway(seat)) for seat in targets(board, self.where))

    def say(self, board: Board, names: Names) -> Text:
        return ("Who is sent to ", thing(self.where), "?")


class SendAway(Command[Board], frozen=True):
    """Send this player there."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseSent)
        scribe.write(PlayerChosen(seat, self.to), "bsg.amb.brig-target")
        send(scribe, self.to, asked.where, asked.cause)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("send ", who(self.to))


def targets(board: Board, where: str) -> tuple[Seat, ...]:
    """Who could be sent there."""
    return tuple(s for s in board.around(0) if movable(board, s, from_brig=False) and board.players[s].at != where)


def _send(scribe: Scribe[Board], effect: parts.Send, cause: Cause, path: str) -> None:
    board = scribe.board
    if effect.chosen_by is not None:
        chooser = seat_of(board, cause, effect.chosen_by)
        if chooser is None or not targets(board, effect.where):
            nothing(scribe, "there is nobody who could be sent", "bsg.amb.brig-target")
        else:
            ask = ChooseSent(seat=chooser, where=effect.where, cause=cause, optional=effect.optional)
            nothing(scribe, f"somebody is to go to {effect.where}", "bsg.crisis.event", ask)
        return
    if effect.all_in is not None:
        places = components().aboard(effect.all_in) or (effect.all_in,)
        seats = tuple(s for s, p in enumerate(board.players) if p.at in places)
    else:
        seats = touched(board, cause, effect.who or "self")
    if not seats:
        nothing(scribe, "there is nobody to be sent", "bsg.cylon-crisis.immunity" if effect.who else "bsg.amb.brig-target")
    for seat in seats:
        send(scribe, seat, effect.where, cause)


# being chosen ---------------------------------------------------------------------------------------------------------------
class ChoosePlayer(Decision[Board], frozen=True):
    """Who is it?"""

    among: tuple[Seat, ...]
    cause: Cause
    path: str
    n: int
    optional: bool = False

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        if self.optional:
            yield Offer(Pass())
        yield from (Offer(PickPlayer(seat)) for seat in self.among)


class PickPlayer(Command[Board], frozen=True):
    """Choose this player."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChoosePlayer)
        scribe.write(PlayerChosen(seat, self.to), "bsg.ability.action-word", *due(chosen(asked.cause, self.to), asked.path, asked.n + 1))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("choose ", who(self.to))


def _choose(scribe: Scribe[Board], effect: parts.Choose, cause: Cause, path: str) -> None:
    board, chooser = scribe.board, cause.seat
    among = tuple(seat for seat in board.around(0) if seat != chooser and _is_among(board, seat, effect.among))
    head, _, n = path.rpartition(".")
    if not among:
        nothing(scribe, "there is nobody to choose", "bsg.amb.brig-target")
        return
    optional = cause.kind == "loyalty"
    ask = ChoosePlayer(seat=chooser, among=among, cause=cause, path=head, n=int(n), optional=optional)
    nothing(scribe, "somebody is to be chosen", "bsg.crisis.choice-free", ask)


def _is_among(board: Board, seat: Seat, among: str) -> bool:
    player = board.players[seat]
    if player.cylon or player.stranded:
        return False
    if among == "mutineers":
        return seat != board.admiral and player.at != BRIG
    if among == "brigged":
        return player.at == BRIG
    return player.at in components().aboard(GALACTICA) and player.at != BRIG


# leaving the Brig ---------------------------------------------------------------------------------------------------------------
class ChooseRoom(Decision[Board], frozen=True):
    """Which location of Galactica?"""

    target: Seat
    optional: bool = False

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        if self.optional:
            yield Offer(Pass())
        for room in components().locations:
            if room.ship == GALACTICA and room.id != BRIG:
                yield Offer(Admit(room.id), "bsg.amb.brig-destination" if room.hazard and self.optional else None)

    def say(self, board: Board, names: Names) -> Text:
        return ("To which location of Galactica does ", who(self.target), " go?")


class Admit(Command[Board], frozen=True):
    """Let him go there."""

    to: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        place(scribe, scribe.answering(ChooseRoom).target, self.to, "bsg.amb.brig-destination")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("go to ", thing(self.to))


def _release(scribe: Scribe[Board], effect: parts.Release, cause: Cause, path: str) -> None:
    ask = ChooseRoom(seat=cause.seat, target=cause.seat, optional=True)
    scribe.write(NothingHappened("the Brig may be left"), "bsg.check.brig", ask)


def _move(scribe: Scribe[Board], effect: parts.Move, cause: Cause, path: str) -> None:
    assert cause.chosen is not None
    scribe.write(NothingHappened("the Brig is left"), "bsg.amb.pardon-discard", ChooseRoom(seat=cause.seat, target=cause.chosen))


does("send", _send)
does("choose", _choose)
does("release", _release)
does("move", _move)
