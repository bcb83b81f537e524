"""Changes on a board in words: what its parts are called, and what is said of what stands there.

Beside its component files a game package may have a `words.yaml`, which is no part of what a game is played with: it may be bettered at any
time. Without it, parts are called as the board's fields are. A path is a board's field names and numbers in a row, with dots; `*`
stands for any one of them. The file has up to four parts:

`told`: a phrase by path. What changed is told behind it ("life 5 -> 4"). In a phrase with `{}`, what stands there now takes that place
("shuts {}"); behind ` | ` stands what is said of what is gone, is no longer so, or left. `{1}` is the name of what the first `*` stands
for (not counting a player, who is named before the phrase), and `{by}` the field `by` of a part that comes or goes as a whole.
`untold`: paths, with all below them, of what a reader need not be told. `called`: names, in order, for parts that go by number, by the
path of the row. `seats`: fields that hold the number of a seat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from domain.kernel import Names, Pile, Ruleset, shelf

FILE = "words.yaml"
MOST = 4  # cards that are named; of more it is told how many there are
NOTHING = "-"
_HOLE = re.compile(r"\{(\w*)\}")
_GONE = re.compile(r"\s+\|\s+")
Path = tuple[str, ...]
Row = Sequence[str | None]


class Raw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    told: dict[str, str] = {}
    untold: list[str] = []
    called: dict[str, list[str]] = {}
    seats: list[str] = []


class Phrase(NamedTuple):
    """What is said of what stands there, and of what is gone (nothing, if the phrase does not say)."""

    now: str
    gone: str | None
    stars: tuple[int, ...]  # where in the path the names for `{1}`, `{2}` stand
    sentence: bool  # what stands there has its place in it, or none


def _nothing(value: Any) -> bool:
    return value is None or value is False or value in ("", ())


def _split(path: str) -> Path:
    return tuple(path.split("."))


def _field(path: Path) -> str:
    """The field that a path leads to; of a part of a row, the field that holds the row."""
    return next((part for part in reversed(path) if not part.isdigit()), "")


def _fits(pattern: Path, path: Path) -> bool:
    return len(pattern) == len(path) and all(part in ("*", key) for part, key in zip(pattern, path, strict=True))


def _phrase(path: str, text: str) -> Phrase:
    parts = _split(path)
    now, *gone = _GONE.split(text.strip())
    stars = tuple(at for at, part in enumerate(parts) if part == "*" and not (at == 1 and parts[0] == "players"))
    return Phrase(now, gone[0] if gone else None, stars, bool(gone) or any(not hole.isdigit() for hole in _HOLE.findall(now)))


class Words:
    """A `words.yaml`, with what was found in it for a path kept: a board has few paths, and every record asks for some."""

    def __init__(self, raw: Raw) -> None:
        self.seats = frozenset(raw.seats)
        self._told = {_split(path): _phrase(path, text) for path, text in raw.told.items()}
        self._untold = tuple(map(_split, raw.untold))
        self._called = {_split(path): tuple(names) for path, names in raw.called.items()}
        self._found: dict[Path, tuple[Phrase | None, bool, tuple[str, ...]]] = {}

    def at(self, path: Path) -> tuple[Phrase | None, bool, tuple[str, ...]]:
        """The phrase for a part of the board, whether a reader need not be told of it, and the names of its parts by number."""
        if (found := self._found.get(path)) is None:
            told = next((phrase for pattern, phrase in self._told.items() if _fits(pattern, path)), None)
            untold = any(_fits(pattern, path[: len(pattern)]) for pattern in self._untold)
            found = told, untold, next((names for row, names in self._called.items() if _fits(row, path)), ())
            self._found[path] = found
        return found


PLAIN = Words(Raw())


@cache
def words_of(ruleset: Ruleset[Any]) -> Words:
    """The words of a ruleset, read on first use; of one that has no file, none."""
    try:
        raw = shelf.read(ruleset.package, FILE)
    except FileNotFoundError:
        return PLAIN
    return Words(msgspec.convert(raw, Raw))


class Teller:
    """Tells what changed at one table: with its ruleset's words and with the names of its players and components."""

    def __init__(self, words: Words = PLAIN, names: Names = Names()) -> None:
        self.words, self.names = words, names

    def untold(self, path: Path) -> bool:
        """Whether a reader need not be told of what changes there."""
        return self.words.at(path)[1]

    def whole(self, path: Path) -> bool:
        """Whether what goes by number there is told as one."""
        return self.words.at(path)[0] is not None

    def label(self, path: Path, at: int, part: Any) -> str:
        """What a part in a row is called: as the file says, by its own name or number, or by where it stands, from 1."""
        called = self.words.at(path)[2]
        if at < len(called):
            return called[at]
        if path == ("players",):
            return self.names.seats[at] if at < len(self.names.seats) else f"seat {at}"
        for field in ("id", "number"):
            if (own := getattr(part, field, None)) is not None:
                return self.value(own)
        return str(at + 1)

    def called(self, path: Path, labels: Path) -> str:
        """What a part of the board is called, without the player whose it is."""
        return self._called(path, labels, self.words.at(path)[0])

    # sentences ----------------------------------------------------------------------------------------------------------
    def turned(self, path: Path, labels: Path, was: Any, now: Any) -> str:
        """What is said when one value takes the place of another."""
        phrase, key = self.words.at(path)[0], _field(path)
        if phrase is not None and phrase.sentence:
            return self._of(path, labels, self._sentence(phrase, path, labels, now, was))
        words = self._called(path, labels, phrase)
        if isinstance(was, bool) and isinstance(now, bool):
            return self._of(path, labels, words if now else f"no longer {words}")
        told = self.value(now, key) if _nothing(was) else f"{self.value(was, key)} -> {self.value(now, key)}"
        return self._of(path, labels, f"{words} {told}")

    def stood(self, path: Path, labels: Path, value: Any) -> str:
        """What is said of what stood somewhere."""
        phrase = self.words.at(path)[0]
        if phrase is not None and phrase.sentence and not _nothing(value):
            return self._of(path, labels, self._sentence(phrase, path, labels, value, None))
        return self._of(path, labels, f"{self._called(path, labels, phrase)} {self.value(value, _field(path))}")

    def moved(self, path: Path, labels: Path, was: Row, now: Row) -> str:
        """What is said when cards, or other things with ids, come and go; those unknown to the eye stand as None."""
        phrase = self.words.at(path)[0]
        came, left, unknown = came_and_left(was, now)
        if phrase is not None and phrase.sentence and not unknown and 0 < len(came) + len(left) <= MOST:
            said = [self._filled(phrase.now, phrase, path, labels, came)] if came else []
            said += [self._filled(phrase.gone or f"no longer {phrase.now}", phrase, path, labels, left)] if left else []
            return self._of(path, labels, ", ".join(said))
        words = self._called(path, labels, phrase)
        if len(came) + len(left) > MOST or (unknown and not came and not left) or (left and None in now):
            size = f"{len(was)} -> {len(now)}{'' if phrase else ' cards'}"  # a phrase says itself what they are
            return self._of(path, labels, f"{words} {size}" if len(was) != len(now) else f"{words} changed")
        if came and not left and len(was) == len(now):
            return self._of(path, labels, f"{words}: {', '.join(self._each(came))} seen")
        signs = [f"+{card}" for card in self._each(came)] + [f"-{card}" for card in self._each(left)]
        if unknown:
            signs.append(f"{unknown:+} unknown")
        return self._of(path, labels, f"{words} {', '.join(signs)}" if signs else f"{words} in another order")

    def held(self, path: Path, labels: Path, card: str) -> str:
        """What is said of a card, or another thing with an id, that lies somewhere."""
        phrase = self.words.at(path)[0]
        if phrase is not None and phrase.sentence:
            return self._of(path, labels, self._filled(phrase.now, phrase, path, labels, [card]))
        return self._of(path, labels, f"{self._called(path, labels, phrase)}: {self.value(card)}")

    def value(self, value: Any, key: str = "") -> str:
        """A value of a board in words; `key` is the field it stands in."""
        if value is None or value == "" or value == ():
            return NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int) and key in self.words.seats:
            return self.names.seats[value] if value < len(self.names.seats) else f"seat {value}"
        if isinstance(value, str):
            return self.names.things.get(value, value.replace("_", " ") if " " in value else re.sub("[-_]", " ", value))
        if isinstance(value, Pile):
            return f"{len(value)} cards" if len(value) > MOST else self.value(value.cards)
        if isinstance(value, msgspec.Struct):
            held = ((field, getattr(value, field)) for field in value.__struct_fields__)
            told = (f"{field.replace('_', ' ')} {self.value(part, field)}" for field, part in held if part is not None and part != ())
            return self.value(getattr(value, "id")) if hasattr(value, "id") else ", ".join(told)  # noqa: B009 - any struct with an id
        if isinstance(value, Mapping):
            return ", ".join(f"{self.value(str(name))} {self.value(part)}" for name, part in value.items())
        if isinstance(value, tuple | list | set | frozenset):
            parts = sorted(value) if isinstance(value, set | frozenset) else value
            return ", ".join("unknown" if part is None else self.value(part, key) for part in parts)
        return str(value)

    # within -------------------------------------------------------------------------------------------------------------
    def _of(self, path: Path, labels: Path, said: str) -> str:
        """With the player before it whose part of the board it is."""
        return f"{labels[1]}: {said}" if path[0] == "players" and len(path) > 1 else said

    def _called(self, path: Path, labels: Path, phrase: Phrase | None) -> str:
        if phrase is not None and not phrase.sentence:
            return self._filled(phrase.now, phrase, path, labels, None)
        return " ".join(labels[2:] if path[:1] == ("players",) and len(path) > 2 else labels)

    def _sentence(self, phrase: Phrase, path: Path, labels: Path, now: Any, was: Any) -> str:
        if _nothing(now):
            return self._filled(phrase.gone or f"no longer {phrase.now}", phrase, path, labels, was)
        return self._filled(phrase.now, phrase, path, labels, now)

    def _filled(self, text: str, phrase: Phrase, path: Path, labels: Path, value: Any) -> str:
        def fill(hole: re.Match[str]) -> str:
            name = hole[1]
            if not name:
                return ", ".join(self._each(value)) if isinstance(value, list) else self.value(value, _field(path))
            if not name.isdigit():
                return self.value(getattr(value, name, None), name)
            star = phrase.stars[int(name) - 1]
            return self.names.things.get(path[star].replace("_", "-"), labels[star])

        return _HOLE.sub(fill, text)

    def _each(self, cards: Iterable[str]) -> Iterator[str]:
        return (self.value(card) if n == 1 else f"{n} {self.value(card)}" for card, n in Counter(cards).items())


def came_and_left(was: Iterable[str | None], now: Iterable[str | None]) -> tuple[list[str], list[str], int]:
    """The known cards that came and that left, and by how many the unknown ones grew."""
    old, new = Counter(was), Counter(now)
    unknown = new.pop(None, 0) - old.pop(None, 0)
    return [c for c in (new - old).elements() if c], [c for c in (old - new).elements() if c], unknown
