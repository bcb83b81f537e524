"""Breaking Bad: each test that the rulebook names as the proof of a rule is seen to fail when that rule is broken. One function a rule,
called by its id, breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games import breaking_bad
from domain.games.breaking_bad import actions, elimination, ending, firefight, jail, labs, reactions, setup, turn
from domain.games.breaking_bad.board import Board, Player
from domain.games.breaking_bad.boards import CrystalSold
from domain.games.breaking_bad.cards import Play
from domain.games.breaking_bad.components import components
from domain.games.breaking_bad.dea import Detained
from domain.games.breaking_bad.decks import HandDiscarded
from domain.games.breaking_bad.firefight import EndFight, FightEnded, Fire
from domain.games.breaking_bad.jail import FreePrisoner, GoToJail
from domain.games.breaking_bad.law import LawBroken
from domain.games.breaking_bad.parts import Chemist
from domain.games.breaking_bad.reactions import Deed, React
from domain.games.breaking_bad.setup import LabsLaid, SupplyMade
from domain.games.breaking_bad.sheets import lift
from domain.kernel import Game, NothingHappened, Offer, Pile, Scribe, Seat, seal
from tests.rules.evidence import named_test, play, rules_of, scenarios_of

Broken = Callable[[pytest.MonkeyPatch], None]
BREAKS: dict[str, Broken] = {}
RULESET = breaking_bad.RULESET
RULES = rules_of(RULESET)


def breaks(*rules: str) -> Callable[[Broken], Broken]:
    """The function breaks these rules."""

    def keep(broken: Broken) -> Broken:
        BREAKS.update(dict.fromkeys(rules, broken))
        return broken

    return keep


# Setup ------------------------------------------------------------------------------------------------------------------
@breaks("bb.setup.min-three-teams")
def nothing_is_legal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(setup, "fault_of", lambda characters: "at least four teams take part")


@breaks("bb.amb.setup.dea-mandatory")
def anything_is_legal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(setup, "DEA", "nobody")
    named = named_test(RULES["bb.amb.setup.dea-mandatory"].test or "")
    patch.setitem(getattr(named, "__globals__"), "fault_of", lambda characters: None)  # noqa: B009 - a function has globals


@breaks("bb.setup.labs-face-up-stack")
def labs_face_down(patch: pytest.MonkeyPatch) -> None:
    lay = LabsLaid.apply
    patch.setattr(LabsLaid, "apply", lambda self, board: lay(self, board).team(self.team, face_up=False))


@breaks("bb.setup.component-totals")
def a_crystal_too_many(patch: pytest.MonkeyPatch) -> None:
    make = SupplyMade.apply
    patch.setattr(SupplyMade, "apply", lambda self, board: make(replace(self, crystals=self.crystals + 1), board))


@breaks("bb.sheet.open-information")
def everything_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seal, "unreadable", lambda fact, eye: ())


# Violations of the law --------------------------------------------------------------------------------------------------
@breaks("bb.law.consequence-only-if-seen", "bb.amb.law.directly")
def the_dea_sees_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(actions, "ground", lambda board, actor, target: "against-dea")


@breaks("bb.caught.interrupts-action", "bb.amb.threat.victim-of-interrupt", "bb.amb.end.sale-check")
def sold_when_announced(patch: pytest.MonkeyPatch) -> None:
    sell = labs.Sell.carry_out

    def at_once(self: labs.Sell, scribe: Scribe[Board], seat: Seat) -> None:
        sell(self, scribe, seat)
        scribe.write(CrystalSold(seat), "bb.law.sell")

    patch.setattr(labs.Sell, "carry_out", at_once)


@breaks("bb.amb.fight.nested")
def answers_break_the_law(patch: pytest.MonkeyPatch) -> None:
    fire = Fire.carry_out

    def seen(self: Fire, scribe: Scribe[Board], seat: Seat) -> None:
        fire(self, scribe, seat)
        window = React(seat=0, deed=Deed(seat, ground="surveilled"))
        scribe.write(LawBroken(seat, True), "bb.law.card-with-symbol", window)

    patch.setattr(Fire, "carry_out", seen)


@breaks("bb.amb.caught.once-per-violation")
def caught_again_and_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reactions, "replace", lambda deed, **changes: deed)


# DEA cards, custody and jail ----------------------------------------------------------------------------------------------
@breaks("bb.saul.dea-cannot")
def every_card_can_be_called_off(patch: pytest.MonkeyPatch) -> None:
    more = (lambda board, seat, deed: deed.card is not None, lambda board, seat, deed: ())
    patch.setattr(reactions, "_reactions", [*getattr(reactions, "_reactions"), more])  # noqa: B009 - it is the module's own


@breaks("bb.custody.keeps-hand")
def empty_handed(patch: pytest.MonkeyPatch) -> None:
    detain = Detained.apply
    patch.setattr(Detained, "apply", lambda self, board: detain(self, board).player(self.seat, hand=Pile()))


@breaks("bb.elim.dea-gone-keep")
def everything_goes_with_the_dea(patch: pytest.MonkeyPatch) -> None:
    def lift_all(scribe: Scribe[Board]) -> None:
        for seat, player in enumerate(scribe.board.players):
            for laid in player.area:
                lift(scribe, seat, laid, "bb.elim.dea-gone-discard")

    patch.setattr(elimination, "_lift_surveillance", lift_all)


@breaks("bb.end.no-dea-no-labs-continues")
def the_dead_win(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ending, "_winners", lambda board: [("dea", "labs")])


@breaks("bb.jail.only-from-dea-firefight")
def every_loser_is_jailed(patch: pytest.MonkeyPatch) -> None:
    def settle(self: EndFight, scribe: Scribe[Board]) -> None:
        scribe.write(FightEnded(self.by, self.at, self.cards), "bb.fight.cards-discarded-after", GoToJail(self.at, self.by, False))

    patch.setattr(firefight.EndFight, "settle", settle)


@breaks("bb.amb.saul.later-removal")
def out_of_custody(patch: pytest.MonkeyPatch) -> None:
    def anybody(board: Board, seat: Seat) -> Iterator[Offer[Board]]:
        held = board.players[seat].hand.cards
        yield from (Offer(FreePrisoner(held[0] or "", other)) for other, player in enumerate(board.players) if player.detained)

    patch.setattr(jail, "prisoners_to_free", anybody)


@breaks("bb.amb.saul.double-draw")
def nothing_is_kept(patch: pytest.MonkeyPatch) -> None:
    search = jail.search

    def and_discard(scribe: Scribe[Board], seat: Seat) -> None:
        search(scribe, seat)
        scribe.write(HandDiscarded(seat, scribe.board.players[seat].hand.known), "bb.jail.stay-without-saul")

    patch.setattr(turn, "search", and_discard)


# Reactions and abilities ----------------------------------------------------------------------------------------------------
@breaks("bb.ability.gus-not-free-cards")
def a_window_for_what_is_no_action(patch: pytest.MonkeyPatch) -> None:
    take = turn.TakeOver.carry_out

    def announced(self: turn.TakeOver, scribe: Scribe[Board], seat: Seat) -> None:
        take(self, scribe, seat)
        scribe.write(NothingHappened("Gus thinks"), "bb.react.order", React(seat=2, deed=Deed(seat, "play")))

    patch.setattr(turn.TakeOver, "carry_out", announced)


@breaks("bb.react.stop-symbol")
def anything_in_a_window(patch: pytest.MonkeyPatch) -> None:
    offers = React.offers
    patch.setattr(React, "offers", lambda self, board: [*offers(self, board), Offer(actions.DrawCard())])


@breaks("bb.react.no-stop-own-turn-only")
def cards_at_any_time(patch: pytest.MonkeyPatch) -> None:
    liberties = breaking_bad.BreakingBad.liberties

    def more(self: breaking_bad.BreakingBad, game: Game[Board], seat: Seat) -> Iterator[Offer[Board]]:
        yield from liberties(self, game, seat)
        held: Any = game.board.players[seat].hand.cards
        yield from (Offer(Play(card)) for card in held if card is not None and not components().kind(card).stop)

    patch.setattr(breaking_bad.BreakingBad, "liberties", more)


@breaks("bb.react.out-of-game-cannot")
def from_behind_bars(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Player, "playing", property(lambda self: not self.dead))


@breaks("bb.react.order")
def the_other_way_round(patch: pytest.MonkeyPatch) -> None:
    ring = reactions.ring
    patch.setattr(actions, "ring", lambda board, deed: reversed(list(ring(board, deed))))


@breaks("bb.amb.lab.yield-source")
def poor_labs(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(labs, "chemist", lambda card: Chemist(startup=1, action=1, breaks_law=True))


# The tests --------------------------------------------------------------------------------------------------------------
def test_every_rule_that_shapes_is_broken_once() -> None:
    assert sorted(BREAKS) == sorted(id for id, rule in RULES.items() if rule.how == "shapes")


@pytest.mark.parametrize("rule", BREAKS)
def test_breaking_it_fails_its_test(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    node = RULES[rule].test or ""
    scenario = node in scenarios_of("breaking_bad")
    if scenario:
        assert not play(RULESET, node).mismatches
    BREAKS[rule](monkeypatch)
    if scenario:
        assert play(RULESET, node).mismatches
    else:
        with pytest.raises(AssertionError):
            named_test(node)()
