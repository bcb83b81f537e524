"""Battlestar Galactica: dials with their red zones, tracks, the ship with space around it, the crisis, and a line for everyone."""

from __future__ import annotations

import re
from collections.abc import Callable

from rich.text import Text

from domain.games.battlestar_galactica.board import Area, Board, Player
from domain.games.battlestar_galactica.components import components
from domain.kernel import Card, Names, Seat
from replay.viewer.ink import (
    DANGER,
    DIM,
    FAINT,
    HEAD,
    HUES,
    INK,
    OK,
    Block,
    Scene,
    beside,
    box,
    fit,
    flow,
    join,
    label,
    lit,
    meter,
    num,
    shares,
)  # fmt: skip

LEGEND = """\
B basestar  R raider  H heavy raider  V viper  C civilian  ✗ damaged
P politics  L leadership  T tactics  F piloting  E engineering"""
SKILL = {"politics": "P", "leadership": "L", "tactics": "T", "piloting": "F", "engineering": "E"}
INKED = {"P": HUES["amber"], "L": HUES["green"], "T": HUES["purple"], "F": HUES["vermilion"], "E": HUES["blue"]}
BRIEF = {
    "ftl-control": "FTL", "weapons-control": "Weapons", "command": "Command", "communications": "Comms", "admirals-quarters": "Admiral's",
    "research-lab": "Lab", "hangar-deck": "Hangar", "armory": "Armory", "sickbay": "Sickbay", "brig": "Brig", "press-room": "Press",
    "presidents-office": "President's", "administration": "Admin", "caprica": "Caprica", "cylon-fleet": "Fleet",
    "human-fleet": "Human Fl.", "resurrection-ship": "Resurr.",
}  # fmt: skip
SPACE = "on #101c2c"
HULL = "#9fb4c4"
DECK = "on #22303c"
SIDE = 13  # columns of the areas before and behind the ship
ROOMY, FRAMED = 32, 24  # lines that a board needs for a large map, and what it needs besides for people in frames


def hues(board: Board) -> tuple[str, ...]:
    """Characters have no colours of their own: seats take the usual ones."""
    return ()


def called(board: Board, names: Names) -> tuple[str, ...]:
    """Seats are called by the last name of their characters; by the whole one, if two have the same."""
    whole = [names.things.get(player.character, player.character).replace('"', "") for player in board.players]
    last = [name.split()[-1] if name else "" for name in whole]
    return (
        tuple(
            (name if last.count(end) == 1 else full) or player
            for name, end, full, player in zip(last, last, whole, names.seats, strict=False)
        )
        or names.seats
    )


def draw(scene: Scene, before: Board, now: Board, width: int, height: int) -> Block:
    """Dials, tracks, map, crisis, people; in frames where there is room."""
    if not now.players:
        return [Text("nothing lies on the table yet", DIM)]
    if not before.players:
        before = now
    roomy = height >= ROOMY
    gap = [Text()] if roomy else []
    rows = [*_dials(before, now, width), *gap, *_tracks(before, now, width), *gap, *_map(scene, before, now, width, roomy=roomy)]
    rows += [*_elsewhere(scene, before, now, width), *_crisis(scene, before, now, width)]
    for seat, player in enumerate(now.players):
        framed = roomy and height >= FRAMED + 3 * len(now.players)
        rows += _person(scene, before, now, seat, before.players[seat], player, width, roomy=framed)
    return rows


