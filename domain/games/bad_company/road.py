"""The Car Chase: the road, its checkpoints and shortcuts."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.bad_company.abilities import AbilityUsed, abilities, spare
from domain.games.bad_company.board import Board
from domain.games.bad_company.components import components
from domain.games.bad_company.parts import CarReward, LateCheckpoint, OnCarMove, Shortcut
from domain.games.bad_company.rewards import due, gives
from domain.kernel import Command, Decision, Fact, Names, NothingHappened, Obligation, Offer, Pass, RuleId, Scribe, Seat, Step, Text, who


# facts ------------------------------------------------------------------------------------------------------------------
class CarMoved(Fact[Board], frozen=True):
    """A player's car went on to a space."""

    seat: Seat
    to: int

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, car=self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" drives to space {self.to}")


class CheckpointPassed(Fact[Board], frozen=True):
    """A player's car passed a checkpoint; `paid`: it still has a bonus for him."""

    seat: Seat
    at: int
    paid: bool

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" passes the checkpoint at {self.at}", "" if self.paid else ", where the police have been before")


class CheckpointBypassed(Fact[Board], frozen=True):
    """A shortcut led past a checkpoint, which gives nothing then."""

    seat: Seat
    at: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" drives past the checkpoint at {self.at}")


class JunctionReached(Fact[Board], frozen=True):
    """A moving car stands where a shortcut begins."""

    seat: Seat
    at: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" stands at the shortcut of space {self.at}")


# driving ------------------------------------------------------------------------------------------------------------------
class MoveCar(Step[Board], frozen=True):
    """A car is to move some spaces, one at a time."""

    seat: Seat
    spaces: int
    rule: RuleId
    begun: bool = False  # some spaces of the move lie behind it

    def settle(self, scribe: Scribe[Board]) -> None:
        if shortcut(scribe.board, self.seat, self.spaces) is None:
            stay(scribe, self.seat, self.spaces, self.rule)
        else:
            asked = Steer(seat=self.seat, spaces=self.spaces, rule=self.rule)
            rule = "bc.amb.chauffeur-split" if self.begun else "bc.car.shortcut"
            scribe.write(JunctionReached(self.seat, scribe.board.players[self.seat].car), rule, asked)


def shortcut(board: Board, seat: Seat, spaces: int) -> Shortcut | None:
    """The shortcut that a car may take where it stands, with so many spaces left to move."""
    way = components().road.shortcut_from.get(board.players[seat].car)
    return None if way is None or way.steps > spaces else way


def stay(scribe: Scribe[Board], seat: Seat, spaces: int, rule: RuleId) -> None:
    """Move a car along the road for as long as there is one."""
    car = scribe.board.players[seat].car
    if car >= components().road.last_space:
        scribe.write(NothingHappened(f"the road ends here, {spaces} spaces are lost"), "bc.amb.road-end")
    else:
        drive(scribe, seat, car + 1, spaces - 1, rule, rule)


def drive(scribe: Scribe[Board], seat: Seat, to: int, spaces: int, here: RuleId, rule: RuleId) -> None:
    """Move a car to a space under the rule `here`, pay the checkpoint there, and go on for `spaces` more under `rule`."""
    board = scribe.board
    player, on = board.players[seat], components().road.checkpoint_at.get(to)
    then: tuple[Obligation[Board], ...] = ()
    if spaces:
        then = (MoveCar(seat, spaces, rule, begun=True),)
    elif spare(player, OnCarMove, "per_turn") is not None and to < components().road.last_space:
        then = (GoFurther(seat=seat),)
    if on is None:
        scribe.write(CarMoved(seat, to), here, *then)
        return
    scribe.write(CarMoved(seat, to), here)
    if board.police < to:
        earlier = any(other.car >= to for s, other in enumerate(board.players) if s != seat)
        paid = "bc.amb.checkpoint-once" if earlier else "bc.car.checkpoint"
        scribe.write(CheckpointPassed(seat, to, True), paid, *due(seat, on.bonus), *then)
    elif abilities(player, LateCheckpoint):
        scribe.write(CheckpointPassed(seat, to, True), "bc.heist.red-ability", *due(seat, on.bonus), *then)
    else:
        unpaid = "bc.amb.checkpoint-level" if board.police == to else "bc.car.police-check-each"
        scribe.write(CheckpointPassed(seat, to, False), unpaid, *then)


class Steer(Decision[Board], frozen=True):
    """The shortcut, or the road? `spaces` are left, this step included."""

    spaces: int
    rule: RuleId

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(StayOnRoad())
        if shortcut(board, self.seat, self.spaces) is not None:  # loot used meanwhile may have carried the car further
            yield Offer(TakeShortcut())

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you take the shortcut?",)


class StayOnRoad(Command[Board], frozen=True):
    """Drive on along the road."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(Steer)
        stay(scribe, seat, asked.spaces, asked.rule)


class TakeShortcut(Command[Board], frozen=True):
    """Take the shortcut, past the checkpoints beside it."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(Steer)
        way = components().road.shortcut_from[scribe.board.players[seat].car]
        for at in way.skips:
            scribe.write(CheckpointBypassed(seat, at), "bc.car.shortcut-no-bonus")
        drive(scribe, seat, way.exit, asked.spaces - way.steps, "bc.car.shortcut", asked.rule)


class GoFurther(Decision[Board], frozen=True):
    """Does the car go further than it had to?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()), Offer(Further()))

    def say(self, board: Board, names: Names) -> Text:
        return ("Does your car go a space further?",)


class Further(Command[Board], frozen=True):
    """Let the car go further, as an ability allows."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        held = spare(scribe.board.players[seat], OnCarMove, "per_turn")
        if held is not None:
            more = MoveCar(seat, held[1].extra_spaces, "bc.heist.red-ability")
            scribe.write(AbilityUsed(seat, held[1].kind, held[0]), "bc.heist.red-ability", more)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("go further",)


def _car(seat: Seat, reward: CarReward, rule: RuleId) -> MoveCar:
    return MoveCar(seat, reward.spaces, rule)


gives("car", _car)
