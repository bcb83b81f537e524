"""Characters: what their sheets let them do, where no chapter has it already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.games.battlestar_galactica.actions import actions, acts
from domain.games.battlestar_galactica.board import BRIG, SKILLS, Board, Check
from domain.games.battlestar_galactica.checks import DifficultyChanged, PowerUsed, adjusts
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.crises import when_drawn
from domain.games.battlestar_galactica.dice import Window, able
from domain.games.battlestar_galactica.effects import ABILITY, Cause, due, nothing
from domain.games.battlestar_galactica.movement import GALACTICA
from domain.games.battlestar_galactica.quorum import QuorumLookedAt, QuorumPutBack, play_quorum, restock
from domain.games.battlestar_galactica.ships import when_launched
from domain.games.battlestar_galactica.skills import PickTypes
from domain.games.battlestar_galactica.vipers import ActivateVipers, ViperManned
from domain.kernel import Card, Command, Decision, Names, Obligation, Offer, Pass, Scribe, Seat, Text, thing

HATRED, FRIENDS, INSUBORDINATE, INTUITION, ALERT = (
    "cylon-hatred", "friends-in-low-places", "insubordinate", "delusional-intuition", "alert-viper-pilot",
)  # fmt: skip
HATRED_BY, FRIENDS_BY, INSUBORDINATE_BY = -3, 2, -3
CAG, POLITICIAN = "cag", "skilled-politician"
CAG_VIPERS, POLITICIAN_CARDS = 6, 4


# powers that are actions ------------------------------------------------------------------------------------------------------------
class UsePower(Command[Board], frozen=True):
    """Use the power of your sheet, which you have once in a game."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        power = components().characters_by_id[scribe.board.players[seat].character].once_per_game
        steps = due(Cause(seat, power.id, ABILITY), "does") if power.does else ()
        scribe.write(PowerUsed(seat, power.id), "bsg.action.character", *steps)
        if not power.does:
            POWERS[power.id](scribe, seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("use the power of the sheet",)


def _powers(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    player = board.players[seat]
    if not player.spent and components().characters_by_id[player.character].once_per_game.action:
        yield Offer(UsePower())


def _cag(scribe: Scribe[Board], seat: Seat) -> None:
    nothing(scribe, "unmanned vipers act", "bsg.action.character", ActivateVipers(seat=seat, left=CAG_VIPERS))


def _politician(scribe: Scribe[Board], seat: Seat) -> None:
    n = min(POLITICIAN_CARDS, restock(scribe, POLITICIAN_CARDS))
    cards = scribe.board.quorum_pile.known[-n:] if n else ()
    if cards:
        scribe.write(QuorumLookedAt(seat, cards), "bsg.action.character", ChooseQuorum(seat=seat))
    else:
        nothing(scribe, "there is no quorum card left", "bsg.action.character")


class ChooseQuorum(Decision[Board], frozen=True):
    """Which quorum card is played? The others go under the deck."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Persuade(card)) for card in dict.fromkeys(board.players[self.seat].looking.cards) if card is not None)


class Persuade(Command[Board], frozen=True):
    """Play this quorum card as if President."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        play_quorum(scribe, seat, self.card, "bsg.action.character", looked=True)
        scribe.write(QuorumPutBack(seat, scribe.board.players[seat].looking.known), "bsg.action.character")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card))


POWERS: dict[str, Callable[[Scribe[Board], Seat], None]] = {CAG: _cag, POLITICIAN: _politician}


# the difficulty of location checks --------------------------------------------------------------------------------------------------
class Influence(Window, frozen=True):
    """Do you change the difficulty?"""

    ability: str
    by: tuple[int, ...]

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Sway(by)) for by in self.by)


class Sway(Command[Board], frozen=True):
    """Change the difficulty by so much."""

    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(DifficultyChanged(self.n, scribe.answering(Influence).ability), "bsg.character.abilities")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"change the difficulty by {self.n:+}",)


def _adjust(scribe: Scribe[Board], check: Check) -> Iterator[Any]:
    """Who hates Cylons may help an accusation, who has friends may help or harm a vote, who is insubordinate is accused more easily."""
    if check.kind != "location":
        return
    names, board = components().locations_by_id[check.of].names, scribe.board
    if names == "accused":
        if check.target is not None and able(board, INSUBORDINATE) == check.target:
            scribe.write(DifficultyChanged(INSUBORDINATE_BY, INSUBORDINATE), "bsg.character.abilities")
        if (seat := _free(board, HATRED)) is not None:
            yield Influence(seat=seat, ability=HATRED, by=(HATRED_BY,))
    elif (seat := _free(board, FRIENDS)) is not None:
        yield Influence(seat=seat, ability=FRIENDS, by=(FRIENDS_BY, -FRIENDS_BY))


def _free(board: Board, ability: str) -> Seat | None:
    seat = able(board, ability)
    return None if seat is None or board.players[seat].standing else seat


# when a crisis is drawn, when a viper is launched ------------------------------------------------------------------------------------
def _intuition(board: Board, seat: Seat) -> Iterator[Obligation[Board]]:
    if able(board, INTUITION) == seat:
        yield PickTypes(seat=seat, pool=SKILLS, n=1, rule="bsg.character.abilities")


class Scramble(Window, frozen=True):
    """Do you pilot a viper that was just launched?"""

    areas: tuple[str, ...]

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(TakeOff(area)) for area in self.areas if board.space(area).vipers)


class TakeOff(Command[Board], frozen=True):
    """Pilot a viper there, and act."""

    area: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(ViperManned(seat, self.area), "bsg.amb.apollo-alert", *acts(seat, ordered=True))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("pilot a viper: ", thing(self.area))


def _alert(board: Board, areas: tuple[str, ...]) -> Iterator[Obligation[Board]]:
    seat = _free(board, ALERT)
    if seat is not None and areas:
        at = board.players[seat].at
        if at != BRIG and at in components().aboard(GALACTICA):
            yield Scramble(seat=seat, areas=areas)


actions(_powers)
adjusts(_adjust)
when_drawn(_intuition)
when_launched(_alert)
