"""The frame of the pages: one calm sheet, readable without any script, in light and in dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from fastapi.responses import HTMLResponse

ICON = (
    '<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="var(--accent)" stroke-width="1.8">'
    '<path d="M3 2.5h11.5A2.5 2.5 0 0 1 17 5v12.5H5.5A2.5 2.5 0 0 1 3 15Z"/><path d="M6.5 7h7M6.5 10.5h7"/>'
    '<path d="M3 15a2.5 2.5 0 0 1 2.5-2.5H17"/></svg>'
)
PLACES = (("/", "Lobby"), ("/disputes", "Disputes"), ("/docs", "Addresses"))  # where the head of every page leads
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def page(title: str, body: str, status: int = 200, current: str | None = None) -> HTMLResponse:
    """A plain page; `body` is HTML, in which whatever comes from outside has been escaped."""
    return framed(title, f'<main id="main" class="plain">\n{body}\n</main>', status, current=current)


def framed(
    title: str, body: str, status: int = 200, *, styles: Sequence[str] = (), scripts: Sequence[str] = (), current: str | None = None
) -> HTMLResponse:
    """A page that brings its own `main`, and styles and modules of `web/` by name. `current`: which of the head's links it is."""
    links = "".join(f'<link rel="stylesheet" href="/web/{name}">' for name in ("ledgerdemain.css", *styles))
    modules = "".join(f'<script type="module" src="/web/{name}"></script>' for name in scripts)
    places = "".join(f'<li><a href="{to}"{" aria-current=page" if to == current else ""}>{escape(name)}</a></li>' for to, name in PLACES)
    html = f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} · Ledgerdemain</title><link rel="icon" href="data:,">{links}{modules}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><a class="brand" href="/" aria-label="Ledgerdemain, lobby">{ICON}<span>Ledgerdemain</span></a>
<nav aria-label="Main"><ul>{places}</ul></nav><div class="right" id="top-right"></div></header>
{body}
</body>
</html>
"""
    return HTMLResponse(html, status, {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})


def table(caption: str, heads: list[str], rows: list[list[str]]) -> str:
    """A table with its caption; cells are HTML."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="sheet" tabindex="0" role="region" aria-label="{escape(caption)}"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
