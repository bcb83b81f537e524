"""The pages there are so far: the lobby as a list, and the addresses with what they take and give."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from api.house import house_of
from api.page import page, table
from api.problems import KINDS, Problem
from ledger import Remedied
from projections.lobby import Row, tables

router = APIRouter(include_in_schema=False)
SHOWN = 100  # games on the first page
RULED = {"rewind": "rewound", "adjust": "result adjusted", "void": "void"}


@router.get("/", response_class=HTMLResponse)
def lobby(request: Request) -> HTMLResponse:
    """The games that anybody may watch, newest first."""
    house = house_of(request)
    rows = [row for _, row in tables(house.views, limit=SHOWN)]
    if rows:
        ruled = house.ledger.disputes.remedies([row.id for row in rows])
        cells = [_cells(row, ruled.get(row.id, ())) for row in rows]
        listed = table("Games, newest first", ["Game", "Seats", "State", "Records", "As data"], cells)
    else:
        listed = "<p>No game has been played here yet. <code>./dev play bad_company</code> lets bots play one.</p>"
    return page(
        "Lobby",
        f"<h1>Ledgerdemain</h1>\n<p>Every card, die and ruling is on the record.</p>\n<h2>Games</h2>\n{listed}\n"
        '<h2>For programs</h2>\n<p>All that can be done here is described under <a href="/docs">the addresses</a>.</p>',
        current="/",
    )


@router.get("/docs", response_class=HTMLResponse)
def docs(request: Request) -> HTMLResponse:
    """The OpenAPI document, as a page that needs nothing from anywhere else."""
    document = request.app.openapi()
    operations = "\n".join(
        _operation(path, method, operation) for path, methods in document["paths"].items() for method, operation in methods.items()
    )
    schemas = "\n".join(_schema(name, schema) for name, schema in sorted(document["components"]["schemas"].items()))
    problems = table(
        "Problems, by the last part of their type",
        ["Type", "Status", "Meaning"],
        [
            [f'<a id="problem-{kind}"></a><code>/problems/{kind}</code>', str(status), escape(title)]
            for kind, (status, title) in KINDS.items()
        ],
    )
    return page(
        "Addresses of Ledgerdemain",
        f"<h1>Addresses</h1>\n<p>{escape(document['info']['description'])}</p>\n"
        f'<p>The same for programs: <a href="/openapi.json">openapi.json</a>.</p>\n{operations}\n<h2>Problems</h2>\n{problems}\n'
        f"<h2>What is sent</h2>\n{schemas}",
        current="/docs",
    )


@router.get("/problems/{kind}", response_class=HTMLResponse)
def problem(kind: str) -> HTMLResponse:
    """What a problem's `type` means."""
    if kind not in KINDS:
        raise Problem("not-found", "There is no such problem. See /docs for those there are.")
    status, title = KINDS[kind]
    return page(kind, f'<h1>{kind}</h1>\n<p>{escape(title)}</p>\n<p>Status {status}. <a href="/docs#problem-{kind}">All problems</a></p>')


def _cells(row: Row, ruled: Iterable[Remedied]) -> list[str]:
    seats = ", ".join(f"{seat['name']} ({seat['bot']} bot)" if seat["bot"] else str(seat["name"]) for seat in row.seats)
    state = row.state
    if row.outcome is not None:
        state = "won by " + (" and ".join(str(row.seats[seat]["name"]) for seat in row.outcome["winners"]) or "nobody")
    elif row.awaited:
        state = "waits for " + ", ".join(str(row.seats[seat]["name"]) for seat in row.awaited)
    rulings = "".join(f'<br><a href="/disputes/{one.dispute}">{RULED[one.remedy.kind]} by a ruling</a>' for one in ruled)
    links = " · ".join(
        f'<a href="/v1/games/{row.id}{path}" aria-label="{words} of game {row.id}">{words}</a>'
        for path, words in (("", "view"), ("/records", "log"), ("/forks", "forks"))
    )
    title = f'<a href="/replays/{row.id}" aria-label="{escape(row.title)}, replay of game {row.id}">{escape(row.title)}</a>'
    return [f'{title}<br><code class="muted">{row.id}</code>', escape(seats), escape(state) + rulings, str(row.version), links]


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    rows = [
        [f"<code>{escape(p['name'])}</code>", escape(p["in"]), escape(_kind(p["schema"])), escape(p.get("description", ""))]
        for p in operation.get("parameters", ())
    ]
    said = [f"<h3>{escape(operation.get('summary', ''))}</h3>", f"<p><code>{method.upper()} {escape(path)}</code></p>"]
    if "description" in operation:
        said.append(f"<p>{escape(operation['description'])}</p>")
    if rows:
        said.append(table("It takes", ["Name", "In", "Type", "What it is"], rows))
    if "requestBody" in operation:
        for kind, content in operation["requestBody"]["content"].items():
            said.append(f"<p>Body: {_link(content['schema']) if content.get('schema') else f'<code>{escape(kind)}</code>'}</p>")
    for status, response in operation["responses"].items():
        for kind, content in response.get("content", {}).items():
            if status != "default":
                said.append(f"<p>{status}: {_link(content['schema']) if 'schema' in content else f'<code>{escape(kind)}</code>'}</p>")
    return "\n".join(said)


def _schema(name: str, schema: dict[str, Any]) -> str:
    rows = [
        [f"<code>{escape(field)}</code>", _link(part), "yes" if field in schema.get("required", ()) else ""]
        for field, part in schema.get("properties", {}).items()
    ]
    fields = table(f"Fields of {name}", ["Field", "Type", "Always there"], rows) if rows else f"<p>{_link(schema)}</p>"
    return f'<h3 id="{escape(name)}">{escape(name)}</h3>\n<p>{escape(schema.get("description", ""))}</p>\n{fields}'


def _link(schema: dict[str, Any]) -> str:
    """A type in words, with links to the models it is made of."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_link(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return "list of " + _link(schema.get("items", {}))
    return escape(_kind(schema))


def _kind(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_kind(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    return str(schema.get("const", schema.get("type", "anything")))
