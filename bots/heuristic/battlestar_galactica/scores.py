"""What each command of Battlestar Galactica is worth to the seat that may take it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bots.heuristic.battlestar_galactica import outlook
from bots.heuristic.battlestar_galactica.outlook import Outlook
from domain.games.battlestar_galactica import (
    abilities,
    checks,
    contributions,
    crises,
    cylon_locations,
    cylons,
    damage,
    dice,
    jump,
    locations,
    loyalty,
    movement,
    offices,
    options,
    quorum,
    resources,
    setup,
    ships,
    skill_actions,
    skills,
    titles,
    vipers,
)
from domain.games.battlestar_galactica.board import AREAS, BRIG, RING, SICKBAY
from domain.games.battlestar_galactica.components import components, effects_at
from domain.kernel import Pass, Seat

Score = Callable[[Outlook, Any, Any], float]
LIKED = ("william-adama", "laura-roslin", "kara-thrace", "galen-tyrol", "lee-adama", "saul-tigh", "tom-zarek", "sharon-valerii")


def flat(worth: float) -> Score:
    """A command that is always worth the same."""
    return lambda out, command, asked: worth


def sided(worth: float) -> Score:
    """A command that helps the humans so much."""
    return lambda out, command, asked: worth * out.side


def _suspect(out: Outlook, seat: Seat) -> float:
    """How gladly the seat harms another: a human whom he does not know, a Cylon rather a strong human."""
    if seat == out.seat:
        return -5.0
    player = out.board.players[seat]
    known = [card for card in player.loyalty.cards if card is not None]
    traitor = any(card in components().cylon_cards for card in known)
    if traitor:
        return -3.0 if out.cylon else 6.0
    office = seat in (out.board.president, out.board.admiral)
    return (1.5 if office else 0.5) if out.cylon else (-1.0 if known else -0.2) - 0.5 * office


def _trust(out: Outlook, seat: Seat) -> float:
    return -_suspect(out, seat) if seat != out.seat else (2.0 if not out.me.cylon else 0.0)


# setup, skills ------------------------------------------------------------------------------------------------------------
def _character(out: Outlook, command: setup.BeCharacter, asked: Any) -> float:
    return float(len(LIKED) - LIKED.index(command.character)) if command.character in LIKED else 0.0


def _draw_from(out: Outlook, command: skills.DrawFrom, asked: Any) -> float:
    held = sum(card is not None and components().types[card] == command.skill for card in out.me.hand.cards)
    liked = {"leadership": 1.0, "politics": 0.8, "tactics": 0.8, "piloting": 0.5, "engineering": 0.6}
    return liked[command.skill] - 0.3 * held - 0.2 * getattr(asked, "picked", ()).count(command.skill)


def _put_aside(out: Outlook, command: skills.PutAside, asked: Any) -> float:
    return -float(components().strengths[command.card]) if command.card is not None else 0.0


# movement -------------------------------------------------------------------------------------------------------------------
def _move(out: Outlook, command: movement.MoveTo, asked: Any) -> float:
    me, board = out.me, out.board
    if command.to in AREAS:
        here, there = (board.areas[RING.index(area)] for area in (me.at, command.to))
        return 1.0 if there.raiders + there.heavies and not here.raiders + here.heavies else -0.5
    if me.cylon:
        return _cylon_place(out, command.to) - _cylon_place(out, me.at) - 0.1
    of = components().locations_by_id
    if me.flying:
        return -1.0 if out.raiders + out.heavies else out.place(command.to) - 1.2
    taken = any(p.at == command.to for p in board.players) and components().abilities["convicted-criminal"][0] == me.character
    price = 1.2 if of[me.at].ship != of[command.to].ship else 0.0
    worth = 0.0 if taken else _mending(out) if damage.location_damaged(board, command.to) else out.place(command.to)
    return worth - price - (0.0 if me.at == SICKBAY else _here(out)) - 0.05


def _here(out: Outlook) -> float:
    return _mending(out) if damage.location_damaged(out.board, out.me.at) else out.place(out.me.at)


def _mending(out: Outlook) -> float:
    """What it is worth to stand at a damaged location: as much as a Repair can do there."""
    holds = any(card is not None and components().skills_by_card[card].id == "repair" for card in out.me.hand.cards)
    return (2.0 + 0.5 * len(out.board.damaged)) * max(0.0, out.side) if holds else 0.0


def _cylon_place(out: Outlook, at: str) -> float:
    board, me = out.board, out.me
    if at == "cylon-fleet":
        return (
            0.0 if me.barren else 3.5 if board.out() and (out.raiders + out.heavies) else 2.0 if board.out() or any(board.boarding) else 0.5
        )
    if at == "caprica":
        return 5.0 if me.supers.cards and not me.barren else 2.6
    if at == "human-fleet":
        return 2.7
    return 3.0 if any(card in components().cylon_cards for card in me.loyalty.cards) and board.distance < 8 else 0.2


# actions ------------------------------------------------------------------------------------------------------------------------
def _use(out: Outlook, command: locations.UseLocation, asked: Any) -> float:
    return out.place(out.me.at) - (1.5 if out.me.character == components().abilities["terminal-illness"][0] else 0.0)


def _play(out: Outlook, command: skill_actions.PlayCard, asked: Any) -> float:
    kind = components().skills_by_card[command.card].id
    worth = {
        "executive-order": 3.0 if out.raiders or out.board.track >= 3 else 1.6,
        "consolidate-power": 1.9,
        "launch-scout": 1.0,
        "repair": 2.6 + 0.5 * len(out.board.damaged) if damage.location_damaged(out.board, out.me.at) else 1.0,
        "maximum-firepower": 4.5,
    }
    return worth.get(kind, 1.0) - 0.2 * components().strengths[command.card]


def _order(out: Outlook, command: skill_actions.Order, asked: Any) -> float:
    other = Outlook(out.board, command.to)
    place = 0.0 if out.board.players[command.to].flying else other.place(out.board.players[command.to].at)
    return 1.5 * _trust(out, command.to) + place + (2.5 if out.board.players[command.to].flying and out.raiders else 0.0)


def _power(out: Outlook, command: abilities.UsePower, asked: Any) -> float:
    power = components().characters_by_id[out.me.character].once_per_game
    if power.id == "cag":
        return 4.0 if out.raiders > 3 else 0.0
    if power.id == "unconventional-tactics":
        return 3.0 if out.danger > 0.5 and out.board.dials.population > 4 else 0.0
    return 1.9 if out.board.turn > 3 else 0.0


def _reveal(out: Outlook, command: loyalty.Reveal, asked: Any) -> float:
    board = out.board
    if out.me.at == BRIG:
        return 3.0
    hurts = out.danger + 0.1 * board.distance + (0.3 if out.raiders > 4 else 0.0)
    return 6.0 * hurts - 3.5 if board.turn > len(board.players) else -1.0


def _fire(out: Outlook, command: vipers.Fire, asked: Any) -> float:
    return (out.prey(command.target) + 0.3) * out.side


def _fly(out: Outlook, command: vipers.FlyViper, asked: Any) -> float:
    there = out.board.areas[RING.index(command.to)]
    return (1.2 if there.raiders + there.heavies else 0.0) * out.side


def _nuke(out: Outlook, command: offices.LaunchNuke, asked: Any) -> float:
    return (3.6 if len(out.board.out()) > 1 or out.raiders > 5 else 3.2 if out.board.track < 4 else 1.0) * out.side


def _play_quorum(out: Outlook, command: Any, asked: Any) -> float:
    return 2.6 + 0.4 * out.effects(components().quorum_by_id[command.card].does)


def _unmanned(out: Outlook, command: Any, asked: Any) -> float:
    if isinstance(command, vipers.OpenFire):
        return (out.prey(command.target) + out.exposed(command.area)) * out.side
    if isinstance(command, vipers.LaunchViper):
        place = out.board.areas[RING.index(command.area)]
        return 1.0 + 0.5 * bool(place.raiders) - 0.3 * place.vipers
    here, there = (out.board.areas[RING.index(area)] for area in (command.area, command.to))
    return 0.8 + out.exposed(command.to) if there.raiders + there.heavies and not here.raiders + here.heavies else -0.5


def _shift(out: Outlook, command: locations.Shift, asked: Any) -> float:
    there = out.board.areas[RING.index(command.to)]
    return (out.board.areas[RING.index(asked.area)].raiders - there.raiders) * 1.0 * out.side


def _name(out: Outlook, command: locations.Name, asked: Any) -> float:
    worth = _suspect(out, command.to)
    return worth if isinstance(asked, locations.Accuse) else -worth


# dice ---------------------------------------------------------------------------------------------------------------------------
def _plan(out: Outlook, command: dice.PlanRoll, asked: Any) -> float:
    ours = "viper attacks" in asked.why or "Galactica attacks" in asked.why or "centurion" in asked.why or "people" in asked.why
    return (0.4 if ours else -1.0) * out.side - 0.15 * components().strengths[command.card] + 0.4


def _evade(out: Outlook, command: dice.Evade, asked: Any) -> float:
    return (1.0 if out.board.die >= 5 else -1.0) * out.side


# crises and checks ----------------------------------------------------------------------------------------------------------------
def _way(out: Outlook, command: Any, asked: Any) -> float:
    cause = asked.cause
    n = command.n if isinstance(command, crises.TakeWay) else asked.n
    _, path = crises.ways(cause)[n]
    crisis = components().crises_by_id[cause.of]
    worth = out.check(crisis.check) if path is None else out.effects(effects_at(cause.of, path))
    return worth * out.side


def _switch(out: Outlook, command: crises.SwitchWay, asked: Any) -> float:
    ways = crises.ways(asked.cause)
    crisis = components().crises_by_id[asked.cause.of]
    worth = [out.check(crisis.check) if path is None else out.effects(effects_at(asked.cause.of, path)) for _, path in ways]
    return (worth[asked.n] - worth[1 - asked.n]) * out.side - 2.5


def _crisis(out: Outlook, command: Any, asked: Any) -> float:
    crisis = components().crises_by_id[command.card]
    if crisis.check is not None:
        worth = out.check(crisis.check)
    elif crisis.options:
        worth = max(out.effects(way.does) for way in crisis.options)
    else:
        worth = -8.0
    return (worth + (outlook.ICON if crisis.jump else 0.0)) * out.side


def _replace(out: Outlook, command: crises.DrawAnother, asked: Any) -> float:
    return -_crisis(out, asked, None) - 5.0 if not out.cylon else -1.0


def _option(out: Outlook, command: options.TakeOption, asked: Any) -> float:
    return out.effects(effects_at(asked.cause.of, f"{asked.path}.options.{command.n}.does")) * out.side


def _do_it(out: Outlook, command: options.DoIt, asked: Any) -> float:
    return out.effects(effects_at(asked.cause.of, f"{asked.path}.does")) * out.side


def _more(out: Outlook, command: contributions.AddCard, asked: Any) -> float:
    best = max((out.helps(card) for card in out.me.hand.cards), default=0)
    if best <= 0 or out.wants <= 0:
        return -1.0
    if out.cylon and not out.me.cylon and asked.given >= 1:
        return -1.0
    return 1.0


def _add(out: Outlook, command: Any, asked: Any) -> float:
    brings = out.helps(command.card)
    return brings if brings <= out.wants + 1 else out.wants - brings / 10


def _speak(out: Outlook, command: contributions.Speak, asked: Any) -> float:
    if out.me.at == BRIG or out.me.cylon:
        return -1.0
    able = sum(max(0, out.brings(card)) for card in out.me.hand.cards)
    told = "a-lot" if able >= 6 else "a-little" if able else "not-at-all"
    return 0.5 if command.how == told else -1.0


def _before(out: Outlook, command: checks.Research, asked: Any) -> float:
    held = sum(card is not None and components().types[card] == "engineering" for card in out.me.hand.cards)
    return 0.5 * (held - 2) * out.side


def _discount(out: Outlook, command: checks.Discount, asked: Any) -> float:
    check = out.board.check
    assert check is not None
    return -0.5 if command.skill in check.skills else -0.2 + 0.1 * out.side


def _declare(out: Outlook, command: checks.Declare, asked: Any) -> float:
    check = components().crises_by_id[asked.cause.of].check
    assert check is not None
    worth = out.effects(check.passed) - out.effects(check.fail)
    return (worth if command.result == "pass" else -worth) * out.side - 8.0


def _sway(out: Outlook, command: Any, asked: Any) -> float:
    check = out.board.check
    assert check is not None
    wanted = -_suspect(out, check.target) if check.target is not None and check.of == "administration" else 0.3
    if check.of == "admirals-quarters" and check.target is not None:
        wanted = _suspect(out, check.target)
    return wanted * (-1 if command.n > 0 else 1)


def _destination(out: Outlook, command: jump.FlyTo, asked: Any) -> float:
    return out.destination(command.card) * out.side


def _under(out: Outlook, command: options.PutUnder, asked: Any) -> float:
    top = out.board.piles()[asked.deck].top
    if top is None:
        return -0.1
    if asked.deck == "crisis":
        worth = _crisis(out, _Card(top), None)
        return -worth - 3.0 * out.side
    return (outlook.USUAL * outlook.FAR - out.destination(top)) * out.side


class _Card:
    def __init__(self, card: str) -> None:
        self.card = card


# who ------------------------------------------------------------------------------------------------------------------------------
def _harm(out: Outlook, command: Any, asked: Any) -> float:
    return _suspect(out, command.to)


def _favour(out: Outlook, command: Any, asked: Any) -> float:
    return _trust(out, command.to)


def _look_at(out: Outlook, command: loyalty.LookAt, asked: Any) -> float:
    return float(out.board.players[command.target].loyalty.cards.count(None))


def _pick(out: Outlook, command: movement.PickPlayer, asked: Any) -> float:
    harm = _suspect(out, command.to)
    return harm + 3.0 if asked.cause.kind == "loyalty" else -harm


def _room(out: Outlook, command: movement.Admit, asked: Any) -> float:
    return 0.5 + out.place(command.to) if asked.target == out.seat else 0.0


def _civilian(out: Outlook, command: ships.GiveUp, asked: Any) -> float:
    card = out.board.areas[RING.index(command.area)].civilians.cards[command.n]
    return 0.0 if card is None else -sum(components().civilians_by_id[card].lose.values()) * out.side


def _place_in(out: Outlook, command: ships.PlaceIn, asked: Any) -> float:
    place = out.board.areas[RING.index(command.area)]
    return -float(place.raiders) * out.side if asked.ship in ("civilian", "viper") else 0.0


def _fleet(out: Outlook, command: cylon_locations.CommandFleet, asked: Any) -> float:
    board = out.board
    if command.what == "basestars":
        return 2.0 * len(board.out())
    if command.what == "raiders":
        exposed = sum(out.exposed(area) for area in RING)
        return 0.6 * out.raiders + 1.5 * exposed
    if command.what == "heavy-raiders":
        return 2.0 * sum(space * n for space, n in enumerate(board.boarding, 1)) + 0.8 * out.heavies
    return 1.6 * len(board.out())


def _steal(out: Outlook, command: Any, asked: Any) -> float:
    card = out.board.players[asked.target].hand.cards[command.n]
    return float(components().strengths[card]) if card is not None else 0.0


def _gain(out: Outlook, command: resources.GainResource, asked: Any) -> float:
    return out.dial(command.resource, 1) * out.side


def _damaged(out: Outlook, command: damage.Sabotage, asked: Any) -> float:
    liked = {"damage-fuel": 3.0, "damage-food": 2.5, "damage-ftl-control": 2.8, "damage-command": 2.0, "damage-admirals-quarters": 2.2}
    return liked.get(command.token, 1.5)


SCORES: dict[type[Any], Score] = {
    Pass: flat(0.0),
    setup.BeCharacter: _character,
    skills.DrawFrom: _draw_from,
    skills.PutAside: _put_aside,
    movement.MoveTo: _move,
    movement.SendAway: _harm,
    movement.PickPlayer: _pick,
    movement.Admit: _room,
    skill_actions.PlayCard: _play,
    skill_actions.Order: _order,
    skill_actions.MoveAndAct: lambda out, command, asked: 1.0 if _here(out) < 1.5 and not out.me.flying else -1.0,
    skill_actions.ActTwice: flat(0.0),
    skill_actions.MendLocation: flat(1.0),
    skill_actions.MendVipers: flat(0.5),
    locations.UseLocation: _use,
    locations.DrawMore: flat(1.0),
    locations.Name: _name,
    locations.Bombard: lambda out, command, asked: out.prey(command.target, galactica=True) * out.side,
    locations.Call: flat(0.0),
    locations.Shift: _shift,
    locations.Shoot: lambda out, command, asked: command.n * out.side,
    cylon_locations.PlaySuper: flat(5.0),
    cylon_locations.DrawTwo: flat(2.5),
    cylon_locations.Unleash: _crisis,
    cylon_locations.CommandFleet: _fleet,
    cylon_locations.Infiltrate: flat(2.0),
    cylon_locations.SpyOn: lambda out, command, asked: float(len(out.board.players[command.target].hand)),
    cylon_locations.Steal: _steal,
    cylon_locations.Resurrect: flat(0.5),
    cylon_locations.Swap: flat(-0.1),
    cylon_locations.Convert: lambda out, command, asked: float(not out.board.players[command.to].cylon),
    offices.DrawQuorum: flat(1.3),
    offices.PlayQuorum: _play_quorum,
    offices.LaunchNuke: _nuke,
    crises.TakeCrisis: _crisis,
    crises.DrawAnother: _replace,
    crises.TakeWay: _way,
    crises.SwitchWay: _switch,
    options.TakeOption: _option,
    options.DoIt: _do_it,
    options.LookOnTop: flat(0.5),
    options.PutUnder: _under,
    resources.GainResource: _gain,
    abilities.UsePower: _power,
    abilities.Persuade: _play_quorum,
    abilities.Sway: _sway,
    abilities.TakeOff: lambda out, command, asked: 1.0 if out.raiders else -1.0,
    titles.Appoint: _favour,
    quorum.ChangeBy: _sway,
    quorum.Assign: _favour,
    jump.FlyTo: _destination,
    checks.Investigate: flat(-0.5),
    checks.Research: _before,
    checks.Declare: _declare,
    contributions.AddCard: _more,
    contributions.Add: _add,
    contributions.AddOpenly: _add,
    contributions.Speak: _speak,
    checks.Discount: _discount,
    checks.DeclareEmergency: sided(1.0),
    checks.TakeAll: flat(1.0),
    loyalty.LookAt: _look_at,
    loyalty.Reveal: _reveal,
    loyalty.HandOver: _harm,
    ships.PlaceIn: _place_in,
    ships.GiveUp: _civilian,
    ships.DestroyAt: flat(0.5),
    cylons.ActIn: flat(0.0),
    cylons.Hunt: lambda out, command, asked: _suspect(out, command.pilot),
    dice.StandAside: flat(-1.0),
    dice.PlanRoll: _plan,
    dice.Evade: _evade,
    dice.RollAgain: flat(-0.1),
    damage.Sabotage: _damaged,
    vipers.LaunchViper: _unmanned,
    vipers.MoveViper: _unmanned,
    vipers.OpenFire: _unmanned,
    vipers.FlyViper: _fly,
    vipers.Fire: _fire,
    vipers.Launch: lambda out, command, asked: float(out.board.areas[RING.index(command.area)].raiders),
    vipers.Recall: flat(0.0),
    vipers.DamageViper: flat(0.0),
    vipers.BringBack: sided(1.0),
}
