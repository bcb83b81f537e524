"""The check at start-up: which open games owe something that this program does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from domain.kernel import UnknownRuleset, ruleset_named
from ledger.answers import Want
from ledger.lineage import Lineages
from ledger.rows import Recorder, Row
from ledger.upcast import UPCASTS


def wants(recorder: Recorder, lineages: Lineages) -> Iterator[Want]:
    """The open games that can not go on, each with what it wants.

    Cheap as long as nothing is missing: the store lists every kind of obligation that was ever owed, and games are read, as raw
    data, only of a ruleset that lacks one of them. A row that is no record ends the search in its game; loading it says more.
    """
    words: dict[str, set[str]] = {}
    for ruleset, word in recorder.words():
        words.setdefault(ruleset, set()).add(word)
    gone = {ruleset: _unknown(ruleset, known) for ruleset, known in words.items()}
    if not any(gone.values()):
        return
    for begun in recorder.register():
        if unknown := gone.get(begun.ruleset):
            rows = (row for _, piece in lineages.of(begun.kin.id).rows() for row in piece)
            for word in sorted(_owed(rows) & unknown):
                yield Want(begun.kin.id, begun.ruleset, word)


def _unknown(ruleset: str, words: set[str]) -> set[str]:
    """The obligations among `words` that the program does not have, under that name or as something upcast; all, if the edition is gone."""
    try:
        known = ruleset_named(ruleset).wire.words()["obligations"]
    except UnknownRuleset:
        return words
    return {word for word in words if word not in known and not UPCASTS.know(ruleset, word)}


def _owed(rows: Iterable[Row]) -> set[str]:
    """The kinds of obligations that are still open after these records."""
    serial, owed = 0, dict[int, str]()
    for row in rows:
        try:
            data = msgspec.json.decode(row.body)
            for closed in data.get("closes", ()):
                owed.pop(closed, None)
            for what in data.get("opens", ()):
                owed[serial] = what["type"]
                serial += 1
        except (msgspec.MsgspecError, LookupError, TypeError, AttributeError):
            break
    return set(owed.values())
