"""Activating and piloting vipers: launching, moving, attacking, and what cards do to vipers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.actions import actions
from domain.games.battlestar_galactica.attacks import VIPER, attack, down, targets
from domain.games.battlestar_galactica.board import HANGAR, RING, Board, clockwise
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import Cause, does, nothing
from domain.games.battlestar_galactica.movement import place
from domain.games.battlestar_galactica.ships import ShipsPlaced, launched
from domain.kernel import Command, Decision, Fact, Names, Offer, Pass, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class ViperMoved(Fact[Board], frozen=True):
    """An unmanned viper moved to an adjacent area."""

    area: str
    to: str

    def apply(self, board: Board) -> Board:
        board = board.area(self.area, vipers=board.space(self.area).vipers - 1)
        return board.area(self.to, vipers=board.space(self.to).vipers + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("an unmanned viper flies from ", thing(self.area), " to ", thing(self.to))


class PilotLaunched(Fact[Board], frozen=True):
    """A pilot launched in a viper of the Reserves."""

    seat: Seat
    area: str

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, at=self.area), vipers=board.vipers - 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " launches in a viper: ", thing(self.area))


class ViperManned(Fact[Board], frozen=True):
    """A pilot took over an unmanned viper in space."""

    seat: Seat
    area: str

    def apply(self, board: Board) -> Board:
        return board.area(self.area, vipers=board.space(self.area).vipers - 1).player(self.seat, at=self.area)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " pilots a viper: ", thing(self.area))


class VipersReturned(Fact[Board], frozen=True):
    """Unmanned vipers went back to the Reserves: so many of an area."""

    area: str
    n: int

    def apply(self, board: Board) -> Board:
        board = board.area(self.area, vipers=board.space(self.area).vipers - self.n)
        return replace(board, vipers=board.vipers + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.n} viper{'s go' if self.n > 1 else ' goes'} back to the Reserves",)


class ReserveDamaged(Fact[Board], frozen=True):
    """Vipers of the Reserves were damaged."""

    n: int

    def apply(self, board: Board) -> Board:
        return replace(board, vipers=board.vipers - self.n, vipers_damaged=board.vipers_damaged + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.n} viper{'s' if self.n > 1 else ''} of the Reserves {'are' if self.n > 1 else 'is'} damaged",)


class ShipsRepaired(Fact[Board], frozen=True):
    """Vipers or raptors came back to the Reserves: damaged ones, or destroyed ones."""

    ship: str
    n: int
    destroyed: bool = False

    def apply(self, board: Board) -> Board:
        if self.ship == "raptor":
            return replace(board, raptors=board.raptors + self.n, raptors_destroyed=board.raptors_destroyed - self.n)
        if self.destroyed:
            return replace(board, vipers=board.vipers + self.n, vipers_destroyed=board.vipers_destroyed - self.n)
        return replace(board, vipers=board.vipers + self.n, vipers_damaged=board.vipers_damaged - self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.n} {self.ship}{'s come' if self.n > 1 else ' comes'} back to the Reserves",)


# unmanned vipers ------------------------------------------------------------------------------------------------------------
class ActivateVipers(Decision[Board], frozen=True):
    """Which unmanned viper is activated?"""

    left: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from unmanned(board)

    def say(self, board: Board, names: Names) -> Text:
        return (f"Which unmanned viper is activated? {self.left} to go",)


def unmanned(board: Board) -> Iterator[Offer[Board]]:
    """What unmanned vipers may do: launch, move or attack."""
    for area in components().space.launch:
        yield Offer(LaunchViper(area), None if board.vipers else "bsg.viper.launch")
    for name, area in zip(RING, board.areas, strict=True):
        if area.vipers:
            yield from (Offer(MoveViper(name, clockwise(name, steps))) for steps in (1, -1))
            yield from (Offer(OpenFire(name, target)) for target in targets(board, name))


class LaunchViper(Command[Board], frozen=True):
    """Launch a viper there."""

    area: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        more = _more(scribe, seat)
        scribe.write(ShipsPlaced(self.area, VIPER, 1), "bsg.viper.launch")
        windows = launched(scribe.board, (self.area,))
        if windows or more:
            nothing(scribe, "a viper is launched", "bsg.board.launch-icons", *windows, *more)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("launch a viper: ", thing(self.area))


class MoveViper(Command[Board], frozen=True):
    """Move an unmanned viper."""

    area: str
    to: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(ViperMoved(self.area, self.to), "bsg.viper.move", *_more(scribe, seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("fly an unmanned viper from ", thing(self.area), " to ", thing(self.to))


class OpenFire(Command[Board], frozen=True):
    """Attack with an unmanned viper."""

    area: str
    target: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        fact, steps = attack(scribe.board, seat, self.area, self.target, VIPER, unmanned=True)
        scribe.write(fact, "bsg.viper.attack", *steps, *_more(scribe, seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"attack {_name(self.target)} with an unmanned viper: ", thing(self.area))


def _more(scribe: Scribe[Board], seat: Seat) -> tuple[ActivateVipers, ...]:
    left = scribe.answering(ActivateVipers).left - 1
    return (ActivateVipers(seat=seat, left=left),) if left else ()


def _name(target: str) -> str:
    return "a basestar" if target.startswith("basestar") else f"a {target.replace('-', ' ')}"


# piloted vipers ---------------------------------------------------------------------------------------------------------------
class FlyViper(Command[Board], frozen=True):
    """Fly your viper to an adjacent area."""

    to: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        place(scribe, seat, self.to, "bsg.action.viper")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("fly to ", thing(self.to))


class Fire(Command[Board], frozen=True):
    """Attack with your viper."""

    target: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        fact, steps = attack(scribe.board, seat, scribe.board.players[seat].at, self.target, VIPER)
        asked = scribe.owed(Barrage, seat=seat)
        scribe.write(fact, "bsg.pilot.actions" if not asked else "bsg.viper.attack", *steps)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"attack {_name(self.target)}",)


def _own_viper(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """What a pilot may do with his viper as an action."""
    at = board.players[seat].at
    if not board.players[seat].flying:
        return
    yield from (Offer(FlyViper(clockwise(at, steps))) for steps in (1, -1))
    yield from (Offer(Fire(target)) for target in targets(board, at))


class Barrage(Step[Board], frozen=True):
    """A pilot may attack so many times."""

    seat: Seat
    left: int

    def settle(self, scribe: Scribe[Board]) -> None:
        player = scribe.board.players[self.seat]
        if not player.flying or not any(True for _ in targets(scribe.board, player.at)):
            nothing(scribe, "there is nothing to attack", "bsg.viper.attack")
            return
        more = (Barrage(self.seat, self.left - 1),) if self.left > 1 else ()
        nothing(scribe, f"{self.left} attacks left", "bsg.viper.repeat", ChooseFire(seat=self.seat), *more)


class ChooseFire(Decision[Board], frozen=True):
    """What do you attack?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Fire(target)) for target in targets(board, board.players[self.seat].at))


