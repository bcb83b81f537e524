"""What Breaking Bad is made of: characters, labs and cards as `cards.yaml` describes them, and the kinds of effects that stand on them.

Each is a frozen object; the rules tell effects apart by class (or by `kind`) and read plain attributes. Headings in brackets are the
rulebook's. Amounts are whole: Blue Sky in crystals, life in points.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Whole: TypeAlias = Annotated[int, Field(strict=True, ge=0)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
Id: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Kind: TypeAlias = Id
Team: TypeAlias = Id
RuleRef: TypeAlias = Annotated[str, Field(pattern=r"^bb\.[a-z0-9.-]+$")]
Confidence: TypeAlias = Literal["sourced", "seed", "memory", "reconstructed"]


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


# Effects: what a card or an ability does, one after the other (Card Explanations). ----------------------------------------------------
class Effect(Part):
    """Anything that is done. `rule`: under which rule it is recorded, if not under that of its card."""

    rule: RuleRef | None = None


class Gain(Effect):
    """The player makes `n` crystals out of the supply, without lab or chemist."""

    kind: Literal["gain"]
    n: Positive


class Draw(Effect):
    """`n` cards are drawn from the own team's deck, by the player or by the target."""

    kind: Literal["draw"]
    n: Positive
    who: Literal["self", "target"] = "self"


class Unless(Part):
    """What averts a loss: `n` cards of these kinds are discarded, by the victim alone or by anybody of his side."""

    cards: tuple[Kind, ...] = Field(min_length=1)
    n: Positive
    by: Literal["self", "side"]
    rule: RuleRef


class LoseLife(Effect):
    """`n` life points are lost. An `attack` can be absorbed by what is worn, and taken over by a friend."""

    kind: Literal["lose-life"]
    n: Positive
    who: Literal["target", "neighbours", "everyone"]
    attack: bool
    unless: Unless | None = None


class Heal(Effect):
    """`n` life points come back, up to what the sheet has room for."""

    kind: Literal["heal"]
    n: Positive
    who: Literal["self", "anyone"]


class Strip(Effect):
    """One card of these kinds leaves a card area."""

    kind: Literal["strip"]
    cards: tuple[Kind, ...] = Field(min_length=1)
    who: Literal["target", "anyone", "team"]


class Seize(Effect):
    """`n` crystals (all, without `n`; fewer, if there are fewer) go from a stash or a team board into the player's stash."""

    kind: Literal["seize"]
    source: Literal["stash", "board"] = Field(alias="from")
    n: Positive | None = None


class Lay(Effect):
    """The card that was played goes into the card area of the target."""

    kind: Literal["lay"]


class Patrol(Effect):
    """The card that was played goes into the patrol area (DEA Patrol)."""

    kind: Literal["patrol"]


class ClearArea(Effect):
    """All cards but the one just laid leave the target's card area (In Custody)."""

    kind: Literal["clear-area"]


class Detain(Effect):
    """The target is out of the game for as long as the card lies there (In Custody)."""

    kind: Literal["detain"]


class DiscardRandom(Effect):
    """The target discards `n` hand cards at random, all of them if there are fewer."""

    kind: Literal["discard-random"]
    n: Positive


class DiscardChoice(Effect):
    """The player discards `n` hand cards that he chooses."""

    kind: Literal["discard-choice"]
    n: Positive


class Recover(Effect):
    """The player takes one card of these kinds out of the own team's discard pile."""

    kind: Literal["recover"]
    cards: tuple[Kind, ...] = Field(min_length=1)


class ShutLab(Effect):
    """The exposed lab of the chosen team is shut down (DEA Raid)."""

    kind: Literal["shut-lab"]


class Firefight(Effect):
    """The card that was played is the first shot of a firefight with the target (Firefights)."""

    kind: Literal["firefight"]


Option: TypeAlias = Annotated[Heal | Strip | DiscardRandom | LoseLife, Field(discriminator="kind")]


