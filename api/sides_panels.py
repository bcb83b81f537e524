"""What every seat saw and could have done, and why, as panels of a page: HTML in which all that somebody wrote has been escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from api.marks import eye_sign
from api.sides import Reader
from domain.kernel import ARBITER, PUBLIC, Eye, Mention, Names, Rule, Seat, Text
from replay.legal import Choice, Legal
from replay.sides import Asked, Cell, Face, Part, Row, Sides
from replay.why import Cause

LINKS = 6  # of the chain of causes that are told
OFFERS = 24  # that are listed of one seat at one decision
CHIPS = 4  # changes that are told beside a record
NOT_ASKED = '<p class="question muted">Not asked; at any time:</p>'
SIGNS = {
    "+": '<span class="sign">+<span class="vh"> came</span></span>',
    "-": '<span class="sign">&minus;<span class="vh"> left</span></span>',
}


class Scene(NamedTuple):
    """What the panels need of the game: its id, the names and marks of its seats, its rules, and who reads."""

    game: str
    names: Names
    marks: Sequence[str]
    rules: Mapping[str, Rule]
    ruleset: str
    reader: Reader

    def name(self, seat: Seat) -> str:
        """What a seat is called."""
        return self.names.seats[seat] if seat < len(self.names.seats) else f"seat {seat}"

    def who(self, seat: Seat) -> str:
        """Mark and name."""
        mark = self.marks[seat] if seat < len(self.marks) else ""
        return f'<span class="whoami">{mark}<span>{escape(self.name(seat))}</span></span>'

    def eye(self, eye: Eye) -> str:
        """The head of an eye's column."""
        return self.who(eye) if isinstance(eye, int) else f'<span class="whoami">{eye_sign(eye)}<span>{eye.capitalize()}</span></span>'

    def words(self, words: Text) -> str:
        """A sentence, beginning with a capital; seats and cards that it mentions stand out."""
        parts = list[str]()
        for part in words:
            said = self.names.of(part) if isinstance(part, Mention) else part
            if not any(parts):
                said = said[:1].upper() + said[1:]
            parts.append(
                f'<span class="mention" data-kind="{escape(part.kind)}">{escape(said)}</span>'
                if isinstance(part, Mention)
                else escape(said)
            )
        return "".join(parts)

    def rule(self, rule: str) -> str:
        """A rule's id, which leads to its wording."""
        return f'<a class="rule" href="/v1/rulesets/{escape(self.ruleset)}/rules/{escape(rule)}">{escape(rule)}</a>'

    def at(self, n: int, words: str | None = None) -> str:
        """A record's number, which leads to the replay there."""
        return f'<a class="at" href="/replays/{self.game}?at={n}">{escape(words or str(n))}</a>'


def panel(name: str, title: str, body: str, beside: str = "") -> str:
    """A panel with its title, and what stands beside that."""
    head = f'<header><h2 id="{name}-h">{title}</h2>{beside}</header>'
    return f'<section class="panel {name}" id="{name}" aria-labelledby="{name}-h">{head}{body}</section>'


