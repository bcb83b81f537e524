"""Further panels of a dispute's page: where it stands, what was said, rules, rulings, log. All that somebody wrote has been escaped."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from typing import Any

from api.marks import eye_sign
from api.sides_panels import Scene, listed, panel
from domain.kernel import ARBITER
from replay.conformity import Conformity
from replay.sides import Row

STAGES = ("Filed", "Statements", "Arbiter&rsquo;s view", "Ruling", "Appeal", "Closed")
WAITS = {"filed": "ruling due", "ruled": "ruled", "appealed": "appealed", "closed": "closed"}
LONG = 120  # characters of a title
REMEDIES = {"stand": "stand", "rewind": "rewind", "adjust": "adjust the result", "void": "void"}


def day(at: int | None) -> str:
    """A moment in milliseconds since 1970 as a day, with the time in its title; a seeded game has no such moments."""
    if not at or at < 1_000_000_000:
        return ""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return f'<time datetime="{moment:%Y-%m-%dT%H:%M:%SZ}" title="{moment:%H:%M} UTC">{moment.day} {moment:%b %Y}</time>'


def question(claim: str, said: str) -> str:
    """What is in dispute as a question: the claim's own, if it begins with one, or whether the record in question was right."""
    head, mark, _ = claim.strip().split("\n")[0].partition("?")
    if mark and len(head) < LONG and ". " not in head:
        return f"{head}?"
    return f"Was this right: {clip(said[:1].upper() + said[1:], LONG)}?"


# where it stands -----------------------------------------------------------------------------------------------------------
def stages(dispute: dict[str, Any], seats: int) -> str:
    """The six steps of a dispute: which are done, and which it stands at."""
    state, looks, rulings, appeals = dispute["state"], dispute["looks"], dispute["rulings"], dispute["appeals"]
    heard = len({said["seat"] for said in dispute["statements"]} | {dispute["filed_by"]["seat"]})
    notes = [
        f"{escape(dispute['filed_by']['name'])}, {day(dispute['filed_at'])}",
        f"{heard} of {seats}",
        f"opened {day(looks[0]['at'])}, on the record" if looks else "not opened",
        _ruled(dispute),
        f"{escape(appeals[-1]['name'])}, {day(appeals[-1]['at'])}" if appeals else "none" if state == "closed" else "after the ruling",
        _ended(dispute),
    ]
    current = {"filed": 3 if looks else 2 if heard > 1 else 1, "ruled": 5 if appeals else 4, "appealed": 3, "closed": 6}[state]
    done = [True, heard > 1 or current > 1, bool(looks), bool(rulings) and state != "appealed", bool(appeals), False]
    items = list[str]()
    for at, (stage, note) in enumerate(zip(STAGES, notes, strict=True)):
        kind = "done" if state == "closed" or (at != current and done[at]) else "cur" if at == current else ""
        said = ' aria-current="step"' if kind == "cur" else ""
        items.append(f'<li class="{kind}"{said}><b>{stage}</b><span>{note.strip().rstrip(",")}</span></li>')
    return f'<ol class="stages" aria-label="Stages of the dispute">{"".join(items)}</ol>'


def _ruled(dispute: dict[str, Any]) -> str:
    if dispute["state"] == "appealed":
        return "waits for another arbiter"
    if dispute["rulings"]:
        return f"{kind_of(dispute['rulings'][-1]['remedy'])}, {day(dispute['rulings'][-1]['at'])}"
    due = day(dispute["deadline"])
    return f"due {due}" if due else "no day set"


def _ended(dispute: dict[str, Any]) -> str:
    outcome = dispute["outcome"]
    return kind_of(outcome["remedy"]) if outcome else ""


# what was said -------------------------------------------------------------------------------------------------------------
def claim(scene: Scene, dispute: dict[str, Any]) -> str:
    """The claim, the statements and the appeals, in the words of those who made them."""
    cites = f"cites {scene.rule(dispute['rule']['id'])} &middot; " if dispute["rule"] else ""
    sought = f"{cites}seeks: {escape(remedy(scene, dispute['sought']))}"
    said = [_quote(scene, dispute["filed_by"], "claims", dispute["claim"], sought)]
    said += [_quote(scene, one, "states", one["text"], day(one["at"])) for one in dispute["statements"]]
    said += [_quote(scene, one, "appeals", one["grounds"], day(one["at"])) for one in dispute["appeals"]]
    return "".join(said)


def _quote(scene: Scene, by: dict[str, Any], verb: str, words: str, below: str) -> str:
    mark = scene.marks[by["seat"]] if by["seat"] < len(scene.marks) else ""
    return (
        f'<blockquote><p class="by">{mark}<b>{escape(by["name"])}</b> {verb}</p><p class="say">{escape(words)}</p>'
        f'<p class="small muted">{below}</p></blockquote>'
    )


