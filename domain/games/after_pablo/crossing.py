"""Action 4: Cross Border. Vehicles against tokens, a check for every token unmatched, the row of tokens, the case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Annotated

from msgspec.structs import replace

from domain.games.after_pablo import case
from domain.games.after_pablo.actions import ActionBegan, PawnMoved
from domain.games.after_pablo.auction import listed
from domain.games.after_pablo.board import ABROAD, CROSSED, Board, Crossing
from domain.games.after_pablo.checks import SmuggleCheck
from domain.games.after_pablo.components import components
from domain.games.after_pablo.gains import PointsScored
from domain.games.after_pablo.hand import without
from domain.games.after_pablo.parts import ANY
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Offer,
    Pass,
    Pile,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)


# facts ------------------------------------------------------------------------------------------------------------------
class CrossingBegan(Fact[Board], frozen=True):
    """A player brings all his cocaine to the border."""

    seat: Seat
    cubes: int

    def apply(self, board: Board) -> Board:
        return replace(board, crossing=Crossing(self.cubes))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" crosses with {self.cubes} cocaine; the row shows ", *listed(after.row.cards))


class VehiclesShown(Fact[Board], frozen=True):
    """A player showed and spent a card for its vehicles, which match these tokens."""

    seat: Seat
    card: Card
    deck: str
    tokens: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        board = without(board, self.seat, self.card).discarded(self.deck, self.card)
        crossing = board.crossing or Crossing(0)
        return replace(board, crossing=replace(crossing, matched=(*crossing.matched, *self.tokens)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " shows ", thing(self.card), " and matches ", *listed(self.tokens))


class TokensMatched(Fact[Board], frozen=True):
    """All vehicles are shown: so many cubes are across, and for the other tokens there are so many checks."""

    seat: Seat
    safe: int
    checks: int

    def apply(self, board: Board) -> Board:
        return replace(board, crossing=replace(board.crossing or Crossing(0), checks=self.checks))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (
            who(self.seat),
            f" brings {self.safe} cocaine across by vehicle and faces {self.checks} check{'s' if self.checks != 1 else ''}",
        )


class CrossingEnded(Fact[Board], frozen=True):
    """The crossing is over, so many cubes are across."""

    seat: Seat
    cubes: int

    def apply(self, board: Board) -> Board:
        return replace(board, crossing=None)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" has {self.cubes} cocaine across")


class TokensRemoved(Fact[Board], frozen=True):
    """The lowest tokens of the row, and those that snitches had brought the player, went out."""

    seat: Seat
    lowest: tuple[Card, ...]
    own: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        row = Pile(board.row.cards[len(self.lowest) :])
        board = replace(board, row=row, tokens_out=board.tokens_out.put(*self.lowest, *self.own))
        return board.player(self.seat, tokens=Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("out of the row go ", *listed((*self.lowest, *self.own)))


class TokensShuffled(Fact[Board], frozen=True):
    """Tokens that were out, or all at first, were shuffled into a face-down pile."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, tokens=Pile(self.order), tokens_out=Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{len(self.order)} smuggling tokens are shuffled",)


class TokenTurned(Fact[Board], frozen=True):
    """The top token of the pile was turned up: at the top of the row, or before a player whom a snitch brought it."""

    token: Card
    to: Seat | None = None

    def apply(self, board: Board) -> Board:
        board = replace(board, tokens=board.tokens.drop())
        if self.to is None:
            return replace(board, row=board.row.put(self.token))
        return board.player(self.to, tokens=board.players[self.to].tokens.put(self.token))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        where: Text = (" comes into the row",) if self.to is None else (" goes to ", who(self.to))
        return (thing(self.token), *where)


def turn_token(scribe: Scribe[Board], rule: str, to: Seat | None = None) -> bool:
    """Turn the next token up, shuffling those that are out when the pile is empty. False if there is none at all."""
    if not scribe.board.tokens.cards:
        if not scribe.board.tokens_out.cards:
            return False
        scribe.write(TokensShuffled(scribe.shuffle(scribe.board.tokens_out.known)), "ap.amb.token-pile-empty")
    scribe.write(TokenTurned(scribe.board.tokens.known[-1], to), rule)
    return True


# matching -----------------------------------------------------------------------------------------------------------------
class Cross(Command[Board], frozen=True):
    """Take the action of crossing the border."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(ActionBegan(seat, "cross"), "ap.cross.move")
        scribe.write(PawnMoved(seat, CROSSED), "ap.cross.move")
        cubes = scribe.board.players[seat].cocaine
        rule = "ap.cross.all-cubes" if cubes == components().crossing.boxes else "ap.cross.fewer-cubes"
        scribe.write(CrossingBegan(seat, cubes), rule, ShowVehicles(seat=seat), FaceChecks(seat), EndCrossing(seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("cross the border",)


class ShowVehicles(Decision[Board], frozen=True):
    """Which vehicles match the tokens?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        of = components()
        for card in board.players[self.seat].hand.cards:
            if card is not None and of.card(card).vehicles:
                yield from (Offer(Ship(card, vehicles)) for vehicles in uses(board, self.seat, card))
            elif card is not None:
                yield Offer(Ship(card, ()), "ap.amb.snitch-vehicle")

    def say(self, board: Board, names: Names) -> Text:
        return (f"Which vehicles do you show? {waiting(board, self.seat)} tokens to match",)


def waiting(board: Board, seat: Seat) -> int:
    """How many tokens would still have to be checked."""
    row, own = open_tokens(board, seat)
    return row + len(own)


