"""Bad Company: the road with its cars and the police, the dice, and for every gang its members, heists and tasks."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from domain.games.bad_company.board import SYMBOLS, Board, Job, Marks, Member, Player
from domain.games.bad_company.components import components
from domain.kernel import Names, Seat
from replay.viewer.ink import (
    ACCENT,
    DANGER,
    DIM,
    FAINT,
    HEAD,
    HUES,
    INK,
    Block,
    Scene,
    beside,
    box,
    flow,
    join,
    label,
    lit,
    num,
    rule,
    shares,
)

LEGEND = """\
L lock  H hand  M mask  F flashlight  ✱ any  $ dollars  » car  ¤ loot
L■□ two spaces, one covered  ◊D Diamond necklace  ▸7◂ called by dice"""
HUE = {"white": "bone", "yellow": "amber", "red": "vermilion", "black": "slate"}
SIGN = {"lock": "L", "hand": "H", "mask": "M", "flashlight": "F", "any": "✱"}
INKED = {"L": HUES["sky"], "H": HUES["amber"], "M": HUES["purple"], "F": HUES["green"]}
POLICE = Text("◈P", "bold #ffffff on #a8281e")
ASPHALT = "on #262d31"
ROAD, FRAMED, LAID_OUT = 7, 6, 9  # lines that the road takes, and a gang in a frame, and one whose members stand in columns


def hues(board: Board) -> tuple[str, ...]:
    """Seats have the colours of the cars, in their order in the box."""
    return tuple(HUE.get(colour, colour) for colour in components().player_colours.values)


def called(board: Board, names: Names) -> tuple[str, ...]:
    """Seats are called by their players."""
    return names.seats


def draw(scene: Scene, before: Board, now: Board, width: int, height: int) -> Block:
    """Road, dice, gangs; in frames where there is room."""
    if not now.players:
        return [Text("nothing lies on the table yet", DIM)]
    roomy = height >= ROAD + FRAMED * len(now.players)
    laid_out = height >= ROAD + LAID_OUT * len(now.players) - 3 and width >= 90
    rows = [*_road(scene, before, now, width, roomy=roomy), *_dice(scene, before, now, width)]
    for seat, player in enumerate(now.players):
        was = before.players[seat] if seat < len(before.players) else player
        boss = bool(now.turn) and now.boss == seat
        title = join([scene.who(seat), lit(before.boss != now.boss, " boss ", "reverse") if boss else ""])
        state, inner = _state(scene, seat, was, player, roomy=roomy), width - 4 if roomy else width
        gang = _columns(was, player, now.sums, inner) if laid_out else flow(_gang(was, player, now.sums), inner, indent=2)
        jobs = flow(_jobs(scene, seat, was, player, roomy=roomy), inner, indent=2)
        if roomy:
            lines = [Text(" ").append_text(line) for line in (*flow(state, inner, gap="  "), *gang, *jobs)]
            rows += box(title, lines, width, scene.seats[seat].hue if boss else FAINT, heavy=boss)
        else:
            rows += [*flow([title, *state], width, indent=3), *gang, *jobs]
    return rows


# the road -----------------------------------------------------------------------------------------------------------------------
def _road(scene: Scene, before: Board, now: Board, width: int, *, roomy: bool) -> Block:
    """Two lanes, the first from left to right, the second back; on each the spaces and what stands on them."""
    road = components().road
    half = (road.last_space + 2) // 2
    cell = max(min(width // half, 6), 4)
    rows: Block = []
    for lane in (range(half), range(road.last_space, half - 1, -1)):
        rows.append(_spaces(lane, cell, back=lane.step < 0))
        rows.append(_cars(scene, before, now, lane, cell))
    if roomy:
        ways = ", ".join(f"{way.enter} to {way.exit}" for way in road.shortcuts)
        rows.insert(0, rule(f"Road: shortcuts {ways}; red from {road.red_zone_from} on; {POLICE.plain} police", width))
    return rows


def _spaces(lane: range, cell: int, *, back: bool) -> Text:
    """The spaces of a lane: their numbers, or what a checkpoint gives."""
    road = components().road
    enters, leaves = {way.enter for way in road.shortcuts}, {way.exit for way in road.shortcuts}
    text = Text()
    for n in lane:
        words, style = str(n), DIM
        if n in road.checkpoint_at:
            words, style = "".join(_reward(bonus) for bonus in road.checkpoint_at[n].bonus), f"bold {ACCENT}"
            words = f"{n}:{words}" if cell >= 6 else f"({words})" if len(words) + 2 <= cell else words
        elif n in enters:
            words, style = (f"⇠{n}" if back else f"{n}⇢"), f"bold {HUES['amber']}"
        elif n in leaves:
            words, style = (f"{n}⇠" if back else f"⇢{n}"), f"bold {HUES['amber']}"
        elif n >= road.red_zone_from:
            words, style = f"{n}!", DANGER
        text.append(words.center(cell), f"{style} {ASPHALT}")
    return text


def _cars(scene: Scene, before: Board, now: Board, lane: range, cell: int) -> Text:
    """The police and the cars on a lane. Where more stand on a space than it can show, letters must do."""
    text = Text()
    for n in lane:
        here = [(POLICE, before.police != n)] if now.police == n else []
        for seat, player in enumerate(now.players):
            if player.car == n:
                here.append((scene.mark(seat), seat < len(before.players) and before.players[seat].car != n))
        marks = [lit(moved, mark) for mark, moved in here]
        if 2 * len(marks) > cell:
            marks = [mark[1:] for mark in marks][: cell - 1] + (
                [Text("+")] if len(marks) > cell else [mark[1:] for mark in marks[cell - 1 :]]
            )
        put = Text().join(marks)
        left = (cell - put.cell_len) // 2
        text.append_text(Text.assemble(" " * left, put, " " * (cell - put.cell_len - left)))
    text.stylize_before(ASPHALT)
    return text


# dice ---------------------------------------------------------------------------------------------------------------------------
def _dice(scene: Scene, before: Board, now: Board, width: int) -> Block:
    """The boss's dice with the sums they call, the police die, and the heists on offer."""
    parts: list[Text] = [Text("Dice", HEAD)]
    for pair, total in _paired(now.golden, now.sums):
        dice = "+".join(f"[{now.golden[k]}]{'↺' if k in now.picked else ''}" for k in pair)
        rolled = before.golden != now.golden or before.picked != now.picked
        parts.append(
            Text.assemble(lit(rolled, dice, INK), lit(before.sums != now.sums, f"={total}", f"bold {HUES['amber']}") if total else "")
        )
    if not now.golden:
        parts.append(Text("not rolled", FAINT))
    if now.police_die is not None:
        parts.append(
            join([POLICE, lit(before.police_die != now.police_die, f"[{now.police_die}]{'↺' if 4 in now.picked else ''}", INK)], "")
        )
    parts.append(Text("  Open heists" if width > 100 else " Heists", HEAD))
    offer = [*now.display.cards, *now.heists.cards[-1:]]
    heists = components().heists_by_id
    was = [*before.display.cards, *before.heists.cards[-1:]] if before.players else None
    parts += scene.cards(
        offer, was, name=lambda card: f"{heists[card].number} {heists[card].name}" if width > 130 else str(heists[card].number)
    )
    return flow(parts, width, indent=5)


