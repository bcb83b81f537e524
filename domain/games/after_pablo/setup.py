"""Game Set Up: stocks, tokens, decks and hands, and each player's cubes and money."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from domain.games.after_pablo.adjustment import FirstPlayerChosen
from domain.games.after_pablo.board import CITIES, COUNTRIES, GROUPS, Board, Player, place_of
from domain.games.after_pablo.components import components
from domain.games.after_pablo.crossing import TokensShuffled, turn_token
from domain.games.after_pablo.cubes import SUPPLY
from domain.games.after_pablo.decks import DeckShuffled, fill
from domain.games.after_pablo.turn import BeginSeason
from domain.kernel import Card, Fact, Names, Obligation, Pile, RuleId, Scribe, Seal, Seat, Step, Text, who

NEUTRAL: dict[int, RuleId] = {2: "ap.setup.black-2p", 3: "ap.setup.black-3p", 4: "ap.amb.setup-heading"}


# facts ------------------------------------------------------------------------------------------------------------------
class SeatsTaken(Fact[Board], frozen=True):
    """Everybody has a colour, and so many cubes of influence in his supply."""

    colours: tuple[str, ...]
    cubes: int
    hand_limit: int
    armed_cowboys: bool

    def apply(self, board: Board) -> Board:
        players = tuple(Player(colour=c, supply=self.cubes, hand_limit=self.hand_limit) for c in self.colours)
        return replace(board, players=players, armed_cowboys=self.armed_cowboys)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        each = tuple(part for seat, colour in enumerate(self.colours) for part in (who(seat), f" is {colour}", ", "))
        return each[:-1]


class ScoreCubesPlaced(Fact[Board], frozen=True):
    """Every player's cube stands at the beginning of the score track."""

    points: int

    def apply(self, board: Board) -> Board:
        return replace(board, players=tuple(replace(player, score=self.points) for player in board.players))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"everybody starts with {self.points} command points",)


class StocksLaid(Fact[Board], frozen=True):
    """Cocaine, weakness chips and money are laid out; what the bank holds from now on is nobody's to know."""

    cocaine: int
    chips: int
    bank: Annotated[int | None, Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, cocaine=self.cocaine, chips=self.chips, bank=self.bank)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the stocks are laid out: {self.cocaine} cocaine, {self.chips} weakness chips, and the bank",)


class BacksShuffled(Fact[Board], frozen=True):
    """The backs of the cards of each group were shuffled among them; nobody sees them."""

    backs: Annotated[tuple[tuple[str | None, ...], ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, backs=tuple(Pile(group) for group in self.backs))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("nobody knows which backs are safe",)


class TrackLaid(Fact[Board], frozen=True):
    """So many seasons are to be played."""

    seasons: int

    def apply(self, board: Board) -> Board:
        return replace(board, seasons=self.seasons)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.seasons} seasons are to be played",)


class CaseMarkerPlaced(Fact[Board], frozen=True):
    """The case marker stands on its first space."""

    space: int

    def apply(self, board: Board) -> Board:
        return replace(board, case=self.space)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the case marker starts from space {self.space}",)


class CubesPlaced(Fact[Board], frozen=True):
    """Every player placed a cube."""

    to: str

    def apply(self, board: Board) -> Board:
        return replace(board, players=tuple(player.moved(SUPPLY, self.to) for player in board.players))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"everybody has a cube on {place_of(self.to)} and {after.players[0].supply} in the supply",)


class NeutralPlaced(Fact[Board], frozen=True):
    """So many black cubes lie on each flag for the whole game."""

    cubes: int

    def apply(self, board: Board) -> Board:
        return replace(board, neutral=self.cubes)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        black = {0: "no black cube lies", 1: "a black cube lies"}.get(self.cubes, f"{self.cubes} black cubes lie")
        return (f"{black} on each flag",)


