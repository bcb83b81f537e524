"""A bot that plays Battlestar Galactica by what things are worth in the position it sees.

`outlook` says what things are worth, `scores` what each command brings.
"""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

from bots.heuristic.battlestar_galactica.outlook import Outlook
from bots.heuristic.battlestar_galactica.scores import SCORES
from domain.kernel import Debt, Decision, Game, Offer, Ruleset, Seat

Choice = tuple[Debt[Any] | None, Offer[Any]]


class Heuristic:
    """Takes a liberty that gains something, otherwise the answer that scores best; equals are told apart by the seed."""

    needs_view: ClassVar[bool] = True

    def __init__(self, ruleset: Ruleset[Any], seat: Seat, seed: int) -> None:
        self.seat = seat
        self._salt = f"{seed}:{seat}:".encode()

    def choose(self, view: Game[Any], offers: list[Choice]) -> Choice:
        """One of the offers; the same one whenever seed, view and offers are the same."""
        if len(offers) == 1:
            return offers[0]
        outlook = Outlook(view.board, self.seat)
        asked = next((owed.what for owed, _ in offers if owed is not None and isinstance(owed.what, Decision)), None)
        answers: list[tuple[float, Choice]] = []
        liberties: list[tuple[float, Choice]] = []
        for choice in offers:
            command = choice[1].command
            score = SCORES[type(command)](outlook, command, asked)
            (liberties if choice[0] is None else answers).append((score, choice))
        gains = [scored for scored in liberties if scored[0] > 0]
        return self._best(gains or answers or liberties, view.length)

    def _best(self, scored: list[tuple[float, Choice]], length: int) -> Choice:
        most = max(score for score, _ in scored)
        best = [choice for score, choice in scored if score == most]
        if len(best) == 1:
            return best[0]
        drawn = hashlib.blake2b(self._salt + str(length).encode(), digest_size=8).digest()
        return best[int.from_bytes(drawn, "big") % len(best)]
