"""Skill cards: the five decks, drawing and discarding, and the Destiny deck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import SKILLS, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import CRISIS, SUPER, Cause, does, nothing, touched
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
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)

HEADSTRONG = "headstrong"
DESTINY_EACH = 2  # cards of each type in a new Destiny deck


# facts ------------------------------------------------------------------------------------------------------------------
class DeckShuffled(Fact[Board], frozen=True):
    """A skill deck was shuffled; its discard pile is part of it now."""

    skill: str
    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return board.put_deck(self.skill, Pile(self.order)).put_discard(self.skill, Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the {len(self.order)} {self.skill} cards are shuffled",)


class SkillsDrawn(Fact[Board], frozen=True):
    """A player drew skill cards of a type."""

    seat: Seat
    skill: str
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = board.put_deck(self.skill, board.deck(self.skill).drop(len(self.cards)))
        return board.player(self.seat, hand=board.players[self.seat].hand.put(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if None in self.cards:
            return (who(self.seat), f" draws {len(self.cards)} {self.skill} card{'s' if len(self.cards) != 1 else ''}")
        return (who(self.seat), " draws ", *listed(self.cards))


class SkillPlayed(Fact[Board], frozen=True):
    """A player used the text of a skill card, which is discarded."""

    seat: Seat
    card: Card
    skill: str

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, hand=board.players[self.seat].hand.take(self.card))
        return board.put_discard(self.skill, board.discard(self.skill).put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " plays ", thing(self.card))


class CardSetAside(Fact[Board], frozen=True):
    """A player laid a card aside, face down, to discard it."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        return board.player(self.seat, hand=player.hand.take(self.card), aside=player.aside.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " lays ", thing(self.card), " aside to discard it")


class SkillsDiscarded(Fact[Board], frozen=True):
    """Skill cards went face up to the discard piles of their types: those laid aside, or from the hand."""

    seat: Seat
    cards: tuple[Card, ...]
    skills: tuple[str, ...]
    aside: bool = False

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        if self.aside:
            board = board.player(self.seat, aside=Pile())
        else:
            hand = player.hand
            for card in self.cards:
                hand = hand.take(card)
            board = board.player(self.seat, hand=hand)
        for card, skill in zip(self.cards, self.skills, strict=True):
            board = board.put_discard(skill, board.discard(skill).put(card))
        return board

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " discards ", *listed(self.cards))


class DestinyBuilt(Fact[Board], frozen=True):
    """The Destiny deck was made anew, of cards from the top of every skill deck."""

    taken: tuple[int, ...]  # of each skill deck
    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        for skill, n in zip(SKILLS, self.taken, strict=True):
            board = board.put_deck(skill, board.deck(skill).drop(n))
        return replace(board, destiny_pile=Pile(self.order))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the Destiny deck is made of {len(self.order)} new cards",)


def listed(cards: Iterable[Card | None]) -> Text:
    """Cards, divided by commas."""
    return tuple(part for card in cards for part in (thing(card), ", "))[:-1]


def shown(cards: Iterable[Card | None]) -> Text:
    """A colon and the cards, for an eye that sees them; otherwise nothing."""
    cards = tuple(cards)
    return (": ", *listed(cards)) if None not in cards else ()


# drawing ------------------------------------------------------------------------------------------------------------------
def restock(scribe: Scribe[Board], skill: str) -> int:
    """Make an empty deck anew from its discard pile; how many cards the deck holds now."""
    if not scribe.board.deck(skill).cards and scribe.board.discard(skill).cards:
        scribe.write(DeckShuffled(skill, scribe.shuffle(scribe.board.discard(skill).known)), "bsg.skill.reshuffle")
    return len(scribe.board.deck(skill))


