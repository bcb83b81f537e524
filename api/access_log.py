"""The access log: method, path, status and time, and nothing that could be a secret."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("ledgerdemain.access")


class AccessLog:
    """Logs every request without its query and its headers, and adds the headers that every answer has."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        logging.getLogger("uvicorn.access").disabled = True  # it prints queries

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            path = scope["path"].encode("unicode_escape").decode()  # a path may hold line breaks
            log.info("%s %s %s %.1f ms", scope["method"], path, status or "-", (time.perf_counter() - began) * 1000)
