"""What After Pablo is made of: cards, tokens and boards as `cards.yaml` describes them, and the kinds of abilities that stand on cards.

Each is a frozen object; the rules tell abilities apart by class and read plain attributes. Amounts are whole: costs and prices in
dollars, points on the score track, steps on the case track, guns.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

ANY = "any"
"""Stands where a vehicle does on a card that may be whichever one is wanted."""
AUCTION = "auction"
"""Stands where a price does on a card that is not for sale but for auction."""

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=0)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Confidence: TypeAlias = Literal["sourced", "seed", "memory", "reconstructed"]
Country: TypeAlias = Literal["mexico", "colombia"]
Target: TypeAlias = Literal["mexico", "colombia", "dea"]
Deck: TypeAlias = Literal["cartel", "guerrilla"]
Back: TypeAlias = Literal["safe", "police"]


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


# What a snitch does to the opponent it is handed to (Snitch B.S.). --------------------------------------------------------------------
class StealCard(Part):
    """`count` cards, drawn at random, go from the opponent's hand to the player's."""

    kind: Literal["steal-random-card"]
    count: Positive


class GiveToken(Part):
    """`count` tokens from the face-down pile go to the opponent, for his next crossing."""

    kind: Literal["give-token"]
    count: Positive


class LoseInfluence(Part):
    """The opponent takes back `count` of his cubes from flags or folder."""

    kind: Literal["lose-influence"]
    count: Positive


class StealMoney(Part):
    """`amount` dollars, or all there are, go from the opponent to the player."""

    kind: Literal["steal-money"]
    amount: Positive


class CaseForward(Part):
    """The case marker moves on by `spaces`."""

    kind: Literal["case-forward"]
    spaces: Positive


Bs: TypeAlias = Annotated[StealCard | GiveToken | LoseInfluence | StealMoney | CaseForward, Field(discriminator="kind")]


# Special abilities: what a card from the hand does when it is played (Cards/Special Abilities). ----------------------------------------
class Guns(Part):
    """`amount` guns in a war or against a snitch."""

    kind: Literal["guns"]
    amount: Positive


class VehiclesOrGuns(Part):
    """All vehicles of the card at one crossing, or that many `guns`."""

    kind: Literal["vehicles-or-guns"]
    guns: Positive


class FlyCost(Part):
    """Flights of the running business action cost `points` each."""

    kind: Literal["fly-cost"]
    points: Whole


class PlaceInfluence(Part):
    """Up to `max` own cubes go free of charge onto the `targets`: all onto one of them, unless `split`."""

    kind: Literal["place-influence"]
    max: Positive
    targets: tuple[Target, ...]
    split: bool = False


class SafeDeal(Part):
    """A police back just turned in a sale counts as an alley."""

    kind: Literal["safe-deal"]


class ExtraAction(Part):
    """`count` more actions in the same turn."""

    kind: Literal["extra-action"]
    count: Positive


class HandLimit(Part):
    """The own hand limit is `limit` until the end of the own next action."""

    kind: Literal["hand-limit"]
    limit: Positive


class CourtToAcquittal(Part):
    """Up to `max` own cubes go from Arrest or Trial to Acquittal."""

    kind: Literal["court-to-acquittal"]
    max: Positive


class Snitch(Part):
    """Handed to an opponent, on whom `bs` works and who then deals with the snitch."""

    kind: Literal["snitch"]
    bs: Bs


class CourtPush(Part):
    """At any time: an own cube in court moves on by `boxes`."""

    kind: Literal["court-push"]
    boxes: Positive


Ability: TypeAlias = Annotated[
    Guns | VehiclesOrGuns | FlyCost | PlaceInfluence | SafeDeal | ExtraAction | HandLimit | CourtToAcquittal | Snitch,
    Field(discriminator="kind"),
]


# Cards and what else has a name. ------------------------------------------------------------------------------------------------------
class Card(Named):
    """A cartel or guerrilla card. No `colour`: a wild card. `odds`: safe copies out of the copies of its character in its colour."""

    character: Id
    colour: Id | None = None
    cost: Whole | Literal["auction"]
    vehicles: tuple[Id, ...]
    back: Back
    odds: Annotated[str, Field(pattern=r"^[1-9]/[1-9]$")]
    ability: Ability
    at_any_time: CourtPush | None = None


class ArrestCard(Named):
    """An arrest card: if `min_flag_cubes` lie on the country's flag, its leader loses `cubes`."""

    country: Country
    min_flag_cubes: Positive
    cubes: Positive


