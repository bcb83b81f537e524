"""The components of Breaking Bad: `cards.yaml` as checked, frozen objects, and the look-ups the rules use.

Everything is validated once, when the file is read; after that the rules read plain attributes. Headings in brackets are the
rulebook's.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import chain
from typing import Any, Self, TypeVar

from pydantic import model_validator

from domain.games.breaking_bad import parts
from domain.games.breaking_bad.parts import CardKind, Character, Named, Part
from domain.kernel import Card, shelf

PACKAGE = "domain.games.breaking_bad"
FILE = "cards.yaml"
PLAYERS = range(3, 9)
S = TypeVar("S")


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
    limits: parts.Limits
    wanted: parts.Wanted
    teams: tuple[parts.TeamBoard, ...]
    characters: tuple[Character, ...]
    labs: tuple[parts.Lab, ...]
    kinds: tuple[CardKind, ...]
    decks: tuple[parts.Deck, ...]

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        faults = list(chain(_entries(self), _decks(self), _references(self), _sheets(self)))
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def named(self) -> Iterator[Named]:
        """Everything in the file that has an id and a name."""
        yield from chain(self.teams, self.characters, self.labs, self.kinds)
        yield from (ability for character in self.characters for ability in character.abilities)

    @cached_property
    def characters_by_id(self) -> Mapping[str, Character]:
        """The characters by id."""
        return {c.id: c for c in self.characters}

    @cached_property
    def kinds_by_id(self) -> Mapping[str, CardKind]:
        """The kinds of cards by id."""
        return {k.id: k for k in self.kinds}

    @cached_property
    def kinds_by_card(self) -> Mapping[Card, CardKind]:
        """What kind each card is of."""
        return {copies.id: self.kinds_by_id[copies.kind] for deck in self.decks for copies in deck.cards}

    @cached_property
    def teams_by_card(self) -> Mapping[Card, str]:
        """To which team's deck each card belongs."""
        return {copies.id: deck.team for deck in self.decks for copies in deck.cards}

    @cached_property
    def decks_by_team(self) -> Mapping[str, tuple[Card, ...]]:
        """All cards of each team's deck."""
        return {deck.team: tuple(c.id for c in deck.cards for _ in range(c.count)) for deck in self.decks}

    @cached_property
    def playable_any_time(self) -> frozenset[Card]:
        """The cards that may be played although nothing is asked."""
        at_any_time = (parts.Free, parts.TakeTurn)
        return frozenset(c for c, kind in self.kinds_by_card.items() if any(isinstance(s, at_any_time) for s in kind.stop))

    @cached_property
    def can_be_called_off(self) -> frozenset[str]:
        """The kinds of cards that some card calls off while they are played."""
        return frozenset(k for kind in self.kinds for s in kind.stop if isinstance(s, parts.CallOff) for k in s.cards)

    @cached_property
    def choices_by_source(self) -> Mapping[str, tuple[parts.Choose, parts.RuleRef]]:
        """What there is to choose from, and under which rule, by the kind of card or the ability that lets choose."""
        found: dict[str, tuple[parts.Choose, parts.RuleRef]] = {}
        sources = [(k.id, k.rule, [e for way in k.ways for e in way.does]) for k in self.kinds]
        sources += [(a.id, a.rule, list(getattr(a.gives, "does", ()))) for c in self.characters for a in c.abilities]
        for source, rule, effects in sources:
            found.update((source, (e, e.rule or rule)) for e in effects if isinstance(e, parts.Choose))
        return found

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Display names by id; a card has that of its kind."""
        return {n.id: n.name for n in self.named()} | {card: kind.name for card, kind in self.kinds_by_card.items()}

    def kind(self, card: Card) -> CardKind:
        """What kind a card is of (Card Explanations)."""
        return self.kinds_by_card[card]

    def character(self, character: str) -> Character:
        """The sheet of a character (Preparing the character sheets)."""
        return self.characters_by_id[character]

    def labs_of(self, team: str) -> tuple[str, ...]:
        """The ids of a team's lab cards (Laying out lab cards)."""
        return tuple(lab.id for lab in self.labs if lab.team == team)

    def wanted_level(self, threat: int) -> int:
        """The wanted level that a threat amounts to (Wanted level)."""
        return bisect_right(self.wanted.levels, threat)

    def name_of(self, it: str) -> str:
        """The display name of a team, character, ability, lab or card; an unknown id names itself."""
        return self.names.get(it, it)


@cache
def components() -> Components:
    """The components as the rules use them; the file is read and checked on first use."""
    return load(shelf.read(PACKAGE, FILE))


