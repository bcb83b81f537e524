"""A tape as the replay page loads it: one line that stays true all along, then a line for every record with what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel import Forked, GameBegan, Mention, Outcome, Pile, Text, starts_batch
from replay.moments import Moment, moments
from replay.show import told
from replay.tape import Tape
from replay.why import followed

ABSENT: Any = object()
"""Stands for a part of a board that is not there, or that the eye does not know."""
_encode = msgspec.json.Encoder().encode


def lines(tape: Tape, title: str, outcome: Outcome | None) -> Iterator[bytes]:
    """The lines of a tape, each JSON and ended by a newline.

    The first: `{game, ruleset, title, eye, length, over, outcome, winners, seated: [[from record, [names]]], bots: [name or null],
    damage: first record that can not be read or null, rules: {id: {heading, text}}}`.
    Each other: `{index, fact, who, text, rule, cause, batch, kind, moment, patch, changed, rests}`; `text` has strings and
    `[kind, id]` for a mention, `kind` is answer, chance or step, `moment` stands where it differs from that of the record before, and
    `patch` is the RFC 7396 merge patch that turns the board of the record before into this one's (the first starts from nothing).
    `changed` says in words what it changed, and `rests` on what: `[earlier record, what stood since then]`.
    """
    rules = {rule: tape.ruleset.rules[rule] for rule in sorted({record.rule for record in tape.records}) if rule in tape.ruleset.rules}
    yield _line(
        {
            "game": tape.game,
            "ruleset": tape.ruleset.id,
            "title": title,
            "eye": tape.eye,
            "length": tape.length,
            "over": outcome is not None,
            "damage": None if tape.damage is None else tape.damage.record,
            "outcome": None if outcome is None else told(outcome, tape.names()),
            "winners": [] if outcome is None else outcome.winners,
            "seated": _seated(tape),
            "bots": _bots(tape),
            "rules": {rule.id: {"heading": rule.heading, "text": rule.text} for rule in rules.values()},
        }
    )
    moment: Moment | None = None
    for n, (record, here, (moved, rests)) in enumerate(zip(tape.records, moments(tape), followed(tape), strict=True), 1):
        fact: Any = record.fact
        before, after = tape.games[n - 1].board, tape.games[n].board
        said: dict[str, Any] = {
            "index": n,
            "fact": type(fact).__name__,
            "text": _parts(fact.say(before, after, tape.names(n))),
            "rule": record.rule,
            "kind": "answer" if hasattr(fact, "command") else "chance" if record.luck else "step",
        }
        if (who := getattr(fact, "seat", None)) is not None:
            said["who"] = who
        if record.cause is not None:
            said["cause"] = record.cause
        if starts_batch(record):
            said["batch"] = True
        if here != moment:
            moment = here
            said["moment"] = here._asdict()
        if (change := patch(before if n > 1 else ABSENT, after)) is not ABSENT:
            said["patch"] = change
        if changed := [arrows(move.text) for move in moved if not move.aside]:
            said["changed"] = changed
        if rests:
            said["rests"] = rests
        yield _line(said)


def patch(old: Any, new: Any) -> Any:
    """The merge patch from one part of a board to another, `ABSENT` if they are alike, null if it is no longer there.

    Positions share what did not change, so that most of a board is passed over by identity.
    """
    if old is new:
        return ABSENT
    parts = _parts_of(new)
    if parts is None:
        flat = shaped(new)
        if old is not ABSENT and _parts_of(old) is None and shaped(old) == flat:
            return ABSENT
        return None if flat is ABSENT and old is not ABSENT else flat
    were = {} if old is ABSENT else _parts_of(old)
    if were is None:  # it was a list or a single value: the object takes its place
        were = {}
    found: dict[str, Any] = {}
    for key, part in parts.items():
        if (change := patch(were.get(key, ABSENT), part)) is not ABSENT:
            found[key] = change
    found.update({key: None for key in were if key not in parts})
    return found if found or old is ABSENT or _parts_of(old) is None else ABSENT


def shaped(value: Any) -> Any:
    """A part of a board as the page reads it: what is unknown or unset is left out; of a pile, a number is so many unknown cards."""
    if value is None:
        return ABSENT
    if isinstance(value, Pile):
        return _runs(value)
    parts = _parts_of(value)
    if parts is not None:
        return {key: flat for key, part in parts.items() if (flat := shaped(part)) is not ABSENT}
    if isinstance(value, tuple | list | frozenset | set):
        return [None if (flat := shaped(part)) is ABSENT else flat for part in value]
    return value


def arrows(told: str) -> str:
    """What changed, in words, as pages write it."""
    return told.replace(" -> ", " → ")


def _parts_of(value: Any) -> dict[str, Any] | None:
    """The parts by name of what is sent as an object, so that a patch names only those that changed; nothing for all else."""
    if isinstance(value, Pile):
        return None
    if isinstance(value, msgspec.Struct):
        return {field: getattr(value, field) for field in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items()}
    if isinstance(value, tuple) and any(isinstance(part, msgspec.Struct) for part in value):
        return {str(at): part for at, part in enumerate(value)}
    return None


def _runs(pile: Pile) -> list[str | int]:
    runs: list[str | int] = []
    for card in pile.cards:
        if card is not None:
            runs.append(card)
        elif runs and isinstance(runs[-1], int):
            runs[-1] += 1
        else:
            runs.append(1)
    return runs


def _parts(text: Text) -> list[Any]:
    return [[part.kind, part.of] if isinstance(part, Mention) else part for part in text if part]


def _seated(tape: Tape) -> list[tuple[int, tuple[str, ...]]]:
    """Who sat there from which record on: seats change hands where a game is forked."""
    seated: list[tuple[int, tuple[str, ...]]] = []
    for record in tape.records:
        if isinstance(record.fact, GameBegan | Forked) and (not seated or tape.names(record.index).seats != seated[-1][1]):
            seated.append((record.index, tape.names(record.index).seats))
    return seated


def _bots(tape: Tape) -> list[str | None]:
    """Which bot plays each seat, at the end; null where a person does."""
    places: list[tuple[Any, ...]] = [fact.seats for record in tape.records if isinstance(fact := record.fact, GameBegan | Forked)]
    return [place.bot for place in places[-1]] if places else []


def _line(data: Any) -> bytes:
    return _encode(data) + b"\n"
