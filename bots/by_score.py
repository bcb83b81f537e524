"""Bots that weigh every offer: a game says what things are worth to a seat, and what each command brings it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bots.bot import Choice
from domain.kernel import Decision, Game, Ruleset, Seat

Score = Callable[[Any, Any, Any], float]  # of the outlook, a command, and the decision that the seat was asked, if any


class ByScore:
    """Takes a liberty that gains something, otherwise the answer that scores best; equals are told apart by the seed.

    A subclass names the two things of its game: `outlook`, made of a seat's view of the board, and `scores` by command class.
    """

    needs_view: ClassVar[bool] = True
    outlook: ClassVar[Callable[[Any, Seat], Any]]
    scores: ClassVar[Mapping[type[Any], Score]]

    def __init__(self, ruleset: Ruleset[Any], seat: Seat, seed: int) -> None:
        self.seat = seat
        self._salt = f"{seed}:{seat}:".encode()

    def choose(self, view: Game[Any], offers: list[Choice]) -> Choice:
        """One of the offers; the same one whenever seed, view and offers are the same."""
        if len(offers) == 1:
            return offers[0]
        outlook = type(self).outlook(view.board, self.seat)
        asked = next((owed.what for owed, _ in offers if owed is not None and isinstance(owed.what, Decision)), None)
        answers: list[tuple[float, Choice]] = []
        liberties: list[tuple[float, Choice]] = []
        for choice in offers:
            command = choice[1].command
            score = self.scores[type(command)](outlook, command, asked)
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
