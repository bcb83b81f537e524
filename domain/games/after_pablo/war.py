"""Action 3: War. Guns are shown openly, the attacker's first; the loser's cubes leave the flag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.after_pablo.actions import ActionBegan, PawnMoved
from domain.games.after_pablo.board import COUNTRIES, Board, War, place_of
from domain.games.after_pablo.components import components
from domain.games.after_pablo.cubes import SUPPLY, CubeMoved, sources
from domain.games.after_pablo.gains import PointsScored, take_chip
from domain.games.after_pablo.hand import without
from domain.games.after_pablo.leaders import recheck
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pass, RuleId, Scribe, Seat, Step, Text, thing, who

ARMED_BY: dict[str, RuleId] = {"assassin": "ap.card.assassin", "friend": "ap.card.friend-guns", "cowboy": "ap.amb.cowboy-guns"}
"""The rules that give the characters their guns, as far as they have one of their own."""


# facts ------------------------------------------------------------------------------------------------------------------
class WarDeclared(Fact[Board], frozen=True):
    """A player declared war on another one in a country."""

    country: str
    attacker: Seat
    defender: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, war=War(self.country, self.attacker, self.defender))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.attacker), " declares war on ", who(self.defender), f" in {self.country.title()}")


class GunsShown(Fact[Board], frozen=True):
    """A player showed and spent a card for its guns; `deck` is the one it belongs to."""

    seat: Seat
    card: Card
    deck: str
    guns: int

    def apply(self, board: Board) -> Board:
        return _armed(without(board, self.seat, self.card).discarded(self.deck, self.card), self.seat, self.guns)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " shows ", thing(self.card), f", {_guns(self.guns)}{_total(after, self.seat)}")


class AsesinoSent(Fact[Board], frozen=True):
    """A player took his cube off an asesino for its guns."""

    seat: Seat
    asesino: str
    guns: int

    def apply(self, board: Board) -> Board:
        board = board.seated(self.seat, board.players[self.seat].moved(self.asesino, SUPPLY))
        return _armed(board, self.seat, self.guns)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" sends {place_of(self.asesino)}, {_guns(self.guns)}{_total(after, self.seat)}")


class WarEnded(Fact[Board], frozen=True):
    """A war was decided, by so many guns; nobody won a draw."""

    winner: Seat | None
    difference: int

    def apply(self, board: Board) -> Board:
        return replace(board, war=None)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        if before.war is None or self.winner is None:
            return ("the war ends in a draw",)
        guns = sorted((before.war.attack, before.war.defence))
        return (who(self.winner), f" wins the war by {guns[1]} to {guns[0]}")


def _armed(board: Board, seat: Seat, guns: int) -> Board:
    """With guns added to a side of the war."""
    war = board.war
    if war is None:
        return board
    side = {"attack": war.attack + guns} if seat == war.attacker else {"defence": war.defence + guns}
    return replace(board, war=replace(war, **side))


def _guns(guns: int) -> str:
    return "a gun" if guns == 1 else f"{guns} guns"


def _total(board: Board, seat: Seat) -> str:
    war = board.war
    return "" if war is None else f", {war.attack if seat == war.attacker else war.defence} in all"


# declaring ------------------------------------------------------------------------------------------------------------------
def wars(board: Board, seat: Seat, barred: RuleId | None) -> Iterator[Offer[Board]]:
    """Whom a seat may attack, and where."""
    for country in COUNTRIES:
        unarmed: RuleId | None = barred or (None if getattr(board.players[seat], country) else "ap.war.needs-cube")
        for other in board.round(seat)[1:]:
            absent: RuleId | None = None if getattr(board.players[other], country) else "ap.war.target"
            yield Offer(MakeWar(country, other), unarmed or absent)


class MakeWar(Command[Board], frozen=True):
    """Take the war action: attack a player in a country."""

    country: str
    on: Seat

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(ActionBegan(seat, "war"), "ap.war.where")
        scribe.write(PawnMoved(seat, self.country), "ap.amb.pawn-after-war")
        first, second = Arm(seat=seat, country=self.country), Arm(seat=self.on, country=self.country)
        scribe.write(WarDeclared(self.country, seat, self.on), "ap.war.target", first, second, SettleWar())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("make war on ", who(self.on), f" in {self.country.title()}")


# fighting -------------------------------------------------------------------------------------------------------------------
def guns_of(board: Board, card: Card) -> int:
    """The guns of a card, as this table plays it."""
    of = components()
    return of.guns.get(card, 0) if board.armed_cowboys or card not in of.two_purposes else 0


class Arm(Decision[Board], frozen=True):
    """Which guns are shown next, or is this the total?"""

    country: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        for card in board.players[self.seat].hand.cards:
            if card is not None and guns_of(board, card):
                yield Offer(Show(card))
        near = components().asesinos_by_id
        for asesino in board.players[self.seat].asesinos:
            yield Offer(Send(asesino), None if near[asesino].country == self.country else "ap.war.gun-sources")

    def say(self, board: Board, names: Names) -> Text:
        war = board.war
        if war is None:
            return ("Which guns do you show?",)
        if self.seat == war.attacker:
            return (f"Which guns do you show? {war.attack} so far",)
        return (who(war.attacker), f" attacks with {war.attack}; which guns do you show? {war.defence} so far")


class Show(Command[Board], frozen=True):
    """Show a card for its guns."""

    card: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        board, asked = scribe.board, scribe.answering(Arm)
        attacks = board.war is not None and board.war.attacker == seat
        of = components()
        shown = GunsShown(seat, self.card, of.deck_of(self.card), guns_of(board, self.card))
        rule = ARMED_BY.get(of.card(self.card).character, "ap.war.attacker-first") if attacks else "ap.war.defender-reply"
        scribe.write(shown, rule, asked)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("show ", thing(self.card))


class Send(Command[Board], frozen=True):
    """Send an asesino of the country."""

    asesino: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        guns = components().asesinos_by_id[self.asesino].guns
        scribe.write(AsesinoSent(seat, self.asesino, guns), "ap.war.asesino-return", scribe.answering(Arm))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"send {place_of(self.asesino)}",)


class SettleWar(Step[Board], frozen=True):
    """Both sides have shown their guns: the war is to be decided."""

    def settle(self, scribe: Scribe[Board]) -> None:
        war, points = scribe.board.war, components().scoring
        assert war is not None
        difference = war.attack - war.defence
        if not difference:
            scribe.write(WarEnded(None, 0), "ap.war.draw")
        elif difference > 0:
            scribe.write(WarEnded(war.attacker, difference), "ap.war.attacker-wins", ClaimCube(seat=war.attacker, country=war.country))
            scribe.write(PointsScored(war.attacker, points.war_attacker, "as the attacker"), "ap.war.attacker-wins")
            _defeat(scribe, war.defender, war.country, difference)
        else:
            scribe.write(WarEnded(war.defender, -difference), "ap.war.defender-wins")
            scribe.write(PointsScored(war.defender, points.war_defender, "as the defender"), "ap.war.defender-wins")
            _defeat(scribe, war.attacker, war.country, -difference)


def _defeat(scribe: Scribe[Board], loser: Seat, country: str, difference: int) -> None:
    """The loser takes as many cubes off the flag, and a weakness chip if none is left."""
    cubes: int = getattr(scribe.board.players[loser], country)
    if cubes:
        rule = "ap.war.loss" if difference < cubes else "ap.amb.removed-cubes"
        scribe.write(CubeMoved(loser, country, SUPPLY, min(cubes, difference)), rule)
    if difference >= cubes:
        take_chip(scribe, loser, "ap.war.weakness-on-wipe")
    recheck(scribe, "ap.war.leader-recheck")


class ClaimCube(Decision[Board], frozen=True):
    """Does the winning attacker place a cube on the flag?"""

    country: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        yield from (Offer(Claim(of)) for of in sources(board.players[self.seat], self.country))

    def say(self, board: Board, names: Names) -> Text:
        return (f"Do you place a cube on the flag of {self.country.title()}?",)


class Claim(Command[Board], frozen=True):
    """Place the cube that the war has won."""

    of: str = SUPPLY

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        rule = "ap.war.attacker-wins" if self.of == SUPPLY else "ap.amb.attacker-free-cube"
        scribe.write(CubeMoved(seat, self.of, scribe.answering(ClaimCube).country), rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("place a cube" if self.of == SUPPLY else f"place the cube from {place_of(self.of)}",)