class ChooseLaunch(Decision[Board], frozen=True):
    """Where do you launch?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Launch(area)) for area in components().space.launch)


class Launch(Command[Board], frozen=True):
    """Launch there."""

    area: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(PilotLaunched(seat, self.area), "bsg.pilot.hangar")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("launch: ", thing(self.area))


class RecallViper(Decision[Board], frozen=True):
    """Which unmanned viper comes back first?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Recall(name)) for name, area in zip(RING, board.areas, strict=True) if area.vipers)


class Recall(Command[Board], frozen=True):
    """Call a viper back from there."""

    area: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(VipersReturned(self.area, 1), "bsg.amb.hangar-viper-unmanned")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("call a viper back: ", thing(self.area))


# effects -------------------------------------------------------------------------------------------------------------------
class DamageVipers(Step[Board], frozen=True):
    """So many vipers in space are damaged; the player in turn picks them."""

    n: int

    def settle(self, scribe: Scribe[Board]) -> None:
        choices = [offer.command for offer in _in_space(scribe.board)]
        if not choices:
            nothing(scribe, "there is no viper in space", "bsg.amb.damage-vipers-short")
            return
        more = (DamageVipers(self.n - 1),) if self.n > 1 else ()
        nothing(scribe, "a viper is damaged", "bsg.amb.damage-vipers-short", ChooseViper(seat=scribe.board.active), *more)


