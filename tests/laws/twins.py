"""Laws of secrecy: two worlds that an eye can not tell apart must go on looking the same to it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.kernel import ARBITER, Debt, Eye, Game, Offer, Record, Seat, awaited, redact, redealt, seals, take
from tests.table import Table, public_form

CHOICES = 3  # that are tried in both worlds, for each seat
POSITIONS = 400  # about so many are looked at in one game; in a longer one every other, or every third


def twin_of(table: Table, game: Game[Any], view: Game[Any], rng: random.Random) -> Game[Any]:
    """Another game that the eye with this view could not tell from the true one: what it does not know is dealt anew."""
    board = game.board
    dealt = redealt(board.piles(), view.board.piles(), table.ruleset.back, lambda cards: rng.sample(cards, len(cards)))
    for name, pile in dealt.items():
        board = board.lay(name, pile)
    return replace(game, board=board)


def check_twins(table: Table) -> None:
    """What an eye does not know is dealt anew: the same seats are asked, the eye's own offers are the same, and the same public
    choice of any seat leaves the same outline, up to the first fact that openly shows something else."""
    rng = random.Random(f"twins/{table.seed}")
    for n, game, views in table.waits():
        if n % (1 + len(table.positions) // POSITIONS):
            continue
        eyes = [eye for eye in table.eyes if eye != ARBITER]
        eye = rng.choice(eyes)
        twin = twin_of(table, game, views[eye], rng)
        at = f"at {game.length}, for {eye}"
        assert awaited(twin) == awaited(game), f"other seats are asked in a twin world {at}"
        if isinstance(eye, int):
            assert table.offered(twin, eye) == table.offered(game, eye), f"its own offers depend on what it does not see, {at}"
        for seat in table.seats:
            here, there = table.offered(game, seat), table.offered(twin, seat)
            pairs = _same_to(eye, seat, here, there, rng)
            for (owed, one), (_, other) in pairs:
                _compare(table, eye, _written(table, game, seat, owed, one), _written(table, twin, seat, owed, other), at)


def check_secret_choices(table: Table) -> None:
    """Which of its secret choices a seat took can not be read in what is written of it, nor, while others act at the same time,
    in what follows. In a secret decision all offers are of one command class."""
    rng = random.Random(f"secrets/{table.seed}")
    for n, game in enumerate(table.positions, 1):
        for seat in awaited(game):
            offered = [(owed, offer) for owed, offer in table.offered(game, seat) if owed is not None]
            if not any(seals(type(offer.command)) for _, offer in offered):
                continue
            kinds = {type(offer.command) for _, offer in offered}
            assert len(kinds) == 1, (
                f"which kind of command seat {seat} takes at {game.length} tells something: {sorted(k.__name__ for k in kinds)}"
            )
            others = [eye for eye in table.eyes if eye not in (seat, ARBITER)]
            eye = others[n % len(others)]
            for (owed, one), (_, other) in _same_to(eye, seat, offered, offered, rng):
                first, second = _written(table, game, seat, owed, one), _written(table, game, seat, owed, other)
                _compare(table, eye, first, second, f"at {game.length}, for {eye}")
                at_once = len(set(awaited(game))) > 1 and owed is not None and owed.lane is not None
                for a, b in zip(first, second, strict=False):
                    if at_once or a.cause == first[0].index:
                        told = _told(redact(a.fact, eye), redact(b.fact, eye), _secret(one), _secret(other))
                        assert not told, f"the {told} of record {a.index} tells {eye} what seat {seat} chose in secret"


def _secret(offer: Offer[Any]) -> list[Any]:
    """What is sealed of a choice."""
    return [getattr(offer.command, field) for field, _ in seals(type(offer.command))]


def _told(seen: Any, also: Any, one: list[Any], other: list[Any]) -> str | None:
    """The field of two facts in which the one or the other choice can be read. (What was openly left may differ.)"""
    for field in seen.__struct_fields__ if type(seen) is type(also) else ():
        pair = getattr(seen, field), getattr(also, field)
        if pair[0] != pair[1] and any(_holds(pair[0], a) and _holds(pair[1], b) for a, b in zip(one, other, strict=True) if a != b):
            return field
    return None


def _holds(value: Any, secret: Any) -> bool:
    return value == secret or (isinstance(value, tuple) and secret in value)


Offered = tuple[Debt[Any] | None, Offer[Any]]


def _same_to(eye: Eye, seat: Seat, here: Sequence[Offered], there: Sequence[Offered], rng: random.Random) -> list[tuple[Offered, Offered]]:
    """Choices of a seat in one world, each with one of another world that is the same to this eye."""
    pairs: list[tuple[Offered, Offered]] = []
    for owed, offer in here:
        if offer.barred is None:
            form = public_form(seat, offer.command, eye)
            same = [x for x in there if x[0] == owed and x[1].barred is None and public_form(seat, x[1].command, eye) == form]
            if same:
                pairs.append(((owed, offer), rng.choice(same)))
    return rng.sample(pairs, min(CHOICES, len(pairs)))


def _written(table: Table, game: Game[Any], seat: Seat, owed: Debt[Any] | None, offer: Offer[Any]) -> list[Record[Any]]:
    return take(table.ruleset, game, seat, owed, offer, table.chance)[1]


def _compare(table: Table, eye: Eye, first: list[Record[Any]], second: list[Record[Any]], at: str) -> None:
    for a, b in zip(first, second, strict=False):
        seen, also = redact(a.fact, eye), redact(b.fact, eye)
        assert type(seen) is type(also), f"{type(seen).__name__} or {type(also).__name__}: record {a.index} tells what is hidden, {at}"
        if seen != also:
            return  # something else was openly shown, and from here on the worlds may differ
        assert _outline(a) == _outline(b), f"the outline of record {a.index} ({type(seen).__name__}) tells what is hidden, {at}"
    assert len(first) == len(second), f"the number of records tells what is hidden, {at}"


def _outline(record: Record[Any]) -> tuple[Any, ...]:
    return (record.index, record.rule, record.cause, record.closes, record.opens, record.onto, record.lane, record.luck)
