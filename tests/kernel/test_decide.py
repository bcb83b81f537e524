"""From a command to records: what is offered, how it is named, what is refused."""

from __future__ import annotations

import pytest

from domain.kernel import (
    Answered,
    Command,
    GameBegan,
    GameOf,
    Offer,
    Pass,
    Place,
    RecordOf,
    Refused,
    address_of,
    amend,
    awaited,
    begin,
    decide,
    decide_again,
    evolve,
    find,
    key_of,
    offers,
    take,
)
from tests.kernel.scripted import CHANCE, Ask, Board, Choose, Do, Noted, Scripted, opened
from tests.table import Table
from tests.toy.duel import Bury, Play


@pytest.fixture
def ruleset() -> Scripted:
    return Scripted()


class Move(Command[None], frozen=True):
    """A command with many fields."""

    car: str
    by: int = 0
    via: tuple[str, ...] = ()
    fast: bool = False
    toll: int | None = None


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (Pass(), "pass"),
        (Play("raid", 2), "play:raid:2"),
        (Play("cash"), "play:cash"),
        (Play("raid", 0), "play:raid:0"),
        (Bury(False), "bury:false"),
        (Move("red"), "move:red"),
        (Move("red", 3), "move:red:3"),
        (Move("red", 0, ("a", "b")), "move:red:a+b"),
        (Move("red", fast=True, toll=0), "move:red:true:0"),
    ],
)
def test_a_key_is_the_kebab_case_of_a_command_with_its_fields(command: Command[None], key: str) -> None:
    assert key_of(command) == key


def test_an_address_names_the_question_and_the_offer(ruleset: Scripted) -> None:
    ruleset.free = ("b",)
    game = opened(ruleset, Ask(seat=0, names=("a",)))
    assert [address_of(owed, offer) for owed, offer in offers(ruleset, game, 0)] == ["0/pass", "0/choose:a", "-/choose:b"]
    assert [address_of(owed, offer) for owed, offer in offers(ruleset, game, 1)] == ["-/choose:b"]
    assert awaited(game) == (0,)


def test_an_offer_is_found_by_address_or_by_key(ruleset: Scripted) -> None:
    ruleset.free = ("a",)
    game = opened(ruleset, Ask(seat=0, names=("a",)))
    asked, free = find(ruleset, game, 0, "0/choose:a"), find(ruleset, game, 0, "-/choose:a")
    assert asked == (game.agenda[0], Offer(Choose("a")))
    assert free == (None, Offer(Choose("a")))
    assert find(ruleset, game, 0, "choose:a") == asked
    for wrong in ("1/choose:a", "choose:b", "-/pass", "0/choose", "/choose:a", "x/choose:a", ""):
        with pytest.raises(Refused, match="it is not offered"):
            find(ruleset, game, 0, wrong)


