"""What each command of Breaking Bad is worth to the seat that may take it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bots.heuristic.breaking_bad.outlook import ACTION, WIN, Outlook
from domain.games.breaking_bad import (
    abilities,
    actions,
    alliances,
    attacks,
    card_effects,
    cards,
    caught,
    dea,
    elimination,
    firefight,
    jail,
    labs,
    life,
    reactions,
    turn,
)
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.parts import Way
from domain.games.breaking_bad.sheets import area_of, is_agent, shield, threat
from domain.kernel import Pass, Seat

Score = Callable[[Outlook, Any, Any], float]


# effects ----------------------------------------------------------------------------------------------------------------
def effect(out: Outlook, does: Any, card: str, on: Seat | None, team: str | None) -> float:
    """What one effect of a card is worth."""
    board, kind = out.board, does.kind
    target = out.seat if on is None else on
    if kind == "draw":
        return 0.45 * does.n if len(out.me.hand) <= 5 and out.mine(target) else 0.2
    if kind == "gain":
        return out.made(does.n)
    if kind == "lose-life":
        return _losses(out, does, target)
    if kind == "seize":
        if team is not None:
            return 0.9 * out.danger(team)
        return out.crystals(target, does.n or 9) + out.made(min(does.n or 9, board.players[target].stash)) * 0.7
    if kind == "shut-lab":
        return _raid(out, team)
    if kind == "firefight":
        return _fight(out, target)
    if kind == "patrol":
        return 1.1 if not board.patrol else 0.1
    if kind == "lay":
        return _lay(out, card, target)
    if kind == "detain":
        return 1.2 * out.danger(board.players[target].team)
    if kind == "discard-random":
        return 0.3 * min(does.n, len(board.players[target].hand)) * out.danger(board.players[target].team)
    if kind == "choose":
        return max(_option(out, option, card, seat) for option in does.options for seat in _aimed(out, option, target)) * min(2, does.times)
    return 0.3


def _aimed(out: Outlook, option: Any, target: Seat) -> list[Seat]:
    return list(out.board.around(out.seat)) if getattr(option, "who", "target") == "anyone" else [target]


def _option(out: Outlook, option: Any, card: str, on: Seat) -> float:
    """What one of several options is worth on a character."""
    player = out.board.players[on]
    if option.kind == "heal":
        missing = player.room - player.life
        return (0.5 + 0.4 * missing if missing else -0.1) if out.mine(on) else -0.5
    if option.kind == "strip":
        worn = [laid for laid in player.area if components().kind(laid.id).id in option.cards]
        if not worn:
            return -0.2
        harm = any(area_of(laid.id).ticks or area_of(laid.id).surveils for laid in worn)
        return 1.6 if harm == out.mine(on) else -1.0
    return effect(out, option, card, on, None)


def _losses(out: Outlook, does: Any, target: Seat) -> float:
    n = len(out.board.players)
    if does.who == "target":
        return out.life(target, does.n, does.attack) * (0.7 if does.unless is not None else 1.0)
    seats = range(n) if does.who == "everyone" else {(target + 1) % n, (target - 1) % n} - {target}
    return sum(out.life(seat, does.n, does.attack) * 0.7 for seat in seats if out.board.players[seat].playing)


def _raid(out: Outlook, team: str | None) -> float:
    if team is None:
        return 0.0
    held = out.board.teams[team]
    if out.open_labs == 1:
        return WIN
    return 1.2 + (0.8 if held.chemist is not None else 0.0) + 0.4 * out.danger(team) + 1.0 / out.open_labs


def _fight(out: Outlook, target: Seat) -> float:
    """What opening a firefight is worth: cards are spent, and the shot may be returned."""
    player = out.board.players[target]
    answers = min(0.75, 0.2 * len(player.hand)) * (0.45 if out.shots > 1 else 1.0)
    if out.agent:
        won = 1.2 * out.danger(player.team) + out.crystals(target, 99) + 0.2 * len(player.hand) + 0.5
        return won * (1 - answers) - answers * 0.9
    lost = 1.4 + 0.4 * out.me.stash if is_agent(out.board, target) else 0.8 + (3.0 if out.me.life == 1 else 0.0)
    return out.life(target, 1, True) * (1 - answers) - answers * lost - 0.1


def _lay(out: Outlook, card: str, target: Seat) -> float:
    lies, board = area_of(card), out.board
    danger = out.danger(board.players[target].team)
    if lies.absorbs:
        return (1.0 if target == out.seat else 0.8) if out.mine(target) else -1.0
    if lies.shields:
        return 0.5 + 0.1 * min(6, threat(board, out.seat)) if shield(board, target) is None else 0.1
    if lies.ticks:
        return 1.6 * danger
    return 0.7 * danger if lies.surveils else 0.2


# actions ----------------------------------------------------------------------------------------------------------------
def draw(out: Outlook, command: actions.DrawCard, asked: Any) -> float:
    """A card, the better the emptier the hand."""
    held = len(out.me.hand)
    return ACTION + (0.3 if held < 3 else 0.0) if held < 5 else 0.4 if held < 7 else 0.05


def sell(out: Outlook, command: labs.Sell, asked: Any) -> float:
    """A crystal that counts, at the risk of being caught."""
    if out.about_to_win(out.seat):
        return WIN - 10 * out.risk(out.seat)
    return 1.15 - out.risk(out.seat)


def make(out: Outlook, command: labs.Make, asked: Any) -> float:
    """Crystals to sell later, less the ally's share and the risk."""
    works = out.board.teams[command.team].chemist
    if works is None:
        return 0.0
    made = labs.chemist(works.id)
    share = 0.0 if works.team == command.team else 0.3
    return out.made(made.action) - share - (out.risk(out.seat) if made.breaks_law else 0.0)


