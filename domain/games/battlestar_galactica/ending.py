"""How the game ends: teams, and the endings as the rules say when."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.battlestar_galactica.board import Board, Result
from domain.games.battlestar_galactica.components import components
from domain.kernel import Fact, Names, RuleId, Scribe, Seat, Text, who

HUMANS = "humans-reach-kobol"
RESOURCES, BOARDED, GALACTICA = "resources-run-out", "centurions-take-galactica", "galactica-destroyed"


# facts ------------------------------------------------------------------------------------------------------------------
class GameEnded(Fact[Board], frozen=True):
    """A team has won."""

    winners: tuple[Seat, ...]
    ending: str
    why: str

    def apply(self, board: Board) -> Board:
        return replace(board, result=Result(self.winners, self.ending))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        team = "the humans win" if self.ending == HUMANS else "the Cylons win"
        named = [part for seat in self.winners for part in (", ", who(seat))][1:]
        return (f"{self.why}: {team}", *((" (", *named, ")") if named else ()))


def is_cylon(board: Board, seat: Seat) -> bool:
    """Whether a player wins with the Cylons: one Cylon card is enough, and being revealed."""
    player = board.players[seat]
    return player.cylon or any(card in components().cylon_cards for card in (*player.loyalty.known, *player.revealed))


def end(scribe: Scribe[Board], ending: str, why: str, rule: RuleId) -> None:
    """End the game: whatever is owed is owed no more."""
    humans = ending == HUMANS
    winners = tuple(seat for seat in range(len(scribe.board.players)) if is_cylon(scribe.board, seat) != humans)
    scribe.write(GameEnded(winners, ending, why), rule, cancels=scribe.game.agenda)
