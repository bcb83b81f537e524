"""Tables: setting one up, finding one, looking at it, and taking an offer."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response

from api.access import Looking, seat_of
from api.disputed import disputed, remedied_seen
from api.house import house_of
from api.models import (
    AcceptedSeen,
    CommandWanted,
    CreatedSeen,
    GameSeen,
    GameWanted,
    HeadSeen,
    OffersSeen,
    PlaceWanted,
    TableSeen,
    TablesSeen,
)
from api.problems import Problem, in_words_of
from api.said import answer, answer_unless_known, offers_seen, records_seen, view_seen
from bots import names_of
from domain.kernel import Place, Ruleset, ruleset_named
from projections.lobby import tables

router = APIRouter(prefix="/v1/games", tags=["games"])
IdempotencyKey = Annotated[
    str | None,
    Header(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$", description="The same key with the same request: the same answer."),
]


@router.post("", status_code=201, response_model=CreatedSeen, summary="Set up a table")
def create(request: Request, wanted: GameWanted) -> Response:
    """Seats are dealt at once. The answer holds each seat's token, shown this once; bots need none."""
    house, ruleset = house_of(request), ruleset_named(wanted.ruleset)
    places = [place_of(ruleset, place) for place in wanted.seats]
    if len(places) not in ruleset.seats:
        raise Problem("bad-request", f"{ruleset.title} is for {ruleset.seats[0]} to {ruleset.seats[-1]} seats, not for {len(places)}.")
    try:  # an option may be wrong only for so many seats
        created = house.ledger.create(ruleset.id, places, wanted.options)
    except ValueError as error:
        raise Problem("bad-request", f"{error}.") from error
    house.moved(created.id)
    headers = {"Location": f"/v1/games/{created.id}", "Cache-Control": "no-store"}
    seen = CreatedSeen(id=created.id, version=created.version, tokens=created.tokens, spectator=created.spectator)
    return answer(seen, 201, headers)


@router.get("", response_model=TablesSeen, summary="Find a table")
def find(
    request: Request,
    ruleset: Annotated[str | None, Query(max_length=100, description="`bad_company`, or an edition of it: `bad_company@1`")] = None,
    state: Literal["open", "finished", "damaged"] | None = None,
    cursor: Annotated[int | None, Query(ge=1, le=2**63 - 1, description="`next` of the page before")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """The tables that anybody may watch, newest first. It may be a moment behind."""
    if ruleset is not None:
        ruleset_named(ruleset)
    house = house_of(request)
    page = tables(house.views, ruleset=ruleset, state=state, before=cursor, limit=limit + 1)
    ruled = house.ledger.disputes.remedies([row.id for _, row in page[:limit]])
    shown = [(row, [remedied_seen(one) for one in ruled.get(row.id, ())]) for _, row in page[:limit]]
    rows = [TableSeen.model_validate(row, from_attributes=True).model_copy(update={"rulings": remedies}) for row, remedies in shown]
    more = str(page[limit - 1][0]) if len(page) > limit else None
    return answer(TablesSeen(games=rows, next=more), headers={"Cache-Control": "no-cache"})


@router.get("/{game}", response_model=GameSeen, summary="Look at a game")
def view(request: Request, found: Looking) -> Response:
    """The view of whoever asks, with an ETag: send it back as `If-None-Match` to hear only of changes."""
    sitting = found.whole()
    house = house_of(request)
    seen = GameSeen(**dict(view_seen(house, sitting, found.eye, sitting.version)), **disputed(house, sitting.id))
    return answer_unless_known(request, seen, found.headers)


@router.get("/{game}/offers", response_model=OffersSeen, summary="What a seat may do now")
def offers(request: Request, found: Looking) -> Response:
    """All offers put before the seat, each as `SERIAL/key` (`-/key`: at any time), and by which rule some of them are barred."""
    sitting = found.whole()
    seat = seat_of(found)
    return answer(OffersSeen(offers_seen(house_of(request), sitting, seat)), headers={"Cache-Control": "no-store", "Vary": "Authorization"})


@router.post("/{game}/commands", response_model=AcceptedSeen, summary="Take an offer")
def command(request: Request, found: Looking, wanted: CommandWanted, idempotency_key: IdempotencyKey = None) -> Response:
    """Take one offer, or several one after the other, all or none. What was accepted is stored before it is answered."""
    house, seat, sitting = house_of(request), seat_of(found), found.whole()
    chosen = wanted.offers if wanted.offers is not None else wanted.offer
    assert chosen is not None
    with in_words_of(sitting.ruleset):
        accepted = house.ledger.act(sitting.id, seat, chosen, expected_version=wanted.expected_version, key=idempotency_key)
    house.moved(sitting.id)
    first, last = accepted.records[0].index, accepted.records[-1].index
    seen = AcceptedSeen(
        version=accepted.version,
        records=list(records_seen(house, sitting, seat, first - 1, last)),
        receipt=HeadSeen.model_validate(accepted.receipt, from_attributes=True),
    )
    headers = {"Cache-Control": "no-store", **({"Idempotent-Replayed": "true"} if accepted.replayed else {})}
    return answer(seen, headers=headers)


def place_of(ruleset: Ruleset, wanted: PlaceWanted) -> Place:
    """Who sits down; the problem that no such bot plays this ruleset, if none does."""
    if wanted.bot is not None and wanted.bot not in names_of(ruleset):
        raise Problem("bad-request", f"No bot of that name plays {ruleset.title}; there is {' and '.join(names_of(ruleset))}.")
    return Place(wanted.name, wanted.bot)
