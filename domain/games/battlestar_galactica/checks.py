"""Skill checks: Destiny, what everybody adds in secret, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

from msgspec.structs import replace

from domain.games.battlestar_galactica.board import SKILLS, Board, Check
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.contributions import Contribute
from domain.games.battlestar_galactica.dice import Window, able, listening, play, playable
from domain.games.battlestar_galactica.effects import CRISIS, LOCATION, SUPER, Cause, due, nothing
from domain.games.battlestar_galactica.skills import build_destiny, listed, shown
from domain.kernel import Card, Command, Fact, Names, Offer, Pass, Pile, RuleId, Scribe, Seal, Seat, Step, Text, thing, who

EMERGENCY = 2  # what Declare Emergency takes from the difficulty
DESTINY = 2  # cards of each check
LEADER, INTUITION, DEVOTION, AUTHORITY = "inspirational-leader", "mysterious-intuition", "blind-devotion", "command-authority"
Adjust = Callable[[Scribe[Board], Check], Iterator[Any]]
_adjusts: list[Adjust] = []


def adjusts(windows: Adjust) -> None:
    """Say what changes the difficulty of a location's check: writes what is certain, and yields windows for what may be."""
    _adjusts.append(windows)


# facts ------------------------------------------------------------------------------------------------------------------
class CheckBegan(Fact[Board], frozen=True):
    """A skill check is made."""

    check: Check

    def apply(self, board: Board) -> Board:
        players = tuple(replace(player, spoke=False) if player.spoke else player for player in board.players)
        return replace(board, check=self.check, players=players)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        check = self.check
        at = (": ", who(check.target)) if check.target is not None else ()
        return ("a skill check, ", thing(check.of), *at, f": difficulty {check.difficulty}, for {', '.join(check.skills)}")


class DifficultyChanged(Fact[Board], frozen=True):
    """The difficulty of the check is another one."""

    by: int
    why: str

    def apply(self, board: Board) -> Board:
        check = board.check
        assert check is not None
        return replace(board, check=replace(check, difficulty=check.difficulty + self.by))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        assert after.check is not None
        return (thing(self.why), f": the difficulty changes by {self.by:+} to {after.check.difficulty}")


class CardsTurnedUp(Fact[Board], frozen=True):
    """All cards of this check are played face up."""

    def apply(self, board: Board) -> Board:
        assert board.check is not None
        return replace(board, check=replace(board.check, open=True))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("all cards of this check are played face up",)