def draw(scribe: Scribe[Board], seat: Seat, skill: str, n: int, rule: RuleId) -> None:
    """Let a seat draw `n` cards of a type, or as many as there are."""
    left = n
    while left and (held := restock(scribe, skill)):
        k = min(left, held)
        scribe.write(SkillsDrawn(seat, skill, scribe.board.deck(skill).known[-k:][::-1]), rule)
        left -= k
    if left:
        scribe.write(NothingHappened(f"there are no more {skill} cards"), "bsg.amb.skill-deck-exhausted")


def build_destiny(scribe: Scribe[Board], rule: RuleId = "bsg.destiny.rebuild") -> None:
    """Make the Destiny deck of two cards of each type."""
    cards: list[Card] = []
    taken: list[int] = []
    for skill in SKILLS:
        n = min(DESTINY_EACH, restock(scribe, skill))
        deck = scribe.board.deck(skill).known
        if n < DESTINY_EACH and scribe.board.discard(skill).cards:  # the last card of the deck, then a new deck
            scribe.write(DeckShuffled(skill, scribe.shuffle((*scribe.board.discard(skill).known, *deck))), "bsg.skill.reshuffle")
            deck = scribe.board.deck(skill).known
            n = min(DESTINY_EACH, len(deck))
        cards += deck[len(deck) - n :]
        taken.append(n)
    scribe.write(DestinyBuilt(tuple(taken), scribe.shuffle(cards)), rule)


class PickTypes(Decision[Board], frozen=True):
    """Of which type do you draw?"""

    pool: tuple[str, ...]  # types that may be picked, those divided by a slash as one
    n: int
    rule: RuleId
    once: bool = False  # each entry of the pool but once
    picked: tuple[str, ...] = ()

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(DrawFrom(skill)) for skill in types_of(self.pool))

    def say(self, board: Board, names: Names) -> Text:
        return (f"Of which type do you draw ({len(self.picked) + 1} of {len(self.picked) + self.n})?",)


class DrawFrom(Command[Board], frozen=True):
    """Draw a card of this type; all are drawn when all types are fixed."""

    skill: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(PickTypes)
        picked, pool = (*asked.picked, self.skill), asked.pool
        if asked.once:
            gone = self.skill if self.skill in pool else next(entry for entry in pool if self.skill in entry.split("/"))
            at = pool.index(gone)
            pool = (*pool[:at], *pool[at + 1 :])
        scribe.write(TypePicked(seat, self.skill), asked.rule)
        if asked.n > 1 and pool:
            again = PickTypes(seat=seat, pool=pool, n=asked.n - 1, rule=asked.rule, once=asked.once, picked=picked)
            scribe.write(NothingHappened(f"{asked.n - 1} more"), asked.rule, again)
            return
        for skill in SKILLS:
            if k := picked.count(skill):
                draw(scribe, seat, skill, k, asked.rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"draw {self.skill}",)


class TypePicked(Fact[Board], frozen=True):
    """A player fixed a type to draw from."""

    seat: Seat
    skill: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" picks {self.skill} to draw")


def types_of(pool: Iterable[str]) -> tuple[str, ...]:
    """The types that occur in a pool, in the order of the decks."""
    named = {skill for entry in pool for skill in entry.split("/")}
    return tuple(skill for skill in SKILLS if skill in named)


def skill_set(board: Board, seat: Seat) -> tuple[str, ...]:
    """A character's skill set, an entry for each card."""
    return tuple(skill for skill, n in components().characters_by_id[board.players[seat].character].skills.items() for _ in range(n))


