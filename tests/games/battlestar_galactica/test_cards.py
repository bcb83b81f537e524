"""Every card does what is printed on it: each is laid on a plain position, and what has changed is compared with `outcomes.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from domain.games.battlestar_galactica.board import Board
from domain.games.battlestar_galactica.components import components
from domain.games.battlestar_galactica.crises import CrisisFollows, ResolveCrisis, SetUpAttack
from domain.games.battlestar_galactica.cylons import ActivateShips
from domain.games.battlestar_galactica.effects import Cause, due
from domain.games.battlestar_galactica.jump import ChooseDestination, FlyTo
from domain.games.battlestar_galactica.offices import PlayQuorum
from domain.games.battlestar_galactica.ships import PlaceShips, demands
from domain.kernel import Pile
from tests.games.battlestar_galactica.desk import ONES, Desk, base, storm

TOLD: dict[str, dict[str, dict[str, Any]]] = yaml.safe_load((Path(__file__).parent / "outcomes.yaml").read_text(encoding="utf-8"))
WAYS = {"alternative": 1, "first": 0, "second": 1}


def position(told: dict[str, Any], where: str | None = None) -> tuple[Board, dict[str, Any]]:
    """The plain position, made so that what is told can happen, and how to choose."""
    board, how = base(), dict[str, Any]()
    if any("raider -" in word or "centurions -" in word for word in told["then"]):
        board = storm(board)
    for condition in told.get("if", ()):
        kind, n = condition.split()
        if kind == "roll":
            how.setdefault("rolls", []).append(int(n))
        elif kind == "option":
            how["option"] = int(n)
        else:
            board = replace(board, dials=replace(board.dials, **{kind: int(n)}))
    if any("leaves the brig" in word for word in told["then"]):
        board = board.player(3, at="brig")
    if where is not None:
        board = board.player(3, at="press-room" if where == "colonial-one" else where)
    return board, how


def room_of(effects: Any) -> str | None:
    """The place from which an effect sends everybody away."""
    return next((effect.all_in for effect in effects if getattr(effect, "all_in", None)), None)


def cases(section: str, *parts: str) -> list[Any]:
    return [
        pytest.param(card, part, told, id=f"{card}-{part}-{n}".replace(" ", "-"))
        for card, entry in TOLD[section].items()
        for part in parts
        for n, told in enumerate(entry.get(part, ()))
    ]


def test_every_card_is_told() -> None:
    of = components()
    assert set(TOLD["crises"]) == set(of.crises_by_id)
    assert set(TOLD["quorum"]) == set(of.quorum_by_id)
    assert set(TOLD["destinations"]) == set(of.destinations_by_id)
    assert set(TOLD["loyalty"]) == set(of.cylon_cards)


@pytest.mark.parametrize("card", TOLD["crises"])
def test_what_is_printed_beside_the_text(card: str) -> None:
    crisis, told = components().crises_by_id[card], TOLD["crises"][card]
    assert [crisis.activates or "none", "jump" if crisis.jump else "no jump"] == told["icons"]
    assert crisis.chooser == told.get("chooser")
    assert crisis.count == told["count"]
    if crisis.check is not None:
        assert [crisis.check.difficulty, " ".join(crisis.check.skills)] == told["check"]
        assert crisis.check.partial == told.get("partial at")
    if "needs nukes" in told:
        assert crisis.options[0].needs.nukes == told["needs nukes"]


@pytest.mark.parametrize(("card", "part", "told"), cases("crises", "pass", "partial", "fail"))
def test_checks(card: str, part: str, told: dict[str, Any]) -> None:
    """The check is made with exactly as much strength as the result needs, and, for the next worse one, one less than for the better."""
    entry, crisis = TOLD["crises"][card], components().crises_by_id[card]
    assert crisis.check is not None
    difficulty, skills = entry["check"]
    totals = {"pass": [difficulty], "partial": [difficulty - 1, entry.get("partial at")], "fail": [entry.get("partial at", difficulty) - 1]}
    effects = {"pass": crisis.check.passed, "partial": crisis.check.partly, "fail": crisis.check.fail}[part]
    for total in totals[part]:
        board, how = position(told, room_of(effects))
        card_of_one = ONES[skills.split()[0]]
        board = replace(board, drawn=(card,), pot_pile=Pile((card_of_one,) * (total - 2)), destiny_pile=Pile((card_of_one,) * 2))
        desk = Desk(board, **how).do(ResolveCrisis(card, 0))
        assert desk.words(card) == told["then"], f"with a strength of {total}"


@pytest.mark.parametrize(("card", "part", "told"), cases("crises", "alternative", "first", "second"))
def test_other_ways(card: str, part: str, told: dict[str, Any]) -> None:
    board, how = position(told)
    desk = Desk(replace(board, drawn=(card,)), way=WAYS[part], **how)
    if "another crisis" in told["then"]:  # the crisis that follows would have a say of its own
        desk.do(*due(Cause(0, card, "crisis"), "alternative", 1))
        assert any(isinstance(record.fact, CrisisFollows) for record in desk.log)
        desk = Desk(replace(board, drawn=(card,))).do(due(Cause(0, card, "crisis"), "alternative")[0])
        assert [*desk.words(card), "another crisis"] == sorted(told["then"], reverse=True)
        return
    assert desk.do(ResolveCrisis(card, 0)).words(card) == told["then"]


@pytest.mark.parametrize("card", [card for card, entry in TOLD["crises"].items() if "setup" in entry])
def test_attacks(card: str) -> None:
    crisis, entry = components().crises_by_id[card], TOLD["crises"][card]
    desk = Desk(replace(base(), drawn=(card,))).do(PlaceShips(demands(crisis.setup), attack=True))
    assert desk.words() == entry["setup"]
    opened = Desk(replace(base(), drawn=(card,))).do(ResolveCrisis(card, 0)).log[1].opens
    assert [what.what for what in opened if isinstance(what, ActivateShips)] == entry["attack"]
    assert isinstance(opened[-1], SetUpAttack)


@pytest.mark.parametrize(("card", "part", "told"), cases("crises", "special"))
def test_special_rules(card: str, part: str, told: dict[str, Any]) -> None:
    board, how = position(told)
    kind = "super" if card in components().supers else "crisis"
    desk = Desk(replace(board, drawn=(card,)), **how).do(*due(Cause(0, card, kind), "special.does"))
    assert desk.words(card) == told["then"]


@pytest.mark.parametrize(("card", "part", "told"), cases("quorum", "does"))
def test_quorum_cards(card: str, part: str, told: dict[str, Any]) -> None:
    board, how = position(told)
    board = replace(board.player(0, quorum=Pile((card,))), president=0)
    desk = Desk(board, **how).take(PlayQuorum(card))
    assert desk.words(card) == told["then"]
    assert components().quorum_by_id[card].count == TOLD["quorum"][card]["count"]
    stays = {"kept", "given", "removed"} & set(told["then"])
    assert (card in desk.board.quorum_discard_pile.cards) == (not stays)


@pytest.mark.parametrize(("card", "part", "told"), cases("destinations", "does"))
def test_destinations(card: str, part: str, told: dict[str, Any]) -> None:
    entry = TOLD["destinations"][card]
    board, how = position(told)
    board = board.player(2, looking=Pile((card, "tylium-planet")))
    desk = Desk(board, **how)
    owed = ChooseDestination(seat=2)
    assert FlyTo(card) in [offer.command for offer in owed.offers(board)]
    board = board.player(2, looking=Pile((card, card)))
    desk = Desk(board, **how).do(owed)
    assert desk.words() == sorted([*told["then"], f"distance +{entry['distance']}", "track -2"])
    assert components().destinations_by_id[card].count == entry["count"]


@pytest.mark.parametrize(("card", "part", "told"), cases("loyalty", "does"))
def test_what_cylons_do_when_revealed(card: str, part: str, told: dict[str, Any]) -> None:
    board, how = position(told)
    assert Desk(board, **how).do(*due(Cause(0, card, "loyalty"), "does")).words(card) == told["then"]
