"""Serving the application with uvicorn."""

from __future__ import annotations

import logging
import os

import uvicorn
from fastapi import FastAPI

from api.app import create_app
from ledger import Settings

GRACE = 5  # seconds for answers under way when the server stops


def run(settings: Settings, host: str = "127.0.0.1", port: int = 8000, workers: int = 1) -> None:
    """Serve until it is stopped. With several workers each is a process of its own over the same store."""
    # uvicorn's access log prints queries, the application keeps its own; and it would serve an application that can not start
    options = {"host": host, "port": port, "access_log": False, "lifespan": "on", "timeout_graceful_shutdown": GRACE}
    if workers == 1:
        uvicorn.run(served(settings), **options)
        return
    os.environ.update(_environment(settings))  # from there the workers, which are new processes, read their settings
    uvicorn.run("api.server:served", factory=True, workers=workers, **options)


def served(settings: Settings | None = None) -> FastAPI:
    """The application of one process that serves, with a log that can be read on standard error."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    return create_app(settings)


def _environment(settings: Settings) -> dict[str, str]:
    given = {"LEDGERDEMAIN_STORE": settings.store, "LEDGERDEMAIN_KEY_FILE": settings.key_file, "REDIS_URL": settings.redis_url}
    return {name: str(value) for name, value in given.items() if value is not None}
