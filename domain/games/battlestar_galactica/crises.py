"""The Crisis step: drawing a crisis, choosing between its ways, Cylon attacks, and the two steps that its icons bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import BRIG, Board
from domain.games.battlestar_galactica.checks import BeginCheck, PowerUsed
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.crisis_deck import CardKept, CrisesLookedAt, CrisisDrawn, CrisisPutBack, discard, restock
from domain.games.battlestar_galactica.cylons import HEAVIES, ActivateShips, activation
from domain.games.battlestar_galactica.dice import Window, able
from domain.games.battlestar_galactica.effects import CRISIS, SUPER, Cause, does, due, meets, nothing, seat_of
from domain.games.battlestar_galactica.jump import move_marker
from domain.games.battlestar_galactica.ships import PlaceShips, demands
from domain.kernel import (
    Card,
    Command,
    Debt,
    Decision,
    Fact,
    Names,
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

VISIONS, DESTINY, COMPASS = "religious-visions", "secret-destiny", "moral-compass"
_drawn: list[Callable[[Board, Seat], Iterator[Obligation[Board]]]] = []


def when_drawn(follows: Callable[[Board, Seat], Iterator[Obligation[Board]]]) -> None:
    """Say what else follows when a seat has drawn a crisis."""
    _drawn.append(follows)


# facts ------------------------------------------------------------------------------------------------------------------
class WayChosen(Fact[Board], frozen=True):
    """Somebody chose what a crisis does."""

    seat: Seat
    card: Card
    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        crisis = components().crises_by_id.get(self.card)
        if crisis is None or crisis.check is None:
            return (who(self.seat), f" takes the {('first', 'second')[self.n]} option of ", thing(self.card))
        return (who(self.seat), (" wants the skill check of ", " wants no skill check for ")[self.n], thing(self.card))


# drawing ------------------------------------------------------------------------------------------------------------------
class CrisisStep(Step[Board], frozen=True):
    """The player in turn draws a crisis."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        player = scribe.board.players[self.seat]
        if player.cylon:  # since this very turn, or he would not be asked for a crisis
            nothing(scribe, "a revealed Cylon draws no crisis", "bsg.cylon-turn.no-ship-steps")
        elif player.at == BRIG:
            nothing(scribe, "no crisis is drawn from the Brig", "bsg.brig.no-crisis")
            nothing(scribe, "so no Cylon ship acts and no jump is prepared", "bsg.amb.brig-no-crisis-steps")
        else:
            nothing(scribe, "a crisis is drawn", "bsg.crisis.draw", DrawCrisis(self.seat))


class DrawCrisis(Step[Board], frozen=True):
    """A crisis is drawn and resolved; `again` for one that replaces another."""

    seat: Seat
    again: bool = False

    def settle(self, scribe: Scribe[Board]) -> None:
        restock(scribe)
        prophet = able(scribe.board, VISIONS)
        if prophet == self.seat and len(scribe.board.crisis_pile) > 1:
            cards = scribe.board.crisis_pile.known[-2:]
            scribe.write(CrisesLookedAt(self.seat, cards), "bsg.character.abilities", ChooseCrisis(seat=self.seat))
        else:
            turn_up(scribe, self.seat, scribe.board.crisis_pile.known[-1], "bsg.crisis.draw", again=self.again)


def turn_up(scribe: Scribe[Board], seat: Seat, card: Card, rule: RuleId, looked: bool = False, again: bool = False) -> None:
    """Turn up a crisis, open what may be done about it, and its steps."""
    scribe.write(CrisisDrawn(seat, card, looked), rule)
    board = scribe.board
    follows = () if again else tuple(step for after in _drawn for step in after(board, seat))
    steps = (*second_thoughts(board, card, seat), *follows, ResolveCrisis(card, seat), ActivateStep(card), PrepareStep(card))
    nothing(scribe, "the crisis is resolved", "bsg.crisis.types", *steps)


def second_thoughts(board: Board, card: Card, drawer: Seat) -> Iterator[Obligation[Board]]:
    """The window of who may replace a crisis that was just turned up."""
    seat = able(board, DESTINY)
    if seat is not None and not board.players[seat].spent and not board.players[seat].standing:
        yield Replace(seat=seat, card=card, drawer=drawer)


class ChooseCrisis(Decision[Board], frozen=True):
    """Which crisis is resolved? The other one goes under the deck."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(TakeCrisis(card)) for card in dict.fromkeys(board.players[self.seat].looking.cards) if card is not None)


class TakeCrisis(Command[Board], frozen=True):
    """Resolve this crisis."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        other = scribe.board.players[seat].looking.take(self.card).known[0]
        turn_up(scribe, seat, self.card, "bsg.character.abilities", looked=True)
        scribe.write(CrisisPutBack(seat, other), "bsg.character.abilities")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("resolve ", thing(self.card))


