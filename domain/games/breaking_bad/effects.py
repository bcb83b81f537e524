"""What cards and abilities do: effects are data, each kind opens its own obligation, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from domain.games.breaking_bad.board import Board
from domain.kernel import Card, Obligation, RuleId, Seat

_opens: dict[str, Callable[[Any, Cause, RuleId], Obligation[Board]]] = {}


class Cause(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What an effect comes from: who plays which card (or uses what), at whom or at which team."""

    seat: Seat
    of: str  # the kind of card, or the ability
    rule: RuleId
    card: Card | None = None
    target: Seat | None = None
    team: str | None = None

    @property
    def played(self) -> Card:
        """The card that was played; `TypeError` if it comes from none."""
        if self.card is None:
            raise TypeError(f"{self.of} is no card that was played")
        return self.card


def does(kind: str, opens: Callable[[Any, Cause, RuleId], Obligation[Board]]) -> None:
    """Say what an effect of that kind opens, for its cause and under its rule."""
    _opens[kind] = opens


def due(effects: Iterable[Any], cause: Cause) -> tuple[Obligation[Board], ...]:
    """What these effects open, in order; under the rule of their card or ability, unless they name another one."""
    return tuple(_opens[effect.kind](effect, cause, effect.rule or cause.rule) for effect in effects)


def aim(cause: Cause) -> Seat:
    """The seat that an effect is aimed at; who causes it, if at nobody."""
    return cause.seat if cause.target is None else cause.target
