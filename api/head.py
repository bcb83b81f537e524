"""HEAD, which every address that can be got answers: the same as GET, without its body."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Head:
    """Asks for what GET would give and sends its headers alone. A stream is left as soon as it has begun."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        begun = False

        async def received() -> Message:
            return {"type": "http.disconnect"} if begun else await receive()

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body"})
                begun = True

        await self._app({**scope, "method": "GET"}, received, sent)