def open_tokens(board: Board, seat: Seat) -> tuple[int, list[Card]]:
    """How many tokens of the row have still to be matched, and which of those that snitches brought."""
    crossing = board.crossing or Crossing(0)
    own = board.players[seat].tokens.known
    matched = [token for token in crossing.matched if token not in own]
    return crossing.cubes - len(matched), [token for token in own if token not in crossing.matched]


def assigned(board: Board, seat: Seat, vehicles: tuple[str, ...]) -> tuple[Card, ...] | None:
    """The tokens that these vehicles match, those of the row first; nothing if they do not all match one."""
    left, own = open_tokens(board, seat)
    taken, of = list[Card](), components().tokens_by_id
    matched = (board.crossing or Crossing(0)).matched
    for vehicle in vehicles:
        row = [t for t in board.row.known if t not in matched and t not in taken] if left > 0 else []
        fits = next((t for t in (*row, *own) if of[t].vehicle == vehicle and t not in taken), None)
        if fits is None:
            return None
        left -= fits in row
        taken.append(fits)
    return tuple(taken)


def uses(board: Board, seat: Seat, card: Card) -> Iterator[tuple[str, ...]]:
    """How a card may be shown now: the vehicles it stands for, as many of them as match anything."""
    crossing = board.crossing
    if crossing is None:
        return
    found: dict[tuple[str, ...], None] = {}
    for vehicles in choices(components().card(card).vehicles):
        if assigned(board, seat, vehicles) is not None:
            found.setdefault(vehicles)
    most = max(map(len, found), default=0)
    yield from (vehicles for vehicles in found if len(vehicles) == most and most)


@lru_cache(maxsize=256)
def choices(printed: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """All that a card's vehicles may stand for, leaving out none, one or more of them, each way once."""
    kinds = components().vehicles
    ways = product(*([None, *(kinds if vehicle == ANY else (vehicle,))] for vehicle in printed))
    return tuple(dict.fromkeys(tuple(sorted(v for v in way if v)) for way in ways))


class Ship(Command[Board], frozen=True):
    """Show a card for these vehicles."""

    card: Card
    vehicles: tuple[str, ...] = ()

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked, board, of = scribe.answering(ShowVehicles), scribe.board, components()
        tokens = assigned(board, seat, self.vehicles) or ()
        wild = of.card(self.card).colour is None
        two = "ap.amb.wild-cowboy" if wild else "ap.card.cowboy"
        rule = two if len(tokens) > 1 else "ap.cross.vehicles" if wild else "ap.cross.match-one-to-one"
        scribe.write(VehiclesShown(seat, self.card, of.deck_of(self.card), tokens), rule, asked)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("show ", thing(self.card), f" as {' and '.join(v.replace('-', ' ') for v in self.vehicles)}")


# the crossing -------------------------------------------------------------------------------------------------------------
class FaceChecks(Step[Board], frozen=True):
    """All vehicles are shown: every token left is to be checked."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        row, own = open_tokens(board, self.seat)
        cubes = (board.crossing or Crossing(0)).cubes
        checks = [SmuggleCheck(self.seat, carries=True)] * row + [SmuggleCheck(self.seat, carries=False)] * len(own)
        rule = "ap.cross.matched-safe" if not own else "ap.snitch.bs-token"
        scribe.write(TokensMatched(self.seat, cubes - row, len(checks)), rule, *checks)


class EndCrossing(Step[Board], frozen=True):
    """The cubes are across or lost: the crossing is to be scored, the row moved on, the case advanced."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        board, seat = scribe.board, self.seat
        crossing, left = board.crossing or Crossing(0), board.players[seat].cocaine
        scribe.write(CrossingEnded(seat, left), "ap.amb.cross-commit")
        self._score(scribe, crossing, left)
        if not left:
            scribe.write(PawnMoved(seat, ABROAD), "ap.amb.cross-lost-all")
        shift_row(scribe, seat)
        bolts = sum(components().tokens_by_id[token].bolts for token in scribe.board.row.known)
        if bolts:
            already = scribe.board.case == components().case_track.red
            case.advance(scribe, bolts, "ap.amb.red-landing-then-move" if already else "ap.case.bolts")
        else:
            scribe.write(NothingHappened("no bolt shows in the row"), "ap.case.bolts")

    def _score(self, scribe: Scribe[Board], crossing: Crossing, left: int) -> None:
        points, seat = components().scoring, self.seat
        if left < crossing.cubes:
            scribe.write(NothingHappened("a cube was lost at the border, so nothing is scored"), "ap.cross.lost-no-bonus")
        elif crossing.cubes == components().crossing.boxes and not crossing.checks:
            scribe.write(PointsScored(seat, points.perfect_five, "for a perfect five"), "ap.cross.perfect-five")
        else:
            scribe.write(PointsScored(seat, points.crossed_all, "for bringing everything across"), "ap.cross.all-safe-bonus")


def shift_row(scribe: Scribe[Board], seat: Seat) -> None:
    """Take the lowest tokens away and turn new ones up at the top."""
    crossing, board = components().crossing, scribe.board
    own = board.players[seat].tokens.known
    rule = "ap.amb.snitch-token-source" if own else "ap.cross.token-shift"
    scribe.write(TokensRemoved(seat, board.row.known[: crossing.removed], own), rule)
    while len(scribe.board.row) < crossing.boxes and turn_token(scribe, "ap.cross.tokens-visible"):
        pass
