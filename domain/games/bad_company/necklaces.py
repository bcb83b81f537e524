"""Necklaces (Complete Heists): who has most of a mission's symbols wears its necklace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from domain.games.bad_company.board import Board, Player, with_member
from domain.games.bad_company.components import CHAUFFEUR, FIXER, components
from domain.games.bad_company.rewards import PointsScored
from domain.kernel import Command, Decision, Fact, Names, NothingHappened, Offer, Scribe, Seat, Step, Text, thing, who


class Claim(tuple[int, int, int]):
    """What a player can show for a necklace: symbols in all, the most on one heist, the highest card number with the symbol."""

    @classmethod
    def of(cls, player: Player, mission: str) -> Claim:
        """A player's claim to the necklace of a mission."""
        cards = [h for h in map(components().heist, player.done) if mission in h.missions]
        each = [h.missions[mission] for h in cards]
        return cls((sum(each), max(each, default=0), max((h.number for h in cards), default=0)))


def decided_by(claim: Claim, others: Iterable[Claim]) -> str:
    """The rule that puts a claim before all others."""
    rivals = [other for other in others if other[0] == claim[0]]
    if not rivals:
        return "bc.necklace.majority"
    return "bc.necklace.tie-single" if all(other[1] < claim[1] for other in rivals) else "bc.necklace.tie-number"


# facts ------------------------------------------------------------------------------------------------------------------
class NecklacesCompared(Fact[Board], frozen=True):
    """Everybody has finished completing heists, and the claims to the necklaces are compared."""

    def apply(self, board: Board) -> Board:
        return replace(board, phase="necklaces")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the necklaces are compared",)


class NecklaceWon(Fact[Board], frozen=True):
    """A necklace went to a player, from the supply or from the one who had it; `claim` is what he could show for it."""

    seat: Seat
    necklace: str
    claim: tuple[int, int, int]
    loser: Seat | None = None

    def apply(self, board: Board) -> Board:
        if self.loser is None:
            board = replace(board, supply=tuple(n for n in board.supply if n != self.necklace))
        else:
            rival = board.players[self.loser]
            gang = tuple(replace(m, necklace=None) if m.necklace == self.necklace else m for m in rival.gang)
            board = board.player(self.loser, gang=gang, necklaces=tuple(n for n in rival.necklaces if n != self.necklace))
        return board.player(self.seat, necklaces=(*board.players[self.seat].necklaces, self.necklace))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        symbols = f"{self.claim[0]} symbol{'s' if self.claim[0] != 1 else ''}"
        shown = f" ({symbols}, {self.claim[1]} on one heist, highest card {self.claim[2]})"
        won: Text = (who(self.seat), " wins the ", thing(self.necklace), " necklace")
        return (*won, shown) if self.loser is None else (*won, " from ", who(self.loser), shown)


class NecklaceHung(Fact[Board], frozen=True):
    """A player hung a necklace on one of his gang members."""

    seat: Seat
    necklace: str
    member: int

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        return board.player(self.seat, gang=with_member(player, replace(player.member(self.member), necklace=self.necklace)))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " hangs the ", thing(self.necklace), f" necklace on member {self.member}")


# awarding -----------------------------------------------------------------------------------------------------------------
class Necklaces(Step[Board], frozen=True):
    """The necklaces are to be awarded, each to the best claim."""

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(NecklacesCompared(), "bc.amb.final-necklace" if scribe.board.final else "bc.necklace.every-turn")
        for mission in components().missions:
            for seat, claim, rule in best(scribe.board, mission.id):
                holder = holder_of(scribe.board, mission.id)
                if seat != holder:
                    scribe.write(NecklaceWon(seat, mission.id, claim, holder), rule)
                    wear = Wear(seat=seat, necklace=mission.id)
                    scribe.write(PointsScored(seat, components().scoring.necklace_gained), "bc.necklace.gain-point", wear)
                elif rule != "bc.necklace.majority":
                    scribe.write(NothingHappened(f"the tie for {mission.name} leaves its necklace where it is"), rule)


def holder_of(board: Board, mission: str) -> Seat | None:
    """The seat that has a necklace; none while it lies in the supply."""
    return next((seat for seat, player in enumerate(board.players) if mission in player.necklaces), None)


def best(board: Board, mission: str) -> Iterator[tuple[Seat, Claim, str]]:
    """The seat with the best claim to a necklace, and the rule that decides; nothing if nobody has such a symbol."""
    claims = [Claim.of(player, mission) for player in board.players]
    seat = max(range(len(claims)), key=claims.__getitem__)
    if claims[seat][0]:
        yield seat, claims[seat], decided_by(claims[seat], (c for s, c in enumerate(claims) if s != seat))


class Wear(Decision[Board], frozen=True):
    """Who wears the necklace?"""

    necklace: str

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(Hang(m.number), "bc.necklace.wear" if m.necklace else None) for m in board.players[self.seat].gang)

    def say(self, board: Board, names: Names) -> Text:
        return ("Which gang member wears the ", thing(self.necklace), " necklace?")


class Hang(Command[Board], frozen=True):
    """Hang the necklace on a gang member."""

    member: int

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        rule = "bc.amb.necklace-fixer" if self.member in (FIXER, CHAUFFEUR) else "bc.necklace.wear"
        scribe.write(NecklaceHung(seat, scribe.answering(Wear).necklace, self.member), rule)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"hang it on member {self.member}",)
