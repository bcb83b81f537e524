"""What Bad Company is made of: cards, boards and road as `cards.yaml` describes them, and the kinds of effects that stand on them.

Each is a frozen object; the rules tell effects apart by class (or by `kind`) and read plain attributes. Headings in brackets are the
rulebook's. Amounts are whole: coins in dollars, car moves in road spaces, points on the score track.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

ANY = "any"
"""Stands where a symbol does when the owner of a marker may name one."""

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=0)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Symbol: TypeAlias = Id
Mission: TypeAlias = Id
Confidence: TypeAlias = Literal["sourced", "seed", "memory", "reconstructed"]
Side: TypeAlias = Literal["left", "right"]


class Part(BaseModel):
    """Anything in the file: frozen, and with no field that is not named here."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")  # built on first use: the program starts sooner


class Entry(Part):
    """A part with its provenance: how sure it is, and the key of its source in the table `sources`."""

    confidence: Confidence
    confidence_fields: dict[str, Confidence] = {}
    source: str


class Named(Entry):
    """An entry with an id (kebab-case, unique in the whole file) and a name that serves display alone."""

    id: Id
    name: str


# Rewards: what an activated member, a task, a checkpoint, a heist's bonus or a loot card gives (Phase 2; Icons). ----------------------
class MarkerReward(Part):
    """`count` markers of `symbol` (or `ANY`: the owner names one for each), placed one after the other (Icons)."""

    kind: Literal["marker"]
    symbol: Symbol
    count: Positive


class CoinsReward(Part):
    """`amount` dollars from the supply (Icons)."""

    kind: Literal["coins"]
    amount: Positive


class CarReward(Part):
    """The own car moves `spaces` road spaces, one at a time (The Car Chase)."""

    kind: Literal["car"]
    spaces: Positive


class LootReward(Part):
    """`count` cards of the loot deck (Icons)."""

    kind: Literal["loot"]
    count: Positive


class PointsReward(Part):
    """`amount` points on the score track at once (Icons)."""

    kind: Literal["points"]
    amount: Positive


class RecruitDiscount(Part):
    """`amount` dollars less: on loot for one recruiting step of this turn, as an ability for every own step (Recruit)."""

    kind: Literal["recruit-discount"]
    amount: Positive


Reward: TypeAlias = Annotated[MarkerReward | CoinsReward | CarReward | LootReward | PointsReward, Field(discriminator="kind")]
LootEffect: TypeAlias = Annotated[
    MarkerReward | CoinsReward | CarReward | LootReward | PointsReward | RecruitDiscount, Field(discriminator="kind")
]


# Abilities: the red box of a heist, at work from its completion to the end of the game (Complete Heists). -----------------------------
class Storage(Part):
    """Up to `capacity` gained markers wait on the card, each keeping its symbol, and move to a matching free space later."""

    kind: Literal["storage"]
    capacity: Positive


class BossIncome(Part):
    """`coins` dollars at the start of each own turn as boss, before the roll."""

    kind: Literal["boss-income"]
    coins: Positive


class FreeReroll(Part):
    """The first `per_boss_turn` rerolls of an own turn as boss cost nothing; the final turn has none."""

    kind: Literal["free-reroll"]
    per_boss_turn: Positive


class OnTaskCashed(Part):
    """`points` for every own task cashed."""

    kind: Literal["on-task-cashed"]
    points: Positive


class RecruitDraw(Part):
    """A recruiting step draws `cards` upgrades; one of them is kept."""

    kind: Literal["recruit-draw"]
    cards: Positive


class ConvertMarker(Part):
    """`per_turn` times a turn a gained marker of `symbol` may be placed as `becomes` (a symbol or `ANY`)."""

    kind: Literal["convert-marker"]
    symbol: Symbol
    becomes: Symbol
    per_turn: Positive


class OnLootGained(Part):
    """For each loot card gained `draw` cards are drawn and `keep` kept; the rest is discarded."""

    kind: Literal["on-loot-gained"]
    draw: Positive
    keep: Positive


class OnCarMove(Part):
    """`per_turn` times a turn a move of the own car may be `extra_spaces` longer."""

    kind: Literal["on-car-move"]
    extra_spaces: Positive
    per_turn: Positive


class OnHeistCompleted(Part):
    """`coins` dollars for each heist completed after this one."""

    kind: Literal["on-heist-completed"]
    coins: Positive


class ShiftPair(Part):
    """For `cost` dollars `who` activates the member `delta` above or below an announced sum, within 2 to 12; not in the final turn."""

    kind: Literal["shift-pair"]
    delta: Positive
    cost: Whole
    who: Literal["non-boss"]


class LateCheckpoint(Part):
    """Checkpoints pay although the police have passed them; those a shortcut bypasses still do not."""

    kind: Literal["late-checkpoint"]


_AnyAbility: TypeAlias = Storage | BossIncome | RecruitDiscount | FreeReroll | OnTaskCashed | RecruitDraw | ConvertMarker
_AnyOtherAbility: TypeAlias = OnLootGained | OnCarMove | OnHeistCompleted | ShiftPair | LateCheckpoint
Ability: TypeAlias = Annotated[_AnyAbility | _AnyOtherAbility, Field(discriminator="kind")]


# Final scorings: the purple box of a heist (Complete Heists; Scoring). ----------------------------------------------------------------
class PerMissionSymbol(Part):
    """`points` for each symbol of `mission` on own completed heists, this one included."""

    kind: Literal["per-mission-symbol"]
    mission: Mission
    points: Positive


