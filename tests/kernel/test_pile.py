"""Piles: what an eye may claim of them, and how the unknown is dealt anew."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import Pile, redealt

CARDS = st.lists(st.sampled_from("abcd"), max_size=8).map(tuple)


def test_a_pile_has_its_top_last() -> None:
    pile = Pile(("a", "b"))
    assert pile.top == "b"
    assert pile.put("c", "d").cards == ("a", "b", "c", "d")
    assert pile.under("x", "y").cards == ("x", "y", "a", "b")
    assert pile.drop().cards == ("a",)
    assert pile.drop(2) == Pile()
    assert len(pile) == 2
    with pytest.raises(IndexError):
        Pile().top  # noqa: B018 - the property is what is tried


def test_rules_do_not_run_on_a_view() -> None:
    assert Pile(("a",)).known == ("a",)
    with pytest.raises(LookupError, match="not on a view"):
        Pile(("a", None)).known  # noqa: B018 - the property is what is tried


def test_a_secret_departure_makes_the_rest_uncertain() -> None:
    assert Pile(("a", None)).take(None).cards == (None,)
    assert Pile(("a", None)).take("b").cards == ("a",)
    assert Pile(("a",)).take(None).cards == ()
    with pytest.raises(ValueError, match="b does not lie here"):
        Pile(("a",)).take("b")


def test_who_is_shown_nothing_new_forgets_nothing() -> None:
    assert Pile((None, "b")).show("a", "b").cards == ("a", "b")
    assert Pile((None, "b")).show(None, None).cards == (None, "b")
    assert Pile((None,)).show().cards == (None,)


@st.composite
def histories(draw: st.DrawFn) -> tuple[Pile, Pile]:
    """A hand, and what an eye that saw only some of it come and go believes it to be."""
    true, seen = Pile(), Pile()
    for _ in range(draw(st.integers(0, 14))):
        what = draw(st.sampled_from(("put", "under", "take", "drop", "show")))
        shown = draw(st.booleans())
        if what in ("put", "under"):
            card = draw(st.sampled_from("abc"))
            true, seen = getattr(true, what)(card), getattr(seen, what)(card if shown else None)
        elif len(true) and what == "take":
            card = draw(st.sampled_from(true.known))
            true, seen = true.take(card), seen.take(card if shown else None)
        elif len(true) and what == "show":
            top = true.cards[-draw(st.integers(1, len(true))) :]
            seen = seen.show(*(top if shown and _in_order(true, seen) else (None,) * len(top)))
        elif len(true) and _in_order(true, seen):  # off the top of a pile in which nothing was taken from the middle
            true, seen = true.drop(), seen.drop()
    return true, seen


def _in_order(true: Pile, seen: Pile) -> bool:
    return all(s in (None, t) for s, t in zip(seen.cards, true.cards, strict=True))


@given(histories())
def test_a_pile_claims_no_more_than_the_eye_can_know(history: tuple[Pile, Pile]) -> None:
    true, seen = history
    assert len(seen) == len(true)
    assert not Counter(card for card in seen.cards if card is not None) - Counter(true.known)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[dict[str, Pile], dict[str, Pile], int]:
    """Piles as they lie, as an eye knows them, and a seed."""
    true = {name: Pile(draw(CARDS)) for name in ("deck", "hand:0", "hand:1", "trophies")}
    true["trophies"] = Pile(tuple(card.upper() for card in true["trophies"].known))
    seen = {name: Pile(tuple(c if draw(st.booleans()) else None for c in pile.cards)) for name, pile in true.items()}
    return true, seen, draw(st.integers(0, 99))


@given(worlds())
def test_another_world_agrees_with_all_that_the_eye_knows(world: tuple[dict[str, Pile], dict[str, Pile], int]) -> None:
    true, seen, seed = world

    def back(pile: str, card: str) -> str:
        return "trophy" if pile == "trophies" else "card"

    def deal() -> dict[str, Pile]:
        rng = random.Random(seed)
        return redealt(true, seen, back, lambda cards: rng.sample(cards, len(cards)))

    other = deal()
    assert other == deal(), "it follows from the shuffle alone"
    assert other.keys() == true.keys()
    for name, pile in other.items():
        assert len(pile.known) == len(true[name])
        assert all(s in (None, o) for s, o in zip(seen[name].cards, pile.cards, strict=True))
    for alike in (("deck", "hand:0", "hand:1"), ("trophies",)):  # cards change places within one back
        assert Counter(c for n in alike for c in other[n].known) == Counter(c for n in alike for c in true[n].known)


def test_another_world_is_indeed_another() -> None:
    true = {"deck": Pile(tuple("abcdef")), "hand:1": Pile(tuple("ghi"))}
    seen = {"deck": Pile((None,) * 6), "hand:1": Pile((None, "h", None))}
    other = redealt(true, seen, lambda pile, card: "card", lambda cards: cards[::-1])
    assert other["hand:1"].cards[1] == "h"
    assert other != true
