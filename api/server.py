"""Serving the application with uvicorn."""

from __future__ import annotations

import logging
import os

import uvicorn

from api.app import create_app
from ledger import Settings

GRACE = 5  # seconds for answers under way when the server stops


def run(settings: Settings, host: str = "127.0.0.1", port: int = 8000, workers: int = 1) -> None:
    """Serve until it is stopped. With several workers each is a process of its own over the same store."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # uvicorn's access log prints queries; the application keeps its own
    options = {"host": host, "port": port, "access_log": False, "timeout_graceful_shutdown": GRACE}
    if workers == 1:
        uvicorn.run(create_app(settings), **options)
        return
    os.environ.update(_environment(settings))  # from there the workers, which are new processes, read their settings
    uvicorn.run("api.app:create_app", factory=True, workers=workers, **options)


def _environment(settings: Settings) -> dict[str, str]:
    given = {"LEDGERDEMAIN_STORE": settings.store, "LEDGERDEMAIN_KEY_FILE": settings.key_file, "REDIS_URL": settings.redis_url}
    return {name: str(value) for name, value in given.items() if value is not None}
