"""A desk to lay single cards on: what one card does to a plain position, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from domain.games.battlestar_galactica import RULESET
from domain.games.battlestar_galactica.actions import Act
from domain.games.battlestar_galactica.board import RING, Area, Board
from domain.games.battlestar_galactica.components import RESOURCES, components
from domain.games.battlestar_galactica.contributions import Contribute
from domain.games.battlestar_galactica.crises import CrisisFollows, TakeWay
from domain.games.battlestar_galactica.cylons import ActivateRaiders, ActivateShips
from domain.games.battlestar_galactica.effects import PlayerChosen
from domain.games.battlestar_galactica.loyalty import LoyaltySeen
from domain.games.battlestar_galactica.options import TakeOption, TopSeen
from domain.games.battlestar_galactica.quorum import CardAssigned
from domain.games.battlestar_galactica.titles import Appoint
from domain.kernel import Answered, Command, Game, NothingHappened, Obligation, Pass, Pile, Record, amend, offers, take
from tests.table import Loaded, Table

ROLES = ("current", "president", "admiral", "other")
CAST = "galen-tyrol,tom-zarek,saul-tigh,sharon-valerii"
HAND = ("repair-1",) * 9
ONES = {
    "politics": "consolidate-power-1",
    "leadership": "executive-order-1",
    "tactics": "launch-scout-1",
    "piloting": "evasive-maneuvers-1",
    "engineering": "repair-1",
}


@cache
def base() -> Board:
    """Four seats, each with its role; nobody reacts, nothing is in space but three vipers."""
    board: Board = Table(RULESET, 4, options={"characters": CAST, "start": "0"}).board
    for seat in range(4):
        board = board.player(
            seat, at="communications", hand=Pile(HAND), loyalty=Pile(("not-a-cylon",) * 2), spent=True, standing=True, quorum=Pile()
        )
    empty = Area()
    port_bow = RING.index("port-bow")
    areas = (*(empty,) * port_bow, replace(empty, vipers=3), *(empty,) * (5 - port_bow))
    tokens = sorted(components().decks["damage"], key=lambda token: components().tokens_by_id[token].location is not None)
    civilians = ("civilian-population-1",) * 6 + ("civilian-none",) * 6
    return replace(
        board,
        turn=1,
        active=0,
        president=1,
        admiral=2,
        areas=areas,
        basestars=tuple(replace(star, area="") for star in board.basestars),
        raiders=16,
        vipers=2,
        vipers_damaged=1,
        vipers_destroyed=2,
        raptors=3,
        raptors_destroyed=1,
        track=2,
        civilians_pile=Pile(civilians),
        damage_pile=Pile(tuple(tokens)),
    )


def storm(board: Board) -> Board:
    """With Cylon ships in space, and a centurion aboard."""
    at = RING.index("rear")
    areas = (*board.areas[:at], replace(board.areas[at], raiders=4, heavies=1), *board.areas[at + 1 :])
    return replace(board, areas=areas, raiders=12, heavies=3, centurions=3, boarding=(1, 0, 0, 0, 0))


class Desk:
    """One position; `do` lays obligations on it and settles them, choosing what `way`, `option` and dice say."""

    def __init__(self, board: Board, way: int = 0, option: int = 0, rolls: Sequence[int] = ()) -> None:
        self.way, self.option = way, option
        self.chance = Loaded(b"desk")
        self.chance.rolls += rolls
        hold: Obligation[Board] = Act(seat=0)
        start = Game[Board](board)
        self.game, _ = amend(RULESET, start, NothingHappened[Board]("a desk"), "table.arrange", hold, chance=self.chance)
        self.before = board
        self.log: list[Record[Board]] = []

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self.game.board

    def do(self, *owes: Obligation[Board]) -> Desk:
        """Settle these, and everything that they lead to."""
        self.game, log = amend(RULESET, self.game, NothingHappened[Board]("now"), "table.arrange", *owes, chance=self.chance)
        self.log += log
        return self.rest()

    def take(self, command: Command[Board]) -> Desk:
        """Let the player in turn do this as his action."""
        owed, offer = next((o, f) for o, f in offers(RULESET, self.game, 0) if f.command == command)
        self.game, log = take(RULESET, self.game, 0, owed, offer, self.chance)
        self.log += log
        return self.rest(0)

    def rest(self, held: int = 1) -> Desk:
        """Answer what is asked until only what was held back from the beginning is left."""
        for _ in range(200):
            if self.game.over or len(self.game.agenda) <= held:
                return self
            debt = self.game.due()[0]
            seat = getattr(debt.what, "seat")  # noqa: B009 - a decision has a seat
            found = [(o, f) for o, f in offers(RULESET, self.game, seat) if o == debt and f.barred is None]
            owed, offer = self._wanted(found)
            self.game, log = take(RULESET, self.game, seat, owed, offer, self.chance)
            self.log += log
        raise AssertionError(f"still owed: {self.game.agenda}")

    def _wanted(self, found: list[Any]) -> Any:
        asked = found[0][0].what
        for owed, offer in found:
            command = offer.command
            if isinstance(asked, Contribute) and isinstance(command, Pass):
                return owed, offer
            if (isinstance(command, TakeWay) and command.n == self.way) or (isinstance(command, TakeOption) and command.n == self.option):
                return owed, offer
        return next(((o, f) for o, f in found if not isinstance(f.command, Pass)), found[0])

    # words --------------------------------------------------------------------------------------------------------------
    def words(self, card: str = "") -> list[str]:
        """What has changed, in the words of `outcomes.yaml`."""
        return sorted([*self._numbers(), *self._places(), *self._events(card)])

    def _numbers(self) -> list[str]:
        old, new = self.before, self.board
        of = components()
        counts: dict[str, tuple[int, int]] = {name: (getattr(old.dials, name), getattr(new.dials, name)) for name in RESOURCES}
        for name in ("vipers", "raptors", "track", "distance", "nukes"):
            counts[name] = (getattr(old, name), getattr(new, name))
        counts["vipers damaged"] = (old.vipers_damaged, max(old.vipers_damaged, new.vipers_damaged))
        counts["centurions"] = (sum(old.boarding), sum(new.boarding))
        for n, area in enumerate(RING):
            a, b = old.areas[n], new.areas[n]
            counts[f"{area} raider"], counts[f"{area} heavy-raider"] = (a.raiders, b.raiders), (a.heavies, b.heavies)
            counts[f"{area} viper"], counts[f"{area} civilian"] = (a.vipers, b.vipers), (len(a.civilians), len(b.civilians))
            counts[f"{area} basestar"] = (len(old.on(area)), len(new.on(area)))
        gone = Counter(new.removed) - Counter(old.removed)
        counts["civilians destroyed"] = (0, sum(n for card, n in gone.items() if card in of.civilians_by_id))
        tokens = sum(n for card, n in gone.items() if card in of.tokens_by_id)
        counts["damage"] = (len(old.damaged), len(new.damaged) + tokens)
        for seat, role in enumerate(self._roles()):
            counts[f"hand {role}"] = (len(old.players[seat].hand), len(new.players[seat].hand))
        return [f"{name} {after - before:+}" for name, (before, after) in counts.items() if after != before]

    def _roles(self) -> list[str]:
        chosen = {record.fact.target for record in self.log if isinstance(record.fact, PlayerChosen)}
        return ["somebody" if seat in chosen else role for seat, role in enumerate(ROLES)]

    def _places(self) -> list[str]:
        old, new, roles, found = self.before, self.board, self._roles(), list[str]()
        for seat, role in enumerate(roles):
            was, at = old.players[seat].at, new.players[seat].at
            if was == "brig" != at:
                found.append(f"{role} leaves the brig")
            elif was != at:
                found.append(f"{role} to {at}")
        named = any(isinstance(r.fact, Answered) and isinstance(r.fact.command, Appoint) for r in self.log)
        for title in ("president", "admiral"):
            holder = getattr(new, title)
            if holder is not None and holder != getattr(old, title):
                found.append(f"{title}: {'somebody' if named else roles[holder]}")
        return found

    def _events(self, card: str) -> list[str]:
        found: list[str] = []
        activated: list[str] = []
        for record in self.log:
            fact = record.fact
            activated += [what.what for what in record.opens if isinstance(what, ActivateShips)]
            if any(isinstance(what, ActivateRaiders) and what.placed for what in record.opens):
                found.append("activates the raiders placed")
            if isinstance(fact, LoyaltySeen):
                found.append(f"{ROLES[fact.seat]} looks at {'all' if len(fact.at) > 1 else 1}")
            elif isinstance(fact, CrisisFollows):
                found.append("another crisis")
            elif isinstance(fact, TopSeen):
                found.append("looks on top")
            elif isinstance(fact, CardAssigned):
                found.append("given")
        if activated:
            found.append(f"activates {','.join(activated)}")
        if card in self.board.kept:
            found.append("kept")
        if card in self.board.removed:
            found.append("removed")
        return found
