"""The components of After Pablo: `cards.yaml` as checked, frozen objects, and the look-ups the rules use.

Everything is validated once, when the file is read; after that the rules read plain attributes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import chain
from typing import Any, Self

from pydantic import model_validator

from domain.games.after_pablo import parts
from domain.games.after_pablo.board import CITIES, COUNTRIES, GROUPS
from domain.games.after_pablo.parts import ANY, AUCTION, ArrestCard, Asesino, Card, City, Luxury, Named, Part, Token
from domain.kernel import shelf

PACKAGE = "domain.games.after_pablo"
FILE = "cards.yaml"
PLAYERS = range(2, 5)


class Components(Part):
    """All of `cards.yaml`. The lists are in the order of the file; the look-ups raise KeyError for an id that is not in it."""

    publication: parts.Publication
    sources: dict[str, str]
    counts: parts.Counts
    colours: parts.Colours
    vehicles: tuple[parts.Id, ...]
    cartel: tuple[Card, ...]
    guerrilla: tuple[Card, ...]
    arrests: tuple[ArrestCard, ...]
    tokens: tuple[Token, ...]
    cities: tuple[City, ...]
    asesinos: tuple[Asesino, ...]
    pieces: parts.Pieces
    money_cards: parts.MoneyCards
    setup: parts.Setup
    seasons: parts.Seasons
    business: parts.Business
    cocaine: parts.Cocaine
    borrowing: parts.Borrowing
    snitch_guns: parts.SnitchGuns
    crossing: parts.Crossing
    case_track: parts.CaseTrack
    favours: parts.Favours
    luxuries: tuple[Luxury, ...]
    scoring: parts.Scoring

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        faults = list(chain(_entries(self), _counts(self), _cards(self), _backs(self), _boards(self), _setup(self)))
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def named(self) -> Iterator[Named]:
        """Everything in the file that has an id and a name."""
        return chain(self.cartel, self.guerrilla, self.arrests, self.tokens, self.cities, self.asesinos, self.luxuries)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Display names by id."""
        return {n.id: n.name for n in self.named()} | {c: c.title() for c in ("border", *COUNTRIES)}

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Cartel and guerrilla cards by id."""
        return {card.id: card for card in (*self.cartel, *self.guerrilla)}

    @cached_property
    def arrest_cards(self) -> Mapping[str, ArrestCard]:
        """The arrest cards by id."""
        return {card.id: card for card in self.arrests}

    @cached_property
    def tokens_by_id(self) -> Mapping[str, Token]:
        """The smuggling tokens by id."""
        return {token.id: token for token in self.tokens}

    @cached_property
    def cities_by_id(self) -> Mapping[str, City]:
        """The cities by id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def asesinos_by_id(self) -> Mapping[str, Asesino]:
        """The asesinos by id."""
        return {a.id: a for a in self.asesinos}

    @cached_property
    def luxuries_by_id(self) -> Mapping[str, Luxury]:
        """The luxuries by id."""
        return {luxury.id: luxury for luxury in self.luxuries}

    @cached_property
    def guns(self) -> Mapping[str, int]:
        """The guns of every card that has any, by id."""
        armed: dict[str, int] = {}
        for card in self.cards.values():
            match card.ability:
                case parts.Guns(amount=guns) | parts.VehiclesOrGuns(guns=guns):
                    armed[card.id] = guns
                case _:
                    pass
        return armed

    @cached_property
    def two_purposes(self) -> frozenset[str]:
        """The cards that serve as vehicles or as guns."""
        return frozenset(card.id for card in self.cards.values() if isinstance(card.ability, parts.VehiclesOrGuns))

    @cached_property
    def lawyers(self) -> frozenset[str]:
        """The cards that may be discarded at any time for a cube in court."""
        return frozenset(card.id for card in self.cards.values() if card.at_any_time is not None)

    @cached_property
    def of_board(self) -> Mapping[str, tuple[City, ...]]:
        """The cities of each board, from left to right."""
        return {board: tuple(city for city in self.cities if city.board == board) for board in ("border", *COUNTRIES)}

    @cached_property
    def of_country(self) -> Mapping[str, tuple[Asesino, ...]]:
        """The asesinos of each country."""
        return {country: tuple(a for a in self.asesinos if a.country == country) for country in COUNTRIES}

    def card(self, card: str) -> Card:
        """The cartel or guerrilla card with this id."""
        return self.cards[card]

    def deck_of(self, card: str) -> str:
        """The deck a card belongs to, "cartel" or "guerrilla"."""
        return "guerrilla" if card in self._guerrillas else "cartel"

    @cached_property
    def _guerrillas(self) -> frozenset[str]:
        return frozenset(card.id for card in self.guerrilla)


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


