"""The game turn: its steps in order, Receive Skills, what stays in play, and the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.actions import ActionStep
from domain.games.battlestar_galactica.board import HANGAR, SICKBAY, SKILLS, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.crises import CrisisStep
from domain.games.battlestar_galactica.crisis_deck import CrisisShuffled, discard
from domain.games.battlestar_galactica.cylons import ShipsRested
from domain.games.battlestar_galactica.dice import able
from domain.games.battlestar_galactica.effects import TurnsEnd, nothing
from domain.games.battlestar_galactica.ending import RESOURCES, end
from domain.games.battlestar_galactica.jump import at_jump
from domain.games.battlestar_galactica.movement import MovementStep
from domain.games.battlestar_galactica.options import ChooseDeck
from domain.games.battlestar_galactica.resources import empty
from domain.games.battlestar_galactica.ships import when_lost
from domain.games.battlestar_galactica.skills import DiscardCards, PickTypes, draw, show, skill_set
from domain.kernel import Card, Fact, Names, Obligation, Scribe, Seat, Step, Text, who

ALCOHOLIC, STRANDED, EXPERT, RECON, RECKLESS = "alcoholic", "stranded", "expert-pilot", "recon", "reckless"
LIMIT, RECKLESS_LIMIT = 10, 8
CYLON_CARDS = 2
ASHORE = 2  # the turn at whose start the stranded come aboard


# facts ------------------------------------------------------------------------------------------------------------------
class TurnBegan(Fact[Board], frozen=True):
    """A turn begins."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        players = tuple(
            replace(p, standing=False, turns=p.turns + (s == self.seat)) if p.standing or s == self.seat else p
            for s, p in enumerate(board.players)
        )
        return replace(board, players=players, active=self.seat, turn=board.turn + 1, ordered=False, used=())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"turn {after.turn} begins: it is the turn of ", who(self.seat))


class CameAboard(Fact[Board], frozen=True):
    """Who was stranded comes aboard."""

    seat: Seat
    to: str

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, at=self.to, stranded=False)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " comes aboard")


# the steps ------------------------------------------------------------------------------------------------------------------
class BeginTurn(Step[Board], frozen=True):
    """A player's turn begins, with its steps in order."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        seat = self.seat
        scribe.write(TurnBegan(seat), "bsg.turn.order")
        board = scribe.board
        if any(star.spent for star in board.basestars) or any(a.raiders_spent or a.heavies_spent for a in board.areas):
            scribe.write(ShipsRested(), "bsg.activate.once")
        player = board.players[seat]
        if player.stranded and player.turns >= ASHORE:
            scribe.write(CameAboard(seat, HANGAR), "bsg.amb.helo-stranded")
        drunk = able(board, ALCOHOLIC)
        if drunk is not None and len(board.players[drunk].hand) == 1:
            show(scribe, drunk, board.players[drunk].hand.known, "bsg.character.abilities")
        times = 2 if player.flying and able(board, EXPERT) == seat else 1
        steps: list[Obligation[Board]] = [ReceiveSkills(seat), MovementStep(seat), ActionStep(seat, times)]
        if player.cylon:
            nothing(scribe, "a Cylon's turn has no crisis", "bsg.cylon-turn.no-ship-steps", *steps, EndTurn(seat))
        else:
            nothing(scribe, "the turn has its steps", "bsg.turn.steps", *steps, CrisisStep(seat), EndTurn(seat))


class ReceiveSkills(Step[Board], frozen=True):
    """The player in turn draws skill cards."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        seat, player = self.seat, scribe.board.players[self.seat]
        if player.cylon:
            pick = PickTypes(seat=seat, pool=SKILLS, n=CYLON_CARDS, rule="bsg.cylon-turn.draw")
            nothing(scribe, "a Cylon draws two cards", "bsg.cylon-turn.draw", pick)
            return
        entries = skill_set(scribe.board, seat)
        if player.at == SICKBAY:
            pick = PickTypes(seat=seat, pool=tuple(dict.fromkeys(entries)), n=1, rule="bsg.receive.sickbay")
            nothing(scribe, "one card is drawn in Sickbay", "bsg.amb.sickbay-multi", pick)
            return
        split = tuple(entry for entry in entries if "/" in entry)
        for skill in SKILLS:
            if n := entries.count(skill):
                draw(scribe, seat, skill, n, "bsg.receive.skill-set")
        if split:
            pick = PickTypes(seat=seat, pool=split, n=len(split), rule="bsg.receive.multi-skill", once=True)
            nothing(scribe, "the rest is of either type", "bsg.receive.multi-skill", pick)


