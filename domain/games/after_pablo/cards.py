"""Cards/Special Abilities: a card from the hand does what it says and is discarded. What it says is data, each kind works its own way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.after_pablo.board import BOXES, COURT, Board, place_of
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import SUPPLY, CubeMoved, sources
from domain.games.after_pablo.favors import ActionGained
from domain.games.after_pablo.hand import DiscardDown, without
from domain.games.after_pablo.parts import CourtToAcquittal, ExtraAction, FlyCost, HandLimit, PlaceInfluence, Snitch
from domain.games.after_pablo.snitches import betray
from domain.kernel import Card, Command, Decision, Fact, Names, Obligation, Offer, Pass, RuleId, Scribe, Seat, Text, thing, who

PLACED_BY: dict[tuple[str, ...], RuleId] = {
    ("dea",): "ap.card.politician-dea",
    ("mexico",): "ap.card.politician-mexico",
    ("colombia",): "ap.card.politician-colombia",
}


# facts ------------------------------------------------------------------------------------------------------------------
class CardPlayed(Fact[Board], frozen=True):
    """A player showed and discarded a card for what it says; `deck` is the one it belongs to."""

    seat: Seat
    card: Card
    deck: str
    on: Seat | None = None

    def apply(self, board: Board) -> Board:
        return without(board, self.seat, self.card).discarded(self.deck, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " plays ", thing(self.card), *(() if self.on is None else (" on ", who(self.on))))


class FlightsFreed(Fact[Board], frozen=True):
    """Flights of the running business action cost nothing."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, free_flight=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " flies for nothing in this action")


class HandRaised(Fact[Board], frozen=True):
    """A player may hold more cards until so many of his actions have ended."""

    seat: Seat
    limit: int
    actions: int

    def apply(self, board: Board) -> Board:
        raised = max(self.actions, board.players[self.seat].raised)
        return board.player(self.seat, hand_limit=self.limit, raised=raised)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        until = "this action" if self.actions == 1 and before.acting else "the next action"
        return (who(self.seat), f" may hold {self.limit} cards until the end of {until}")


# playing ------------------------------------------------------------------------------------------------------------------
def abilities(board: Board, seat: Seat, in_business: bool) -> Iterator[Offer[Board]]:
    """What the cards in a hand can do now; guns, vehicles and safe deals are offered where they serve."""
    of, player = components(), board.players[seat]
    for card in player.hand.cards:
        if card is None:
            continue
        barred: RuleId | None = "ap.cartel.no-same-turn-ability" if card in player.fresh else None
        match of.card(card).ability:
            case ExtraAction() | PlaceInfluence() | HandLimit():
                yield Offer(Play(card), barred)
            case FlyCost():
                yield Offer(Play(card), barred or (None if in_business else "ap.card.friend-fly"))
            case CourtToAcquittal():
                yield Offer(Play(card), barred or (None if player.arrest or player.trial else "ap.card.politician-court"))
            case Snitch():
                yield from (Offer(Play(card, other), barred) for other in board.round(seat)[1:])
            case _:
                pass


class Play(Command[Board], frozen=True):
    """Play a card for what it says, on an opponent if it is a snitch."""

    card: Card
    on: Seat | None = None

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        of = components()
        card = of.card(self.card)
        played = CardPlayed(seat, self.card, of.deck_of(self.card), self.on)
        free = "ap.extra.card-discarded" if scribe.board.acting else "ap.turn.extras-free"
        match card.ability:
            case ExtraAction(count=count):
                scribe.write(played, free)
                lawyer = card.at_any_time is not None
                scribe.write(ActionGained(seat, count), "ap.card.politician-extra-action" if lawyer else "ap.card.friend-extra-action")
            case FlyCost():
                scribe.write(played, free)
                scribe.write(FlightsFreed(seat), "ap.card.friend-fly")
            case HandLimit(limit=limit):
                scribe.write(played, free)
                acting = scribe.board.acting
                fact = HandRaised(seat, limit, 2 if acting else 1)
                scribe.write(fact, "ap.amb.hand-nine-until" if acting else "ap.card.friend-hand-nine")
            case PlaceInfluence(max=most, targets=targets, split=split):
                rule = "ap.card.politician-split" if split else PLACED_BY.get(targets, "ap.card.friend-influence")
                scribe.write(played, rule, PlaceFree(seat=seat, targets=targets, left=most, split=split))
            case CourtToAcquittal(max=most):
                scribe.write(played, "ap.card.politician-court", Acquit(seat=seat, left=most))
            case Snitch(bs=bs) if self.on is not None:
                betray(scribe, played, bs, seat, self.on)
            case _:
                raise TypeError(f"{self.card} does nothing by itself")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), *(() if self.on is None else (" on ", who(self.on))))


