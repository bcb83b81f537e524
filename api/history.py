"""Looking back: the log of a game, any earlier position, why and what else, and the games that leave it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from msgspec.structs import replace

from api.access import Look, Looking, keeps_hands_sealed, look
from api.games import place_of
from api.house import House, house_of
from api.models import (
    MOST,
    ChangeSeen,
    DiffSeen,
    FamilySeen,
    ForkedSeen,
    ForkWanted,
    KinSeen,
    LegalSeen,
    RecordsSeen,
    ViewSeen,
    WhySeen,
)
from api.problems import Problem, damaged, unknown_seat
from api.said import answer, answer_unless_known, legal_seen, records_seen, view_seen, why_seen
from domain.kernel import Seat
from replay.bars import barred_since
from replay.diff import diff as compared
from replay.diff import teller
from replay.legal import NotWaiting
from replay.legal import legal as legal_at
from replay.tree import Unrelated, parted, tree, walk
from replay.why import why as why_of

router = APIRouter(prefix="/v1/games/{game}", tags=["history"])
CHUNK = 500  # records read at once for a stream of lines
At = Annotated[int, Path(ge=0, le=MOST, description="The number of a record")]


@router.get("/records", response_model=RecordsSeen, summary="The log of a game")
def records(
    request: Request,
    found: Looking,
    after: Annotated[int, Query(ge=0, le=MOST, description="Records with higher numbers")] = 0,
    limit: Annotated[int | None, Query(ge=1, le=1000, description="By default 200, and for lines all")] = None,
) -> Response:
    """The records as this eye reads them; with `Accept: application/jsonl` one a line."""
    house, sitting = house_of(request), found.sitting
    if after >= sitting.version:
        found.whole()  # what comes next is the damage, if there is one
    if "application/jsonl" in request.headers.get("accept", ""):
        upto = sitting.version if limit is None else min(sitting.version, after + limit)
        return StreamingResponse(_lines(house, found, after, upto), 200, found.headers, "application/jsonl")
    upto = min(sitting.version, after + (200 if limit is None else limit))
    page = list(records_seen(house, sitting, found.eye, after, upto)) if after < upto else []
    more = upto if upto < sitting.version else None
    return answer(RecordsSeen(version=sitting.version, eye=found.eye, records=page, next=more), headers=found.headers)


@router.get("/at/{n}", response_model=ViewSeen, summary="The view after a record")
def at(request: Request, found: Looking, n: At) -> Response:
    """The game as it was after record `n` (0: before the first), as this eye sees it."""
    _there(found, n, 0)
    return answer_unless_known(request, view_seen(house_of(request), found.sitting, found.eye, n), found.headers)


@router.get("/at/{n}/why", response_model=WhySeen, summary="Why a record stands there")
def why(request: Request, found: Looking, n: At) -> Response:
    """The rule that licensed record `n`, in words, what it rested on, and the chain of causes back to a player's choice or its turn."""
    _there(found, n, 1)
    reasons = why_of(house_of(request).tapes.of(found.sitting, found.eye), n)
    return answer(why_seen(reasons, found.eye), headers=found.headers)


@router.get("/at/{n}/diff", response_model=DiffSeen, summary="What stands otherwise")
def diff(
    request: Request,
    found: Looking,
    n: At,
    since: Annotated[
        int | None, Query(alias="from", ge=0, le=MOST, description="The record to compare with; by default the one before")
    ] = None,
    of: Annotated[
        str | None, Query(description="Another game of the family that this record is of; its end, if no record is named")
    ] = None,
) -> Response:
    """What stands otherwise on the board after record `n` than after record `from`, of this game or of another that shares a parent."""
    ledger = house_of(request).ledger
    _there(found, n, 0)
    if of is None or of == found.sitting.id:
        other, shared, start = found, None, max(0, n - 1) if since is None else since
    else:
        other = look(request, of, None, str(found.eye))  # a token opens the game it came with alone
        try:
            shared = parted(ledger, found.sitting.id, of)
        except Unrelated as strangers:
            raise Problem("bad-request", f"{strangers}.") from strangers
        start = other.sitting.version if since is None else since
    _there(other, start, 0)
    tapes = house_of(request).tapes
    here = tapes.of(found.sitting, found.eye)
    there = here if other is found else tapes.of(other.sitting, found.eye)
    changes = [
        ChangeSeen(path=one.path, before=one.before, after=one.after, text=one.text, aside=one.aside)
        for one in compared(there.at(start), here.at(n), teller(here, n))
    ]
    seen = DiffSeen(at=n, since=start, of=other.sitting.id, parted=shared, eye=found.eye, changes=changes)
    return answer(seen, headers=found.headers)


