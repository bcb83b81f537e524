"""Bad Company: a gang each, four golden dice for all, heists to complete before the police arrive.

A module a chapter, in the order of the rulebook: `setup`, `turn` (Gameplay), `dice`, `gang`, `markers`, `loot`, `special`, `road`
(The Car Chase), `recruit`, `tasks`, `heists`, `necklaces`, `abilities` (red boxes), `turn_end`, `final`, `scoring`, `rewards` (Icons).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from domain.games.bad_company import (
    abilities,
    decks,
    dice,
    final,
    gang,
    heists,
    loot,
    markers,
    necklaces,
    recruit,
    rewards,
    road,
    scoring,
    setup,
    special,
    tasks,
    turn,
    turn_end,
)
from domain.games.bad_company.board import Board
from domain.games.bad_company.components import components as of_the_game
from domain.games.bad_company.scenes import SCENES
from domain.kernel import Game, GameBegan, Obligation, Offer, Outcome, Ruleset, Seat, Wire
from domain.table import WORDS

CHAPTERS = (
    setup,
    turn,
    dice,
    gang,
    markers,
    loot,
    special,
    road,
    recruit,
    tasks,
    heists,
    necklaces,
    abilities,
    turn_end,
    final,
    scoring,
    rewards,
    decks,
)


class BadCompany(Ruleset[Board]):
    """The ruleset of Bad Company, for two to six players."""

    name = "bad_company"
    title = "Bad Company"
    seats = range(2, 7)
    package = "domain.games.bad_company"
    blank = Board()
    wire = Wire(Board, *WORDS, *CHAPTERS)
    scenes = SCENES

    def opening(self, began: GameBegan[Board]) -> tuple[Obligation[Board], ...]:
        return setup.opening(len(began.seats))

    def liberties(self, game: Game[Board], seat: Seat) -> Iterable[Offer[Board]]:
        board = game.board
        player = board.players[seat]
        if player.hand.cards:
            yield from loot.uses(board, seat)
        asked = next((owed.what for owed in game.due() if owed.lane == seat), None) if board.phase == "gang" else None
        if asked is not None and not player.drawn.cards:
            yield from tasks.cashable(player)
            yield from markers.stored_moves(player)
            if not isinstance(asked, heists.Finish):
                yield from heists.completable(player)

    def outcome(self, board: Board) -> Outcome | None:
        if board.result is None:
            return None
        return Outcome(board.result.winners, tuple(p.score for p in board.players), board.result.ending)

    def readers(self, pile: str) -> tuple[Seat | str, ...]:
        name, _, seat = pile.partition(":")
        if name in ("hand", "drawn"):
            return (int(seat),)
        return () if name in ("upgrades", "loot", "heists") else ("public",)

    def back(self, pile: str, card: str) -> str:
        return card.partition("-")[0]

    def census(self, board: Board) -> Mapping[str, int]:
        count: Counter[str] = Counter(card for pile in board.piles().values() for card in pile.known)
        count.update((*board.box, *board.supply))
        for player in board.players:
            count.update((*player.halves, *player.done, *player.necklaces, *(job.id for job in player.active)))
            count.update(card for member in player.gang for card in member.upgrades)
        return {**count, "cars": len(board.players) + 1}

    def names(self) -> Mapping[str, str]:
        return of_the_game().names


RULESET = BadCompany()