def remedy(scene: Scene, sought: dict[str, Any]) -> str:
    """A remedy in words: `rewind to record 189`."""
    kind = sought["kind"]
    if kind == "rewind":
        return f"rewind to record {sought['at']}"
    if kind == "adjust":
        winners, scores = sought.get("winners"), sought.get("scores")
        won = f", won by {listed([scene.name(seat) for seat in winners]) or 'nobody'}" if winners is not None else ""
        scored = f" to {' : '.join(map(str, scores))}" if scores is not None else ""
        return f"adjust the result{scored}{won}"
    return "void the game" if kind == "void" else "let it stand"


def rules(scene: Scene, dispute: dict[str, Any], record: Row, precedents: Sequence[dict[str, Any]], verdict: Conformity) -> str:
    """The rules in question with their wording, earlier rulings on them, and what today's rules would write."""
    cited: dict[str, str] = {dispute["rule"]["id"]: dispute["rule"]["text"]} if dispute["rule"] else {}
    for ruling in dispute["rulings"]:
        cited.update({rule["id"]: rule["text"] for rule in ruling["rules"]})
    if (rule := scene.rules.get(record.said.rule)) is not None:
        cited.setdefault(rule.id, rule.text)
    said = "".join(f'<p class="cited">{scene.rule(rule)}</p><p class="say">{escape(text)}</p>' for rule, text in cited.items())
    held = "".join(f"<li>{_precedent(one)}</li>" for one in precedents)
    earlier = f'<ul class="facts">{held}</ul>' if held else '<p class="small muted">No closed dispute cites this rule.</p>'
    today = f'<h3 class="h">Decided again by today&rsquo;s rules</h3>{_today(scene, verdict, dispute["records"])}'
    return f'{said}<h3 class="h">Precedents</h3>{earlier}{today}'


def _precedent(one: dict[str, Any]) -> str:
    link = f'<a href="/disputes/{escape(one["id"])}">{escape(short(one["id"]))}</a>'
    return f"{link} {escape(clip(one['claim'], 80))} <b>{escape(kind_of(one['remedy']))}</b>"


def kind_of(ruled: dict[str, Any] | str | None) -> str:
    """What was ruled, in a word or three."""
    kind = ruled["kind"] if isinstance(ruled, dict) else ruled
    return REMEDIES.get(kind or "", "not ruled yet")


def _today(scene: Scene, verdict: Conformity, records: Sequence[int]) -> str:
    found = "".join(f"<li>{scene.at(one.record)} {scene.rule(one.rule)}: {escape(one.why)}</li>" for one in verdict.deviations)
    if found:
        return f'<p class="chip bad">&#10007; they would decide otherwise</p><ul class="facts">{found}</ul>'
    if verdict.unexamined is not None:
        return f'<p class="small muted">{escape(verdict.unexamined)}</p>'
    return f'<p class="chip ok">&#10003; records {records[0]} to {records[1]} agree</p>'


def ruling(scene: Scene, one: dict[str, Any], *, again: bool = False) -> str:
    """A ruling as it was given."""
    cited = " ".join(scene.rule(rule["id"]) for rule in one["rules"])
    verb, what = "ruled on the appeal" if again else "ruled", escape(remedy(scene, one["remedy"]))
    said = f"<b>{escape(one['arbiter'])}</b> {verb}: <strong>{what}</strong>"
    reasons = f'<h3 class="h">Reasons</h3><p class="say">{escape(one["reasons"])}</p>' if one["reasons"] else ""
    content = f'<code title="SHA-256 of the files of the ruleset it was ruled by">{escape(one["content"][:12])}</code>'
    return (
        f'<article class="ruling"><p class="by">{eye_sign(ARBITER)}<span>{said}</span></p>'
        f'<h3 class="h">Facts found</h3><p class="say">{escape(one["facts"])}</p>{reasons}'
        f'<p class="small muted">{cited or "no rule cited"}, {escape(one["ruleset"])} {content} &middot; {day(one["at"])}</p></article>'
    )


def log(dispute: dict[str, Any]) -> str:
    """The dispute's own log, and the head that is signed."""
    entries = "".join(
        f'<li><span class="at">{one["index"]}</span><span><b>{escape(str(one["by"]))}</b> {escape(clip(one["text"], 160))}'
        f' <span class="small muted">{day(one["at"])}</span></span></li>'
        for one in dispute["log"]
    )
    head = dispute["head"]
    signed = (
        f'<p class="small muted">Head after entry {head["index"]}: <code>{escape(str(head["link"]))}</code>, signed by this server.</p>'
    )
    return panel("log", "Log of the dispute", f'<div class="pad"><ol class="entries">{entries}</ol>{signed}</div>')


def short(dispute: str) -> str:
    """The part of an id that people say."""
    return dispute[:8]


def clip(text: str, most: int) -> str:
    """A text on one line, cut where it is longer than that many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
