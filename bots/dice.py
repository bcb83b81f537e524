"""The bot that takes any offer, each as likely as the next."""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

from domain.kernel import Debt, Game, Offer, Ruleset, Seat


class Dice:
    """Chooses by a hash of its seed, its seat and how far the game has come; it never looks at the board."""

    needs_view: ClassVar[bool] = False

    def __init__(self, ruleset: Ruleset[Any], seat: Seat, seed: int) -> None:
        self._salt = f"{seed}:{seat}:".encode()

    def choose(self, view: Game[Any], offers: list[tuple[Debt[Any] | None, Offer[Any]]]) -> tuple[Debt[Any] | None, Offer[Any]]:
        drawn = hashlib.blake2b(self._salt + str(view.length).encode(), digest_size=8).digest()
        return offers[int.from_bytes(drawn, "big") % len(offers)]
