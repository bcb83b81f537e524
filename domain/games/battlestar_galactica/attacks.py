"""Attacking: the attack table, for every attacker and target."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.battlestar_galactica.board import RING, SICKBAY, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.damage import STRUCTURAL, DamageGalactica, damage_basestar, destroy_basestar
from domain.games.battlestar_galactica.dice import PILOTED, UNMANNED, RollDie
from domain.games.battlestar_galactica.movement import DAMAGED, DESTROYED, place
from domain.games.battlestar_galactica.ships import BASESTAR, HEAVY, RAIDER, CenturionDestroyed, CylonShipsDestroyed
from domain.kernel import Fact, Names, NothingHappened, Obligation, RuleId, Scribe, Seat, Step, Text, thing

VIPER, GALACTICA, NUKE = "viper", "galactica", "nuke"  # what attacks Cylon ships
Target = str  # raider, heavy-raider, or basestar-0 and basestar-1
STRUCTURAL_BONUS = 2
AT_BASESTAR = {VIPER: "bsg.attack.basestar-viper", GALACTICA: "bsg.attack.basestar-galactica"}
AT_GALACTICA = {RAIDER: "bsg.attack.galactica-raider", BASESTAR: "bsg.attack.galactica-basestar"}


# facts ------------------------------------------------------------------------------------------------------------------
class ViperHit(Fact[Board], frozen=True):
    """An unmanned viper was damaged or destroyed."""

    area: str
    destroyed: bool

    def apply(self, board: Board) -> Board:
        board = board.area(self.area, vipers=board.space(self.area).vipers - 1)
        if self.destroyed:
            return replace(board, vipers_destroyed=board.vipers_destroyed + 1)
        return replace(board, vipers_damaged=board.vipers_damaged + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"a viper is {'destroyed' if self.destroyed else 'damaged'}: ", thing(self.area))


class AttackMade(Fact[Board], frozen=True):
    """A Cylon ship is attacked."""

    seat: Seat
    area: str
    target: Target
    by: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        kind = "a basestar" if self.target.startswith("basestar") else f"a {self.target.replace('-', ' ')}"
        return (f"{NAMES[self.by]} attacks {kind}: ", thing(self.area))


NAMES = {VIPER: "a viper", GALACTICA: "Galactica", NUKE: "a nuke"}


# Cylon ships as targets -----------------------------------------------------------------------------------------------------------
def targets(board: Board, area: str) -> Iterator[Target]:
    """The Cylon ships of an area that can be attacked."""
    place = board.space(area)
    if place.raiders:
        yield RAIDER
    if place.heavies:
        yield HEAVY
    yield from (f"basestar-{n}" for n in board.on(area))


def everywhere(board: Board) -> Iterator[tuple[str, Target]]:
    """All Cylon ships that can be attacked, with their areas."""
    return ((area, target) for area in RING for target in targets(board, area))


def attack(
    board: Board, seat: Seat, area: str, target: Target, by: str, unmanned: bool = False
) -> tuple[Fact[Board], tuple[Obligation[Board], ...]]:
    """The fact and the steps of an attack on a Cylon ship."""
    plus = 0
    if target.startswith("basestar") and STRUCTURAL in board.basestars[int(target[-1])].damage:
        plus += STRUCTURAL_BONUS
    if unmanned:
        plus += sum(e.by for card in board.kept for e in components().lasting[card] if e.kind == "modify" and e.what == "attack-roll")
    roll = RollDie(seat, f"{NAMES[by]} attacks", plus, rule="bsg.attack.roller")
    return AttackMade(seat, area, target, by), (roll, Strike(area, target, by))


class Strike(Step[Board], frozen=True):
    """What an attack on a Cylon ship does, by the die."""

    area: str
    target: Target
    by: str

    def settle(self, scribe: Scribe[Board]) -> None:
        die, table = scribe.board.die, components().attacks
        if self.target == RAIDER:
            self._smash(scribe, die >= table.raider, "bsg.attack.raider")
        elif self.target == HEAVY:
            self._smash(scribe, die >= table.heavy_raider, "bsg.attack.heavy-raider")
        elif self.by == NUKE:
            self._nuke(scribe)
        else:
            rule = AT_BASESTAR[self.by]
            if die >= (table.basestar_viper if self.by == VIPER else table.basestar_galactica):
                damage_basestar(scribe, int(self.target[-1]), rule)
            else:
                scribe.write(NothingHappened("the basestar is not damaged"), rule)

    def _smash(self, scribe: Scribe[Board], hits: bool, rule: RuleId) -> None:
        if hits:
            scribe.write(CylonShipsDestroyed(self.area, self.target, 1), rule)
        else:
            scribe.write(NothingHappened("it is missed"), rule)

    def _nuke(self, scribe: Scribe[Board]) -> None:
        die, table, n = scribe.board.die, components().attacks, int(self.target[-1])
        if die < table.nuke_destroyed:
            scribe.write(NothingHappened("the basestar is damaged twice"), "bsg.attack.basestar-nuke")
            damage_basestar(scribe, n, "bsg.attack.basestar-nuke")
            damage_basestar(scribe, n, "bsg.amb.nuke-two-damage")
            return
        destroy_basestar(scribe, n, "bsg.attack.basestar-nuke")
        if die >= table.nuke_raiders and (raiders := min(table.nuke_raider_count, scribe.board.space(self.area).raiders)):
            scribe.write(CylonShipsDestroyed(self.area, RAIDER, raiders), "bsg.amb.nuke-few-raiders")


# vipers, Galactica and centurions as targets ----------------------------------------------------------------------------------------
def at_viper(board: Board, area: str, pilot: Seat | None) -> tuple[Obligation[Board], ...]:
    """The steps of a raider's attack on a viper."""
    roll = RollDie(board.active, "a raider attacks a viper", viper=UNMANNED if pilot is None else PILOTED, rule="bsg.raider.attack-viper")
    return roll, HitViper(area, pilot)


