"""No request needs a large body, so none is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """Stops reading a body after `largest` bytes and answers 413, whatever length was announced.

    `larger`: the addresses that are sent whole files, each with what it reads.
    """

    def __init__(self, app: ASGIApp, largest: int, larger: Mapping[str, int]) -> None:
        self._app = app
        self._largest = largest
        self._larger = larger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        read, largest = 0, self._larger.get(scope.get("path", ""), self._largest)

        async def received() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > largest:
                raise HTTPException(413)
            return message

        await self._app(scope, received if scope["type"] == "http" else receive, send)
