"""What is answered when something can not be done: problem details (RFC 9457) that a program can act on, and that tell no secret."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from api.models import ProblemSeen
from domain.kernel import Refused, RuleId, Ruleset, UnknownRuleset
from ledger import (
    Damaged,
    DamagedDispute,
    Held,
    KeyReused,
    SecretAnswer,
    Stale,
    StillPlaying,
    UnknownDispute,
    UnknownGame,
    UnknownRecord,
    UnknownSeat,
)
from projections.view import wording

log = logging.getLogger(__name__)


class Kind(NamedTuple):
    """One kind of problem: its status, and what it means wherever it occurs."""

    status: int
    title: str


KINDS = {
    "bad-request": Kind(422, "The request is not one that this address understands."),
    "bad-token": Kind(401, "The bearer token opens nothing at this table."),
    "barred": Kind(409, "A rule bars what was asked for."),
    "busy": Kind(429, "The server works on that for another game already."),
    "damaged": Kind(500, "A record can not be read; everything before it can."),
    "finished": Kind(409, "The game is over."),
    "forbidden": Kind(403, "That is not for this eye."),
    "held": Kind(409, "A dispute holds the game: nobody acts in it now."),
    "internal": Kind(500, "The server could not do it. Nothing was changed."),
    "key-reused": Kind(422, "The idempotency key was used before for another request."),
    "method-not-allowed": Kind(405, "This address does not know that method."),
    "no-chances": Kind(404, "Nobody has had the chances of this game worked out."),
    "not-found": Kind(404, "There is nothing at this address."),
    "not-offered": Kind(409, "What was asked for is not offered."),
    "not-waiting": Kind(409, "The rules were still at work after that record."),
    "reveals": Kind(409, "A command before the last would have shown something that was not known."),
    "secret-answer": Kind(409, "A secret answer lies on the table there."),
    "stale": Kind(409, "The game has gone on since the version that was expected."),
    "still-playing": Kind(409, "That is open once the game is over."),
    "too-large": Kind(413, "The body is larger than any request needs to be."),
    "unknown-dispute": Kind(404, "There is no such dispute."),
    "unknown-game": Kind(404, "There is no such game."),
    "unknown-record": Kind(404, "The game has no such record."),
    "unknown-rule": Kind(404, "The rulebook has no such rule."),
    "unknown-ruleset": Kind(404, "There is no such ruleset."),
    "unknown-seat": Kind(404, "The table has no such seat."),
}


class Problem(Exception):
    """Answered as problem details. `detail` says what to do about it; it and the members are written for the eyes of whoever asked."""

    def __init__(self, kind: str, detail: str, **members: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.members = members

    def response(self) -> Response:
        """As it is sent."""
        status, title = KINDS[self.kind]
        seen = ProblemSeen(type=f"/problems/{self.kind}", title=title, status=status, detail=self.detail, **self.members)
        headers = {"Cache-Control": "no-store"}
        if status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        return Response(seen.model_dump_json(exclude_none=True), status, headers, "application/problem+json")


@contextmanager
def in_words_of(ruleset: Ruleset[Any]) -> Iterator[None]:
    """Inside, what the rules refuse becomes a problem that cites the rule."""
    try:
        yield
    except Refused as refused:
        raise refusal(refused, ruleset) from refused


def refusal(refused: Refused, ruleset: Ruleset[Any]) -> Problem:
    """A command that the rules do not let happen."""
    if refused.rule is None:
        return Problem("not-offered", "It is not offered to this seat now. Ask for /offers and take one of them as it stands there.")
    text = wording(ruleset, refused.rule)
    kind = {"table.over": "finished", "table.reveals": "reveals"}.get(refused.rule, "barred")
    return Problem(kind, text, rule=refused.rule, wording=text)


def barred(refused: Refused, rule: RuleId, wording: str) -> Problem:
    """What a rule of the table or of disputes does not let happen, in the words of the refusal, which tell nothing hidden."""
    why = str(refused)
    return Problem("barred", f"{why[:1].upper()}{why[1:]}.", rule=rule, wording=wording)


def damaged(error: Damaged) -> Problem:
    """A record that can not be read. Why is for the operator: it may tell what the record holds."""
    detail = f"Record {error.record} of this game can not be read. Ask for /at/{error.record - 1} or any record before it."
    return Problem("damaged", detail, game=error.game, record=error.record)


def unknown_seat() -> Problem:
    """A seat that the table does not have."""
    return Problem("unknown-seat", "The table has no such seat. Seats are numbered from 0; the lobby shows who sits where.")


def _secret(error: SecretAnswer) -> Problem:
    then = f"Fork at record {error.clear} before it, or" if error.clear else "Fork after it is revealed, or"
    why = f"A secret answer lies on the table after record {error.at}, and can not be dealt anew."
    return Problem("secret-answer", f"{why} {then} with other luck.")


def _stale(error: Stale) -> Problem:
    detail = f"The game is at version {error.current}, not {error.expected}. Look again and choose again."
    return Problem("stale", detail, expected=error.expected, current=error.current)


def _held(error: Held) -> Problem:
    detail = f"GET /v1/disputes/{error.dispute} says why."
    if error.goes_on:
        return Problem("held", f"The game was rewound, and goes on as {error.goes_on}. {detail}", dispute=error.dispute, game=error.goes_on)
    return Problem("held", f"No command is taken. {detail}", dispute=error.dispute)


def _damaged_dispute(error: DamagedDispute) -> Problem:
    detail = f"Record {error.record} of this dispute can not be read. Tell whoever runs the server."
    return Problem("damaged", detail, dispute=error.dispute, record=error.record)


TRANSLATIONS: dict[type[Exception], Callable[[Any], Problem]] = {
    UnknownGame: lambda error: Problem("unknown-game", "No game has that id. GET /v1/games lists those that may be watched."),
    UnknownRecord: lambda error: Problem("unknown-record", f"The game {error.why}."),
    UnknownSeat: lambda error: unknown_seat(),
    UnknownRuleset: lambda error: Problem("unknown-ruleset", str(error)),
    Damaged: damaged,
    DamagedDispute: _damaged_dispute,
    Held: _held,
    UnknownDispute: lambda error: Problem("unknown-dispute", "No dispute has that id. GET /v1/disputes lists those about open tables."),
    Stale: _stale,
    KeyReused: lambda error: Problem("key-reused", "This Idempotency-Key came with another request. Send a new one with a new request."),
    SecretAnswer: _secret,
    StillPlaying: lambda error: Problem("still-playing", "The game is not over. Ask again when it is."),
}


def _methods(app: FastAPI, request: Request) -> list[str]:
    """What the address of a request does know. The framework would name the first route's methods alone."""
    found = [
        m for m in ("GET", "POST", "PUT", "DELETE") if any(r.matches({**request.scope, "method": m})[0] is Match.FULL for r in app.routes)
    ]
    return [*found[:1], "HEAD", *found[1:]] if "GET" in found else found


