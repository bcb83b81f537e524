"""Arbiters: who may rule on disputes. The operator appoints them; the store keeps the hashes of their tokens."""

from __future__ import annotations

from ledger.errors import UnknownArbiter
from ledger.keys import digest, token
from ledger.rows import DisputeRecorder

LONGEST = 60  # characters of a name


class Arbiters:
    """The arbiters of one store."""

    def __init__(self, recorder: DisputeRecorder) -> None:
        self._recorder = recorder

    def appoint(self, name: str) -> str:
        """Make somebody an arbiter; gives the token, which is shown this once. `ValueError` for a name that can not be used."""
        if not name.strip() or len(name) > LONGEST or not name.isprintable():
            raise ValueError(f"an arbiter's name has 1 to {LONGEST} characters that can be printed")
        secret = token()
        if not self._recorder.appoint(name, digest(secret)):
            raise ValueError(f"{name} is an arbiter already; if the token was lost, dismiss {name} first")
        return secret

    def dismiss(self, name: str) -> None:
        """Nobody rules under that name or with its token any more; what was ruled stays. `UnknownArbiter`."""
        if not self._recorder.dismiss(name):
            raise UnknownArbiter(name)

    def names(self) -> list[str]:
        """All of them."""
        return [name for name, _ in self._recorder.arbiters()]

    def of(self, token: str) -> str | None:
        """The arbiter whose token that is; none if it is nobody's."""
        shown = digest(token)
        return next((name for name, held in self._recorder.arbiters() if held == shown), None)
