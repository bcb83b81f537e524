"""Ships (Ship Reference; Component Limitations): placing them as far as they go, destroying them, and civilian ships with their secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import RING, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import Cause, does, nothing
from domain.games.battlestar_galactica.resources import move_dial
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Obligation,
    Offer,
    Pile,
    RuleId,
    Scribe,
    Seat,
    Step,
    Text,
    thing,
)

VIPER, RAPTOR, RAIDER, HEAVY, BASESTAR, CIVILIAN, CENTURION = (
    "viper",
    "raptor",
    "raider",
    "heavy-raider",
    "basestar",
    "civilian",
    "centurion",
)
COUNTS = {VIPER: "vipers", RAIDER: "raiders", HEAVY: "heavies"}  # the fields of the board (supply) and of an area
Demand = tuple[str, str, int]  # area, ship, how many
_launched: list[Callable[[Board, tuple[str, ...]], Iterator[Obligation[Board]]]] = []


def when_launched(windows: Callable[[Board, tuple[str, ...]], Iterator[Obligation[Board]]]) -> None:
    """Say who may do something when vipers enter these areas from the Reserves."""
    _launched.append(windows)


def launched(board: Board, areas: Iterable[str]) -> tuple[Obligation[Board], ...]:
    """The windows that open when vipers enter these areas from the Reserves."""
    return tuple(window for windows in _launched for window in windows(board, tuple(dict.fromkeys(areas))))


# facts ------------------------------------------------------------------------------------------------------------------
class ShipsPlaced(Fact[Board], frozen=True):
    """Vipers came from the Reserves, or Cylon ships from the supply."""

    area: str
    ship: str
    n: int
    attack: bool = False  # by an attack whose raiders are remembered

    def apply(self, board: Board) -> Board:
        field, place = COUNTS[self.ship], board.space(self.area)
        board = replace(board, **{field: getattr(board, field) - self.n})
        board = board.area(self.area, **{field: getattr(place, field) + self.n})
        if self.attack and self.ship == RAIDER:
            at = RING.index(self.area)
            board = replace(board, placed=(*board.placed[:at], board.placed[at] + self.n, *board.placed[at + 1 :]))
        return board

    def say(self, before: Board, after: Board, names: Names) -> Text:
        act = ("launch" if self.ship == VIPER else "appear") + ("es" if self.ship == VIPER else "s") * (self.n == 1)
        return (f"{self.n} {self.ship.replace('-', ' ')}{'s' if self.n > 1 else ''} {act}: ", thing(self.area))


class BasestarArrived(Fact[Board], frozen=True):
    """A basestar came from the supply, undamaged."""

    n: int
    area: str

    def apply(self, board: Board) -> Board:
        return board.basestar(self.n, area=self.area, damage=(), spent=False)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("a basestar appears: ", thing(self.area))


class CiviliansPlaced(Fact[Board], frozen=True):
    """Civilian ships of the stockpile were placed face down."""

    area: str
    n: int

    def apply(self, board: Board) -> Board:
        cards = board.civilians_pile.cards[len(board.civilians_pile) - self.n :]
        board = replace(board, civilians_pile=board.civilians_pile.drop(self.n))
        return board.area(self.area, civilians=board.space(self.area).civilians.put(*cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.n} civilian ship{'s appear' if self.n > 1 else ' appears'}: ", thing(self.area))


class CivilianDestroyed(Fact[Board], frozen=True):
    """A civilian ship was destroyed and turned up: the one at that place of an area, or the top one of the stockpile."""

    card: Card
    area: str = ""
    at: int = 0

    def apply(self, board: Board) -> Board:
        board = replace(board, removed=(*board.removed, self.card))
        if not self.area:
            return replace(board, civilians_pile=board.civilians_pile.drop())
        cards = board.space(self.area).civilians.cards
        return board.area(self.area, civilians=Pile(cards[: self.at] + cards[self.at + 1 :]))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " is destroyed")


class CylonShipsDestroyed(Fact[Board], frozen=True):
    """Raiders or heavy raiders went back to the supply."""

    area: str
    ship: str
    n: int

    def apply(self, board: Board) -> Board:
        field, place = COUNTS[self.ship], board.space(self.area)
        left = getattr(place, field) - self.n
        spent = min(left, getattr(place, f"{field}_spent"))
        board = replace(board, **{field: getattr(board, field) + self.n})
        return board.area(self.area, **{field: left, f"{field}_spent": spent})

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.n} {self.ship.replace('-', ' ')}{'s are' if self.n > 1 else ' is'} destroyed",)


class RaptorsDestroyed(Fact[Board], frozen=True):
    """Raptors left the game."""

    n: int

    def apply(self, board: Board) -> Board:
        return replace(board, raptors=board.raptors - self.n, raptors_destroyed=board.raptors_destroyed + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.n} raptor{'s are' if self.n > 1 else ' is'} destroyed",)


class CenturionDestroyed(Fact[Board], frozen=True):
    """A centurion was removed from the Boarding Party track."""

    space: int

    def apply(self, board: Board) -> Board:
        track = board.boarding
        track = (*track[: self.space], track[self.space] - 1, *track[self.space + 1 :])
        return replace(board, boarding=track, centurions=board.centurions + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("a centurion is destroyed",)


class CenturionsBoarded(Fact[Board], frozen=True):
    """Centurions stand on the first space of the Boarding Party track."""

    n: int

    def apply(self, board: Board) -> Board:
        track = (board.boarding[0] + self.n, *board.boarding[1:])
        return replace(board, boarding=track, centurions=board.centurions - self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.n} centurion{'s board' if self.n > 1 else ' boards'} Galactica",)


# placing ------------------------------------------------------------------------------------------------------------------
class PlaceShips(Step[Board], frozen=True):
    """Ships are placed kind by kind; where a supply does not suffice, the player in turn says where they go."""

    demands: tuple[Demand, ...]
    attack: bool = False
    vipers: tuple[str, ...] = ()  # areas that vipers have entered so far
    rule: RuleId = "bsg.attack-card.step-setup"

    def settle(self, scribe: Scribe[Board]) -> None:
        rest, entered = self.demands, self.vipers
        while rest:
            ship = rest[0][1]
            areas = dict.fromkeys(area for area, kind, _ in rest if kind == ship)  # two basestars may launch into the same one
            mine = [(area, ship, sum(n for where, kind, n in rest if (where, kind) == (area, ship))) for area in areas]
            rest = tuple(demand for demand in rest if demand[1] != ship)
            wanted, have = sum(n for _, _, n in mine), supply(scribe.board, ship)
            if ship == VIPER and have:
                entered = (*entered, *areas)
            if wanted > have:
                last = not rest and not entered
                then = () if last else (replace(self, demands=rest, vipers=entered),)
                if have and len(mine) > 1:
                    ask = ChooseArea(seat=scribe.board.active, ship=ship, left=tuple(mine), attack=self.attack)
                    scribe.write(ShipsRunShort(ship, wanted, have), LIMITS.get(ship, "bsg.limit.components"), ask, *then)
                    return
                scribe.write(ShipsRunShort(ship, wanted, have), LIMITS.get(ship, "bsg.limit.components"))
            for area, _, n in mine:
                put(scribe, ship, area, min(n, supply(scribe.board, ship)), self.attack, self.rule)
        windows = launched(scribe.board, (area for area in entered if scribe.board.space(area).vipers)) if entered else ()
        if windows or not self.demands:
            scribe.write(NothingHappened("all ships are placed"), "bsg.amb.apollo-alert", *windows)


LIMITS = {
    CIVILIAN: "bsg.amb.civilian-supply",
    VIPER: "bsg.amb.empty-reserves-setup",
    RAIDER: "bsg.launch.supply",
    HEAVY: "bsg.launch.supply",
}


class ShipsRunShort(Fact[Board], frozen=True):
    """There are fewer ships of a kind than are called for."""

    ship: str
    wanted: int
    have: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        kind = "civilian ship" if self.ship == CIVILIAN else self.ship.replace("-", " ")
        ships = f"{kind}{'s are' if self.wanted != 1 else ' is'}"
        return (f"{self.wanted} {ships} called for, and {self.have or 'none'} left",)


def supply(board: Board, ship: str) -> int:
    """How many ships of a kind can still be placed."""
    if ship == BASESTAR:
        return len(board.basestars) - len(board.out())
    return len(board.civilians_pile) if ship == CIVILIAN else getattr(board, COUNTS[ship])


def put(scribe: Scribe[Board], ship: str, area: str, n: int, attack: bool, rule: RuleId, *opens: Obligation[Board]) -> None:
    """Place so many ships of one kind in an area."""
    if not n:
        if opens:
            scribe.write(NothingHappened("no ship is placed"), rule, *opens)
        return
    if ship == BASESTAR:
        free = [k for k, star in enumerate(scribe.board.basestars) if not star.area]
        for k in free[:n]:
            scribe.write(BasestarArrived(k, area), rule, *opens)
    elif ship == CIVILIAN:
        scribe.write(CiviliansPlaced(area, n), rule, *opens)
    else:
        scribe.write(ShipsPlaced(area, ship, n, attack), rule, *opens)


class ChooseArea(Decision[Board], frozen=True):
    """Where does the next of them go?"""

    ship: str
    left: tuple[Demand, ...]
    attack: bool

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(PlaceIn(area)) for area, _, _ in self.left)

    def say(self, board: Board, names: Names) -> Text:
        return (f"There are too few. Where does the next {self.ship.replace('-', ' ')} go?",)


class PlaceIn(Command[Board], frozen=True):
    """Place it there."""

    area: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseArea)
        less = ((area, ship, n - 1 if area == self.area else n) for area, ship, n in asked.left)
        left = tuple(demand for demand in less if demand[2])
        more = supply(scribe.board, asked.ship) > 1
        put(
            scribe,
            asked.ship,
            self.area,
            1,
            asked.attack,
            LIMITS.get(asked.ship, "bsg.limit.components"),
            *((replace(asked, left=left),) if more else ()),
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("place it: ", thing(self.area))


def demands(areas: dict[str, dict[parts.Ship, int]]) -> tuple[Demand, ...]:
    """What a picture of the space areas calls for: the big ships first, then the others, civilians last."""
    order = (BASESTAR, RAIDER, HEAVY, VIPER, CIVILIAN)
    return tuple((area, ship, ships[ship]) for ship in order for area, ships in areas.items() if ship in ships)


# destroying -----------------------------------------------------------------------------------------------------------------
def destroy_civilian(scribe: Scribe[Board], area: str, at: int, rule: RuleId) -> None:
    """Turn up a civilian ship, of an area or (no area) of the stockpile, and lose what it carries."""
    pile = scribe.board.space(area).civilians if area else scribe.board.civilians_pile
    card = pile.known[at] if area else pile.known[-1]
    scribe.write(CivilianDestroyed(card, area, at), rule)
    for resource, n in components().civilians_by_id[card].lose.items():
        move_dial(scribe, resource, -n)
    for hook in _on_loss:
        hook(scribe)


_on_loss: list[Callable[[Scribe[Board]], None]] = []


def when_lost(hook: Callable[[Scribe[Board]], None]) -> None:
    """Say what else follows when a civilian ship or a basestar is destroyed."""
    _on_loss.append(hook)


def lost(scribe: Scribe[Board]) -> None:
    """A basestar was destroyed."""
    for hook in _on_loss:
        hook(scribe)


def civilians_out(board: Board) -> tuple[tuple[str, int], ...]:
    """Where civilian ships are: areas, and places in their piles."""
    return tuple((name, at) for name, area in zip(RING, board.areas, strict=True) for at in range(len(area.civilians)))


class ChooseCivilian(Decision[Board], frozen=True):
    """Which civilian ship is destroyed?"""

    area: str = ""  # one of this area, or of any

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(GiveUp(area, at)) for area, at in civilians_out(board) if self.area in ("", area))


class GiveUp(Command[Board], frozen=True):
    """Give up this civilian ship."""

    area: str
    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        rule = "bsg.amb.civilian-choice" if scribe.answering(ChooseCivilian).area else "bsg.amb.civilian-supply"
        destroy_civilian(scribe, self.area, self.n, rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"give up civilian ship {self.n + 1}: ", thing(self.area))


class DestroyCivilians(Step[Board], frozen=True):
    """Civilian ships of the stockpile are drawn and destroyed; if there are none, some of the board."""

    n: int

    def settle(self, scribe: Scribe[Board]) -> None:
        more = (DestroyCivilians(self.n - 1),) if self.n > 1 else ()
        if scribe.board.civilians_pile.cards:
            destroy_civilian(scribe, "", 0, "bsg.destroyed.civilian")
            if more:
                nothing(scribe, "another one follows", "bsg.destroyed.civilian", *more)
        elif civilians_out(scribe.board):
            nothing(scribe, "the stockpile is empty", "bsg.amb.civilian-supply", ChooseCivilian(seat=scribe.board.active), *more)
        else:
            nothing(scribe, "there is no civilian ship left", "bsg.amb.civilian-supply")


class ChooseDestroyed(Decision[Board], frozen=True):
    """Where is the next of them destroyed?"""

    ship: str
    n: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        if self.ship == CENTURION:
            return (Offer(DestroyAt(str(space))) for space, n in enumerate(board.boarding) if n)
        return (Offer(DestroyAt(name)) for name, area in zip(RING, board.areas, strict=True) if getattr(area, COUNTS[self.ship]))


class DestroyAt(Command[Board], frozen=True):
    """Destroy one there."""

    at: str  # a space area, or a space of the Boarding Party track

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseDestroyed)
        if asked.ship == CENTURION:
            scribe.write(CenturionDestroyed(int(self.at)), "bsg.destroyed.cylon")
        else:
            scribe.write(CylonShipsDestroyed(self.at, asked.ship, 1), "bsg.destroyed.cylon")
        if asked.n > 1 and any(True for _ in asked.offers(scribe.board)):
            nothing(scribe, "another one follows", "bsg.destroyed.cylon", replace(asked, n=asked.n - 1))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("destroy one: ", thing(self.at))


def _destroy(scribe: Scribe[Board], effect: parts.Destroy, cause: Cause, path: str) -> None:
    board = scribe.board
    if effect.ship == RAPTOR:
        if n := min(effect.n, board.raptors):
            scribe.write(RaptorsDestroyed(n), "bsg.destroyed.human")
        else:
            nothing(scribe, "there is no raptor left", "bsg.amb.raptor-shortage")
        return
    ask = ChooseDestroyed(seat=cause.seat, ship=effect.ship, n=effect.n)
    if any(True for _ in ask.offers(board)):
        nothing(scribe, f"{effect.n} {effect.ship} to be destroyed", "bsg.destroyed.cylon", ask)
    else:
        nothing(scribe, "there is none", "bsg.destroyed.cylon")


def _destroy_civilian(scribe: Scribe[Board], effect: parts.DestroyCivilian, cause: Cause, path: str) -> None:
    nothing(scribe, "civilian ships are in danger", "bsg.destroyed.civilian", DestroyCivilians(effect.n))


def _place(scribe: Scribe[Board], effect: parts.Place, cause: Cause, path: str) -> None:
    nothing(scribe, "ships appear", "bsg.crisis.event", PlaceShips(demands(effect.areas)))


def _board(scribe: Scribe[Board], effect: parts.Board, cause: Cause, path: str) -> None:
    if n := min(effect.n, scribe.board.centurions):
        scribe.write(CenturionsBoarded(n), "bsg.track.boarding")
    else:
        nothing(scribe, "there is no centurion left", "bsg.amb.centurion-supply")


does("destroy", _destroy)
does("destroy-civilian", _destroy_civilian)
does("place", _place)
does("board", _board)
