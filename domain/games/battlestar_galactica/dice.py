"""Rolling the die: one die with eight faces, what may be done before it is thrown, and what after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import Cause, does, due, seat_of
from domain.games.battlestar_galactica.skills import SkillPlayed
from domain.kernel import (
    Card,
    Command,
    Debt,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Obligation,
    Offer,
    Pass,
    RuleId,
    Scribe,
    Seat,
    Step,
    Text,
    thing,
    who,
)
from domain.table.luck import Die, Thrown

PLAN, EVADE = 2, -2  # what Strategic Planning adds, and what evading takes from the new roll at a piloted viper
OFFICER = "eco-officer"
UNMANNED, PILOTED = "unmanned", "piloted"


# facts ------------------------------------------------------------------------------------------------------------------
class RollAnnounced(Fact[Board], frozen=True):
    """A die is about to be thrown."""

    seat: Seat
    why: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" is about to roll: {self.why}")


class DieRolled(Thrown[Board], frozen=True):
    """The die was thrown; it counts what it shows and what was added, from 1 to 8."""

    seat: Seat
    face: int
    plus: int
    counts: int

    def apply(self, board: Board) -> Board:
        return replace(board, die=self.counts)

    def thrown(self, before: Board) -> tuple[Die, ...]:
        return (Die(range(1, components().counts.die + 1), self.face),)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        changed = f", which counts {self.counts}" if self.counts != self.face else ""
        return (who(self.seat), f" rolls {self.face}{changed}")


class AbilityUsed(Fact[Board], frozen=True):
    """A character used an ability in this turn."""

    seat: Seat
    ability: str

    def apply(self, board: Board) -> Board:
        return replace(board, used=(*board.used, self.ability))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " uses ", thing(self.ability))


class StoodAside(Fact[Board], frozen=True):
    """Until this turn ends a player lets every chance pass to play a card or use an ability out of turn."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, standing=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " lets everything pass until this turn ends")


# windows ------------------------------------------------------------------------------------------------------------------
class Window(Decision[Board], frozen=True):
    """A chance to do something, which a standing pass closes."""


def listening(board: Board, seats: Iterable[Seat]) -> Iterator[Seat]:
    """Those of the seats who hold skill cards, may use their text, and have not passed in advance."""
    return (seat for seat in seats if (player := board.players[seat]).hand.cards and not player.standing and not player.cylon)


def playable(board: Board, seat: Seat, use: str) -> Iterator[Card]:
    """The cards of a hand that may be used now."""
    uses = components().uses
    return (card for card in dict.fromkeys(board.players[seat].hand.cards) if card is not None and uses[card] == use)


def play(
    scribe: Scribe[Board], seat: Seat, card: Card, rule: RuleId, *opens: Obligation[Board], cancels: Iterable[Debt[Board]] = ()
) -> None:
    """Use the text of a skill card."""
    scribe.write(SkillPlayed(seat, card, components().types[card]), rule, *opens, cancels=cancels)


def able(board: Board, ability: str) -> Seat | None:
    """Who has an ability, and is no revealed Cylon."""
    return board.seat_of(components().abilities[ability][0])


class StandAside(Command[Board], frozen=True):
    """Let everything pass until this turn ends."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(StoodAside(seat), "bsg.ability.simultaneous", cancels=scribe.owed(Window, seat=seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("let everything pass until this turn ends",)


# rolling -------------------------------------------------------------------------------------------------------------------
class RollDie(Step[Board], frozen=True):
    """A die is to be thrown; what follows reads what it counts."""

    seat: Seat
    why: str
    plus: int = 0
    viper: str = ""  # the kind of viper that is attacked, if one is
    rule: RuleId = "bsg.component.die"

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        windows = (BeforeRoll(seat=seat, why=self.why) for seat in listening(board, board.around(board.active)))
        scribe.write(RollAnnounced(self.seat, self.why), self.rule, *windows, Throw(self.seat, self.why, self.plus, self.viper, self.rule))


class BeforeRoll(Window, frozen=True):
    """Do you add to the roll?"""

    why: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(PlanRoll(card)) for card in playable(board, self.seat, "before-roll"))

    def say(self, board: Board, names: Names) -> Text:
        return (f"A die is about to be rolled: {self.why}. Do you add to it?",)


class PlanRoll(Command[Board], frozen=True):
    """Add 2 to the roll; once a roll."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        lapsed = scribe.through(Throw)
        throw = lapsed[-1].what
        assert isinstance(throw, Throw)
        play(scribe, seat, self.card, "bsg.skill.anatomy", replace(throw, plus=throw.plus + PLAN), cancels=lapsed)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), f": +{PLAN} to the roll")


