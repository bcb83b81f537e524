"""What the viewer asks and tells over the board: a line to type, a seat to choose, a text to read, a fork to make, work to wait for."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from replay.viewer.ink import ACCENT, DIM, FAINT, INK, meter


class Ask(ModalScreen[str | None]):
    """A line to type at the foot of the screen: answers with it, or with nothing after Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str) -> None:
        super().__init__(classes="foot")
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Input(compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class Choose(ModalScreen[int | None]):
    """A seat to choose by its digit; `again` is the one that the key which asked chooses when it is pressed once more."""

    def __init__(self, question: str, seats: list[Text], key: str, again: int) -> None:
        super().__init__(classes="foot")
        self._question, self._seats, self._key, self._again = question, seats, key, again

    def compose(self) -> ComposeResult:
        lines = [Text.assemble((f" {seat + 1} ", f"bold {ACCENT}"), name) for seat, name in enumerate(self._seats)]
        more = Text.assemble((f" {self._key} ", f"bold {ACCENT}"), ("again: ", FAINT), self._seats[self._again])
        yield Static(Text.assemble((self._question, INK), "\n", Text("\n").join([*lines, more])), classes="dialog")

    def on_key(self, event: Key) -> None:
        event.stop()
        if event.key == self._key:
            self.dismiss(self._again)
        elif event.key.isdigit() and 0 < int(event.key) <= len(self._seats):
            self.dismiss(int(event.key) - 1)
        else:
            self.dismiss(None)


class Read(ModalScreen[bool]):
    """A text to read. Enter answers yes, Escape and most other keys no; arrows scroll what is longer than the screen."""

    def __init__(self, title: str, text: Text, foot: str = "any key closes this") -> None:
        super().__init__()
        self._title, self._text, self._foot = title, text, foot

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._title, f"bold {ACCENT}"))
            with VerticalScroll(classes="text"):
                yield Static(self._text)
            yield Static(Text(self._foot, FAINT))

    def on_key(self, event: Key) -> None:
        if event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            return
        event.stop()
        self.dismiss(event.key == "enter")


class Fork(NamedTuple):
    """A fork as it was asked for."""

    luck: str
    reason: str


class AskFork(ModalScreen[Fork | None]):
    """The luck and the reason of a fork; answers with them, or with nothing after Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, where: str, seats: list[Text]) -> None:
        super().__init__()
        self._where, self._seats = where, seats

    def compose(self) -> ComposeResult:
        lucks = [
            Option(Text.assemble("same", ("   hidden piles stay as they lie", DIM)), id="same"),
            Option(Text.assemble("fresh", ("  undrawn piles are shuffled anew", DIM)), id="fresh"),
        ]
        for seat, name in enumerate(self._seats):
            lucks.append(
                Option(Text.assemble(f"unknown:{seat}", ("  what this seat can not know is dealt anew: ", DIM), name), id=f"unknown:{seat}")
            )
        with Vertical(classes="dialog"):
            yield Static(Text.assemble(("Fork here\n", f"bold {ACCENT}"), (self._where, INK)))
            yield Static(Text("Luck: ↑ ↓, then Enter", FAINT))
            yield OptionList(*lucks, id="luck", compact=True)
            yield Static(Text("Reason, for the record; then Enter (Esc: no fork)", FAINT))
            yield Input(compact=True, id="reason")

    def on_option_list_option_selected(self) -> None:
        self.query_one("#reason").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        chosen = self.query_one("#luck", OptionList).highlighted_option
        self.dismiss(Fork((chosen and chosen.id) or "same", " ".join(event.value.split())))


class Busy(ModalScreen[None]):
    """A bar for work that takes longer than half a second."""

    def __init__(self, what: str) -> None:
        super().__init__(classes="foot")
        self._what = what

    def compose(self) -> ComposeResult:
        yield Static(self._what, classes="dialog", id="busy", markup=False)

    def tell(self, done: int, total: int | None) -> None:
        """So much is done, of so much if that is known."""
        bar = Text.assemble("  ", meter(min(done, total), total, 40, ACCENT)) if total else Text()
        self.query_one("#busy", Static).update(
            Text.assemble((self._what, INK), (f"  {done:,}", DIM), (f" of {total:,}" if total else "", DIM), bar)
        )
