"""The mark of a seat on pages that the server writes: a hue, a shape by its number, and a letter, as the scripts draw it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from domain.kernel import Names, Ruleset

HUES = ("blue", "vermilion", "green", "purple", "amber", "sky", "slate", "bone")
SHAPES = (
    '<circle class="b {hue}" cx="12" cy="12" r="11.5"/>',
    '<rect class="b {hue}" x="1.5" y="1.5" width="21" height="21" rx="2.5"/>',
    '<path class="b {hue}" d="M12 -1.5 25 22.5H-1Z"/>',
    '<path class="b {hue}" d="M12 -2.5 26 12 12 26.5 -2 12Z"/>',
    '<path class="b {hue}" d="M12 -1 25 9 20 24H4L-1 9Z"/>',
    '<path class="b {hue}" d="M6 1.5H18L25 12 18 22.5H6L-1 12Z"/>',
    '<path class="b {hue}" d="M1 1H23V13Q23 21 12 25 1 21 1 13Z"/>',
    '<path class="b {hue}" d="M7 -1H17V7H25V17H17V25H7V17H-1V7H7Z"/>',
)
TRIANGLE = 2  # its letter stands lower than the others'
NAMED = {"yellow": "amber", "red": "vermilion"}
BY_SEAT = {"bad_company": ("green", "bone", "purple", "blue", "amber", "vermilion")}
TEAMS = {"dea": "slate", "heisenberg": "green", "los-pollos": "amber", "juarez": "vermilion"}
EYES = {
    "public": '<path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10Z"/><circle cx="10" cy="10" r="2.6"/>',
    "arbiter": '<path d="M10 3v14M5.5 17h9M3 6h14M3 6 .8 11.5h4.4ZM17 6l-2.2 5.5h4.4Z"/>',
}


def marks(ruleset: Ruleset[Any], board: Any, names: Names) -> list[str]:
    """The mark of every seat as SVG, which is silent: the name is said beside it. `board` is the public's."""
    players = tuple(getattr(board, "players", ()))
    letters = _letters([_called(player, name, names) for player, name in zip(players, names.seats, strict=False)] or list(names.seats))
    return [_drawn(seat, _hue(ruleset, seat, players), letter) for seat, letter in enumerate(letters)]


def eye_sign(eye: str) -> str:
    """The sign of the public's eye or the arbiter's."""
    return f'<svg class="eye" viewBox="0 0 20 20" aria-hidden="true">{EYES[eye]}</svg>'


def _drawn(seat: int, hue: str, letter: str) -> str:
    shape = SHAPES[seat % len(SHAPES)].format(hue=f"f-{hue}")
    low = "19" if seat % len(SHAPES) == TRIANGLE else "16.4"
    text = f'<text class="t-{hue}" x="12" y="{low}">{escape(letter)}</text>'
    return f'<svg class="m sm" viewBox="0 0 24 24" aria-hidden="true">{shape}{text}</svg>'


def _hue(ruleset: Ruleset[Any], seat: int, players: Sequence[Any]) -> str:
    player = players[seat] if seat < len(players) else None
    if (team := getattr(player, "team", None)) in TEAMS:
        return TEAMS[team]
    colour = getattr(player, "colour", None)
    found = NAMED.get(str(colour), str(colour))
    hues = BY_SEAT.get(ruleset.name, HUES)
    return found if found in HUES else hues[seat % len(hues)]


def _called(player: Any, name: str, names: Names) -> str:
    """What a seat's letter is taken from: its character, where the game has such, or its player's name."""
    character = names.things.get(getattr(player, "character", ""), "")
    return character.removeprefix("The ") if hasattr(player, "team") else character.rpartition(" ")[2] or name


def _letters(names: Sequence[str]) -> list[str]:
    """The first letter that is free, and of numbered names the number."""
    taken = list[str]()
    for seat, name in enumerate(names):
        alike = sum(other[:1] == name[:1] for other in names) > 1
        number = re.search(r"\d$", name) if alike else None
        choices = [*([number[0]] if number else []), *re.sub(r"[\W_]", "", name.upper()), str(seat + 1)]
        taken.append(next((one for one in choices if one not in taken), "?"))
    return taken