class HandDealt(Fact[Board], frozen=True):
    """A player was dealt his first cards, so many of them guerrillas; he alone sees them, front and back."""

    seat: Seat
    guerrillas: int
    cards: Annotated[tuple[Card | None, ...], Seal("seat")]
    backs: Annotated[tuple[str | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        cartel = board.cartel.drop(len(self.cards) - self.guerrillas)
        board = replace(board, cartel=cartel, guerrilla=board.guerrilla.drop(self.guerrillas))
        for card, back in zip(self.cards, self.backs, strict=True):
            board = board.learned(card, back)
        return board.player(self.seat, hand=Pile(self.cards))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" is dealt {len(self.cards)} cards")


class MoneyDealt(Fact[Board], frozen=True):
    """A player has his first money, which is his alone to know."""

    seat: Seat
    amount: Annotated[int | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        bank = None if board.bank is None or self.amount is None else board.bank - self.amount
        return replace(board, bank=bank).player(self.seat, cash=self.amount)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is dealt his money" if self.amount is None else f" is dealt ${self.amount}")


# the steps ----------------------------------------------------------------------------------------------------------------
class SetUp(Step[Board], frozen=True):
    """The table is to be set up for so many seats; `host_first`: seat 0 plays first."""

    seats: int
    host_first: bool
    armed_cowboys: bool

    def settle(self, scribe: Scribe[Board]) -> None:
        of, seats = components(), self.seats
        taken = SeatsTaken(of.colours.players[:seats], of.pieces.influence, of.business.hand_limit, self.armed_cowboys)
        scribe.write(taken, "ap.comp.player-pieces")
        scribe.write(ScoreCubesPlaced(0), "ap.setup.score-zero")
        money = sum(value * count for value, count in of.money_cards.values.items())
        scribe.write(StocksLaid(of.pieces.cocaine, of.pieces.weakness, money), "ap.setup.stocks")
        scribe.write(TokensShuffled(scribe.shuffle(token.id for token in of.tokens)), "ap.setup.tokens")
        for _ in range(of.crossing.boxes):
            turn_token(scribe, "ap.setup.tokens")
        scribe.write(TrackLaid(of.seasons.length[seats]), "ap.final.two-player-length" if seats == 2 else "ap.turn.seasons")
        scribe.write(CaseMarkerPlaced(of.case_track.start), "ap.setup.case-marker")
        self._lay_cards(scribe)
        self._place_cubes(scribe)
        first = 0 if self.host_first else scribe.below(seats)
        scribe.write(FirstPlayerChosen(first), "ap.setup.first-player")
        for seat, amount in zip(scribe.board.order(), of.setup.money, strict=False):
            scribe.write(MoneyDealt(seat, amount), "ap.setup.money")

    def _lay_cards(self, scribe: Scribe[Board]) -> None:
        of = components()
        groups = ([card.back for card in of.cards.values() if card.id.rpartition("-")[0] == group] for group in GROUPS)
        scribe.write(BacksShuffled(tuple(scribe.shuffle(group) for group in groups)), "ap.amb.back-correlation")
        scribe.write(DeckShuffled("cartel", scribe.shuffle(card.id for card in of.cartel)), "ap.comp.counts")
        scribe.write(DeckShuffled("guerrilla", scribe.shuffle(card.id for card in of.guerrilla)), "ap.comp.guerrilla-is-cartel")
        for seat in range(self.seats):
            board = scribe.board
            guerrillas = board.guerrilla.known[-of.setup.guerrilla_cards :]
            cards = (*guerrillas, *board.cartel.known[-of.setup.cartel_cards :])
            dealt = HandDealt(seat, len(guerrillas), cards, tuple(board.back(card) for card in cards))
            scribe.write(dealt, "ap.setup.starting-hand")
        special = next(city.id for city in of.cities if city.deck == "guerrilla")
        fill(scribe, special, "ap.setup.fill-guerrilla")
        for city in CITIES:
            if city != special:
                fill(scribe, city, "ap.setup.fill-cities")
        order = scribe.shuffle((*scribe.board.cartel.known, *(card.id for card in of.arrests)))
        scribe.write(DeckShuffled("cartel", order, order[-1]), "ap.setup.arrest-cards-in")

    def _place_cubes(self, scribe: Scribe[Board]) -> None:
        of = components()
        for country in COUNTRIES:
            scribe.write(CubesPlaced(country), "ap.setup.flag-cube")
        scribe.write(CubesPlaced("dea"), "ap.setup.dea-cube")
        for country, rule in zip(COUNTRIES, ("ap.setup.asesino-cube", "ap.setup.supply-after"), strict=True):
            scribe.write(CubesPlaced(of.of_country[country][0].id), rule)
        scribe.write(NeutralPlaced(of.setup.neutral_cubes[self.seats]), NEUTRAL[self.seats])


def opening(seats: int, options: dict[str, str]) -> tuple[Obligation[Board], ...]:
    """What a game begins with: its set-up, and the first season."""
    host, armed = options.get("first-player") == "host", options.get("cowboy-guns") != "none"
    return SetUp(seats, host_first=host, armed_cowboys=armed), BeginSeason(1)