class PerUpgradeCards(Part):
    """`points` for each full `every` of own upgrade cards."""

    kind: Literal["per-upgrade-cards"]
    every: Positive
    points: Positive


class PerCoinsLeft(Part):
    """`points` for each full `every` dollars left, at most `max` points."""

    kind: Literal["per-coins-left"]
    every: Positive
    points: Positive
    max: Positive


class PerNecklace(Part):
    """`points` for each own necklace, beside what every necklace is worth."""

    kind: Literal["per-necklace"]
    points: Positive


class AheadOfPolice(Part):
    """`points` if the own car stands beyond the police car."""

    kind: Literal["ahead-of-police"]
    points: Positive


FinalScoring: TypeAlias = Annotated[
    PerMissionSymbol | PerUpgradeCards | PerCoinsLeft | PerNecklace | AheadOfPolice, Field(discriminator="kind")
]


# Cards and boards. --------------------------------------------------------------------------------------------------------------------
class Task(Named):
    """A task of a gang board: two spaces of one symbol, cashed for `bonus` (Complete Tasks)."""

    symbols: tuple[Symbol, Symbol]
    bonus: Reward

    @property
    def symbol(self) -> Symbol:
        """The symbol that both of its spaces take."""
        return self.symbols[0]


class Member(Part):
    """A gang member as printed: its `rewards`, or, on the Fixer, the `symbols` to choose from (Phase 2; Special Gang Members)."""

    special: Literal["fixer", "chauffeur"] | None = None
    symbols: tuple[Symbol, ...] = ()
    rewards: tuple[Reward, ...] = ()


class Half(Named):
    """Half a gang board: its members by number (2 to 6 on a left one, 7 to 12 on a right one) and the ids of its tasks (Setup)."""

    side: Side
    members: dict[int, Member]
    tasks: tuple[Id, ...]


class Upgrade(Named):
    """An upgrade for the member of its `number`; `points` count at the end while the card lies on top (Recruit; Scoring)."""

    number: Positive
    points: Whole
    rewards: tuple[Reward, ...] = Field(min_length=1)


class LootCard(Named):
    """A loot card: discarded for its `effect`, if it has one, or held to the end for its `points` (Phase 2; Scoring)."""

    points: Whole
    effect: LootEffect | None = None


class Heist(Named):
    """A heist: spaces to cover by symbol, points for the end, mission symbols for necklaces, and what else it gives (Complete Heists)."""

    number: Positive
    symbols: dict[Symbol, Positive] = Field(min_length=1)
    points: Whole
    missions: dict[Mission, Positive] = Field(min_length=1)
    bonus: tuple[Reward, ...] = ()
    ability: Ability | None = None
    final_scoring: FinalScoring | None = None


class MissionKind(Named):
    """One of the missions of heists; its necklace goes to whoever has most of it (Complete Heists)."""

    necklace_colour: Id


class PlayerColours(Entry):
    """The colours of the players, by seat, and of the police (Setup)."""

    values: tuple[Id, ...]
    police: Id


class Dice(Entry):
    """Dice of one kind: how many, and the faces of each (Phase 1: Roll the Dice)."""

    count: Positive
    faces: tuple[Whole, ...] = Field(min_length=1)


class Reroll(Entry):
    """What one reroll costs the boss, in dollars (Phase 1: Roll the Dice)."""

    coins: Positive


class EndExchange(Part):
    """At the end of the recruit track `coins` dollars buy `points` points (Recruit)."""

    coins: Positive
    points: Positive


class RecruitTrack(Entry):
    """The recruit track: `costs[n]` dollars for the step from space n to n + 1, which draws `cards_drawn` upgrades (Recruit)."""

    costs: tuple[Positive, ...] = Field(min_length=1)
    cards_drawn: Positive
    end_exchange: EndExchange

    @cached_property
    def last_space(self) -> int:
        """The space from which there is no further step."""
        return len(self.costs)


class Checkpoint(Part):
    """A checkpoint lies on space `at` and gives `bonus` (The Car Chase)."""

    at: Positive
    bonus: tuple[Reward, ...] = Field(min_length=1)


class Shortcut(Part):
    """A way from space `enter` to space `exit` in `steps` spaces of movement, past the checkpoints `skips` (The Car Chase)."""

    enter: Whole
    exit: Positive
    steps: Positive
    skips: tuple[int, ...]


class Road(Entry):
    """The road of the city board, spaces 0 to `last_space`; `police_start` by number of players (Setup; The Car Chase)."""

    last_space: Positive
    player_start: Whole
    police_start: dict[int, Whole]
    red_zone_from: Positive
    checkpoints: tuple[Checkpoint, ...]
    shortcuts: tuple[Shortcut, ...]

    @cached_property
    def checkpoint_at(self) -> Mapping[int, Checkpoint]:
        """Checkpoints by the space they lie on."""
        return {c.at: c for c in self.checkpoints}

    @cached_property
    def shortcut_from(self) -> Mapping[int, Shortcut]:
        """Shortcuts by the space they leave from."""
        return {s.enter: s for s in self.shortcuts}


class Setup(Entry):
    """Start money in dollars, heists drawn and kept by each, heists laid out, and heists on offer with the deck's top (Setup)."""

    money: Whole
    heists_drawn: Positive
    heists_kept: Positive
    display: Positive
    offer_with_deck_top: Positive


class Scoring(Entry):
    """Points for a necklace at the end, when gained, when its wearer is activated; markers to a point; the rest (Scoring)."""

    necklace: Positive
    necklace_gained: Positive
    necklace_activated: Positive
    markers_per_point: Positive
    behind_police: Annotated[int, Field(strict=True, le=0)]
    heists_to_end: Positive
