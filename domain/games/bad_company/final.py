"""The Final Turn: one roll of the golden dice, and everybody forms pairs of his own."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.bad_company.board import Board
from domain.games.bad_company.dice import POLICE_DIE, DiceRolled, face, splits
from domain.games.bad_company.gang import ChooseMember, PhaseBegan
from domain.games.bad_company.heists import Finish
from domain.games.bad_company.necklaces import Necklaces
from domain.kernel import Command, Decision, Fact, Names, Obligation, Offer, Scribe, Seat, Step, Text, who


class OwnPairsFormed(Fact[Board], frozen=True):
    """A player formed his own pairs from the golden dice of the final turn."""

    seat: Seat
    sums: tuple[int, int]

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" forms {self.sums[0]} and {self.sums[1]}")


class RollGoldenDice(Step[Board], frozen=True):
    """The boss is to roll the golden dice alone, once."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(DiceRolled(tuple(face(scribe, die) for die in range(POLICE_DIE)), None), "bc.final.roll")


class ActivateFinally(Step[Board], frozen=True):
    """All players are to form their own pairs and activate two gang members, each in his lane."""

    def settle(self, scribe: Scribe[Board]) -> None:
        lanes = list[Obligation[Board]]()
        for s in scribe.board.order():
            lanes += [FormOwnPairs(seat=s, lane=s), Finish(seat=s, lane=s)]
        scribe.write(PhaseBegan("gang"), "bc.act.simultaneous", *lanes, Necklaces())


class FormOwnPairs(Decision[Board], frozen=True):
    """Which pairs does this player form?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(PairOwn(low, high)) for low, high in splits(board.golden))

    def say(self, board: Board, names: Names) -> Text:
        return ("Which pairs do you form?",)


class PairOwn(Command[Board], frozen=True):
    """Form the pairs with these sums for oneself."""

    low: int
    high: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        sums = (self.low, self.high)
        scribe.write(OwnPairsFormed(seat, sums), "bc.final.own-pairs", ChooseMember(seat=seat, sums=sums, every=True))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"form {self.low} and {self.high}",)
