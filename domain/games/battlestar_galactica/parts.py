"""What Battlestar Galactica is made of: cards, ships, characters and locations as `cards.yaml` describes them, and the effects on them.

Each is a frozen object; the rules tell effects apart by `kind` and read plain attributes. Amounts are whole: resources in steps of
their dial, ships in pieces, strengths as printed.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=0)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
Eight: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=8)]
Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Confidence: TypeAlias = Literal["sourced", "seed", "memory", "reconstructed"]
Skill: TypeAlias = Literal["politics", "leadership", "tactics", "piloting", "engineering"]
Resource: TypeAlias = Literal["fuel", "food", "morale", "population"]
Role: TypeAlias = Literal["current", "president", "admiral", "self", "chosen", "each-player"]
Title: TypeAlias = Literal["president", "admiral"]
Ship: TypeAlias = Literal["viper", "raptor", "raider", "heavy-raider", "basestar", "civilian", "centurion"]
Activation: TypeAlias = Literal["raiders", "launch-raiders", "heavy-raiders", "basestars"]


class Part(BaseModel):
    """Anything in the file: frozen, and with no field that is not named here."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")  # built on first use: the program starts sooner


class Entry(Part):
    """A part with its provenance: how sure it is, and the key of its source in the table `sources`."""

    confidence: Confidence
    source: str


class Named(Entry):
    """An entry with an id (kebab-case, unique in the whole file) and a name that serves display alone."""

    id: Id
    name: str


# Effects: what a card does, one after the other. -------------------------------------------------------------------------------------
class Needs(Part):
    """What must hold for an option, a card or a risk to be there at all."""

    reserves: dict[Literal["viper", "raptor"], Positive] = {}
    resources: dict[Resource, Positive] = {}
    nukes: Whole = 0


class _Resources(Part):
    fuel: Whole = 0
    food: Whole = 0
    morale: Whole = 0
    population: Whole = 0

    @property
    def amounts(self) -> tuple[tuple[str, int], ...]:
        """The resources named, with how much of each."""
        return tuple((name, n) for name in ("fuel", "food", "morale", "population") if (n := getattr(self, name)))


class Lose(_Resources):
    """So much of each resource is lost."""

    kind: Literal["lose"]


class Gain(_Resources):
    """So much of each resource is gained."""

    kind: Literal["gain"]


class GainOne(Part):
    """`n` of one of these resources, as the acting player likes."""

    kind: Literal["gain-one"]
    of: tuple[Resource, ...]
    n: Positive


class Send(Part):
    """Somebody goes to the Brig or to Sickbay: a role, all in one place, or whom a role chooses."""

    kind: Literal["send"]
    who: Role | None = None
    all_in: Id | None = None
    chosen_by: Role | None = None
    where: Literal["brig", "sickbay"]
    optional: bool = False


class Choose(Part):
    """Somebody is chosen; the effects that follow speak of him."""

    kind: Literal["choose"]
    by: Role
    among: Literal["mutineers", "brigged", "aboard"]


class Move(Part):
    """The chosen one goes to another location of Galactica, which the President picks."""

    kind: Literal["move"]
    who: Literal["chosen"]


class Release(Part):
    """Who acts may leave the Brig for another location of Galactica."""

    kind: Literal["release"]


class Discard(Part):
    """Skill cards are discarded: `n`, or the whole hand."""

    kind: Literal["discard"]
    who: Role
    n: Whole = 0
    hand: bool = False
    random: bool = False


class Draw(Part):
    """Skill cards are drawn, of a type or of any."""

    kind: Literal["draw"]
    who: Role
    n: Positive
    type: Skill | Literal["any"]


class DiscardNuke(Part):
    """Nukes leave the game."""

    kind: Literal["discard-nuke"]
    n: Positive


class Give(Part):
    """The card goes to another player, who holds it from then on."""

    kind: Literal["give"]


class Destroy(Part):
    """`n` ships of a kind are destroyed, as many as there are."""

    kind: Literal["destroy"]
    ship: Literal["raptor", "raider", "heavy-raider", "centurion"]
    n: Positive


class DestroyCivilian(Part):
    """`n` civilian ships of the stockpile, or of the board if it is empty, are destroyed."""

    kind: Literal["destroy-civilian"]
    n: Positive


class DamageVipers(Part):
    """`n` vipers are damaged, as many as there are."""

    kind: Literal["damage-vipers"]
    n: Positive
    where: Literal["reserves", "space"]


class ReturnVipers(Part):
    """All vipers in space go back to the Reserves, their pilots to the Hangar Deck."""

    kind: Literal["return-vipers"]


