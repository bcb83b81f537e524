"""Complete Heists: covering the last space, the bonus, and where a heist goes then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.board import Board, Player
from domain.games.bad_company.components import components
from domain.games.bad_company.parts import OnHeistCompleted
from domain.games.bad_company.recruit import recruiting
from domain.games.bad_company.rewards import GainCoins, due
from domain.kernel import Card, Command, Decision, Fact, Names, Obligation, Offer, Pass, Scribe, Seat, Text, thing, who


class HeistCompleted(Fact[Board], frozen=True):
    """A heist was completed: its markers went back to the supply, the card lies face down under the gang board."""

    seat: Seat
    heist: Card

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        active = tuple(job for job in player.active if job.id != self.heist)
        return board.player(self.seat, active=active, done=(*player.done, self.heist), completed=player.completed + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        done = len(after.players[self.seat].done)
        return (who(self.seat), " completes the heist ", thing(self.heist), f", number {done}")


class Finish(Decision[Board], frozen=True):
    """The activations are done: recruit, buy points, complete what is covered, or end the own phase 2."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        player = board.players[self.seat]
        if full := [heist.id for heist in player.active if heist.full]:
            yield from (Offer(Complete(heist)) for heist in full)
            yield from (Offer(PutOff(heist), "bc.amb.heist-optional") for heist in full)
        else:
            yield Offer(Pass())
        yield from recruiting(player)

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you recruit, or is your phase done?",)


def finish_again(scribe: Scribe[Board], seat: Seat) -> tuple[Finish, ...]:
    """What a choice of phase 2 that may fill or complete a heist owes its seat: to finish, unless that is still to come."""
    return (Finish(seat=seat),) if scribe.board.phase == "gang" and not scribe.owed(Finish, seat=seat) else ()


class PutOff(Command[Board], frozen=True):
    """End the own phase 2 without completing a covered heist, which nobody may."""

    heist: Card

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("put off the heist ", thing(self.heist))


class Complete(Command[Board], frozen=True):
    """Complete a heist whose spaces are all covered."""

    heist: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        player = scribe.board.players[seat]
        gains: tuple[Obligation[Board], ...] = due(seat, components().heist(self.heist).bonus, "bc.heist.resolve")
        coins = sum(a.coins for a in abilities(player, OnHeistCompleted))
        if coins:
            gains = (*gains, GainCoins(seat, coins, "bc.heist.red-ability"))
        scribe.write(
            HeistCompleted(seat, self.heist),
            "bc.heist.both" if player.completed else "bc.heist.complete",
            *gains,
            *finish_again(scribe, seat),
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("complete the heist ", thing(self.heist))


def completable(player: Player) -> Iterator[Offer[Board]]:
    """The heists that a player may complete, during his phase 2; once his activations are done, `Finish` offers them."""
    return (Offer(Complete(heist.id)) for heist in player.active if heist.full)
