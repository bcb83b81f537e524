"""The decks (Game Set Up; End of Player Action; Arrest Cards): shuffled front up, drawn from the top, backs unseen."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from domain.games.after_pablo.board import ABROAD, CITIES, CITY_AT, Board
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import CubeMoved
from domain.games.after_pablo.leaders import recheck
from domain.kernel import Card, Fact, Names, NothingHappened, Pile, RuleId, Scribe, Seal, Text, thing


# facts ------------------------------------------------------------------------------------------------------------------
class DeckShuffled(Fact[Board], frozen=True):
    """A deck was shuffled, top last, its discards with it; `turned` is the front that shows on top, while the deck lies front up."""

    deck: str
    order: Annotated[tuple[Card | None, ...], Seal()]
    turned: Card | None = None

    def apply(self, board: Board) -> Board:
        pile = Pile(self.order)
        board = board.lay(self.deck, pile if self.turned is None else pile.show(self.turned))
        return board.lay(f"{self.deck}-discard", Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        shows: Text = () if self.turned is None else (", and shows ", thing(self.turned))
        return (f"the {self.deck} deck is shuffled, {len(self.order)} cards", *shows)


class CityFilled(Fact[Board], frozen=True):
    """The top card of a deck went to a city; `turned` is the front that shows on the deck now."""

    city: str
    deck: str
    card: Card
    turned: Card | None

    def apply(self, board: Board) -> Board:
        return _drawn(board, self.deck, self.turned).with_city(self.city, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.card), " takes up business in ", thing(self.city))


class ArrestCardDrawn(Fact[Board], frozen=True):
    """An arrest card came up, and was discarded; `turned` is the front that shows on the deck now."""

    card: Card
    turned: Card | None

    def apply(self, board: Board) -> Board:
        return _drawn(board, "cartel", self.turned).discarded("cartel", self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the ", thing(self.card), " comes up")


def _drawn(board: Board, deck: str, turned: Card | None) -> Board:
    """With the top card of a deck gone, and the front of the next one showing."""
    pile = (board.cartel if deck == "cartel" else board.guerrilla).drop()
    pile = pile if turned is None else pile.show(turned)
    return replace(board, cartel=pile) if deck == "cartel" else replace(board, guerrilla=pile)


# drawing ------------------------------------------------------------------------------------------------------------------
def top_two(scribe: Scribe[Board], deck: str) -> tuple[Card, Card | None]:
    """The card that is drawn next, and the one that shows then."""
    cards = (scribe.board.cartel if deck == "cartel" else scribe.board.guerrilla).cards
    top = cards[-1]
    assert top is not None
    return top, cards[-2] if len(cards) > 1 else None


def ready(scribe: Scribe[Board], deck: str, arresting: RuleId = "ap.arrest.never-placed") -> bool:
    """Make sure that a card to be used lies on top: reshuffle an empty deck, act on arrest cards. False if there is none at all."""
    while True:
        board = scribe.board
        pile, discards = (board.cartel, board.cartel_discard) if deck == "cartel" else (board.guerrilla, board.guerrilla_discard)
        if not pile.cards:
            if not discards.cards:
                return False
            order = scribe.shuffle(discards.known)
            rule = "ap.refill.reshuffle" if deck == "cartel" else "ap.setup.shuffle-face-up"
            scribe.write(DeckShuffled(deck, order, order[-1]), rule)
        elif pile.cards[-1] in components().arrest_cards:
            _arrest(scribe, arresting)
        else:
            return True


def _arrest(scribe: Scribe[Board], rule: RuleId) -> None:
    """Act on the arrest card on top of the cartel deck."""
    card, turned = top_two(scribe, "cartel")
    event = components().arrest_cards[card]
    scribe.write(ArrestCardDrawn(card, turned), rule)
    leader = scribe.board.leader(event.country)
    there, neutral = scribe.board.flag(event.country), scribe.board.neutral
    if there < event.min_flag_cubes:
        scribe.write(NothingHappened(f"too few cubes lie on the flag of {event.country.title()} for an arrest"), "ap.arrest.threshold")
    elif leader is None:
        scribe.write(NothingHappened(f"nobody leads {event.country.title()}, nobody is arrested"), "ap.arrest.effect")
    else:
        counted = "ap.arrest.effect" if there - neutral >= event.min_flag_cubes else "ap.amb.black-counts-arrest"
        scribe.write(CubeMoved(leader, event.country, "arrest", event.cubes), counted)
        recheck(scribe)


def refill(scribe: Scribe[Board]) -> bool:
    """Fill the empty cities, from left to right, each from its own deck. False if none was empty."""
    board, of = scribe.board, components().cities_by_id
    empty = [city for city in CITIES if not board.cities[CITY_AT[city]].cards]
    sold = board.active is not None and board.players[board.active].pawn == ABROAD
    usual = "ap.sell.refill" if sold else "ap.amb.refill-extra-action" if board.actions > 1 else "ap.refill.left-to-right"
    for city in empty:
        further = usual == "ap.refill.left-to-right" and of[city].board != of[empty[0]].board
        rule = "ap.comp.board-order" if further else usual
        special = of[city].deck == "guerrilla"
        fill(scribe, city, "ap.refill.new-york" if special else rule, "ap.arrest.any-draw" if sold else "ap.arrest.never-placed")
    return bool(empty)


def fill(scribe: Scribe[Board], city: str, rule: RuleId, arresting: RuleId = "ap.arrest.never-placed") -> None:
    """Lay the next card of its deck on a city."""
    deck = components().cities_by_id[city].deck
    if ready(scribe, deck, arresting):
        card, turned = top_two(scribe, deck)
        scribe.write(CityFilled(city, deck, card, turned), rule)
    else:
        scribe.write(NothingHappened(f"no card is left for {components().names[city]}"), "ap.amb.guerrilla-exhausted")
