"""What a reader of a dispute's page may do there, as forms that its script sends. Nobody is shown a form that is not for him."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from api.sides_panels import Scene
from domain.disputes import LONGEST

PUBLIC_WORDS = "What you say here is public, and stays. Name no card that only you know, unless you mean to show it."


def form(address: str, body: str, button: str, below: str = "", *, plain: bool = False) -> str:
    """A form that the script sends as JSON, with a place beside it for what went wrong."""
    kind = "btn" if plain else "btn go"
    return (
        f'<form class="rf" data-post="{escape(address)}">{body}<p class="problem" role="alert" hidden></p>'
        f'<div class="end"><span class="small muted">{below}</span><button class="{kind}" type="submit">{button}</button></div></form>'
    )


def area(name: str, label: str, rows: int = 3, *, needed: bool = True) -> str:
    """A field for a text."""
    return (
        f'<label for="{name}">{label}</label><textarea id="{name}" name="{name}" rows="{rows}" maxlength="{LONGEST}"'
        f"{' required' if needed else ''}></textarea>"
    )


def options(values: Iterable[tuple[str, str]], chosen: str) -> str:
    """The options of a select, as value and words."""
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(words)}</option>' for value, words in values
    )


def token() -> str:
    """Where a reader says who he is."""
    return (
        '<form class="who" id="who" hidden><label for="token">Your token, a seat&rsquo;s or an arbiter&rsquo;s</label>'
        '<input id="token" name="token" class="btn" type="password" autocomplete="off" spellcheck="false" maxlength="200">'
        '<button class="btn" type="submit">Use it</button><button class="btn" type="button" id="forget" hidden>Forget it</button>'
        '<span class="small muted">Kept in this tab alone.</span><p class="problem" role="alert" hidden></p></form>'
    )


def speak(scene: Scene, dispute: dict[str, Any]) -> str:
    """A seat's statement while a ruling is awaited, or its appeal when there is one."""
    if scene.reader.seat is None or dispute["state"] == "closed":
        return ""
    at = f"/v1/disputes/{dispute['id']}"
    if dispute["state"] == "ruled":
        if dispute["appeals"]:
            return '<p class="small muted">The ruling after an appeal is final.</p>'
        return form(
            f"{at}/appeal", area("grounds", "Grounds of an appeal"), "Appeal", f"Another arbiter rules then. {PUBLIC_WORDS}", plain=True
        )
    return form(f"{at}/statements", area("text", f"Statement of {escape(scene.name(scene.reader.seat))}"), "State it", PUBLIC_WORDS)


def look(scene: Scene, dispute: dict[str, Any]) -> str:
    """The arbiter's look, announced before it opens."""
    reader = scene.reader
    if reader.arbiter is None or dispute["state"] == "closed" or any(one["arbiter"] == reader.arbiter for one in dispute["looks"]):
        return ""
    opens = "All hands are open to everybody here; your look is recorded all the same." if reader.whole else "It opens every hand to you."
    words = (
        f"<p><b>Your look is a record.</b> It says for all to see that {escape(reader.arbiter)} looked into the game, and when. {opens}"
        " Nobody else sees more through it.</p>"
    )
    shown = form(f"/v1/disputes/{dispute['id']}/look", words, "Look, on the record")
    return f'<section class="panel announce" aria-label="The arbiter&rsquo;s look">{shown}</section>'


def rule(scene: Scene, dispute: dict[str, Any], cited: Sequence[str], at: int, *, over: bool) -> str:
    """What an arbiter may do: rule, pause and resume the game, close."""
    reader, state, address = scene.reader, dispute["state"], f"/v1/disputes/{dispute['id']}"
    if reader.arbiter is None or state == "closed":
        return ""
    forms = list[str]()
    if state == "ruled":
        carried = "The ruling that stands is carried out. Nothing can be added to the dispute after that."
        forms.append(form(f"{address}/close", "", "Close the dispute", carried))
    elif any(ruling["arbiter"] == reader.arbiter for ruling in dispute["rulings"]):
        forms.append('<p class="small muted">You gave the ruling that was appealed: another arbiter rules now.</p>')
    else:
        forms.append(
            form(
                f"{address}/ruling",
                _ruling(scene, cited, at, over=over),
                "Give ruling",
                "A ruling is a record. It can be appealed, never edited.",
            )
        )
    if dispute["paused"]:
        forms.append(form(f"{address}/resume", "", "Let the game go on", "The game is paused: nobody acts in it.", plain=True))
    elif not over:
        forms.append(
            form(f"{address}/pause", "", "Pause the game", "Nobody can act until it is resumed, or the dispute is closed.", plain=True)
        )
    return "".join(forms)


def _ruling(scene: Scene, cited: Sequence[str], at: int, *, over: bool) -> str:
    boxes = "".join(
        f'<label><input type="checkbox" name="rules" value="{escape(rule)}" checked> <span class="mono">{escape(rule)}</span></label>'
        for rule in cited
    )
    more = '<input name="more" class="btn small" aria-label="Further rules, by id" placeholder="further ids" autocomplete="off">'
    return (
        f'{area("facts", "Facts found", 2)}<fieldset><legend>Rules applied</legend><div class="rem">{boxes}{more}</div></fieldset>'
        f"{remedies(scene, at, over=over)}{area('reasons', 'Reasons', 2, needed=False)}"
    )


def remedies(scene: Scene, at: int, *, over: bool, legend: str = "Remedy") -> str:
    """The choice of a remedy. A result can be adjusted when there is one."""
    kinds = [
        '<label><input type="radio" name="remedy" value="stand" checked> Stand</label>',
        '<label><input type="radio" name="remedy" value="rewind"> Rewind to</label>'
        f'<input class="num3" type="number" name="at" min="1" value="{at}" aria-label="Record to rewind to">',
        '<label><input type="radio" name="remedy" value="void"> Void</label>',
    ]
    if over:
        seats = "".join(
            f'<p><label><input type="checkbox" name="winners" value="{seat}"> {scene.who(seat)} wins</label>'
            f'<label class="vh" for="score-{seat}">Score of {escape(name)}</label>'
            f'<input class="num3" type="number" name="scores" id="score-{seat}" placeholder="score"></p>'
            for seat, name in enumerate(scene.names.seats)
        )
        kinds.insert(2, '<label><input type="radio" name="remedy" value="adjust"> Adjust&hellip;</label>')
        kinds.append(f'<div class="adjust">{seats}<p class="small muted">Leave all scores empty to change the winners alone.</p></div>')
    return f'<fieldset><legend>{legend}</legend><div class="rem">{"".join(kinds)}</div></fieldset>'
