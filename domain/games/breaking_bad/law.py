"""Violations of the law: what they are, what they cost, and on what ground the DEA may strike."""

from __future__ import annotations

from domain.games.breaking_bad.board import Board
from domain.games.breaking_bad.sheets import area, is_agent, lift, surveilled
from domain.kernel import Fact, Names, RuleId, Scribe, Seat, Text, who


class LawBroken(Fact[Board], frozen=True):
    """A criminal broke the law, seen by the DEA or not."""

    seat: Seat
    seen: bool

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " breaks the law", " under surveillance" if self.seen else "")


def break_law(scribe: Scribe[Board], seat: Seat, rule: RuleId) -> None:
    """Record a violation; who goes undercover is exposed by it at once."""
    scribe.write(LawBroken(seat, surveilled(scribe.board, seat)), rule)
    for laid in scribe.board.players[seat].area:
        if area(laid).lost_by_violation:
            seen = surveilled(scribe.board, seat)
            lift(scribe, seat, laid, "bb.amb.law.undercover-timing" if seen else "bb.card.undercover-lost")


def ground(board: Board, actor: Seat, target: Seat | None) -> str:
    """On what ground the DEA may strike at a violation of `actor`, if at all."""
    if target is not None and is_agent(board, target):
        return "against-dea"
    return "surveilled" if surveilled(board, actor) else ""
