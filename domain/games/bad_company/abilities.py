"""Red boxes (Complete Heists): abilities that completed heists give for the rest of the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar, cast

from domain.games.bad_company.board import Board, Player
from domain.games.bad_company.components import components
from domain.kernel import Card, Fact, Names, Seat, Text, thing, who

A = TypeVar("A")


class AbilityUsed(Fact[Board], frozen=True):
    """An ability that works so often a turn was used."""

    seat: Seat
    ability: str
    heist: Card

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, used=(*board.players[self.seat].used, self.ability))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " uses ", thing(self.heist), f" ({self.ability.replace('-', ' ')})")


@lru_cache(maxsize=4096)
def _abilities(done: tuple[Card, ...]) -> dict[type, tuple[tuple[Card, Any], ...]]:
    """The abilities of these heists by class, each with its heist."""
    found: dict[type, tuple[tuple[Card, Any], ...]] = {}
    for card in done:
        if (ability := components().heist(card).ability) is not None:
            found[type(ability)] = (*found.get(type(ability), ()), (card, ability))
    return found


def abilities(player: Player, kind: type[A]) -> tuple[A, ...]:
    """A player's abilities of one kind."""
    return tuple(ability for _, ability in _abilities(player.done).get(kind, ())) if player.done else ()


def spare(player: Player, kind: type[A], a_turn: str) -> tuple[Card, A] | None:
    """An ability of that kind that the player may still use in this turn, with its heist; `a_turn` names the field of how often."""
    held = _abilities(player.done).get(kind, ())
    if not held:
        return None
    used = player.used.count(cast("Any", held[0][1]).kind)
    for card, ability in held:
        used -= getattr(ability, a_turn)
        if used < 0:
            return card, ability
    return None
