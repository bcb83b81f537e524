"""The components of Bad Company: `cards.yaml` as checked, frozen objects, and the look-ups the rules use.

Everything is validated once, when the file is read; after that the rules read plain attributes. Headings in brackets are the
rulebook's. Amounts are whole: coins in dollars, car moves in road spaces, points on the score track.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import chain, pairwise, product
from typing import Any, Self

from pydantic import model_validator

from domain.games.bad_company import parts
from domain.games.bad_company.parts import ANY, Half, Heist, LootCard, Named, Part, Side, Task, Upgrade
from domain.kernel import shelf

PACKAGE = "domain.games.bad_company"
FILE = "cards.yaml"

SIDES: Mapping[Side, range] = {"left": range(2, 7), "right": range(7, 13)}
"""The numbers of the gang members on each half of a board."""
FIXER, CHAUFFEUR = 2, 12
UPGRADABLE = range(3, 12)
PLAYERS = range(2, 7)


class Publication(parts.Entry):
    """The published game."""

    title: str
    designers: tuple[str, ...]
    publisher: str
    year: parts.Positive
    other_titles: tuple[str, ...]


class Counts(parts.Entry):
    """How many cards each deck has, upgrades for each member, and board halves of each side; the lists are held to it (Setup)."""

    upgrades: parts.Positive
    upgrades_per_member: parts.Positive
    heists: parts.Positive
    loot: parts.Positive
    left_halves: parts.Positive
    right_halves: parts.Positive


class Components(Part):
    """All of `cards.yaml`. The lists are in the order of the file; the look-ups raise KeyError for an id that is not in it."""

    publication: Publication
    sources: dict[str, str]
    counts: Counts
    player_colours: parts.PlayerColours
    symbols: tuple[Named, ...]
    missions: tuple[parts.MissionKind, ...]
    golden_dice: parts.Dice
    police_die: parts.Dice
    reroll: parts.Reroll
    tasks: tuple[Task, ...]
    halves: tuple[Half, ...]
    upgrades: tuple[Upgrade, ...]
    loot: tuple[LootCard, ...]
    heists: tuple[Heist, ...]
    recruit_track: parts.RecruitTrack
    road: parts.Road
    setup: parts.Setup
    scoring: parts.Scoring

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        faults = list(chain(_entries(self), _symbols(self), _decks(self), _gangs(self), _road(self.road), _setup(self)))
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def named(self) -> Iterator[Named]:
        """Everything in the file that has an id and a name."""
        return chain(self.symbols, self.missions, self.tasks, self.halves, self.upgrades, self.loot, self.heists)

    @cached_property
    def upgrades_by_id(self) -> Mapping[str, Upgrade]:
        """The upgrade cards by id."""
        return {u.id: u for u in self.upgrades}

    @cached_property
    def heists_by_id(self) -> Mapping[str, Heist]:
        """The heist cards by id."""
        return {h.id: h for h in self.heists}

    @cached_property
    def loot_by_id(self) -> Mapping[str, LootCard]:
        """The loot cards by id."""
        return {card.id: card for card in self.loot}

    @cached_property
    def halves_by_id(self) -> Mapping[str, Half]:
        """The halves of gang boards by id."""
        return {h.id: h for h in self.halves}

    @cached_property
    def tasks_by_id(self) -> Mapping[str, Task]:
        """The tasks by id."""
        return {t.id: t for t in self.tasks}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Display names by id; an upgrade's has the number of its member, which makes it unique."""
        return {n.id: f"{n.name} ({n.number})" if isinstance(n, Upgrade) else n.name for n in self.named()}

    def upgrade(self, card: str) -> Upgrade:
        """The upgrade card with this id (Recruit)."""
        return self.upgrades_by_id[card]

    def heist(self, card: str) -> Heist:
        """The heist card with this id (Complete Heists)."""
        return self.heists_by_id[card]

    def loot_card(self, card: str) -> LootCard:
        """The loot card with this id (Phase 2: Activate Gang Members)."""
        return self.loot_by_id[card]

    def half(self, half: str) -> Half:
        """The half of a gang board with this id (Setup)."""
        return self.halves_by_id[half]

    def task(self, task: str) -> Task:
        """The task with this id (Complete Tasks)."""
        return self.tasks_by_id[task]

    def name_of(self, it: str) -> str:
        """The display name of a symbol, mission, task, half or card; an unknown id names itself."""
        return self.names.get(it, it)


@cache
def components() -> Components:
    """The components as the rules use them; the file is read and checked on first use."""
    return load(shelf.read(PACKAGE, FILE))


def load(raw: Any) -> Components:
    """Check a parsed component file; raises ValueError with one line a fault, each naming its entry."""
    return shelf.checked(Components, raw, f"{PACKAGE}/{FILE}")


# What no single entry can tell: each of these yields one sentence a fault. ------------------------------------------------------------
def _entries(of: Components) -> Iterator[str]:
    ids = Counter(n.id for n in of.named())
    yield from (f"{known}: {times} entries have this id" for known, times in ids.items() if times > 1)
    sections = {name: part for name, part in of if isinstance(part, parts.Entry)}
    for name, entry in chain(sections.items(), ((n.id, n) for n in of.named())):
        if entry.source not in of.sources:
            yield f"{name}: unknown source {entry.source!r}"


