"""Seals: who reads what, and the one redaction."""

from __future__ import annotations

from typing import Annotated

import pytest

from domain.kernel import (
    ARBITER,
    PUBLIC,
    Answered,
    Arranged,
    Command,
    Eye,
    Fact,
    RecordOf,
    Seal,
    redact,
    sealed_part,
    seals,
    seen_by,
    unreadable,
    veil,
)


class Dealt(Fact[None], frozen=True):
    """Cards for one seat."""

    seat: int
    cards: Annotated[tuple[str | None, ...], Seal("seat")]
    count: int = 3


class Shuffled(Fact[None], frozen=True):
    """An order for nobody."""

    order: Annotated[tuple[tuple[str | None, int | None], ...], Seal()]


class Contribute(Command[None], frozen=True):
    """A card given in secret."""

    to: str
    card: Annotated[str | None, Seal()] = None


DEALT, SHUFFLED = Dealt(1, ("a", "b")), Shuffled((("a", 1), ("b", 2)))
GIVEN = Answered(2, Contribute("pot", "a"), 7)


@pytest.mark.parametrize(("eye", "reads"), [(0, False), (1, True), (PUBLIC, False), (ARBITER, True)])
def test_a_seal_opens_to_the_seat_it_names(eye: Eye, reads: bool) -> None:
    assert redact(DEALT, eye) == (DEALT if reads else Dealt(1, (None, None)))
    assert unreadable(DEALT, eye) == (() if reads else ("cards",))


@pytest.mark.parametrize("eye", [0, 1, PUBLIC])
def test_a_seal_that_names_nobody_opens_to_nobody_at_the_table(eye: Eye) -> None:
    assert redact(SHUFFLED, eye) == Shuffled(((None, None), (None, None)))


@pytest.mark.parametrize(("eye", "reads"), [(0, False), (2, True), (PUBLIC, False), (ARBITER, True)])
def test_a_seal_on_a_command_opens_to_who_chose_it(eye: Eye, reads: bool) -> None:
    assert redact(GIVEN, eye) == (GIVEN if reads else Answered(2, Contribute("pot", None), 7))


@pytest.mark.parametrize(
    ("to", "eye", "reads"),
    [((0, 2), 0, True), ((0, 2), 1, False), ((0, 2), PUBLIC, False), ((PUBLIC,), 1, True), ((PUBLIC,), PUBLIC, True), ((), 0, False)],
)
def test_a_seal_may_name_several_readers(to: tuple[Eye, ...], eye: Eye, reads: bool) -> None:
    arranged = Arranged[None]("deck", to, ("a", "b"))  # pyright: ignore[reportArgumentType] - eyes, as JSON has them
    assert (redact(arranged, eye) == arranged) is reads


def test_a_veil_keeps_the_shape_and_nothing_else() -> None:
    assert veil(("a", ("b", 3), ())) == (None, (None, None), ())
    assert veil({"a": 1}) is None
    assert veil("a") is veil(3) is veil(True) is None


def test_where_the_seals_are() -> None:
    assert seals(Dealt) == (("cards", "seat"),)
    assert seals(Contribute) == (("card", None),)
    assert sealed_part(DEALT) == ("/fact", DEALT)
    assert sealed_part(GIVEN) == ("/fact/command", GIVEN.command)


def test_what_an_eye_may_read_is_the_very_record() -> None:
    log = [RecordOf(1, DEALT, "deal"), RecordOf(2, GIVEN, "answer", cause=1)]
    assert [a is b for a, b in zip(seen_by(log, ARBITER), log, strict=True)] == [True, True]
    first, second = seen_by(log, 1)
    assert first is log[0]
    assert second == RecordOf(2, Answered(2, Contribute("pot", None), 7), "answer", cause=1)
