"""Laws of play: what is offered, to whom, under which name, and what several seats may do at once."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.kernel import (
    Answered,
    Debt,
    Decision,
    Game,
    Pass,
    Refused,
    Seat,
    address_of,
    decide,
    find,
    key_of,
    take,
)
from tests.table import Table, Taken

KEY_FORM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*([:+][A-Za-z0-9_.-]+)*")


def check_own_view_offers(table: Table) -> None:
    """What a seat is offered depends on nothing it does not see: its own fold offers the same, whenever the game waits."""
    for _, game, views in table.waits():
        for seat in table.seats:
            assert table.offered(views[seat], seat) == table.offered(game, seat), f"seat {seat} sees other offers at {game.length}"


def check_keys(table: Table) -> None:
    """Every offer, liberties included, has an address of its own among its seat's offers, and is found by it."""
    for n, game in enumerate(table.positions, 1):
        for seat in table.seats:
            offered, named = table.offered(game, seat), dict[str, Any]()
            for owed, offer in offered:
                address, key = address_of(owed, offer), key_of(offer.command)
                assert address not in named, f"{named[address]} and {offer.command} are both {address} to seat {seat} at {game.length}"
                assert KEY_FORM.fullmatch(key), f"{key!r} is no key: kebab-case words and ids, divided by colons"
                named[address] = offer.command
            if offered:  # looking one up costs as much as listing all, so each time it is another one's turn
                owed, offer = offered[n % len(offered)]
                address = address_of(owed, offer)
                if offer.barred is None:
                    assert find(table.ruleset, game, seat, address) == (owed, offer), f"{address} does not lead to {offer.command}"
                else:
                    rule = _refused(lambda seat=seat, address=address, game=game: find(table.ruleset, game, seat, address))
                    assert rule == offer.barred, f"{address} is refused by {rule}, not by its rule"


def _refused(ask: Callable[[], object]) -> str | None:
    """The rule by which this is refused."""
    try:
        ask()
    except Refused as refused:
        return refused.rule
    raise AssertionError("what should be refused was accepted")


def check_waits(table: Table) -> None:
    """A game that is not over waits for seats of the table, and whoever is asked has an answer that no rule bars."""
    for game in table.positions:
        due = list(game.due())
        assert game.over or due, f"nobody is asked at {game.length}, and it is not over"
        for owed in due:
            what = owed.what
            assert isinstance(what, Decision), f"{what} was left unsettled at {game.length}"
            assert what.seat in table.seats, f"{what} waits for nobody at the table"
            assert owed.lane in (None, what.seat), f"{what} lies in the lane of seat {owed.lane}"
            unbarred = [offer for o, offer in table.offered(game, what.seat) if o == owed and offer.barred is None]
            assert unbarred, f"seat {what.seat} is asked {what} at {game.length} and has no open offer"
        assert len({owed.id for owed in game.agenda}) == len(game.agenda), f"a serial is used twice at {game.length}"


def check_windows(table: Table) -> None:
    """A seat may pass in one way only, never where nothing was asked, and nothing follows from a pass itself."""
    for n, game in enumerate(table.positions, 1):
        for seat in table.seats:
            passes = Counter(owed and owed.id for owed, offer in table.offered(game, seat) if isinstance(offer.command, Pass))
            assert None not in passes, f"seat {seat} is free to pass although nothing was asked at {game.length}"
            assert all(times == 1 for times in passes.values()), f"seat {seat} may pass in two ways at {game.length}"
        if n < len(table.batches):
            record = table.batches[n][0]
            if isinstance(record.fact, Answered) and isinstance(record.fact.command, Pass):
                caused = [r for r in table.batches[n] if r.cause == record.index]
                assert not caused, f"record {record.index} is a pass, and record {caused[0].index} follows from it"


