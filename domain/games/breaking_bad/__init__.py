"""Breaking Bad: three criminal organisations, the DEA on their heels, and nobody to trust.

A module a chapter, in the order of the rulebook: `setup`, `sheets` (Preparing the character sheets) with `life` and `decks`, `boards`
(Laying out the team boards), `actions` and `turn` (Course of the Game), `labs` (Making Blue Sky; Betrayal), `alliances`, `cards`
(Playing cards) with `effects`, `firefight`, `dea` (Playing DEA Cards), `law` (Violations of the law), `caught` (Caught in the act),
`jail`, `elimination`, `ending`, `card_effects` and `attacks` (Card Explanations), `abilities`, `reactions` (Symbol overview).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from domain.games.breaking_bad import (
    abilities,
    actions,
    alliances,
    attacks,
    boards,
    card_effects,
    cards,
    caught,
    dea,
    decks,
    elimination,
    ending,
    firefight,
    jail,
    labs,
    law,
    life,
    reactions,
    setup,
    sheets,
    turn,
)
from domain.games.breaking_bad.board import Board
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.scenes import SCENES
from domain.kernel import Game, GameBegan, Obligation, Offer, Option, Outcome, Ruleset, Seat, Step, Wire
from domain.table import WORDS

CHAPTERS = (
    setup,
    sheets,
    life,
    decks,
    boards,
    actions,
    turn,
    labs,
    alliances,
    cards,
    firefight,
    dea,
    law,
    caught,
    jail,
    elimination,
    ending,
    card_effects,
    attacks,
    abilities,
    reactions,
)


class BreakingBad(Ruleset[Board]):
    """The ruleset of Breaking Bad, for three to eight players."""

    name = "breaking_bad"
    title = "Breaking Bad: The Board Game"
    seats = range(3, 9)
    package = "domain.games.breaking_bad"
    blank = Board()
    wire = Wire(Board, *WORDS, *CHAPTERS)
    scenes = SCENES
    rule_options = (
        Option("custody-counts", "false", "whether a character in custody is out of the game for the last team", ("false", "true")),
        Option("vest", "used-up", "whether a vest is used up by the attack it absorbs", ("used-up", "permanent")),
        Option("characters", "", "the characters by seat, divided by commas; chance chooses if none are named", (), "table"),
        Option("start", "", "the seat that begins; chance chooses if none is named", ("", *map(str, range(8))), "table"),
    )

    def options(self, given: Mapping[str, str]) -> dict[str, str]:
        chosen = super().options(given)
        setup.characters_of(chosen)
        return chosen

    def opening(self, began: GameBegan[Board]) -> tuple[Obligation[Board], ...]:
        return setup.opening(len(began.seats), began.options)

    def liberties(self, game: Game[Board], seat: Seat) -> Iterable[Offer[Board]]:
        board, player = game.board, game.board.players[seat]
        if not board.turn or player.dead or player.jailed:
            return ()
        passes = () if player.standing or player.detained else reactions.STANDING
        if components().playable_any_time.isdisjoint(player.hand.cards) or _discarding(game, seat):
            return passes
        return (*turn.take_overs(board, seat), *jail.prisoners_to_free(board, seat), *passes)

    def demand(self, game: Game[Board]) -> Step[Board] | None:
        return abilities.refill(game.board)

    def outcome(self, board: Board) -> Outcome | None:
        if board.result is None:
            return None
        return Outcome(board.result.winners, tuple(ending.score(board, player.team) for player in board.players), board.result.ending)

    def readers(self, pile: str) -> tuple[Seat | str, ...]:
        where, _, of = pile.partition(":")
        return (int(of),) if where == "hand" else () if where == "deck" else ("public",)

    def back(self, pile: str, card: str) -> str:
        return components().teams_by_card.get(card, "no card")  # sheets and labs have backs of their own

    def census(self, board: Board) -> Mapping[str, int]:
        count: Counter[str] = Counter(card for pile in board.piles().values() for card in pile.known)
        count.update(board.box)
        count.update(played.id for played in (*board.table, *board.patrol))
        for team in board.teams:
            count.update((*team.labs, *(() if team.chemist is None else (team.chemist.id,))))
        for player in board.players:
            count.update((player.character, *player.raided, *(laid.id for laid in player.area)))
        crystals = board.supply + sum(player.stash for player in board.players) + sum(team.sold for team in board.teams)
        life_markers = board.life_supply + sum(player.life for player in board.players)
        jail_markers = board.markers + sum(player.jailed for player in board.players)
        return {**count, "crystals": crystals, "life-markers": life_markers, "jail-markers": jail_markers}

    def names(self) -> Mapping[str, str]:
        return components().names


def _discarding(game: Game[Board], seat: Seat) -> bool:
    """Whether a seat is about to discard cards, which it could no longer do if it played them."""
    return any(isinstance(owed.what, actions.ChooseDiscard) and owed.what.seat == seat for owed in game.due())


RULESET = BreakingBad()
