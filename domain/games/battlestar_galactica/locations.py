"""The locations: what activating each of them does, and what bars it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

from domain.games.battlestar_galactica.actions import actions, acts
from domain.games.battlestar_galactica.attacks import GALACTICA, StrikeCenturion, attack, everywhere
from domain.games.battlestar_galactica.board import AREAS, BRIG, Board, clockwise
from domain.games.battlestar_galactica.checks import BeginCheck
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.damage import location_damaged
from domain.games.battlestar_galactica.dice import RollDie, able
from domain.games.battlestar_galactica.effects import LOCATION, Cause, PlayerChosen, movable, nothing
from domain.games.battlestar_galactica.jump import SpinUp, ftl_ready
from domain.games.battlestar_galactica.offices import PlayQuorum
from domain.games.battlestar_galactica.quorum import VICE, draw_quorum, holder
from domain.games.battlestar_galactica.ships import civilians_out
from domain.games.battlestar_galactica.skills import DiscardCards, PickTypes, draw
from domain.games.battlestar_galactica.vipers import ActivateVipers, ChooseLaunch, RecallViper
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pass, Pile, RuleId, Scribe, Seal, Seat, Step, Text, thing, who

ATTACHED, ILL, CRIMINAL = "emotionally-attached", "terminal-illness", "convicted-criminal"
ILLNESS = 2  # cards that the ill discard before they activate a location
COMMANDS, SHIPS, PRESS = 2, 2, 2  # activations, ships looked at, cards drawn
Use = Callable[[Scribe[Board], Seat], None]
Bar = Callable[[Board, Seat], RuleId | None]


# facts ------------------------------------------------------------------------------------------------------------------
class LocationUsed(Fact[Board], frozen=True):
    """A player activated a location."""

    seat: Seat
    location: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " uses ", thing(self.location))


class CivilianSeen(Fact[Board], frozen=True):
    """A player looked at the hidden side of a civilian ship in space."""

    seat: Seat
    area: str
    at: int
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        cards = board.space(self.area).civilians.cards
        seen = cards[self.at] if self.card is None else self.card
        return board.area(self.area, civilians=Pile((*cards[: self.at], seen, *cards[self.at + 1 :])))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " looks at a civilian ship, ", thing(self.area), *((": ", thing(self.card)) if self.card else ()))


class CivilianMoved(Fact[Board], frozen=True):
    """A civilian ship moved to an adjacent area."""

    area: str
    at: int
    to: str

    def apply(self, board: Board) -> Board:
        cards = board.space(self.area).civilians.cards
        board = board.area(self.area, civilians=Pile((*cards[: self.at], *cards[self.at + 1 :])))
        return board.area(self.to, civilians=board.space(self.to).civilians.put(cards[self.at]))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("a civilian ship flies from ", thing(self.area), " to ", thing(self.to))


# activating ---------------------------------------------------------------------------------------------------------------------
class UseLocation(Command[Board], frozen=True):
    """Activate the location you are on."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        at = scribe.board.players[seat].at
        if able(scribe.board, ILL) == seat:
            price = DiscardCards(((seat, ILLNESS),), "bsg.amb.roslin-two-cards", forced=False)
            scribe.write(LocationUsed(seat, at), "bsg.action.location", price, Activation(seat, at))
        else:
            scribe.write(LocationUsed(seat, at), "bsg.action.location", Activation(seat, at))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("activate the location",)


class Activation(Step[Board], frozen=True):
    """A location does what it does."""

    seat: Seat
    location: str

    def settle(self, scribe: Scribe[Board]) -> None:
        USES[self.location][1](scribe, self.seat)


