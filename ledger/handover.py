"""A game that leaves a store, or comes into one: the secrets that are told with it, and the rows that are written of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ledger.errors import UnknownGame
from ledger.evidence import START, Openings, canonical, leaf, link
from ledger.keys import Keyring
from ledger.lineage import Lineage, Lineages
from ledger.rows import Beginning, Entry, Kin, Recorder
from ledger.signing import Receipt


class Incoming(msgspec.Struct, frozen=True):
    """A finished game as another store wrote it: all its records with all openings, and what its chance came from.

    `bodies` from record 1 on, a fork's with those of its parent; `secrets`: (after which record, the secret).
    """

    ruleset: str
    kin: Kin
    bodies: Sequence[bytes]
    openings: Sequence[Openings]
    secrets: Sequence[tuple[int, bytes]]
    receipt: Receipt


class NotTakenIn(ValueError):
    """A game that this store does not take; the message says why, and what to do."""


def secrets_of(
    lineage: Lineage, family: Iterable[Kin], keyring: Keyring, over: Callable[[str], bool], ended: Callable[[str], bool]
) -> list[tuple[int, bytes]] | None:
    """What the chance of a game came from: pairs of the record after which it did, and the secret.

    None, as long as a game of its family that draws on one of them is not over: who knew it could tell what comes. A game that was
    `ended` by a ruling draws no more, but what it hides is hidden in the games that left it, too.
    """

    def done(member: str) -> bool:
        return over(member) or (ended(member) and all(done(other.id) for other in kin.values() if other.parent == member))

    kin = {member.id: member for member in family}
    sources = {member: _source(kin, member) for member in kin}
    found: list[tuple[int, str]] = []
    for game, after, _ in lineage.segments:
        if not found or found[-1][1] != sources[game]:
            found.append((after, sources[game]))
    told = {source for _, source in found}
    if not all(done(member) for member, source in sources.items() if source in told):
        return None
    return [(after, keyring.secret(source)) for after, source in found]


def taken_in(recorder: Recorder, lineages: Lineages, incoming: Incoming) -> bool:
    """Write a game that was examined before; false if it is here already, with the same head. `NotTakenIn` says why not."""
    kin, start, previous = incoming.kin, 0, START
    if recorder.begun(kin.id) is not None:
        held = recorder.last(kin.id)
        if held is not None and (held.index, held.link.hex()) == (incoming.receipt.index, incoming.receipt.link):
            return False
        raise NotTakenIn(f"another game {kin.id} is here already: it has other records than this one")
    if kin.parent is not None:
        start = kin.at or 0
        try:
            rows = [row for _, piece in lineages.of(kin.parent).rows(start - 1, start) for row in piece]
        except UnknownGame:
            raise NotTakenIn(f"it left game {kin.parent} after record {start}: import that game first") from None
        previous = rows[0].link if rows else b""
    entries, words = list[Entry](), set[tuple[str, str]]()
    for index, (body, openings) in enumerate(zip(incoming.bodies, incoming.openings, strict=True), 1):
        if index <= start:
            continue
        data, this = msgspec.json.decode(body), leaf(body)
        if index == start + 1 and kin.parent is not None and data["fact"].get("link") != previous.hex():
            raise NotTakenIn(f"it left a game {kin.parent} that is not the one here")
        previous = link(previous, this)
        kept = canonical(openings) if openings else None
        entries.append(Entry(kin.id, index, str(data["fact"]["type"]), body, kept, this, previous))
        words |= {(incoming.ruleset, str(what["type"])) for what in data.get("opens", ())}
    for after, secret in incoming.secrets:
        if after == start and recorder.agreed(f"chance/{kin.id}", secret) != secret:
            raise NotTakenIn(f"this store holds another chance of game {kin.id}")
    recorder.insert_events(entries, beginning=Beginning(incoming.ruleset, kin), words=tuple(sorted(words)))
    return True


def _source(kin: dict[str, Kin], game: str) -> str:
    """The game that this one draws its chance from: itself, unless it is a fork with the same luck."""
    while (member := kin[game]).parent is not None and member.luck == "same":
        game = member.parent
    return game