@cache
def stop(card: Card, use: type[S]) -> S | None:
    """What a card may do outside the own turn, if it may do this."""
    return next((stop for stop in components().kind(card).stop if isinstance(stop, use)), None)


@cache
def gift(character: str, of: type[S]) -> tuple[parts.Ability, S] | None:
    """The ability of a character that gives this, with what it gives."""
    for ability in components().character(character).abilities:
        if isinstance(ability.gives, of):
            return ability, ability.gives
    return None


def load(raw: Any) -> Components:
    """Check a parsed component file; raises ValueError with one line a fault, each naming its entry."""
    return shelf.checked(Components, raw, f"{PACKAGE}/{FILE}")


# What no single entry can tell: each of these yields one sentence a fault. ------------------------------------------------------------
def _entries(of: Components) -> Iterator[str]:
    ids = Counter(n.id for n in of.named())
    yield from (f"{known}: {times} entries have this id" for known, times in ids.items() if times > 1)
    sections = {name: part for name, part in of if isinstance(part, parts.Entry)}
    decks = {f"deck of {deck.team}": deck for deck in of.decks}
    for name, entry in chain(sections.items(), decks.items(), ((n.id, n) for n in of.named())):
        if entry.source not in of.sources:
            yield f"{name}: unknown source {entry.source!r}"


def _decks(of: Components) -> Iterator[str]:
    teams = [team.id for team in of.teams]
    if sorted(deck.team for deck in of.decks) != sorted(teams):
        yield f"decks: every team needs one; they are for {', '.join(deck.team for deck in of.decks)}"
    kinds = Counter(copies.kind for deck in of.decks for copies in deck.cards)
    known = {kind.id for kind in of.kinds}
    for deck in of.decks:
        if (n := sum(copies.count for copies in deck.cards)) != of.counts.deck:
            yield f"deck of {deck.team}: {n} cards where {of.counts.deck} belong"
        for copies in deck.cards:
            if copies.kind not in known:
                yield f"{copies.id}: unknown kind {copies.kind!r}"
            due = copies.kind if kinds[copies.kind] == 1 else f"{deck.team}-{copies.kind}"
            if copies.id != due:
                yield f"{copies.id}: it must be called {due}"
    yield from (f"{kind.id}: no deck has it" for kind in of.kinds if not kinds[kind.id])


def _references(of: Components) -> Iterator[str]:
    known, teams = {kind.id for kind in of.kinds}, {team.id: team.criminal for team in of.teams}
    for place, part in _parts_of(of):
        cards = getattr(part, "cards", ())
        named = (*(cards if isinstance(cards, tuple) else ()), *filter(None, (getattr(part, "card", None),)))
        yield from (f"{place}: unknown kind {kind!r}" for kind in named if kind not in known)
    yield from (f"{c.id}: unknown team {c.team!r}" for c in of.characters if c.team not in teams)
    yield from (f"{lab.id}: {lab.team!r} is no criminal team" for lab in of.labs if not teams.get(lab.team))


def _parts_of(of: Components) -> Iterator[tuple[str, Part]]:
    """Every effect, reaction and gift with the entry it stands in."""

    def within(effects: tuple[Any, ...]) -> Iterator[Part]:
        for effect in effects:
            yield effect
            yield from within(getattr(effect, "options", ()))
            yield from filter(None, (getattr(effect, "unless", None),))

    for kind in of.kinds:
        yield from ((kind.id, stop) for stop in kind.stop)
        yield from ((kind.id, effect) for way in kind.ways for effect in within(way.does))
    for ability in (ability for c in of.characters for ability in c.abilities):
        yield ability.id, ability.gives
        yield from ((ability.id, effect) for effect in within(getattr(ability.gives, "does", ())))


def _sheets(of: Components) -> Iterator[str]:
    if len(of.characters) != of.counts.sheets or len(of.labs) != of.counts.labs:
        yield f"{len(of.characters)} sheets and {len(of.labs)} labs where {of.counts.sheets} and {of.counts.labs} belong"
    if (life := sum(c.life for c in of.characters)) != of.counts.life_markers:
        yield f"characters: {life} life points in all, and there are {of.counts.life_markers} markers"
    sheets, labs = Counter(c.team for c in of.characters), Counter(lab.team for lab in of.labs)
    for team in of.teams:
        if sheets[team.id] != 2:
            yield f"{team.id}: {sheets[team.id]} sheets where 2 belong"
        if team.criminal and labs[team.id] != of.counts.labs_per_team:
            yield f"{team.id}: {labs[team.id]} labs where {of.counts.labs_per_team} belong"
    if list(of.wanted.levels) != sorted(set(of.wanted.levels)):
        yield "wanted: each level must take more than the one before"