# the end of a turn ---------------------------------------------------------------------------------------------------------------
class EndTurn(TurnsEnd, frozen=True):
    """The turn is over: crises go, hands are limited, the dials are looked at, and the next player goes on."""

    always = True
    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        recon: tuple[Obligation[Board], ...] = ()
        if able(board, RECON) == self.seat and not board.players[self.seat].stranded:
            recon = (ChooseDeck(seat=self.seat, decks=("crisis",), optional=True),)
        nothing(scribe, "the turn is over", "bsg.turn.pass-token", *recon, ClearCrises(), LimitHands(), CheckDials(self.seat))


class ClearCrises(Step[Board], frozen=True):
    """The crises of the turn are discarded."""

    def settle(self, scribe: Scribe[Board]) -> None:
        for card in scribe.board.drawn:
            attack = components().crises_by_id[card].type == "cylon-attack"
            discard(scribe, card, "bsg.crisis.attack-discard" if attack else "bsg.turn.discard-crisis")
        nothing(scribe, "no crisis is left on the table", "bsg.turn.discard-crisis")


class LimitHands(Step[Board], frozen=True):
    """Everybody discards down to the hand limit."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        reckless = able(board, RECKLESS)
        over = ((s, len(p.hand) - (RECKLESS_LIMIT if s == reckless else LIMIT)) for s, p in enumerate(board.players))
        dues = tuple((seat, n) for seat, n in over if n > 0)
        if dues:
            rule = "bsg.amb.hand-limit-simultaneous" if len(dues) > 1 else "bsg.skill.hand-limit"
            nothing(scribe, "hands are too large", rule, DiscardCards(dues, rule))
        else:
            nothing(scribe, "no hand is too large", "bsg.skill.hand-limit")


class CheckDials(Step[Board], frozen=True):
    """If a resource has run out, the Cylons win; otherwise the next player's turn begins."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        gone = empty(scribe.board)
        if gone:
            end(scribe, RESOURCES, f"there is no {gone[0]} left", "bsg.end.resource-zero")
        else:
            following = (self.seat + 1) % len(scribe.board.players)
            nothing(scribe, "the next turn begins", "bsg.turn.pass-token", BeginTurn(following))


# what leaves play ----------------------------------------------------------------------------------------------------------------
def _until(card: Card, until: str) -> bool:
    lasting: tuple[Any, ...] = components().lasting[card]
    return any(isinstance(effect, parts.Keep) and effect.until == until for effect in lasting)


def _crises_in_play(board: Board) -> Iterator[tuple[Card, parts.Crisis]]:
    of = components().crises_by_id
    return ((card, of[card]) for card in board.kept if card in of)


def _jumped(scribe: Scribe[Board]) -> None:
    """What lasts until a jump is discarded; what comes back is shuffled into the crisis deck."""
    for card, crisis in tuple(_crises_in_play(scribe.board)):
        if crisis.special is not None and crisis.special.returns:
            order = scribe.shuffle((*scribe.board.crisis_pile.known, card))
            scribe.write(CrisisShuffled(order, card), "bsg.amb.keep-in-play-at-jump")
        elif _until(card, "jump"):
            discard(scribe, card, "bsg.amb.keep-in-play-at-jump")


def _lost(scribe: Scribe[Board]) -> None:
    """What lasts until a civilian ship or a basestar is destroyed is discarded."""
    for card, _ in tuple(_crises_in_play(scribe.board)):
        if _until(card, "civilian-or-basestar-destroyed"):
            discard(scribe, card, "bsg.attack-card.keep")


at_jump(_jumped)
when_lost(_lost)
