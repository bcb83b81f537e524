"""The parts of the viewer's screen: who has how much of it, the panels that show lines, the list of keys."""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text
from textual.events import MouseScrollDown, MouseScrollUp
from textual.strip import Strip
from textual.widget import Widget

from replay.viewer.ink import FAINT, Block

LEAST = (60, 20)  # columns and lines below which nothing can be read
WIDE = (120, 32)  # from here on log and inspector stand beside the board
TABS = {"board": "b Board", "log": "l Log", "why": "w Why", "changed": "d Changed", "could": "c Could have done"}

HELP = """\
← →       record before, after        Home End  first, last record
k j       decision before, after      s S       next decision of a seat,
[ ]       turn before, after                    or the one before
{ }       phase before, after         /         a number, or words
n N       next found, one before      1 … 8     the eye of a seat
b l       board, log                  p a       public eye, arbiter's
w         why: rule and causes        r         the rule's wording
d         what the record changed     f         fork the game here
c         what could have been done   ?         this list
Tab       the next of these           q         leave
PgUp PgDn scroll what is in front

[open]  ▎sealed, this eye knows it  ▒?×3▒ three unknown to it
6→5 changed by this record  ⊘ barred by a rule"""


class Plan(NamedTuple):
    """Who has which part of the screen: columns and lines."""

    wide: bool
    now: int  # lines of the sentence
    board: tuple[int, int]
    log: tuple[int, int]
    inspector: tuple[int, int]


def plan(width: int, height: int) -> Plan:
    """The parts of a screen of that size; of a small one, the part in front has all there is."""
    now = 3 if height >= 30 else 2
    room = max(height - now - 4, 3)  # the head, what is owed, the timeline, the keys
    if width < WIDE[0] or height < WIDE[1]:
        return Plan(False, now, (width, room), (width, room), (width, room))
    side = min(max(width * 36 // 100, 44), 76)
    return Plan(True, now, (width - side - 1, room), (side, room * 2 // 5), (side, room - room * 2 // 5))


class Panel(Widget):
    """A part of the screen that shows a block of lines, from some line on; a line at its foot says what lies below."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.block: Block = []
        self.top = 0

    def show(self, block: Block, *, top: int | None = None) -> None:
        """Show these lines, from line `top` on, or from where it stood."""
        self.block = block
        self.top = min(self.top if top is None else top, self._last)
        self.refresh()

    def scroll(self, by: int) -> None:
        """So many lines on."""
        self.top = min(max(self.top + by, 0), self._last)
        self.refresh()

    @property
    def _last(self) -> int:
        """The lowest line that the panel may begin with."""
        return max(len(self.block) - self.size.height, 0)

    def render_line(self, y: int) -> Strip:
        at, width = self.top + y, self.size.width
        below = len(self.block) - self.top - self.size.height
        if below > 0 and y == self.size.height - 1 and self.size.height > 1:
            line = Text(f"↓ {below + 1} more lines: PgDn", f"reverse {FAINT}")
        else:
            line = self.block[at] if at < len(self.block) else Text()
        return Strip(Text.assemble(line).render(self.app.console)).adjust_cell_length(width).apply_style(self.rich_style)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.scroll(3)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.scroll(-3)


def ruled(title: Text, width: int) -> Text:
    """A title with a line behind it."""
    return title.append(" " + "─" * max(width - title.cell_len - 1, 0), FAINT)
