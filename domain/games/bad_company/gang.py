"""Phase 2: Activate Gang Members. Everybody acts at once, each in a lane of his own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.board import Board, Member, Player
from domain.games.bad_company.components import CHAUFFEUR, FIXER, components
from domain.games.bad_company.heists import Finish
from domain.games.bad_company.necklaces import Necklaces
from domain.games.bad_company.parts import Reward, ShiftPair
from domain.games.bad_company.recruit import Recruit
from domain.games.bad_company.rewards import CoinsSpent, PointsScored, due
from domain.games.bad_company.special import ChooseSymbol
from domain.kernel import Command, Decision, Fact, Names, Obligation, Offer, RuleId, Scribe, Seat, Step, Text, who

GANG = range(FIXER, CHAUFFEUR + 1)


def rewards_of(player: Player, member: Member) -> Iterator[Reward]:
    """All rewards that show on a member: what is printed on the board half, then its upgrades'."""
    yield from printed_on(player, member)
    yield from added_to(member)


def printed_on(player: Player, member: Member) -> Iterator[Reward]:
    """The rewards that the board half shows for a member."""
    for half in player.halves:
        if (printed := components().half(half).members.get(member.number)) is not None:
            yield from printed.rewards


def added_to(member: Member) -> Iterator[Reward]:
    """The rewards of all upgrades that lie on a member, the lowest first; none of them hides another's."""
    for card in member.upgrades:
        yield from components().upgrade(card).rewards


class PhaseBegan(Fact[Board], frozen=True):
    """A phase of the turn began."""

    phase: str

    def apply(self, board: Board) -> Board:
        return replace(board, phase=self.phase)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        words = {"gang": "everybody activates gang members", "end": "the turn ends", "scoring": "the points are counted"}
        return (words.get(self.phase, self.phase),)


class MemberActivated(Fact[Board], frozen=True):
    """A player activated one of his gang members."""

    seat: Seat
    member: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" activates gang member {self.member}")


class ActivateGangs(Step[Board], frozen=True):
    """All players are to activate gang members, each in his lane; then the necklaces are awarded."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board, lanes = scribe.board, list[Obligation[Board]]()
        for s in board.order():
            lanes += [ChooseMember(seat=s, lane=s, sums=board.sums, every=s == board.boss), Finish(seat=s, lane=s)]
        scribe.write(PhaseBegan("gang"), "bc.act.simultaneous", *lanes, Necklaces())


class ChooseMember(Decision[Board], frozen=True):
    """Which gang member is activated? `every`: all of the sums, one after the other; otherwise one of them."""

    sums: tuple[int, ...]
    every: bool = False

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield from (Offer(Use(member)) for member in dict.fromkeys(self.sums))
        if not self.every:
            yield from shifts(board.players[self.seat], self.sums)
        yield Offer(Recruit(), "bc.amb.phase-two-order")

    def say(self, board: Board, names: Names) -> Text:
        return ("Which gang member do you activate?",)


def shifts(player: Player, sums: tuple[int, ...]) -> Iterator[Offer[Board]]:
    """The members beside the announced sums, for who has the ability; barred for who can not pay for it."""
    for ability in abilities(player, ShiftPair)[:1]:
        beside = dict.fromkeys(m for s in sums for m in (s - ability.delta, s + ability.delta) if m in GANG and m not in sums)
        yield from (Offer(Shift(m), None if player.coins >= ability.cost else "bc.heist.red-ability") for m in beside)


def activate(scribe: Scribe[Board], seat: Seat, number: int, rule: RuleId, *then: Obligation[Board]) -> None:
    """Write that a member was activated, and open all its rewards, and `then` whatever comes after them."""
    player = scribe.board.players[seat]
    member = player.member(number)
    gains = due(seat, printed_on(player, member), "bc.chauffeur.effect" if number == CHAUFFEUR else None)
    gains += due(seat, added_to(member), "bc.act.all-rewards")
    if number == FIXER:
        gains = (ChooseSymbol(seat=seat), *gains)
    if member.necklace is None:
        scribe.write(MemberActivated(seat, number), rule, *gains, *then)
    else:
        scribe.write(MemberActivated(seat, number), rule)
        scribe.write(PointsScored(seat, components().scoring.necklace_activated), "bc.act.necklace-point", *gains, *then)


class Use(Command[Board], frozen=True):
    """Activate the gang member of one of the sums."""

    member: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked, board = scribe.answering(ChooseMember), scribe.board
        if not asked.every:
            activate(scribe, seat, self.member, "bc.act.others-one")
            return
        left = list(asked.sums)
        left.remove(self.member)
        twice = not left and len(set(board.sums)) == 1
        rule = "bc.final.two-members" if board.final else "bc.act.boss-double" if twice else "bc.act.boss-two"
        activate(scribe, seat, self.member, rule, *((replace(asked, sums=tuple(left)),) if left else ()))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"activate member {self.member}",)


class Shift(Command[Board], frozen=True):
    """Pay to activate a gang member beside one of the sums."""

    member: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        cost = abilities(scribe.board.players[seat], ShiftPair)[0].cost
        scribe.write(CoinsSpent(seat, cost), "bc.heist.red-ability")
        activate(scribe, seat, self.member, "bc.heist.red-ability")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"pay to activate member {self.member}",)
