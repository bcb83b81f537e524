"""Phase 1: Roll the Dice. The boss rolls, rerolls for money, and forms the two pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.bad_company.abilities import AbilityUsed, spare
from domain.games.bad_company.board import Board
from domain.games.bad_company.components import components
from domain.games.bad_company.parts import FreeReroll
from domain.games.bad_company.rewards import CoinsSpent
from domain.kernel import Command, Decision, Fact, Names, Offer, RuleId, Scribe, Seat, Step, Text, who
from domain.table.luck import Die, Thrown

POLICE_DIE = 4  # beside the golden dice 0 to 3


def splits(golden: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """The different pairs of sums that four dice make, the lower sum first."""
    a, b, c, d = golden
    yield from dict.fromkeys((min(x, y), max(x, y)) for x, y in ((a + b, c + d), (a + c, b + d), (a + d, b + c)))


# facts ------------------------------------------------------------------------------------------------------------------
class DiceRolled(Thrown[Board], frozen=True):
    """The boss rolled: four golden dice, and, except in the final turn, the police die."""

    golden: tuple[int, ...]
    police: int | None

    def apply(self, board: Board) -> Board:
        return replace(board, golden=self.golden, police_die=self.police, picked=(), sums=())

    def thrown(self, before: Board) -> tuple[Die, ...]:
        return tuple(Die(faces(die), shows) for die, shows in enumerate((*self.golden, self.police)) if shows is not None)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        police = "" if self.police is None else f", and {self.police} for the police"
        return (who(after.boss), f" rolls {' '.join(map(str, self.golden))}{police}")


class DicePickedUp(Fact[Board], frozen=True):
    """The boss picked up a die to roll it again: 0 to 3 a golden one, 4 the police die."""

    die: int

    def apply(self, board: Board) -> Board:
        return replace(board, picked=(*board.picked, self.die))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(after.boss), " picks up ", _called(before, self.die))


class DiceRerolled(Thrown[Board], frozen=True):
    """The dice that were picked up were rolled again; all dice as they lie now."""

    golden: tuple[int, ...]
    police: int | None

    def apply(self, board: Board) -> Board:
        return replace(board, golden=self.golden, police_die=self.police, picked=())

    def thrown(self, before: Board) -> tuple[Die, ...]:
        return tuple(Die(faces(die), shows) for die, shows in enumerate((*self.golden, self.police)) if die in before.picked)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(after.boss), f" rerolls: {' '.join(map(str, self.golden))}, and {self.police} for the police")


class PairsFormed(Fact[Board], frozen=True):
    """The boss announced the sums of two pairs of golden dice."""

    sums: tuple[int, int]

    def apply(self, board: Board) -> Board:
        return replace(board, sums=self.sums, picked=())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(after.boss), f" announces {self.sums[0]} and {self.sums[1]}")


def _called(board: Board, die: int) -> str:
    return f"the police die ({board.police_die})" if die == POLICE_DIE else f"a golden {board.golden[die]}"


# rolling ------------------------------------------------------------------------------------------------------------------
def faces(die: int) -> tuple[int, ...]:
    """The faces of a die."""
    return (components().police_die if die == POLICE_DIE else components().golden_dice).faces


def face(scribe: Scribe[Board], die: int) -> int:
    """A throw of one die."""
    return scribe.throw(faces(die))


class RollDice(Step[Board], frozen=True):
    """The boss is to roll all five dice."""

    def settle(self, scribe: Scribe[Board]) -> None:
        golden = tuple(face(scribe, die) for die in range(POLICE_DIE))
        scribe.write(DiceRolled(golden, face(scribe, POLICE_DIE)), "bc.dice.roll", FormPairs(seat=scribe.board.boss))


def price(board: Board) -> int:
    """What the boss's next reroll costs, in dollars."""
    return 0 if spare(board.players[board.boss], FreeReroll, "per_boss_turn") is not None else components().reroll.coins


class FormPairs(Decision[Board], frozen=True):
    """Which pairs does the boss form, or which dice does he roll again?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield from (Offer(Pair(low, high)) for low, high in splits(board.golden))
        poor: RuleId | None = None if board.players[self.seat].coins >= price(board) else "bc.dice.reroll"
        yield from (Offer(PickUp(die), poor) for die in range(POLICE_DIE + 1) if die not in board.picked)
        if board.picked:
            yield Offer(Reroll(), poor)

    def say(self, board: Board, names: Names) -> Text:
        return ("Which pairs do you form, or do you roll again?",)


class Pair(Command[Board], frozen=True):
    """Form the pairs with these sums."""

    low: int
    high: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(PairsFormed((self.low, self.high)), "bc.dice.pairs")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"form {self.low} and {self.high}",)


class PickUp(Command[Board], frozen=True):
    """Pick up a die to roll it again."""

    die: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        rule = "bc.amb.reroll-police" if self.die == POLICE_DIE else "bc.dice.reroll"
        scribe.write(DicePickedUp(self.die), rule, scribe.answering(FormPairs))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("pick up ", _called(before, self.die))


class Reroll(Command[Board], frozen=True):
    """Roll the dice that were picked up again."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        free = spare(scribe.board.players[seat], FreeReroll, "per_boss_turn")
        if free is not None:
            scribe.write(AbilityUsed(seat, free[1].kind, free[0]), "bc.heist.red-ability")
        else:
            scribe.write(CoinsSpent(seat, price(scribe.board)), "bc.dice.reroll")
        board = scribe.board
        golden = tuple(face(scribe, die) if die in board.picked else lies for die, lies in enumerate(board.golden))
        police = face(scribe, POLICE_DIE) if POLICE_DIE in board.picked else board.police_die
        scribe.write(DiceRerolled(golden, police), "bc.dice.reroll", scribe.answering(FormPairs))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"roll {len(before.picked)} dice again",)