class Throw(Step[Board], frozen=True):
    """The die is thrown."""

    seat: Seat
    why: str
    plus: int
    viper: str
    rule: RuleId

    def settle(self, scribe: Scribe[Board]) -> None:
        faces = components().counts.die
        face = scribe.throw(range(1, faces + 1))
        counts = min(faces, max(1, face + self.plus))
        rule = self.rule if counts == face + self.plus else "bsg.amb.die-bounds"
        scribe.write(DieRolled(self.seat, face, self.plus, counts), rule)
        board = scribe.board
        officer = able(board, OFFICER)
        again = officer is not None and officer == board.active and OFFICER not in board.used and not board.players[officer].standing
        asked = set(listening(board, board.humans())) if self.viper else set[Seat]()
        if again and officer is not None:
            asked.add(officer)
        if asked:
            windows = (AfterRoll(seat=seat, roll=self) for seat in board.around(board.active) if seat in asked)
            scribe.write(NothingHappened("the roll may be taken again"), "bsg.ability.reroll-example", *windows)


class AfterRoll(Window, frozen=True):
    """Is the roll taken again?"""

    roll: Throw

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        if self.roll.viper:
            yield from (Offer(Evade(card)) for card in playable(board, self.seat, "after-viper-attack"))
        if able(board, OFFICER) == self.seat == board.active and OFFICER not in board.used:
            yield Offer(RollAgain())

    def say(self, board: Board, names: Names) -> Text:
        return (f"The die counts {board.die}: {self.roll.why}. Is it rolled again?",)


class Evade(Command[Board], frozen=True):
    """The attack on a viper is rolled again."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        roll = scribe.answering(AfterRoll).roll
        again = replace(roll, plus=roll.plus + (EVADE if roll.viper == PILOTED else 0))
        play(scribe, seat, self.card, "bsg.ability.reroll-example", again, cancels=_open_windows(scribe))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), ": the attack is rolled again")


class RollAgain(Command[Board], frozen=True):
    """The die is rolled again."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        roll = scribe.answering(AfterRoll).roll
        scribe.write(AbilityUsed(seat, OFFICER), "bsg.ability.reroll-example", roll, cancels=_open_windows(scribe))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("roll again",)


def _open_windows(scribe: Scribe[Board]) -> list[Debt[Board]]:
    """The chances of others to have the same roll taken again."""
    found: list[Debt[Board]] = []
    for owed in scribe.agenda():
        if not isinstance(owed.what, AfterRoll):
            break
        found.append(owed)
    return found


# effects -------------------------------------------------------------------------------------------------------------------
class Judge(Step[Board], frozen=True):
    """What the die decides."""

    cause: Cause
    path: str
    most: int | None
    least: int | None

    def settle(self, scribe: Scribe[Board]) -> None:
        die = scribe.board.die
        hit = (self.most is None or die <= self.most) and (self.least is None or die >= self.least)
        opens = due(self.cause, f"{self.path}.{'then' if hit else 'otherwise'}")
        scribe.write(NothingHappened("the die decides: " + ("so it is" if hit else "it is not so")), "bsg.component.die", *opens)


def _roll(scribe: Scribe[Board], effect: parts.Roll, cause: Cause, path: str) -> None:
    seat = seat_of(scribe.board, cause, effect.by)
    wants = f"{effect.most} or less" if effect.most is not None else f"{effect.least} or more"
    roller = cause.seat if seat is None else seat
    steps = (RollDie(roller, f"{wants} matters"), Judge(cause, path, effect.most, effect.least))
    scribe.write(NothingHappened("a die decides"), "bsg.attack.roller", *steps)


does("roll", _roll)