def at_galactica(board: Board, by: str) -> tuple[Obligation[Board], ...]:
    """The steps of an attack on Galactica by a raider or a basestar."""
    return RollDie(board.active, f"a {by} attacks Galactica", rule=AT_GALACTICA[by]), HitGalactica(by)


class HitViper(Step[Board], frozen=True):
    """What a raider's attack on a viper does, by the die."""

    area: str
    pilot: Seat | None

    def settle(self, scribe: Scribe[Board]) -> None:
        die, table = scribe.board.die, components().attacks
        if die < table.viper_damaged:
            scribe.write(NothingHappened("the viper escapes"), "bsg.attack.viper")
        else:
            down(scribe, self.area, self.pilot, die >= table.viper_destroyed, "bsg.attack.viper")


def down(scribe: Scribe[Board], area: str, pilot: Seat | None, destroyed: bool, rule: RuleId) -> None:
    """Damage or destroy a viper in space; who pilots it goes to Sickbay."""
    if pilot is None:
        scribe.write(ViperHit(area, destroyed), rule)
    else:
        place(scribe, pilot, SICKBAY, "bsg.pilot.destroyed", viper=DESTROYED if destroyed else DAMAGED)


class HitGalactica(Step[Board], frozen=True):
    """What an attack on Galactica does, by the die."""

    by: str

    def settle(self, scribe: Scribe[Board]) -> None:
        table = components().attacks
        rule = AT_GALACTICA[self.by]
        if scribe.board.die >= (table.galactica_raider if self.by == RAIDER else table.galactica_basestar):
            scribe.write(NothingHappened("Galactica is hit"), rule, DamageGalactica())
        else:
            scribe.write(NothingHappened("Galactica is not hit"), rule)


class StrikeCenturion(Step[Board], frozen=True):
    """What an attack on a centurion does, by the die."""

    space: int

    def settle(self, scribe: Scribe[Board]) -> None:
        if scribe.board.die >= components().attacks.centurion:
            scribe.write(CenturionDestroyed(self.space), "bsg.centurion.armory")
        else:
            scribe.write(NothingHappened("the centurion is missed"), "bsg.centurion.armory")