def listed(names: Sequence[str]) -> str:
    """Names in a row: `a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# what every seat saw -------------------------------------------------------------------------------------------------------
def saw(scene: Scene, seen: Sides, stretch: tuple[int, int]) -> str:
    """The table: records down, eyes across. Columns can be switched off, which takes no script."""
    shown = [eye for eye in _columns(seen) if eye not in seen.alike or eye in (ARBITER, scene.reader.seat)]
    heads = "".join(f'<th scope="col" class="c-{eye}">{scene.eye(eye)}</th>' for eye in shown)
    rows = "".join(_row(scene, seen, row, shown) for row in seen.rows)
    lone = " lone" if len(shown) == 1 else ""
    table = (
        f'<table class="grid{lone}"><caption class="vh">Records {seen.first} to {seen.last} as each eye saw them</caption>'
        f'<thead><tr><th scope="col">Record, seen alike by all</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    )
    scrolls = f'<div class="xscroll" tabindex="0" role="region" aria-label="What every seat saw, table">{table}</div>'
    return panel("saw", "What every seat saw", scrolls + _foot(scene, seen, shown, stretch), _toggles(scene, shown))


def _columns(seen: Sides) -> list[Eye]:
    seats = sorted(eye for eye in seen.eyes if isinstance(eye, int))
    return [*seats, *(eye for eye in (PUBLIC, ARBITER) if eye in seen.eyes)]


def _toggles(scene: Scene, shown: Sequence[Eye]) -> str:
    boxes = "".join(f'<label class="chip tog"><input type="checkbox" data-col="{eye}" checked>{scene.eye(eye)}</label>' for eye in shown)
    return f'<fieldset class="togs"><legend class="vh">Columns shown</legend>{boxes}</fieldset>'


def _row(scene: Scene, seen: Sides, row: Row, shown: Sequence[Eye]) -> str:
    n = row.said.index
    hot = n == seen.record
    ask = "" if hot else f' <a class="ask" href="?record={n}#why" aria-label="Why record {n}?">why</a>'
    head = f'{scene.at(n)}<span class="s">{scene.words(row.said.words)}</span><span class="r">{escape(row.said.rule)}{ask}</span>'
    cells = "".join(f'<td class="c-{eye}">{_cell(scene, eye, row.cells.get(eye))}</td>' for eye in shown)
    kind = " ".join(name for name, so in (("hot", hot), ("answer", row.answer)) if so)
    current = ' aria-current="true"' if hot else ""
    return f'<tr id="r{n}" class="{kind}"{current}><th scope="row">{head}{_alike(row)}</th>{cells}</tr>'


def _alike(row: Row) -> str:
    """What changed for all alike."""
    if not row.changed:
        return ""
    told = "".join(f'<span class="d">{escape(words).replace("-&gt;", "&rarr;")}</span>' for words in row.changed[:CHIPS])
    more = f'<span class="muted">and {len(row.changed) - CHIPS} more</span>' if len(row.changed) > CHIPS else ""
    return f'<span class="alike">{told}{more}</span>'


def _cell(scene: Scene, eye: Eye, cell: Cell | None) -> str:
    if cell is None:
        return ""
    said = f'<p class="own">{scene.words(cell.words)}</p>' if cell.text is not None else ""
    return said + "".join(f"<p>{_part(scene, eye, part)}</p>" for part in cell.parts)


def _part(scene: Scene, eye: Eye, part: Part) -> str:
    whose = "" if part.seat is None or part.seat == eye else f"{escape(scene.name(part.seat))}&rsquo;s "
    faces = " ".join(map(_face, part.now)) or '<span class="muted">none</span>'
    was = f'<span class="was">{escape(part.before)} &rarr;</span> ' if part.before is not None else ""
    return f"{whose}{escape(part.label)} {was}{faces}"


def _face(face: Face) -> str:
    """A card or value in its look, with what is said aloud of it."""
    sign = SIGNS.get(face.sign, "")
    if face.look == "unknown":
        count = f"<b>{face.n}</b>" if face.n else ""
        return f'{sign}<span class="card unknown">{count}<span class="vh"> unknown to this eye</span></span>'
    title = ' title="Sealed: the public does not see it"' if face.look == "sealed" else ""
    return f'{sign}<span class="card {face.look}"{title}>{escape(face.text)}</span>'


def _foot(scene: Scene, seen: Sides, shown: Sequence[Eye], stretch: tuple[int, int]) -> str:
    left_out = [scene.name(eye) for eye in seen.eyes if isinstance(eye, int) and eye not in shown]
    as_public = f"; {escape(listed(left_out))} saw what the public saw" if left_out else ""
    told = [f"Only what differs between eyes stands in the columns{as_public}."]
    told.append('<span class="card sealed">sealed</span> known to that eye, not to the public &middot;')
    told.append('<span class="card unknown"><b>2</b></span> unknown to it.')
    if not scene.reader.whole:
        told.append("What a seat alone knows stands here for that seat, and for an arbiter who has looked.")
    if (seen.first, seen.last) != stretch:
        told.append(f"The dispute is about records {stretch[0]} to {stretch[1]}: {scene.at(stretch[0], 'the replay')} has them all.")
    return f'<p class="small muted foot">{" ".join(told)}</p>'


# what could have been done, and why ----------------------------------------------------------------------------------------
def could(scene: Scene, seen: Sides) -> str:
    """What each seat could have done where one of them was asked; what was asked before the record in question stands open."""
    asked = [one for one in seen.asked if one.seats]
    asked = [one for one in asked if any(legal.asked for legal in one.seats.values())] or asked
    last = max((one.answer for one in asked if one.answer <= seen.record), default=0)
    found = "".join(_decision(scene, one, last) for one in asked)
    if not found and any(isinstance(eye, int) for eye in seen.eyes):
        found = '<p class="pad muted">Nobody could choose anything here: the rules were at work.</p>'
    elif not found:
        told = "What a seat could have done is told to that seat while the game is played, and to all when hands are open."
        found = f'<p class="pad muted">{told}</p>'
    return panel("could", "What every seat could have done", found)


def _decision(scene: Scene, asked: Asked, last: int) -> str:
    seats = "".join(f"<section><h3>{scene.who(seat)}</h3>{_legal(scene, could)}</section>" for seat, could in sorted(asked.seats.items()))
    asks = [scene.name(seat) for seat, could in sorted(asked.seats.items()) if could.asked]
    who = f": {escape(listed(asks))} asked" if asks else ""
    opened = " open" if asked.answer == last else ""
    return f'<details{opened}><summary>Before record {asked.answer}{who}</summary><div class="seats">{seats}</div></details>'


def _legal(scene: Scene, could: Legal) -> str:
    asked = "".join(f'<p class="question">{escape(words[:1].upper() + words[1:])}</p>' for words in could.asked)
    choices = sorted(could.choices, key=lambda choice: not choice.taken)
    offers = "".join(_offer(scene, choice) for choice in choices[:OFFERS])
    more = f'<p class="muted small">and {len(choices) - OFFERS} more</p>' if len(choices) > OFFERS else ""
    return f'{asked or NOT_ASKED}<ul class="offers">{offers}</ul>{more}'


def _offer(scene: Scene, choice: Choice) -> str:
    text = f'<span class="what">{escape(choice.text)}</span>'
    if choice.barred is not None:
        why = f'<span class="why">by {scene.rule(choice.barred)}: {escape(choice.wording or "")}</span>'
        return f'<li class="barred"><details><summary>{text} <span class="tag no">&#8856; barred</span></summary>{why}</details></li>'
    return f'<li class="taken">{text}<span class="tag">taken</span></li>' if choice.taken else f"<li>{text}</li>"


def chain(scene: Scene, seen: Sides) -> str:
    """Why the record in question stands there: the rules, and what led to it."""
    why = seen.why
    links = "".join(_link(scene, cause, wording=at == 0) for at, cause in enumerate(why.chain[:LINKS]))
    left = len(why.chain) - LINKS
    more = f'<li class="muted">and {left} more, back to record {scene.at(why.chain[-1].said.index)}</li>' if left > 0 else ""
    grounds = "".join(f"<li>{scene.at(one.said.index)} {escape(one.stood)}</li>" for one in why.rests)
    rests = f'<h3 class="h">It rested on</h3><ul class="facts">{grounds}</ul>' if grounds else ""
    moment = f'<h3 class="h">It came about after this choice</h3><ol class="chain">{_link(scene, why.moment)}</ol>' if why.moment else ""
    return panel("why", f"Why record {seen.record}", f'<div class="pad"><ol class="chain">{links}{more}</ol>{moment}{rests}</div>')


def _link(scene: Scene, cause: Cause, *, wording: bool = False) -> str:
    said = f'{scene.at(cause.said.index)} <span class="s">{scene.words(cause.said.words)}</span> {scene.rule(cause.said.rule)}'
    words = f'<p class="wording">{escape(cause.wording)}</p>' if wording and cause.wording else ""
    return f"<li>{said}{words}</li>"
