"""A game that leaves another one: where, with what luck, and whose tokens open it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from domain.kernel import Forked, Game, Place, Record, Seat, amend
from domain.table.redeal import dealt_for, knowledge, last_open, opened_by
from ledger.acting import moment
from ledger.errors import SecretAnswer
from ledger.keys import Keyring
from ledger.rows import Kin
from ledger.sitting import Sitting, seated


class Ruling(NamedTuple):
    """The ruling that a fork carries out: on which dispute, and the id that the fork has.

    The id is drawn when the dispute is closed and stands in its log, so that one ruling makes one fork, however often it is carried
    out; and nobody knows it before, who could have a game of that id imported.
    """

    dispute: str
    game: str


class Left(NamedTuple):
    """A fork before it is stored: who it is, and its first batch."""

    kin: Kin
    start: Sitting
    position: Game[Any]
    records: list[Record[Any]]


def left(
    there: Sitting,
    log: Sequence[Record[Any]],
    luck: str,
    places: Mapping[Seat, Place],
    reason: str,
    keyring: Keyring,
    ruling: Ruling | None,
) -> Left:
    """The fork that leaves `there`, the end of a batch; `log` is what led there (it may be empty where luck is `same`).

    The seats keep their names but no bots, except those in `places`; where a ruling is carried out, they keep their bots too.
    `UnknownSeat`; `SecretAnswer` if what a seat could not know is more than cards there.
    """
    given = {there.seat(seat): place for seat, place in places.items()}
    seats = tuple(given.get(seat, Place(place.name, place.bot if ruling else None)) for seat, place in enumerate(there.places))
    blind = dealt_for(luck)
    if blind is not None and (clear := last_open(there.ruleset, log, there.seat(blind))) != there.version:
        raise SecretAnswer(there.id, there.version, clear)
    now = moment(seeded=there.seeded)
    kin = Kin(ruling.game if ruling else str(uuid4()), there.id, there.version, luck, reason)
    roots = (None, None) if luck == "same" else keyring.roots(kin.id)
    known = knowledge(there.ruleset, log, luck, len(seats))
    forked = Forked[Any](there.id, there.version, there.link.hex(), seats, luck, reason, now, ruling and ruling.dispute, *roots, known)
    start = seated(there._replace(id=kin.id, parent=(there.id, there.version)), forked, kin.id, keyring)
    return Left(kin, start, *amend(start.ruleset, start.game, forked, "table.fork", *opened_by(luck), chance=start.chance))
