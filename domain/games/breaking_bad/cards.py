"""Playing cards as an action (Playing Criminal Cards; Playing DEA Cards; Card Explanations)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.breaking_bad.actions import Act, CardPlayed, announce, as_action
from domain.games.breaking_bad.board import DEA, Board
from domain.games.breaking_bad.card_effects import more_choices
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.effects import Cause, due
from domain.games.breaking_bad.parts import CardKind, Detain, Firefight, IgnoresThreat, Lay, Way
from domain.games.breaking_bad.reactions import Deed
from domain.games.breaking_bad.sheets import ability, bears, is_agent, opponents, shield, threat, wanted
from domain.kernel import Card, Command, Names, Offer, RuleId, Scribe, Seat, Text, thing, who


class Play(Command[Board], frozen=True):
    """Play a card, on somebody or on a team's lab or board."""

    card: Card
    on: Seat | None = None
    team: str | None = None

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        kind = components().kind(self.card)
        way = self._way(kind)
        target = seat if way.target == "self" else self.on
        cause = Cause(seat, kind.id, kind.rule, self.card, target, self.team)
        fights = any(isinstance(effect, Firefight) for effect in way.does)
        agent = target is not None and is_agent(scribe.board, target)
        breaks = kind.violation == "always" or (kind.violation == "against-dea" and agent)
        announce(
            scribe,
            seat,
            Deed(seat, "play", card=self.card, target=self.on),
            "bb.action.play-one-card",
            *due(way.does, cause),
            *more_choices(scribe.board, cause),
            played=(CardPlayed(seat, self.card, self.on, self.team), _licence(scribe.board, seat, kind)),
            violation=kind.violation_rule if breaks else None,
            open_to_dea=not (fights and agent),  # an agent who is shot at answers, that is enough
        )

    def _way(self, kind: CardKind) -> Way:
        """How the card is played: the way that takes this kind of target."""
        for way in kind.ways:
            at_team = way.target in ("lab", "board")
            alone = way.target in ("nobody", "self")
            if at_team == (self.team is not None) and alone == (self.on is None and self.team is None):
                return way
        raise TypeError(f"{self.card} can not be played so")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        at = (" on ", who(self.on)) if self.on is not None else (" on ", thing(self.team)) if self.team else ()
        return ("play ", thing(self.card), *at)


# what may be played -----------------------------------------------------------------------------------------------------------
def plays(board: Board, act: Act) -> Iterator[Offer[Board]]:
    """Every card in the hand with everything it may be played on, barred where a rule forbids it."""
    kinds = components().kinds_by_card
    for card in dict.fromkeys(board.players[act.seat].hand.cards):
        if card is None:
            continue
        kind = kinds[card]
        if kind.chemist is not None:
            yield Offer(Play(card), "bb.lab.chemist-only-by-startup")
            continue
        weak = _too_weak(board, act.seat, kind)
        for way in kind.ways:
            if way.target in ("lab", "board"):
                yield from (Offer(Play(card, team=team), barred) for team, barred in _teams(board, way))
            elif way.target in ("nobody", "self"):
                yield Offer(Play(card), weak or _twice(board, act.seat, kind, way))
            else:
                for on in _targets(board, act.seat, way):
                    own = way.target == "opponent" and board.players[on].team == board.players[act.seat].team
                    yield Offer(Play(card, on), "bb.amb.fight.self-target" if own else weak or _out_of_reach(board, on, kind, way))


def _licence(board: Board, seat: Seat, kind: CardKind) -> RuleId:
    """The rule by which a card is played: its own, or what says that the threat is high enough, or need not be."""
    player, ignores = board.players[seat], ability(board, seat, IgnoresThreat)
    if player.team == DEA:
        return kind.played_rule or kind.rule
    sold = board.teams[player.team].sold
    if not kind.threat:
        return kind.played_rule or (kind.rule if max(sold, player.stash) else "bb.threat.no-symbol-no-limit")
    if max(sold, player.stash) < kind.threat and ignores is not None:
        return ignores[0].rule
    if (sold >= kind.threat) == (player.stash >= kind.threat):
        return kind.rule
    return "bb.threat.team" if sold >= kind.threat else "bb.threat.individual"


def _too_weak(board: Board, seat: Seat, kind: CardKind) -> RuleId | None:
    """The rule that bars a card of this kind to a criminal whose threat is too low."""
    if not kind.threat or threat(board, seat) >= kind.threat:
        return None
    ignores = ability(board, seat, IgnoresThreat)
    if ignores is not None and kind.id in ignores[1].cards:
        return None
    return "bb.threat.max-not-sum" if _added(board, seat) >= kind.threat else kind.threat_rule


def _added(board: Board, seat: Seat) -> int:
    """What threat there would be if the two were added, which they are not."""
    return board.players[seat].stash + board.teams[board.players[seat].team].sold


def _teams(board: Board, way: Way) -> Iterator[tuple[str, RuleId | None]]:
    """The teams whose lab or board a card may be played on, with the rule that bars it there."""
    for team in board.teams:
        if way.target == "lab" and team.labs:
            yield team.id, None if team.face_up else "bb.jail.face-down-not-counted"
        elif way.target == "board" and team.goal and not team.gone:
            yield team.id, None if team.sold else "bb.amb.seizure.board-wanted"


def _targets(board: Board, seat: Seat, way: Way) -> Iterator[Seat]:
    if way.target == "opponent":
        fights = any(isinstance(effect, Firefight) for effect in way.does)
        found = board.others(seat) if fights else opponents(board, seat)
    elif way.target == "anyone":
        found = board.around(seat)
    else:
        found = (other for other in board.around(seat) if (board.players[other].team == DEA) == (way.target == "agent"))
    return (other for other in found if not way.holding or board.players[other].stash)


def _out_of_reach(board: Board, on: Seat, kind: CardKind, way: Way) -> RuleId | None:
    """The rule that bars this card on this character."""
    if way.wanted and wanted(board, on) < way.wanted:
        added = components().wanted_level(_added(board, on)) >= way.wanted
        return "bb.wanted.uses-effective-threat" if added else kind.wanted_rule
    if way.shielded and (shielding := shield(board, on)) is not None:
        detains = any(isinstance(effect, Detain) for effect in way.does)
        return "bb.amb.custody.undercover-clash" if detains else components().kind(shielding.id).rule
    return _twice(board, on, kind, way)


def _twice(board: Board, on: Seat, kind: CardKind, way: Way) -> RuleId | None:
    """The rule that bars laying a card beside one of its kind."""
    lays = any(isinstance(effect, Lay) for effect in way.does)
    return "bb.area.different-cards-only" if lays and bears(board, on, kind.id) is not None else None


as_action(plays)
