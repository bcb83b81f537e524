"""The components of Battlestar Galactica: `cards.yaml` as checked, frozen objects, and the look-ups the rules use.

Everything is validated once, when the file is read; after that the rules read plain attributes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import chain
from typing import Any, Self

from pydantic import model_validator

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.parts import Part
from domain.kernel import Card, shelf

PACKAGE = "domain.games.battlestar_galactica"
FILE = "cards.yaml"
SKILLS = ("politics", "leadership", "tactics", "piloting", "engineering")
RESOURCES = ("fuel", "food", "morale", "population")


class Publication(parts.Entry):
    """The published game."""

    title: str
    publisher: str
    year: parts.Positive


class Components(Part):
    """All of `cards.yaml`. The lists are in the order of the file; the look-ups raise KeyError for an id that is not in it."""

    publication: Publication
    sources: dict[str, str]
    counts: parts.Counts
    resources: parts.Resources
    start_layout: parts.Layout
    space: parts.Space
    tracks: parts.Tracks
    attacks: parts.Attacks
    succession: parts.Succession
    locations: tuple[parts.Location, ...]
    characters: tuple[parts.Character, ...]
    skill_cards: tuple[parts.SkillCard, ...]
    crises: tuple[parts.Crisis, ...]
    super_crises: tuple[parts.Crisis, ...]
    quorum_cards: tuple[parts.QuorumCard, ...]
    destinations: tuple[parts.Destination, ...]
    loyalty_cards: tuple[parts.LoyaltyCard, ...]
    loyalty_decks: tuple[parts.LoyaltyDeck, ...]
    civilian_ships: tuple[parts.Civilian, ...]
    damage_tokens: tuple[parts.DamageToken, ...]
    basestar_tokens: tuple[parts.BasestarToken, ...]

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        faults = list(chain(_entries(self), _counts(self), _references(self), _characters(self)))
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def named(self) -> Iterator[parts.Named]:
        """Everything in the file that has an id and a name."""
        yield from chain(
            self.locations, self.characters, self.skill_cards, self.crises, self.super_crises, self.quorum_cards, self.destinations,
            self.loyalty_cards, self.civilian_ships, self.damage_tokens, self.basestar_tokens,
        )  # fmt: skip

    @cached_property
    def locations_by_id(self) -> Mapping[str, parts.Location]:
        """The locations by id."""
        return {it.id: it for it in self.locations}

    @cached_property
    def characters_by_id(self) -> Mapping[str, parts.Character]:
        """The characters by id."""
        return {it.id: it for it in self.characters}

    @cached_property
    def skills_by_card(self) -> Mapping[Card, parts.SkillCard]:
        """What kind of skill card each card is."""
        return {f"{kind.id}-{strength}": kind for kind in self.skill_cards for strength in kind.copies}

    @cached_property
    def strengths(self) -> Mapping[Card, int]:
        """The strength of each skill card."""
        return {f"{kind.id}-{strength}": strength for kind in self.skill_cards for strength in kind.copies}

    @cached_property
    def types(self) -> Mapping[Card, str]:
        """The type of each skill card."""
        return {card: kind.type for card, kind in self.skills_by_card.items()}

    @cached_property
    def uses(self) -> Mapping[Card, str]:
        """When each skill card may be used."""
        return {card: kind.use for card, kind in self.skills_by_card.items()}

    @cached_property
    def crises_by_id(self) -> Mapping[Card, parts.Crisis]:
        """Crises and super crises by id."""
        return {it.id: it for it in (*self.crises, *self.super_crises)}

    @cached_property
    def supers(self) -> frozenset[Card]:
        """The super crises."""
        return frozenset(it.id for it in self.super_crises)

    @cached_property
    def quorum_by_id(self) -> Mapping[Card, parts.QuorumCard]:
        """The quorum cards by id."""
        return {it.id: it for it in self.quorum_cards}

    @cached_property
    def destinations_by_id(self) -> Mapping[Card, parts.Destination]:
        """The destinations by id."""
        return {it.id: it for it in self.destinations}

    @cached_property
    def loyalty_by_id(self) -> Mapping[Card, parts.LoyaltyCard]:
        """The loyalty cards by id."""
        return {it.id: it for it in self.loyalty_cards}

    @cached_property
    def cylon_cards(self) -> tuple[Card, ...]:
        """The loyalty cards that make a Cylon."""
        return tuple(it.id for it in self.loyalty_cards if it.team == "cylon")

    @cached_property
    def human_card(self) -> Card:
        """The loyalty card of which there are many."""
        return next(it.id for it in self.loyalty_cards if it.team == "human")

    @cached_property
    def sympathizer(self) -> Card:
        """The loyalty card whose team depends on the dials."""
        return next(it.id for it in self.loyalty_cards if it.team == "depends")

    @cached_property
    def civilians_by_id(self) -> Mapping[Card, parts.Civilian]:
        """The civilian ships by id."""
        return {it.id: it for it in self.civilian_ships}

    @cached_property
    def tokens_by_id(self) -> Mapping[Card, parts.DamageToken]:
        """Galactica's damage tokens by id."""
        return {it.id: it for it in self.damage_tokens}

    @cached_property
    def lasting(self) -> Mapping[Card, tuple[parts.Modify | parts.Prevent | parts.Keep, ...]]:
        """What lasts while a card stays in play."""
        cards = (*self.crises, *self.super_crises, *self.quorum_cards)
        return {it.id: tuple(e for e in _all_effects(it) if isinstance(e, parts.Modify | parts.Prevent | parts.Keep)) for it in cards}

    @cached_property
    def tokens_by_location(self) -> Mapping[str, str]:
        """The damage token of each location that has one."""
        return {it.location: it.id for it in self.damage_tokens if it.location is not None}

    @cached_property
    def abilities(self) -> Mapping[str, tuple[str, parts.Ability]]:
        """Every ability by its id, with the character that has it."""
        found = ((c.id, a) for c in self.characters for a in (c.ability, c.once_per_game, c.drawback))
        return {ability.id: (character, ability) for character, ability in found}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Display names by id; a skill card is called by its kind and strength."""
        cards = {card: f"{kind.name} ({self.strengths[card]})" for card, kind in self.skills_by_card.items()}
        areas = {area: area.replace("-", " ") for area in self.space.ring}
        abilities = {a: ability.name for a, (_, ability) in self.abilities.items()}
        fleets = {"galactica": "Galactica", "colonial-one": "Colonial One", "president": "President", "admiral": "Admiral"}
        return fleets | areas | abilities | {it.id: it.name for it in self.named()} | cards

    @cached_property
    def decks(self) -> Mapping[str, tuple[Card, ...]]:
        """All cards of each deck at the start of a game, by the name of its pile."""
        decks = {
            f"skill:{skill}": tuple(
                f"{kind.id}-{strength}"
                for kind in self.skill_cards
                if kind.type == skill
                for strength, n in kind.copies.items()
                for _ in range(n)
            )
            for skill in SKILLS
        }
        rest = {
            "crisis": self.crises, "super": self.super_crises, "quorum": self.quorum_cards, "destination": self.destinations,
            "civilians": self.civilian_ships,
        }  # fmt: skip
        decks |= {pile: tuple(it.id for it in kinds for _ in range(it.count)) for pile, kinds in rest.items()}
        decks["box"] = tuple(it.id for it in self.loyalty_cards for _ in range(it.count))
        return decks | {"damage": tuple(it.id for it in self.damage_tokens)}

    @cached_property
    def backs(self) -> Mapping[Card, str]:
        """What lies face down with what; of a skill card it is openly known from which deck it was drawn."""
        backs = {card: f"skill {kind}" for card, kind in self.types.items()}
        for pile in ("crisis", "super", "quorum", "destination", "civilians", "damage"):
            backs.update(dict.fromkeys(self.decks[pile], pile))
        backs.update((token.id, "basestar") for token in self.basestar_tokens)
        return backs | dict.fromkeys((it.id for it in self.loyalty_cards), "loyalty")

    def aboard(self, ship: str) -> tuple[str, ...]:
        """The locations of Galactica, Colonial One or the Cylons."""
        return tuple(it.id for it in self.locations if it.ship == ship)


def _all_effects(card: parts.Crisis | parts.QuorumCard) -> Iterator[parts.Effect]:
    """The effects of a card that stand in its first lists; nothing that lasts stands deeper."""
    if isinstance(card, parts.QuorumCard):
        yield from card.does
        return
    if card.check is not None:
        yield from chain(card.check.passed, card.check.partly, card.check.fail)
    if card.special is not None:
        yield from card.special.does


@cache
def components() -> Components:
    """The components as the rules use them; the file is read and checked on first use."""
    return load(shelf.read(PACKAGE, FILE))


@cache
def effects_at(source: str, path: str) -> Any:
    """The list of effects (or of ways) at a dotted path of an entry: `effects_at("witch-hunt", "check.fail")`."""
    of = components()
    thing: Any = of.abilities[source][1] if source in of.abilities else next(it for it in of.named() if it.id == source)
    for step in path.split("."):
        thing = thing[int(step)] if step.isdigit() else getattr(thing, step)
    return thing


def load(raw: Any) -> Components:
    """Check a parsed component file; raises ValueError with one line a fault, each naming its entry."""
    return shelf.checked(Components, raw, f"{PACKAGE}/{FILE}")


# What no single entry can tell: each of these yields one sentence a fault. ------------------------------------------------------------
def _entries(of: Components) -> Iterator[str]:
    ids = Counter([*(n.id for n in of.named()), *of.abilities])
    yield from (f"{known}: {times} entries have this id" for known, times in ids.items() if times > 1)
    sections = {name: part for name, part in of if isinstance(part, parts.Entry)}
    for name, entry in chain(sections.items(), ((n.id, n) for n in of.named())):
        if entry.source not in of.sources:
            yield f"{name}: unknown source {entry.source!r}"


def _counts(of: Components) -> Iterator[str]:
    due = {"crisis": 70, "super": 5, "quorum": 17, "destination": 22, "civilians": 12, "damage": 8}
    due |= {f"skill:{skill}": 21 for skill in SKILLS}
    for pile, n in due.items():
        if len(of.decks[pile]) != n:
            yield f"{pile}: {len(of.decks[pile])} where {n} belong"
    if (n := sum(it.count for it in of.loyalty_cards)) != 16:
        yield f"loyalty cards: {n} where 16 belong"
    if len(of.basestar_tokens) != 4:
        yield f"basestar tokens: {len(of.basestar_tokens)} where 4 belong"


def _references(of: Components) -> Iterator[str]:
    ring = set(of.space.ring)
    for crisis in (*of.crises, *of.super_crises):
        yield from (f"{crisis.id}: unknown space area {area!r}" for area in crisis.setup if area not in ring)
        if (crisis.type == "cylon-attack") != bool(crisis.setup) or (crisis.type == "skill-check") != (crisis.check is not None):
            yield f"{crisis.id}: it does not have what a {crisis.type} has"
        if (crisis.type == "event") != bool(crisis.options):
            yield f"{crisis.id}: an event, and nothing else, has options"
    for token in of.damage_tokens:
        if token.location is not None and not of.locations_by_id[token.location].damageable:
            yield f"{token.id}: {token.location} can not be damaged"


def _characters(of: Components) -> Iterator[str]:
    for character in of.characters:
        if sum(character.skills.values()) not in (4, 5):
            yield f"{character.id}: a skill set of {sum(character.skills.values())}"
        if character.pilot != any("piloting" in skill for skill in character.skills):
            yield f"{character.id}: who has piloting may pilot, and nobody else"
    for line in (of.succession.admiral, of.succession.president):
        if sorted(line) != sorted(c.id for c in of.characters):
            yield "succession: every character stands in both lines once"
