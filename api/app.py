"""The application: addresses, what they share, and what goes on behind them."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from types import FrameType
from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

import domain.games  # noqa: F401 - registers what can be played
from api import (
    chances,
    dispute_pages,
    disputes,
    evidence,
    games,
    health,
    history,
    pages,
    problems,
    replays,
    rulesets,
    seeds,
    sides,
    stream,
)
from api.access_log import AccessLog
from api.bell import Bell
from api.body_limit import BodyLimit
from api.head import Head
from api.house import House
from api.models import ProblemSeen
from ledger import Settings

VERSION = "0.1.0"
LARGEST = 256 * 1024  # bytes of a request's body
LARGEST_FILE = 16 * 1024 * 1024  # of an exported game that is to be verified: some 40,000 records
ABOUT = """Games as folds of their logs, and for every eye no more than it may see. A command takes one of the offers that
`/offers` lists; errors are problem details with a stable `type`. `?as=EYE` chooses whose view is sent: a seat's token opens
that seat, no token the public's; finished games open every eye, unless their table keeps hands sealed."""


def create_app(settings: Settings | None = None, *, poll: float = 1.0, heartbeat: float = 15.0) -> FastAPI:
    """The application over one store (by default, the one that the environment names).

    `poll`: seconds between two looks at what other processes wrote. `heartbeat`: seconds of silence on a stream before it says
    that it is still there.
    """
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = await run_in_threadpool(House, settings, poll, heartbeat)
        app.state.house = house
        house.start()
        watch = asyncio.create_task(house.bell.watch())
        try:
            with _heard(house.bell):
                yield
        finally:
            house.bell.close()
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch
            await run_in_threadpool(house.stop)

    app = FastAPI(
        title="Ledgerdemain",
        version=VERSION,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses={"default": {"description": "A problem"}},
    )
    for module in (rulesets, games, seeds, history, chances, evidence, disputes, sides, stream, health, pages, replays, dispute_pages):
        app.include_router(module.router)
    app.mount("/web", replays.Fresh(directory=replays.WEB), "web")
    problems.install(app)
    app.add_middleware(BodyLimit, largest=LARGEST, larger={"/v1/verify": LARGEST_FILE})
    app.add_middleware(Head)
    app.add_middleware(AccessLog)
    app.openapi = _documented(app)
    return app


@contextmanager
def _heard(bell: Bell) -> Iterator[None]:
    """Let the bell hear that the server is told to stop: a server waits for open streams before it tells the application."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop, before = (
        asyncio.get_running_loop(),
        dict[int, Any]((number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)),
    )

    def stopped(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(bell.close)
        if callable(handler := before[number]):
            handler(number, frame)

    heard = [number for number, handler in before.items() if callable(handler)]
    for number in heard:
        signal.signal(number, stopped)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])


def _documented(app: FastAPI) -> Any:
    """The document of the addresses, which says that every problem is sent as problem details."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            document["components"]["schemas"]["Problem"] = ProblemSeen.model_json_schema()
            problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            for methods in document["paths"].values():
                for operation in methods.values():
                    operation["responses"]["default"] = {"description": "A problem: see its `type`", "content": problem}
        assert app.openapi_schema is not None
        return app.openapi_schema

    return openapi