class Token(Named):
    """A smuggling token: the vehicle that carries a cube, and the bolts that advance the case."""

    vehicle: Id
    bolts: Whole


class City(Named):
    """An American city: the board and the deck it belongs to, and its price boxes, best first."""

    board: Literal["border", "mexico", "colombia"]
    deck: Deck
    prices: tuple[Positive, ...]


class Asesino(Named):
    """A hired gun of one country: what hiring costs, and the guns it is good for."""

    country: Country
    cost: Positive
    guns: Positive


class Luxury(Named):
    """What a player may buy for points at the end of a season."""

    cost: Positive
    points: Positive


# Single entries. ----------------------------------------------------------------------------------------------------------------------
class Publication(Entry):
    """The published game."""

    title: str
    designer: str
    publisher: str
    year: Positive


class Counts(Entry):
    """How many cards and tokens there are; the lists are held to it (Contents)."""

    cartel: Positive
    guerrilla: Positive
    arrests: Positive
    tokens: Positive
    money_cards: Positive


class Colours(Entry):
    """The players' colours by seat, and the one that is nobody's."""

    players: tuple[Id, ...]
    unaligned: Id


class Pieces(Entry):
    """Cubes of influence of each player, cubes of cocaine, weakness chips."""

    influence: Positive
    cocaine: Positive
    weakness: Positive


class MoneyCards(Entry):
    """How many money cards there are of each value."""

    values: Mapping[int, Positive]


class Setup(Entry):
    """The beginning: neutral cubes on each flag by number of players, money by order of play, cards dealt."""

    neutral_cubes: Mapping[int, Whole]
    money: tuple[Positive, ...]
    cartel_cards: Positive
    guerrilla_cards: Positive


class Seasons(Entry):
    """Seasons by number of players, and after how many there is a period of adjustment."""

    length: Mapping[int, Positive]
    adjust_every: Positive


class Business(Entry):
    """Action points, and what a hand and a folder hold."""

    points: Positive
    hand_limit: Positive
    folder_limit: Positive


class Cocaine(Entry):
    """Dollars a cube costs, how many a player may hold, dollars Mexico pays."""

    price: Positive
    most: Positive
    mexico_price: Positive


class Borrowing(Entry):
    """What a loan brings, in dollars, and costs, in weakness chips."""

    amount: Positive
    chips: Positive


class SnitchGuns(Entry):
    """The guns that get rid of a snitch."""

    needed: Positive


class Crossing(Entry):
    """How many tokens lie open, and how many of them leave after a crossing."""

    boxes: Positive
    removed: Positive


class CaseTrack(Entry):
    """The first space of the case track, and its red one, the last."""

    start: Positive
    red: Positive


class Favours(Entry):
    """What each favour costs, in cubes of the own folder; `case_spaces` is how far the case marker moves for one."""

    safe_deal: Positive
    redraw: Positive
    court: Positive
    extra_action: Positive
    case_move: Positive
    case_spaces: Positive
    search: Positive
    arrest: Positive


class Scoring(Entry):
    """Command points, for each thing that brings or costs any."""

    perfect_five: Positive
    crossed_all: Positive
    sold_five: Positive
    sold_fewer: Positive
    war_attacker: Positive
    war_defender: Positive
    leader: Mapping[Country, Positive]
    final_leader: Mapping[Country, Positive]
    most_money: int
    least_money: int
    court_cube: int
