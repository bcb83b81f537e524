"""The stream of a game: server-sent events, one a record, that go on exactly where a lost connection broke off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import Response, StreamingResponse
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool

from api.access import Arbiter, Look, Looking
from api.disputed import disputed
from api.house import House, house_of
from api.models import MOST
from api.problems import Problem, damaged
from api.said import records_seen
from domain.kernel import Eye
from ledger import Damaged

router = APIRouter(prefix="/v1/games/{game}", tags=["history"])
Mark = tuple[tuple[str, str, int], ...]  # dispute, state, length of its log
CHUNK = 200  # records read at once
TYPE = "text/event-stream"
LastEventId = Annotated[str | None, Header(pattern=r"^\d{1,10}$", description="The last record that arrived; none: from the first")]


@router.get("/stream", summary="Follow a game", response_class=StreamingResponse, responses={200: {"content": {TYPE: {}}}})
async def stream(
    request: Request,
    found: Looking,
    last_event_id: LastEventId = None,
) -> Response:
    """Every record as this eye reads it, first those there are, then those that come; `id` is its number.

    An event `dispute` (without an `id`) tells which disputes are open and what holds the game, whenever something was said in one.
    The connection is closed when a finished game was delivered; 204 tells an `EventSource` that came back not to come again.
    """
    after = int(last_event_id or 0)
    if after > found.sitting.version or after > MOST:
        raise Problem("unknown-record", f"The game has no record {after} yet: its last is {found.sitting.version}.")
    if found.finished and after == found.sitting.version:
        return Response(None, 204, {"Cache-Control": "no-store"})
    headers = {**found.headers, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(house_of(request), found, after), 200, headers, TYPE)


async def _events(house: House, found: Look, after: int) -> AsyncIterator[str]:
    """What the store holds after record `after`, and then, whenever the bell rings, what has been added to it."""
    game, eye = found.sitting.id, found.eye
    yield "retry: 1000\n\n"
    mark: Mark = ()
    with house.bell.listening(game) as rung:
        while not house.bell.closed:
            rung.clear()
            told, mark = await run_in_threadpool(_disputes, house, game, mark)
            if told:
                yield told
            try:
                events, after, over = await run_in_threadpool(_page, house, game, eye, after)
            except Damaged as damage:
                yield f"event: problem\ndata: {bytes(damaged(damage).response().body).decode()}\n\n"
                return
            # asked after reading: what was read while the arbiter might look may be told
            if (told or events) and isinstance(found.holder, Arbiter) and not await run_in_threadpool(_may_look, house, found):
                return
            if events:
                yield events
            elif over:
                return
            else:
                try:
                    await asyncio.wait_for(rung.wait(), house.heartbeat)
                except TimeoutError:
                    yield ": still here\n\n"


def _disputes(house: House, game: str, known: Mark) -> tuple[str, Mark]:
    """The event that tells of disputes, if something was said in one since `known`."""
    mark = house.ledger.disputes.about(game).mark
    if mark == known:
        return "", known
    changed = [{"id": id, "state": state, "index": index} for id, state, index in mark if (id, state, index) not in known]
    data = {**disputed(house, game), "changed": changed}
    return f"event: dispute\ndata: {to_json(data).decode()}\n\n", mark


def _may_look(house: House, found: Look) -> bool:
    """Whether an arbiter who follows a game may go on: nobody has dismissed him, and what a dispute opened to him is open still."""
    disputes, game = house.ledger.disputes, found.sitting.id
    if not isinstance(found.holder, Arbiter) or found.holder.name not in disputes.arbiters.names():
        return False
    if found.opened:
        return disputes.looks(game, found.holder.name)
    return found.sitting.options.get("watch") != "invited" or bool(disputes.about(game).open)


def _page(house: House, game: str, eye: Eye, after: int) -> tuple[str, int, bool]:
    """The next events, the record they come to, and whether the game is over. `Damaged` when nothing but the damage is left."""
    try:
        sitting = house.ledger.sitting(game)
    except Damaged as damage:
        if after >= damage.record - 1:
            raise
        sitting = house.ledger.sitting(game, damage.record - 1)
    upto = min(sitting.version, after + CHUNK)
    if after >= upto:
        return "", after, sitting.game.over
    said = records_seen(house, sitting, eye, after, upto)
    return "".join(f"id: {record.index}\nevent: record\ndata: {record.model_dump_json()}\n\n" for record in said), upto, sitting.game.over