def _in_space(board: Board) -> Iterator[Offer[Board]]:
    yield from (Offer(DamageViper(name)) for name, area in zip(RING, board.areas, strict=True) if area.vipers)
    yield from (Offer(DamageViper(player.at, seat)) for seat, player in enumerate(board.players) if player.flying)


class ChooseViper(Decision[Board], frozen=True):
    """Which viper is damaged?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return _in_space(board)


class DamageViper(Command[Board], frozen=True):
    """Damage this viper: an unmanned one of the area, or that of a pilot."""

    area: str
    pilot: Seat | None = None

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        down(scribe, self.area, self.pilot, False, "bsg.damaged.viper")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("damage ", *(("an unmanned viper",) if self.pilot is None else ("the viper of ", who(self.pilot))), ": ", thing(self.area))


def _damage_vipers(scribe: Scribe[Board], effect: parts.DamageVipers, cause: Cause, path: str) -> None:
    board = scribe.board
    if effect.where == "space":
        nothing(scribe, "vipers in space are damaged", "bsg.damaged.viper", DamageVipers(effect.n))
    elif n := min(effect.n, board.vipers):
        scribe.write(ReserveDamaged(n), "bsg.damaged.viper" if n == effect.n else "bsg.amb.damage-vipers-short")
    else:
        nothing(scribe, "there is no viper in the Reserves", "bsg.amb.damage-vipers-short")


def _return_vipers(scribe: Scribe[Board], effect: parts.ReturnVipers, cause: Cause, path: str) -> None:
    for area in RING:
        if n := scribe.board.space(area).vipers:
            scribe.write(VipersReturned(area, n), "bsg.amb.sleep-deprivation-pilots")
    for seat, player in enumerate(scribe.board.players):
        if player.flying:
            place(scribe, seat, HANGAR, "bsg.amb.sleep-deprivation-pilots")
    nothing(scribe, "all vipers are in the Reserves", "bsg.board.reserves")


class ChooseRepairs(Decision[Board], frozen=True):
    """Which ship comes back to the Reserves?"""

    viper: int
    raptor: int
    destroyed: bool

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        if self.viper and board.vipers_damaged:
            yield Offer(BringBack("viper"))
        if self.viper and self.destroyed and board.vipers_destroyed:
            yield Offer(BringBack("viper", destroyed=True))
        if self.raptor and self.destroyed and board.raptors_destroyed:
            yield Offer(BringBack("raptor", destroyed=True))


class BringBack(Command[Board], frozen=True):
    """Bring back such a ship."""

    ship: str
    destroyed: bool = False

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseRepairs)
        less = replace(asked, **{self.ship: getattr(asked, self.ship) - 1})
        scribe.write(ShipsRepaired(self.ship, 1, self.destroyed), "bsg.damaged.viper" if self.ship == VIPER else "bsg.destroyed.human")
        if any(not isinstance(offer.command, Pass) for offer in less.offers(scribe.board)):
            nothing(scribe, "another ship may come back", "bsg.damaged.viper", less)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"bring back a {'destroyed' if self.destroyed else 'damaged'} {self.ship}",)


def _repair(scribe: Scribe[Board], effect: parts.Repair, cause: Cause, path: str) -> None:
    ask = ChooseRepairs(seat=cause.seat, viper=effect.viper, raptor=effect.raptor, destroyed=effect.destroyed)
    if any(not isinstance(offer.command, Pass) for offer in ask.offers(scribe.board)):
        nothing(scribe, "ships may be repaired", "bsg.damaged.viper", ask)
    else:
        nothing(scribe, "there is nothing to repair", "bsg.damaged.viper")


actions(_own_viper)
does("damage-vipers", _damage_vipers)
does("return-vipers", _return_vipers)
does("repair", _repair)