def start_up(out: Outlook, command: labs.StartUp, asked: Any) -> float:
    """A lab in operation, and its first crystals."""
    made, works = labs.chemist(command.card), out.board.teams[command.team].chemist
    value = out.made(made.startup) + 1.0 - (out.risk(out.seat) if made.breaks_law else 0.0)
    if works is None:
        return value - (0.4 if command.team != out.team else 0.0)
    if works.team != out.team and command.team == out.team:
        return value  # the guest goes
    return value - 1.0 if made.action <= labs.chemist(works.id).action else value - 0.6


def relocate(out: Outlook, command: labs.Relocate, asked: Any) -> float:
    """A lab started up with a chemist who is in play already."""
    return 1.2 - out.risk(out.seat) if command.team == out.team and out.board.teams[command.team].chemist is None else 0.2


def shift(out: Outlook, command: labs.Shift, asked: Any) -> float:
    """Leaving an ally who is about to win."""
    ally = command.origin
    return 1.3 if command.team == out.team and ally != out.team and out.danger(ally) > 2.3 else -0.5


def remove(out: Outlook, command: labs.Remove, asked: Any) -> float:
    """Leaving an ally who is about to win, or sending him away."""
    works = out.board.teams[command.team].chemist
    other = command.team if works is not None and works.team == out.team else works.team if works is not None else out.team
    return 1.2 if other != out.team and out.danger(other) > 2.3 else -1.0


def play(out: Outlook, command: cards.Play, asked: Any) -> float:
    """All that a card does, less the risk of breaking the law."""
    kind = components().kind(command.card)
    way = next(way for way in kind.ways if _takes(way, command))
    value = sum(effect(out, does, command.card, command.on, command.team) for does in way.does)
    breaks = kind.violation == "always" or (kind.violation == "against-dea" and command.on is not None and is_agent(out.board, command.on))
    if breaks and not out.agent:
        against = command.on is not None and is_agent(out.board, command.on)
        value -= max(out.risk(out.seat), 0.8 if against else 0.0)
    return value


def _takes(way: Way, command: cards.Play) -> bool:
    if (way.target in ("lab", "board")) != (command.team is not None):
        return False
    return (way.target in ("nobody", "self")) == (command.on is None and command.team is None)


