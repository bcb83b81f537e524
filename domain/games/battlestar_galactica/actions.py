"""The Action step: one action, of those that the chapters have to offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.effects import nothing
from domain.kernel import Decision, Names, Obligation, Offer, Pass, Scribe, Seat, Step, Text

Provider = Callable[[Board, Seat], Iterable[Offer[Board]]]
_human: list[Provider] = []
_cylon: list[Provider] = []


def actions(provider: Provider, cylon: bool = False) -> None:
    """Say what a player may do as an action, or a revealed Cylon."""
    (_cylon if cylon else _human).append(provider)


class ActionStep(Step[Board], frozen=True):
    """A player may act, `times` times."""

    seat: Seat
    times: int = 1

    def settle(self, scribe: Scribe[Board]) -> None:
        player = scribe.board.players[self.seat]
        if player.stranded:
            nothing(scribe, "who is off the board does not act", "bsg.amb.helo-stranded")
            return
        rule = "bsg.cylon-turn.action" if player.cylon else "bsg.action.one" if self.times == 1 else "bsg.amb.starbuck-expert"
        nothing(scribe, "there is time to act", rule, *acts(self.seat, self.times))


class Act(Decision[Board], frozen=True):
    """What do you do?"""

    is_action: ClassVar[bool] = True  # it lapses when its seat reveals itself as a Cylon
    ordered: bool = False  # in the turn of another

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        player = board.players[self.seat]
        if not player.stranded:
            for provider in _cylon if player.cylon else _human:
                yield from provider(board, self.seat)

    def say(self, board: Board, names: Names) -> Text:
        return ("What do you do?",)


def acts(seat: Seat, times: int = 1, ordered: bool = False) -> Iterator[Obligation[Board]]:
    """So many actions."""
    return (Act(seat=seat, ordered=ordered) for _ in range(times))