def test_what_is_barred_is_refused_by_its_rule(ruleset: Scripted) -> None:
    game = opened(ruleset, Ask(seat=0, names=("a",), barred=("b",)))
    for attempt in (
        lambda: find(ruleset, game, 0, "choose:b"),
        lambda: decide(ruleset, game, 0, Choose("b"), CHANCE),
        lambda: take(ruleset, game, 0, game.agenda[0], Offer(Choose("b"), "scripted.barred"), CHANCE),
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.rule == "scripted.barred"


def test_what_is_open_somewhere_is_not_barred_because_it_is_barred_elsewhere(ruleset: Scripted) -> None:
    ruleset.free = ("b",)
    game = opened(ruleset, Ask(seat=0, barred=("b",)))
    assert find(ruleset, game, 0, "choose:b") == (None, Offer(Choose("b")))
    assert decide(ruleset, game, 0, Choose("b"), CHANCE)[0].board.notes[-1] == "b"


def test_nobody_answers_for_another(ruleset: Scripted) -> None:
    game = opened(ruleset, Ask(seat=0, names=("a",)))
    with pytest.raises(Refused, match="it is not offered"):
        decide(ruleset, game, 1, Choose("a"), CHANCE)


def test_a_late_double_click_does_not_answer_the_next_question(ruleset: Scripted) -> None:
    game = opened(ruleset, Ask(seat=0, names=("a",)), Ask(seat=0, names=("a",)))
    first, second = (owed.id for owed in reversed(game.agenda))
    after, _ = decide(ruleset, game, 0, Choose("a"), CHANCE, asked=first)
    with pytest.raises(Refused, match="it is not offered"):
        decide(ruleset, after, 0, Choose("a"), CHANCE, asked=first)
    with pytest.raises(Refused):
        find(ruleset, after, 0, f"{first}/choose:a")
    assert decide(ruleset, after, 0, Choose("a"), CHANCE, asked=second)[0].over


def test_a_refused_command_leaves_no_trace(ruleset: Scripted) -> None:
    def half(scribe: object) -> None:
        scribe.write(Noted("half"), "scripted.note")  # pyright: ignore[reportAttributeAccessIssue] - it is a scribe
        raise Refused("changed my mind", "scripted.barred")

    ruleset = Scripted(half=half)
    game = opened(ruleset, Ask(seat=0, names=("half",)))
    with pytest.raises(Refused, match="changed my mind"):
        decide(ruleset, game, 0, Choose("half"), CHANCE)
    assert game.board.notes == ("begin",)


def test_nothing_is_done_in_a_game_that_is_over(ruleset: Scripted) -> None:
    ruleset.free = ("a",)
    game = opened(ruleset, Do("last"))
    assert game.over
    assert list(offers(ruleset, game, 0)) == []
    with pytest.raises(Refused, match="the game is over") as refused:
        decide(ruleset, game, 0, Choose("a"), CHANCE)
    assert refused.value.rule == "table.over"


def test_a_game_that_has_not_begun_is_not_over(ruleset: Scripted) -> None:
    assert not GameOf(Board()).over
    with pytest.raises(Refused, match="it is not offered"):
        decide(ruleset, GameOf(Board()), 0, Pass(), CHANCE)


def test_a_game_begins_with_its_first_fact() -> None:
    table = Table("duel", 2)
    began = table.log[0].fact
    assert isinstance(began, GameBegan)
    assert (began.ruleset, began.edition, began.seats) == ("duel", 1, (Place("player 0"), Place("player 1")))
    assert table.log[0].rule == "table.begin"
    assert began.content == table.ruleset.content
    assert begin(table.ruleset, began, table.chance) == (table.game, table.log)


def test_a_batch_is_decided_again_from_what_its_first_record_says(ruleset: Scripted) -> None:
    ruleset.free = ("free",)
    game = opened(ruleset, Ask(seat=0, names=("a",), barred=("b",)), Do("c"), Ask(seat=1))
    _, answer = decide(ruleset, game, 0, Choose("a"), CHANCE, at=3)
    _, liberty = decide(ruleset, game, 1, Choose("free"), CHANCE)
    _, amended = amend(ruleset, game, Noted("ruling"), "table.arrange", Do("redo"), chance=CHANCE, cancels=game.agenda[:1])
    for batch in (answer, liberty, amended):
        assert decide_again(ruleset, game, batch, CHANCE) == batch
    for record in answer:
        game = evolve(game, record)
    with pytest.raises(Refused):
        decide_again(ruleset, game, answer, CHANCE)


def test_a_liberty_is_decided_again_as_a_liberty_though_it_is_asked_for_as_well(ruleset: Scripted) -> None:
    ruleset.free = ("a",)
    game = opened(ruleset, Ask(seat=0, names=("a",)))
    _, liberty = take(ruleset, game, 0, None, Offer(Choose("a")), CHANCE, 9)
    assert liberty[0] == RecordOf(2, Answered(0, Choose("a"), 9), "table.liberty")
    assert decide_again(ruleset, game, liberty, CHANCE) == liberty
    ruleset.free = ()
    with pytest.raises(Refused, match="it is not offered"):
        decide_again(ruleset, game, liberty, CHANCE)


def test_what_present_rules_bar_is_refused_when_decided_again(ruleset: Scripted) -> None:
    ruleset.free = ("free",)
    game = opened(ruleset, Ask(seat=0, names=("a",)))
    batches = [decide(ruleset, game, 0, Choose(name), CHANCE)[1] for name in ("a", "free")]
    ruleset.free = ()
    stricter = opened(ruleset, Ask(seat=0, barred=("a",)))
    for batch, rule in zip(batches, ("scripted.barred", None), strict=True):
        assert isinstance(batch[0].fact, Answered)
        with pytest.raises(Refused) as refused:
            decide_again(ruleset, stricter, batch, CHANCE)
        assert refused.value.rule == rule