def use(out: Outlook, command: abilities.Use, asked: Any) -> float:
    """An action of one's own."""
    if out.agent:
        return 0.85 if len(out.me.hand) < 6 else 0.5
    if out.me.life < out.me.room and out.me.stash >= 3 and out.me.life <= 2:
        return 1.1
    team = [player for player in out.board.players if player.team == out.team and player.playing]
    sick = any(area_of(laid.id).ticks or area_of(laid.id).surveils for player in team for laid in player.area)
    return 1.3 if sick else 0.55 if out.shots == 0 else 0.3


def propose(out: Outlook, command: alliances.Propose, asked: Any) -> float:
    """Another team's lab, for who has a chemist to spare."""
    own = out.board.teams[out.team]
    chemists = [kind for kind in out.hand if kind.chemist is not None]
    wanting = own.lab is None or (own.chemist is not None and len(chemists) > 0 and out.me.stash < 3)
    return 1.6 - 0.4 * out.danger(command.team) if wanting and chemists and out.danger(command.team) < 2 else -1.0


def consider(out: Outlook, command: alliances.Consider, asked: alliances.Consent) -> float:
    """The share in what a guest makes, if his team is no danger."""
    danger = out.danger(out.board.players[asked.of].team)
    return (1.8 - danger) if command.agreed else 0.0


def stare(out: Outlook, command: abilities.StareAt, asked: Any) -> float:
    """A card of the most dangerous hand."""
    return (
        -1.0 if out.mine(command.at) else WIN / 2 + len(out.board.players[command.at].hand) * out.danger(out.board.players[command.at].team)
    )


def pay(out: Outlook, command: actions.Pay, asked: Any) -> float:
    """An action more: worth its price if it wins, or if there is something good to do with it."""
    team = out.board.teams[out.team]
    price = {"crystals": 2, "cards": 0, "life": 0}[command.price]
    if team.goal and team.sold + 1 >= team.goal and out.me.stash - price >= 1:
        return WIN
    best = max((0.4 + out.keeps(card) * 0.8 for card in out.me.hand.cards if card is not None), default=0.4) if out.agent else 0.9
    if command.price == "crystals":
        return best - (0.3 if out.agent else 1.1)
    if command.price == "life":
        return best - 1.6 if out.me.life > 2 else -1.0
    worst = sorted(out.keeps(card) for card in out.me.hand.cards if card is not None)[:2]
    return best - sum(worst) - 0.1


# reactions --------------------------------------------------------------------------------------------------------------
def strike(out: Outlook, command: caught.CatchCriminal, asked: reactions.React) -> float:
    """A criminal in jail, and what he was about to do undone."""
    actor = asked.deed.actor
    if asked.deed.doing == "sell" and out.about_to_win(actor):
        return WIN
    return _fight(out, actor) + 0.5


def prevent(out: Outlook, command: abilities.PreventAction, asked: reactions.React) -> float:
    """What the action would bring, less two cards."""
    deed = asked.deed
    price = sum(sorted(out.keeps(card) for card in out.me.hand.cards if card is not None)[:2])
    if deed.doing == "sell":
        return (WIN if out.about_to_win(deed.actor) else 1.3 * out.danger(out.board.players[deed.actor].team)) - price
    if deed.card is not None:
        kind = components().kind(deed.card)
        raid = any(does.kind == "shut-lab" for way in kind.ways for does in way.does)
        if raid and out.open_labs == 1:
            return WIN
        return (2.4 if deed.target == out.seat else 1.6 if raid else 0.6) - price
    return 0.8 * out.danger(out.board.players[deed.actor].team) - price if deed.doing == "make" else -1.0


def call_off(out: Outlook, command: dea.CallOffCard, asked: reactions.React) -> float:
    """What the card would do to the own side."""
    deed = asked.deed
    if deed.target is not None:
        return 2.0 if deed.target == out.seat else 1.2 if out.mine(deed.target) else -0.5
    if out.open_labs == 1:
        return WIN
    return 1.5


