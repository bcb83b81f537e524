"""Activating Cylon ships: raiders, heavy raiders with their centurions, basestars, and launching more."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.attacks import at_galactica, at_viper
from domain.games.battlestar_galactica.board import RING, Board, clockwise
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.damage import HANGAR, WEAPONS
from domain.games.battlestar_galactica.effects import Cause, does, nothing
from domain.games.battlestar_galactica.ending import BOARDED, end
from domain.games.battlestar_galactica.ships import BASESTAR, HEAVY, RAIDER, ChooseCivilian, PlaceShips, destroy_civilian
from domain.kernel import Command, Decision, Fact, Names, Obligation, Offer, Scribe, Seat, Step, Text, thing, who

RAIDERS, LAUNCH, HEAVIES, BASESTARS = "raiders", "launch-raiders", "heavy-raiders", "basestars"
LAUNCHED = 3  # raiders by an icon
RAIDERS_FIRST = 2  # raiders from each basestar when none is there to act
FLEET = ((RAIDER, 2), (HEAVY, 1))  # what the Cylon Fleet launches


# facts ------------------------------------------------------------------------------------------------------------------
class ShipActed(Fact[Board], frozen=True):
    """A raider or heavy raider acts; it has moved, if it is in another area now."""

    ship: str
    area: str
    to: str

    def apply(self, board: Board) -> Board:
        field = "raiders" if self.ship == RAIDER else "heavies"
        spent = f"{field}_spent"
        if self.to != self.area:
            board = board.area(self.area, **{field: getattr(board.space(self.area), field) - 1})
            place = board.space(self.to)
            board = board.area(self.to, **{field: getattr(place, field) + 1})
        return board.area(self.to, **{spent: getattr(board.space(self.to), spent) + 1})

    def say(self, before: Board, after: Board, names: Names) -> Text:
        ship = f"a {self.ship.replace('-', ' ')}"
        if self.to == self.area:
            return (f"{ship} acts: ", thing(self.area))
        return (f"{ship} moves from ", thing(self.area), " to ", thing(self.to))


class BasestarActed(Fact[Board], frozen=True):
    """A basestar attacks Galactica."""

    n: int

    def apply(self, board: Board) -> Board:
        return board.basestar(self.n, spent=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("a basestar attacks Galactica: ", thing(before.basestars[self.n].area))


class HeavyBoarded(Fact[Board], frozen=True):
    """A heavy raider reached Galactica: it is removed, and a centurion stands on the first space of the track."""

    area: str

    def apply(self, board: Board) -> Board:
        board = board.area(self.area, heavies=board.space(self.area).heavies - 1)
        track = (board.boarding[0] + 1, *board.boarding[1:])
        return replace(board, heavies=board.heavies + 1, centurions=board.centurions - 1, boarding=track)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("a heavy raider boards Galactica: ", thing(self.area))


class CenturionsAdvanced(Fact[Board], frozen=True):
    """Every centurion on the track moved one space on."""

    def apply(self, board: Board) -> Board:
        track = board.boarding
        return replace(board, boarding=(0, *track[:-2], track[-2] + track[-1]))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the centurions aboard advance",)


class ShipsRested(Fact[Board], frozen=True):
    """A new turn: every Cylon ship may act again."""

    def apply(self, board: Board) -> Board:
        areas = tuple(replace(area, raiders_spent=0, heavies_spent=0) for area in board.areas)
        return replace(board, areas=areas, basestars=tuple(replace(star, spent=False) for star in board.basestars))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("every Cylon ship may act again in this turn",)


class RaiderAttacks(Fact[Board], frozen=True):
    """A raider attacks a viper."""

    area: str
    pilot: Seat | None = None

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("a raider attacks ", *(("an unmanned viper",) if self.pilot is None else ("the viper of ", who(self.pilot))))


# activating -----------------------------------------------------------------------------------------------------------------
class ActivateShips(Step[Board], frozen=True):
    """Cylon ships of one kind act, or are launched."""

    what: str

    def settle(self, scribe: Scribe[Board]) -> None:
        opens: dict[str, Step[Board]] = {
            RAIDERS: ActivateRaiders(),
            HEAVIES: ActivateHeavies(),
            BASESTARS: ActivateBasestars(),
            LAUNCH: LaunchShips(((RAIDER, LAUNCHED),), "bsg.launch.three"),
        }
        nothing(scribe, f"activated: {self.what.replace('-', ' ')}", "bsg.activate.no-control", opens[self.what])


def activation(what: Iterable[str]) -> tuple[Obligation[Board], ...]:
    """The steps of activation icons, from left to right."""
    return tuple(ActivateShips(kind) for kind in what)


class LaunchShips(Step[Board], frozen=True):
    """Every basestar whose hangar works launches so many ships of each kind into its area."""

    ships: tuple[tuple[str, int], ...]
    rule: str

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        more = sum(e.by for card in board.kept for e in components().lasting[card] if e.kind == "modify" and e.what == "launch-count")
        able = [n for n in board.out() if HANGAR not in board.basestars[n].damage]
        orders = tuple((board.basestars[n].area, ship, k + more) for ship, k in self.ships for n in able)
        if not orders:
            rule = "bsg.damage.hangar" if board.out() else self.rule
            nothing(scribe, "no basestar launches anything", rule)
        else:
            nothing(scribe, "basestars launch", self.rule, PlaceShips(orders, rule=self.rule))


# raiders ---------------------------------------------------------------------------------------------------------------------
class ActivateRaiders(Step[Board], frozen=True):
    """The raiders act that have not yet, area by area; `placed`: only those that the attack under way has placed."""

    placed: bool = False

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        if not any(area.raiders for area in board.areas) and not self.placed:
            nothing(
                scribe, "there is no raider", "bsg.raider.none-launch", LaunchShips(((RAIDER, RAIDERS_FIRST),), "bsg.raider.none-launch")
            )
            return
        ready = (min(area.raiders - area.raiders_spent, board.placed[n] if self.placed else 16) for n, area in enumerate(board.areas))
        left = tuple((RING[at], n) for at, n in enumerate(ready) if n > 0)
        if left:
            nothing(scribe, "the raiders act", "bsg.activate.meaning", RaidersInOrder(left))
        else:
            nothing(scribe, "every raider has acted in this turn", "bsg.activate.once")


class RaidersInOrder(Step[Board], frozen=True):
    """The areas whose raiders still act, in an order that the player in turn chooses."""

    left: tuple[tuple[str, int], ...]

    def settle(self, scribe: Scribe[Board]) -> None:
        if len(self.left) > 1:
            nothing(
                scribe, "raiders act in several areas", "bsg.activate.area-order", ChooseOrder(seat=scribe.board.active, left=self.left)
            )
        else:
            for area, n in self.left:
                nothing(scribe, f"{n} raiders act", "bsg.raider.priority", RaidersAct(area, n))


class ChooseOrder(Decision[Board], frozen=True):
    """In which area do the raiders act next?"""

    left: tuple[tuple[str, int], ...]

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(ActIn(area)) for area, _ in self.left)


class ActIn(Command[Board], frozen=True):
    """The raiders of this area act next."""

    area: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        left = scribe.answering(ChooseOrder).left
        n = dict(left)[self.area]
        rest = tuple(entry for entry in left if entry[0] != self.area)
        nothing(scribe, f"{n} raiders act", "bsg.activate.area-order", RaidersAct(self.area, n), RaidersInOrder(rest))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("let raiders act: ", thing(self.area))


class RaidersAct(Step[Board], frozen=True):
    """One raider of an area does the first thing it can, and the others after it."""

    area: str
    n: int

    def settle(self, scribe: Scribe[Board]) -> None:
        board, area = scribe.board, self.area
        if board.result is not None:
            return
        then = (RaidersAct(area, self.n - 1),) if self.n > 1 else ()
        place, pilots = board.space(area), tuple(board.pilots(area))
        if place.vipers or pilots:
            scribe.write(ShipActed(RAIDER, area, area), "bsg.raider.example" if then else "bsg.raider.priority")
            if place.vipers or len(pilots) == 1:
                self._attack(scribe, None if place.vipers else pilots[0], then)
            else:
                nothing(
                    scribe,
                    "several pilots are there",
                    "bsg.amb.raider-target",
                    ChoosePrey(seat=board.active, pilots=pilots, area=area),
                    *then,
                )
        elif len(place.civilians) > 1:
            ask = ChooseCivilian(seat=board.active, area=area)
            scribe.write(ShipActed(RAIDER, area, area), "bsg.amb.civilian-choice", ask, *then)
        elif place.civilians.cards:
            scribe.write(ShipActed(RAIDER, area, area), "bsg.raider.priority", *then)
            destroy_civilian(scribe, area, 0, "bsg.raider.destroy-civilian")
        elif (to := toward(board, area)) is not None:
            scribe.write(ShipActed(RAIDER, area, to), "bsg.raider.move", *then)
        else:
            scribe.write(ShipActed(RAIDER, area, area), "bsg.raider.attack-galactica", *at_galactica(board, RAIDER), *then)

    def _attack(self, scribe: Scribe[Board], pilot: Seat | None, then: tuple[Obligation[Board], ...]) -> None:
        steps = at_viper(scribe.board, self.area, pilot)
        scribe.write(RaiderAttacks(self.area, pilot), "bsg.raider.attack-viper", *steps, *then)


def toward(board: Board, area: str) -> str | None:
    """The next area on the way to the nearest civilian ship; of two equally near, clockwise. Nothing, if there is none."""
    for steps in range(1, 4):
        for way in (1, -1):
            if board.space(clockwise(area, way * steps)).civilians.cards:
                return clockwise(area, way)
    return None


class ChoosePrey(Decision[Board], frozen=True):
    """Which pilot is attacked?"""

    pilots: tuple[Seat, ...]
    area: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Hunt(pilot)) for pilot in self.pilots)


class Hunt(Command[Board], frozen=True):
    """The raider attacks this pilot's viper."""

    pilot: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        area = scribe.answering(ChoosePrey).area
        scribe.write(RaiderAttacks(area, self.pilot), "bsg.amb.raider-target", *at_viper(scribe.board, area, self.pilot))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("let the raider attack ", who(self.pilot))