# dials and tracks ---------------------------------------------------------------------------------------------------------------
def _dials(before: Board, now: Board, width: int) -> Block:
    """The four resources, each with its bar and where red begins."""
    resources, dials = components().resources, now.dials.__struct_fields__
    room = min((width - sum(map(len, dials)) - 10 * len(dials)) // len(dials), resources.maximum)
    parts: list[Text] = []
    for name in dials:
        count, was, red = getattr(now.dials, name), getattr(before.dials, name), getattr(resources.red, name)
        number = num(was, count, f"bold {DANGER}" if count <= red else f"bold {OK}")
        bar = meter(count, resources.maximum, room, OK, red=red) if room >= 4 else Text()
        parts.append(join([Text(name.title(), HEAD), number, bar, Text(f"≤{red}", DANGER)]))
    return flow(parts, width, gap="  ")


def _tracks(before: Board, now: Board, width: int) -> Block:
    """Jump preparation, boarding party, distance, and what is in reserve."""
    tracks = components().tracks
    jump = Text()
    for k in range(tracks.jump + 1):
        words = "JUMP" if k == tracks.jump else f"−{tracks.risks[k]}" if tracks.risks.get(k) else "·"
        here = lit(before.track != now.track, f"[▲{words if words != '·' else ''}]", f"bold {HUES['amber']}")
        jump.append_text(here if k == now.track else Text(f" {words}", HUES["sky"] if k >= tracks.first_blue else DANGER))
    party = Text()
    for k in range(tracks.boarding + 1):
        count = now.boarding[k]
        words = f"[{count}]" if count else "LOST" if k == tracks.boarding else "·"
        party.append_text(lit(before.boarding[k] != count, f" {words}", f"bold {DANGER}" if count else FAINT))
    parts = [
        Text.assemble(("Jump", HEAD), jump),
        Text.assemble(("Boarding", HEAD), party),
        Text.assemble(
            ("Distance ", HEAD),
            num(before.distance, now.distance),
            label(f" of {tracks.last}"),
            label(", sleepers woke" if now.sleepers_woke else ""),
        ),
        Text.assemble(label("reserve: vipers "), num(before.vipers, now.vipers)),
        Text.assemble(label("damaged "), num(before.vipers_damaged, now.vipers_damaged)),
        Text.assemble(label("raptors "), num(before.raptors, now.raptors)),
        Text.assemble(label("civilians "), num(len(before.civilians_pile), len(now.civilians_pile))),
        Text.assemble(label("nukes "), num(before.nukes, now.nukes)),
    ]
    return flow(parts, width, gap="  ")


# the map ------------------------------------------------------------------------------------------------------------------------
def _map(scene: Scene, before: Board, now: Board, width: int, *, roomy: bool) -> Block:
    """The ship with its ten locations, two areas above, two below, one before and one behind it."""
    side = SIDE
    middle = width - 2 * side - 4  # four upright lines
    left, right = shares(middle + 1, 2)

    def area(name: str, columns: int, lines: int) -> Block:
        found = flow(_ships(scene, before, now, name), columns - 1, gap=" ")
        block = [Text(f" {name.replace('-', ' ')}", FAINT), *(Text(" ").append_text(line) for line in found)]
        return [_sky(line, columns) for line in [*block, *[Text()] * max(lines - len(block), 0)]]

    tall = 4 if roomy else 2
    bar = Text("│", f"{HULL} {SPACE}")
    top = beside([area("starboard-bow", left, tall), area("starboard-aft", right, tall)], [left, right], bar)
    bottom = beside([area("port-bow", left, tall), area("port-aft", right, tall)], [left, right], bar)
    ship = _ship(scene, before, now, middle + 1, roomy=roomy)
    if roomy:
        ship = [_hull("╭", "┴", "╮", left, right), *ship, _hull("╰", "┬", "╯", left, right)]
    core = [*top, *ship, *bottom]
    return beside([area("front", side, len(core)), core, area("rear", side, len(core))], [side, middle + 1, side], bar)


def _hull(start: str, cross: str, end: str, left: int, right: int) -> Text:
    return Text(start + "─" * (left - 1) + cross + "─" * (right - 1) + end, f"{HULL} {SPACE}")


def _sky(line: Text, columns: int) -> Text:
    line = fit(line, columns)
    line.stylize_before(SPACE)
    return line


def _ships(scene: Scene, before: Board, now: Board, name: str) -> list[Text]:
    """What is in an area: Cylon ships, vipers, civilians, and who pilots."""
    is_, was = now.space(name), before.space(name)
    parts = [_group("B", len(before.on(name)), len(now.on(name)), DANGER)]
    kinds: tuple[tuple[str, Callable[[Area], int], str], ...] = (
        ("R", lambda area: area.raiders, DANGER), ("H", lambda area: area.heavies, DANGER), ("V", lambda area: area.vipers, OK),
        ("C", lambda area: len(area.civilians), HUES["sky"]),
    )  # fmt: skip
    parts += [_group(sign, count(was), count(is_), style) for sign, count, style in kinds]
    parts += [lit(before.players[seat].at != name, scene.mark(seat)) for seat in now.pilots(name)]
    for seat in before.pilots(name):
        if now.players[seat].at != name:
            parts.append(lit(True, f"−{scene.seats[seat].letter}"))
    return [part for part in parts if part.cell_len] or [Text("·", FAINT)]


def _group(sign: str, was: int, now: int, style: str) -> Text:
    """Ships of one kind."""
    if was != now:
        return Text.assemble((sign, f"bold {style}"), num(was, now))
    return Text(f"{sign}×{now}", f"bold {style}") if now else Text()


def _ship(scene: Scene, before: Board, now: Board, width: int, *, roomy: bool) -> Block:
    """The locations of Galactica, five in a row."""
    inner = width - 2
    places = components().aboard("galactica")
    rows: Block = []
    for row in (places[:5], places[5:]):
        widths = shares(inner, 5, 0)
        cells = [[*_place(scene, before, now, place, min(widths), roomy=roomy), _people(scene, before, now, place)] for place in row]
        for line in beside(cells, widths, ""):
            line.stylize_before(DECK)
            rows.append(Text.assemble(("▌", f"{HULL} {SPACE}"), line, ("▐", f"{HULL} {SPACE}")))
    return rows


def _place(scene: Scene, before: Board, now: Board, place: str, width: int, *, roomy: bool) -> Block:
    """A location's name, in brief or on two lines, with a cross if it is damaged."""
    hit, old = place in now.damaged, place in before.damaged
    hazard = components().locations_by_id[place].hazard
    style = f"bold {DANGER}" if hit else HUES["amber"] if hazard else INK
    first, _, second = scene.named(place).partition(" ") if roomy else (BRIEF[place], "", "")
    first = first if len(first) < width - 1 else BRIEF[place]
    words = [first, second or ("hazard" if hazard else "")] if roomy else [first]
    lines = [lit(hit != old, Text(one, style)) for one in words]
    if hit or old:
        lines[0] = Text.assemble(lit(hit != old, "✗" if hit else "✓", style), lines[0])
    return lines


def _people(scene: Scene, before: Board, now: Board, place: str) -> Text:
    """Who stands on a location; a place that nobody stands on has a dot."""
    here = [lit(before.players[seat].at != place, scene.mark(seat)) for seat, player in enumerate(now.players) if player.at == place]
    left = [lit(True, f"−{scene.seats[seat].letter}") for seat, old in enumerate(before.players) if old.at == place != now.players[seat].at]
    return Text("").join([*here, *left]) if here or left else Text("·", FAINT)


def _elsewhere(scene: Scene, before: Board, now: Board, width: int) -> Block:
    """Colonial One and the Cylon locations, with who is there."""
    parts: list[Text] = []
    for ship, title in (("colonial-one", "Colonial One"), ("cylon", "Cylons")):
        parts.append(Text(title, HEAD))
        for place in components().aboard(ship):
            who = _people(scene, before, now, place)
            hit = place in now.damaged
            parts.append(Text.assemble((f"{'✗' if hit else ''}{BRIEF[place]}", DANGER if hit else DIM), who if who.plain != "·" else ""))
        parts.append(Text("│", FAINT))
    return flow(parts[:-1], width, indent=2)


# the crisis ---------------------------------------------------------------------------------------------------------------------
def _crisis(scene: Scene, before: Board, now: Board, width: int) -> Block:
    """The crisis or skill check: difficulty, skills, the pile as far as it is known, strength; else what was drawn."""
    check, old = now.check, before.check
    if check is None:
        drawn = scene.cards(now.drawn, before.drawn) if now.drawn or before.drawn else [Text("none", FAINT)]
        parts = [Text("Crisis", HEAD), *drawn]
    else:
        parts = [
            Text("Skill check" if check.kind == "location" else "Crisis", HEAD),
            lit(old is None or old.of != check.of, scene.named(check.of), f"bold {INK}"),
        ]
        parts.append(Text.assemble(label("needs "), num(old and old.difficulty, check.difficulty)))
        parts.append(Text(" ").join(Text(SKILL[kind], f"bold {INKED[SKILL[kind]]}") for kind in check.skills))
        if check.target is not None:
            parts.append(join([label("about"), scene.who(check.target)]))
        if len(now.pot_pile):
            parts += [label("pile"), *scene.cards(now.pot_pile.cards, before.pot_pile.cards, name=_skill)]
        if len(now.shown_pile):
            parts += [label("turned up"), *scene.cards(now.shown_pile.cards, before.shown_pile.cards, name=_skill)]
        total = Text("?", DIM) if check.total is None else num(old and old.total, check.total)
        parts.append(Text.assemble(label("strength "), total))
    if now.kept:
        parts += [label("│ in play"), *scene.cards(now.kept, before.kept)]
    if now.die:
        parts.append(Text.assemble(label("│ die "), num(before.die, now.die)))
    parts.append(Text.assemble(label("│ destiny "), num(len(before.destiny_pile), len(now.destiny_pile))))
    return flow(parts, width, indent=2)


def _skill(card: Card) -> str:
    """A skill card as the letter of its type and its strength."""
    parts = components()
    return f"{SKILL[parts.types[card]]}{parts.strengths[card]}" if card in parts.types else card


# people -------------------------------------------------------------------------------------------------------------------------
def _person(scene: Scene, before: Board, now: Board, seat: Seat, was: Player, player: Player, width: int, *, roomy: bool) -> Block:
    """Titles, place, hand, loyalty, and what else lies before a seat."""
    turn = bool(now.turn) and now.active == seat
    title: list[Text | str] = [scene.who(seat), Text(" turn ", "reverse") if turn else ""]
    for words, is_, old in (
        ("Admiral", now.admiral == seat, before.admiral == seat),
        ("President", now.president == seat, before.president == seat),
    ):
        title.append(lit(is_ != old, words, f"bold {HUES['amber']}") if is_ else "")
    title.append(lit(not was.cylon, "CYLON", f"bold reverse {DANGER}") if player.cylon else "")
    sealed = scene.mine(seat)
    parts: list[Text] = [lit(was.at != player.at, scene.named(player.at) if player.at else "nowhere", DIM)] if roomy else []
    parts += [label("hand"), *scene.cards(player.hand.cards, was.hand.cards, sealed=sealed, name=_skill)]
    faith = [*scene.cards(player.revealed, was.revealed, name=lambda card: _loyalty(scene, card))] if player.revealed else []
    faith += (
        scene.cards(player.loyalty.cards, was.loyalty.cards, sealed=sealed, name=lambda card: _loyalty(scene, card))
        if len(player.loyalty)
        else []
    )
    parts += [label("loyalty"), *(faith or [Text("–", FAINT)])]
    for name in ("supers", "quorum", "looking", "aside"):
        pile, old = getattr(player, name), getattr(was, name)
        if len(pile) or len(old):
            said = _skill if name == "aside" else scene.named
            parts += [label(name), *scene.cards(pile.cards, old.cards, sealed=sealed, name=said)]
    if player.assigned:
        parts += [label("holds"), *scene.cards(player.assigned, was.assigned)]
    if roomy:
        parts.append(Text(scene.players[seat], FAINT))
        lines = [Text(" ").append_text(line) for line in flow(parts, width - 4, indent=2)]
        return box(join(title), lines, width, scene.seats[seat].hue if turn else FAINT, heavy=turn)
    return flow([*title, *parts], width, indent=3)


def _loyalty(scene: Scene, card: Card) -> str:
    """A loyalty card in a word."""
    name = scene.named(card)
    return "human" if name.startswith("You Are Not") else re.sub(r"^You Are (a )?", "", name)
