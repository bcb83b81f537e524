"""Special Gang Members (2 and 12): the Fixer. The Chauffeur needs nothing of his own: his two spaces are printed on him."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.bad_company.board import SYMBOLS, Board, Player
from domain.games.bad_company.components import FIXER, components
from domain.games.bad_company.markers import GainMarkers
from domain.games.bad_company.parts import MarkerReward, Reward
from domain.kernel import Command, Decision, Fact, Names, Offer, Scribe, Seat, Text, who


def showing(player: Player, symbol: str) -> int:
    """How often a symbol shows as a reward on the player's members other than the Fixer, upgrades included."""
    of = components()
    printed = (r for half in player.halves for number, m in of.half(half).members.items() if number != FIXER for r in m.rewards)
    return _count(printed, symbol) + added(player, symbol)


def added(player: Player, symbol: str) -> int:
    """How often a symbol shows on the upgrades of the player's members other than the Fixer."""
    of = components()
    return _count((r for m in player.gang if m.number != FIXER for card in m.upgrades for r in of.upgrade(card).rewards), symbol)


def _count(rewards: Iterable[Reward], symbol: str) -> int:
    return sum(r.count for r in rewards if isinstance(r, MarkerReward) and r.symbol == symbol)


class SymbolNamed(Fact[Board], frozen=True):
    """A player named the symbol that his Fixer brings, and how many markers that makes."""

    seat: Seat
    symbol: str
    markers: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" names {self.symbol} for the Fixer: {self.markers} markers")


class ChooseSymbol(Decision[Board], frozen=True):
    """Which symbol does the Fixer bring?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        known = {s for half in board.players[self.seat].halves for s in _fixer_symbols(half)}
        return (Offer(Name(symbol), None if symbol in known else "bc.fixer.symbols") for symbol in SYMBOLS)

    def say(self, board: Board, names: Names) -> Text:
        return ("Which symbol does the Fixer bring?",)


def _fixer_symbols(half: str) -> tuple[str, ...]:
    fixer = components().half(half).members.get(FIXER)
    return () if fixer is None else fixer.symbols


class Name(Command[Board], frozen=True):
    """Name a symbol for the Fixer."""

    symbol: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        player = scribe.board.players[seat]
        count, rule = showing(player, self.symbol), "bc.amb.fixer-upgrades" if added(player, self.symbol) else "bc.fixer.effect"
        gain = (GainMarkers(seat, self.symbol, count, "bc.fixer.effect"),) if count else ()
        scribe.write(SymbolNamed(seat, self.symbol, count), rule, *gain)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"name {self.symbol}",)
