"""Jumping the fleet: the Jump Preparation track, the jump step by step, destinations, and the objective."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import HANGAR, Area, Basestar, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.dice import RollDie
from domain.games.battlestar_galactica.effects import DESTINATION, Cause, TurnsEnd, does, due, nothing
from domain.games.battlestar_galactica.ending import HUMANS, end
from domain.games.battlestar_galactica.resources import empty, move_dial
from domain.games.battlestar_galactica.skills import shown
from domain.kernel import Card, Command, Decision, Fact, Names, Obligation, Offer, Pile, RuleId, Scribe, Seal, Seat, Step, Text, thing, who

SPECIALIST = "specialist"
_clearing: list[Callable[[Scribe[Board]], None]] = []
_specialist_used: list[Callable[[Scribe[Board], Seat, Card], None]] = []
_sleepers: list[Callable[[Board], Iterator[Obligation[Board]]]] = []
DRAWN, DRAWN_BY_SPECIALIST = 2, 3


def at_jump(clear: Callable[[Scribe[Board]], None]) -> None:
    """Say what leaves play when the fleet jumps."""
    _clearing.append(clear)


def when_charted(use: Callable[[Scribe[Board], Seat, Card], None]) -> None:
    """Say what becomes of the card by which somebody chose the destination."""
    _specialist_used.append(use)


def when_sleepers_wake(steps: Callable[[Board], Iterator[Obligation[Board]]]) -> None:
    """Say what the Sleeper Agent phase brings."""
    _sleepers.append(steps)


# facts ------------------------------------------------------------------------------------------------------------------
class MarkerMoved(Fact[Board], frozen=True):
    """The fleet marker moved on the Jump Preparation track."""

    to: int

    def apply(self, board: Board) -> Board:
        return replace(board, track=self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the fleet marker moves from {before.track} to {self.to} on the jump track",)


class ShipsLeftBehind(Fact[Board], frozen=True):
    """The fleet jumps: space is empty. Vipers are in the Reserves, pilots on the Hangar Deck, civilian ships mixed with the others."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        players = tuple(replace(player, at=HANGAR) if player.flying else player for player in board.players)
        flown = sum(player.flying for player in board.players) + sum(area.vipers for area in board.areas)
        tokens = (*board.basestar_tokens, *(token for star in board.basestars for token in star.damage))
        return replace(
            board,
            players=players,
            areas=(Area(),) * 6,
            basestars=(Basestar(),) * 2,
            basestar_tokens=tokens,
            vipers=board.vipers + flown,
            raiders=board.raiders + sum(area.raiders for area in board.areas),
            heavies=board.heavies + sum(area.heavies for area in board.areas),
            civilians_pile=Pile(self.order),
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the fleet jumps: no ship stays in space",)


class DestinationsShuffled(Fact[Board], frozen=True):
    """The destination deck was made anew."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, destination_pile=Pile(self.order), destination_discard_pile=Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the destination deck is shuffled",)


class DestinationsLookedAt(Fact[Board], frozen=True):
    """A player looks at the top destinations, to choose one."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, destination_pile=board.destination_pile.drop(len(self.cards)))
        return board.player(self.seat, looking=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" looks at {len(self.cards)} destinations", *shown(self.cards))


class DestinationChosen(Fact[Board], frozen=True):
    """A destination was chosen; the others went under the deck."""

    seat: Seat
    card: Card
    others: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, looking=Pile())
        return replace(board, destination_pile=board.destination_pile.under(*self.others), travelled=(*board.travelled, self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " takes the fleet to ", thing(self.card))


class DistanceGained(Fact[Board], frozen=True):
    """The fleet is nearer to Kobol."""

    by: int
    total: int
    card: Card | None = None  # a crisis that lies beside the objective now

    def apply(self, board: Board) -> Board:
        if self.card is not None:
            drawn = tuple(card for card in board.drawn if card != self.card)
            board = replace(board, drawn=drawn, travelled=(*board.travelled, self.card))
        return replace(board, distance=self.total)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the fleet travels {self.by}, and has come {self.total} in all",)


class SleepersWoke(Fact[Board], frozen=True):
    """The Sleeper Agent phase has come."""

    def apply(self, board: Board) -> Board:
        return replace(board, sleepers_woke=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the sleeper agents wake: loyalty cards are dealt again",)


# the track ------------------------------------------------------------------------------------------------------------------
def move_marker(scribe: Scribe[Board], by: int, rule: RuleId) -> None:
    """Move the fleet marker; on Auto Jump the fleet jumps."""
    last = components().tracks.jump
    to = min(last, max(0, scribe.board.track + by))
    if to == scribe.board.track:
        nothing(scribe, "the fleet marker stays on the first space", "bsg.track.jump")
    elif to < last:
        scribe.write(MarkerMoved(to), rule)
    else:
        auto = "bsg.prepare.auto-jump" if rule == "bsg.prepare.icon" else "bsg.amb.jump-by-card"
        scribe.write(MarkerMoved(to), auto, JumpFleet())


def ftl_ready(board: Board) -> bool:
    """Whether the fleet may jump by FTL Control."""
    return board.track >= components().tracks.first_blue


class SpinUp(Step[Board], frozen=True):
    """FTL Control is used: a die decides whether people are left behind, then the fleet jumps."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        roll = RollDie(self.seat, "are people left behind?", rule="bsg.amb.xo-rolls")
        nothing(scribe, "the fleet is about to jump", "bsg.location.ftl", roll, LeaveBehind(), JumpFleet())


class LeaveBehind(Step[Board], frozen=True):
    """The population that the space of the marker puts at risk is lost, by the die."""

    def settle(self, scribe: Scribe[Board]) -> None:
        tracks = components().tracks
        if scribe.board.die <= tracks.ftl_loss:
            move_dial(scribe, "population", -tracks.risks[scribe.board.track], rule="bsg.ftl.roll")
        else:
            nothing(scribe, "nobody is left behind", "bsg.ftl.roll")


# the jump -----------------------------------------------------------------------------------------------------------------
class JumpFleet(Step[Board], frozen=True):
    """The fleet jumps."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        civilians = [card for area in board.areas for card in area.civilians.known]
        rule = "bsg.jump-combat.ships" if board.cylon_ships else "bsg.jump.remove-ships"
        scribe.write(ShipsLeftBehind(scribe.shuffle((*board.civilians_pile.known, *civilians))), rule)
        if board.distance >= components().tracks.last:
            self._last(scribe)
            return
        nothing(scribe, "the fleet leaves", "bsg.jump.triggers", ClearPlay(), ChartCourse())

    def _last(self, scribe: Scribe[Board]) -> None:
        gone = empty(scribe.board)
        if not gone:
            end(scribe, HUMANS, "the fleet reaches Kobol", "bsg.end.human-win")
        else:
            nothing_left = f"there is no {gone[0]} left: the jump does not save the humans"
            lapsed = scribe.before(TurnsEnd)
            scribe.write(JumpFailed(nothing_left), "bsg.amb.final-jump-zero", cancels=lapsed)


class JumpFailed(Fact[Board], frozen=True):
    """The last jump came, and a resource had run out."""

    why: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (self.why,)


class ClearPlay(Step[Board], frozen=True):
    """What stays in play until a jump leaves play."""

    def settle(self, scribe: Scribe[Board]) -> None:
        for clear in _clearing:
            clear(scribe)
        nothing(scribe, "what lasted until the jump is over", "bsg.amb.keep-in-play-at-jump")


class ChartCourse(Step[Board], frozen=True):
    """The Admiral draws destinations, or who was assigned to."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        special = specialist(board)
        chooser = board.admiral if special is None else special[0]
        n = DRAWN if special is None else DRAWN_BY_SPECIALIST
        if len(board.destination_pile) < n and board.destination_discard_pile.cards:
            cards = (*board.destination_pile.known, *board.destination_discard_pile.known)
            scribe.write(DestinationsShuffled(scribe.shuffle(cards)), "bsg.limit.deck-reshuffle")
        cards = scribe.board.destination_pile.known[-n:]
        assert chooser is not None
        rule = "bsg.jump.choose-destination" if special is None else "bsg.amb.mission-specialist-scope"
        scribe.write(DestinationsLookedAt(chooser, cards), rule, ChooseDestination(seat=chooser))
        if special is not None:
            for use in _specialist_used:
                use(scribe, special[0], special[1])


def specialist(board: Board) -> tuple[Seat, Card] | None:
    """Who chooses the destination in place of the Admiral, and by which card."""
    lasting = components().lasting
    for seat, player in enumerate(board.players):
        for card in player.assigned:
            if any(getattr(effect, "rule", None) == SPECIALIST for effect in lasting[card]):
                return seat, card
    return None


class ChooseDestination(Decision[Board], frozen=True):
    """Where does the fleet go?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(FlyTo(card)) for card in dict.fromkeys(board.players[self.seat].looking.cards) if card is not None)


class FlyTo(Command[Board], frozen=True):
    """Go there."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        others = scribe.board.players[seat].looking.take(self.card).known
        cause = Cause(scribe.board.active, self.card, DESTINATION)
        steps = (*due(cause, "does"), Travel(self.card), ResetTrack())
        scribe.write(DestinationChosen(seat, self.card, others), "bsg.title.admiral-destination")
        nothing(scribe, "what happens there comes first", "bsg.jump.follow-destination", *steps)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("go to ", thing(self.card))


class Travel(Step[Board], frozen=True):
    """The distance of a destination counts."""

    card: Card

    def settle(self, scribe: Scribe[Board]) -> None:
        travel(scribe, components().destinations_by_id[self.card].distance, "bsg.destination.parts")


def travel(scribe: Scribe[Board], by: int, rule: RuleId, card: Card | None = None) -> None:
    """Add distance; at the threshold sleeper agents awake, once."""
    before, tracks = scribe.board.distance, components().tracks
    scribe.write(DistanceGained(by, before + by, card), rule)
    if before + by >= tracks.sleeper and not scribe.board.sleepers_woke:
        steps = tuple(step for sleep in _sleepers for step in sleep(scribe.board))
        scribe.write(SleepersWoke(), "bsg.kobol.sleeper" if card is None else "bsg.amb.distance-outside-jump", *steps)
    elif before < tracks.last <= before + by:
        nothing(scribe, "the next jump leads to Kobol", "bsg.kobol.final-jump")


class ResetTrack(Step[Board], frozen=True):
    """The fleet marker goes back to the start."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(MarkerMoved(0), "bsg.jump.reset-track")


# effects -------------------------------------------------------------------------------------------------------------------
def _track(scribe: Scribe[Board], effect: parts.Track, cause: Cause, path: str) -> None:
    move_marker(scribe, effect.by, "bsg.jump.any-auto-jump")


def _distance(scribe: Scribe[Board], effect: parts.Distance, cause: Cause, path: str) -> None:
    travel(scribe, effect.n, "bsg.amb.distance-outside-jump", cause.of)


does("track", _track)
does("distance", _distance)