@router.get("/at/{n}/legal", response_model=LegalSeen, summary="What a seat could have done")
def legal(request: Request, found: Looking, n: At, seat: Annotated[int, Query(ge=0, le=MOST)]) -> Response:
    """What a seat could choose from after record `n`, what barred the rest, and what it took. Other seats' once the game is over."""
    _may_ask_for(found, seat)
    _there(found, n, 0)
    tape = house_of(request).tapes.of(found.sitting, seat)
    try:
        could = legal_at(tape, n, seat)
    except NotWaiting as between:
        raise Problem("not-waiting", f"{between}.") from between
    return answer(legal_seen(could, barred_since(tape, could)), headers={**found.headers, "Cache-Control": "no-store"})


@router.post("/forks", status_code=201, response_model=ForkedSeen, summary="Leave a finished game")
def fork(request: Request, found: Looking, wanted: ForkWanted) -> Response:
    """A game that goes on from an earlier record. `at` moves back to the last record of a batch; the answer says which."""
    house, sitting = house_of(request), found.whole()
    if not found.finished:
        raise Problem("still-playing", "The game is not over: it can be forked when it is.")
    if keeps_hands_sealed(sitting):
        raise Problem("forbidden", "This table keeps its hands sealed, and who forks it would hold every seat's token.")
    if any(seat >= len(sitting.places) for seat in wanted.seats) or not _seat_known(wanted.luck, len(sitting.places)):
        raise unknown_seat()
    _there(found, wanted.at, 1)
    places = {seat: place_of(sitting.ruleset, place) for seat, place in wanted.seats.items()}
    made = house.ledger.fork(sitting.id, wanted.at, luck=wanted.luck, places=places, reason=wanted.reason)
    house.moved(made.id)
    headers = {"Location": f"/v1/games/{made.id}", "Cache-Control": "no-store"}
    seen = ForkedSeen(id=made.id, at=made.at, version=made.version, tokens=made.tokens, spectator=made.spectator)
    return answer(seen, 201, headers)


@router.get("/forks", response_model=FamilySeen, summary="The family of a game")
def forks(request: Request, found: Looking) -> Response:
    """The game that was played first, and every fork of it and of its forks, with what became of each: of a game that is not over
    nothing but that it is being played."""
    family = [branch for _, branch in walk(tree(house_of(request).ledger, found.sitting.id))]
    if found.sitting.options.get("watch") == "invited":  # each of them invites its own watchers
        family = [replace(one, told="over") if one.state == "finished" and one.id != found.sitting.id else one for one in family]
    return answer(FamilySeen(games=[KinSeen.model_validate(one, from_attributes=True) for one in family]), headers=found.headers)


def _lines(house: House, found: Look, after: int, upto: int) -> Iterator[str]:
    for start in range(after, upto, CHUNK):
        page = records_seen(house, found.sitting, found.eye, start, min(upto, start + CHUNK))
        yield "".join(record.model_dump_json() + "\n" for record in page)


def _there(found: Look, n: int, first: int) -> None:
    """See to it that the game has a record `n` that can be read."""
    if first <= n <= found.sitting.version:
        return
    if found.damage is not None and n >= found.damage.record:
        raise damaged(found.damage)
    raise Problem("unknown-record", f"The game has no record {n}: they run from {first} to {found.sitting.version}.")


def _may_ask_for(found: Look, seat: Seat) -> None:
    if seat >= len(found.sitting.places):
        raise unknown_seat()
    if seat == found.holder or found.opened:
        return
    if not found.finished:
        raise Problem("still-playing", "What another seat could do is open once the game is over.")
    if keeps_hands_sealed(found.sitting):
        raise Problem("forbidden", "This table keeps its hands sealed: each seat sees its own offers alone.")


def _seat_known(luck: str, seats: int) -> bool:
    _, _, seat = luck.partition(":")
    return not seat or int(seat) < seats
