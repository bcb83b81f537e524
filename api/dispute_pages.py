"""The pages of disputes: the list, in which precedents are looked for, and one dispute, where an arbiter sees what every seat saw."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse

from api.access import token_of
from api.dispute_forms import look, options, speak, token
from api.dispute_forms import rule as rule_form
from api.dispute_panels import WAITS, claim, clip, day, kind_of, log, question, rules, ruling, short, stages
from api.house import House, house_of
from api.marks import marks
from api.page import framed, page, table
from api.problems import KINDS, TRANSLATIONS, Problem
from api.replays import WEB
from api.sides import Matter, Record, matter
from api.sides_panels import Scene, chain, could, saw
from domain.kernel import PUBLIC, rulesets

router = APIRouter(include_in_schema=False)
SHOWN = 50  # disputes on a page of the list
PRECEDENTS = 6  # that are told beside a dispute
STATES = (("", "any"), ("filed", "filed"), ("ruled", "ruled"), ("appealed", "appealed"), ("closed", "closed: a precedent"))
ABOUT = "A seat disputes records of its game on the game&rsquo;s replay page. Closed disputes are precedents; all is public."


@router.get("/disputes/{dispute}", response_class=HTMLResponse)
def dispute(request: Request, dispute: str, bearer: Annotated[str | None, Depends(token_of)], record: Record = None) -> HTMLResponse:
    """The page of a dispute. Its script asks for it once more, with the token that it holds."""
    house = house_of(request)
    try:
        found = matter(house, dispute, bearer, record)
    except (Problem, *TRANSLATIONS) as error:
        problem = error if isinstance(error, Problem) else TRANSLATIONS[type(error)](error)
        status, title = KINDS[problem.kind]
        return page(
            title, f'<h1>{escape(title)}</h1>\n<p>{escape(problem.detail)}</p>\n<p><a href="/disputes">All disputes</a></p>', status
        )
    return _written(found, _precedents(house, found))


@router.get("/disputes", response_class=HTMLResponse)
def disputes(
    request: Request,
    ruleset: Annotated[str, Query(max_length=100)] = "",
    rule: Annotated[str, Query(max_length=100)] = "",
    state: Literal["", "filed", "ruled", "appealed", "closed"] = "",
    q: Annotated[str, Query(max_length=200)] = "",
    game: Annotated[str, Query(max_length=100)] = "",
    cursor: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
) -> HTMLResponse:
    """The disputes about games that anybody may watch, newest first, by ruleset, rule, state and words, or of one game."""
    asked = {"ruleset": ruleset, "rule": rule, "state": state, "q": q, "game": game}
    found = house_of(request).ledger.disputes.find(
        ruleset=ruleset or None,
        rule=rule or None,
        state=state or None,
        game=game or None,
        words=q,
        watched=True,
        before=cursor,
        limit=SHOWN + 1,
    )
    rows = [_cells(msgspec.to_builtins(summary)) for _, summary in found[:SHOWN]]
    if rows:
        heads = ["Claim", "Game", "Rule", "State", "Remedy", "Filed"]
        listed = table("Disputes, newest first", heads, rows)
    else:
        listed = f"<p>{'No dispute is like that.' if any(asked.values()) else 'Nothing has been disputed here yet.'}</p>"
    if len(found) > SHOWN:
        listed += f'<p><a href="?{escape(urlencode({**asked, "cursor": found[SHOWN - 1][0]}))}">Older disputes</a></p>'
    body = f'<main id="main" class="plain disp"><h1>Disputes</h1><p>{ABOUT}</p>{_search(asked)}{listed}</main>'
    return framed("Disputes", body, styles=["dispute.css"], current="/disputes")


def _search(asked: dict[str, str]) -> str:
    kept = f'<input type="hidden" name="game" value="{escape(asked["game"])}">' if asked["game"] else ""
    titles = (("", "any"), *((held.name, held.title) for held in rulesets()))
    return (
        '<form class="search" role="search" action="/disputes" method="get">'
        f'<label>Ruleset <select class="btn" name="ruleset">{options(titles, asked["ruleset"])}</select></label>'
        f'<label>State <select class="btn" name="state">{options(STATES, asked["state"])}</select></label>'
        f'<label>Rule cited <input class="btn" name="rule" value="{escape(asked["rule"])}" placeholder="its id" maxlength="100"></label>'
        f'<label>Words <input class="btn" name="q" type="search" value="{escape(asked["q"])}" maxlength="200"></label>'
        f'{kept}<button class="btn go" type="submit">Search</button></form>'
    )


def _cells(one: dict[str, Any]) -> list[str]:
    first, last = one["records"]
    at = f"record {first}" if first == last else f"records {first} to {last}"
    cited = (
        f'<code><a class="rule" href="?{escape(urlencode({"rule": one["rule"]}))}">{escape(one["rule"])}</a></code>' if one["rule"] else ""
    )
    return [
        f'<a href="/disputes/{escape(one["id"])}">{escape(clip(one["claim"], 120))}</a>',
        f'{escape(one["ruleset"])}<br><a href="/replays/{escape(one["game"])}?at={last}">{escape(short(one["game"]))}</a>, {at}',
        cited,
        escape(WAITS[one["state"]]),
        escape(kind_of(one["remedy"])) if one["remedy"] else "",
        day(one["filed_at"]),
    ]


def _precedents(house: House, found: Matter) -> list[dict[str, Any]]:
    """Other closed disputes that cite the rule in question, in any edition of the ruleset."""
    dispute, row = found.dispute, next(row for row in found.seen.rows if row.said.index == found.seen.record)
    cited = dispute.rule.id if dispute.rule else row.said.rule
    name = found.sitting.ruleset.name
    earlier = house.ledger.disputes.find(ruleset=name, rule=cited, state="closed", watched=True, limit=PRECEDENTS + 1)
    return [msgspec.to_builtins(one) for _, one in earlier if one.id != dispute.id][:PRECEDENTS]


def _written(found: Matter, precedents: list[dict[str, Any]]) -> HTMLResponse:
    """The page, complete without any script."""
    dispute, sitting, reader, seen, verdict = found.dispute.model_dump(), found.sitting, found.reader, found.seen, found.verdict
    ruleset = sitting.ruleset
    scene = Scene(sitting.id, sitting.names, marks(ruleset, sitting.game.board, sitting.names), ruleset.rules, ruleset.id, reader)
    first, last = dispute["records"]
    row = next(row for row in seen.rows if row.said.index == seen.record)
    relied = dispute["rule"]["id"] if dispute["rule"] else row.said.rule
    cited = [rule for rule in dict.fromkeys((str(relied), row.said.rule)) if rule in ruleset.rules]
    rulings = "".join(ruling(scene, one, again=at > 0) for at, one in enumerate(dispute["rulings"]))
    before = next((asked.at for asked in reversed(seen.asked) if asked.answer <= seen.record), 1)
    forms = rule_form(scene, dispute, cited, before, over=sitting.game.over)
    blocks = {
        "id": dispute["id"],
        "short": short(dispute["id"]),
        "game": sitting.id,
        "game_short": short(sitting.id),
        "ruleset": escape(ruleset.title),
        "reader": "arbiter" if reader.arbiter is not None else "public" if reader.seat is None else str(reader.seat),
        "title": escape(question(dispute["claim"], row.said.text)),
        "state": "game paused" if dispute["paused"] else WAITS[dispute["state"]],
        "tone": "ok" if dispute["state"] == "closed" else "wait",
        "records": f"record {first}" if first == last else f"records {first} to {last}",
        "record": str(seen.record),
        "stages": stages(dispute, len(sitting.places)),
        "seen_by": _seen_by(scene),
        "token": token(),
        "outcome": _outcome(dispute),
        "look": look(scene, dispute),
        "saw": saw(scene, seen, (first, last)),
        "could": could(scene, seen),
        "why": chain(scene, seen),
        "claim": claim(scene, dispute),
        "speak": speak(scene, dispute),
        "rules": rules(scene, dispute, row, precedents, verdict),
        "rulings": rulings or ("" if forms else '<p class="muted">No ruling has been given yet. An arbiter gives it here.</p>'),
        "rule": forms,
        "log": log(dispute),
    }
    html = (WEB / "dispute.html").read_text("utf-8").format_map(blocks)
    answer = framed(
        f"Dispute {short(dispute['id'])}", html, styles=["dispute.css", "forms.css"], scripts=["dispute.js"], current="/disputes"
    )
    answer.headers["Cache-Control"] = "no-cache" if reader.seat is None and reader.arbiter is None else "no-store"
    answer.headers["Vary"] = "Authorization"
    return answer


def _seen_by(scene: Scene) -> str:
    reader = scene.reader
    if reader.arbiter is not None:
        sees = "all hands are open to you" if reader.whole else "hands stay shut until you look, on the record"
        return f"You read this as arbiter <b>{escape(reader.arbiter)}</b>: {sees}."
    opened = " The game is over and its hands are open: everybody sees all of this." if reader.whole else ""
    if reader.seat is not None:
        return f"You read this as <b>{escape(scene.name(reader.seat))}</b>{'.' if opened else ', and see what that seat saw.'}{opened}"
    return opened or f"You see what the {PUBLIC} saw."


def _outcome(dispute: dict[str, Any]) -> str:
    """What became of it, and where the game goes on."""
    outcome = dispute["outcome"]
    if outcome is None:
        return ""
    goes_on = ""
    if outcome["fork"]:
        fork, at = escape(outcome["fork"]), outcome["remedy"]["at"]
        goes_on = f' The game goes on after record {at} as <a id="fork" href="/replays/{fork}?at={at + 1}">{short(fork)}</a>.'
    said = f"<b>Closed: {escape(kind_of(outcome['remedy']))}.</b>{goes_on} The log of the disputed game stays as it was."
    return f'<p class="panel pad outcome">{said}</p>'
