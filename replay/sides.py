"""What every eye saw of a stretch of records, side by side: in the columns of a table stands only what differs.

Every eye comes with its own tape, redacted for it. What an eye does not know can not slip into its column, for it is not there to be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from domain.kernel import ARBITER, PUBLIC, Answered, Eye, Names, Pile, Record, Seat, Text, batches
from domain.kernel.word import RuleId
from ledger import Ledger
from replay.conformity import Conformity, conformity
from replay.diff import HIDDEN, Change, diff, shown
from replay.legal import Legal, legal
from replay.say import Line, line
from replay.tape import Tape
from replay.verify import luck_of
from replay.why import Why, why

SMALL = 8  # cards of a pile that are shown as they lie; of a larger one only what came and what left
LONG = 60  # characters of a value that are told

Look = Literal["open", "sealed", "unknown"]
Sign = Literal["", "+", "-"]


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card or a value as an eye sees it: `sealed` is known to this eye and not to the public, `unknown` not even to this eye.

    `n`: how many of them (unknown and 0: nobody can say); `sign`: `+` came, `-` left; nothing: it lies there.
    """

    look: Look
    text: str = ""
    n: int = 1
    sign: Sign = ""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board that a record changed, or what the seat held that chose there, as one eye sees it then.

    `before`: the value that this eye saw there before, if it was another one.
    """

    path: str
    label: str
    now: tuple[Face, ...]
    seat: Seat | None = None  # whose it is
    before: str | None = None


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one eye saw of a record beyond what all saw alike: its own sentence, if it is another one, and the places that differ."""

    text: str | None = None
    words: Text = ()
    parts: tuple[Part, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One record: the sentence as the public sees it, what changed for all alike in words, and what each eye saw otherwise."""

    said: Line
    answer: bool
    changed: tuple[str, ...]
    cells: dict[Eye, Cell]


class Asked(msgspec.Struct, frozen=True):
    """A decision: record `answer` took it, and after record `at` this is what each seat could choose from."""

    at: int
    answer: int
    seats: dict[Seat, Legal]


class Sides(msgspec.Struct, frozen=True):
    """A stretch of records through several eyes. `record` is the one in question, `why` what led to it, as far as these eyes may read.

    `alike`: the eyes that saw nothing but what the public saw.
    """

    first: int
    last: int
    record: int
    eyes: tuple[Eye, ...]
    alike: tuple[Eye, ...]
    rows: tuple[Row, ...]
    asked: tuple[Asked, ...]
    why: Why


def sides(tapes: Mapping[Eye, Tape], first: int, last: int, record: int | None = None) -> Sides:
    """The records `first` to `last` through the eyes of these tapes, of which the public's must be one.

    `record`: the one in question, by default the last. `UnknownRecord` if there is no such record; `ValueError` for a stretch that
    does not hold the one in question.
    """
    record = last if record is None else record
    if not first <= record <= last:
        raise ValueError(f"record {record} is not one of {first} to {last}")
    for n in (first, last):
        tapes[PUBLIC].record(n)
    rows = tuple(_row(tapes, n) for n in range(first, last + 1))
    alike = tuple(eye for eye in tapes if eye != PUBLIC and all(_same(row.cells, eye) for row in rows))
    return Sides(first, last, record, tuple(tapes), alike, rows, tuple(_asked(tapes, first, last)), why(_widest(tapes), record))


def in_question(records: Sequence[Record[Any]], rule: RuleId | None) -> int:
    """Which of some records a dispute that cites this rule is about: the last one that the rule licensed, or else the last."""
    return next((record.index for record in reversed(records) if record.rule == rule), records[-1].index)


def today(ledger: Ledger, game: str, first: int, last: int) -> Conformity:
    """Whether the present rules would write these records again. It takes all that is hidden, and tells none of it.

    `UnknownGame`, `Damaged`, `EditionGone`.
    """
    log = ledger.records(game, upto=_end(ledger.records(game), last))
    return conformity(ledger.sitting(game, 1).ruleset, log, luck_of(ledger, game, len(log)), first)


def _end(log: list[Record[Any]], last: int) -> int:
    """The last record of the batch that record `last` stands in: a batch is decided as a whole."""
    return next((batch[-1].index for batch in batches(log) if batch[-1].index >= last), len(log))


def _widest(tapes: Mapping[Eye, Tape]) -> Tape:
    """The tape that tells most: the arbiter's, a seat's, or the public's."""
    return tapes.get(ARBITER) or next((tape for eye, tape in tapes.items() if eye != PUBLIC), tapes[PUBLIC])


# what was seen ------------------------------------------------------------------------------------------------------------
def _row(tapes: Mapping[Eye, Tape], n: int) -> Row:
    public, names = tapes[PUBLIC], tapes[PUBLIC].names(n)
    said = line(public, n)
    changes = {eye: {change.path: change for change in diff(tape.at(n - 1), tape.at(n))} for eye, tape in tapes.items()}
    changed, parts = list[str](), dict[Eye, list[Part]]((eye, []) for eye in tapes)
    for path in dict.fromkeys([*(path for found in changes.values() for path in found), *_held(public, n)]):
        held = {eye: _value(tapes[eye].at(n).board, path) for eye in tapes}
        if all(value == held[PUBLIC] for value in held.values()):
            if path in changes[PUBLIC]:
                changed.append(_told(changes[PUBLIC][path], names))
        else:
            for eye, value in held.items():
                parts[eye].append(_part(path, changes[eye].get(path), value, held[PUBLIC], names))
    cells = dict[Eye, Cell]()
    for eye, tape in tapes.items():
        own = line(tape, n)
        other = own.text != said.text
        if other or parts[eye]:
            cells[eye] = Cell(own.text if other else None, own.words if other else (), tuple(parts[eye]))
    return Row(said, isinstance(public.record(n).fact, Answered), tuple(changed), cells)


def _held(tape: Tape, n: int) -> Iterator[str]:
    """Where the cards lie of the seat that chose with record `n`: what it chose is judged by what it held."""
    fact = tape.record(n).fact
    if isinstance(fact, Answered) and fact.seat < len(players := getattr(tape.at(n).board, "players", ())):
        player = players[fact.seat]
        yield from (f"players.{fact.seat}.{field}" for field in player.__struct_fields__ if isinstance(getattr(player, field), Pile))


def _same(cells: Mapping[Eye, Cell], eye: Eye) -> bool:
    return cells.get(eye, Cell()) == cells.get(PUBLIC, Cell())


def _part(path: str, change: Change | None, value: Any, public: Any, names: Names) -> Part:
    seat, label = _label(path, names)
    if isinstance(value, Pile):
        common = Counter(card for card in public.cards if card is not None) if isinstance(public, Pile) else Counter[str]()
        if len(value) <= SMALL or change is None:
            return Part(path, label, tuple(_faces(value.cards, common, names)), seat)
        return Part(path, label, tuple(_moved(change, common, names)), seat)
    before = None if change is None or change.before is None else _brief(change.before, names)
    if value is None or _blank(value):
        return Part(path, label, (Face("unknown", n=len(value) if isinstance(value, tuple) else 0),), seat, before)
    look: Look = "sealed" if public is None or _blank(public) else "open"
    return Part(path, label, (Face(look, _brief(shown(value), names)),), seat, before)


def _faces(cards: Sequence[str | None], common: Counter[str], names: Names, sign: Sign = "") -> Iterator[Face]:
    """Cards in their looks, those that nobody here knows counted; `common` are those of them that everybody sees."""
    left, unknown = common.copy(), 0
    for card in (*cards, ""):
        if card is None:
            unknown += 1
            continue
        if unknown:
            yield Face("unknown", n=unknown, sign=sign)
            unknown = 0
        if card:
            left[card] -= 1
            yield Face("open" if left[card] >= 0 else "sealed", names.things.get(card, card), sign=sign)


def _moved(change: Change, common: Counter[str], names: Names) -> Iterator[Face]:
    """What came onto a pile and what left it; of a pile that only changed its order, that there is one that this eye may know."""
    were, are = Counter[str](change.before), Counter[str](change.after)
    moved: tuple[tuple[Sign, Counter[str]], ...] = (("-", were - are), ("+", are - were))
    for sign, cards in moved:
        yield from _faces([None if card == HIDDEN else card for card in cards.elements()], common, names, sign)
    if were == are:
        yield Face("sealed", "in another order")


def _told(change: Change, names: Names) -> str:
    """A change that all saw alike, in words."""
    seat, label = _label(change.path, names)
    label = label if seat is None else f"{names.seats[seat]}: {label}"
    if not isinstance(change.before, list) or not isinstance(change.after, list):
        return f"{label} {_brief(change.before, names)} → {_brief(change.after, names)}"
    was, now = ([str(part) for part in side] for side in (change.before, change.after))
    gone, come = Counter(was) - Counter(now), Counter(now) - Counter(was)
    if len(gone) + len(come) > SMALL:
        return f"{label} {len(was)} → {len(now)}"
    words = [f"{sign}{_counted(card, n, names)}" for sign, cards in (("-", gone), ("+", come)) for card, n in cards.items()]
    return f"{label} {' '.join(words) or 'in another order'}"


def _counted(card: str, n: int, names: Names) -> str:
    said = "unknown" if card == HIDDEN else names.things.get(card, card)
    return said if n == 1 and card != HIDDEN else f"{n} {said}"


def _label(path: str, names: Names) -> tuple[Seat | None, str]:
    """Whose a place on the board is, and what it is called."""
    parts = path.split(".")
    seat = int(parts[1]) if len(parts) > 1 and parts[0] == "players" and parts[1].isdecimal() else None
    rest = parts[2:] if seat is not None else parts
    words = [str(int(part) + 1) if part.isdecimal() else names.things.get(part, part).replace("_", " ") for part in rest]
    return seat if seat is not None and seat < len(names.seats) else None, " ".join(words) or "place"


def _brief(value: Any, names: Names) -> str:
    """A value on one line, and not a long one."""
    said = _spelt(value, names)
    return said if len(said) <= LONG else f"{said[: LONG - 1]}…"


def _spelt(value: Any, names: Names) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return (
            ", ".join(f"{key.replace('_', ' ')} {_spelt(part, names)}" for key, part in value.items() if part not in (None, [], {})) or "-"
        )
    if isinstance(value, list):
        return " ".join(_spelt(part, names) for part in value) or "-"
    return names.things.get(value, value) if isinstance(value, str) else str(value)


def _blank(value: Any) -> bool:
    """Whether it is nothing but the shape of what an eye does not know."""
    return isinstance(value, tuple) and len(value) > 0 and all(part is None or _blank(part) for part in value)


def _value(board: Any, path: str) -> Any:
    """What stands at a place of a board as `diff` writes it; nothing if it is not there for this eye."""
    for key in path.split("."):
        if isinstance(board, msgspec.Struct):
            board = getattr(board, key, None)
        elif isinstance(board, Mapping):
            board = next((part for name, part in board.items() if str(name) == key), None)
        elif isinstance(board, tuple) and key.isdecimal() and int(key) < len(board):
            board = board[int(key)]
        else:
            return None
    return board


# what could have been done ------------------------------------------------------------------------------------------------
def _asked(tapes: Mapping[Eye, Tape], first: int, last: int) -> Iterator[Asked]:
    """The decisions that led to these records, each with what every seat whose tape is here could choose from, as that seat knew it."""
    public = tapes[PUBLIC]
    start = next((n for n in range(first, 0, -1) if public.waits(n - 1)), 1)
    for n in range(start, last + 1):
        if n < 2 or not isinstance(public.record(n).fact, Answered):
            continue
        could = {seat: legal(tape, n - 1, seat) for seat, tape in tapes.items() if isinstance(seat, int)}
        yield Asked(n - 1, n, {seat: found for seat, found in could.items() if found.asked or found.choices})