class TypeCounts(Fact[Board], frozen=True):
    """A type of cards counts for this check, or counts nothing at all."""

    skill: str
    naught: bool = False

    def apply(self, board: Board) -> Board:
        check = board.check
        assert check is not None
        if self.naught:
            return replace(board, check=replace(check, naught=self.skill))
        return replace(board, check=replace(check, skills=(*check.skills, self.skill)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.skill} cards count {'nothing in' if self.naught else 'for'} this check",)


class DestinyAdded(Fact[Board], frozen=True):
    """Cards of the Destiny deck went into the check; `to` sees them."""

    to: tuple[str, ...]
    cards: Annotated[tuple[Card | None, ...], Seal("to")]

    def apply(self, board: Board) -> Board:
        return replace(board, destiny_pile=board.destiny_pile.drop(len(self.cards)), pot_pile=board.pot_pile.put(*self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{len(self.cards)} Destiny cards are added to the check", *shown(self.cards))


class CheckRevealed(Fact[Board], frozen=True):
    """The cards of the check were shuffled, so that nobody knows whose they were, and turned up."""

    cards: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, pot_pile=Pile(), shown_pile=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the check holds ", *listed(self.cards))


class CheckTotalled(Fact[Board], frozen=True):
    """The strength of the check."""

    matching: int
    other: int
    total: int

    def apply(self, board: Board) -> Board:
        assert board.check is not None
        return replace(board, check=replace(board.check, total=self.total))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"strength {self.matching} for the check and {self.other} against it: {self.total}",)


class EmergencyDeclared(Fact[Board], frozen=True):
    """The check is easier to pass."""

    by: int

    def apply(self, board: Board) -> Board:
        check = board.check
        assert check is not None
        return replace(board, check=replace(check, difficulty=check.difficulty - self.by, emergency=True))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        assert after.check is not None
        return (f"the difficulty is lowered by {self.by} to {after.check.difficulty}",)


OUTCOMES = {"pass": "the check is passed", "partial": "the check is passed in part", "fail": "the check is failed"}


class CheckDecided(Fact[Board], frozen=True):
    """How the check ends."""

    result: str

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (OUTCOMES.get(self.result, f"the check: {self.result}"),)


class CheckCleared(Fact[Board], frozen=True):
    """The cards of the check went to the discard piles of their types, or to a hand."""

    cards: tuple[Card, ...]
    skills: tuple[str, ...]
    to: Seat | None = None

    def apply(self, board: Board) -> Board:
        board = replace(board, shown_pile=Pile(), check=None)
        if self.to is not None:
            return board.player(self.to, hand=board.players[self.to].hand.put(*self.cards))
        for card, skill in zip(self.cards, self.skills, strict=True):
            board = board.put_discard(skill, board.discard(skill).put(card))
        return board

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if self.to is not None:
            return (who(self.to), " takes the cards of the check")
        return ("the cards of the check are discarded",)


# before cards are played ------------------------------------------------------------------------------------------------------
class BeginCheck(Step[Board], frozen=True):
    """A check is to be made; `cause` says for what, `target` who is accused or nominated."""

    cause: Cause

    def settle(self, scribe: Scribe[Board]) -> None:
        of, cause, board = components(), self.cause, scribe.board
        card = of.crises_by_id[cause.of] if cause.kind in (CRISIS, SUPER) else of.locations_by_id[cause.of]
        assert card.check is not None
        ones = cause.kind == CRISIS and able(board, LEADER) == cause.seat
        check = Check(
            cause.of, cause.kind, cause.seat, card.check.difficulty, card.check.skills, card.check.partial, cause.chosen, ones=ones
        )
        scribe.write(CheckBegan(check), "bsg.amb.adama-inspirational" if ones else "bsg.check.read-choose")
        windows: list[Any] = [window for adjust in _adjusts for window in adjust(scribe, check)]
        board = scribe.board
        seer = able(board, INTUITION)
        if seer is not None and cause.kind == CRISIS and not board.players[seer].spent and not board.players[seer].standing:
            windows.append(Foresee(seat=seer, cause=cause))
        windows += (BeforeCheck(seat=seat) for seat in listening(board, board.around(board.active)))
        nothing(scribe, "cards may be played before the check", "bsg.amb.check-order-of-preplay", *windows, CollectCards(cause))


class BeforeCheck(Window, frozen=True):
    """Do you play a card before the check?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        check, kinds = board.check, components().skills_by_card
        assert check is not None
        for card in playable(board, self.seat, "before-check"):
            if kinds[card].type == "engineering":
                yield Offer(Research(card), "bsg.amb.check-order-of-preplay" if "engineering" in check.skills else None)
            else:
                yield Offer(Investigate(card), "bsg.amb.check-order-of-preplay" if check.open else None)


class Investigate(Command[Board], frozen=True):
    """All cards of this check are played face up."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        play(scribe, seat, self.card, "bsg.amb.investigative-committee")
        scribe.write(CardsTurnedUp(), "bsg.amb.investigative-committee", *_again(scribe.board, seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), ": all cards are played face up")


class Research(Command[Board], frozen=True):
    """Engineering counts for this check."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        play(scribe, seat, self.card, "bsg.amb.check-order-of-preplay")
        scribe.write(TypeCounts("engineering"), "bsg.amb.check-order-of-preplay", *_again(scribe.board, seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), ": engineering counts")


def _again(board: Board, seat: Seat) -> tuple[BeforeCheck, ...]:
    return (BeforeCheck(seat=seat),) if board.players[seat].hand.cards else ()


class Foresee(Window, frozen=True):
    """Do you declare how this check ends?"""

    cause: Cause

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()), Offer(Declare("pass")), Offer(Declare("fail")))


class Declare(Command[Board], frozen=True):
    """Declare that the check is passed or failed, instead of making it."""

    result: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        cause = scribe.answering(Foresee).cause
        scribe.write(PowerUsed(seat, INTUITION), "bsg.character.abilities", cancels=scribe.through(CollectCards))
        _decide(scribe, cause, self.result, "bsg.character.abilities")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"declare the check {self.result}ed",)


class PowerUsed(Fact[Board], frozen=True):
    """A character used the power that it has once in a game."""

    seat: Seat
    power: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, spent=True)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " uses ", thing(self.power))


# cards are played -----------------------------------------------------------------------------------------------------------
class CollectCards(Step[Board], frozen=True):
    """Destiny cards are added, then everybody in turn may add cards."""

    cause: Cause

    def settle(self, scribe: Scribe[Board]) -> None:
        left = DESTINY
        while left:
            board = scribe.board
            assert board.check is not None
            if not board.destiny_pile.cards:
                build_destiny(scribe, "bsg.amb.destiny-rebuild-pile" if left == DESTINY else "bsg.amb.destiny-odd")
                if not scribe.board.destiny_pile.cards:
                    break
                continue
            n = min(left, len(board.destiny_pile))
            to = ("public",) if board.check.open and board.destiny_shown else ()
            rule = "bsg.check.destiny-first" if self.cause.kind != LOCATION else "bsg.board.destiny-two"
            scribe.write(DestinyAdded(to, board.destiny_pile.known[-n:]), rule)
            left -= n
        board = scribe.board
        if not board.destiny_pile.cards:
            build_destiny(scribe, "bsg.destiny.rebuild")
            board = scribe.board
        n = len(board.players)
        seats = ((board.active + k) % n for k in range(1, n + 1))
        asks = [Contribute(seat=seat) for seat in seats if board.players[seat].hand.cards]
        devoted = able(board, DEVOTION)
        last: tuple[Any, ...] = ()
        if devoted is not None and not board.players[devoted].spent and self.cause.kind != SUPER and not board.players[devoted].standing:
            last = (Devote(seat=devoted),)
        nothing(scribe, "everybody may add cards", "bsg.check.order", *asks, *last, RevealCheck(self.cause))


class Devote(Window, frozen=True):
    """Is there a type of cards that counts nothing?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Discount(skill)) for skill in SKILLS)


