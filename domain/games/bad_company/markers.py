"""Markers (Phase 2: Activate Gang Members): gaining one, and the space it is put on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.bad_company.abilities import AbilityUsed, abilities, spare
from domain.games.bad_company.board import SYMBOLS, Board, Job, Player
from domain.games.bad_company.parts import ANY, ConvertMarker, MarkerReward, Storage
from domain.games.bad_company.rewards import gives
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, RuleId, Scribe, Seat, Step, Text, thing, who


def _with_job(player: Player, job: Job) -> dict[str, tuple[Job, ...]]:
    """The change to a player that replaces one of his jobs."""
    field = "active" if any(j.id == job.id for j in player.active) else "tasks"
    return {field: tuple(job if j.id == job.id else j for j in getattr(player, field))}


def _job(player: Player, card: Card) -> Job:
    return next(j for j in player.jobs() if j.id == card)


def capacity(player: Player) -> int:
    """How many more markers may wait on the player's completed heists."""
    return sum(s.capacity for s in abilities(player, Storage)) - player.storage.total


# facts ------------------------------------------------------------------------------------------------------------------
class MarkerGained(Fact[Board], frozen=True):
    """A player took a marker of a symbol ("any": of his choice) from the supply."""

    seat: Seat
    symbol: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, loose=board.players[self.seat].loose + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " gains a marker for any symbol" if self.symbol == ANY else f" gains a {self.symbol} marker")


class MarkerPlaced(Fact[Board], frozen=True):
    """A gained marker was put on a space."""

    seat: Seat
    on: Card
    symbol: str

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        job = _job(player, self.on)
        return board.player(self.seat, loose=player.loose - 1, **_with_job(player, replace(job, covered=job.covered.plus(self.symbol))))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        job = _job(after.players[self.seat], self.on)
        return (who(self.seat), f" covers a {self.symbol} on ", thing(self.on), f" ({job.covered.total} of {job.needs.total})")


class MarkerStored(Fact[Board], frozen=True):
    """A gained marker that fits nowhere waits in storage, keeping its symbol."""

    seat: Seat
    symbol: str

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        return board.player(self.seat, loose=player.loose - 1, storage=player.storage.plus(self.symbol))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" stores a {self.symbol} marker")


class MarkerLost(Fact[Board], frozen=True):
    """A gained marker went back to the supply, since no space could take it."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, loose=board.players[self.seat].loose - 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " has no space for the marker and loses it")


class StoredMarkerMoved(Fact[Board], frozen=True):
    """A marker went from storage to a space."""

    seat: Seat
    on: Card
    symbol: str

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        job = _job(player, self.on)
        moved = _with_job(player, replace(job, covered=job.covered.plus(self.symbol)))
        return board.player(self.seat, storage=player.storage.plus(self.symbol, -1), **moved)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" moves a stored {self.symbol} marker to ", thing(self.on))


# gaining ------------------------------------------------------------------------------------------------------------------
class GainMarkers(Step[Board], frozen=True):
    """Markers are to be gained, one after the other."""

    seat: Seat
    symbol: str
    count: int
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        more = (GainMarkers(self.seat, self.symbol, self.count - 1, self.rule),) if self.count > 1 else ()
        player = scribe.board.players[self.seat]
        if _has_room(player, self.symbol):
            scribe.write(MarkerGained(self.seat, self.symbol), self.rule, Place(seat=self.seat, symbol=self.symbol), *more)
        else:
            scribe.write(MarkerGained(self.seat, self.symbol), self.rule)
            scribe.write(MarkerLost(self.seat), "bc.amb.marker-no-room", *more)


def _has_room(player: Player, symbol: str) -> bool:
    """Whether a marker can be put anywhere, now or once a full task of its symbol is cashed."""
    places = (_matching(player, symbol), _converted(player, symbol), _blocked(player, symbol))
    return capacity(player) > 0 or any(any(True for _ in found) for found in places)


def _blocked(player: Player, symbol: str) -> Iterator[tuple[Card, str]]:
    """The full tasks that would take the marker once they are cashed."""
    return ((task.id, s) for task in player.tasks if task.full for s in SYMBOLS if task.needs[s] and symbol in (ANY, s))


def _matching(player: Player, symbol: str) -> Iterator[tuple[Card, str]]:
    """The free spaces for a marker of that symbol, one of each kind."""
    for job in player.jobs():
        if not job.full:
            for s in SYMBOLS if symbol == ANY else (symbol,):
                if job.free(s) > 0:
                    yield job.id, s


def _converted(player: Player, symbol: str) -> Iterator[tuple[Card, str]]:
    """The free spaces that an ability opens to a marker of another symbol."""
    held = None if symbol == ANY else spare(player, ConvertMarker, "per_turn")
    if held is not None and held[1].symbol == symbol:
        yield from ((on, s) for on, s in _matching(player, held[1].becomes) if s != symbol)


class Place(Decision[Board], frozen=True):
    """Where does the marker go?"""

    symbol: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        player, fits = board.players[self.seat], False
        for on, symbol in _matching(player, self.symbol):
            fits = True
            yield Offer(Put(on, symbol))
        for on, symbol in _converted(player, self.symbol):
            yield Offer(Put(on, symbol))
        yield from (Offer(Put(on, symbol), "bc.amb.task-blocked") for on, symbol in _blocked(player, self.symbol))
        must = "bc.amb.marker-no-room" if fits else None
        if capacity(player):
            yield from (Offer(Store(s), must) for s in (SYMBOLS if self.symbol == ANY else (self.symbol,)))
        yield Offer(Lose(), must)

    def say(self, board: Board, names: Names) -> Text:
        return ("Where does the marker for any symbol go?" if self.symbol == ANY else f"Where does the {self.symbol} marker go?",)


class Put(Command[Board], frozen=True):
    """Put the marker on a space of a heist or a task."""

    on: Card
    symbol: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        gained = scribe.answering(Place).symbol
        if gained in (ANY, self.symbol):
            scribe.write(MarkerPlaced(seat, self.on, self.symbol), "bc.marker.place")
        elif (held := spare(scribe.board.players[seat], ConvertMarker, "per_turn")) is not None:
            scribe.write(AbilityUsed(seat, held[1].kind, held[0]), "bc.heist.red-ability")
            scribe.write(MarkerPlaced(seat, self.on, self.symbol), "bc.heist.red-ability")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"cover a {self.symbol} on ", thing(self.on))


class Store(Command[Board], frozen=True):
    """Let the marker wait in storage."""

    symbol: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(MarkerStored(seat, self.symbol), "bc.heist.red-ability")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"store the marker as a {self.symbol}",)


class Lose(Command[Board], frozen=True):
    """Give the marker back."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(MarkerLost(seat), "bc.amb.marker-no-room")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("give the marker back",)


class MoveStored(Command[Board], frozen=True):
    """Move a marker from storage to a space."""

    on: Card
    symbol: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(StoredMarkerMoved(seat, self.on, self.symbol), "bc.heist.red-ability")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"move a stored {self.symbol} to ", thing(self.on))


def stored_moves(player: Player) -> Iterator[Offer[Board]]:
    """What a player may do with the markers that wait in storage, during his phase 2."""
    if player.storage.total:
        for symbol in SYMBOLS:
            if player.storage[symbol]:
                yield from (Offer(MoveStored(on, s)) for on, s in _matching(player, symbol))


def _markers(seat: Seat, reward: MarkerReward, rule: RuleId) -> GainMarkers:
    return GainMarkers(seat, reward.symbol, reward.count, rule)


gives("marker", _markers)