class Damage(Part):
    """Galactica is damaged `n` times."""

    kind: Literal["damage"]
    n: Positive


class DamageChoice(Part):
    """Up to `draw` damage tokens are looked at, and `resolve` of them take effect."""

    kind: Literal["damage-choice"]
    draw: Positive
    resolve: Positive


class Repair(Part):
    """Up to so many vipers and raptors come back to the Reserves."""

    kind: Literal["repair"]
    viper: Whole
    raptor: Whole
    destroyed: bool


class Place(Part):
    """Ships are placed in space areas."""

    kind: Literal["place"]
    areas: dict[Id, dict[Ship, Positive]]


class Board(Part):
    """Centurions come aboard."""

    kind: Literal["board"]
    n: Positive


class Track(Part):
    """The fleet marker moves on or back."""

    kind: Literal["track"]
    by: int


class Distance(Part):
    """The card counts so much distance."""

    kind: Literal["distance"]
    n: Positive


class TitleTo(Part):
    """A title changes hands."""

    kind: Literal["title"]
    title: Title
    to: Role | None = None
    chosen_by: Role | None = None


class LookLoyalty(Part):
    """Somebody looks at a loyalty card of another player, or at all of them."""

    kind: Literal["look-loyalty"]
    who: Role
    target: Literal["current", "any-player", "another-player", "president-or-admiral"]
    all: bool = False


class LookTop(Part):
    """The acting player looks at the top card of a deck, and leaves it there or puts it under."""

    kind: Literal["look-top"]
    decks: tuple[Literal["crisis", "destination"], ...]


class Activate(Part):
    """Cylon ships act."""

    kind: Literal["activate"]
    what: tuple[Activation, ...]


class ActivatePlaced(Part):
    """The raiders that this card has placed act at once."""

    kind: Literal["activate-placed"]


class Modify(Part):
    """While the card is in play: rolls of unmanned vipers, or the number of ships that basestars launch."""

    kind: Literal["modify"]
    what: Literal["attack-roll", "launch-count"]
    by: int


class Prevent(Part):
    """While the card is in play a location can not be activated."""

    kind: Literal["prevent"]
    location: Id


class Keep(Part):
    """The card stays in play; `rule`: what holds while it does, if nothing else of it says so."""

    kind: Literal["keep"]
    until: Literal["jump", "game-end", "discard-trigger", "holder-revealed", "civilian-or-basestar-destroyed"]
    rule: Literal["no-looking", "no-colonial-one", "prophecy", "arbitrator", "specialist", "vice-president"] | None = None


class NewCrisis(Part):
    """Another crisis is drawn after the Cylon ships have acted."""

    kind: Literal["new-crisis"]


class RemoveCard(Part):
    """The card leaves the game instead of being discarded."""

    kind: Literal["remove-card"]


class Roll(Part):
    """A die decides: `then` if it shows at most or at least so much."""

    kind: Literal["roll"]
    by: Role = "self"
    most: Eight | None = None
    least: Eight | None = None
    then: "tuple[Effect, ...]"
    otherwise: "tuple[Effect, ...]" = ()


class When(Part):
    """Only if there is less food than that."""

    kind: Literal["when"]
    food_below: Positive
    then: "tuple[Effect, ...]"


class May(Part):
    """Somebody may have this done, if the needs are met."""

    kind: Literal["may"]
    by: Role
    needs: Needs = Needs()
    does: "tuple[Effect, ...]"


class Way(Part):
    """One option of a choice."""

    needs: Needs = Needs()
    does: "tuple[Effect, ...]"


class Choice(Part):
    """Somebody chooses what is done."""

    kind: Literal["choice"]
    by: Role
    options: tuple[Way, ...]


Effect: TypeAlias = Annotated[
    Lose | Gain | GainOne | Send | Choose | Move | Release | Discard | Draw | DiscardNuke | Give | Destroy | DestroyCivilian | DamageVipers
    | ReturnVipers | Damage | DamageChoice | Repair | Place | Board | Track | Distance | TitleTo | LookLoyalty | LookTop | Activate
    | ActivatePlaced | Modify | Prevent | Keep | NewCrisis | RemoveCard | Roll | When | May | Choice,
    Field(discriminator="kind"),
]  # fmt: skip
Effects: TypeAlias = tuple[Effect, ...]


# The components. -------------------------------------------------------------------------------------------------------------------------
class Counts(Entry):
    """How many pieces of each kind there are, and the faces of the die."""

    viper: Positive
    raptor: Positive
    raider: Positive
    heavy_raider: Positive
    centurion: Positive
    nuke: Positive
    piloting_token: Positive
    die: Positive


class Dials(Part):
    """A number for each resource."""

    fuel: Positive
    food: Positive
    morale: Positive
    population: Positive