class Discount(Command[Board], frozen=True):
    """Cards of this type count nothing."""

    skill: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(PowerUsed(seat, DEVOTION), "bsg.amb.committee-and-tyrol")
        scribe.write(TypeCounts(self.skill, naught=True), "bsg.amb.committee-and-tyrol")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.skill} counts nothing",)


# the result -----------------------------------------------------------------------------------------------------------------
class RevealCheck(Step[Board], frozen=True):
    """The cards are shuffled, turned up and added."""

    cause: Cause

    def settle(self, scribe: Scribe[Board]) -> None:
        cards = scribe.shuffle(scribe.board.pot_pile.known)
        scribe.write(CheckRevealed(cards), "bsg.check.shuffle-split")
        board = scribe.board
        check = board.check
        assert check is not None
        matching, other = strength(check, cards)
        total = matching - other
        scribe.write(CheckTotalled(matching, other, total), "bsg.amb.check-negative" if total < 0 else "bsg.check.total")
        windows = ()
        if check.difficulty - EMERGENCY <= total < check.difficulty:
            windows = tuple(AfterTotal(seat=seat) for seat in listening(board, board.around(board.active)))
        nothing(scribe, "the check is totalled", "bsg.check.result", *windows, DecideCheck(self.cause))


def strength(check: Check, cards: Iterable[Card]) -> tuple[int, int]:
    """The strength of the cards that count for a check, and of those that count against it."""
    of, sums = components(), [0, 0]
    for card in cards:
        kind, n = of.types[card], of.strengths[card]
        if kind != check.naught:
            sums[not (kind in check.skills or (check.ones and n == 1))] += n
    return sums[0], sums[1]


class AfterTotal(Window, frozen=True):
    """Do you lower the difficulty?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(DeclareEmergency(card)) for card in playable(board, self.seat, "after-total"))


class DeclareEmergency(Command[Board], frozen=True):
    """Lower the difficulty by 2; once a check, and not for a partial result."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        play(scribe, seat, self.card, "bsg.amb.check-pass-threshold-partial")
        scribe.write(EmergencyDeclared(EMERGENCY), "bsg.amb.check-pass-threshold-partial", cancels=scribe.owed(AfterTotal))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("play ", thing(self.card), f": the difficulty is {EMERGENCY} less")


class DecideCheck(Step[Board], frozen=True):
    """The strength decides."""

    cause: Cause

    def settle(self, scribe: Scribe[Board]) -> None:
        check = scribe.board.check
        assert check is not None
        assert check.total is not None
        if check.total >= check.difficulty:
            _decide(scribe, self.cause, "pass", RESULTS.get(check.of, "bsg.check.result"))
        elif check.partial is not None and check.total >= check.partial:
            _decide(scribe, self.cause, "partial", "bsg.check.partial")
        else:
            _decide(scribe, self.cause, "fail", RESULTS.get(check.of, "bsg.check.result"))


RESULTS = {"administration": "bsg.check.administration", "admirals-quarters": "bsg.check.admirals-quarters", "brig": "bsg.check.brig"}
PATHS = {"pass": "check.passed", "partial": "check.partly", "fail": "check.fail"}


def _decide(scribe: Scribe[Board], cause: Cause, result: str, rule: RuleId) -> None:
    """Write the result of a check, and open what follows from it."""
    scribe.write(CheckDecided(result), rule, *due(cause, PATHS[result]), ClearCheck(cause))


class ClearCheck(Step[Board], frozen=True):
    """The check is over: its cards are discarded, unless somebody takes them."""

    cause: Cause

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        taker = able(board, AUTHORITY)
        if taker is not None and board.shown_pile.cards and self.cause.kind != SUPER:
            commander = board.players[taker]
            if not (commander.spent or commander.standing):
                nothing(scribe, "the check is over", "bsg.check.discard-used", TakeCards(seat=taker), DiscardPot())
                return
        discard_pot(scribe)


class DiscardPot(Step[Board], frozen=True):
    """The cards of the check are discarded."""

    def settle(self, scribe: Scribe[Board]) -> None:
        discard_pot(scribe)


def discard_pot(scribe: Scribe[Board], to: Seat | None = None) -> None:
    """Clear the check away."""
    cards = scribe.board.shown_pile.known
    skills = tuple(components().types[card] for card in cards)
    scribe.write(CheckCleared(cards, skills, to), "bsg.check.discard-used" if to is None else "bsg.character.abilities")


class TakeCards(Window, frozen=True):
    """Do you take the cards of the check?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()), Offer(TakeAll()))


class TakeAll(Command[Board], frozen=True):
    """Take the cards of the check into the hand."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(PowerUsed(seat, AUTHORITY), "bsg.character.abilities", cancels=scribe.owed(DiscardPot))
        discard_pot(scribe, seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("take all cards of the check",)
