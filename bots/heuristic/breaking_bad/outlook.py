"""What things are worth to a seat in a position of Breaking Bad, in crystals that count: sold ones, for a criminal."""

from __future__ import annotations

from functools import cached_property

from domain.games.breaking_bad.board import DEA, Board, Player
from domain.games.breaking_bad.components import components, stop
from domain.games.breaking_bad.parts import Answer, CallOff, CardKind
from domain.games.breaking_bad.sheets import allies, area, area_of, bears, surveilled, threat
from domain.kernel import Card, Seat

WIN = 60.0
ACTION = 0.6  # what an action is worth when there is nothing better to do than to draw a card


class Outlook:
    """A position as one seat sees it, and what follows from that for all that it may choose."""

    def __init__(self, board: Board, seat: Seat) -> None:
        self.board = board
        self.seat = seat
        self.me: Player = board.players[seat]
        self.team = self.me.team
        self.agent = self.team == DEA

    @cached_property
    def hand(self) -> list[CardKind]:
        """What kinds of cards the seat holds."""
        return [components().kind(card) for card in self.me.hand.cards if card is not None]

    @cached_property
    def allied(self) -> tuple[str, ...]:
        """The teams that share a lab with the seat's."""
        return allies(self.board, self.team)

    @cached_property
    def shots(self) -> int:
        """How many cards the seat holds that fend off a shot."""
        return sum(card is not None and stop(card, Answer) is not None for card in self.me.hand.cards)

    @cached_property
    def open_labs(self) -> int:
        """How many labs the DEA has still to shut down."""
        return sum(len(team.labs) for team in self.board.teams if team.lab is not None)

    def mine(self, seat: Seat) -> bool:
        """Whether a seat is of the own team."""
        return self.board.players[seat].team == self.team

    def danger(self, team: str) -> float:
        """How much it matters to hold up a team: 0.5 for one that has hardly begun, up to 3 for one that is about to win."""
        held = self.board.teams[team]
        if not held.goal:
            agents = sum(player.team == team and player.playing for player in self.board.players)
            return (0.8 + 2.4 * max(0.0, 1 - self.open_labs / 6)) * (0.8 + 0.5 * agents)
        loot = sum(player.stash for player in self.board.players if player.team == team and not player.dead)
        ahead = held.sold + 0.5 * min(loot, held.goal - held.sold)
        return 0.5 + 2.5 * (ahead / held.goal) ** 2

    def about_to_win(self, seat: Seat) -> bool:
        """Whether the sale that a seat is about to make wins."""
        team = self.board.teams[self.board.players[seat].team]
        return bool(team.goal) and team.sold + 1 >= team.goal

    def life(self, seat: Seat, n: int, attack: bool) -> float:
        """What it is worth to the seat that another one loses `n` life points; less than nothing for friends."""
        player = self.board.players[seat]
        if attack and any(area(laid).absorbs for laid in player.area):
            n = 0
        worth = 0.35 if not n else n * 0.8 + (2.5 + 0.5 * player.stash if player.life <= n else 0.0)
        if self.mine(seat):
            return -2.0 * worth
        return worth * self.danger(player.team) * (0.4 if player.team in self.allied else 1.0)

    def crystals(self, seat: Seat, n: int) -> float:
        """What it is worth that a seat loses `n` crystals of its stash."""
        n = min(n, self.board.players[seat].stash)
        return -0.5 * n if self.mine(seat) else 0.4 * n * self.danger(self.board.players[seat].team)

    def risk(self, seat: Seat) -> float:
        """What breaking the law may cost the seat now."""
        if not surveilled(self.board, seat):
            return 0.3 if any(area(laid).lost_by_violation for laid in self.board.players[seat].area) else 0.0
        hunters = sum(player.team == DEA and player.playing and len(player.hand) > 0 for player in self.board.players)
        caught = min(0.7, 0.4 * hunters) * 0.5 ** min(3, self.shots)
        return caught * (2.0 + 0.5 * self.me.stash + 0.2 * len(self.me.hand))

    def made(self, n: int) -> float:
        """What `n` crystals made are worth to the seat: they have still to be sold, one by one."""
        room = max(0, 4 - self.me.stash)
        return 0.55 * min(n, room) + 0.15 * max(0, n - room)

    def keeps(self, card: Card) -> float:
        """What a card is worth in the hand."""
        kind = components().kind(card)
        if kind.chemist is not None:
            return 0.3 + 0.3 * kind.chemist.action if self.board.teams[self.team].chemist is None else 0.3
        if kind.stop:
            return 1.3 if any(isinstance(use, CallOff) for use in kind.stop) else 1.0
        if kind.threat > threat(self.board, self.seat) + 4:
            return 0.2
        laid = area_of(card)
        if (laid.absorbs or laid.shields) and bears(self.board, self.seat, kind.id) is not None:
            return 0.3
        return {"shut-lab": 2.0, "draw": 0.9, "gain": 1.2}.get(kind.ways[0].does[0].kind, 0.7)
