"""The viewer: board, sentence, log and inspector of one record, and the keys that move from record to record."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize

from domain.kernel import ARBITER, Eye, Names
from ledger import Ledger, SecretAnswer, StillPlaying
from replay.tape import Tape
from replay.viewer import panels
from replay.viewer.boards import renderer
from replay.viewer.ink import ACCENT, DANGER, DIM, FAINT, HEAD, INK, Block, Scene, fit, looks
from replay.viewer.reel import Reel, Sight
from replay.viewer.screen import HELP, LEAST, TABS, Panel, plan, ruled

PATIENCE = 0.5  # seconds that work may take before a bar is shown
LONG = 3_000  # records from which on that may be so when causes are looked for
R = TypeVar("R")


class Viewer(App[None]):
    """One game, one position, one eye."""

    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: #0f1417; color: {INK}; }}
    #now {{ background: #182024; }}
    #side {{ border-left: none; }}
    #keys {{ background: #182024; }}
    Panel {{ height: 1; }}
    ModalScreen {{ align: center middle; background: transparent; }}
    ModalScreen.foot {{ align: center bottom; }}
    .dialog {{ width: 98%; max-width: 100; height: auto; max-height: 92%; background: #182024; border: round {ACCENT}; padding: 0 1; }}
    .dialog .text {{ height: auto; max-height: 70vh; scrollbar-size-vertical: 1; }}
    .dialog Static, .dialog OptionList {{ height: auto; background: #182024; }}
    .dialog Input {{ background: #0f1417; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, action)
        for keys, action in (
            ("right", "step(1)"), ("left", "step(-1)"), ("j", "decision(1)"), ("k", "decision(-1)"), ("home", "go(1)"), ("end", "end"),
            ("right_square_bracket", "turn(1)"), ("left_square_bracket", "turn(-1)"),
            ("right_curly_bracket", "phase(1)"), ("left_curly_bracket", "phase(-1)"), ("s", "seat(1)"), ("S", "seat(-1)"),
            ("slash", "ask"), ("n", "again(1)"), ("N", "again(-1)"), ("p", "look('public')"), ("a", "look('arbiter')"),
            ("b", "front('board')"), ("l", "front('log')"), ("w", "front('why')"), ("d", "front('changed')"), ("c", "front('could')"),
            ("tab", "next(1)"), ("shift+tab", "next(-1)"), ("pagedown", "scroll(1)"), ("pageup", "scroll(-1)"),
            ("down", "line(1)"), ("up", "line(-1)"), ("r", "rule"), ("f", "fork"), ("question_mark", "help"), ("q", "quit"),
            ("ctrl+c", "quit"),
            *((str(seat + 1), f"look({seat})") for seat in range(8)),
        )
    ]  # fmt: skip

    def __init__(self, ledger: Ledger, whole: Tape, eye: Eye = ARBITER, n: int | None = None) -> None:
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.animation_level = "none"
        self.fault: Exception | None = None  # what nobody foresaw, for who ran the viewer to tell
        self.ledger = ledger
        self.reel = Reel(whole, eye, n)
        self.front = "board"
        self.tab = "why"
        self.words = ""  # looked for last
        self.seat: int | None = None  # whose decision was asked for last
        self._inspecting: tuple[Any, ...] = ()
        self._followed: Sight | None = None  # the last whose causes were looked for in the background

    def compose(self) -> ComposeResult:
        yield Panel("head")
        yield Panel("now")
        with Horizontal(id="main"):
            yield Panel("board")
            with Vertical(id="side"):
                yield Panel("log")
                yield Panel("inspector")
        yield Panel("agenda")
        yield Panel("time")
        yield Panel("keys")

    def _handle_exception(self, error: Exception) -> None:
        self.fault = error
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Leave. Textual would print a page of source and variables; the command line says what is wrong in a line."""
        self._close_messages_no_wait()

    # drawing --------------------------------------------------------------------------------------------------------------
    def on_resize(self, event: Resize) -> None:
        self.arrange()

    def arrange(self) -> None:
        """Give every panel its part of the screen."""
        parts = plan(*self.size)
        for name, (width, height) in (("board", parts.board), ("log", parts.log), ("inspector", parts.inspector)):
            panel = self.panel(name)
            panel.styles.width, panel.styles.height = width, height
            panel.display = parts.wide or name == self._shown
        self.panel("now").styles.height = parts.now
        side = self.query_one("#side")
        side.display = parts.wide or self._shown != "board"
        side.styles.width = parts.log[0]
        side.styles.margin = (0, 0, 0, 1) if parts.wide else 0
        self.draw()

    @property
    def _shown(self) -> str:
        """The panel in front."""
        return self.front if self.front in ("board", "log") else "inspector"

    def panel(self, name: str) -> Panel:
        """One of the parts of the screen."""
        return self.screen_stack[0].query_one(f"#{name}", Panel)

    def scene(self) -> Scene:
        """The table at the present record: who sits there, called by their characters where the game has them."""
        board, names = self.reel.now.board, self.reel.names
        drawn = renderer(self.reel.tape.ruleset)
        called = drawn.called(board, names)
        return Scene(Names(called, names.things), self.reel.eye, looks(called, drawn.hues(board)), names.seats)

    def draw(self) -> None:
        """Draw everything anew."""
        reel, (width, height) = self.reel, self.size
        if width < LEAST[0] or height < LEAST[1]:
            self.panel("head").show([Text(f"{LEAST[0]} by {LEAST[1]} are needed, here are {width} by {height}", DANGER)])
            return
        parts, scene = plan(width, height), self.scene()
        self.panel("head").show(panels.head(reel, scene, width))
        self.panel("now").show(panels.sentence(reel, scene, width, parts.now))
        if parts.wide or self._shown == "board":
            lines = renderer(reel.tape.ruleset).draw(scene, reel.before.board, reel.now.board, *parts.board)
            self.panel("board").show(lines)
        if parts.wide or self._shown == "log":
            columns, rows = parts.log
            title = [self._title("log", columns)] if parts.wide else []
            self.panel("log").show([*title, *panels.log(reel, scene, columns, rows - len(title))], top=0)
        if parts.wide or self._shown == "inspector":
            self.call_after_refresh(self.inspect)  # it takes longest, and is looked at last
        self.panel("agenda").show(panels.agenda(reel, scene, width))
        self.panel("time").show(panels.timeline(reel, scene, width))
        self.panel("keys").show([self._keys(width, wide=parts.wide)])

    def inspect(self) -> None:
        """Draw the inspector anew, from its first line on if something else is inspected than before."""
        parts, reel = plan(*self.size), self.reel
        if not parts.wide and self._shown != "inspector":
            return
        if self.tab == "why" and not reel.sight.followed and reel.length > LONG:
            if reel.sight is not self._followed:
                self._followed = reel.sight
                self.run_worker(partial(self._follow, reel.sight), group="follow")
            return
        title = [self._tabs(parts.inspector[0])] if parts.wide else []
        now = (reel.tape.game, reel.n, reel.eye, self.tab)
        self.panel("inspector").show([*title, *self._inspected(parts.inspector[0])], top=None if now == self._inspecting else 0)
        self._inspecting = now

    async def _follow(self, sight: Sight) -> None:
        """Work out, for the whole game, what each record rested on."""
        await self._working("Looking through the game", lambda told: sight.follow())
        self.inspect()

    def _inspected(self, width: int) -> Block:
        scene = self.scene()
        if self.tab == "why":
            return panels.reasons(self.reel, scene, width)
        if self.tab == "changed":
            return panels.changed(self.reel, scene, width)
        return panels.possible(self.reel, scene, width)

    def _title(self, name: str, width: int) -> Text:
        front = self._shown == name
        return ruled(Text.assemble((f" {TABS[name]} ", f"bold reverse {ACCENT}" if front else HEAD)), width)

    def _tabs(self, width: int) -> Text:
        text = Text()
        for name in ("why", "changed", "could"):
            chosen, front = name == self.tab, self._shown == "inspector"
            text.append(f" {TABS[name]} ", f"bold reverse {ACCENT}" if chosen and front else f"bold underline {ACCENT}" if chosen else DIM)
        return ruled(text, width)

    def _keys(self, width: int, *, wide: bool) -> Text:
        if wide:
            pairs = (
                "←→ record",
                "kj decision",
                "[] turn",
                "{} phase",
                "s seat",
                "/ find",
                "1-8pa eye",
                "r rule",
                "f fork",
                "? keys",
                "q quit",
            )
            text = Text("  ").join(Text.assemble((pair.split()[0], f"bold {ACCENT}"), (" " + pair.split()[1], DIM)) for pair in pairs)
        else:
            text = Text()
            for name, words in TABS.items():
                chosen = name == (self.tab if self._shown == "inspector" else self.front)
                text.append(f" {words.removesuffix(' have done')} ", f"bold reverse {ACCENT}" if chosen else DIM)
            text.append("  ←→ jk [] / find  f fork  ? keys  q", FAINT)
        return fit(text, width)

    def say(self, words: str) -> None:
        """Say something at the foot of the screen, until something else is drawn."""
        self.panel("keys").show([Text(f" {words} ", f"bold reverse {ACCENT}")])

    # moves ----------------------------------------------------------------------------------------------------------------
    def _after(self, moved: bool, otherwise: str) -> None:
        if moved:
            self.draw()
        else:
            self.say(otherwise)

    def action_step(self, by: int) -> None:
        """The record after, or before."""
        self._after(self.reel.step(by), "this is the last record" if by > 0 else "this is the first record")

    def action_decision(self, by: int) -> None:
        """The next answer, or the one before."""
        self._after(self.reel.to_decision(by), "no decision follows" if by > 0 else "no decision came before")

    def action_turn(self, by: int) -> None:
        """The next turn, or back to where this one or the one before begins."""
        self._after(self.reel.to_turn(by), "no turn follows" if by > 0 else "no turn came before")

    def action_phase(self, by: int) -> None:
        """The next phase, or back."""
        self._after(self.reel.to_phase(by), "no phase follows" if by > 0 else "no phase came before")

    def action_go(self, n: int) -> None:
        """Record `n`."""
        self.reel.go(n)
        self.draw()

    def action_end(self) -> None:
        """The last record."""
        self.action_go(self.reel.length)

    def action_seat(self, by: int) -> None:
        """The next decision of a seat, which is asked for, or the one before."""
        from replay.viewer.dialogs import Choose

        scene = self.scene()
        usual = self.seat if self.seat is not None else self.reel.eye if isinstance(self.reel.eye, int) else 0

        def chosen(seat: int | None) -> None:
            if seat is not None:
                self.seat = seat
                name = scene.names.seats[seat]
                self._after(self.reel.to_decision(by, seat), f"{name} decides nothing {'after' if by > 0 else 'before'} this")

        question = "The next decision of which seat?" if by > 0 else "The decision before of which seat?"
        self.push_screen(Choose(question, [scene.who(seat) for seat in self.reel.seats], "s" if by > 0 else "S", usual), chosen)

    def action_ask(self) -> None:
        """Jump to a number, or find words."""
        from replay.viewer.dialogs import Ask

        def answered(text: str | None) -> None:
            if text is None:
                return
            if text.isdecimal():
                self.action_go(int(text))
            else:
                self.words = text
                self.action_again(1)

        self.push_screen(Ask(f"A record's number (1 to {self.reel.length}), or words to find in the log"), answered)

    def action_again(self, by: int) -> None:
        """The next record with the words that were looked for last, or the one before."""
        if not self.words:
            self.say("nothing was looked for yet: / asks for words")
        else:
            self._after(self.reel.find(self.words, by, self.scene().names), f"no record says {self.words}")

    def action_look(self, eye: str | int) -> None:
        """Look through another eye; the position stays."""
        if isinstance(eye, int) and eye not in self.reel.seats:
            self.say(f"there are {len(self.reel.seats)} seats")
            return
        self.reel.look(eye)
        self.draw()

    # parts of the screen --------------------------------------------------------------------------------------------------
    def action_front(self, name: str) -> None:
        """Bring a part of the screen to the front, or on a wide one, to where the scrolling keys work."""
        self.front = name
        if name in ("why", "changed", "could"):
            self.tab = name
        self.arrange()

    def action_next(self, by: int) -> None:
        """The next part of the screen."""
        names = list(TABS)
        present = self.tab if self._shown == "inspector" else self.front
        self.action_front(names[(names.index(present) + by) % len(names)])

    def action_scroll(self, by: int) -> None:
        """Scroll what is in front by a page."""
        panel = self.panel(self._shown)
        panel.scroll(by * max(panel.size.height - 2, 1))

    def action_line(self, by: int) -> None:
        """Scroll what is in front by a line."""
        self.panel(self._shown).scroll(by)

    # the rule, help, forks ------------------------------------------------------------------------------------------------
    def action_rule(self) -> None:
        """The wording of the rule that licensed the record."""
        from replay.viewer.dialogs import Read

        named = self.reel.line(self.reel.n).rule
        rule = self.reel.tape.ruleset.rules.get(named)
        text = Text(panels.NO_RULE) if rule is None else Text.assemble((f"{rule.heading}\n\n", DIM), (rule.text, INK))
        if rule is not None and rule.question:
            text.append(f"\n\nIt settles: {rule.question}", DIM)
        self.push_screen(Read(named, text))

    def action_help(self) -> None:
        """All keys, and what the signs of this game's board mean."""
        from replay.viewer.dialogs import Read

        legend = renderer(self.reel.tape.ruleset).LEGEND
        self.push_screen(Read("Keys and signs", Text.assemble(HELP, ("\n" + legend if legend else "", DIM))))

    def action_fork(self) -> None:
        """Leave the game here: ask for luck and reason, make the fork, and offer to open it."""
        from replay.viewer.dialogs import AskFork, Fork

        reel, scene = self.reel, self.scene()
        leaves = reel.decision()
        where = f"It leaves after record {leaves}." + (
            "" if leaves == reel.n else f" Record {reel.n} is inside a batch, which began after that."
        )

        def asked(fork: Fork | None) -> None:
            if fork is not None:
                self.run_worker(partial(self._make_fork, fork, reel.n))

        self.push_screen(AskFork(where, [scene.who(seat) for seat in reel.seats]), asked)

    async def _make_fork(self, wanted: Any, at: int) -> None:
        from replay.robots import Robots
        from replay.viewer.dialogs import Read

        parent = self.reel.tape.game

        def work(told: Callable[[int, int | None], None]) -> tuple[Any, int]:
            made = self.ledger.fork(parent, at, luck=wanted.luck, reason=wanted.reason)
            return made, Robots(self.ledger).answer(made.id, lambda version: told(version, None))

        try:
            made, version = await self._working("Making the fork", work)
        except (LookupError, ValueError, StillPlaying, SecretAnswer) as refused:
            await self.push_screen_wait(Read("No fork was made", Text(str(refused))))
            return
        told = Text(f"{made.id}\nleaves {parent}\nafter record {made.at}, luck {wanted.luck}.")
        if version > made.version:
            told.append(f"\nIts bots played on to record {version}.")
        if await self.push_screen_wait(Read("Forked", told, "Enter opens the fork; any other key stays here")):
            await self.open(made.id, made.at)

    async def open(self, game: str, n: int) -> None:
        """Follow to another game, at a record, with the same eye."""
        tape = await self._working("Loading the game", lambda told: Tape.load(self.ledger, game, told=told))
        self.reel = Reel(tape, self.reel.eye, n)
        self.draw()

    async def _working(self, what: str, work: Callable[[Callable[[int, int | None], None]], R]) -> R:
        """Work in a thread; after half a second a bar says that it goes on, and how far it is as far as the work tells."""
        from replay.viewer.dialogs import Busy

        bar = Busy(what)

        def told(done: int, total: int | None) -> None:
            if bar.is_mounted:
                self.call_from_thread(bar.tell, done, total)

        task = asyncio.create_task(asyncio.to_thread(work, told))
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            await self.push_screen(bar)
        try:
            return await task
        finally:
            if bar in self.screen_stack:
                await bar.dismiss()
