"""A headless Chromium driven through the pipe of its DevTools protocol: JSON messages, each ended by a zero byte."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--force-color-profile=srgb", "--remote-debugging-pipe",
)  # fmt: skip
PATIENCE = 60.0  # seconds that anything may take
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Enter": 13, "Escape": 27, "Tab": 9, "[": 219, "]": 221, "/": 191}


def chromium() -> str | None:
    """The path of a Chromium, if there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """A running Chromium with a profile of its own; close it when done."""

    def __init__(self, binary: str, profile: Path) -> None:
        to_chromium, self._write = _pipe()
        self._read, from_chromium = _pipe()
        actions = [
            (os.POSIX_SPAWN_DUP2, to_chromium, 3),
            (os.POSIX_SPAWN_DUP2, from_chromium, 4),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        words = [binary, *FLAGS, f"--user-data-dir={profile}"]
        self.pid = os.posix_spawn(binary, words, dict(os.environ), file_actions=actions, setpgroup=0)
        os.close(to_chromium)
        os.close(from_chromium)
        self._pending = b""
        self._serial = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._pages: dict[str, Page] = {}

    def page(self, width: int = 1440, height: int = 900, *, scale: float = 1, dark: bool = False) -> Page:
        """A new page of that size in CSS pixels."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session, target)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=width < 860)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        return page

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """What the browser answers; `RuntimeError` with its words if it refuses."""
        self._serial += 1
        message = {"id": self._serial, "method": method, "params": params, **({"sessionId": session} if session else {})}
        os.write(self._write, json.dumps(message).encode() + b"\0")
        serial = self._serial
        self.listen(lambda: serial in self._answers)
        answer = self._answers.pop(serial)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def listen(self, until: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Take in what the browser says until something is so; `TimeoutError` if that takes too long."""
        end = time.monotonic() + patience
        while not until():
            ready, _, _ = select.select([self._read], [], [], max(0.0, min(0.2, end - time.monotonic())))
            if ready:
                *messages, self._pending = (self._pending + os.read(self._read, 1 << 20)).split(b"\0")
                for message in messages:
                    self._take(json.loads(message))
            elif time.monotonic() > end:
                raise TimeoutError("the browser does not answer")

    def _take(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self._answers[message["id"]] = message
        elif (page := self._pages.get(message.get("sessionId", ""))) is not None:
            page.heard(message["method"], message["params"])

    def close(self) -> None:
        """End it and all its processes."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._read)
        os.close(self._write)


class Page:
    """One page: `errors` are what its console complained of, `requests` the addresses it asked for."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self._browser, self._session, self._target = browser, session, target
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._loaded = 0

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """A command of the protocol to this page."""
        return self._browser.call(method, self._session, **params)

    def heard(self, method: str, params: dict[str, Any]) -> None:
        """Something that the page tells by itself."""
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(str(details.get("exception", {}).get("description", details["text"])))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.errors.append(" ".join(str(arg.get("value", arg.get("description"))) for arg in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.loadEventFired":
            self._loaded += 1

    def open(self, url: str, ready: str = "document.documentElement.dataset.ready !== undefined") -> None:
        """Go to an address and wait until it is ready: by default, until a replay page has read its tape."""
        before = self._loaded
        self.call("Page.navigate", url=url)
        self._browser.listen(lambda: self._loaded > before)
        self.wait(ready)

    def eval(self, script: str) -> Any:
        """The value of an expression on the page; promises are awaited."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", answer["exceptionDetails"]["text"]))
        return answer["result"].get("value")

    def wait(self, script: str, patience: float = PATIENCE) -> None:
        """Wait until an expression is true, or an element; the expression in a `TimeoutError` if it never is."""
        end = time.monotonic() + patience
        while True:
            with suppress(RuntimeError):  # the page may be on its way to another address
                if self.eval(f"Boolean({script})"):
                    return
            if time.monotonic() > end:
                raise TimeoutError(f"never so: {script}")
            time.sleep(0.02)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            code = KEYS.get(key, ord(key[0].upper()))
            text = {"text": key} if len(key) == 1 else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def click(self, selector: str) -> None:
        """Click in the middle of what a selector finds first."""
        spot = self.eval(
            f"(() => {{ const e = document.querySelector({selector!r}); e.scrollIntoView({{block: 'nearest'}});"
            " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button="left", clickCount=1)

    def text(self, selector: str) -> str:
        """The text of what a selector finds first."""
        return str(self.eval(f"document.querySelector({selector!r}).textContent"))

    def shot(self, path: Path) -> None:
        """Keep a picture of what is in sight."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        """Close the page."""
        self._browser.call("Target.closeTarget", targetId=self._target)


def _pipe() -> tuple[int, int]:
    """A pipe, both ends out of the way of the numbers that the browser expects its own at."""
    ends = os.pipe()
    high = (fcntl.fcntl(ends[0], fcntl.F_DUPFD_CLOEXEC, 20), fcntl.fcntl(ends[1], fcntl.F_DUPFD_CLOEXEC, 20))
    for end in ends:
        os.close(end)
    return high
