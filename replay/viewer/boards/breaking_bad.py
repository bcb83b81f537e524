"""Breaking Bad: the DEA with its labs shut, the teams' boards with crystals and labs, what lies on the table, and a sheet for everyone."""

from __future__ import annotations

import re

from rich.text import Text

from domain.games.breaking_bad.board import CRIMINALS, Board, Player, Team
from domain.games.breaking_bad.components import components
from domain.kernel import Card, Names, Seat
from replay.viewer.ink import DANGER, DIM, FAINT, HEAD, HUES, INK, Block, Scene, box, flow, join, label, lit, num

LEGEND = """\
◆◇ crystals sold, to be sold  ♥♡ life left, lost  ★ wanted level
▣ lab that runs, ⚗ its chemist  ▢ no chemist  ▤ under it  ✗ shut"""
HUE = {"dea": "slate", "heisenberg": "green", "los-pollos": "amber", "juarez": "vermilion"}
ROOMY = 26  # lines that a board needs for frames around its parts


def hues(board: Board) -> tuple[str, ...]:
    """Seats have the colour of their team."""
    return tuple(HUE.get(player.team, "slate") for player in board.players)


def called(board: Board, names: Names) -> tuple[str, ...]:
    """Seats are called by their characters."""
    return tuple(names.things.get(player.character, player.character) for player in board.players) or names.seats


def draw(scene: Scene, before: Board, now: Board, width: int, height: int) -> Block:
    """The DEA, the teams that take part, the table, the sheets; in frames where there is room."""
    if not now.players:
        return [Text("nothing lies on the table yet", DIM)]
    roomy = height >= ROOMY + 4 * (len(now.players) - 3)
    rows = _part(_title(scene, now, "dea"), _dea(scene, before, now), width, HUES["slate"], roomy=roomy)
    for team in CRIMINALS:
        if now.teams[team].members:
            rows += _part(
                _title(scene, now, team), _team(scene, before, now, now.teams[team], roomy=roomy), width, HUES[HUE[team]], roomy=roomy
            )
    rows += _table(scene, before, now, width)
    for seat, player in enumerate(now.players):
        was = before.players[seat] if seat < len(before.players) else player
        turn = bool(now.turn) and now.active == seat
        title = join([scene.who(seat), Text(" turn ", "reverse") if turn else ""])
        lines = [_person(scene, seat, was, player, roomy=roomy), _cards(scene, seat, was, player)]
        rows += _part(title, lines, width, scene.seats[seat].hue, roomy=roomy, heavy=turn)
    return rows


def _part(title: Text, lines: list[list[Text]], width: int, hue: str, *, roomy: bool, heavy: bool = False) -> Block:
    """A part with its title: in a frame, or on as few lines as it takes."""
    if not roomy:
        return flow([title, Text(" "), *(part for line in lines for part in line)], width, indent=3)
    inner = [Text(" ").append_text(row) for line in lines for row in flow(line, width - 4, indent=2)]
    return box(title, inner, width, hue, heavy=heavy)


def _title(scene: Scene, now: Board, team: str) -> Text:
    """A team's name and its members' marks."""
    name = next(one.name for one in components().teams if one.id == team)
    marks = [scene.mark(seat) for seat, player in enumerate(now.players) if player.team == team]
    return join([Text(name, f"bold {HUES[HUE[team]]}"), *marks])


def _shut(board: Board) -> list[str]:
    return [lab for player in board.players for lab in player.raided]


def _dea(scene: Scene, before: Board, now: Board) -> list[list[Text]]:
    """Labs shut, patrol area, the wanted table, deck and discards."""
    shut, was = _shut(now), _shut(before)
    there = len(shut) + sum(len(now.teams[team].labs) for team in CRIMINALS)
    levels = [Text.assemble((f"{threat}+", INK), ("★" * (k + 1), HUES["amber"])) for k, threat in enumerate(components().wanted.levels)]
    patrol = scene.cards([laid.id for laid in now.patrol], [laid.id for laid in before.patrol] if before.players else None)
    dea, old = now.teams["dea"], before.teams["dea"]
    return [
        [
            Text.assemble(label("labs shut "), num(len(was), len(shut)), label(f" of {there}")),
            Text.assemble(label("patrol "), join(patrol)),
            Text.assemble(label("wanted by threat "), join(levels)),
            _decks(old if before.players else dea, dea),
        ]
    ]


def _decks(was: Team, now: Team) -> Text:
    sizes = num(len(was.deck), len(now.deck)), num(len(was.discard), len(now.discard))
    return Text.assemble(label("deck "), sizes[0], label(" discards "), sizes[1])