def _paired(golden: tuple[int, ...], sums: tuple[int, ...]) -> list[tuple[tuple[int, ...], int | None]]:
    """Which dice make which of the called sums; all of them together before sums are called."""
    for one, other in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))):
        for a, b in ((one, other), (other, one)):
            if len(golden) == 4 and (golden[a[0]] + golden[a[1]], golden[b[0]] + golden[b[1]]) == tuple(sums):
                return [(a, sums[0]), (b, sums[1])]
    return [((die,), None) for die in range(len(golden))]


# a gang -------------------------------------------------------------------------------------------------------------------------
def _state(scene: Scene, seat: Seat, was: Player, now: Player, *, roomy: bool) -> list[Text]:
    """Points, progress, money, necklaces, loot."""
    parts = components()
    worn = " ".join(f"◊{scene.named(one) if roomy else one[0].upper()}" for one in now.necklaces)
    neck = (
        Text.assemble(label("necklaces " if roomy else ""), lit(was.necklaces != now.necklaces, worn or "–", INK))
        if roomy or worn
        else Text()
    )
    return [
        Text.assemble(num(was.score, now.score), label("p")),
        Text.assemble(label("heists "), num(len(was.done), len(now.done)), label(f"/{parts.scoring.heists_to_end}")),
        Text.assemble(label("recruiter "), num(was.recruiter, now.recruiter), label(f"/{len(parts.recruit_track.costs)}")),
        num(was.coins, now.coins, sign="$"),
        neck,
        Text.assemble(label("loot "), join(scene.cards(now.hand.cards, was.hand.cards, sealed=scene.mine(seat)))),
    ]


