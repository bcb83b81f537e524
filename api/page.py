"""The frame of the few pages: one calm sheet, readable without any script, in light and in dark."""

from __future__ import annotations

from html import escape

from fastapi.responses import HTMLResponse

STYLE = """
:root{color-scheme:light dark;--bg:#f3f5f2;--panel:#fff;--line:#d3d8d2;--ink:#182023;--ink2:#4b5659;--accent:#0b5d6b;
--book:Charter,"Iowan Old Style",Palatino,Georgia,"Noto Serif",serif;--mono:ui-monospace,monospace}
@media(prefers-color-scheme:dark){:root{--bg:#0f1417;--panel:#182024;--line:#2f3a3f;--ink:#e8eded;--ink2:#adb8bb;--accent:#74c9d5}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:.875rem/1.5 system-ui,sans-serif;
font-variant-numeric:tabular-nums}
main{max-width:72rem;margin:0 auto;padding:24px 16px}h1,h2,h3{font-family:var(--book);line-height:1.2}h1{font-size:1.75rem}
h2{font-size:1.375rem;margin-top:32px}h3{font-size:1.125rem;margin:24px 0 4px}a{color:var(--accent)}p{max-width:48rem}
.scroll{overflow-x:auto;background:var(--panel);border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%}caption{text-align:left;padding:12px;color:var(--ink2)}
th,td{text-align:left;vertical-align:top;padding:8px 12px;border-top:1px solid var(--line)}
th{color:var(--ink2);font-weight:600}code{font-family:var(--mono);font-size:.8125rem;overflow-wrap:anywhere}.muted{color:var(--ink2)}
@media(max-width:860px){body{font-size:.9375rem}}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def page(title: str, body: str, status: int = 200) -> HTMLResponse:
    """A page; `body` is HTML, in which whatever comes from outside has been escaped."""
    html = f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title><style>{STYLE}</style></head>
<body><main>
{body}
</main></body>
</html>
"""
    return HTMLResponse(html, status, {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})


def table(caption: str, heads: list[str], rows: list[list[str]]) -> str:
    """A table with its caption; cells are HTML."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
