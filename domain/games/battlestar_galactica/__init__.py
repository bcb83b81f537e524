"""Battlestar Galactica: humans flee, Cylons hide among them, and a check shows what everybody gave.

A module a chapter, in the order of the rulebook: `setup`, `turn`, `movement`, `actions` with `skill_actions`, `locations`,
`cylon_locations` and `offices`, `crises` with `crisis_deck` and `options`, `resources`, `abilities` (Characters), `titles` with
`quorum`, `jump`, `skills`, `checks` with `contributions`, `loyalty`, `ships`, `cylons` (Activating Cylon Ships), `attacks` with `dice`,
`damage`, `vipers`, `ending`; `effects` carries out what cards say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from domain.games.battlestar_galactica import (
    abilities,
    actions,
    attacks,
    checks,
    contributions,
    crises,
    crisis_deck,
    cylon_locations,
    cylons,
    damage,
    dice,
    effects,
    ending,
    jump,
    locations,
    loyalty,
    movement,
    offices,
    options,
    quorum,
    resources,
    setup,
    ships,
    skill_actions,
    skills,
    titles,
    turn,
    vipers,
)
from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.scenes import SCENES
from domain.kernel import Game, GameBegan, Obligation, Offer, Option, Outcome, Ruleset, Seat, Wire
from domain.table import WORDS

CHAPTERS = (
    setup,
    turn,
    movement,
    actions,
    skill_actions,
    locations,
    cylon_locations,
    offices,
    crises,
    crisis_deck,
    options,
    resources,
    abilities,
    titles,
    quorum,
    jump,
    skills,
    checks,
    contributions,
    loyalty,
    ships,
    cylons,
    attacks,
    dice,
    damage,
    vipers,
    ending,
    effects,
)


class BattlestarGalactica(Ruleset[Board]):
    """The ruleset of Battlestar Galactica, for three to six players."""

    name = "battlestar_galactica"
    title = "Battlestar Galactica: The Board Game"
    seats = range(3, 7)
    package = "domain.games.battlestar_galactica"
    blank = Board()
    wire = Wire(Board, *WORDS, *CHAPTERS)
    scenes = SCENES
    rule_options = (
        Option("difficulty", setup.STANDARD, "for whom the dials are set", (setup.STANDARD, setup.HUMANS, setup.CYLONS)),
        Option("committee", "destiny-too", "whether an Investigative Committee turns Destiny cards up", ("destiny-too", "players-only")),
        Option("characters", "", "the characters by seat, divided by commas; players choose if none are named", (), "table"),
        Option("start", "", "the seat that begins; chance chooses if none is named", ("", *map(str, range(6))), "table"),
    )

    def options(self, given: Mapping[str, str]) -> dict[str, str]:
        chosen = super().options(given)
        setup.characters_of(chosen)
        return chosen

    def opening(self, began: GameBegan[Board]) -> tuple[Obligation[Board], ...]:
        return setup.opening(len(began.seats), began.options)

    def liberties(self, game: Game[Board], seat: Seat) -> Iterable[Offer[Board]]:
        board = game.board
        if board.turn:
            player = board.players[seat]
            if board.check is not None:
                yield from contributions.statements(board, seat)
            if not player.standing and not player.cylon:
                yield Offer(dice.StandAside())

    def outcome(self, board: Board) -> Outcome | None:
        if board.result is None:
            return None
        winners = board.result.winners
        return Outcome(winners, tuple(int(seat in winners) for seat in range(len(board.players))), board.result.ending)

    def readers(self, pile: str) -> tuple[Seat | str, ...]:
        where, _, of = pile.partition(":")
        if where in ("hand", "loyalty", "supers", "quorum", "looking", "aside") and of:
            return (int(of),)
        return ("public",) if where in ("discard", "shown") or where.endswith("-discard") else ()

    def back(self, pile: str, card: str) -> str:
        return components().backs[card]

    def census(self, board: Board) -> Mapping[str, int]:
        count: Counter[str] = Counter(card for pile in board.piles().values() for card in pile.known)
        count.update((*board.travelled, *board.drawn, *board.kept, *board.removed, *board.damaged))
        for player in board.players:
            count.update((*player.revealed, *player.assigned))
        flying = sum(player.flying for player in board.players)
        areas = board.areas
        return {
            **count,
            **Counter((*board.basestar_tokens, *(token for star in board.basestars for token in star.damage))),
            "vipers": board.vipers + board.vipers_damaged + board.vipers_destroyed + flying + sum(area.vipers for area in areas),
            "raptors": board.raptors + board.raptors_destroyed,
            "raiders": board.raiders + sum(area.raiders for area in areas),
            "heavy-raiders": board.heavies + sum(area.heavies for area in areas),
            "centurions": board.centurions + sum(board.boarding),
            "basestars": len(board.basestars),
            "nukes": board.nukes + board.nukes_used,
        }

    def names(self) -> Mapping[str, str]:
        return components().names


RULESET = BattlestarGalactica()
