"""What an eye sees of a game: the fold of the records it may read, and that fold as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

import msgspec

from domain.kernel import Decision, Eye, Game, GameOf, Names, Record, Ruleset, Step, address_of, evolve, offers, plain, seen_by


def view_of(records: Iterable[Record[Any]], ruleset: Ruleset[Any], eye: Eye) -> Game[Any]:
    """The game as `eye` sees it: the same fold as the true one, over that eye's redacted records from the first on."""
    return reduce(evolve, seen_by(records, eye), GameOf(ruleset.blank))


def present(game: Game[Any], ruleset: Ruleset[Any], eye: Eye, names: Names | None = None) -> dict[str, Any]:
    """A view as plain data: `{version, eye, board, agenda, offers}`; a card that the eye does not know is null.

    `game` is the fold of that eye's records. Without `names` seats are called by their numbers.
    """
    names = names or ruleset.display(())
    return {
        "version": game.length,
        "eye": eye,
        "board": msgspec.to_builtins(game.board, str_keys=True),
        "agenda": [
            {
                "serial": owed.id,
                "seat": owed.what.seat if isinstance(owed.what, Decision) else None,
                "text": plain(owed.what.say(game.board, names), names),
                "what": msgspec.to_builtins(owed.what, str_keys=True),
                "since": owed.since,
                "lane": owed.lane,
            }
            for owed in reversed(game.agenda)
        ],
        "offers": offered(game, ruleset, eye, names),
    }


def offered(game: Game[Any], ruleset: Ruleset[Any], eye: Eye, names: Names) -> list[dict[str, Any]]:
    """All that a seat may do: `{offer: "SERIAL/key", text, command, barred: null | {rule, text}}`.

    Nothing for other eyes, and nothing inside a batch, where no seat is asked.
    """
    if not isinstance(eye, int) or any(isinstance(owed.what, Step) for owed in game.due()):
        return []
    return [
        {
            "offer": address_of(owed, offer),
            "text": plain(offer.command.say(game.board, game.board, names), names),
            "command": msgspec.to_builtins(offer.command, str_keys=True),
            "barred": None if offer.barred is None else {"rule": offer.barred, "text": wording(ruleset, offer.barred)},
        }
        for owed, offer in offers(ruleset, game, eye)
    ]


def wording(ruleset: Ruleset[Any], rule: str) -> str:
    """A rule in our own words; the id itself if the rulebook of this edition does not have it (any more)."""
    found = ruleset.rules.get(rule)
    return rule if found is None else found.text
