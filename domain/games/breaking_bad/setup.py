"""Setup: who plays whom, sheets, boards, decks, labs, the general supply, and who begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from msgspec.structs import replace

from domain.games.breaking_bad.board import CRIMINALS, DEA, TEAMS, Board, Player
from domain.games.breaking_bad.components import PLAYERS, components
from domain.games.breaking_bad.decks import DeckShuffled, DrawCards
from domain.games.breaking_bad.turn import BeginTurn
from domain.kernel import Fact, Names, Scribe, Seat, Step, Text, thing, who


# facts ------------------------------------------------------------------------------------------------------------------
class CharactersDealt(Fact[Board], frozen=True):
    """Everybody has a character sheet; the other sheets stay in the box."""

    characters: tuple[str, ...]
    teams: tuple[str, ...]
    box: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        players = tuple(Player(character, team) for character, team in zip(self.characters, self.teams, strict=True))
        return replace(board, players=players, box=(*board.box, *self.box))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return tuple(part for seat, c in enumerate(self.characters) for part in (who(seat), " is ", thing(c), ", "))[:-1]


class HouseRulesChosen(Fact[Board], frozen=True):
    """How the table reads what the rulebook leaves open."""

    custody_counts: bool
    vest_lasts: bool

    def apply(self, board: Board) -> Board:
        return replace(board, custody_counts=self.custody_counts, vest_lasts=self.vest_lasts)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        vest = "lasts" if self.vest_lasts else "is used up by an attack"
        return (f"custody {'counts' if self.custody_counts else 'does not count'} for the last team; a vest {vest}",)


class SupplyMade(Fact[Board], frozen=True):
    """Crystals, life markers and jail markers lie in the general supply."""

    crystals: int
    life: int
    markers: int

    def apply(self, board: Board) -> Board:
        return replace(board, supply=self.crystals, life_supply=self.life, markers=self.markers)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{self.crystals} Blue Sky, {self.life} life markers and {self.markers} jail markers lie in the supply",)


class LivesFilled(Fact[Board], frozen=True):
    """A life marker lies on every space of every sheet."""

    lives: tuple[int, ...]

    def apply(self, board: Board) -> Board:
        players = tuple(replace(player, room=life, life=life) for player, life in zip(board.players, self.lives, strict=True))
        return replace(board, players=players, life_supply=board.life_supply - sum(self.lives))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("everybody has as many LP as the sheet has room for",)


class BoardLaidOut(Fact[Board], frozen=True):
    """The board of a team that takes part, with so many members, lies on the table."""

    team: str
    members: int
    goal: int

    def apply(self, board: Board) -> Board:
        return board.team(self.team, members=self.members, goal=self.goal)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the board of ", thing(self.team), " is laid out", f", with {self.goal} Blue Sky to sell" if self.goal else "")


class LabsLaid(Fact[Board], frozen=True):
    """A team's labs lie face up in a stack on its board, the last one exposed; others stay in the box."""

    team: str
    labs: tuple[str, ...]
    box: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        return replace(board.team(self.team, labs=self.labs, face_up=True), box=(*board.box, *self.box))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.team), f" has {len(self.labs)} labs")


class TeamLeftOut(Fact[Board], frozen=True):
    """A team takes no part: its labs and its deck stay in the box."""

    team: str
    box: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, box=(*board.box, *self.box))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (thing(self.team), " takes no part")


class StashFilled(Fact[Board], frozen=True):
    """A character begins with crystals in the stash."""

    seat: Seat
    n: int

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, stash=self.n), supply=board.supply - self.n)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" begins with {self.n} Blue Sky")


