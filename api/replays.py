"""The replay page: a finished game, or one up to now, record by record through one eye."""

from __future__ import annotations

import gzip
from html import escape
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from api.access import AS, Look, Looking, keeps_hands_sealed, look
from api.film import lines
from api.house import House, house_of
from api.page import framed, page
from api.problems import KINDS, Problem
from domain.kernel import ARBITER, PUBLIC
from ledger import UnknownGame
from replay.show import told

router = APIRouter(include_in_schema=False)
WEB = Path(__file__).with_name("web")
MOST = 2**53 - 1
AS_WANTED = Query(alias="as", description=AS, max_length=20)


class Fresh(StaticFiles):
    """The modules and styles of the pages: a browser asks whether they changed, so that it never mixes two versions."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


@router.get("/replays/{game}", response_class=HTMLResponse)
def replay(
    request: Request,
    game: str,
    at: Annotated[int | None, Query(ge=0, le=MOST)] = None,
    wanted: Annotated[str | None, AS_WANTED] = None,
) -> HTMLResponse:
    """The page of a game. What stands in it without a script is told through the eye asked for if that is open, or the public's."""
    try:
        found = _open(request, game, wanted)
    except UnknownGame:
        return page("No such game", '<h1>No such game</h1>\n<p>The <a href="/">lobby</a> lists the games there are.</p>', 404)
    except Problem as problem:
        status, title = KINDS[problem.kind]
        return page(title, f"<h1>{escape(title)}</h1>\n<p>{escape(problem.detail)}</p>", status)
    html = (WEB / "replay.html").read_text("utf-8").format_map(_shown(request, found, at))
    name = found.sitting.ruleset.name
    styles = ["replay.css", "chances.css", "forms.css", *([f"boards/{name}.css"] if (WEB / "boards" / f"{name}.css").exists() else [])]
    return framed(f"{found.sitting.ruleset.title}, replay", html, styles=styles, scripts=["replay.js"], current="/")


@router.get("/replays/{game}/tape")
def tape(request: Request, found: Looking) -> Response:
    """All records as this eye reads them, a JSON line each, with merge patches of its board: see `api.film.lines`."""
    held = house_of(request).tapes.of(found.sitting, found.eye)
    ruleset = held.ruleset
    outcome = ruleset.outcome(held.games[-1].board) if held.games[-1].over else None
    body = b"".join(lines(held, ruleset.title, outcome))
    headers = {**found.headers, "Vary": "Authorization, Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, 6, mtime=0), "gzip"
    return Response(body, 200, headers, "application/jsonl")


def _open(request: Request, game: str, wanted: str | None) -> Look:
    """The look that the page itself may take: it comes without a token, which its script alone holds."""
    if wanted is not None:
        try:
            return look(request, game, None, wanted)
        except Problem:
            pass  # the script may do better; the page tells what the public sees
    return look(request, game, None, None)


def _shown(request: Request, found: Look, at: int | None) -> dict[str, str]:
    """What the page says before its script has loaded anything."""
    sitting = found.sitting
    n = min(sitting.version, sitting.version if at is None else at)
    seen = next(house_of(request).eyes.walk(sitting, found.eye, n - 1, n), None) if n else None
    sentence, rule = "Before the first record.", ""
    if seen is not None:
        words = seen.record.fact.say(seen.before.board, seen.after.board, sitting.names)
        sentence = "".join(part if isinstance(part, str) else sitting.names.of(part) for part in words)
        rule = seen.record.rule
    outcome = sitting.ruleset.outcome(sitting.game.board) if found.finished else None
    state = "being played" if outcome is None else told(outcome, sitting.names)
    eyes = [(str(seat), name) for seat, name in enumerate(sitting.names.seats)] + [(PUBLIC, "Public"), (ARBITER, "Arbiter")]
    return {
        "game": sitting.id,
        "ruleset": escape(sitting.ruleset.id),
        "module": sitting.ruleset.name if (WEB / "boards" / f"{sitting.ruleset.name}.js").exists() else "generic",
        "title": escape(sitting.ruleset.title),
        "state": escape(state),
        "seats": str(len(sitting.places)),
        "short": sitting.id[:8],
        "at": str(n),
        "chances": _chances(request, found),
        "disputed": _disputed(house_of(request), sitting.id),
        "length": str(sitting.version),
        "sentence": escape(sentence),
        "rule": escape(rule),
        "rulebook": f"/v1/rulesets/{escape(sitting.ruleset.id)}/rules/{escape(rule)}",
        "eyes": "".join(_radio(eye, name, eye == str(found.eye)) for eye, name in eyes),
    }


def _disputed(house: House, game: str) -> str:
    """Where the disputes about a game are told, if there are any."""
    standing = house.ledger.disputes.about(game)
    if not standing.mark:
        return ""
    words = "held by a dispute" if standing.hold else "disputed" if standing.open else "was disputed"
    return f'<a class="chip{" wait" if standing.open else ""}" href="/disputes?game={game}">{words}</a>'


def _chances(request: Request, found: Look) -> str:
    """What the page can have of the chances: `closed`, `none`, `working` or `done`."""
    reckoner, game = house_of(request).reckoner, found.sitting.id
    if found.damage is not None or keeps_hands_sealed(found.sitting):
        return "closed"
    return "done" if reckoner.curve(game) is not None else "working" if reckoner.work(game) is not None else "none"


def _radio(eye: str, name: str, checked: bool) -> str:
    said = escape(name)
    radio = f'<input type="radio" name="eye" value="{eye}"{" checked" if checked else ""}>'
    return f'<label title="Seen by {said}">{radio}<span class="word">{said}</span></label>'