class Resources(Entry):
    """The four dials: where they start, where red begins, how far they go, and what the variants add."""

    start: Dials
    red: Dials
    maximum: Positive
    easier_humans: int
    easier_cylons: int


class Layout(Entry):
    """Ships in space areas."""

    areas: dict[Id, dict[Ship, Positive]]


class Space(Entry):
    """The six areas clockwise, those with launch icons, and where a heavy raider goes next."""

    ring: tuple[Id, ...]
    launch: tuple[Id, ...]
    heavy_path: dict[Id, Id]


class Tracks(Entry):
    """Jump Preparation: the space of Auto Jump, the first blue one, what it risks; Boarding Party; the objective card."""

    jump: Positive
    first_blue: Positive
    risks: dict[int, Positive]
    ftl_loss: Eight
    boarding: Positive
    sleeper: Positive
    last: Positive


class Attacks(Entry):
    """The attack table: the least roll for each result."""

    raider: Eight
    heavy_raider: Eight
    centurion: Eight
    viper_damaged: Eight
    viper_destroyed: Eight
    galactica_raider: Eight
    galactica_basestar: Eight
    basestar_viper: Eight
    basestar_galactica: Eight
    nuke_destroyed: Eight
    nuke_raiders: Eight
    nuke_raider_count: Positive


class Succession(Entry):
    """Both lines of succession, the first in line first."""

    admiral: tuple[Id, ...]
    president: tuple[Id, ...]


class Check(Part):
    """A skill check: difficulty, skills that count for it, and its results."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", populate_by_name=True)

    difficulty: Positive
    skills: tuple[Skill, ...]
    passed: Effects = Field(alias="pass")
    partial: Positive | None = None
    partly: Effects = ()
    fail: Effects


class Location(Named):
    """A location: on which ship, whether it is a hazard, whether a token can damage it, and its check if it has one."""

    ship: Literal["galactica", "colonial-one", "cylon"]
    hazard: bool = False
    damageable: bool = False
    check: Check | None = None
    names: Literal["accused", "nominee"] | None = None


class Ability(Part):
    """An ability, a power once a game or a drawback; what it does, if that is an effect."""

    id: Id
    name: str
    action: bool = False
    does: Effects = ()


class Character(Named):
    """A character sheet. A skill set entry may name two types divided by a slash."""

    type: Literal["political-leader", "military-leader", "pilot", "support"]
    skills: dict[str, Positive]
    starts: Id
    pilot: bool
    ability: Ability
    once_per_game: Ability
    drawback: Ability


class SkillCard(Named):
    """A kind of skill card: its type, when it may be used, and how many copies there are by strength."""

    type: Skill
    use: Literal["action", "piloting", "before-check", "after-total", "before-roll", "after-viper-attack"]
    copies: dict[int, Positive]
    needs: Needs = Needs()
    does: Effects = ()


class Special(Part):
    """The special rule of a Cylon attack; `returns`: the card is shuffled into the deck at a jump."""

    id: Id
    name: str
    does: Effects
    returns: bool = False


class Crisis(Named):
    """A crisis or super crisis: a check with perhaps an alternative, options of an event, or an attack in three steps."""

    type: Literal["skill-check", "event", "cylon-attack"]
    count: Positive
    chooser: Role | None = None
    check: Check | None = None
    alternative: Effects = ()
    options: tuple[Way, ...] = ()
    activate_first: tuple[Activation, ...] = ()
    setup: dict[Id, dict[Ship, Positive]] = {}
    special: Special | None = None
    activates: Activation | None = None
    jump: bool = False


class QuorumCard(Named):
    """A quorum card."""

    count: Positive
    does: Effects


class Destination(Named):
    """A destination card: what happens there, then how far it is."""

    count: Positive
    distance: Positive
    does: Effects


class LoyaltyCard(Named):
    """A loyalty card, and what revealing it as a Cylon does."""

    count: Positive
    team: Literal["human", "cylon", "depends"]
    does: Effects = ()


class LoyaltyDeck(Entry):
    """How the loyalty deck is made for a number of players."""

    players: Positive
    cylon: Positive
    human: Positive
    sympathizer: bool


class Civilian(Named):
    """A civilian ship, and what is lost with it."""

    count: Positive
    lose: dict[Resource, Positive]


class DamageToken(Named):
    """A damage token of Galactica: a location or a loss."""

    location: Id | None = None
    lose: dict[Resource, Positive] = {}


class BasestarToken(Named):
    """A damage token of basestars."""


for _with_effects in (Roll, When, May, Way, Choice):
    _with_effects.model_rebuild()
