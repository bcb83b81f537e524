"""Whole games between bots, in memory and without a store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bots.bot import Bot, Choice
from domain.kernel import Chance, Game, GameBegan, GameOf, Place, Record, Ruleset, Seat, awaited, begin, evolve, offers, seen_by, take


class Views:
    """What each of the given seats has seen, folded from its own records as they come."""

    def __init__(self, ruleset: Ruleset[Any], seats: Iterable[Seat], log: Iterable[Record[Any]] = ()) -> None:
        self._blank = ruleset.blank
        self._seen: dict[Seat, Game[Any]] = {seat: GameOf(ruleset.blank) for seat in seats}
        self.extend(log)

    @classmethod
    def standing(cls, ruleset: Ruleset[Any], seen: Mapping[Seat, Game[Any]]) -> Views:
        """Views that were folded before: the game as each of these seats sees it now."""
        views = cls(ruleset, ())
        views._seen.update(seen)
        return views

    def extend(self, records: Iterable[Record[Any]]) -> None:
        """Let every seat see what was added to the log."""
        records = tuple(records)
        for seat, view in self._seen.items():
            for record in seen_by(records, seat):
                view = evolve(view, record)
            self._seen[seat] = view

    def of(self, seat: Seat, game: Game[Any]) -> Game[Any]:
        """The seat's view of `game`; for a seat that asked for none, everything but the board."""
        if seat in self._seen:
            return self._seen[seat]
        return GameOf(self._blank, game.agenda, game.length, game.serial, game.luck)


def choose_next(ruleset: Ruleset[Any], game: Game[Any], bots: Mapping[Seat, Bot], views: Views) -> tuple[Seat, Choice] | None:
    """The next answer of a bot: whose, and which. Nothing if the game waits for no bot.

    Of several bots that are asked at once it is each one's turn to be the first.
    """
    waiting = [seat for seat in awaited(game) if seat in bots]
    if not waiting:
        return None
    seat = waiting[game.length % len(waiting)]
    free = [choice for choice in offers(ruleset, game, seat) if choice[1].barred is None]
    return seat, bots[seat].choose(views.of(seat, game), free)


def seated(ruleset: Ruleset[Any], places: Sequence[Place], options: Mapping[str, str] | None = None) -> GameBegan[Any]:
    """The first fact of a game at which these sit. `ValueError` for an option that the ruleset does not have."""
    given = ruleset.options(options or {})
    return GameBegan(ruleset.name, ruleset.edition, ruleset.content, tuple(places), given, fair=not given["seed"])


def play(
    ruleset: Ruleset[Any],
    bots: Sequence[Bot],
    chance: Chance,
    options: Mapping[str, str] | None = None,
) -> tuple[Game[Any], list[Record[Any]]]:
    """A whole game, one bot a seat: how it ended, and its log. `RuntimeError` if it stops before it is over."""
    began = seated(ruleset, [Place(f"bot {seat}") for seat in range(len(bots))], options)
    game, log = begin(ruleset, began, chance)
    views = Views(ruleset, (seat for seat, bot in enumerate(bots) if bot.needs_view), log)
    game, more = play_on(ruleset, game, dict(enumerate(bots)), views, chance)
    return game, log + more


def play_on(
    ruleset: Ruleset[Any], game: Game[Any], bots: Mapping[Seat, Bot], views: Views, chance: Chance
) -> tuple[Game[Any], list[Record[Any]]]:
    """A game from where it waits to its end, a bot at every seat: how it ended, and what was added to its log.

    `RuntimeError` if it stops before it is over.
    """
    log: list[Record[Any]] = []
    while chosen := choose_next(ruleset, game, bots, views):
        seat, (owed, offer) = chosen
        game, new = take(ruleset, game, seat, owed, offer, chance, game.length)
        views.extend(new)
        log += new
    if not game.over:
        raise RuntimeError(f"nobody is asked anything after record {game.length}, and yet the game is not over")
    return game, log
