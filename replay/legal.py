"""What a seat could have done at an earlier point, and what a rule forbade it."""

from __future__ import annotations

import msgspec

from domain.kernel import Seat, Text, address_of, offers, plain
from domain.kernel.word import RuleId
from replay.tape import Tape


class NotWaiting(LookupError):
    """The rules were still at work after that record, so that nobody could do anything."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One offer: `address` is `SERIAL/key` (`-/key`: a liberty); `barred` is the rule that forbade it, `wording` that rule's text."""

    address: str
    text: str
    words: Text
    barred: RuleId | None = None
    wording: str | None = None
    taken: bool = False


class Legal(msgspec.Struct, frozen=True):
    """All that a seat could choose from after a record, and the questions that it had been asked."""

    at: int
    seat: Seat
    asked: tuple[str, ...]
    choices: tuple[Choice, ...]


def legal(tape: Tape, n: int, seat: Seat) -> Legal:
    """What `seat` could do after record `n`, and which of it was done next, if this seat moved next.

    `UnknownRecord`, `NotWaiting` if record `n` is not the last of its batch, `LookupError` if nobody sits there.
    """
    game, names = tape.at(n), tape.names(n)
    if n < 1 or not tape.waits(n):
        raise NotWaiting(_between(tape, n))
    if not 0 <= seat < len(names.seats):
        raise LookupError(f"there is no seat {seat}: the seats are 0 to {len(names.seats) - 1}")
    asked = tuple(plain(owed.what.say(game.board, names), names) for owed in game.due() if getattr(owed.what, "seat", None) == seat)
    taken = _taken(tape, n, seat)
    choices: list[Choice] = []
    for owed, offer in offers(tape.ruleset, game, seat):
        words = offer.command.say(game.board, game.board, names)
        rule = tape.ruleset.rules.get(offer.barred) if offer.barred else None
        done = offer.barred is None and taken == (None if owed is None else owed.id, offer.command)
        choices.append(Choice(address_of(owed, offer), plain(words, names), words, offer.barred, rule and rule.text, done))
    return Legal(n, seat, asked, tuple(choices))


def _taken(tape: Tape, n: int, seat: Seat) -> object:
    """What the seat chose in the batch that follows record `n`: the serial of the decision, and the command."""
    if n == tape.length:
        return None
    following = tape.record(n + 1)
    if getattr(following.fact, "seat", None) != seat or not hasattr(following.fact, "command"):
        return None
    return (following.closes[0] if following.closes else None, getattr(following.fact, "command"))  # noqa: B009 - Answered of any ruleset


def _between(tape: Tape, n: int) -> str:
    if n < 1:
        return "nobody is asked anything before record 1"
    before = next(at for at in range(n - 1, -1, -1) if tape.waits(at))
    after = next(at for at in range(n + 1, tape.length + 1) if tape.waits(at))
    was = f"{before} (before it) or " if before else ""
    return f"after record {n} the rules were still at work: nobody could choose; ask for record {was}{after} (when it was settled)"
