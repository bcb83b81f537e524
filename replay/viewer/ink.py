"""How things are drawn in a terminal: seats by shape, letter and colour, cards open, sealed or unknown, what changed, and blocks of lines.

Nothing is said by colour alone: a seat has its letter, a change its value before or an underline, the unknown its hatching.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from domain.kernel import ARBITER, Eye, Mention, Names, Pile, Seat
from domain.kernel import Text as Words

INK, DIM, FAINT = "#e8eded", "#adb8bb", "#7b888d"
ACCENT, DANGER, OK = "#74c9d5", "#ff9d8f", "#7fd6a0"
CHANGED = "bold underline #f2c44e on #4b3b07"
HEAD = f"bold {INK}"
HUES = {
    "blue": "#4f93ee", "vermilion": "#f2763e", "green": "#2fb98d", "purple": "#e58fd0", "amber": "#f6c344", "sky": "#a6e3ff",
    "slate": "#9aa9ae", "bone": "#f4efe0",
}  # fmt: skip
SHAPES = "●■▲◆▼★♣✚"  # by seat
UNKNOWN = "▒"
Block = list[Text]


class Look(NamedTuple):
    """How a seat is marked: its shape and letter, and the colour that goes with them."""

    shape: str
    letter: str
    hue: str


def looks(names: Sequence[str], hues: Sequence[str] = ()) -> tuple[Look, ...]:
    """A look for every seat: shape by number, the first free letter of its name, and its colour in the game or the next one."""
    taken: set[str] = set()
    found: list[Look] = []
    for seat, name in enumerate(names):
        letters = [letter for letter in name.upper() if letter.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        letter = next(letter for letter in letters if letter not in taken)
        taken.add(letter)
        hue = hues[seat] if seat < len(hues) else list(HUES)[seat % len(HUES)]
        found.append(Look(SHAPES[seat % len(SHAPES)], letter, HUES.get(hue, INK)))
    return tuple(found)


class Scene:
    """Who looks at which table: what all renderers need beside the board. `players` are the names of those who hold the seats."""

    def __init__(self, names: Names, eye: Eye, seats: tuple[Look, ...], players: tuple[str, ...]) -> None:
        self.names, self.eye, self.seats, self.players = names, eye, seats, players

    # names ----------------------------------------------------------------------------------------------------------------
    def mark(self, seat: Seat) -> Text:
        """A seat's shape and letter."""
        look = self.seats[seat]
        return Text(look.shape + look.letter, f"bold {look.hue}")

    def who(self, seat: Seat) -> Text:
        """A seat's mark and name."""
        return Text.assemble(self.mark(seat), " ", (self.names.seats[seat], f"bold {self.seats[seat].hue}"))

    def named(self, thing: str) -> str:
        """A component's display name."""
        return self.names.things.get(thing, thing)

    def words(self, words: Words, style: str = "") -> Text:
        """A sentence of the log, its seats with their marks and its cards set off."""
        text = Text(style=style)
        for part in words:
            if not isinstance(part, Mention):
                text.append(part)
            elif isinstance(part.of, int) and part.of < len(self.seats):
                text.append(self.who(part.of))
            else:
                text.append(self.names.of(part), f"italic {DIM}" if part.of is None else "bold")
        return text

    def mine(self, seat: Seat) -> bool:
        """Whether what lies before a seat, face down, is known to this eye and not to all."""
        return self.eye in (seat, ARBITER)

    # cards ----------------------------------------------------------------------------------------------------------------
    def cards(
        self,
        pile: Iterable[str | None],
        was: Iterable[str | None] | None = None,
        *,
        sealed: bool = False,
        name: Callable[[str], str] | None = None,
    ) -> list[Text]:
        """The cards of a pile in order, one part each: `[open]`, `▎sealed`, and `▒?×3▒` for unknown ones.

        With `was`, the pile before, those that came are marked; if some left, a part says how many there were.
        """
        cards, said = list(pile), name or self.named
        new = _came(cards, was)
        parts: list[Text] = []
        for (card, fresh), run in groupby((card, fresh) for card, fresh in zip(cards, new, strict=True)):
            count = len(list(run))
            parts.append(self.card(None if card is None else said(card), count, sealed=sealed, changed=fresh))
        if was is not None and (gone := len(tuple(was)) - len(cards)) > 0:
            parts.append(Text(f"−{gone}", CHANGED))
        return parts or [Text("–", FAINT)]

    def card(self, name: str | None, count: int = 1, *, sealed: bool = False, changed: bool = False) -> Text:
        """One card, or several that look alike."""
        if name is None:
            return Text(f"{UNKNOWN}?×{count}{UNKNOWN}" if count > 1 else f"{UNKNOWN}?{UNKNOWN}", CHANGED if changed else DIM)
        times = f"×{count}" if count > 1 else ""
        if sealed:
            return Text.assemble(("▎", ACCENT), (f"{name}{times}", CHANGED if changed else INK))
        return Text(f"[{name}]{times}", CHANGED if changed else INK)

    def count(self, pile: Pile, was: Pile | None = None) -> Text:
        """How many cards a pile has."""
        return num(None if was is None else len(was), len(pile))


