"""Setup: dials, decks, ships, who begins, characters, titles, loyalty, starting hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec.structs import replace

from domain.games.battlestar_galactica.board import Board, Dials, Player
from domain.games.battlestar_galactica.components import RESOURCES, components
from domain.games.battlestar_galactica.effects import nothing
from domain.games.battlestar_galactica.loyalty import LoyaltyDealt
from domain.games.battlestar_galactica.quorum import draw_quorum
from domain.games.battlestar_galactica.ships import BASESTAR, BasestarArrived, CiviliansPlaced, ShipsPlaced, demands
from domain.games.battlestar_galactica.skills import PickTypes, build_destiny, skill_set
from domain.games.battlestar_galactica.titles import ADMIRAL, PRESIDENT, TitlePassed
from domain.games.battlestar_galactica.turn import BeginTurn
from domain.games.battlestar_galactica.vipers import ChooseLaunch
from domain.kernel import Card, Command, Decision, Fact, Names, Offer, Pile, Scribe, Seal, Seat, Step, Text, thing, who

HUMANS, CYLONS, STANDARD = "easier-for-humans", "easier-for-cylons", "standard"
COWARD, SLEEPER = "coward", "sleeper-agent"
START_HAND = 3
FIRST_PRESIDENTS, FIRST_ADMIRALS = 3, 3
SUPPORT, OFF_BOARD, IN_VIPER = "support", "off-board", "pilot-viper"


# facts ------------------------------------------------------------------------------------------------------------------
class TableLaid(Fact[Board], frozen=True):
    """The dials are set, and all pieces lie in their supplies."""

    seats: int
    dials: Dials
    vipers: int
    raptors: int
    raiders: int
    heavies: int
    centurions: int
    nukes: int
    tokens: tuple[str, ...]
    destiny_shown: bool

    def apply(self, board: Board) -> Board:
        return replace(
            board,
            players=(Player(),) * self.seats,
            dials=self.dials,
            vipers=self.vipers,
            raptors=self.raptors,
            raiders=self.raiders,
            heavies=self.heavies,
            centurions=self.centurions,
            nukes=self.nukes,
            basestar_tokens=self.tokens,
            destiny_shown=self.destiny_shown,
        )

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the dials start from ", ", ".join(f"{getattr(self.dials, name)} {name}" for name in RESOURCES))


SHUFFLED = {  # where it is not its pile's name and the word cards
    "civilians": "civilian ships",
    "crisis": "crises",
    "super": "super crises",
    "destination": "destinations",
    "box": "spare loyalty cards",
    "damage": "damage tokens",
}


class PileShuffled(Fact[Board], frozen=True):
    """A deck was shuffled."""

    pile: str
    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return board.lay(self.pile, Pile(self.order))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{len(self.order)} {SHUFFLED.get(self.pile, self.pile.removeprefix('skill:') + ' cards')} are shuffled",)


class StartChosen(Fact[Board], frozen=True):
    """Who begins."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, active=self.seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " begins")


class CharacterChosen(Fact[Board], frozen=True):
    """A player has a character, who stands at the place that the sheet names."""

    seat: Seat
    character: str
    at: str
    pilot: bool
    stranded: bool

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, character=self.character, at=self.at, pilot=self.pilot, stranded=self.stranded)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " is ", thing(self.character))


class NukesGiven(Fact[Board], frozen=True):
    """The Admiral has the nukes."""

    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the Admiral has {self.n} nukes",)


class LoyaltyBuilt(Fact[Board], frozen=True):
    """The loyalty deck was made for this number of players and these characters; what is left over stays in the box, unseen."""

    cylon: int
    human: int
    order: Annotated[tuple[Card | None, ...], Seal()]
    box: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, loyalty_pile=Pile(self.order), box_pile=Pile(self.box))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"the loyalty deck holds {self.cylon} Cylon and {self.human} human cards",)


class SympathizerAdded(Fact[Board], frozen=True):
    """The Sympathizer was shuffled into the rest of the loyalty deck."""

    order: Annotated[tuple[Card | None, ...], Seal()]
    box: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, loyalty_pile=Pile(self.order), box_pile=Pile(self.box))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the Sympathizer is among the loyalty cards from now on",)