def _counts(of: Components) -> Iterator[str]:
    for name, there, due in (
        ("cartel", len(of.cartel), of.counts.cartel),
        ("guerrilla", len(of.guerrilla), of.counts.guerrilla),
        ("arrests", len(of.arrests), of.counts.arrests),
        ("tokens", len(of.tokens), of.counts.tokens),
        ("money_cards", sum(of.money_cards.values.values()), of.counts.money_cards),
    ):
        if there != due:
            yield f"{name}: {there} where {due} belong"
    if sorted(a.country for a in of.arrests) != sorted(COUNTRIES):
        yield "arrests: one card for each country belongs there"


def _cards(of: Components) -> Iterator[str]:
    colours, vehicles = {*of.colours.players, of.colours.unaligned}, {*of.vehicles, ANY}
    for card in of.cards.values():
        if card.colour is not None and card.colour not in colours:
            yield f"{card.id}: unknown colour {card.colour!r}"
        yield from (f"{card.id}: unknown vehicle {v!r}" for v in card.vehicles if v not in vehicles)
        if card.colour is None and (card.cost != AUCTION or card.back != "safe" or set(card.vehicles) != {ANY}):
            yield f"{card.id}: a wild card is auctioned, safe, and any vehicle"
        if isinstance(card.ability, parts.Snitch) and (card.cost != 0 or card.back != "police" or card.vehicles):
            yield f"{card.id}: a snitch is free, has police on its back and no vehicle"
        if not isinstance(card.ability, parts.Snitch) and not card.vehicles:
            yield f"{card.id}: it has no vehicle"
    yield from (f"{card.id}: a guerrilla is auctioned" for card in of.guerrilla if card.cost != AUCTION)
    yield from (f"{token.id}: unknown vehicle {token.vehicle!r}" for token in of.tokens if token.vehicle not in of.vehicles)


def _backs(of: Components) -> Iterator[str]:
    groups: dict[str, list[Card]] = {}
    for card in of.cards.values():
        if card.colour is not None and not isinstance(card.ability, parts.Snitch):
            groups.setdefault(f"{card.character}-{card.colour}", []).append(card)
    if sorted(groups) != sorted(GROUPS):
        yield f"cards: characters and colours {sorted(groups)} where {sorted(GROUPS)} belong"
    for group, cards in groups.items():
        if [card.id for card in cards] != [f"{group}-{n}" for n in range(1, len(cards) + 1)]:
            yield f"{group}: its cards must be numbered from 1"
        odds = f"{sum(card.back == 'safe' for card in cards)}/{len(cards)}"
        yield from (f"{card.id}: odds {card.odds} where {odds} belongs" for card in cards if card.odds != odds)


def _boards(of: Components) -> Iterator[str]:
    if tuple(city.id for city in of.cities) != CITIES:
        yield f"cities: they must be {', '.join(CITIES)}, from left to right"
    yield from (f"{city.id}: price boxes go from the best down" for city in of.cities if list(city.prices) != sorted(city.prices)[::-1])
    if [city.deck for city in of.cities].count("guerrilla") != 1:
        yield "cities: one of them takes guerrillas"
    yield from (f"{a.id}: its id must be its country and cost" for a in of.asesinos if a.id != f"{a.country}-{a.cost}")
    if of.case_track.start >= of.case_track.red:
        yield "case_track: it must start before the red space"


def _setup(of: Components) -> Iterator[str]:
    for name, by_players in (("setup neutral_cubes", of.setup.neutral_cubes), ("seasons length", of.seasons.length)):
        if sorted(by_players) != list(PLAYERS):
            yield f"{name}: players {sorted(by_players)} where {list(PLAYERS)} belong"
    if len(of.setup.money) < max(PLAYERS) or len(set(of.colours.players)) < max(PLAYERS):
        yield f"setup: money and a colour of his own for each of {max(PLAYERS)} players"
    yield from (
        f"seasons: {n} is no multiple of {of.seasons.adjust_every}" for n in of.seasons.length.values() if n % of.seasons.adjust_every
    )
