"""For whoever runs the server: is it alive, and is it ready."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.house import house_of
from api.models import HealthSeen, ReadySeen
from api.said import answer

router = APIRouter(tags=["health"])


@router.get("/healthz", response_model=HealthSeen, summary="Is it alive?")
async def healthz() -> Response:
    """Answers as long as the process does."""
    return answer(HealthSeen(status="ok"), headers={"Cache-Control": "no-store"})


@router.get("/readyz", response_model=ReadySeen, summary="Is it ready?")
def readyz(request: Request) -> Response:
    """Whether the store can be read and is followed, how far the read models are behind it, and which games can not be read; 503 if not."""
    house = house_of(request)
    try:
        lag, troubles, store = house.follower.lag(), sorted(house.follower.troubles()), True
    except Exception:  # whatever keeps the store from being read, the answer is that it can not be
        lag, troubles, store = dict[str, int](), list[str](), False
    ready = store and house.follower.running
    seen = ReadySeen(status="ready" if ready else "not ready", store=store, follower=house.follower.running, lag=lag, troubles=troubles)
    return answer(seen, 200 if ready else 503, {"Cache-Control": "no-store"})