def _symbols(of: Components) -> Iterator[str]:
    symbols, missions = {s.id for s in of.symbols}, {m.id for m in of.missions}
    used: list[tuple[str, parts.Symbol]] = [(t.id, s) for t in of.tasks for s in t.symbols]
    used += [(h.id, s) for h in of.halves for m in h.members.values() for s in m.symbols]
    used += [(h.id, s) for h in of.heists for s in h.symbols]
    hunted: list[tuple[str, parts.Mission]] = [(h.id, m) for h in of.heists for m in h.missions]
    for place, effect in _effects(of):
        match effect:
            case parts.MarkerReward(symbol=symbol) if symbol != ANY:
                used.append((place, symbol))
            case parts.ConvertMarker(symbol=symbol, becomes=other):
                used += [(place, s) for s in (symbol, other) if s != ANY]
            case parts.PerMissionSymbol(mission=mission):
                hunted.append((place, mission))
            case parts.OnLootGained(draw=draw, keep=keep) if keep > draw:
                yield f"{place}: keeps {keep} of {draw} cards"
            case _:
                pass
    yield from (f"{place}: unknown symbol {symbol!r}" for place, symbol in used if symbol not in symbols)
    yield from (f"{place}: unknown mission {mission!r}" for place, mission in hunted if mission not in missions)


def _effects(of: Components) -> Iterator[tuple[str, Part | None]]:
    """Every reward, ability and final scoring with the entry it stands in."""
    yield from ((t.id, t.bonus) for t in of.tasks)
    yield from ((h.id, r) for h in of.halves for m in h.members.values() for r in m.rewards)
    yield from ((u.id, r) for u in of.upgrades for r in u.rewards)
    yield from ((card.id, card.effect) for card in of.loot)
    yield from ((h.id, part) for h in of.heists for part in (*h.bonus, h.ability, h.final_scoring))
    yield from ((f"road checkpoint {c.at}", r) for c in of.road.checkpoints for r in c.bonus)


def _decks(of: Components) -> Iterator[str]:
    sides = Counter(h.side for h in of.halves)
    for name, there, due in (
        ("upgrades", len(of.upgrades), of.counts.upgrades),
        ("heists", len(of.heists), of.counts.heists),
        ("loot", len(of.loot), of.counts.loot),
        ("halves, left", sides["left"], of.counts.left_halves),
        ("halves, right", sides["right"], of.counts.right_halves),
    ):
        if there != due:
            yield f"{name}: {there} where {due} belong"
    yield from (f"{u.id}: no upgrade is for member {u.number}" for u in of.upgrades if u.number not in UPGRADABLE)
    numbers = Counter(u.number for u in of.upgrades)
    for number in UPGRADABLE:
        if numbers[number] != of.counts.upgrades_per_member:
            yield f"upgrades: {numbers[number]} for member {number} where {of.counts.upgrades_per_member} belong"
    seen: set[int] = set()
    for heist in of.heists:
        if heist.number in seen or heist.number > of.counts.heists:
            yield f"{heist.id}: number {heist.number} is taken or beyond {of.counts.heists}"
        seen.add(heist.number)


def _gangs(of: Components) -> Iterator[str]:
    tasks = sorted(t.id for t in of.tasks)
    yield from (f"{t.id}: the two symbols of a task must be equal" for t in of.tasks if t.symbols[0] != t.symbols[1])
    for half in of.halves:
        if sorted(half.members) != list(SIDES[half.side]):
            yield f"{half.id}: members {sorted(half.members)} on a {half.side} half"
        for number, member in half.members.items():
            special = {FIXER: "fixer", CHAUFFEUR: "chauffeur"}.get(number)
            if member.special != special or bool(member.symbols) != (special == "fixer") or bool(member.rewards) == (special == "fixer"):
                yield f"{half.id}: member {number} must be {special or 'nobody special'}; a fixer has symbols, the others rewards"
    for left, right in product(*([h for h in of.halves if h.side == side] for side in SIDES)):
        if sorted(left.tasks + right.tasks) != tasks:
            yield f"{left.id} and {right.id}: their tasks are not {', '.join(tasks)}"


def _road(road: parts.Road) -> Iterator[str]:
    places = {"player_start": road.player_start, "red_zone_from": road.red_zone_from}
    places |= {f"police_start {n}": at for n, at in road.police_start.items()} | {f"checkpoint {c.at}": c.at for c in road.checkpoints}
    yield from (f"road {name}: space {at} is beyond the last, {road.last_space}" for name, at in places.items() if at > road.last_space)
    if sorted(road.police_start) != list(PLAYERS):
        yield f"road police_start: players {sorted(road.police_start)} where {list(PLAYERS)} belong"
    for one, other in pairwise(road.checkpoints):
        if one.at >= other.at:
            yield f"road checkpoint {other.at}: it does not lie beyond {one.at}"
    for way in road.shortcuts:
        name = f"road shortcut {way.enter}-{way.exit}"
        if not (way.enter < way.exit <= road.last_space and way.steps < way.exit - way.enter):
            yield f"{name}: it must lead forward on the road, in fewer steps than the road itself"
        if way.skips != tuple(c.at for c in road.checkpoints if way.enter < c.at < way.exit):
            yield f"{name}: skips {list(way.skips)} must be the checkpoints between its ends"
    if len(road.shortcut_from) != len(road.shortcuts):
        yield "road shortcuts: only one may leave from a space"


def _setup(of: Components) -> Iterator[str]:
    setup, colours = of.setup, of.player_colours.values
    if setup.heists_kept >= setup.heists_drawn or setup.offer_with_deck_top != setup.display + 1:
        yield "setup: fewer heists must be kept than drawn, and the offer must be the display and one more"
    if len({*colours, of.player_colours.police}) != len(colours) + 1 or len(colours) < max(PLAYERS):
        yield f"player_colours: {max(PLAYERS)} different ones are needed, and another for the police"