def install(app: FastAPI) -> None:
    """Have the application answer everything that goes wrong as problem details."""

    async def answer(request: Request, error: Exception) -> Response:
        if isinstance(error, Problem):
            return error.response()
        return next(TRANSLATIONS[kind] for kind in type(error).__mro__ if kind in TRANSLATIONS)(error).response()

    async def misunderstood(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        # what was sent is not sent back: it may hold a token
        errors = [{"at": ".".join(str(part) for part in e["loc"]), "why": str(e["msg"])} for e in error.errors()]
        detail = "; ".join(f"{e['at']}: {e['why']}" for e in errors)
        return Problem("bad-request", detail, errors=errors).response()

    async def unrouted(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kind = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}.get(error.status_code, "bad-request")
        detail = {
            "not-found": "See /docs for the addresses there are.",
            "method-not-allowed": "See /docs for the methods there are.",
            "too-large": "Send less.",
        }
        response = Problem(kind, detail.get(kind, "The request could not be read.")).response()
        if kind == "method-not-allowed":
            response.headers["Allow"] = ", ".join(_methods(app, request))
        return response

    async def broken(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return Problem("internal", "It is in the server's log. Try again, or tell whoever runs it.").response()

    for kind in (Problem, *TRANSLATIONS):
        app.add_exception_handler(kind, answer)
    app.add_exception_handler(RequestValidationError, misunderstood)
    app.add_exception_handler(HTTPException, unrouted)
    app.add_exception_handler(Exception, broken)