def _team(scene: Scene, before: Board, now: Board, team: Team, *, roomy: bool) -> list[list[Text]]:
    """Crystals towards the goal; the labs, the exposed one first, with its chemist."""
    was, hue = before.teams[team.id] if before.players else team, HUES[HUE[team.id]]
    crystals = Text.assemble(("◆" * team.sold, hue), ("◇" * max(team.goal - team.sold, 0), FAINT))
    sold = [num(was.sold, team.sold), label(f"of {team.goal} sold"), crystals, _decks(was, team)]
    if team.gone:
        sold.insert(0, lit(not was.gone, " out of the game ", f"reverse {DANGER}"))
    labs = _labs(scene, before, now, team)
    return [sold, *([lab] for lab in labs)] if roomy else [sold, labs]


def _labs(scene: Scene, before: Board, now: Board, team: Team) -> list[Text]:
    """The exposed lab with its chemist, those under it, those that were shut."""
    was, hue = before.teams[team.id] if before.players else team, HUES[HUE[team.id]]
    shut, were = _shut(now), _shut(before)
    labs: list[Text] = []
    for lab in reversed(team.labs):
        name = scene.named(lab)
        if lab != team.lab:
            labs.append(Text.assemble(("▤ ", FAINT), (f"{name} {'under it' if team.face_up else 'face down'}", DIM)))
        elif team.chemist is not None:
            cooking = lit(was.chemist != team.chemist or was.lab != lab, f"{name}: ⚗ {scene.named(team.chemist.id)}", f"bold {hue}")
            labs.append(Text.assemble(("▣ ", hue), cooking))
        else:
            labs.append(Text.assemble(("▢ ", hue), lit(was.lab != lab or was.chemist is not None, f"{name}: no chemist", INK)))
    for lab in (one for one in components().labs_of(team.id) if one in shut):
        name = lit(lab not in were, scene.named(lab), f"strike {FAINT}")
        labs.append(Text.assemble(("✗ ", DANGER), name, (" shut", DANGER)))
    return labs


def _table(scene: Scene, before: Board, now: Board, width: int) -> Block:
    """The firefight, action or turn, and the cards that lie on the table."""
    words = (
        f"{now.fights} firefights"
        if now.fights > 1
        else "Firefight"
        if now.fights
        else "Action"
        if now.acting
        else "Turn"
        if now.turn
        else "Set-up"
    )
    parts = [lit(before.fights != now.fights, words, HEAD)]
    if now.turn:
        parts += [
            scene.who(now.active),
            Text.assemble(num(before.left, now.left), label(" action left" if now.left == 1 else " actions left")),
        ]
    parts.append(label("│ on the table"))
    was = [played.id for played in before.table]
    parts += (
        scene.cards([played.id for played in now.table], was, name=lambda card: _short(scene, card))
        if now.table or was
        else [Text("nothing", FAINT)]
    )
    return flow(parts, width, indent=3)


def _person(scene: Scene, seat: Seat, was: Player, now: Player, *, roomy: bool) -> list[Text]:
    """Life, stash, and whether the character is out of play."""
    parts = [
        Text.assemble(("♥" * now.life, DANGER), ("♡" * max(now.room - now.life, 0), FAINT), " ", num(was.life, now.life)),
        Text.assemble(("◆", HUES["sky"]), " ", num(was.stash, now.stash), label(" stash")),
    ]
    for state, before, words in (
        (now.dead, was.dead, "eliminated"), (now.jailed, was.jailed, "in jail"), (now.detained, was.detained, "in custody"),
    ):  # fmt: skip
        if state:
            parts.append(lit(not before, f" {words} ", f"reverse {DANGER}"))
        elif before:
            parts.append(lit(True, f"no longer {words}"))
    if now.raided:
        parts.append(Text.assemble(label("shut "), lit(was.raided != now.raided, ", ".join(map(scene.named, now.raided)), INK)))
    parts.append(Text(scene.players[seat] if roomy else "", FAINT))
    return parts


def _cards(scene: Scene, seat: Seat, was: Player, now: Player) -> list[Text]:
    """Hand and card area."""

    def short(card: Card) -> str:
        return _short(scene, card)

    parts = [label("hand"), *scene.cards(now.hand.cards, was.hand.cards, sealed=scene.mine(seat), name=short)]
    if now.area or was.area:
        parts += [label("area"), *scene.cards([laid.id for laid in now.area], [laid.id for laid in was.area], name=short)]
    return parts


def _short(scene: Scene, card: Card) -> str:
    """A card's name without its team's, whose colour the sheet has."""
    return re.sub(r"^(DEA|Heisenberg|Los Pollos|Juárez) ", "", re.sub(r" \(.*\)$", "", scene.named(card)))
