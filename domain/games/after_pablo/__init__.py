"""After Pablo: cartels that buy, cross the border, sell and fight for Mexico and Colombia through twelve seasons.

A module a chapter, in the order of the rulebook: `gains` and `cubes` (The Basics), `setup`, `turn` (Playing the Game), `actions`,
`business`, `cartel`, `auction`, `hand`, `influence`, `leaders`, `cocaine`, `war`, `crossing`, `checks` (Smuggling Check), `case`,
`selling`, `extras` (Extra Abilities), `decks` (End of Player Action; Arrest Cards), `season_end`, `adjustment`, `final`, `favors`,
`cards` (Special Abilities), `snitches`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from domain.games.after_pablo import (
    actions,
    adjustment,
    auction,
    business,
    cards,
    cartel,
    case,
    checks,
    cocaine,
    crossing,
    cubes,
    decks,
    extras,
    favors,
    final,
    gains,
    hand,
    influence,
    leaders,
    season_end,
    selling,
    setup,
    snitches,
    turn,
    war,
)
from domain.games.after_pablo.board import Board
from domain.games.after_pablo.components import components as of_the_game
from domain.games.after_pablo.scenes import SCENES
from domain.kernel import Decision, Game, GameBegan, Obligation, Offer, Option, Outcome, Ruleset, Seat, Step, Wire
from domain.table import WORDS

CHAPTERS = (
    gains,
    cubes,
    setup,
    turn,
    actions,
    business,
    cartel,
    auction,
    hand,
    influence,
    leaders,
    cocaine,
    war,
    crossing,
    checks,
    case,
    selling,
    extras,
    decks,
    season_end,
    adjustment,
    final,
    favors,
    cards,
    snitches,
)
BUSINESS = (cartel.CartelBusiness, influence.InfluenceBusiness)
OWN_TIME: tuple[type[Decision[Board]], ...] = (
    turn.ChooseAction,
    turn.AfterAction,
    *BUSINESS,
    auction.Bid,
    war.Arm,
    crossing.ShowVehicles,
    selling.ChooseCity,
)
"""The questions at which the active player may also use cards, favours and the Mexican market; at others he has to answer first."""


class AfterPablo(Ruleset[Board]):
    """The ruleset of After Pablo, for two to four players."""

    name = "after_pablo"
    title = "After Pablo"
    seats = range(2, 5)
    package = "domain.games.after_pablo"
    blank = Board()
    wire = Wire(Board, *WORDS, *CHAPTERS)
    scenes = SCENES
    rule_options = (
        Option("first-player", "random", "who plays first: any seat, or the host, who sits at seat 0", ("random", "host")),
        Option("cowboy-guns", "three", "whether cowboys also serve as three guns", ("three", "none")),
    )

    def opening(self, began: GameBegan[Board]) -> tuple[Obligation[Board], ...]:
        return setup.opening(len(began.seats), began.options)

    def liberties(self, game: Game[Board], seat: Seat) -> Iterable[Offer[Board]]:
        board = game.board
        if board.phase != "seasons":
            if board.phase == "final" and board.players[seat].cash == 0:
                yield Offer(extras.Borrow(), "ap.amb.final-liberties")
            return
        player = board.players[seat]
        yield from extras.loans(board, seat)
        if player.in_court and player.hand.cards:
            yield from cards.lawyers(board, seat)
        due = game.agenda[-1].what
        if seat == board.active and isinstance(due, OWN_TIME) and due.seat == seat:
            yield from extras.mexican_sales(board, seat)
            yield from cards.abilities(board, seat, isinstance(due, BUSINESS))
            if player.dea:
                yield from favors.favours(board, seat)

    def demand(self, game: Game[Board]) -> Step[Board] | None:
        board = game.board
        if not board.season:
            return None
        if not leaders.settled(board):
            return leaders.ChangeLeaders()
        seat = hand.overfull(board)
        if seat is None or any(isinstance(owed.what, hand.DiscardDown) and owed.what.seat == seat for owed in game.agenda):
            return None
        return hand.EnforceLimit(seat)

    def outcome(self, board: Board) -> Outcome | None:
        if board.result is None:
            return None
        return Outcome(board.result.winners, tuple(p.score for p in board.players), board.result.ending)

    def readers(self, pile: str) -> tuple[Seat | str, ...]:
        name, _, of = pile.partition(":")
        if name == "hand":
            return (int(of),)
        return () if name == "backs" or pile in ("cartel", "guerrilla", "tokens") else ("public",)

    def back(self, pile: str, card: str) -> str:
        if pile.startswith("backs:"):
            return pile
        of = of_the_game()
        return "token" if card in of.tokens_by_id else "arrest" if card in of.arrest_cards else of.deck_of(card)

    def census(self, board: Board) -> Mapping[str, int]:
        count: Counter[str] = Counter(card for pile in board.piles().values() for card in pile.known)
        for seat, p in enumerate(board.players):
            count[f"cubes:{seat}"] = p.supply + p.mexico + p.colombia + p.dea + len(p.asesinos) + p.in_court
        count["cocaine"] = board.cocaine + sum(board.sold) + sum(p.cocaine for p in board.players)
        count["chips"] = board.chips + sum(p.chips for p in board.players)
        count["money"] = (board.bank or 0) + sum(p.cash or 0 for p in board.players)
        return count

    def names(self) -> Mapping[str, str]:
        return of_the_game().names


RULESET = AfterPablo()
