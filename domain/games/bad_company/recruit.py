"""Recruit: the recruiter's track, the upgrades it brings, and points for sale at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec.structs import replace

from domain.games.bad_company.abilities import abilities
from domain.games.bad_company.board import Board, Player, with_member
from domain.games.bad_company.components import components
from domain.games.bad_company.decks import deal
from domain.games.bad_company.parts import RecruitDiscount, RecruitDraw
from domain.games.bad_company.rewards import CoinsSpent, PointsScored
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Offer,
    Pile,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)


def cost(player: Player) -> int:
    """What the next step of the recruiter costs, in dollars, with the best discount that the player may use."""
    less = sum(a.amount for a in abilities(player, RecruitDiscount)) + (player.discounts[-1] if player.discounts else 0)
    return max(0, components().recruit_track.costs[player.recruiter] - less)


def recruiting(player: Player) -> Iterator[Offer[Board]]:
    """What a player whose activations are done may buy."""
    track = components().recruit_track
    at_end = player.recruiter >= track.last_space
    poor = None if at_end or player.coins >= cost(player) else "bc.recruit.pay"
    yield Offer(Recruit(), "bc.recruit.track-end" if at_end else poor)
    yield Offer(BuyPoints(), None if at_end and player.coins >= track.end_exchange.coins else "bc.recruit.buy-points")


# facts ------------------------------------------------------------------------------------------------------------------
class RecruiterAdvanced(Fact[Board], frozen=True):
    """A player paid for a step of his recruiter; `discount` is the loot discount that it used up."""

    seat: Seat
    cost: int
    discount: int = 0

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        left = list(player.discounts)
        if self.discount:
            left.remove(self.discount)
        return board.player(self.seat, coins=player.coins - self.cost, recruiter=player.recruiter + 1, discounts=tuple(left))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" pays ${self.cost}, and the recruiter advances to {after.players[self.seat].recruiter}")


class UpgradesDrawn(Fact[Board], frozen=True):
    """A player drew upgrades to choose from."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, drawn=board.players[self.seat].drawn.put(*self.cards))
        return replace(board, upgrades=board.upgrades.drop(len(self.cards)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" looks at {len(self.cards)} upgrades")


class UpgradePlaced(Fact[Board], frozen=True):
    """A player kept an upgrade: it lies on the member of its number, above all earlier ones; a necklace moves up onto it."""

    seat: Seat
    card: Card
    number: int

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        member = player.member(self.number)
        gang = with_member(player, replace(member, upgrades=(*member.upgrades, self.card)))
        return board.player(self.seat, gang=gang, drawn=player.drawn.take(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " hires ", thing(self.card), f" for member {self.number}")


class UpgradesDiscarded(Fact[Board], frozen=True):
    """The upgrades that a player did not keep were discarded, face up."""

    seat: Seat
    cards: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, drawn=Pile())
        return replace(board, upgrade_discard=board.upgrade_discard.put(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " discards ", *(part for card in self.cards for part in (thing(card), ", ")))[:-1]


# the track ----------------------------------------------------------------------------------------------------------------
class Recruit(Command[Board], frozen=True):
    """Pay for a step of the recruiter and hire an upgrade."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        player = scribe.board.players[seat]
        spent = player.discounts[-1] if player.discounts else 0
        then = scribe.answering(Decision)
        last = player.recruiter + 1 == components().recruit_track.last_space
        rule = "bc.amb.recruit-last-space" if last else "bc.recruit.pay"
        scribe.write(RecruiterAdvanced(seat, cost(player), spent), rule, DrawUpgrades(seat), then)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("advance the recruiter and hire",)


class DrawUpgrades(Step[Board], frozen=True):
    """Upgrades are to be drawn for a seat to choose from."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        seat = self.seat
        number, rule = components().recruit_track.cards_drawn, "bc.recruit.draw-three"
        for more in abilities(scribe.board.players[seat], RecruitDraw):
            number, rule = more.cards, "bc.heist.red-ability"
        keep = KeepUpgrade(seat=seat)
        if not deal(scribe, "upgrades", number, lambda cards: UpgradesDrawn(seat, cards), rule, keep):
            scribe.write(NothingHappened("there are no upgrades left to draw"), "bc.recruit.reshuffle")


class KeepUpgrade(Decision[Board], frozen=True):
    """Which of the upgrades is hired?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield from (Offer(Hire(card)) for card in board.players[self.seat].drawn.cards if card is not None)
        yield Offer(HireNobody(), "bc.amb.recruit-discard-choice")

    def say(self, board: Board, names: Names) -> Text:
        return ("Which of the upgrades do you hire?",)


class Hire(Command[Board], frozen=True):
    """Keep one of the upgrades; the others are discarded."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        number = components().upgrade(self.card).number
        on = scribe.board.players[seat].member(number)
        rule = "bc.recruit.necklace-moves-up" if on.necklace else "bc.recruit.no-limit" if on.upgrades else "bc.recruit.place"
        scribe.write(UpgradePlaced(seat, self.card, number), rule)
        if rest := scribe.board.players[seat].drawn.known:
            scribe.write(UpgradesDiscarded(seat, rest), "bc.recruit.draw-three")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("hire ", thing(self.card))


class HireNobody(Command[Board], frozen=True):
    """Discard all the upgrades that were drawn, which nobody may."""


class BuyPoints(Command[Board], frozen=True):
    """Buy points at the end of the recruiter's track."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        price = components().recruit_track.end_exchange
        then = scribe.answering(Decision)
        scribe.write(CoinsSpent(seat, price.coins), "bc.recruit.buy-points")
        scribe.write(PointsScored(seat, price.points), "bc.recruit.buy-points", then)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("buy points",)
