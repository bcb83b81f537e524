"""What every eye saw of a stretch of records, side by side: in the columns of a table stands only what differs.

Every eye comes with its own tape, redacted for it. What an eye does not know can not slip into its column, for it is not there to be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

import msgspec

from domain.kernel import ARBITER, PUBLIC, Answered, Eye, Pile, Record, Seat, Text, batches
from domain.kernel.word import RuleId
from ledger import Ledger
from replay.conformity import Conformity, conformity
from replay.diff import Move, ids_of, moves, teller
from replay.legal import Legal, legal
from replay.phrases import Path, Teller
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
    """A stretch of records through several eyes. `record` is the one in question, `why` what led to it, as `eye` reads it, which is the
    one of them that knows most.

    `alike`: the eyes that saw nothing but what the public saw.
    """

    first: int
    last: int
    record: int
    eyes: tuple[Eye, ...]
    alike: tuple[Eye, ...]
    rows: tuple[Row, ...]
    asked: tuple[Asked, ...]
    eye: Eye
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
    widest = _widest(tapes)
    return Sides(first, last, record, tuple(tapes), alike, rows, tuple(_asked(tapes, first, last)), widest.eye, why(widest, record))


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
    public, tell = tapes[PUBLIC], teller(tapes[PUBLIC], n)
    said = line(public, n)
    moved = {eye: {move.path: move for move in moves(tape.at(n - 1), tape.at(n), tell)} for eye, tape in tapes.items()}
    changed, parts = list[str](), dict[Eye, list[Part]]((eye, []) for eye in tapes)
    places = {path: move.labels for seen in moved.values() for path, move in seen.items() if not move.aside}
    for path, labels in (places | _held(public, n, tell)).items():
        now = {eye: _value(tape.at(n).board, path) for eye, tape in tapes.items()}
        if any(value != now[PUBLIC] for value in now.values()):
            for eye, value in now.items():
                parts[eye].append(_part(path, labels, moved[eye].get(path), value, now[PUBLIC], tell))
        elif path in moved[PUBLIC]:
            changed.append(moved[PUBLIC][path].text)
    cells = dict[Eye, Cell]()
    for eye, tape in tapes.items():
        own = line(tape, n)
        other = own.text != said.text
        if other or parts[eye]:
            cells[eye] = Cell(own.text if other else None, own.words if other else (), tuple(parts[eye]))
    return Row(said, isinstance(public.record(n).fact, Answered), tuple(changed), cells)


def _held(tape: Tape, n: int, tell: Teller) -> dict[Path, Path]:
    """Where the cards lie of the seat that chose with record `n`, for what it chose is judged by what it held; with their names."""
    fact = tape.record(n).fact
    if not isinstance(fact, Answered) or fact.seat >= len(players := getattr(tape.at(n).board, "players", ())):
        return {}
    player, seat = players[fact.seat], str(fact.seat)
    fields = [field for field in player.__struct_fields__ if isinstance(getattr(player, field), Pile)]
    name = tell.label(("players",), fact.seat, player)
    return {("players", seat, field): ("players", name, field.replace("_", " ")) for field in fields}


def _same(cells: Mapping[Eye, Cell], eye: Eye) -> bool:
    return cells.get(eye, Cell()) == cells.get(PUBLIC, Cell())


def _part(path: Path, labels: Path, move: Move | None, value: Any, public: Any, tell: Teller) -> Part:
    seat = int(path[1]) if path[0] == "players" and len(path) > 1 else None
    place, label = ".".join(path), tell.called(path, labels)
    if (cards := ids_of(value)) is not None:
        common = Counter(card for card in ids_of(public) or () if card is not None)
        if len(cards) <= SMALL or move is None:
            return Part(place, label, tuple(_faces(cards, common, tell)), seat)
        return Part(place, label, tuple(_moved(ids_of(move.was) or (), cards, common, tell)), seat)
    before = None if move is None or move.was is None else _brief(move.was, path, tell)
    if value is None or _blank(value):
        return Part(place, label, (Face("unknown", n=len(value) if isinstance(value, tuple) else 0),), seat, before)
    look: Look = "sealed" if public is None or _blank(public) else "open"
    return Part(place, label, (Face(look, _brief(value, path, tell)),), seat, before)


def _faces(cards: Iterable[str | None], common: Counter[str], tell: Teller, sign: Sign = "") -> Iterator[Face]:
    """Cards in their looks, those that nobody here knows counted; `common` are those of them that everybody sees."""
    left = common.copy()
    for unknown, run in groupby(cards, key=lambda card: card is None):
        if unknown:
            yield Face("unknown", n=len(list(run)), sign=sign)
            continue
        for card in run:
            name = str(card)
            left[name] -= 1
            yield Face("open" if left[name] >= 0 else "sealed", tell.value(name), sign=sign)


def _moved(were: Sequence[str | None], are: Sequence[str | None], common: Counter[str], tell: Teller) -> Iterator[Face]:
    """What left a pile and what came onto it; of one that is only in another order, that there is one which this eye may know."""
    old, new = Counter(were), Counter(are)
    moved: tuple[tuple[Sign, Counter[str | None]], ...] = (("-", old - new), ("+", new - old))
    for sign, cards in moved:
        yield from _faces(cards.elements(), common, tell, sign)
    if old == new:
        yield Face("sealed", "in another order")


def _brief(value: Any, path: Path, tell: Teller) -> str:
    """A value on one line, and not a long one."""
    said = tell.value(value, path[-1])
    return said if len(said) <= LONG else f"{said[: LONG - 1]}…"


def _blank(value: Any) -> bool:
    """Whether it is nothing but the shape of what an eye does not know."""
    return isinstance(value, tuple) and len(value) > 0 and all(part is None or _blank(part) for part in value)


def _value(board: Any, path: Path) -> Any:
    """What stands at a place of a board; nothing if it is not there for this eye."""
    for key in path:
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
