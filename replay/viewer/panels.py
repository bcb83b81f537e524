"""What stands around the board: the head, the sentence of the record, the log, the inspector, what is owed, and where one is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

from domain.kernel import ARBITER, PUBLIC, Decision, Eye, starts_batch
from replay.diff import Change, diff
from replay.legal import legal
from replay.phrases import Teller, words_of
from replay.say import Line
from replay.show import told, waiting
from replay.viewer.ink import (
    ACCENT,
    CHANGED,
    DANGER,
    DIM,
    FAINT,
    HEAD,
    INK,
    OK,
    Block,
    Scene,
    fit,
    flow,
    join,
    label,
    wrap,
)  # fmt: skip
from replay.viewer.reel import Reel
from replay.why import why

SHORT = 8  # characters of a game's id
ROOMY = 100  # columns from which on the head has room for all it could say
NO_RULE = "the present rulebook does not have this rule"


# above the board ------------------------------------------------------------------------------------------------------------
def head(reel: Reel, scene: Scene, width: int) -> Block:
    """The title, the game, and the eyes one may look through, the present one set off."""
    roomy = width >= ROOMY
    title = reel.tape.ruleset.title
    left = join([Text(title if roomy else title.partition(":")[0], HEAD), Text(reel.tape.game[:SHORT] if roomy else "", FAINT)])
    right = _eyes(reel, scene, short=False)
    if left.cell_len + 1 + right.cell_len > width:
        right = _eyes(reel, scene, short=True)
    return [fit(left, max(width - right.cell_len, 0)).append_text(right)]


def _eyes(reel: Reel, scene: Scene, *, short: bool) -> Text:
    """The eyes with their keys."""
    eyes: list[tuple[str, Text, Eye]] = [(str(seat + 1), scene.mark(seat), seat) for seat in reel.seats]
    eyes += [("p", Text("pub" if short else "public"), PUBLIC), ("a", Text("arb" if short else "arbiter"), ARBITER)]
    text = Text() if short else label("eye ")
    for key, words, eye in eyes:
        chosen = eye == reel.eye
        text.append_text(Text.assemble((f" {key} ", f"bold reverse {ACCENT}" if chosen else FAINT), words, "◂" if chosen else " "))
    return text


def sentence(reel: Reel, scene: Scene, width: int, height: int) -> Block:
    """The record's number and sentence, and what it changed, on so many lines."""
    line = reel.line(reel.n)
    said = Text.assemble((f"{reel.n} ", f"bold {ACCENT}"), (f"of {reel.length}  ", FAINT))
    said.append_text(scene.words(line.words, HEAD))
    changes = [change.text for change in _changes(reel, scene) if not change.aside] if reel.n > 1 else []
    lines = wrap(said, width)
    if len(lines) >= height:
        return [*lines[: height - 1], fit(lines[height - 1].append("…" if len(lines) > height else ""), width)]
    chips = [Text(f" {text} ", CHANGED) for text in changes]
    shown = flow(chips, width) if chips else []
    room = height - len(lines)
    if len(shown) > room:
        kept = [chip for k, chip in enumerate(chips) if len(flow([*chips[: k + 1], Text(f"+{len(chips)} more: d")], width)) <= room]
        shown = flow([*kept, Text(f"+{len(chips) - len(kept)} more: d", FAINT)], width)[:room]
    return [*lines, *shown]


