"""The toy ruleset plays as its rulebook says."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.kernel import PUBLIC, Refused
from tests.table import Table, random_game
from tests.toy.duel import RULESET, EndRaid


def table(seats: int = 3, *, turn: int = 3, **hands: tuple[str, ...]) -> Table:
    """A duel past its first turns, in which seat 0 is asked to act; hands by seat: `seat1=("raid",)`."""
    at = Table(RULESET, seats, 1)
    at.adjust("turn", turn)
    for seat in range(seats):
        at.arrange(f"hand:{seat}", *hands.get(f"seat{seat}", ("cash", "cash")))
    return at


def test_an_empty_hand_draws_at_once() -> None:
    at = table(seat0=("medic",))
    at.adjust("players.0.life", 1)
    facts = [type(record.fact).__name__ for record in at.do(0, "-/play:medic")]
    assert facts == ["Answered", "CardPlayed", "LifeChanged", "CardDrawn"]
    assert len(at.board.players[0].hand) == 1
    assert at.asked() == [("Act", 0)]


def test_a_lawyer_calls_a_raid_off_but_not_what_comes_after_it() -> None:
    at = table(seat0=("raid", "cash"), seat2=("lawyer", "cash"))
    at.do(0, "play:raid:1")
    assert at.asked() == [("Respond", 1)]
    at.do(1, "pass")
    facts = [type(record.fact).__name__ for record in at.do(2, "play:lawyer")]
    assert facts[:5] == ["Answered", "CardPlayed", "RaidCalledOff", "RaidEnded", "CardDrawn"]
    assert at.board.players[1].life == 2


def test_a_raid_may_be_answered_with_a_raid_which_is_settled_first() -> None:
    at = table(seat0=("raid", "cash"), seat1=("raid", "lawyer"), seat2=("lawyer", "cash"))
    at.do(0, "play:raid:1")
    at.do(1, "play:raid:0")
    assert at.asked() == [("Respond", 2)]
    assert [o.what for o in at.game.agenda].count(EndRaid(seat=0)) == 1
    at.do(2, "play:lawyer")  # calls off the inner raid alone
    assert at.asked() == [("Respond", 2)]
    at.do(2, "pass")
    assert [player.life for player in at.board.players] == [2, 1, 2]


def test_a_window_opens_for_all_who_have_cards_whatever_they_are() -> None:
    at = table(seat0=("raid", "cash"), seat1=("cash",), seat2=("lawyer",))
    at.do(0, "play:raid:1")
    assert at.keys(1) == ["pass"]
    at.do(1, "pass")
    assert at.keys(2) == ["pass", "play:lawyer"]


def test_nobody_raids_in_the_first_turns_unless_the_table_wants_it() -> None:
    at = table(turn=1, seat0=("raid", "cash"))
    assert at.barred(0) == {"play:raid:1": "duel.raid.too-early", "play:raid:2": "duel.raid.too-early"}
    with pytest.raises(Refused) as refused:
        at.do(0, "play:raid:1")
    assert refused.value.rule == "duel.raid.too-early"
    early = Table(RULESET, 2, 1, {"raids": "at-once"})
    early.arrange("hand:0", "raid")
    assert early.barred(0) == {}


def test_bids_are_secret_until_the_last() -> None:
    at = table(turn=2)
    at.do(0, "pass")  # the next turn but one is an auction
    at.do(1, "pass")
    assert at.asked() == [("Bid", 0), ("Bid", 1), ("Bid", 2)]
    at.do(1, "name:3")
    assert [at.view(eye).board.players[1].bid for eye in (0, 1, 2, PUBLIC)] == [None, 3, None, None]
    assert at.view(0).board.players[1].has_bid
    at.do(2, "name:3")
    facts = at.do(0, "name:0")
    assert "BidsRevealed" in [type(record.fact).__name__ for record in facts]
    assert len(at.board.players[2].won) == 1, "among equals, whose turn comes first"
    assert [player.coins for player in at.board.players] == [3, 3, 0]


def test_a_spy_sees_two_cards_and_nobody_sees_what_he_does_with_them() -> None:
    at = table(seat0=("spy", "cash"))
    at.do(0, "play:spy")
    top = at.board.deck.cards[-2:]
    assert at.view(0).board.deck.cards[-2:] == top
    assert at.view(1).board.deck.cards[-2:] == (None, None)
    at.do(0, "bury:true")
    assert at.board.deck.cards[0] == top[1]
    assert at.view(0).board.deck.cards[0] == top[1]
    assert set(at.view(1).board.deck.cards) == {None}


def test_random_games_reach_every_ending_and_cite_every_rule() -> None:
    tables = [random_game(RULESET, seats, seed) for seats in RULESET.seats for seed in range(12)]
    endings, rules, bars = Counter[str](), set[str](), set[str]()
    for at in tables:
        assert len(at.log) < 300
        endings[at.board.result.ending] += 1
        rules |= {record.rule for record in at.log}
        bars |= {offer.barred for game in at.positions for seat in at.seats for _, offer in at.offered(game, seat) if offer.barred}
    assert set(endings) == {"blow", "time"}
    own = {rule.id: rule.how for rule in RULESET.rules.values() if rule.id.startswith("duel.")}
    assert {rule for rule, how in own.items() if how == "writes"} <= rules
    assert {rule for rule, how in own.items() if how == "bars"} == bars
