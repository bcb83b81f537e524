"""Title cards: the President with the quorum hand, the Admiral with the nukes, and both lines of succession."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica import parts
from domain.games.battlestar_galactica.board import BRIG, Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.effects import Cause, does, nothing, seat_of
from domain.kernel import Card, Command, Decision, Fact, Names, Obligation, Offer, Pile, RuleId, Scribe, Seal, Seat, Text, thing, who

PRESIDENT, ADMIRAL = "president", "admiral"


# facts ------------------------------------------------------------------------------------------------------------------
class TitlePassed(Fact[Board], frozen=True):
    """A title has a new holder, and with the President's the quorum hand."""

    title: str
    to: Seat
    quorum: Annotated[tuple[Card | None, ...], Seal("to")] = ()

    def apply(self, board: Board) -> Board:
        holder = getattr(board, self.title)
        if self.title == PRESIDENT and holder is not None:
            board = board.player(holder, quorum=Pile())
            board = board.player(self.to, quorum=Pile(self.quorum))
        return replace(board, **{self.title: self.to})

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.to), " becomes ", thing(self.title))


class NukesLost(Fact[Board], frozen=True):
    """Nukes left the game."""

    n: int

    def apply(self, board: Board) -> Board:
        return replace(board, nukes=board.nukes - self.n, nukes_used=board.nukes_used + self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        left = "none is" if not after.nukes else "1 is" if after.nukes == 1 else f"{after.nukes} are"
        return (f"{self.n} nuke{'s leave' if self.n > 1 else ' leaves'} the game, {left} left",)


def pass_title(scribe: Scribe[Board], title: str, to: Seat, rule: RuleId, *opens: Obligation[Board]) -> None:
    """Give a title, with what belongs to it, to a seat."""
    holder = getattr(scribe.board, title)
    quorum = scribe.board.players[holder].quorum.known if title == PRESIDENT and holder is not None else ()
    if holder == to:
        nothing(scribe, f"the {title} stays the same", rule, *opens)
    else:
        scribe.write(TitlePassed(title, to, quorum), rule, *opens)


def heir(board: Board, title: str) -> Seat:
    """The highest in the line of succession who is no revealed Cylon and, for an Admiral, not in the Brig if another is not."""
    line = [seat for c in getattr(components().succession, title) if (seat := board.seat_of(c)) is not None]
    free = [seat for seat in line if title == PRESIDENT or board.players[seat].at != BRIG]
    return (free or line)[0]


def leave_office(scribe: Scribe[Board], seat: Seat, title: str, rule: RuleId) -> bool:
    """Let the title of a seat pass down the line, if it holds it; whether it did."""
    if getattr(scribe.board, title) != seat:
        return False
    to = heir(scribe.board, title)
    if to != seat:
        pass_title(scribe, title, to, rule)
    return to != seat


# effects -------------------------------------------------------------------------------------------------------------------
class ChooseTitle(Decision[Board], frozen=True):
    """Who gets the title?"""

    title: str

    def offers(self, board: Board) -> list[Offer[Board]]:
        others = (seat for seat in board.around(self.seat) if seat != self.seat)
        return [Offer(Appoint(seat), "bsg.succession.cylon" if board.players[seat].cylon else None) for seat in others]

    def say(self, board: Board, names: Names) -> Text:
        return ("Who becomes ", thing(self.title), "?")


class Appoint(Command[Board], frozen=True):
    """Give the title to this player."""

    to: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        pass_title(scribe, scribe.answering(ChooseTitle).title, self.to, "bsg.title.change")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("give the title to ", who(self.to))


def _title(scribe: Scribe[Board], effect: parts.TitleTo, cause: Cause, path: str) -> None:
    board = scribe.board
    if effect.chosen_by is not None:
        chooser = seat_of(board, cause, effect.chosen_by)
        if chooser is None or not any(not p.cylon for s, p in enumerate(board.players) if s != chooser):
            nothing(scribe, "there is nobody to choose from", "bsg.title.change")
            return
        nothing(scribe, f"somebody is to become {effect.title}", "bsg.title.decisions", ChooseTitle(seat=chooser, title=effect.title))
        return
    to = seat_of(board, cause, effect.to or "self")
    if to is None or board.players[to].cylon:
        nothing(scribe, f"the {effect.title} stays the same", "bsg.title.change")
    else:
        pass_title(scribe, effect.title, to, "bsg.title.change")


def _discard_nuke(scribe: Scribe[Board], effect: parts.DiscardNuke, cause: Cause, path: str) -> None:
    scribe.write(NukesLost(min(effect.n, scribe.board.nukes)), "bsg.removed.forever")


does("title", _title)
does("discard-nuke", _discard_nuke)