# heavy raiders and centurions ----------------------------------------------------------------------------------------------------
class ActivateHeavies(Step[Board], frozen=True):
    """Centurions advance, heavy raiders with a launch icon board, the others move; if there was none, basestars launch one each."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board, space = scribe.board, components().space
        ready = {name: area.heavies - area.heavies_spent for name, area in zip(RING, board.areas, strict=True)}
        any_there = any(area.heavies for area in board.areas)
        if any(board.boarding):
            scribe.write(CenturionsAdvanced(), "bsg.centurion.advance")
            if scribe.board.boarding[-1]:
                end(scribe, BOARDED, "a centurion has reached the end of the Boarding Party track", "bsg.end.centurion")
                return
        if not any_there:
            nothing(scribe, "there is no heavy raider", "bsg.heavy.none-launch", LaunchShips(((HEAVY, 1),), "bsg.heavy.none-launch"))
            return
        for area in space.launch:
            for _ in range(ready[area]):
                if scribe.board.centurions:
                    scribe.write(HeavyBoarded(area), "bsg.heavy.board")
                else:
                    scribe.write(ShipActed(HEAVY, area, area), "bsg.amb.centurion-supply")
        for area, to in space.heavy_path.items():
            for _ in range(ready[area]):
                scribe.write(ShipActed(HEAVY, area, to), "bsg.heavy.move")
        if not any(ready.values()):
            nothing(scribe, "every heavy raider has acted in this turn", "bsg.activate.once")


# basestars ---------------------------------------------------------------------------------------------------------------------
class ActivateBasestars(Step[Board], frozen=True):
    """Every basestar whose weapons work attacks Galactica, each with its own roll."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        ready = tuple(n for n in board.out() if not board.basestars[n].spent)
        for n in ready:
            if WEAPONS in board.basestars[n].damage:
                nothing(scribe, "the weapons of a basestar are disabled", "bsg.damage.weapons")
            else:
                scribe.write(BasestarActed(n), "bsg.basestar.attack", *at_galactica(board, BASESTAR))
        if not ready:
            nothing(scribe, "no basestar can act", "bsg.activate.once")


# effects -------------------------------------------------------------------------------------------------------------------
def _activate(scribe: Scribe[Board], effect: parts.Activate, cause: Cause, path: str) -> None:
    nothing(scribe, "Cylon ships act", "bsg.crisis.event", *activation(effect.what))


def _activate_placed(scribe: Scribe[Board], effect: parts.ActivatePlaced, cause: Cause, path: str) -> None:
    nothing(scribe, "the raiders just placed act", "bsg.amb.activate-once-launched", ActivateRaiders(placed=True))


does("activate", _activate)
does("activate-placed", _activate_placed)
