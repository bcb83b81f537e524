"""What every seat saw of the records in dispute, side by side, for whoever asks: no more than he may see."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from api import models
from api.access import Arbiter, holder_of, keeps_hands_sealed, token_of
from api.dispute_models import DisputeSeen
from api.disputed import dispute_seen
from api.disputes import may_read
from api.house import House, house_of
from api.models import Closed, ConformitySeen, EyeSeen, LegalSeen, WhySeen
from api.said import answer, legal_seen, why_seen
from domain.kernel import ARBITER, PUBLIC, Eye, Seat
from ledger import Sitting
from replay.conformity import Conformity
from replay.sides import Part, Row, Sides, in_question, sides, today

router = APIRouter(prefix="/v1/disputes/{dispute}", tags=["disputes"])
Record = Annotated[int | None, Query(ge=1, le=models.MOST, description="The record in question")]
MOST = 60  # records shown of a stretch, and of these
BEFORE = 40  # before the one in question
SHUT = "To decide these records again takes all hands: the verdict is told once they are open, and to an arbiter who has looked."


class FaceSeen(Closed):
    """A card or value as an eye sees it: open, sealed (known to it and not to the public) or unknown; `sign`: it came or left."""

    look: str
    text: str
    n: int
    sign: str


class PartSeen(Closed):
    """A place on the board that a record changed, as one eye sees it then; `before`: the value it saw there before."""

    path: str
    label: str
    seat: int | None
    before: str | None
    now: list[FaceSeen]


class CellSeen(Closed):
    """What an eye saw of a record beyond what all saw alike: its own sentence, if it is another one, and the places that differ."""

    text: str | None
    parts: list[PartSeen]


class RowSeen(Closed):
    """A record as the public reads it, what changed for all alike, and what each eye saw otherwise."""

    index: int
    type: str
    text: str
    rule: str
    answer: bool
    changed: list[str]
    cells: dict[str, CellSeen]


class AskedSeen(Closed):
    """A decision, which record `answer` took, and what each seat could choose from after record `at`."""

    at: int
    answer: int
    seats: dict[int, LegalSeen]


class SidesSeen(Closed):
    """Records `records` of a dispute, of which `shown` are told here, through the eyes that are open to whoever asks.

    `record` is the one in question, `why` what led to it; `alike` are the eyes that saw what the public saw, and `today` says
    whether the present rules would write these records again.
    """

    dispute: str
    game: str
    records: tuple[int, int]
    shown: tuple[int, int]
    record: int
    eyes: list[EyeSeen]
    alike: list[EyeSeen]
    rows: list[RowSeen]
    asked: list[AskedSeen]
    why: WhySeen
    today: ConformitySeen


class Reader(NamedTuple):
    """Who looks at a dispute: a seat, an arbiter by name, or, neither, the public; `whole`: whether all eyes are open to it."""

    seat: Seat | None = None
    arbiter: str | None = None
    whole: bool = False


class Matter(NamedTuple):
    """A dispute before a reader: the records as the eyes saw them that are open to it, and the verdict of today's rules."""

    dispute: DisputeSeen
    sitting: Sitting
    reader: Reader
    seen: Sides
    verdict: Conformity


@router.get("/sides", response_model=SidesSeen, summary="What every seat saw")
def read(request: Request, dispute: str, token: Annotated[str | None, Depends(token_of)], record: Record = None) -> Response:
    """The records in dispute side by side: what each eye saw that is open to whoever asks, and what each seat could have done.

    While the game is played a seat is shown its own side and the public's, and an arbiter who has looked all of them.
    """
    found = matter(house_of(request), dispute, token, record)
    return answer(_sides_seen(found), headers={"Cache-Control": "no-store", "Vary": "Authorization"})


def matter(house: House, dispute: str, token: str | None, record: int | None = None) -> Matter:
    """A dispute as whoever sends this token may see it.

    `record`: the one in question; by default, and if it is not in dispute, the last that the cited rule licensed, or the last.
    `UnknownDispute`, `DamagedDispute`, `Damaged`; the problem that it is not for this reader.
    """
    game = may_read(house, dispute, token)
    seen, sitting = dispute_seen(house, dispute), house.ledger.sitting(game)
    reader = _reader(house, sitting, token)
    whole = house.tapes.of(sitting, ARBITER)
    first, last = seen.records
    if record is None or not first <= record <= last:
        record = in_question(whole.records[first - 1 : last], seen.rule and seen.rule.id)
    if last - first >= MOST:
        first = max(first, min(record - BEFORE, last - MOST + 1))
        last = first + MOST - 1
    eyes: list[Eye] = [PUBLIC] if reader.seat is None else [reader.seat, PUBLIC]
    if reader.whole:
        eyes = [*range(len(sitting.places)), PUBLIC, ARBITER]
    tapes = {eye: house.tapes.of(sitting, eye) for eye in eyes}
    verdict = today(house.ledger, game, first, last) if reader.whole else Conformity(0, unexamined=SHUT)
    return Matter(seen, sitting, reader, sides(tapes, first, last, record), verdict)


def _reader(house: House, sitting: Sitting, token: str | None) -> Reader:
    """Who sent a token, and whether all eyes are open to him: to everybody when the game is over, unless its hands stay sealed, and
    to an arbiter who has put on record that he looks.
    """
    holder = None if token is None else holder_of(house, sitting.id, token)
    whole = sitting.game.over and not keeps_hands_sealed(sitting)
    if isinstance(holder, Arbiter):
        return Reader(None, holder.name, whole or house.ledger.disputes.looks(sitting.id, holder.name))
    return Reader(holder if isinstance(holder, int) else None, None, whole)


def _sides_seen(found: Matter) -> SidesSeen:
    seen = found.seen
    return SidesSeen(
        dispute=found.dispute.id,
        game=found.dispute.game,
        records=found.dispute.records,
        shown=(seen.first, seen.last),
        record=seen.record,
        eyes=list(seen.eyes),
        alike=list(seen.alike),
        rows=[_row_seen(row) for row in seen.rows],
        asked=[
            AskedSeen(at=one.at, answer=one.answer, seats={seat: legal_seen(could) for seat, could in one.seats.items()})
            for one in seen.asked
        ],
        why=why_seen(seen.why, seen.eye),
        today=ConformitySeen.model_validate(found.verdict, from_attributes=True),
    )


def _row_seen(row: Row) -> RowSeen:
    said = row.said
    cells = {str(eye): CellSeen(text=cell.text, parts=[_part_seen(part) for part in cell.parts]) for eye, cell in row.cells.items()}
    return RowSeen(
        index=said.index, type=said.type, text=said.text, rule=said.rule, answer=row.answer, changed=list(row.changed), cells=cells
    )


def _part_seen(part: Part) -> PartSeen:
    now = [FaceSeen(look=face.look, text=face.text, n=face.n, sign=face.sign) for face in part.now]
    return PartSeen(path=part.path, label=part.label, seat=part.seat, before=part.before, now=now)
