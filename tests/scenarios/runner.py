"""Playing a scenario, and finding everything in which it did not go as written.

A scenario file is a list of these; only `scenario`, `rules` and `then` have to be there:

    - scenario: a reroll costs a dollar
      rules: [bc.dice.reroll]          # ids that its own records cite or that bar an offer in it; `shapes` ids: those that name it as test
      given:
        seats: [ann, ben]              # names, or a number; default 2
        turn: ann                      # whose turn it is; default seat 0
        at: roll                       # a step that the game declares (`Ruleset.scenes`), or `set-up`; default: the first one
        arrange:
          piles: {"hand:1": [loot-01]} # the whole pile, top last; `[..., loot-01]` leaves what lies there beneath
          set: {players.0.coins: 2}    # public values by path; a card named here leaves where it lay
        rolls: [4, 2, 6, 1, 0]         # what the next dice show, in the order in which they are thrown
        seed: 0                        # the rest is filled at random
      when:
        - {seat: ann, take: pick-up:0} # a key, or the beginning of one up to a colon if only one offer begins so
        - {seat: ann, take: reroll, refused: bc.dice.reroll}   # by that rule; `true`: because it is not offered
        - {others: pass}               # every window of others, until the turn player is asked; `first`: whatever they are offered first
      then:                            # lists of keys are the turn player's, or by seat: {ben: [...]}
        board: {players.0.coins: 1, "hand:1": [loot-01]}
        facts: [{type: DiceRerolled, rule: bc.dice.reroll, golden: [4, 2, 6, 5]}]  # in this order, others may stand between
        offered: [...]    only: [...]    absent: [...]    barred: [{seat, key, rule}]    refused: [{seat, take, refused}]

On the way the laws are kept an eye on: nothing appears or vanishes, and every seat's own view offers what the whole game offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel import Refused, Rule, Ruleset, key_of
from tests.scenarios.arranging import Unplayable
from tests.scenarios.matching import differences, shown
from tests.scenarios.script import Faulty, Line, Script, Then
from tests.scenarios.stage import PATIENCE, Stage


class Report(msgspec.Struct, frozen=True):
    """What came of a scenario: everything that was not as written (nothing, if it held), and the rules it is evidence for."""

    mismatches: list[str]
    wrote: frozenset[str] = frozenset()  # cited by records since the scenario began
    barred: frozenset[str] = frozenset()  # named by barred offers


def run(ruleset: Ruleset[Any], script: Script | Faulty, node: str = "") -> Report:
    """Play a scenario; `node` is the test it runs as, which the rulebook may name as the proof of a rule."""
    if isinstance(script, Faulty):
        return Report([script.why])
    try:
        stage = Stage(ruleset, script.given)
        found = [*_play(stage, script.when), *_results(stage, script.then)]
    except Unplayable as why:
        return Report([str(why)])
    if stage.chance.rolls:
        found.append(f"rolls {shown(stage.chance.rolls)} were not thrown")
    found += stage.faults
    wrote, barred = frozenset(record.rule for record in stage.log[stage.start :]), frozenset(stage.barred_by)
    found += _unproved(ruleset.rules, script.rules, wrote | barred, node)
    return Report(found, wrote, barred)


# when -------------------------------------------------------------------------------------------------------------------
def _play(stage: Stage, lines: list[Line]) -> Iterator[str]:
    for n, line in enumerate(lines, 1):
        try:
            if line.others is not None:
                _leave_to_others(stage, line.others)
            elif line.refused:
                yield from (f"when, line {n}: {why}" for why in _not_refused(stage, line))
            else:
                _take(stage, line)
        except (LookupError, Refused, ValueError) as why:
            rest = len(lines) - n
            yield f"when, line {n}: {why}" + (f"; {rest} lines after it were not played" if rest else "")
            return


def _take(stage: Stage, line: Line) -> None:
    if line.seat is None or line.take is None:
        raise LookupError("a line has a seat and what it takes, or others")
    seat = stage.seat(line.seat)
    owed, offer = stage.choice(seat, line.take)
    if offer.barred is not None:
        raise LookupError(f"{line.take} is barred by {offer.barred}")
    stage.take(seat, owed, offer)
    stage.watch()


def _leave_to_others(stage: Stage, how: str) -> None:
    for _ in range(PATIENCE):
        asked = {seat for _, seat in stage.asked()}
        if not asked - {stage.turn} or (stage.turn in asked and stage.game.due()[0].lane is None):
            return
        found = stage.windows()
        if not found and how == "first":
            seat = min(asked - {stage.turn})
            choices = [(owed, offer) for owed, offer in stage.offers(seat) if owed is not None and offer.barred is None]
            found = [(seat, *choices[0])] if choices else []
        if not found:
            return
        stage.take(*found[0])
        stage.watch()
    raise LookupError(f"the others are still asked after {PATIENCE} choices")


def _not_refused(stage: Stage, line: Line) -> Iterator[str]:
    """Why a choice that should be turned down was not, or not for that reason."""
    if line.seat is None or line.take is None:
        raise LookupError("what is refused has a seat and what it takes")
    seat, before = stage.seat(line.seat), stage.game
    try:
        _, offer = stage.choice(seat, line.take)
        stage.do(seat, key_of(offer.command))
    except LookupError:
        if isinstance(line.refused, str):
            yield f"{line.take} is not offered at all; {line.refused} was to bar it"
        return
    except Refused as refused:
        if isinstance(line.refused, str) and refused.rule != line.refused:
            yield f"{line.take} is refused by {refused.rule}, not by {line.refused}"
        if line.refused is True and refused.rule is not None:
            yield f"{line.take} is barred by {refused.rule}; it was not to be offered at all"
        if stage.game != before:
            yield f"{line.take} was refused and yet changed the game"
        return
    yield f"{line.take} was not refused"


# then -------------------------------------------------------------------------------------------------------------------
def _results(stage: Stage, then: Then) -> Iterator[str]:
    names = stage.names.seats
    board = _Whole(stage.board)
    yield from (f"board: {why}" for why in differences(then.board, board, names))
    yield from _facts(stage, then.facts)
    yield from _keys(stage, then)
    for line in then.refused:
        yield from (f"refused: {why}" for why in _not_refused(stage, line if line.refused else line.model_copy(update={"refused": True})))


class _Whole(Mapping[str, Any]):
    """A board with its piles by name beside its fields."""

    def __init__(self, board: Any) -> None:
        self.parts: dict[str, Any] = {field: getattr(board, field) for field in board.__struct_fields__} | board.piles()

    def __getitem__(self, key: str) -> Any:
        return self.parts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)


def _facts(stage: Stage, wanted: list[dict[str, Any]]) -> Iterator[str]:
    """The facts that were not written in this order, each with what came nearest."""
    records, at = stage.log[stage.start :], 0
    for n, fact in enumerate(wanted, 1):
        near: list[str] | None = None
        for after, record in enumerate(records[at:], at + 1):
            if type(record.fact).__name__ == fact.get("type"):
                found = list(_unlike(record, fact, stage))
                if not found:
                    at = after
                    break
                near = found if near is None or len(found) < len(near) else near
        else:
            said = f"; nearest: {', '.join(near)}" if near else ""
            yield f"facts, {n}: no {shown(fact)} follows record {stage.start + at}{said}"


def _unlike(record: Any, fact: dict[str, Any], stage: Stage) -> Iterator[str]:
    for field, value in fact.items():
        if field == "rule":
            yield from differences(value, record.rule, path="rule")
        elif field != "type":
            yield from differences({field: value}, record.fact, stage.names.seats)


def _keys(stage: Stage, then: Then) -> Iterator[str]:
    """Which offers are not open, or open or barred that should not be."""
    for who, wanted in _by_seat(stage, then.offered):
        missing = [key for key in wanted if key not in stage.keys(who)]
        yield from (f"offered: {key} is not open to {stage.names.seats[who]}: {', '.join(stage.keys(who))}" for key in missing)
    for who, wanted in _by_seat(stage, then.only or {}):
        if sorted(set(stage.keys(who))) != sorted(wanted):
            yield f"only: {stage.names.seats[who]} has {', '.join(stage.keys(who))}"
    for who, wanted in _by_seat(stage, then.absent):
        there = {*stage.keys(who), *stage.barred(who)}
        yield from (f"absent: {key} is there for {stage.names.seats[who]}" for key in wanted if key in there)
    for barred in then.barred:
        seat = stage.turn if barred.seat is None else stage.seat(barred.seat)
        rule = stage.barred(seat).get(barred.key)
        if rule != barred.rule:
            open_now = "it is open" if barred.key in stage.keys(seat) else "it is not there"
            yield f"barred: {barred.key} is not barred by {barred.rule}: {f'{rule} bars it' if rule else open_now}"


def _by_seat(stage: Stage, keys: list[str] | dict[Any, list[str]]) -> Iterator[tuple[int, list[str]]]:
    if isinstance(keys, list):
        keys = {stage.turn: keys} if keys else {}
    for who, wanted in keys.items():
        yield stage.seat(who), wanted


# rules ------------------------------------------------------------------------------------------------------------------
def _unproved(rulebook: Mapping[str, Rule], rules: list[str], evidence: frozenset[str], node: str) -> Iterator[str]:
    for rule in rules:
        known = rulebook.get(rule)
        if known is None:
            yield f"rules: there is no rule {rule}"
        elif known.how == "shapes":
            if known.test != node:
                yield f"rules: {rule} shapes what happens, and its proof is {known.test}, not this"
        elif rule not in evidence:
            yield f"rules: {rule} neither licensed a record nor barred an offer here"