class Choose(Effect):
    """The player takes one of the options, `times` times; the same one again only if it may `repeat`."""

    kind: Literal["choose"]
    times: Positive
    repeat: bool = False
    options: tuple[Option, ...] = Field(min_length=1)


_One: TypeAlias = Gain | Draw | LoseLife | Heal | Strip | Seize | Lay | Patrol | ClearArea | Detain
_Other: TypeAlias = DiscardRandom | DiscardChoice | Recover | ShutLab | Firefight | Choose
AnyEffect: TypeAlias = Annotated[_One | _Other, Field(discriminator="kind")]


# Cards (Playing Criminal Cards; Playing DEA Cards; Symbol overview). ------------------------------------------------------------------
class Way(Part):
    """A way to play a card as an action: on whom, what that takes, and what it does."""

    target: Literal["nobody", "self", "opponent", "criminal", "anyone", "agent", "lab", "board"]
    wanted: Whole = 0
    shielded: bool = False
    holding: bool = False
    does: tuple[AnyEffect, ...] = Field(min_length=1)


class Answer(Part):
    """Fends off a shot and returns it (Firefights)."""

    kind: Literal["answer"]


class Catch(Part):
    """Opens a firefight with a criminal who is caught in the act (Caught in the act)."""

    kind: Literal["catch"]


class CallOff(Part):
    """Cancels a card of these kinds while it is being played (Jail)."""

    kind: Literal["call-off"]
    cards: tuple[Kind, ...] = Field(min_length=1)


class Rescue(Part):
    """Keeps the loser of a firefight out of jail (Caught in the act)."""

    kind: Literal["rescue"]


class Free(Part):
    """Frees a criminal from jail, who draws `draw` cards (Jail)."""

    kind: Literal["free"]
    draw: Positive


class TakeTurn(Part):
    """Ends an opponent's turn and begins the player's own (Take Over!)."""

    kind: Literal["take-turn"]


Stop: TypeAlias = Annotated[Answer | Catch | CallOff | Rescue | Free | TakeTurn, Field(discriminator="kind")]


class Area(Part):
    """What a card does while it lies in a card area (or in the patrol area).

    It `surveils`, `detains`, `shields` from the DEA, `absorbs` an attack, and costs `ticks` life points at the start of each turn of
    its bearer. With `turns` it stays through so many turns of its bearer and is discarded, by its `rule`, when the next one starts.
    `arrest_rule` and `strip_rule` are the rules by which it goes when its bearer is arrested, and when an opponent removes it, if it
    has own ones.
    """

    surveils: bool = False
    detains: bool = False
    shields: bool = False
    lost_by_violation: bool = False
    absorbs: bool = False
    ticks: Whole = 0
    turns: Positive | None = None
    rule: RuleRef | None = None
    tick_rule: RuleRef = "bb.card.ricin-tick"
    arrest_rule: RuleRef | None = None
    strip_rule: RuleRef | None = None


class Chemist(Part):
    """Blue Sky made when this chemist starts up a lab, and by each later action; whether making it `breaks_law`."""

    startup: Positive
    action: Positive
    breaks_law: bool = False


class CardKind(Named):
    """A kind of card; what it does, it does under `rule`, and it is played under `played_rule` if it has one of its own."""

    rule: RuleRef
    played_rule: RuleRef | None = None
    threat: Whole = 0
    threat_rule: RuleRef = "bb.threat.card-minimum"
    wanted_rule: RuleRef = "bb.wanted.requirements"
    violation: Literal["never", "always", "against-dea"] = "never"
    violation_rule: RuleRef = "bb.law.card-with-symbol"
    ways: tuple[Way, ...] = ()
    stop: tuple[Stop, ...] = ()
    area: Area | None = None
    chemist: Chemist | None = None


class Copies(Part):
    """How many cards of a kind a deck has. The id is the kind's, with the team before it where several teams have that kind."""

    id: Id
    kind: Kind
    count: Positive


