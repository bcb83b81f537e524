"""The pen: where obligations go, what lapses, lanes, demands, and the bound of a batch."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.kernel import BOUND, Answered, Debt, Decision, Game, Obligation, Pass, Record, Refused, Scribe, Step, decide
from tests.kernel.scripted import CHANCE, Ask, Board, Choose, Close, Do, End, Noted, Scripted, names, opened


def note(scribe: Scribe[Board], what: str, *opens: Obligation[Board]) -> None:
    scribe.write(Noted(what), "scripted.note", *opens)


def seat_of(owed: Debt[Board]) -> int:
    assert isinstance(owed.what, Decision)
    return owed.what.seat


def choose(ruleset: Scripted, game: Game[Board], seat: int, name: str = "") -> tuple[Game[Board], list[Record[Board]]]:
    return decide(ruleset, game, seat, Choose(name) if name else Pass(), CHANCE)


def test_what_is_opened_is_owed_in_the_order_written_before_what_was_owed_already() -> None:
    def first(scribe: Scribe[Board]) -> None:
        note(scribe, "first", Do("a"), Do("b"))
        note(scribe, "first again", Do("c"))

    game = opened(Scripted(first=first), Do("first"), Do("last"), Ask(seat=0))
    assert game.board.notes == ("begin", "first", "first again", "a", "b", "c", "last")
    assert names(game) == ["ask 0"]


def test_an_answer_begins_a_batch_and_everything_else_has_a_cause() -> None:
    ruleset = Scripted(go=lambda scribe: note(scribe, "go", Do("a"), Ask(seat=1)))
    game = opened(ruleset, Ask(seat=0, names=("go",)))
    after, (answered, went, did) = choose(ruleset, game, 0, "go")
    assert answered.fact == Answered(0, Choose("go"))
    assert (answered.rule, answered.cause, answered.closes) == ("table.answer", 1, (0,))
    assert (went.cause, went.closes, len(went.opens)) == (answered.index, (), 2)
    assert (did.cause, did.closes) == (went.index, (1,))
    assert (went.onto, answered.onto, did.onto) == (None, None, None), "the last two open nothing, and nothing lies below the first"
    assert names(after) == ["ask 1"]


def test_a_liberty_has_no_cause_and_lies_on_top() -> None:
    ruleset = Scripted(now=lambda scribe: note(scribe, "now", Ask(seat=1)))
    ruleset.free = ("now",)
    game = opened(ruleset, Ask(seat=0))
    after, (answered, _) = choose(ruleset, game, 1, "now")
    assert (answered.rule, answered.cause, answered.closes) == ("table.liberty", None, ())
    assert names(after) == ["ask 1", "ask 0"]


def test_an_effect_is_called_off_up_to_its_conclusion_which_is_settled_all_the_same() -> None:
    def stop(scribe: Scribe[Board]) -> None:
        scribe.write(Noted("stop"), "scripted.note", cancels=scribe.before(End))

    ruleset = Scripted(stop=stop)
    game = opened(ruleset, Ask(seat=1, names=("stop",)), Do("effect"), Ask(seat=0), End("inner"), Do("outer"), End("outer end"))
    after, batch = choose(ruleset, game, 1, "stop")
    assert after.board.notes == ("begin", "stop", "inner", "outer", "outer end")
    assert batch[1].closes == (1, 2)
    assert after.over


def test_what_is_always_settled_stands_even_before_the_conclusion_named() -> None:
    def stop(scribe: Scribe[Board]) -> None:
        assert [o.what for o in scribe.before(End)] == [Do("effect")]
        assert [o.what for o in scribe.through(Ask)] == [Do("effect"), End("first"), Ask(seat=0)]
        assert [o.what for o in scribe.before(Close)] == [Do("effect"), Ask(seat=0), Do("x")]
        scribe.write(Noted("stop"), "scripted.note", cancels=scribe.through(Ask))

    ruleset = Scripted(stop=stop)
    owed = (Ask(seat=1, names=("stop",)), Do("effect"), End("first"), Ask(seat=0), Do("x"), Close("last"))
    after, _ = choose(ruleset, opened(ruleset, *owed), 1, "stop")
    assert after.board.notes == ("begin", "stop", "x", "last")


def test_what_is_not_owed_can_not_be_called_off_up_to() -> None:
    def stop(scribe: Scribe[Board]) -> None:
        scribe.write(Noted("stop"), "scripted.note", cancels=scribe.before(End))

    ruleset = Scripted(stop=stop)
    with pytest.raises(LookupError, match="no End is owed"):
        choose(ruleset, opened(ruleset, Ask(seat=0, names=("stop",))), 0, "stop")


def test_what_a_seat_owed_lapses_with_it() -> None:
    def leave(scribe: Scribe[Board]) -> None:
        scribe.write(Noted("leave"), "scripted.note", cancels=scribe.owed(Decision, seat=1))

    ruleset = Scripted(leave=leave)
    game = opened(ruleset, Ask(seat=0, names=("leave",)), Ask(seat=1), Do("effect"), Ask(seat=1), Ask(seat=0))
    after, _ = choose(ruleset, game, 0, "leave")
    assert after.board.notes[-1] == "effect"
    assert names(after) == ["ask 0"]


def test_what_replaces_the_called_off_lies_where_it_lay() -> None:
    def instead(scribe: Scribe[Board]) -> None:
        scribe.write(Noted("instead"), "scripted.note", Ask(seat=1), cancels=scribe.through(End)[:-1])

    ruleset = Scripted(instead=instead)
    game = opened(ruleset, Ask(seat=0, names=("instead",)), Do("effect"), Do("another"), End(), Ask(seat=0, names=("later",)))
    after, batch = choose(ruleset, game, 0, "instead")
    assert names(after) == ["ask 1", "end", "ask 0"]
    assert batch[1].onto == after.agenda[1].id
    later, _ = choose(ruleset, after, 1)
    assert later.agenda == after.agenda[:1]


def test_nothing_is_cancelled_twice() -> None:
    def stop(scribe: Scribe[Board]) -> None:
        scribe.write(Noted("stop"), "scripted.note", cancels=[*scribe.owed(Do), *scribe.owed(Step)])

    ruleset = Scripted(stop=stop)
    _, batch = choose(ruleset, opened(ruleset, Ask(seat=0, names=("stop",)), Do("effect")), 0, "stop")
    assert batch[1].closes == (1,)


# lanes -----------------------------------------------------------------------------------------------------------------
def lanes(**scripts: object) -> tuple[Scripted, Game[Board]]:
    ruleset = Scripted(**scripts)  # pyright: ignore[reportArgumentType] - scripts, as the tests write them
    every = (part for s in (0, 1) for part in (Do(f"step {s}", lane=s), Ask(seat=s, names=("a", "b"), lane=s)))
    return ruleset, opened(ruleset, *every, Do("after"), Ask(seat=0))


def test_lanes_may_begin_with_steps_and_what_lies_below_waits_for_all_of_them() -> None:
    ruleset, game = lanes()
    assert game.board.notes == ("begin", "step 0", "step 1")
    assert {o.lane for o in game.due()} == {0, 1}
    one, _ = choose(ruleset, game, 1, "a")
    assert [o.lane for o in one.due()] == [0]
    assert "after" not in one.board.notes
    both, _ = choose(ruleset, one, 0, "b")
    assert both.board.notes[-3:] == ("a", "b", "after")
    assert [o.lane for o in both.due()] == [None]


def test_what_is_opened_in_a_lane_stays_in_it() -> None:
    ruleset, game = lanes(a=lambda scribe: note(scribe, "a", Do("more"), Ask(seat=1, names=("b",))))
    after, batch = choose(ruleset, game, 1, "a")
    assert batch[1].lane == 1
    assert sorted((seat_of(o), o.lane) for o in after.due()) == [(0, 0), (1, 1)]
    done, _ = choose(ruleset, choose(ruleset, after, 0)[0], 1, "b")
    assert done.board.notes[-2:] == ("b", "after")


def test_an_effect_in_a_lane_touches_no_other_lane() -> None:
    ruleset, game = lanes(a=lambda scribe: scribe.write(Noted("a"), "scripted.note", cancels=scribe.owed(Obligation)))
    after, _ = choose(ruleset, game, 1, "a")
    assert [o.what for o in after.due()] == [Ask(seat=0, names=("a", "b"), lane=0)]
    assert Do("after") in [o.what for o in after.agenda]


def test_a_liberty_taken_meanwhile_goes_into_its_seats_lane() -> None:
    ruleset, game = lanes(now=lambda scribe: note(scribe, "now", Ask(seat=1, names=("late",))))
    ruleset.free = ("now",)
    after, batch = choose(ruleset, game, 1, "now")
    assert batch[1].lane == 1
    assert sorted((seat_of(o), o.lane) for o in after.due()) == [(0, 0), (1, 1)]
    again, _ = choose(ruleset, after, 1, "late")
    assert [o.what for o in again.due() if o.lane == 1] == [Ask(seat=1, names=("a", "b"), lane=1)]


def test_lanes_do_not_open_inside_a_lane() -> None:
    ruleset, game = lanes(a=lambda scribe: note(scribe, "a", Ask(seat=0, lane=0)))
    with pytest.raises(RuntimeError, match="lanes do not open inside a lane"):
        choose(ruleset, game, 1, "a")


# chance ----------------------------------------------------------------------------------------------------------------
def test_a_record_is_charged_for_the_slots_drawn_for_it() -> None:
    def roll(scribe: Scribe[Board]) -> None:
        note(scribe, f"{scribe.below(6)} {scribe.below(6)}")
        note(scribe, "".join(scribe.shuffle("abc")))

    game = opened(Scripted(roll=roll), Do("roll"), Do("roll"), Ask(seat=0))
    assert game.luck == 8
    drawn = [CHANCE(slot, n) for slot, n in enumerate((6, 6, 3, 2))]
    assert game.board.notes[1] == f"{drawn[0]} {drawn[1]}"
    assert sorted(game.board.notes[2]) == list("abc")


def test_every_order_of_a_shuffle_is_as_likely_as_the_others() -> None:
    def shuffle(scribe: Scribe[Board]) -> None:
        note(scribe, "".join(scribe.shuffle("abc")))

    orders = Counter(opened(Scripted(shuffle=shuffle), *([Do("shuffle")] * 1200)).board.notes[1:])
    assert len(orders) == 6
    assert all(abs(n - 200) < 60 for n in orders.values())


def test_luck_without_a_record_is_refused() -> None:
    def roll(scribe: Scribe[Board]) -> None:
        note(scribe, "roll")
        scribe.below(6)

    with pytest.raises(RuntimeError, match="drew luck for none"):
        opened(Scripted(roll=roll), Do("roll"))


# demands ---------------------------------------------------------------------------------------------------------------
def test_a_demand_comes_before_what_is_owed() -> None:
    ruleset = Scripted()
    ruleset.wanted = lambda game: Do("at once") if game.board.notes[-1:] == ("a",) else None
    game = opened(ruleset, Do("a"), Do("b"), Ask(seat=0))
    assert game.board.notes == ("begin", "a", "at once", "b")


def test_what_a_demand_writes_is_caused_by_what_called_for_it() -> None:
    ruleset = Scripted()
    ruleset.wanted = lambda game: Do("at once") if game.board.notes[-1:] == ("a",) else None
    _, (_, a, at_once) = choose(ruleset, opened(ruleset, Ask(seat=0, names=("a",)), Ask(seat=1)), 0, "a")
    assert (at_once.cause, at_once.closes, at_once.onto) == (a.index, (), None)


def test_a_demand_that_is_not_met_is_refused() -> None:
    ruleset = Scripted()
    ruleset.wanted = lambda game: Do("in vain") if "a" in game.board.notes else None
    with pytest.raises(RuntimeError, match="did not meet the demand"):
        opened(ruleset, Do("a"))


def test_a_step_that_writes_nothing_is_refused() -> None:
    with pytest.raises(RuntimeError, match="left no record"):
        opened(Scripted(idle=lambda scribe: None), Do("idle"))


# the bound -------------------------------------------------------------------------------------------------------------
def test_a_batch_that_does_not_end_is_refused() -> None:
    rounds = 0

    def loop(scribe: Scribe[Board]) -> None:
        nonlocal rounds
        rounds += 1
        note(scribe, "round and round", Do("loop"))

    ruleset = Scripted(loop=loop)
    game = opened(ruleset, Ask(seat=0, names=("loop",)))
    with pytest.raises(Refused, match="does not end: Noted again and again") as refused:
        choose(ruleset, game, 0, "loop")
    assert refused.value.rule == "table.bound"
    assert rounds == BOUND == 10_000


def test_a_long_batch_that_ends_is_not() -> None:
    def count(scribe: Scribe[Board]) -> None:
        note(scribe, str(len(scribe.board.notes)), *([Do("count")] if len(scribe.board.notes) < 9_000 else []))

    ruleset = Scripted(count=count)
    game, batch = choose(ruleset, opened(ruleset, Ask(seat=0, names=("count",))), 0, "count")
    assert len(batch) == 9_001
    assert game.over


def test_a_command_that_needs_a_question_says_which() -> None:
    ruleset = Scripted(
        a=lambda scribe: note(scribe, scribe.answering(Ask).names[0]), b=lambda scribe: note(scribe, str(scribe.answering()))
    )
    game = opened(ruleset, Ask(seat=0, names=("a", "b")))
    assert choose(ruleset, game, 0, "a")[0].board.notes[-1] == "a"
    with pytest.raises(TypeError, match="was answered, not one of"):
        choose(ruleset, game, 0, "b")