def num(was: int | None, now: int | None, style: str = f"bold {INK}", sign: str = "") -> Text:
    """A number; with the one before it, marked, if it changed. What the eye does not know is hatched."""
    if now is None:
        return Text(f"{UNKNOWN}?{UNKNOWN}", DIM)
    if was is None or was == now:
        return Text(f"{sign}{now}", style)
    return Text(f"{sign}{was}→{now}", CHANGED)


def lit(changed: bool, text: str | Text, style: str = "") -> Text:
    """Words that are marked if what they say changed."""
    text = Text(text, style) if isinstance(text, str) else text
    if changed:
        text = text.copy()
        text.stylize(CHANGED)
    return text


def _came(cards: list[Any], was: Iterable[Any] | None) -> list[bool]:
    """Which cards were not there before. Of unknown cards only the number tells, so the last ones count as new."""
    if was is None:
        return [False] * len(cards)
    old = list(was)
    new = [False] * len(cards)
    for at, card in enumerate(cards):
        if card in old:
            old.remove(card)
        else:
            new[at] = True
    return new


# blocks -----------------------------------------------------------------------------------------------------------------------
def join(parts: Iterable[str | Text], gap: str = " ") -> Text:
    """Parts on one line."""
    kept = [part if isinstance(part, Text) else Text(part) for part in parts]
    return Text(gap).join(part for part in kept if part.cell_len)


def label(words: str) -> Text:
    """What stands before a value."""
    return Text(words, FAINT)


def flow(parts: Iterable[str | Text], width: int, *, indent: int = 0, gap: str = " ") -> Block:
    """Parts on as few lines as they need, none of them broken unless it is wider than a line; all but the first are indented."""
    lines: Block = []
    line = Text()
    for part in parts:
        part = Text(part) if isinstance(part, str) else part
        if not part.cell_len:
            continue
        space = gap if line.cell_len > (indent if lines else 0) else ""
        if space and line.cell_len + cell_len(gap) + part.cell_len > width:
            lines.append(line)
            line, space = Text(" " * indent), ""
        room = width - line.cell_len - len(space)
        if part.cell_len > room:
            broken = wrap(part, max(width - indent, 8))
            for piece in broken[:-1]:
                line.append(piece)
                lines.append(line)
                line = Text(" " * indent)
            part = broken[-1]
        line.append(space)
        line.append(part)
    return [*lines, line]


def wrap(text: Text, width: int) -> Block:
    """A text on as many lines as it needs, broken between words."""
    return list(text.wrap(_console(), max(width, 1))) or [Text()]


def fit(text: Text, width: int) -> Text:
    """A text cut or padded to a width; what is cut ends in an ellipsis."""
    text = text.copy()
    text.truncate(width, overflow="ellipsis")
    text.pad_right(width - text.cell_len)
    return text


def beside(blocks: Sequence[Block], widths: Sequence[int], gap: str | Text = " ") -> Block:
    """Blocks side by side, each as wide as said."""
    height = max((len(block) for block in blocks), default=0)
    between = Text.assemble((gap, FAINT)) if isinstance(gap, str) else Text.assemble(gap)
    rows: Block = []
    for y in range(height):
        cells = [fit(block[y] if y < len(block) else Text(), width) for block, width in zip(blocks, widths, strict=True)]
        rows.append(between.join(cells))
    return rows


def shares(width: int, count: int, gap: int = 1) -> list[int]:
    """The widths of so many columns that fill a width."""
    room = width - gap * (count - 1)
    return [room // count + (k < room % count) for k in range(count)]


def box(title: Text, lines: Block, width: int, style: str = FAINT, *, heavy: bool = False, height: int = 0) -> Block:
    """Lines in a frame with a title; the seat in turn has a heavy one."""
    corners = "┏━┓┃┗┛" if heavy else "╭─╮│╰╯"
    inner = width - 2
    title = title.copy()
    title.truncate(inner - 3, overflow="ellipsis")
    top = Text.assemble(
        (corners[0] + corners[1] + " ", style), title, (" " + corners[1] * max(inner - title.cell_len - 3, 0) + corners[2], style)
    )
    body = [Text.assemble((corners[3], style), fit(line, inner), (corners[3], style)) for line in lines]
    body += [Text.assemble((corners[3], style), " " * inner, (corners[3], style))] * (height - 2 - len(lines))
    return [top, *body, Text(corners[4] + corners[1] * inner + corners[5], style)]


def rule(title: Text | str, width: int, style: str = FAINT) -> Text:
    """A line with a title, over a part of the board."""
    title = Text(title, HEAD) if isinstance(title, str) else title
    return Text.assemble(("─ ", style), title, " ", ("─" * max(width - title.cell_len - 3, 0), style))


def meter(now: int, most: int, width: int, style: str, *, red: int = 0) -> Text:
    """A bar of `width` cells: what there is, what there could be; its first cells up to `red` are the red zone."""
    full, low = round(now * width / most), round(red * width / most)
    cells = [("▰" if k < full else "▱", DANGER if k < low else style if k < full else FAINT) for k in range(width)]
    return Text.assemble(*cells)


@cache
def _console() -> Any:
    """What Rich measures words with; where it would print to makes no difference."""
    from rich.console import Console

    return Console(width=200, color_system=None, legacy_windows=False)
