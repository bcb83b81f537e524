"""Phase 3: End of Turn. The police drive, heists are taken, the end is checked, the dice are passed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.bad_company.board import Board, Job, Marks
from domain.games.bad_company.components import components
from domain.games.bad_company.gang import PhaseBegan
from domain.kernel import Card, Command, Decision, Fact, Names, NothingHappened, Offer, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class PoliceMoved(Fact[Board], frozen=True):
    """The boss moved the police car along the road."""

    spaces: int
    to: int

    def apply(self, board: Board) -> Board:
        return replace(board, police=self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the police drive {self.spaces} to space {self.to}",)


class HeistsDue(Fact[Board], frozen=True):
    """These seats take new heists, in this order, one each time they are named."""

    seats: tuple[Seat, ...]

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("new heists go to ", *(part for seat in self.seats for part in (who(seat), ", ")))[:-1]


class HeistTaken(Fact[Board], frozen=True):
    """A player took a heist from the offer; `needs` are the spaces it has."""

    seat: Seat
    heist: Card
    needs: Marks

    def apply(self, board: Board) -> Board:
        if self.heist in board.display.cards:
            board = replace(board, display=board.display.take(self.heist))
        else:
            board = replace(board, heists=board.heists.drop())
        return board.player(self.seat, active=(*board.players[self.seat].active, Job(self.heist, self.needs)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " takes the heist ", thing(self.heist))


class DisplayFilled(Fact[Board], frozen=True):
    """The display was filled up from the deck; `turned` is the card on top of the deck now."""

    laid: tuple[Card, ...]
    turned: Card | None

    def apply(self, board: Board) -> Board:
        deck = board.heists.drop(len(self.laid))
        return replace(board, display=board.display.put(*self.laid), heists=deck if self.turned is None else deck.show(self.turned))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        laid: Text = tuple(part for card in self.laid for part in (thing(card), " is laid out; "))
        return (*laid, "the deck shows ", thing(self.turned)) if self.turned else (*laid, "the deck is empty")


class EndTriggered(Fact[Board], frozen=True):
    """The next turn is the final one; `why` names what called for it."""

    why: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, triggers=self.why)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the final turn comes next ({', '.join(w.replace('-', ' ') for w in self.why)})",)


class DicePassed(Fact[Board], frozen=True):
    """All dice went to the next player, who is the new boss."""

    to: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, boss=self.to)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.to), " takes the dice and is the boss")


# the phase ----------------------------------------------------------------------------------------------------------------
class EndTurn(Step[Board], frozen=True):
    """The third phase is to begin."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(PhaseBegan("end"), "bc.end.order", MovePolice(), RefillHeists(), CheckEnd())


class MovePolice(Step[Board], frozen=True):
    """The police car is to move as far as its die shows, never by a shortcut."""

    def settle(self, scribe: Scribe[Board]) -> None:
        start, spaces, road = scribe.board.police, scribe.board.police_die or 0, components().road
        turning = any(start <= way.enter < start + spaces for way in road.shortcuts)
        rule = "bc.end.police-no-shortcut" if turning else "bc.end.police-move"
        scribe.write(PoliceMoved(spaces, min(start + spaces, road.last_space)), rule)


class RefillHeists(Step[Board], frozen=True):
    """Players short of heists are to take new ones, in turn order."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board, want = scribe.board, components().setup.heists_kept
        short = [s for s in board.order() for _ in range(want - len(board.players[s].active))]
        there = len(board.display) + len(board.heists)
        rule = "bc.end.refill-heists"
        if len(short) > there:
            rule = "bc.end.scarce-heists"
            short = [s for s in board.order() if board.players[s].completed]
            if len(short) > there:
                rule, short = "bc.amb.scarce-heists-scope", short[:there]
        if short:
            scribe.write(HeistsDue(tuple(short)), rule, *(ChooseHeist(seat=s) for s in short))
        else:
            scribe.write(NothingHappened("nobody takes a new heist"), rule)


class ChooseHeist(Decision[Board], frozen=True):
    """Which heist is taken from the offer?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        top = board.heists.cards[-1:]
        return (Offer(TakeHeist(card)) for card in (*board.display.cards, *top) if card is not None)

    def say(self, board: Board, names: Names) -> Text:
        return ("Which heist do you take?",)


class TakeHeist(Command[Board], frozen=True):
    """Take a heist from the display or from the top of the deck."""

    heist: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(HeistTaken(seat, self.heist, Marks(**components().heist(self.heist).symbols)), "bc.end.refill-heists")
        if len(scribe.board.heists):
            fill_display(scribe, "bc.end.display-five")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("take ", thing(self.heist))


def fill_display(scribe: Scribe[Board], rule: str) -> None:
    """Fill the display up from the deck, whose next card is turned then."""
    deck = scribe.board.heists.known
    missing = min(components().setup.display - len(scribe.board.display), len(deck))
    laid = deck[len(deck) - missing :][::-1]
    rest = deck[: len(deck) - missing]
    scribe.write(DisplayFilled(laid, rest[-1] if rest else None), rule)


class CheckEnd(Step[Board], frozen=True):
    """It is to be checked whether the next turn is the final one; if not, the dice are passed."""

    def settle(self, scribe: Scribe[Board]) -> None:
        board = scribe.board
        if met := triggers(board):
            rule = "bc.amb.police-enters-red-final" if len(met) > 1 else "bc.turn.end-trigger"
            scribe.write(EndTriggered(met), rule)
        else:
            scribe.write(DicePassed((board.boss + 1) % len(board.players)), "bc.end.pass-dice")


def triggers(board: Board) -> tuple[str, ...]:
    """What calls for the final turn: a player's heists, a player's car, the police car."""
    red, six = components().road.red_zone_from, components().scoring.heists_to_end
    met = {
        "six-heists": any(len(p.done) >= six for p in board.players),
        "car-in-red": any(p.car >= red for p in board.players),
        "police-in-red": board.police >= red,
    }
    return tuple(name for name, is_met in met.items() if is_met)
