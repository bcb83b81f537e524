"""What is said of a record: plain words with mentions that a page can link."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import msgspec


class Mention(msgspec.Struct, frozen=True, gc=False):
    """A seat, a card or a rule inside a sentence. `of` is its id; `None` is a card that this eye does not know."""

    kind: str
    of: str | int | None


Text = tuple[str | Mention, ...]


def who(seat: int) -> Mention:
    """A seat, to be said by its holder's name."""
    return Mention("seat", seat)


def thing(card: str | None) -> Mention:
    """A card or another component, to be said by its display name."""
    return Mention("card", card)


class Names(msgspec.Struct, frozen=True):
    """Display names: of seats by number, of components by id. What has none is called by its id."""

    seats: tuple[str, ...] = ()
    things: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])

    def of(self, mention: Mention) -> str:
        """The words for one mention."""
        if mention.of is None:
            return "a card"
        if isinstance(mention.of, int):
            return self.seats[mention.of] if mention.of < len(self.seats) else f"seat {mention.of}"
        return self.things.get(mention.of, mention.of)


def plain(text: Text, names: Names) -> str:
    """The sentence without links."""
    return "".join(part if isinstance(part, str) else names.of(part) for part in text)


@cache
def in_words(name: str) -> str:
    """`LabShutDown` as `lab shut down`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


@cache
def kebab(name: str) -> str:
    """`LabShutDown` as `lab-shut-down`."""
    return in_words(name).replace(" ", "-")