def check_ends(table: Table) -> None:
    """The game ends; it has an outcome from then on and not before, which ranks every seat."""
    for _, game, views in table.waits():
        for eye, view in views.items():
            outcome = table.ruleset.outcome(view.board)
            assert (outcome is not None) == game.over, (
                f"{eye} sees {outcome} at {game.length}, and the game is {'' if game.over else 'not '}over"
            )
            if outcome is not None:
                assert outcome == table.ruleset.outcome(game.board), f"{eye} sees another outcome"
                assert len(outcome.scores) == len(table.seats), "not every seat has a score"
                assert set(outcome.winners) <= set(table.seats), "somebody won who did not play"
                assert outcome.ending, "the ending has no id"
    assert table.game.over, f"the game is not over after {len(table.batches)} choices"


def check_finished(table: Table) -> None:
    """A finished game offers nothing and accepts nothing: not a pass, nothing that was ever accepted, from nobody."""
    assert table.game.over, "the game is not over"
    taken = {(r.fact.seat, r.fact.command): None for r in table.log if isinstance(r.fact, Answered)}
    for seat in table.seats:
        assert not table.offers(seat), f"seat {seat} still has offers"
        taken[seat, Pass()] = None
    for seat, command in taken:
        for ask in (
            lambda seat=seat, command=command: decide(table.ruleset, table.game, seat, command, table.chance),
            lambda seat=seat, command=command: find(table.ruleset, table.game, seat, key_of(command)),
        ):
            rule = _refused(ask)
            assert rule == "table.over", f"{command} of seat {seat} is refused by {rule}, not because the game is over"


def check_lanes(table: Table) -> None:
    """While several seats act at once, none needs to wait for another: both orders are accepted, and lead to the same board
    unless the two touch the same pile or draw luck."""
    rng = random.Random(f"lanes/{table.seed}")
    for game in table.positions:
        lanes = [choices for owed in game.due() if owed.lane is not None and (choices := _choices(table, game, owed))]
        if len(lanes) < 2:
            continue
        one, other = (rng.choice(choices) for choices in rng.sample(lanes, 2))
        (ab, both), (ba, both_too) = _in_turn(table, game, one, other), _in_turn(table, game, other, one)
        if any(record.luck for record in (*both, *both_too)) or _touched(table, game, one) & _touched(table, game, other):
            continue
        assert ab.board == ba.board, f"at {game.length} it matters whether {one[2].command} or {other[2].command} comes first"
        assert _shape(ab) == _shape(ba), f"at {game.length} other things are owed if {one[2].command} comes before {other[2].command}"


def _choices(table: Table, game: Game[Any], owed: Debt[Any]) -> list[Taken]:
    """All that its seat may answer."""
    seat: Seat = getattr(owed.what, "seat")  # noqa: B009 - what is due is a decision
    return [(seat, owed, offer) for o, offer in table.offered(game, seat) if o == owed and offer.barred is None]


def _in_turn(table: Table, game: Game[Any], *choices: Taken) -> tuple[Game[Any], list[Any]]:
    records: list[Any] = []
    for seat, owed, offer in choices:
        try:
            found = find(table.ruleset, game, seat, address_of(owed, offer))
        except Refused as refused:
            raise AssertionError(f"seat {seat} could take {offer.command}, until another lane went first: {refused}") from refused
        game, batch = take(table.ruleset, game, seat, *found, table.chance)
        records += batch
    return game, records


def _touched(table: Table, game: Game[Any], choice: Taken) -> set[str]:
    """The piles that a choice changes."""
    seat, owed, offer = choice
    after, _ = take(table.ruleset, game, seat, owed, offer, table.chance)
    old, new = game.board.piles(), after.board.piles()
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def _shape(game: Game[Any]) -> dict[Seat | None, list[Any]]:
    """What is owed in each lane, without serials, which count what was opened before."""
    shape: dict[Seat | None, list[Any]] = {}
    for owed in game.agenda:
        shape.setdefault(owed.lane, []).append(owed.what)
    return shape
