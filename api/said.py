"""Views and records as they are sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

import msgspec
from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel

from api.house import House
from api.models import BarredThenSeen, CauseSeen, ChoiceSeen, GroundSeen, LegalSeen, OfferSeen, RecordSeen, ViewSeen, WhySeen
from domain.kernel import Eye, Names, plain
from ledger import Ledger, Sitting
from projections import Seen, offered, present
from replay.bars import Barred
from replay.legal import Choice, Legal
from replay.why import Cause, Why


def answer(seen: BaseModel, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A model as it is sent: nothing goes out that no model names."""
    return Response(seen.model_dump_json(), status, headers, "application/json")


def answer_unless_known(request: Request, seen: BaseModel, headers: dict[str, str]) -> Response:
    """A model with a tag of its bytes; 304 and no body for who has them already."""
    body = seen.model_dump_json()
    tag = f'"{sha256(body.encode()).hexdigest()[:32]}"'
    known = {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}
    headers = {**headers, "ETag": tag}
    if tag in known or "*" in known:
        return Response(None, 304, headers)
    return Response(body, 200, headers, "application/json")


def view_seen(house: House, sitting: Sitting, eye: Eye, at: int) -> ViewSeen:
    """The game as `eye` sees it after record `at`."""
    game = house.eyes.view(sitting, eye, at)
    return ViewSeen.model_validate(present(game, sitting.ruleset, eye, names_at(house.ledger, sitting, at)))


def offers_seen(house: House, sitting: Sitting, seat: int) -> list[OfferSeen]:
    """What a seat may do now, from no more than it sees."""
    view = house.eyes.view(sitting, seat)
    return [OfferSeen.model_validate(offer) for offer in offered(view, sitting.ruleset, seat, sitting.names)]


def records_seen(house: House, sitting: Sitting, eye: Eye, after: int, upto: int) -> Iterator[RecordSeen]:
    """The records `after + 1 … upto` as `eye` reads them."""
    for seen in house.eyes.walk(sitting, eye, after, upto):
        yield record_seen(seen, names_at(house.ledger, sitting, seen.record.index))


def record_seen(seen: Seen, names: Names) -> RecordSeen:
    """One record, with its sentence told from what the eye may read of it."""
    data: dict[str, Any] = msgspec.to_builtins(seen.record, str_keys=True)
    text = plain(seen.record.fact.say(seen.before.board, seen.after.board, names), names)
    return RecordSeen(text=text, **data)


def why_seen(why: Why, eye: Eye) -> WhySeen:
    """Why a record stands there, as `eye` may read it."""
    return WhySeen(
        index=why.chain[0].said.index,
        eye=eye,
        chain=[_cause_seen(cause) for cause in why.chain],
        moment=None if why.moment is None else _cause_seen(why.moment),
        rests=[GroundSeen(index=one.said.index, text=one.said.text, stood=one.stood) for one in why.rests],
    )


def _cause_seen(cause: Cause) -> CauseSeen:
    said = cause.said
    return CauseSeen(index=said.index, type=said.type, text=said.text, rule=said.rule, wording=cause.wording, heading=cause.heading)


def legal_seen(could: Legal, since: Mapping[str, Barred] | None = None) -> LegalSeen:
    """What a seat could have done, with the wording of what barred it, and, by the offer's address, since when it did."""
    choices = [
        ChoiceSeen(offer=choice.address, text=choice.text, barred=_barred(choice, (since or {}).get(choice.address)), taken=choice.taken)
        for choice in could.choices
    ]
    return LegalSeen(at=could.at, seat=could.seat, asked=list(could.asked), choices=choices)


def _barred(choice: Choice, when: Barred | None) -> BarredThenSeen | None:
    if choice.barred is None:
        return None
    seen = BarredThenSeen(rule=choice.barred, text=choice.wording or choice.barred)
    return seen if when is None else seen.model_copy(update=when._asdict())


def names_at(ledger: Ledger, sitting: Sitting, at: int) -> Names:
    """The display names at record `at`: below the record that a fork left after, those of the game it left."""
    while sitting.parent is not None and at <= sitting.parent[1]:
        sitting = ledger.sitting(sitting.parent[0], sitting.parent[1])
    return sitting.names
