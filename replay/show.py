"""A position for people to read: the board of any ruleset as nested names and values, with `?` for what the eye does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from domain.kernel import Decision, Game, Names, Outcome, Pile, plain
from replay.diff import HIDDEN

if TYPE_CHECKING:
    from rich.tree import Tree

WIDTH = 140  # columns, where nobody says how many there are
BRIEF = 120  # characters that a part of the board may take before it is spread over several lines


def board_tree(board: Any, names: Names, title: str) -> Tree:
    """A board as a tree to print with Rich."""
    from rich.text import Text
    from rich.tree import Tree

    def grow(tree: Tree, parts: Iterable[tuple[str, Any]]) -> None:
        for label, value in parts:
            brief = _brief(value, names)
            if len(brief) <= BRIEF or not _opens(value):
                tree.add(Text.assemble((f"{label}  ", "cyan"), brief))
            else:
                grow(tree.add(Text(label, "bold")), _parts(value))

    tree = Tree(Text(title, "bold"), guide_style="dim")
    for label, value in _parts(board):
        if isinstance(value, tuple) and len(value) == len(names.seats) and all(isinstance(part, msgspec.Struct) for part in value):
            grow(tree, [(f"{seat} {names.seats[seat]}", part) for seat, part in enumerate(value)])
        else:
            grow(tree, [(label, value)])
    return tree


def waiting(game: Game[Any], names: Names) -> list[str]:
    """Whom the game waits for and with which question, one line each."""
    asked = [(owed.what, plain(owed.what.say(game.board, names), names)) for owed in game.due()]
    return [
        f"{called(what.seat, names)}: {question}" if isinstance(what, Decision) else f"the rules: {question}" for what, question in asked
    ]


def told(outcome: Outcome, names: Names) -> str:
    """How a game ended, in one line."""
    winners = " and ".join(called(seat, names) for seat in outcome.winners) or "nobody"
    scores = " : ".join(map(str, outcome.scores))
    return f"{winners} won" + (f", {scores}" if scores else "") + f" ({outcome.ending})"


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What is inside a struct, mapping or tuple, each part with its name."""
    if isinstance(value, msgspec.Struct):
        yield from ((field.replace("_", " "), getattr(value, field)) for field in value.__struct_fields__)
    elif isinstance(value, Mapping):
        yield from ((str(key), part) for key, part in value.items())
    else:
        yield from ((str(at), part) for at, part in enumerate(value))


def _opens(value: Any) -> bool:
    return isinstance(value, tuple | Mapping) or (isinstance(value, msgspec.Struct) and not isinstance(value, Pile))


def _brief(value: Any, names: Names) -> str:
    """A value on one line."""
    if isinstance(value, Pile):
        cards = [HIDDEN if card is None else names.things.get(card, card) for card in value.cards]
        runs = [(card, len(list(run))) for card, run in groupby(cards)]
        return ", ".join(card if n == 1 else f"{n} x {card}" for card, n in runs) or "empty"
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.things.get(value, value)
    if isinstance(value, msgspec.Struct):
        held = [(label, part) for label, part in _parts(value) if part is not None and part != () and part != Pile()]
        return ", ".join(f"{label} {_inner(part, names)}" for label, part in held) or "nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_brief(part, names)}" for key, part in value.items()) or "none"
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(_inner(part, names) for part in (sorted(value) if isinstance(value, set | frozenset) else value)) or "none"
    return str(value)


def _inner(value: Any, names: Names) -> str:
    """A value inside another one on the same line."""
    brief = _brief(value, names)
    return f"({brief})" if _opens(value) and ", " in brief else brief


def called(seat: int, names: Names) -> str:
    """A seat by the name of who sits there, with its number."""
    return f"{names.seats[seat]} (seat {seat})" if seat < len(names.seats) else f"seat {seat}"