class Replace(Window, frozen=True):
    """Is this crisis discarded and another one drawn?"""

    card: Card
    drawer: Seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Pass()), Offer(DrawAnother()))

    def say(self, board: Board, names: Names) -> Text:
        return ("Is ", thing(self.card), " discarded, and another crisis drawn?")


class DrawAnother(Command[Board], frozen=True):
    """Discard the crisis and draw another."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(Replace)
        steps = _steps_of(scribe, asked.card)
        caprica = not any(isinstance(owed.what, ActivateStep) for owed in steps)
        again = DrawWithoutSteps(asked.drawer) if caprica else DrawCrisis(asked.drawer, again=True)
        scribe.write(PowerUsed(seat, DESTINY), "bsg.character.abilities", cancels=steps)
        nothing(scribe, "another crisis is drawn", "bsg.crisis.draw", again)
        discard(scribe, asked.card, "bsg.turn.discard-crisis")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("discard it and draw another crisis",)


def _steps_of(scribe: Scribe[Board], card: Card) -> list[Debt[Board]]:
    """The steps that a crisis just drawn has opened."""
    return [owed for owed in scribe.owed(ResolveCrisis, ActivateStep, PrepareStep) if getattr(owed.what, "card") == card]  # noqa: B009 - all three have one


# resolving -------------------------------------------------------------------------------------------------------------------
class ResolveCrisis(Step[Board], frozen=True):
    """A crisis is resolved, by its kind: an attack, a check or an event."""

    card: Card
    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        crisis = components().crises_by_id[self.card]
        cause = Cause(self.seat, self.card, SUPER if self.card in components().supers else CRISIS)
        if crisis.type == "cylon-attack":
            nothing(scribe, "the Cylons attack", "bsg.attack-card.step-activate", *activation(crisis.activate_first), SetUpAttack(cause))
        elif crisis.chooser is None:
            nothing(scribe, "there is no way round the check", "bsg.check.read-choose", BeginCheck(cause))
        else:
            chooser = seat_of(scribe.board, cause, crisis.chooser)
            rule = "bsg.title.decisions" if crisis.chooser != "current" else "bsg.crisis.skill-check-choice"
            nothing(scribe, "there is a choice", rule, ChooseWay(seat=scribe.board.active if chooser is None else chooser, cause=cause))


def ways(cause: Cause) -> tuple[tuple[parts.Needs, str | None], ...]:
    """The ways of a crisis: what each needs, and the path of its effects (none: the check)."""
    crisis = components().crises_by_id[cause.of]
    if crisis.check is not None:
        return (parts.Needs(), None), (parts.Needs(), "alternative")
    return tuple((way.needs, f"options.{n}.does") for n, way in enumerate(crisis.options))


class ChooseWay(Decision[Board], frozen=True):
    """Which way?"""

    cause: Cause

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        for n, (needs, _) in enumerate(ways(self.cause)):
            yield Offer(TakeWay(n), None if meets(board, needs) else "bsg.crisis.choice-free")

    def say(self, board: Board, names: Names) -> Text:
        if components().crises_by_id[self.cause.of].check is None:
            return ("Which option of ", thing(self.cause.of), " is taken?")
        return ("Is the skill check of ", thing(self.cause.of), " made, or what stands below it?")


class TakeWay(Command[Board], frozen=True):
    """Take this way: 0 for the upper one of the card, which is the check if it has one, or 1 for the lower one."""

    n: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        cause = scribe.answering(ChooseWay).cause
        scribe.write(WayChosen(seat, cause.of, self.n), "bsg.crisis.choice-free")
        board = scribe.board
        helo = able(board, COMPASS)
        windows = ()
        if helo is not None and cause.kind == CRISIS and not board.players[helo].spent and not board.players[helo].standing:
            windows = (Overrule(seat=helo, cause=cause, n=1 - self.n),)
        nothing(scribe, "so it is", "bsg.crisis.event", *windows, FollowWay(cause, self.n))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        crisis = components().crises_by_id[before.drawn[-1]] if before.drawn else None
        if crisis is None or crisis.check is None:
            return (f"take the {('first', 'second')[self.n]} option",)
        return (("make the skill check", "do without the skill check")[self.n],)


class Overrule(Window, frozen=True):
    """Is the other way taken?"""

    cause: Cause
    n: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        needs, _ = ways(self.cause)[self.n]
        yield Offer(SwitchWay(), None if meets(board, needs) else "bsg.crisis.choice-free")


class SwitchWay(Command[Board], frozen=True):
    """The other way is taken."""

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(Overrule)
        scribe.write(
            PowerUsed(seat, COMPASS), "bsg.amb.helo-moral-compass", FollowWay(asked.cause, asked.n), cancels=scribe.through(FollowWay)
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("turn the choice to the other way",)


class FollowWay(Step[Board], frozen=True):
    """A crisis goes the way that was chosen."""

    cause: Cause
    n: int

    def settle(self, scribe: Scribe[Board]) -> None:
        _, path = ways(self.cause)[self.n]
        if path is None:
            nothing(scribe, "a skill check is made", "bsg.check.read-choose", BeginCheck(self.cause))
        else:
            check = components().crises_by_id[self.cause.of].check is not None
            rule = "bsg.check.no-check-choice" if check else "bsg.crisis.event"
            nothing(scribe, "its effects follow", rule, *due(self.cause, path))


# Cylon attacks ----------------------------------------------------------------------------------------------------------------
class RaidersForgotten(Fact[Board], frozen=True):
    """A new attack: no raider has been placed by it yet."""

    def apply(self, board: Board) -> Board:
        return replace(board, placed=(0, 0, 0, 0, 0, 0))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the attack is set up",)


class SetUpAttack(Step[Board], frozen=True):
    """The ships of an attack are placed, then its special rule applies."""

    cause: Cause

    def settle(self, scribe: Scribe[Board]) -> None:
        crisis = components().crises_by_id[self.cause.of]
        place = PlaceShips(demands(crisis.setup), attack=True)
        scribe.write(RaidersForgotten(), "bsg.attack-card.step-setup", place, SpecialRule(self.cause))


class SpecialRule(Step[Board], frozen=True):
    """The special rule of an attack."""

    cause: Cause

    def settle(self, scribe: Scribe[Board]) -> None:
        nothing(scribe, "the special rule applies", "bsg.attack-card.step-special", *due(self.cause, "special.does"))


# the steps that icons bring -----------------------------------------------------------------------------------------------------
class ActivateStep(Step[Board], frozen=True):
    """Cylon ships act by the icon of the crisis."""

    card: Card

    def settle(self, scribe: Scribe[Board]) -> None:
        board, icon = scribe.board, components().crises_by_id[self.card].activates
        if icon is None:
            nothing(scribe, "an attack has no icons", "bsg.attack-card.no-bottom-icons")
        elif board.cylon_ships:
            nothing(scribe, "Cylon ships act", "bsg.activate-step.icon", ActivateShips(icon))
        elif icon == HEAVIES and any(board.boarding):
            nothing(scribe, "there are centurions aboard", "bsg.amb.centurion-without-ships", ActivateShips(icon))
        else:
            nothing(scribe, "no Cylon ship is there", "bsg.activate-step.icon")


class PrepareStep(Step[Board], frozen=True):
    """The fleet marker moves on if the crisis has the icon."""

    card: Card

    def settle(self, scribe: Scribe[Board]) -> None:
        if components().crises_by_id[self.card].jump:
            move_marker(scribe, 1, "bsg.prepare.icon")
        else:
            nothing(scribe, "no jump is prepared", "bsg.prepare.icon")


# effects -------------------------------------------------------------------------------------------------------------------
def _new_crisis(scribe: Scribe[Board], effect: parts.NewCrisis, cause: Cause, path: str) -> None:
    steps: list[Debt[Any]] = _steps_of(scribe, cause.of)
    again = (ActivateStep(cause.of),) if steps else ()  # at Caprica there are no steps
    nothing_else = (*again, DrawCrisis(cause.seat, again=True)) if steps else (DrawWithoutSteps(cause.seat),)
    scribe.write(CrisisFollows(cause.of), "bsg.amb.second-crisis-activation", *nothing_else, cancels=steps)


class CrisisFollows(Fact[Board], frozen=True):
    """Another crisis will follow this one."""

    card: Card

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("another crisis follows ", thing(self.card))


class DrawWithoutSteps(Step[Board], frozen=True):
    """A crisis is drawn and resolved, and its icons bring nothing."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        restock(scribe)
        card = scribe.board.crisis_pile.known[-1]
        scribe.write(CrisisDrawn(self.seat, card), "bsg.amb.caprica-legendary", ResolveCrisis(card, self.seat))


def _keep(scribe: Scribe[Board], effect: parts.Keep, cause: Cause, path: str) -> None:
    if cause.of in scribe.board.drawn:
        scribe.write(CardKept(cause.of), "bsg.attack-card.keep")
    else:
        nothing(scribe, "the card stays where it is", "bsg.attack-card.keep")


def _lasts(scribe: Scribe[Board], effect: Any, cause: Cause, path: str) -> None:
    nothing(scribe, "this holds while the card is in play", "bsg.attack-card.keep")


does("new-crisis", _new_crisis)
does("keep", _keep)
does("modify", _lasts)
does("prevent", _lasts)