def _here(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    at = board.players[seat].at
    if at not in AREAS and at in USES:
        yield Offer(UseLocation(), _bar(board, seat, at))


def _bar(board: Board, seat: Seat, at: str) -> RuleId | None:
    """What bars a seat from activating the location it is on."""
    of = components()
    if location_damaged(board, at):
        return "bsg.damage.location-unusable"
    if any(e.kind == "prevent" and e.location == at for card in board.kept for e in of.lasting[card]):
        return "bsg.attack-card.keep"
    if able(board, ILL) == seat and len(board.players[seat].hand) < ILLNESS:
        return "bsg.amb.roslin-two-cards"
    if able(board, ATTACHED) == seat and at == "admirals-quarters":
        return "bsg.character.abilities"
    if able(board, CRIMINAL) == seat and at != BRIG and any(p.at == at for s, p in enumerate(board.players) if s != seat):
        return "bsg.character.abilities"
    return USES[at][0](board, seat)


def _never(board: Board, seat: Seat) -> None:
    """Nothing bars it."""
    return


# Colonial One -------------------------------------------------------------------------------------------------------------------
def _press_room(scribe: Scribe[Board], seat: Seat) -> None:
    draw(scribe, seat, "politics", PRESS, "bsg.location.press-room")


def _no_president(board: Board, seat: Seat) -> RuleId | None:
    return None if board.president == seat else "bsg.location.presidents-office"


def _office(scribe: Scribe[Board], seat: Seat) -> None:
    draw_quorum(scribe, seat, "bsg.location.presidents-office")
    nothing(scribe, "the President may do more", "bsg.location.presidents-office", OfficeHours(seat=seat))


class OfficeHours(Decision[Board], frozen=True):
    """Do you draw another quorum card, or play one?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield Offer(DrawMore())
        yield from (Offer(PlayQuorum(card)) for card in dict.fromkeys(board.players[self.seat].quorum.cards) if card is not None)


class DrawMore(Command[Board], frozen=True):
    """Draw another quorum card."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        draw_quorum(scribe, seat, "bsg.location.presidents-office")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("draw another quorum card",)


def _administration(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "somebody is nominated", "bsg.check.administration", Nominate(seat=seat))


class Nominate(Decision[Board], frozen=True):
    """Who shall be President?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        vice = holder(board, VICE)
        for seat, player in enumerate(board.players):
            bar = "bsg.amb.administration-self" if player.cylon else None
            if bar is None and vice is not None and seat != vice[0] != board.president:
                bar = "bsg.title.change"
            yield Offer(Name(seat), bar)


class Name(Command[Board], frozen=True):
    """Nominate this player, or accuse him."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        at = "administration" if isinstance(scribe.answering(Nominate, Accuse), Nominate) else "admirals-quarters"
        scribe.write(PlayerChosen(seat, self.to), "bsg.amb.administration-self", BeginCheck(Cause(seat, at, LOCATION, self.to)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("name ", who(self.to))


# Galactica -----------------------------------------------------------------------------------------------------------------------
def _ftl(board: Board, seat: Seat) -> RuleId | None:
    return None if ftl_ready(board) else "bsg.ftl.blue-only"


def _jump(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "the FTL drives spin up", "bsg.location.ftl", SpinUp(seat))


def _nothing_to_shoot(board: Board, seat: Seat) -> RuleId | None:
    return None if board.cylon_ships else "bsg.attack.no-friendly-fire"


def _weapons(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "Galactica attacks", "bsg.location.weapons-control", ChooseTarget(seat=seat))


class ChooseTarget(Decision[Board], frozen=True):
    """What does Galactica attack?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Bombard(area, target)) for area, target in everywhere(board))


class Bombard(Command[Board], frozen=True):
    """Attack this Cylon ship with Galactica."""

    area: str
    target: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        fact, steps = attack(scribe.board, seat, self.area, self.target, GALACTICA)
        scribe.write(fact, "bsg.location.weapons-control", *steps)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        kind = "a basestar" if self.target.startswith("basestar") else f"a {self.target.replace('-', ' ')}"
        return (f"attack {kind}: ", thing(self.area))


def _command(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "unmanned vipers act", "bsg.location.command", ActivateVipers(seat=seat, left=COMMANDS))


def _no_civilians(board: Board, seat: Seat) -> RuleId | None:
    return None if civilians_out(board) else "bsg.location.communications"


def _communications(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "civilian ships are called", "bsg.location.communications", CallShip(seat=seat))


class CallShip(Decision[Board], frozen=True):
    """At which civilian ship do you look?"""

    seen: tuple[tuple[str, int], ...] = ()

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Call(area, at)) for area, at in civilians_out(board) if (area, at) not in self.seen)


class Call(Command[Board], frozen=True):
    """Look at this ship."""

    area: str
    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        seen = (*scribe.answering(CallShip).seen, (self.area, self.n))
        card = scribe.board.space(self.area).civilians.known[self.n]
        steps: tuple[Any, ...] = (CallShip(seat=seat, seen=seen),)
        if len(seen) == min(SHIPS, len(civilians_out(scribe.board))):
            steps = tuple(ShiftShip(seat=seat, area=area, n=n) for area, n in sorted(seen, key=_place, reverse=True))
        scribe.write(CivilianSeen(seat, self.area, self.n, card), "bsg.location.communications", *steps)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"look at ship {self.n + 1}: ", thing(self.area))


def _place(ship: tuple[str, int]) -> int:
    """Its place in the pile of its area: who leaves from a higher place does not change the lower ones."""
    return ship[1]


class ShiftShip(Decision[Board], frozen=True):
    """Does this civilian ship move?"""

    area: str
    n: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Shift(clockwise(self.area, steps))) for steps in (1, -1))

    def say(self, board: Board, names: Names) -> Text:
        return (f"Does ship {self.n + 1} of ", thing(self.area), " move?")


class Shift(Command[Board], frozen=True):
    """Move it there."""

    to: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ShiftShip)
        scribe.write(CivilianMoved(asked.area, asked.n, self.to), "bsg.ship.civilian-hidden")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("move it to ", thing(self.to))


def _nobody_to_accuse(board: Board, seat: Seat) -> RuleId | None:
    return None if any(_accusable(board, s) for s in range(len(board.players))) else "bsg.amb.brig-target"


def _accusable(board: Board, seat: Seat) -> bool:
    return movable(board, seat) and board.players[seat].at != BRIG


def _quarters(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "somebody is accused", "bsg.check.admirals-quarters", Accuse(seat=seat))


class Accuse(Decision[Board], frozen=True):
    """Who is accused?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Name(seat)) for seat in range(len(board.players)) if _accusable(board, seat))


def _lab(scribe: Scribe[Board], seat: Seat) -> None:
    pick = PickTypes(seat=seat, pool=("tactics", "engineering"), n=1, rule="bsg.character.draw-named-type")
    nothing(scribe, "research brings a card", "bsg.location.research-lab", pick)


def _may_launch(board: Board, seat: Seat) -> RuleId | None:
    if not board.players[seat].pilot:
        return "bsg.pilot.who"
    return None if board.vipers or any(area.vipers for area in board.areas) else "bsg.limit.hangar-viper"


def _hangar(scribe: Scribe[Board], seat: Seat) -> None:
    recall = () if scribe.board.vipers else (RecallViper(seat=seat),)
    rule = "bsg.limit.hangar-viper" if recall else "bsg.location.hangar"
    nothing(scribe, "a pilot takes a viper", rule, *recall, ChooseLaunch(seat=seat), *acts(seat))


def _no_centurion(board: Board, seat: Seat) -> RuleId | None:
    return None if any(board.boarding) else "bsg.location.armory"


def _armory(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "a centurion is attacked", "bsg.location.armory", ChooseCenturion(seat=seat))


class ChooseCenturion(Decision[Board], frozen=True):
    """Which centurion do you attack?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Shoot(space)) for space, n in enumerate(board.boarding) if n)


class Shoot(Command[Board], frozen=True):
    """Attack a centurion on this space of the track."""

    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        roll = RollDie(seat, "a centurion is attacked", rule="bsg.attack.roller")
        nothing(scribe, "the centurion is attacked", "bsg.location.armory", roll, StrikeCenturion(self.n))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"attack a centurion on space {self.n}",)


def _brig(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "a prisoner wants to leave", "bsg.check.brig", BeginCheck(Cause(seat, BRIG, LOCATION)))


USES: dict[str, tuple[Bar, Use]] = {
    "press-room": (_never, _press_room),
    "presidents-office": (_no_president, _office),
    "administration": (_never, _administration),
    "ftl-control": (_ftl, _jump),
    "weapons-control": (_nothing_to_shoot, _weapons),
    "command": (_never, _command),
    "communications": (_no_civilians, _communications),
    "admirals-quarters": (_nobody_to_accuse, _quarters),
    "research-lab": (_never, _lab),
    "hangar-deck": (_may_launch, _hangar),
    "armory": (_no_centurion, _armory),
    "brig": (_never, _brig),
}
actions(_here)
