"""What titles let their holders do: the President with quorum cards, the Admiral with nukes."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.battlestar_galactica.actions import actions
from domain.games.battlestar_galactica.attacks import NUKE, attack
from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.quorum import draw_quorum, play_quorum
from domain.games.battlestar_galactica.titles import NukesLost
from domain.kernel import Card, Command, Names, Offer, Scribe, Seat, Text, thing


class DrawQuorum(Command[Board], frozen=True):
    """Draw a quorum card."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        draw_quorum(scribe, seat, "bsg.title.president-draw")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("draw a quorum card",)


class PlayQuorum(Command[Board], frozen=True):
    """Play a quorum card."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        play_quorum(scribe, seat, self.card, "bsg.action.title-quorum")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card))


class LaunchNuke(Command[Board], frozen=True):
    """Launch a nuke at a basestar."""

    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(NukesLost(1), "bsg.title.admiral-nuke")
        star = scribe.board.basestars[self.n]
        fact, steps = attack(scribe.board, seat, star.area, f"basestar-{self.n}", NUKE)
        scribe.write(fact, "bsg.title.admiral-nuke", *steps)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("launch a nuke at the basestar: ", thing(before.basestars[self.n].area))


def _president(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    if board.president == seat:
        yield Offer(DrawQuorum())
        yield from (Offer(PlayQuorum(card)) for card in dict.fromkeys(board.players[seat].quorum.cards) if card is not None)


def _admiral(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
    if board.admiral == seat and board.nukes:
        yield from (Offer(LaunchNuke(n)) for n in board.out())


actions(_president)
actions(_admiral)
