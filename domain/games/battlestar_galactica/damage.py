"""Damage tokens: on Galactica and on basestars, and repairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import SICKBAY, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import Cause, does, movable, nothing
from domain.games.battlestar_galactica.ending import GALACTICA, end
from domain.games.battlestar_galactica.movement import place
from domain.games.battlestar_galactica.resources import move_dial
from domain.games.battlestar_galactica.ships import lost
from domain.games.battlestar_galactica.skills import shown
from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Names,
    NothingHappened,
    Offer,
    Pile,
    RuleId,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    thing,
    who,
)

FATAL = 6  # damaged locations
STAR_FATAL = 3  # damage to a basestar
CRITICAL, HANGAR, WEAPONS, STRUCTURAL = "critical-hit", "disabled-hangar", "disabled-weapons", "structural-damage"


# facts ------------------------------------------------------------------------------------------------------------------
class GalacticaDamaged(Fact[Board], frozen=True):
    """A damage token took effect: it lies on its location, or left the game with a resource. `seat` had it before him, if anybody."""

    token: str
    location: str | None
    seat: Seat | None = None

    def apply(self, board: Board) -> Board:
        if self.seat is None:
            board = replace(board, damage_pile=board.damage_pile.drop())
        else:
            board = board.player(self.seat, looking=board.players[self.seat].looking.take(self.token))
        if self.location is None:
            return replace(board, removed=(*board.removed, self.token))
        return replace(board, damaged=(*board.damaged, self.token))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("Galactica is hit: ", thing(self.token))


class TokensLookedAt(Fact[Board], frozen=True):
    """A player looks at damage tokens, to choose among them."""

    seat: Seat
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, damage_pile=board.damage_pile.drop(len(self.cards)))
        return board.player(self.seat, looking=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" looks at {len(self.cards)} damage tokens", *shown(self.cards))


class DamageMixed(Fact[Board], frozen=True):
    """Damage tokens went back to the others, which were mixed: one from its location, or those that a player looked at."""

    order: Annotated[tuple[Card | None, ...], Seal()]
    token: str = ""
    seat: Seat | None = None

    def apply(self, board: Board) -> Board:
        if self.seat is not None:
            board = board.player(self.seat, looking=Pile())
        damaged = tuple(token for token in board.damaged if token != self.token)
        return replace(board, damage_pile=Pile(self.order), damaged=damaged)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the damage is repaired: ", thing(self.token)) if self.token else ("the damage tokens are mixed",)


class BasestarDamaged(Fact[Board], frozen=True):
    """A basestar has another damage token."""

    n: int
    token: str

    def apply(self, board: Board) -> Board:
        tokens = tuple(token for token in board.basestar_tokens if token != self.token)
        board = replace(board, basestar_tokens=tokens)
        return board.basestar(self.n, damage=(*board.basestars[self.n].damage, self.token))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the basestar is damaged: ", thing(self.token))


class BasestarDestroyed(Fact[Board], frozen=True):
    """A basestar went back to the supply, and its tokens to the others."""

    n: int

    def apply(self, board: Board) -> Board:
        tokens = (*board.basestar_tokens, *board.basestars[self.n].damage)
        return replace(board.basestar(self.n, area="", damage=(), spent=False), basestar_tokens=tokens)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the basestar is destroyed",)


# Galactica ------------------------------------------------------------------------------------------------------------------
def location_damaged(board: Board, location: str) -> bool:
    """Whether a location is damaged."""
    return components().tokens_by_location.get(location) in board.damaged


class DamageGalactica(Step[Board], frozen=True):
    """So many damage tokens are drawn, one by one."""

    n: int = 1
    rule: RuleId = "bsg.damage.draw"

    def settle(self, scribe: Scribe[Board]) -> None:
        for _ in range(self.n):
            if scribe.board.result is not None:
                return
            if scribe.board.damage_pile.cards:
                hit(scribe, scribe.board.damage_pile.known[-1], None, self.rule)
            else:
                scribe.write(NothingHappened("there is no damage token left"), "bsg.damage.draw")


def hit(scribe: Scribe[Board], token: str, seat: Seat | None, rule: RuleId) -> None:
    """Let a damage token take effect: everybody on its location goes to Sickbay, or a resource is lost."""
    it = components().tokens_by_id[token]
    scribe.write(GalacticaDamaged(token, it.location, seat), rule)
    if it.location is None:
        for resource, n in it.lose.items():
            move_dial(scribe, resource, -n, rule="bsg.damage.resource")
        return
    for other, player in enumerate(scribe.board.players):
        if player.at == it.location and movable(scribe.board, other):
            place(scribe, other, SICKBAY, "bsg.damage.location")
    if len(scribe.board.damaged) >= FATAL:
        end(scribe, GALACTICA, f"{len(scribe.board.damaged)} locations of Galactica are damaged", "bsg.end.galactica-destroyed")


def repair_location(scribe: Scribe[Board], token: str, rule: RuleId) -> None:
    """Take a token off its location and mix it with the others."""
    scribe.write(DamageMixed(scribe.shuffle((*scribe.board.damage_pile.known, token)), token), rule)


class ChooseDamage(Decision[Board], frozen=True):
    """Which of the damage tokens takes effect?"""

    left: int

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Sabotage(token)) for token in board.players[self.seat].looking.cards if token is not None)


class Sabotage(Command[Board], frozen=True):
    """Let this damage token take effect."""

    token: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        asked = scribe.answering(ChooseDamage)
        hit(scribe, self.token, seat, "bsg.amb.damage-token-order")
        board = scribe.board
        if board.result is not None:
            return
        rest = board.players[seat].looking.known
        if asked.left > 1 and rest:
            nothing(scribe, "another one takes effect", "bsg.amb.damage-token-order", ChooseDamage(seat=seat, left=asked.left - 1))
        else:
            scribe.write(DamageMixed(scribe.shuffle((*board.damage_pile.known, *rest)), seat=seat), "bsg.amb.damage-token-order")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("let it take effect: ", thing(self.token))


# basestars ------------------------------------------------------------------------------------------------------------------
def severity(damage: tuple[str, ...]) -> int:
    """How much damage the tokens of a basestar are; a critical hit is two."""
    return len(damage) + damage.count(CRITICAL)


def damage_basestar(scribe: Scribe[Board], n: int, rule: RuleId) -> None:
    """Damage a basestar once; the hit that destroys it draws no token any more."""
    star = scribe.board.basestars[n]
    if not star.area:
        return
    if severity(star.damage) >= STAR_FATAL - 1 or not scribe.board.basestar_tokens:
        destroy_basestar(scribe, n, "bsg.amb.basestar-third-token")
        return
    tokens = scribe.board.basestar_tokens
    token = tokens[scribe.below(len(tokens))]
    scribe.write(BasestarDamaged(n, token), "bsg.damage.critical" if token == CRITICAL else rule)
    if severity(scribe.board.basestars[n].damage) >= STAR_FATAL:
        destroy_basestar(scribe, n, "bsg.damage.basestar-destroyed")


def destroy_basestar(scribe: Scribe[Board], n: int, rule: RuleId) -> None:
    """Take a basestar off the board."""
    scribe.write(BasestarDestroyed(n), rule)
    lost(scribe)


# effects -------------------------------------------------------------------------------------------------------------------
def _damage(scribe: Scribe[Board], effect: parts.Damage, cause: Cause, path: str) -> None:
    nothing(scribe, "Galactica is hit", "bsg.damage.draw", DamageGalactica(effect.n))


def _damage_choice(scribe: Scribe[Board], effect: parts.DamageChoice, cause: Cause, path: str) -> None:
    tokens = scribe.board.damage_pile.known
    cards = tokens[max(0, len(tokens) - effect.draw) :]
    if not cards:
        nothing(scribe, "there is no damage token left", "bsg.amb.damage-token-order")
        return
    scribe.write(TokensLookedAt(cause.seat, cards), "bsg.amb.damage-token-order", ChooseDamage(seat=cause.seat, left=effect.resolve))


does("damage", _damage)
does("damage-choice", _damage_choice)