# discarding -----------------------------------------------------------------------------------------------------------------
class DiscardCards(Step[Board], frozen=True):
    """Seats are to discard so many cards, all at the same time and in secret."""

    dues: tuple[tuple[Seat, int], ...]
    rule: RuleId
    random: bool = False
    forced: bool = True  # not a price that somebody chose to pay

    def settle(self, scribe: Scribe[Board]) -> None:
        ask: list[tuple[Seat, int]] = []
        for seat, n in self.dues:
            hand = scribe.board.players[seat].hand.known
            headstrong = self.forced and scribe.board.seat_of(components().abilities[HEADSTRONG][0]) == seat
            if n <= 0 or not hand:
                continue
            if n >= len(hand):
                show(scribe, seat, hand, self.rule)
            elif self.random or headstrong:
                rule = self.rule if self.random else "bsg.amb.apollo-headstrong"
                show(scribe, seat, scribe.shuffle(hand)[:n], rule)
            else:
                ask.append((seat, n))
        seats = tuple(seat for seat, _ in ask)
        asks = (ChooseDiscard(seat=seat, left=n, rule=self.rule, lane=seat) for seat, n in ask)
        scribe.write(DiscardsDue(seats), self.rule, *asks, *((TurnUpDiscards(seats, self.rule),) if ask else ()))


class DiscardsDue(Fact[Board], frozen=True):
    """These seats choose what they discard."""

    seats: tuple[Seat, ...]

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if not self.seats:
            return ("nobody has to choose which cards to discard",)
        named = [part for seat in self.seats for part in (who(seat), ", ")]
        return (*named[:-1], " must choose what to discard")


class ChooseDiscard(Decision[Board], frozen=True):
    """Which card do you discard?"""

    left: int
    rule: RuleId

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(PutAside(card)) for card in dict.fromkeys(board.players[self.seat].hand.cards))

    def say(self, board: Board, names: Names) -> Text:
        return (f"Which card do you discard? {self.left} to go",)


class PutAside(Command[Board], frozen=True):
    """Lay a card aside to discard it."""

    card: Annotated[Card | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseDiscard)
        more = (ChooseDiscard(seat=seat, left=asked.left - 1, rule=asked.rule),) if asked.left > 1 else ()
        scribe.write(CardSetAside(seat, self.card), asked.rule, *more)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("discard ", thing(self.card))


class TurnUpDiscards(Step[Board], frozen=True):
    """What was laid aside is turned up."""

    seats: tuple[Seat, ...]
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        for seat in self.seats:
            show(scribe, seat, scribe.board.players[seat].aside.known, self.rule, aside=True)


def show(scribe: Scribe[Board], seat: Seat, cards: tuple[Card, ...], rule: RuleId, *opens: Obligation[Board], aside: bool = False) -> None:
    """Discard cards for all to see."""
    kinds = components().types
    scribe.write(SkillsDiscarded(seat, cards, tuple(kinds[card] for card in cards), aside), rule, *opens)


# effects -------------------------------------------------------------------------------------------------------------------
def _discard(scribe: Scribe[Board], effect: parts.Discard, cause: Cause, path: str) -> None:
    seats = touched(scribe.board, cause, effect.who)
    dues = tuple((seat, len(scribe.board.players[seat].hand) if effect.hand else effect.n) for seat in seats)
    if not dues:
        rule = "bsg.cylon-crisis.immunity" if cause.kind in (CRISIS, SUPER) else "bsg.crisis.choice-free"
        nothing(scribe, "nobody has to discard", rule)
        return
    rule = (
        "bsg.amb.food-shortage" if effect.who == "current" and scribe.board.president == scribe.board.active else "bsg.skill.discard-pile"
    )
    nothing(scribe, "cards have to be discarded", rule, DiscardCards(dues, "bsg.skill.discard-pile", effect.random))


def _draw(scribe: Scribe[Board], effect: parts.Draw, cause: Cause, path: str) -> None:
    seats = touched(scribe.board, cause, effect.who)
    if not seats:
        nothing(scribe, "nobody draws", "bsg.amb.caprica-benefit")
    for seat in seats:
        if effect.type == "any":
            pick = PickTypes(seat=seat, pool=SKILLS, n=effect.n, rule="bsg.character.draw-named-type")
            nothing(scribe, "cards of any type are drawn", "bsg.character.draw-named-type", pick)
        else:
            draw(scribe, seat, effect.type, effect.n, "bsg.character.draw-named-type")


does("discard", _discard)
does("draw", _draw)