# set-up ---------------------------------------------------------------------------------------------------------------------
class SetUp(Step[Board], frozen=True):
    """The table is laid, and who begins chooses a character first."""

    seats: int
    difficulty: str = STANDARD
    destiny_shown: bool = True
    characters: tuple[str, ...] = ()
    start: Seat | None = None

    def settle(self, scribe: Scribe[Board]) -> None:
        of = components()
        more = {HUMANS: of.resources.easier_humans, CYLONS: of.resources.easier_cylons}.get(self.difficulty, 0)
        rule = {HUMANS: "bsg.difficulty.humans-easier", CYLONS: "bsg.difficulty.cylons-easier"}.get(self.difficulty, "bsg.setup.resources")
        dials = Dials(*(getattr(of.resources.start, name) + more for name in RESOURCES))
        n = of.counts
        tokens = tuple(token.id for token in of.basestar_tokens)
        laid = TableLaid(self.seats, dials, n.viper, n.raptor, n.raider, n.heavy_raider, n.centurion, n.nuke, tokens, self.destiny_shown)
        scribe.write(laid, rule)
        scribe.write(PileShuffled("civilians", scribe.shuffle(of.decks["civilians"])), "bsg.setup.reserves")
        for pile, cards in of.decks.items():
            if pile != "civilians":
                scribe.write(PileShuffled(pile, scribe.shuffle(cards)), "bsg.setup.decks")
        start = scribe.below(self.seats) if self.start is None else self.start
        scribe.write(StartChosen(start), "bsg.setup.first-player")
        if self.characters:
            for seat in scribe.board.around(start):
                take_seat(scribe, seat, self.characters[seat])
            nothing(scribe, "everybody has a character", "bsg.setup.choose-character-order", GiveTitles())
        else:
            asks = (ChooseCharacter(seat=seat) for seat in scribe.board.around(start))
            nothing(scribe, "characters are chosen", "bsg.setup.choose-character-order", *asks, GiveTitles())


class ChooseCharacter(Decision[Board], frozen=True):
    """Who do you want to be?"""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        of = components()
        taken = {player.character for player in board.players}
        left = Counter(c.type for c in of.characters if c.id not in taken and c.type != SUPPORT)
        most = max(left.values())
        for character in of.characters:
            if character.id not in taken:
                free = character.type == SUPPORT or left[character.type] == most
                yield Offer(BeCharacter(character.id), None if free else "bsg.setup.choose-character-type")


class BeCharacter(Command[Board], frozen=True):
    """Be this character."""

    character: str

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        take_seat(scribe, seat, self.character)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("be ", thing(self.character))


def take_seat(scribe: Scribe[Board], seat: Seat, character: str) -> None:
    """Give a seat its character, at the place that the sheet names."""
    it = components().characters_by_id[character]
    special = it.starts in (OFF_BOARD, IN_VIPER)
    rule = "bsg.setup.special-setup" if special else "bsg.setup.place-character"
    scribe.write(CharacterChosen(seat, it.id, "" if special else it.starts, it.pilot, it.starts == OFF_BOARD), rule)


