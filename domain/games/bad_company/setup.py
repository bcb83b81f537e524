"""Setup: decks, boards, cars, money, and two heists for everybody."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.bad_company.board import Board, Job, Marks, Player
from domain.games.bad_company.components import components
from domain.games.bad_company.decks import DeckShuffled
from domain.games.bad_company.rewards import CoinsGained
from domain.games.bad_company.turn import BeginTurn
from domain.games.bad_company.turn_end import fill_display
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pile, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class TableLaid(Fact[Board], frozen=True):
    """The boards lie on the table, and so many players sit around it."""

    players: int

    def apply(self, board: Board) -> Board:
        return replace(board, players=(Player(),) * self.players)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the boards are laid out for {self.players} players",)


class SupplyMade(Fact[Board], frozen=True):
    """Necklaces lie in the supply, beside coins and markers without limit."""

    necklaces: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, supply=self.necklaces)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"coins, markers and {len(self.necklaces)} necklaces lie in the supply",)


class PolicePlaced(Fact[Board], frozen=True):
    """The police car stands at its start."""

    space: int

    def apply(self, board: Board) -> Board:
        return replace(board, police=self.space)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the police start from space {self.space}",)


class PawnsPlaced(Fact[Board], frozen=True):
    """One pawn of every player stands at its start: "score", "recruiter" or "car"."""

    pawn: str
    space: int

    def apply(self, board: Board) -> Board:
        return replace(board, players=tuple(replace(p, **{self.pawn: self.space}) for p in board.players))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"every player's {self.pawn} starts from space {self.space}",)


class BossChosen(Fact[Board], frozen=True):
    """Somebody is the first boss."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, boss=self.seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is the first boss")


class GangsDealt(Fact[Board], frozen=True):
    """Everybody has a left and a right half of a gang board, with their tasks; the other halves stay in the box."""

    halves: tuple[tuple[Card, Card], ...]
    tasks: tuple[tuple[Job, ...], ...]
    box: tuple[Card, ...]

    def apply(self, board: Board) -> Board:
        players = tuple(replace(p, halves=h, tasks=t) for p, h, t in zip(board.players, self.halves, self.tasks, strict=True))
        return replace(board, players=players, box=self.box)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        each = tuple(part for s, (left, right) in enumerate(self.halves) for part in (who(s), " is ", thing(left), " ", thing(right), ", "))
        return each[:-1]


class HeistsDealt(Fact[Board], frozen=True):
    """A player has the top heists of the deck to choose from; `turned` is the card on top of the deck now."""

    seat: Seat
    cards: tuple[Card, ...]
    turned: Card

    def apply(self, board: Board) -> Board:
        board = replace(board, heists=board.heists.drop(len(self.cards)).show(self.turned))
        return board.player(self.seat, dealt=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " may choose from ", *(part for card in self.cards for part in (thing(card), ", ")))[:-1]


class HeistsKept(Fact[Board], frozen=True):
    """A player kept these heists; the other one went to the bottom of the deck."""

    seat: Seat
    kept: tuple[Job, ...]
    returned: Card

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, dealt=Pile(), active=self.kept)
        return replace(board, heists=board.heists.under(self.returned))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        kept: Text = tuple(part for job in self.kept for part in (thing(job.id), " and "))[:-1]
        return (who(self.seat), " keeps ", *kept, " and returns ", thing(self.returned))


# the steps ----------------------------------------------------------------------------------------------------------------
class SetUp(Step[Board], frozen=True):
    """The table is to be set up for so many seats."""

    seats: int

    def settle(self, scribe: Scribe[Board]) -> None:
        of, seats = components(), self.seats
        scribe.write(TableLaid(seats), "bc.setup.boards")
        scribe.write(DeckShuffled("upgrades", scribe.shuffle(card.id for card in of.upgrades)), "bc.setup.upgrade-deck")
        scribe.write(DeckShuffled("loot", scribe.shuffle(card.id for card in of.loot)), "bc.setup.loot-deck")
        scribe.write(DeckShuffled("heists", scribe.shuffle(card.id for card in of.heists)), "bc.setup.heist-deck")
        fill_display(scribe, "bc.setup.heist-deck")
        scribe.write(PolicePlaced(of.road.police_start[seats]), "bc.setup.police-start")
        scribe.write(SupplyMade(tuple(mission.id for mission in of.missions)), "bc.setup.supply")
        scribe.write(BossChosen(scribe.below(seats)), "bc.setup.first-boss")
        scribe.write(PawnsPlaced("score", 0), "bc.setup.score-zero")
        scribe.write(PawnsPlaced("recruiter", 0), "bc.setup.recruiter")
        scribe.write(PawnsPlaced("car", of.road.player_start), "bc.setup.car")
        self._deal_gangs(scribe)
        for seat in scribe.board.order():
            scribe.write(CoinsGained(seat, of.setup.money), "bc.setup.money", DealHeists(seat))

    def _deal_gangs(self, scribe: Scribe[Board]) -> None:
        of = components()
        left = scribe.shuffle(half for half in of.halves if half.side == "left")
        right = scribe.shuffle(half for half in of.halves if half.side == "right")
        gangs = list(zip(left, right, strict=True))
        halves = tuple((a.id, b.id) for a, b in gangs[: self.seats])
        tasks = tuple(tuple(job_of_task(t) for t in (*a.tasks, *b.tasks)) for a, b in gangs[: self.seats])
        scribe.write(GangsDealt(halves, tasks, tuple(half.id for pair in gangs[self.seats :] for half in pair)), "bc.setup.gang")


def job_of_task(task: str) -> Job:
    """A task of a gang board with nothing on it."""
    symbols = components().task(task).symbols
    return Job(task, Marks(**{symbol: symbols.count(symbol) for symbol in symbols}))


def job_of_heist(heist: Card) -> Job:
    """An active heist with nothing on it."""
    return Job(heist, Marks(**components().heist(heist).symbols))


class DealHeists(Step[Board], frozen=True):
    """A seat is to get the top heists of the deck to choose from."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        deck, n = scribe.board.heists.known, components().setup.heists_drawn
        fact = HeistsDealt(self.seat, deck[-n:][::-1], deck[-n - 1])
        scribe.write(fact, "bc.setup.heists-choose", ChooseHeists(seat=self.seat))


class ChooseHeists(Decision[Board], frozen=True):
    """Which heist goes back to the deck?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        return (Offer(ReturnHeist(card)) for card in board.players[self.seat].dealt.cards if card is not None)

    def say(self, board: Board, names: Names) -> Text:
        return ("Which of the three heists do you give back?",)


class ReturnHeist(Command[Board], frozen=True):
    """Keep the other heists and put this one under the deck."""

    heist: Card

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        kept = tuple(job_of_heist(card) for card in scribe.board.players[seat].dealt.known if card != self.heist)
        scribe.write(HeistsKept(seat, kept, self.heist), "bc.setup.heists-choose")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("give back ", thing(self.heist))


def opening(seats: int) -> tuple[Step[Board], ...]:
    """What a game begins with: its set-up, and the first turn."""
    return SetUp(seats), BeginTurn()