def _gang(was: Player, now: Player, sums: tuple[int, ...]) -> list[Text]:
    """The members by number with what they give; those that the dice call are set off."""
    parts: list[Text] = [Text(" ")]
    for member, old in zip(now.gang, was.gang, strict=True):
        printed, upgrades = _gives(now, member)
        parts.append(lit(old != member, Text.assemble(_number(member, sums), _inked(printed + upgrades), _worn(member))))
    return parts


def _columns(was: Player, now: Player, sums: tuple[int, ...], width: int) -> Block:
    """The same in columns: numbers and necklaces, what is printed there, what the upgrades add."""
    widths = shares(width, len(now.gang), 0)
    cells: list[Block] = []
    for member, old in zip(now.gang, was.gang, strict=True):
        printed, upgrades = _gives(now, member)
        number = Text.assemble(_number(member, sums), " ", _worn(member))
        cells.append(
            [lit(old.necklace != member.necklace, number), _inked(printed), lit(old.upgrades != member.upgrades, _inked(upgrades))]
        )
    return beside(cells, widths, "")


def _gives(player: Player, member: Member) -> tuple[str, str]:
    """What activating a member gives, by what is printed and by the upgrades on it."""
    on = next((half.members[member.number] for half in map(components().half, player.halves) if member.number in half.members), None)
    printed = [] if on is None else ["fix" if on.special == "fixer" else "", *map(_reward, on.rewards)]
    return "".join(printed), "".join(_reward(one) for card in member.upgrades for one in components().upgrade(card).rewards)


def _number(member: Member, sums: tuple[int, ...]) -> Text:
    called = member.number in sums
    return Text(f"▸{member.number}◂" if called else str(member.number), f"bold {HUES['amber']}" if called else HEAD)


def _worn(member: Member) -> Text:
    return Text(f"◊{member.necklace[0].upper()}" if member.necklace else "", f"bold {HUES['bone']}")


def _inked(signs: str) -> Text:
    """Signs, each symbol in its colour."""
    return Text.assemble(*((sign, INKED.get(sign, DIM)) for sign in signs))


def _jobs(scene: Scene, seat: Seat, was: Player, now: Player, *, roomy: bool) -> list[Text]:
    """Heists with their spaces, then tasks, then what lies there for a moment."""
    old = {job.id: job for job in was.jobs()}
    parts: list[Text] = [Text(" ")]
    for job in now.active:
        heist = components().heist(job.id)
        missions = "".join(f"◊{kind[0].upper()}" * count for kind, count in heist.missions.items())
        name = lit(job.id not in old, f"No.{heist.number}{f' {heist.name}' if roomy else ''}", HEAD)
        parts.append(Text.assemble(name, " ", _spaces_of(job, old.get(job.id)), label(f" {missions} {heist.points}p")))
    parts += [lit(True, f"No.{components().heist(card).number} done") for card in now.done if card not in was.done]
    parts.append(label("tasks" if roomy else "│") if now.tasks else Text())
    for job in now.tasks:
        bonus = label(f":{_reward(components().task(job.id).bonus)}") if roomy else ""
        parts.append(Text.assemble(_spaces_of(job, old.get(job.id)), bonus))
    for words, pile, before in (("drawn", now.drawn, was.drawn), ("choice", now.dealt, was.dealt)):
        if len(pile):
            parts += [label(words), *scene.cards(pile.cards, before.cards, sealed=scene.mine(seat))]
    if now.loose:
        parts.append(Text.assemble(num(was.loose, now.loose), label(" to place")))
    if now.storage.total:
        parts.append(Text.assemble(label("stored "), lit(was.storage != now.storage, _signs(now.storage), INK)))
    return parts


def _spaces_of(job: Job, old: Job | None) -> Text:
    """The spaces of a heist or task by symbol: covered, then open ones."""
    parts: list[Text] = []
    for symbol in SYMBOLS:
        if needed := job.needs[symbol]:
            covered, sign = job.covered[symbol], SIGN[symbol]
            spaces = Text.assemble((sign, f"bold {INKED[sign]}"), ("■" * covered, INKED[sign]), ("□" * (needed - covered), DIM))
            parts.append(lit(old is not None and old.covered[symbol] != covered, spaces))
    return join(parts)


def _signs(marks: Marks) -> str:
    return "".join(SIGN[symbol] * marks[symbol] for symbol in SYMBOLS)


def _reward(reward: Any) -> str:
    """A reward in few signs."""
    kind = reward.kind
    if kind == "marker":
        return SIGN[reward.symbol] * reward.count
    if kind == "coins":
        return f"${reward.amount}"
    if kind == "car":
        return f"»{reward.spaces}"
    if kind == "loot":
        return "¤" * reward.count
    if kind == "points":
        return f"{reward.amount}p"
    return kind[:3]