class GiveTitles(Step[Board], frozen=True):
    """The titles go to the first in line, with a quorum card and the nukes; then loyalty, Destiny, ships and hands."""

    def settle(self, scribe: Scribe[Board]) -> None:
        of, board = components(), scribe.board
        for title, first, rule in ((PRESIDENT, FIRST_PRESIDENTS, "bsg.setup.president"), (ADMIRAL, FIRST_ADMIRALS, "bsg.setup.admiral")):
            line = [c for c in getattr(of.succession, title) if board.seat_of(c) is not None]
            seat = board.seat_of(line[0])
            assert seat is not None
            listed = line[0] in getattr(of.succession, title)[:first]
            scribe.write(TitlePassed(title, seat), rule if listed else "bsg.amb.title-nobody-listed")
        assert scribe.board.president is not None
        scribe.write(NukesGiven(scribe.board.nukes), "bsg.setup.admiral-nukes")
        draw_quorum(scribe, scribe.board.president, "bsg.setup.president-quorum")
        self._loyalty(scribe)
        build_destiny(scribe, "bsg.setup.destiny")
        for area, ship, n in demands(of.start_layout.areas):
            if ship == BASESTAR:
                scribe.write(BasestarArrived(0, area), "bsg.setup.ships")
            elif ship == "civilian":
                scribe.write(CiviliansPlaced(area, n), "bsg.setup.ships")
            else:
                scribe.write(ShipsPlaced(area, ship, n), "bsg.setup.ships")
        board = scribe.board
        start = board.active
        viper = (ChooseLaunch(seat=s) for s, p in enumerate(board.players) if of.characters_by_id[p.character].starts == IN_VIPER)
        hands = (
            PickTypes(seat=seat, pool=skill_set(board, seat), n=START_HAND, rule="bsg.amb.setup-hand-numbers", once=True)
            for seat in board.around(start)
            if seat != start
        )
        nothing(scribe, "all but the first player draw cards", "bsg.setup.starting-hand", *viper, *hands)

    def _loyalty(self, scribe: Scribe[Board]) -> None:
        of, board = components(), scribe.board
        deck = next(deck for deck in of.loyalty_decks if deck.players == len(board.players))
        extra = sum(board.seat_of(of.abilities[ability][0]) is not None for ability in (COWARD, SLEEPER))
        cylons = scribe.shuffle(of.cylon_cards)[: deck.cylon]
        order = scribe.shuffle((*cylons, *(of.human_card,) * (deck.human + extra)))
        box = tuple((Counter(board.box_pile.known) - Counter(order)).elements())
        rule = "bsg.loyalty-deck.character-adjust" if extra else DECKS[deck.players]
        scribe.write(LoyaltyBuilt(deck.cylon, deck.human + extra, order, box), rule)
        for seat in board.around(board.active):
            n = 2 if scribe.board.players[seat].character == of.abilities[COWARD][0] else 1
            scribe.write(LoyaltyDealt(seat, scribe.board.loyalty_pile.known[-n:][::-1]), "bsg.loyalty-deck.deal")
        if deck.sympathizer:
            rest = scribe.shuffle((*scribe.board.loyalty_pile.known, of.sympathizer))
            scribe.write(SympathizerAdded(rest, scribe.board.box_pile.take(of.sympathizer).known), "bsg.loyalty-deck.add-sympathizer")


class BeginFirst(Step[Board], frozen=True):
    """Set-up is over: the first player's turn begins."""

    def settle(self, scribe: Scribe[Board]) -> None:
        nothing(scribe, "set-up is over", "bsg.setup.first-player", BeginTurn(scribe.board.active))


DECKS = {3: "bsg.loyalty-deck.three", 4: "bsg.loyalty-deck.four", 5: "bsg.loyalty-deck.five", 6: "bsg.loyalty-deck.six"}


def opening(seats: int, options: Mapping[str, str]) -> tuple[Step[Board], ...]:
    """What a game begins with. `ValueError` if the options name another number of characters, or a seat that is not there."""
    characters, start = characters_of(options), options.get("start", "")
    if characters and len(characters) != seats:
        raise ValueError(f"{len(characters)} characters were named for {seats} seats")
    if start and int(start) >= seats:
        raise ValueError(f"seat {start} can not begin: the last one is {seats - 1}")
    shown = options.get("committee", "destiny-too") == "destiny-too"
    return (SetUp(seats, options.get("difficulty", STANDARD), shown, characters, int(start) if start else None), BeginFirst())


def characters_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """The characters that the options name, by seat; none, if players choose. `ValueError` for one that there is not, or twice."""
    named = tuple(filter(None, options.get("characters", "").split(",")))
    known = components().characters_by_id
    for character in named:
        if character not in known:
            raise ValueError(f"there is no character {character}; there are {', '.join(known)}")
        if named.count(character) > 1:
            raise ValueError(f"{character} can be played by one seat only")
    return named
