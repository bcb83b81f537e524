"""After Pablo: each test that the rulebook names as the proof of a rule is seen to fail when that rule is broken. One function a rule,
called by its id, breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games import after_pablo
from domain.games.after_pablo import adjustment, business, cards, crossing, favors, leaders, selling, setup
from domain.games.after_pablo.board import COUNTRIES, Board, changed
from domain.games.after_pablo.components import Components
from domain.games.after_pablo.crossing import VehiclesShown
from domain.games.after_pablo.extras import MoneyBorrowed
from domain.games.after_pablo.hand import without
from domain.games.after_pablo.setup import BacksShuffled
from domain.games.after_pablo.war import GunsShown, WarEnded
from domain.kernel import Game, Offer, Pile, Scribe, Seat, seal
from tests.rules.evidence import named_test, play, rules_of, scenarios_of

Broken = Callable[[pytest.MonkeyPatch], None]
BREAKS: dict[str, Broken] = {}
RULESET = after_pablo.RULESET
RULES = rules_of(RULESET)


def breaks(*rules: str) -> Callable[[Broken], Broken]:
    """The function breaks these rules."""

    def keep(broken: Broken) -> Broken:
        BREAKS.update(dict.fromkeys(rules, broken))
        return broken

    return keep


# Contents, Game Set Up ----------------------------------------------------------------------------------------------------
def boxed(patch: pytest.MonkeyPatch, **changes: Any) -> None:
    """The box holds something else."""
    of = setup.components()
    other = Components.model_construct(**{name: getattr(of, name) for name in Components.model_fields} | changes)
    patch.setattr(setup, "components", lambda: other)


def all_but(card: str) -> tuple[Any, ...]:
    """The cartel cards without one of them."""
    return tuple(c for c in setup.components().cartel if c.id != card)


@breaks("ap.comp.card-fields")
def a_card_without_a_vehicle(patch: pytest.MonkeyPatch) -> None:
    first, *rest = setup.components().cartel
    boxed(patch, cartel=(first.model_copy(update={"vehicles": ()}), *rest))


@breaks("ap.card.friend-counts")
def a_missing_friend(patch: pytest.MonkeyPatch) -> None:
    boxed(patch, cartel=all_but("friend-yellow-3"))


@breaks("ap.arrest.two-cards")
def a_single_arrest_card(patch: pytest.MonkeyPatch) -> None:
    boxed(patch, arrests=setup.components().arrests[:1])


@breaks("ap.amb.colour-count")
def four_colours(patch: pytest.MonkeyPatch) -> None:
    cartel = tuple(c for c in setup.components().cartel if c.colour != "question")
    guerrilla = tuple(c for c in setup.components().guerrilla if c.colour != "question")
    boxed(patch, cartel=cartel, guerrilla=guerrilla)


@breaks("ap.sell.odds")
def nothing_but_alleys(patch: pytest.MonkeyPatch) -> None:
    lay = lambda self, board: replace(board, backs=tuple(Pile(("safe",) * len(group)) for group in self.backs))  # noqa: E731
    patch.setattr(BacksShuffled, "apply", lay)


@breaks("ap.setup.backs-hidden", "ap.setup.money-private", "ap.refill.look-back", "ap.amb.deck-top-visible")
def everything_open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(seal, "unreadable", lambda fact, eye: ())


@breaks("ap.setup.black-immovable")
def a_black_cube_killed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WarEnded, "apply", lambda self, board: replace(board, war=None, neutral=board.neutral - 1))


@breaks("ap.setup.flag-total-four")
def players_cubes_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Board, "flag", lambda self, country: sum(getattr(player, country) for player in self.players))


# Business, leaders ----------------------------------------------------------------------------------------------------------
@breaks("ap.cartel.example-turn", "ap.infl.example-turn")
def points_without_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(business._Business, "after", lambda self, points=1: self)


def leading(patch: pytest.MonkeyPatch, rightful: Callable[[Board, list[int], int], Seat | None]) -> None:
    """Who leads is found otherwise: from the board, the cubes by seat, and the most of them."""

    def of(board: Board, country: str) -> Seat | None:
        cubes = [getattr(player, country) for player in board.players]
        return rightful(board, cubes, max(cubes))

    patch.setattr(leaders, "rightful", of)


@breaks("ap.leader.tie-keeps")
def a_tie_costs_the_lead(patch: pytest.MonkeyPatch) -> None:
    leading(patch, lambda board, cubes, most: cubes.index(most) if cubes.count(most) == 1 else None)


@breaks("ap.leader.none-at-start")
def the_first_of_equals(patch: pytest.MonkeyPatch) -> None:
    leading(patch, lambda board, cubes, most: cubes.index(most))


@breaks("ap.leader.neutral-excluded")
def black_cubes_count(patch: pytest.MonkeyPatch) -> None:
    leading(patch, lambda board, cubes, most: cubes.index(most) if cubes.count(most) == 1 and most > board.neutral else None)


# War, crossing, selling -----------------------------------------------------------------------------------------------------
@breaks("ap.war.cards-discarded")
def guns_that_vanish(patch: pytest.MonkeyPatch) -> None:
    apply = GunsShown.apply

    def kept(self: GunsShown, board: Board) -> Board:
        return replace(apply(self, board), cartel_discard=board.cartel_discard, guerrilla_discard=board.guerrilla_discard)

    patch.setattr(GunsShown, "apply", kept)


@breaks("ap.cross.cards-spent", "ap.amb.spent-cards")
def vehicles_that_come_back(patch: pytest.MonkeyPatch) -> None:
    apply = VehiclesShown.apply

    def kept(self: VehiclesShown, board: Board) -> Board:
        shown = replace(apply(self, board), cartel_discard=board.cartel_discard)
        return shown.player(self.seat, hand=without(board, self.seat, self.card).players[self.seat].hand.put(self.card))

    patch.setattr(VehiclesShown, "apply", kept)


@breaks("ap.sell.discard")
def distributors_that_stay(patch: pytest.MonkeyPatch) -> None:
    used = selling._used

    def kept(board: Board, city: str, deck: str, sold: int) -> Board:
        return replace(used(board, city, deck, sold), cities=board.cities, cartel_discard=board.cartel_discard)

    patch.setattr(selling, "_used", kept)


@breaks("ap.sell.example")
def the_best_box_again(patch: pytest.MonkeyPatch) -> None:
    sell = selling.sell

    def best(scribe: Scribe[Board], seat: Seat, city: str, rule: str) -> None:
        of = selling.components()
        if scribe.board.sold[selling.CITY_AT[city]]:
            price = of.cities_by_id[city].prices[0]
            scribe.write(selling.CocaineSold(seat, city, of.deck_of(scribe.board.distributor(city)), price), rule)
        else:
            sell(scribe, seat, city, rule)

    patch.setattr(selling, "sell", best)


@breaks("ap.sell.colour-only-here")
def vehicles_of_the_own_colour(patch: pytest.MonkeyPatch) -> None:
    uses = crossing.uses

    def own(board: Board, seat: Seat, card: str) -> Iterator[tuple[str, ...]]:
        if crossing.components().card(card).colour == board.players[seat].colour:
            yield from uses(board, seat, card)

    patch.setattr(crossing, "uses", own)


# Extra abilities, adjustment --------------------------------------------------------------------------------------------------
@breaks("ap.adjust.folder-not-black")
def any_cube_at_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(adjustment, "flag_cubes", lambda board: ((s, country) for country in COUNTRIES for s, _ in enumerate(board.players)))


def freely(patch: pytest.MonkeyPatch, more: Callable[[Board, Seat], Iterator[Offer[Board]]]) -> None:
    """Others than the active player may do something, too."""
    liberties = after_pablo.AfterPablo.liberties

    def free(self: after_pablo.AfterPablo, game: Game[Board], seat: Seat) -> Iterator[Offer[Board]]:
        yield from liberties(self, game, seat)
        if seat != game.board.active:
            yield from more(game.board, seat)

    patch.setattr(after_pablo.AfterPablo, "liberties", free)


@breaks("ap.favor.own-turn")
def favours_at_any_time(patch: pytest.MonkeyPatch) -> None:
    freely(patch, favors.favours)


@breaks("ap.card.active-only")
def cards_at_any_time(patch: pytest.MonkeyPatch) -> None:
    freely(patch, lambda board, seat: cards.abilities(board, seat, False))


@breaks("ap.amb.bank")
def a_poor_bank(patch: pytest.MonkeyPatch) -> None:
    def apply(self: MoneyBorrowed, board: Board) -> Board:
        amount = max(0, min(self.amount, board.bank or 0))
        paid = replace(board, bank=changed(board.bank, -amount))
        return paid.player(self.seat, cash=changed(board.players[self.seat].cash, amount))

    patch.setattr(MoneyBorrowed, "apply", apply)


def test_every_rule_that_shapes_is_broken_once() -> None:
    assert sorted(BREAKS) == sorted(id for id, rule in RULES.items() if rule.how == "shapes")


@pytest.mark.parametrize("rule", BREAKS)
def test_breaking_it_fails_its_test(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    node = RULES[rule].test or ""
    scenario = node in scenarios_of("after_pablo")
    if scenario:
        assert not play(RULESET, node).mismatches
    BREAKS[rule](monkeypatch)
    if scenario:
        assert play(RULESET, node).mismatches
    else:
        with pytest.raises(AssertionError):
            named_test(node)()