# beside it ------------------------------------------------------------------------------------------------------------------
def log(reel: Reel, scene: Scene, width: int, height: int) -> Block:
    """The records around the present one, which stays in the middle: a rule before each batch, a title where a turn or phase begins."""
    above, below = Block(), _entry(reel, scene, reel.n, width)
    n = reel.n
    while len(above) < height and n > 1:
        n -= 1
        above = _entry(reel, scene, n, width) + above
    n = reel.n
    while len(below) < height and n < reel.length:
        n += 1
        below += _entry(reel, scene, n, width)
    up = min(len(above), max(height // 2, height - len(below)))
    return [*above[len(above) - up :], *below][:height]


def _entry(reel: Reel, scene: Scene, n: int, width: int) -> Block:
    """One record of the log."""
    line, record, here = reel.line(n), reel.tape.record(n), n == reel.n
    style = INK if here else DIM if n < reel.n else FAINT
    digits = len(str(reel.length))
    lead = Text(f"{'▶' if here else ' '}{n:>{digits}} ", f"bold {ACCENT}" if here else FAINT)
    said = scene.words(line.words, f"bold {style}" if here else style)
    said.append(f"  {line.rule}", f"{ACCENT if here else FAINT}")
    rows = wrap(said, max(width - digits - 2, 12))
    block = [Text.assemble(lead if k == 0 else " " * (digits + 2), row) for k, row in enumerate(rows)]
    if starts_batch(record):
        block.insert(0, _between(reel, scene, n, width))
    return block


def _between(reel: Reel, scene: Scene, n: int, width: int) -> Text:
    """The line before a batch; it names the turn and phase where these are new."""
    moments = reel.sight.moments
    moment, before = moments[n - 1], moments[n - 2] if n > 1 else None
    if before == moment or not moment.phase:
        return Text("┄" * width, FAINT)
    title = place(reel, scene, n)
    return Text.assemble(("┄┄ ", FAINT), title, (" " + "┄" * max(width - title.cell_len - 4, 0), FAINT))


def place(reel: Reel, scene: Scene, n: int) -> Text:
    """The turn and phase of a record, in words."""
    moment = reel.sight.moments[n - 1]
    parts = [Text(f"{moment.called} {moment.turn}" if moment.turn else "before the first turn", DIM)]
    if moment.seat is not None and moment.seat < len(scene.seats):
        parts.append(scene.who(moment.seat))
    if moment.phase:
        parts.append(Text(moment.phase, DIM))
    return join(parts, " · ")


# the inspector --------------------------------------------------------------------------------------------------------------
def reasons(reel: Reel, scene: Scene, width: int) -> Block:
    """Why the record stands there: the rule, what it rested on, and the causes back to a choice."""
    reel.sight.follow()
    found = why(reel.tape, reel.n)
    block = Block()
    for depth, cause in enumerate(found.chain):
        indent = 2 * min(depth, 4)
        block += _cited(scene, "because of " if depth else "", cause.said, width, indent, HEAD if not depth else INK)
        rule = Text.assemble((cause.said.rule, f"underline {ACCENT}"), (f"  {cause.wording or NO_RULE}", DIM))
        block += _indented(rule, width, indent + 2)
        for ground in found.rests if not depth else ():
            rests = Text.assemble(("rests on ", FAINT), (_renamed(scene, ground.stood), INK), (f", since {ground.said.index}", ACCENT))
            block += _indented(rests, width, 2, hanging=2)
    if found.moment is not None:
        block += _cited(scene, "it came to that after ", found.moment.said, width, 0, INK)
    return block


def _renamed(scene: Scene, words: str) -> str:
    """What begins with a player's name, with the name that the seat has here."""
    for player, name in zip(scene.players, scene.names.seats, strict=True):
        if words.startswith(f"{player}:"):
            return name + words.removeprefix(player)
    return words


def _cited(scene: Scene, lead: str, said: Line, width: int, indent: int, style: str) -> Block:
    """A record with its number."""
    text = Text.assemble((lead, FAINT), (f"{said.index} ", f"bold {ACCENT}"), scene.words(said.words, style))
    return _indented(text, width, indent)


def _changes(reel: Reel, scene: Scene) -> list[Change]:
    return diff(reel.before, reel.now, Teller(words_of(reel.tape.ruleset), scene.names))


def changed(reel: Reel, scene: Scene, width: int) -> Block:
    """What stands otherwise than before the record."""
    found = _changes(reel, scene)
    block = Block()
    for change in sorted(found, key=lambda change: change.aside):
        block += _indented(Text(f"• {change.text}", FAINT if change.aside else INK), width, 0, hanging=2)
    return block or [Text("nothing changed on the board", DIM)]


def possible(reel: Reel, scene: Scene, width: int) -> Block:
    """What could be chosen at the decision here, or at the one that led here: by the seat of this eye; by all for the arbiter."""
    at = reel.decision()
    if at < 1:
        return [Text("nobody was asked anything yet", DIM)]
    block = _indented(
        Text.assemble(("after ", FAINT), (str(at), f"bold {ACCENT}"), ("" if at == reel.n else ", before this batch", FAINT)), width, 0
    )
    game, names = reel.tape.at(at), scene.names
    asked = [owed.what.seat for owed in game.due() if isinstance(owed.what, Decision)]
    for line in waiting(game, names) or ["the game is over"]:
        block += _indented(Text(line, INK), width, 0)
    for seat in reel.seats if asked else ():
        if seat == reel.eye or (reel.eye == ARBITER and seat in asked):
            block += _choices(reel, scene, at, seat, width)
        elif seat in asked:
            block += _indented(join([scene.who(seat), Text("could choose what only that seat's eye and the arbiter's see", DIM)]), width, 0)
    return block


def _choices(reel: Reel, scene: Scene, at: int, seat: int, width: int) -> Iterator[Text]:
    found = legal(reel.tape, at, seat)
    yield from _indented(join([scene.who(seat), Text("could" if found.choices else "could do nothing", DIM)]), width, 0)
    for choice in found.choices:
        words = scene.words(choice.words, INK)
        if choice.barred:
            words.stylize("strike")
            said = Text.assemble(("⊘ ", DANGER), words, ("  barred by ", DANGER), (choice.barred, f"underline {ACCENT}"))
            yield from _indented(said, width, 0, hanging=2)
            yield from _indented(Text(choice.wording or NO_RULE, DIM), width, 4)
        else:
            done = choice.taken
            yield from _indented(
                Text.assemble(("✓ " if done else "· ", OK if done else FAINT), words, (" — taken" if done else "", OK)), width, 0, hanging=2
            )


def _indented(text: Text, width: int, indent: int, hanging: int = 0) -> Block:
    """A text as lines, moved to the right; all lines but the first by some cells more."""
    rows = wrap(text, max(width - indent - hanging, 12))
    return [Text(" " * (indent + (hanging if k else 0))).append_text(row) for k, row in enumerate(rows)]


# below it -------------------------------------------------------------------------------------------------------------------
def agenda(reel: Reel, scene: Scene, width: int) -> Block:
    """Who owes what, or how the game ended, on one line."""
    game, names = reel.now, scene.names
    outcome = reel.tape.ruleset.outcome(game.board) if game.over else None
    if outcome is not None:
        return [fit(Text(told(outcome, names), f"bold {OK}"), width)]
    if reel.tape.damage is not None and reel.n == reel.length:
        return [fit(Text(f"the log can not be read from record {reel.tape.damage.record} on, which {reel.tape.damage.why}", DANGER), width)]
    asked = waiting(game, names)
    more = f"  (and {len(asked) - 1} more: c)" if len(asked) > 1 else ""
    text = Text.assemble(("owed: ", FAINT), (asked[0] if asked else "nothing", DIM))
    return [fit(text, width - len(more)).append(more, FAINT)]


def timeline(reel: Reel, scene: Scene, width: int) -> Block:
    """Turn and phase, and a bar of the whole game whose turns have their seats' colours."""
    where = place(reel, scene, reel.n)
    room = width - where.cell_len - 2
    if room < 10:
        return [fit(where, width)]
    here, moments = (reel.n - 1) * room // reel.length, reel.sight.moments
    cells = (moments[cell * reel.length // room].seat for cell in range(room))
    bar = Text()
    for (seat, past), run in groupby(enumerate(cells), lambda cell: (cell[1], cell[0] < here)):
        hue = FAINT if seat is None or seat >= len(scene.seats) else scene.seats[seat].hue
        bar.append(("━" if past else "┄") * len(list(run)), hue)
    bar = Text.assemble(bar[:here], ("●", f"bold {INK}"), bar[here + 1 :])
    return [Text.assemble(where, "  ", bar)]