class StartChosen(Fact[Board], frozen=True):
    """Somebody begins."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, active=self.seat)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " begins")


class HandDue(Fact[Board], frozen=True):
    """A player is to draw the hand that the sheet gives him."""

    seat: Seat
    n: int

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" begins with {self.n} cards")


# which characters ---------------------------------------------------------------------------------------------------------
def fault_of(characters: Iterable[str]) -> str | None:
    """What is wrong with a choice of characters, in words; nothing if it is in order."""
    chosen = tuple(characters)
    known = components().characters_by_id
    if len(set(chosen)) != len(chosen) or any(c not in known for c in chosen):
        return f"everybody plays another one of {', '.join(known)}"
    if len(chosen) not in PLAYERS:
        return f"{PLAYERS[0]} to {PLAYERS[-1]} play"
    teams = Counter(known[c].team for c in chosen)
    if len(teams) < 3:
        return "at least three teams take part"
    agents = 2 if len(chosen) >= 6 else 1
    return None if teams[DEA] == agents else f"with {len(chosen)} players {'one agent takes' if agents == 1 else 'both agents take'} part"


def legal_choices(seats: int) -> list[tuple[str, ...]]:
    """All legal choices of characters for so many seats."""
    return [chosen for chosen in combinations(components().characters_by_id, seats) if fault_of(chosen) is None]


def characters_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """The characters that an option names, by seat; none if chance is to choose. `ValueError` says what is wrong with them."""
    given = tuple(filter(None, options.get("characters", "").replace(" ", "").split(",")))
    if given and (fault := fault_of(given)) is not None:
        raise ValueError(f"the characters can not be {', '.join(given)}: {fault}")
    return given


# the steps ----------------------------------------------------------------------------------------------------------------
class SetUp(Step[Board], frozen=True):
    """The table is to be set up for so many seats, with these characters or those that chance chooses."""

    seats: int
    characters: tuple[str, ...] = ()
    start: Seat | None = None
    custody_counts: bool = False
    vest_lasts: bool = False

    def settle(self, scribe: Scribe[Board]) -> None:
        of = components()
        characters, rule = self.characters, "bb.setup.one-sheet-per-player"
        if not characters:
            choices = legal_choices(self.seats)
            characters, rule = scribe.shuffle(choices[scribe.below(len(choices))]), "bb.setup.assignment-random-or-chosen"
        sheets = [of.character(c) for c in characters]
        unused = tuple(c for c in of.characters_by_id if c not in characters)
        scribe.write(CharactersDealt(tuple(characters), tuple(s.team for s in sheets), unused), rule)
        scribe.write(HouseRulesChosen(self.custody_counts, self.vest_lasts), "bb.amb.end.custody-counts")
        scribe.write(SupplyMade(of.counts.crystals, of.counts.life_markers, of.counts.jail_markers), "bb.setup.supply")
        scribe.write(LivesFilled(tuple(sheet.life for sheet in sheets)), "bb.setup.full-lp")
        self._lay_out(scribe)
        for seat, sheet in enumerate(sheets):
            if sheet.crystals:
                scribe.write(StashFilled(seat, sheet.crystals), "bb.setup.starting-stash")
        self._begin(scribe)

    def _lay_out(self, scribe: Scribe[Board]) -> None:
        of = components()
        members = Counter(player.team for player in scribe.board.players)
        two = sum(team in members for team in CRIMINALS) == 2
        n = of.limits.labs_two_teams if two else of.limits.labs_three_teams
        for team in TEAMS:
            labs = of.labs_of(team)
            if team not in members:
                scribe.write(TeamLeftOut(team, (*labs, *of.decks_by_team[team])), "bb.setup.unused-removed")
                continue
            if team == DEA:
                rule = "bb.setup.dea-single-3-to-5" if members[team] == 1 else "bb.setup.dea-both-6-to-8"
                scribe.write(BoardLaidOut(team, members[team], 0), rule)
            else:
                goal = of.limits.sold_alone if members[team] == 1 else of.limits.sold_together
                scribe.write(BoardLaidOut(team, members[team], goal), "bb.setup.boards")
                labs = scribe.shuffle(labs)
                scribe.write(LabsLaid(team, labs[:n], labs[n:]), "bb.setup.labs-two-teams" if two else "bb.setup.labs-three-teams")
            scribe.write(DeckShuffled(team, scribe.shuffle(of.decks_by_team[team])), "bb.deck.own-team-only")

    def _begin(self, scribe: Scribe[Board]) -> None:
        start = scribe.below(self.seats) if self.start is None else self.start
        scribe.write(StartChosen(start), "bb.setup.start-player")
        for seat, player in enumerate(scribe.board.players):
            n = components().character(player.character).hand
            opens = (BeginTurn(start),) if seat == self.seats - 1 else ()
            scribe.write(HandDue(seat, n), "bb.setup.starting-hand", DrawCards(seat, n, "bb.setup.starting-hand"), *opens)


def opening(seats: int, options: Mapping[str, str]) -> tuple[Step[Board], ...]:
    """What a game begins with. `ValueError` if the options name another number of characters, or a seat that is not there."""
    characters, start = characters_of(options), options.get("start", "")
    if characters and len(characters) != seats:
        raise ValueError(f"{len(characters)} characters were named for {seats} seats")
    if start and int(start) >= seats:
        raise ValueError(f"seat {start} can not begin: the last one is {seats - 1}")
    custody, vest = options.get("custody-counts") == "true", options.get("vest") == "permanent"
    return (SetUp(seats, characters, int(start) if start else None, custody, vest),)
