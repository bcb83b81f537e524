"""Firefights: shot and answer, partners and allies, and who pays for it in the end.

Firefights nest, since opening one can itself be caught in the act; so what is known of one travels in what it still owes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.breaking_bad.board import Board, Played
from domain.games.breaking_bad.components import stop
from domain.games.breaking_bad.jail import GoToJail, LawyerCalled
from domain.games.breaking_bad.life import Hit, LossAverted
from domain.games.breaking_bad.parts import Answer, AnswerCost, Rescue
from domain.games.breaking_bad.reactions import _Window, listening
from domain.games.breaking_bad.sheets import ability, allies, criminals, is_agent, side, threat
from domain.kernel import Card, Command, Fact, Names, NothingHappened, Obligation, Offer, Pass, RuleId, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class FightBegan(Fact[Board], frozen=True):
    """The first shot of a firefight was not prevented."""

    seat: Seat
    at: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, fights=board.fights + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " and ", who(self.at), " are in a firefight")


class Fired(Fact[Board], frozen=True):
    """A player laid a card on the table to fend off a shot, or as part of that."""

    seat: Seat
    at: Seat
    card: Card
    whole: bool = True  # false: one more card is needed

    def apply(self, board: Board) -> Board:
        return shot(board, self.seat, self.card)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " fires at ", who(self.at), "" if self.whole else ", and it takes one more card")


class FightEnded(Fact[Board], frozen=True):
    """Nobody answers any more; the cards of the firefight are discarded."""

    seat: Seat
    loser: Seat
    cards: int

    def apply(self, board: Board) -> Board:
        rest = len(board.table) - self.cards
        for played in board.table[rest:]:
            board = board.discard(played.team, played.id)
        return replace(board, table=board.table[:rest], fights=board.fights - 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.loser), " loses the firefight against ", who(self.seat))


def shot(board: Board, seat: Seat, card: Card) -> Board:
    """The board with a card fired from a hand onto the table."""
    player = board.players[seat]
    board = board.player(seat, hand=player.hand.take(card))
    return replace(board, table=(*board.table, Played(card, player.team)))


# a firefight ----------------------------------------------------------------------------------------------------------------
class BeginFight(Step[Board], frozen=True):
    """The first shot, which lies on the table, is not prevented: the target may answer it."""

    seat: Seat
    at: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        if not (board.players[self.seat].playing and board.players[self.at].playing):
            scribe.write(NothingHappened("one of the two is out of the game"), "bb.amb.global-effects.out-of-game")
            return
        opens = exchange(board, self.seat, self.at, 1, (self.seat, self.at))
        allied = board.players[self.at].team in allies(board, board.players[self.seat].team)
        scribe.write(FightBegan(self.seat, self.at), "bb.amb.fight.between-allies" if allied else "bb.fight.alternate", *opens)


def exchange(board: Board, by: Seat, at: Seat, cards: int, fighters: tuple[Seat, ...], need: int = 0) -> tuple[Obligation[Board], ...]:
    """A shot of `by` at `at` may be fended off by the side of `at`, which takes `need` cards (0: what the shooter's shots take).

    `cards` of the firefight lie on the table; `fighters` have taken part in it.
    """
    need = need or shots_to_answer(board, by)
    windows = [
        AnswerShot(seat=seat, by=by, at=at, cards=cards, need=need, fighters=fighters)
        for seat in side(board, at, by)
        if listening(board, seat, at)
    ]
    return (*windows, EndFight(by, at, cards, fighters))


def shots_to_answer(board: Board, seat: Seat) -> int:
    """How many cards it takes to fend off a shot of this seat."""
    cost = ability(board, seat, AnswerCost)
    return 1 if cost is None else cost[1].cards


def may_answer(board: Board, seat: Seat) -> Iterator[Card]:
    """The different cards in a hand that fend off a shot."""
    return (card for card in dict.fromkeys(board.players[seat].hand.cards) if card is not None and stop(card, Answer) is not None)


class AnswerShot(_Window, frozen=True):
    """Do you fend off the shot?"""

    by: Seat
    at: Seat
    cards: int
    need: int
    fighters: tuple[Seat, ...]

    def aimed_at(self) -> Seat | None:
        return self.at

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        barred = None if self.need == 1 or self._enough(board) else "bb.ability.mike-double-shot"
        yield from (Offer(Fire(card), barred) for card in may_answer(board, self.seat))

    def _enough(self, board: Board) -> bool:
        """Whether the side could have all the cards it takes, as far as this seat knows."""
        held = board.players[self.seat].hand.cards
        if sum(card is not None and stop(card, Answer) is not None for card in held) >= self.need:
            return True
        return any(seat != self.seat and listening(board, seat, self.at) for seat in side(board, self.at, self.by))

    def say(self, board: Board, names: Names) -> Text:
        more = "" if self.need == 1 else f" It takes {self.need} cards."
        return (who(self.by), " fires at ", who(self.at), f". Do you fend it off?{more}")


class Fire(Command[Board], frozen=True):
    """Fend off a shot and return it, or lay one of the cards that this takes."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked, cards = scribe.answering(AnswerShot), scribe.answering(AnswerShot).cards + 1
        fighters = tuple(dict.fromkeys((*asked.fighters, seat)))
        done = scribe.through(EndFight)
        fired = Fired(seat, asked.by, self.card, asked.need == 1)
        after = fired.apply(scribe.board)
        if asked.need > 1:
            opens = exchange(after, asked.by, asked.at, cards, fighters, asked.need - 1)
            scribe.write(fired, "bb.ability.mike-joint-defence", *opens, cancels=done)
        else:
            joint = shots_to_answer(scribe.board, asked.by) > 1
            rule = "bb.amb.fight.mike-next-target" if joint else _answering(scribe.board, seat, asked)
            scribe.write(fired, rule, *exchange(after, seat, asked.by, cards, fighters), cancels=done)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("answer with ", thing(self.card))


def _answering(board: Board, seat: Seat, asked: AnswerShot) -> RuleId:
    """The rule by which a seat may answer a shot."""
    if is_agent(board, seat):
        return "bb.caught.defend-always" if seat == asked.at else "bb.caught.partner-agent-support"
    if seat == board.active:
        return "bb.fight.one-action"
    if seat == asked.at:
        return "bb.fight.alternate" if threat(board, seat) else "bb.fight.defend-any-threat"
    if is_agent(board, asked.by):
        return "bb.caught.criminal-ally-support"
    ally = board.players[seat].team in allies(board, board.players[asked.at].team)
    return "bb.fight.ally-support" if ally else "bb.fight.partner-support"


class EndFight(Step[Board], frozen=True):
    """Nobody answers the last shot: who was attacked last has lost."""

    by: Seat
    at: Seat
    cards: int
    fighters: tuple[Seat, ...]

    def settle(self, scribe: Scribe[Board]) -> None:
        board, ended = scribe.board, FightEnded(self.by, self.at, self.cards)
        if is_agent(board, self.by):
            savers = (seat for seat in criminals(board, board.active) if listening(board, seat, self.at))
            windows = [MayRescue(seat=seat, criminal=self.at, by=self.by) for seat in savers]
            both = sum(is_agent(board, seat) for seat in self.fighters) > 1
            scribe.write(ended, "bb.fight.cards-discarded-after", *windows, GoToJail(self.at, self.by, both))
            return
        rule = "bb.caught.dea-loser-loses-lp" if is_agent(board, self.at) else "bb.fight.loser-loses-1-lp"
        if len(self.fighters) > 2:
            rule = "bb.fight.last-attacked-loses"
        scribe.write(ended, "bb.fight.cards-discarded-after", Hit(self.at, 1, self.by, True, rule))


# out of it with a lawyer ------------------------------------------------------------------------------------------------------
class MayRescue(_Window, frozen=True):
    """Do you keep the loser out of jail?"""

    criminal: Seat
    by: Seat

    def aimed_at(self) -> Seat | None:
        return self.criminal

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        cards = dict.fromkeys(board.players[self.seat].hand.cards)
        yield from (Offer(RescueLoser(card)) for card in cards if card is not None and stop(card, Rescue) is not None)

    def say(self, board: Board, names: Names) -> Text:
        return ("Do you keep ", who(self.criminal), " out of jail?")


class RescueLoser(Command[Board], frozen=True):
    """Play a card so that the loser does not go to jail."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        criminal = scribe.answering(MayRescue).criminal
        called = LawyerCalled(seat, self.card, "rescue", criminal)
        rule = "bb.saul.instead-of-jail" if seat == criminal else "bb.saul.any-criminal"
        scribe.write(called, rule, cancels=scribe.through(GoToJail))
        scribe.write(LossAverted(criminal), "bb.amb.saul.after-rescue")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), " so that nobody goes to jail")