class Deck(Entry):
    """The cards of one team (Drawing hand cards)."""

    team: Team
    cards: tuple[Copies, ...]


# Abilities (Special Abilities in Detail). ---------------------------------------------------------------------------------------------
class Action(Part):
    """An action of his own: `crystals` are given up, then it does something."""

    kind: Literal["action"]
    crystals: Whole = 0
    does: tuple[AnyEffect, ...] = Field(min_length=1)


class LabsAction(Part):
    """`n` free actions after the regular ones while the DEA holds a lab of every criminal team that is not eliminated."""

    kind: Literal["labs-action"]
    n: Positive


class Seizes(Part):
    """Seizing with cards of that kind from that place takes `n` crystals."""

    kind: Literal["seizes"]
    card: Kind
    source: Literal["stash", "board"] = Field(alias="from")
    n: Positive


class DrawsWhenEmpty(Part):
    """`n` cards are drawn whenever the hand has run empty and the effect that emptied it is over."""

    kind: Literal["draws-when-empty"]
    n: Positive


class Peek(Part):
    """Once an own turn he looks at a hand."""

    kind: Literal["peek"]


class Repeats(Part):
    """Cards of that kind work `times` times for him."""

    kind: Literal["repeats"]
    card: Kind
    times: Positive


class TakesLoss(Part):
    """He loses what a partner or an ally would lose, and has `n` actions more for it."""

    kind: Literal["takes-loss"]
    n: Positive


class MakesMore(Part):
    """`n` crystals more, the first time he makes Blue Sky in an own turn."""

    kind: Literal["makes-more"]
    n: Positive


class Cancels(Part):
    """He discards so many cards to prevent an opponent's action, once between his turns."""

    kind: Literal["cancels"]
    cards: Positive


class Cheaper(Part):
    """The additional action costs him so many crystals."""

    kind: Literal["cheaper"]
    crystals: Positive


class AnswerCost(Part):
    """Fending off one of his shots takes so many cards."""

    kind: Literal["answer-cost"]
    cards: Positive


class Stare(Part):
    """Once an own turn he looks for somebody's eyes; if they meet, a card is lost."""

    kind: Literal["stare"]


class IgnoresThreat(Part):
    """He needs no threat level for cards of these kinds."""

    kind: Literal["ignores-threat"]
    cards: tuple[Kind, ...] = Field(min_length=1)


_OneGift: TypeAlias = Action | LabsAction | Seizes | DrawsWhenEmpty | Peek | Repeats | TakesLoss
_OtherGift: TypeAlias = MakesMore | Cancels | Cheaper | AnswerCost | Stare | IgnoresThreat


class Ability(Named):
    """An ability as printed on a sheet: what it `gives`, and the rule under which it works."""

    rule: RuleRef
    gives: Annotated[_OneGift | _OtherGift, Field(discriminator="kind")]


class Character(Named):
    """A character sheet (Preparing the character sheets)."""

    team: Team
    life: Positive
    hand: Positive
    crystals: Whole
    abilities: tuple[Ability, ...]


class TeamBoard(Named):
    """A team with its board (Laying out the team boards)."""

    criminal: bool


class Lab(Named):
    """A lab card (Laying out lab cards)."""

    team: Team


class Counts(Entry):
    """What the box holds; the lists are held to it (Game Components)."""

    sheets: Positive
    deck: Positive
    labs: Positive
    labs_per_team: Positive
    jail_markers: Positive
    crystals: Positive
    life_markers: Positive


class Limits(Entry):
    """The numbers of the rulebook that stand on no card."""

    hand: Positive
    sold_alone: Positive
    sold_together: Positive
    labs_two_teams: Positive
    labs_three_teams: Positive
    actions: Positive
    price_crystals: Positive
    price_cards: Positive
    price_life: Positive
    jail_draw: Positive
    sold_per_action: Positive
    ally_bonus: Positive


class Wanted(Entry):
    """The threat that each wanted level takes, level 1 first (Wanted level)."""

    levels: tuple[Positive, ...]