# cubes placed by cards ------------------------------------------------------------------------------------------------------
class PlaceFree(Decision[Board], frozen=True):
    """Where does a cube go free of charge?"""

    targets: tuple[str, ...]
    left: int
    split: bool

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        player, limit = board.players[self.seat], components().business.folder_limit
        for place in self.targets:
            full: RuleId | None = "ap.amb.dea-cap-cards" if place == "dea" and player.dea >= limit else None
            yield from (Offer(PutFree(place, of), full) for of in sources(player, place))

    def say(self, board: Board, names: Names) -> Text:
        return (f"Where do you place a cube? {self.left} left",)


class PutFree(Command[Board], frozen=True):
    """Place a cube free of charge."""

    to: str
    of: str = SUPPLY

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(PlaceFree)
        targets = asked.targets if asked.split else (self.to,)
        more = (replace(asked, targets=targets, left=asked.left - 1),) if asked.left > 1 else ()
        rule = "ap.card.politician-split" if asked.split else PLACED_BY.get(asked.targets, "ap.card.friend-influence")
        scribe.write(CubeMoved(seat, self.of, self.to), rule, *more)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        of = "" if self.of == SUPPLY else f" from {place_of(self.of)}"
        return (f"place a cube{of} on {place_of(self.to)}",)


class Acquit(Decision[Board], frozen=True):
    """Which cube in court goes to Acquittal?"""

    left: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(AcquitFrom(box)) for box in ("arrest", "trial") if getattr(board.players[self.seat], box))

    def say(self, board: Board, names: Names) -> Text:
        return (f"Which cube is acquitted? {self.left} left",)


class AcquitFrom(Command[Board], frozen=True):
    """Move a cube from this box to Acquittal."""

    box: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        left = scribe.answering(Acquit).left - 1
        more: tuple[Obligation[Board], ...] = (Acquit(seat=seat, left=left),) if left else ()
        scribe.write(CubeMoved(seat, self.box, "acquittal"), "ap.card.politician-court", *more)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"acquit a cube from {place_of(self.box)}",)


# lawyers ------------------------------------------------------------------------------------------------------------------
def lawyers(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    """Lawyers in the hand of a seat that has cubes in court: they may be discarded at any time."""
    player, of = board.players[seat], components().lawyers
    for card in player.hand.cards:
        if card is not None and card in of:
            barred: RuleId | None = "ap.cartel.no-same-turn-ability" if card in player.fresh else None
            yield from (Offer(UseLawyer(card, box), barred) for box in COURT if getattr(player, box))


class UseLawyer(Command[Board], frozen=True):
    """Discard a lawyer to move an own cube in court on."""

    card: Card
    box: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        of, player = components(), scribe.board.players[seat]
        push = of.card(self.card).at_any_time
        boxes, to = 0 if push is None else push.boxes, self.box
        while boxes and to != SUPPLY:
            boxes, to = boxes - 1, BOXES[to]
        enough = len(player.hand) - 1 <= player.hand_limit
        owed = scribe.owed(DiscardDown, seat=seat) if enough else ()
        scribe.write(CardPlayed(seat, self.card, of.deck_of(self.card)), "ap.card.lawyer-anytime", cancels=owed)
        scribe.write(CubeMoved(seat, self.box, to), "ap.card.lawyer-anytime")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("discard ", thing(self.card), f" for the cube in {place_of(self.box)}")
