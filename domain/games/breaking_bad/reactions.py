"""Reactions (Symbol overview: STOP): the windows that an announced deed opens, and what seats let pass in advance.

A window opens for every seat that could react as far as everybody knows. What reactions there are, the chapters say: each tells
with `reacts` who publicly could, and what a seat that is asked is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec.structs import replace

from domain.games.breaking_bad.board import Board
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pass, Scribe, Seat, Step, Text, thing, who

ALL, UNLESS_ATTACKED = "all", "unless-attacked"


class Deed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is reacted to: who does what, with which card, at whom, and on what ground the DEA may strike at it."""

    actor: Seat
    doing: str = ""  # "sell", "play", ...; nothing for what is no action
    ground: str = ""  # "surveilled" or "against-dea"
    card: Card | None = None
    target: Seat | None = None


Could = Callable[[Board, Seat, Deed], bool]
Offers = Callable[[Board, Seat, Deed], Iterable[Offer[Board]]]
_reactions: list[tuple[Could, Offers]] = []


def reacts(could: Could, offers: Offers) -> None:
    """Say who publicly could react to a deed, and what he is offered."""
    _reactions.append((could, offers))


# facts ------------------------------------------------------------------------------------------------------------------
class StoodAside(Fact[Board], frozen=True):
    """Until this turn ends a player lets pass everything, or everything that is not aimed at him."""

    seat: Seat
    how: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, standing=self.how)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " lets everything pass until this turn ends", "" if self.how == ALL else ", unless attacked")


class DeedResumed(Fact[Board], frozen=True):
    """Who was caught in the act has escaped and goes on."""

    seat: Seat

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " has escaped and goes on")


# windows ------------------------------------------------------------------------------------------------------------------
class _Window(Decision[Board], frozen=True):
    """A chance to react, which a standing pass closes."""

    def aimed_at(self) -> Seat | None:
        """Who is attacked."""
        return None


def listening(board: Board, seat: Seat, attacked: Seat | None = None) -> bool:
    """Whether a seat that holds cards has not passed in advance."""
    player = board.players[seat]
    return bool(player.hand.cards) and (not player.standing or (player.standing == UNLESS_ATTACKED and seat == attacked))


class React(_Window, frozen=True):
    """Do you react to what was announced?"""

    deed: Deed

    def aimed_at(self) -> Seat | None:
        return self.deed.target

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        for could, offers in _reactions:
            if could(board, self.seat, self.deed):
                yield from offers(board, self.seat, self.deed)

    def say(self, board: Board, names: Names) -> Text:
        deed = self.deed
        what = ("plays ", thing(deed.card)) if deed.card else (PHRASES.get(deed.doing, "is about to get Blue Sky from an ally"),)
        return ("Do you react? ", who(deed.actor), " ", *what, *((" on ", who(deed.target)) if deed.target is not None else ()))


PHRASES = {
    "draw": "draws a card",
    "sell": "sells Blue Sky",
    "make": "makes Blue Sky",
    "start-up": "starts up a lab",
    "relocate": "moves a chemist and starts up a lab",
    "shift": "moves a chemist",
    "remove": "removes a chemist",
    "use": "uses an ability",
    "play": "plays a card",
}


def ring(board: Board, deed: Deed) -> Iterator[React]:
    """A window for each seat that publicly could react, clockwise from the seat after the one in turn."""
    for seat in board.around((board.active + 1) % len(board.players)):
        if seat != deed.actor and listening(board, seat, deed.target) and any(could(board, seat, deed) for could, _ in _reactions):
            yield React(seat=seat, deed=deed)


class Resume(Step[Board], frozen=True):
    """The firefight over a deed is settled; if its doer has escaped, others may react to it, and it is done."""

    seat: Seat
    deed: Deed

    def settle(self, scribe: Scribe[Board]) -> None:
        again = replace(self.deed, ground="")  # one firefight for each violation
        windows = tuple(ring(scribe.board, again))
        scribe.write(DeedResumed(self.seat), "bb.amb.react.order" if windows else "bb.caught.escape-resumes-action", *windows)


# standing passes ------------------------------------------------------------------------------------------------------------
class StandAside(Command[Board], frozen=True):
    """Pass everything until this turn ends, or everything that is not aimed at you."""

    how: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        windows = scribe.owed(_Window, seat=seat)
        if self.how == UNLESS_ATTACKED:
            windows = [owed for owed in windows if isinstance(owed.what, _Window) and owed.what.aimed_at() != seat]
        scribe.write(StoodAside(seat, self.how), "bb.react.standing-pass", cancels=windows)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("let everything pass until this turn ends", "" if self.how == ALL else ", unless attacked")


STANDING: tuple[Offer[Board], ...] = (Offer(StandAside(ALL)), Offer(StandAside(UNLESS_ATTACKED)))