def fire(out: Outlook, command: firefight.Fire, asked: firefight.AnswerShot) -> float:
    """Fending off a shot: for oneself and the partner, for an ally if there are cards to spare."""
    if asked.at == out.seat:
        return 1.6 if is_agent(out.board, asked.by) or out.me.life <= 2 else 0.9
    if out.mine(asked.at):
        return 1.0 if is_agent(out.board, asked.by) or out.board.players[asked.at].life <= 2 else 0.3
    return 0.4 if out.shots > 1 else -0.2


def rescue(out: Outlook, command: firefight.RescueLoser, asked: firefight.MayRescue) -> float:
    """The freedom of the loser."""
    if asked.criminal == out.seat:
        return 3.0
    loser = out.board.players[asked.criminal].team
    return 2.0 if loser == out.team else 0.3 if loser in out.allied else -1.0


def take_loss(out: Outlook, command: life.TakeLoss, asked: life.MayTakeLoss) -> float:
    """A life point of the partner, who has fewer."""
    victim = out.board.players[asked.victim]
    if not out.mine(asked.victim) or out.me.life <= 2:
        return -1.0
    return 1.0 if victim.life < out.me.life else 0.2


def avert(out: Outlook, command: attacks.Avert, asked: attacks.MayDiscard) -> float:
    """Life points of the own side, less the card."""
    return 1.5 - out.keeps(command.card) + (1.5 if out.me.life <= asked.hit.n else 0.0) if out.mine(asked.hit.seat) else -0.5


def choose(out: Outlook, command: card_effects.ChooseEffect, asked: card_effects.Pick) -> float:
    """What the option does."""
    choice, _ = components().choices_by_source[asked.cause.of]
    option = next(option for option in choice.options if option.kind == command.what)
    return _option(out, option, asked.cause.card or "", command.on)


# liberties --------------------------------------------------------------------------------------------------------------
def take_over(out: Outlook, command: turn.TakeOver, asked: Any) -> float:
    """A turn more: best before a dangerous opponent has done anything, and when there is something to sell."""
    board = out.board
    active = board.players[board.active].team
    ready = out.me.stash >= 2 or any(kind.ways for kind in out.hand) or board.teams[out.team].chemist is not None
    return out.danger(active) - 0.9 if board.left == 2 and not board.acting and ready else -1.0


def free(out: Outlook, command: jail.FreePrisoner, asked: Any) -> float:
    """The freedom of the partner."""
    return 2.0 if out.mine(command.of) else -1.0


def discard(out: Outlook, command: actions.Discard, asked: Any) -> float:
    """The less a card is worth, the better it is discarded."""
    return -out.keeps(command.card)


def _(value: float) -> Score:
    """The same, whatever the position."""
    return lambda out, command, asked: value


SCORES: dict[type[Any], Score] = {
    Pass: _(0.2),
    abilities.Look: _(0.0),
    abilities.LookAtHand: _(-0.5),
    abilities.MakeDiscard: _(1.0),
    abilities.PreventAction: prevent,
    abilities.StareAt: stare,
    abilities.Use: use,
    actions.Discard: discard,
    actions.DrawCard: draw,
    actions.Forgo: _(0.0),
    actions.Pay: pay,
    alliances.Consider: consider,
    alliances.LetReceive: lambda out, command, asked: 1.0 if command.to == out.seat else 0.5,
    alliances.Propose: propose,
    attacks.Avert: avert,
    card_effects.ChooseEffect: choose,
    cards.Play: play,
    caught.CatchCriminal: strike,
    dea.CallOffCard: call_off,
    elimination.LeaveTo: lambda out, command, asked: -abs(2 * command.n - out.board.players[asked.of].stash),
    elimination.Split: lambda out, command, asked: float(command.agreed),
    firefight.Fire: fire,
    firefight.RescueLoser: rescue,
    jail.FreePrisoner: free,
    labs.Make: make,
    labs.Relocate: relocate,
    labs.Remove: remove,
    labs.Sell: sell,
    labs.Shift: shift,
    labs.StartUp: start_up,
    life.TakeLoss: take_loss,
    reactions.StandAside: _(-1.0),
    turn.TakeOver: take_over,
}
