"""The luck of a fork: hidden piles as they lie, undrawn ones shuffled anew, or all dealt anew that one seat could not know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice, permutations
from typing import Any, cast

import pytest
from msgspec.structs import replace

from domain.games.after_pablo.components import components
from domain.kernel import (
    ARBITER,
    PUBLIC,
    Answered,
    Forked,
    Place,
    Record,
    Slots,
    amend,
    batches,
    evolve,
    key_of,
    redact,
    seen_by,
)
from domain.table.redeal import CardsRedealt, CardsSeenAnew, DealAnew, knowledge, last_open, opened_by
from ledger import Ledger, SecretAnswer
from replay import conformity as conforming
from replay.conformity import conformity
from replay.examine import examine
from replay.export import export
from replay.robots import Robots
from replay.tape import Tape
from replay.verify import luck_of, verify
from tests.ledger.playing import play, seats, step
from tests.table import Table
from tests.toy.duel import Board, CardPlayed, DeckPeeked

ARRESTS = components().arrest_cards
MANY = 720  # forks of one position


# what may come of a small pile ------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def table() -> Table:
    """Four cards in the deck, of which seat 0 was shown the topmost and seat 1 the lowest; two in the hand of seat 1."""
    table = Table("duel", 2, "a small pile")
    for name, cards in {
        "deck": ("medic", "raid", "lawyer", "spy"),
        "hand:0": ("raid",),
        "hand:1": ("cash", "medic"),
        "trophies": (),
    }.items():
        table.arrange(name, *cards)
    table.amend(DeckPeeked(0, ("spy",)), "table.arrange")
    table.amend(DeckPeeked(1, ("medic", None, None, None)), "table.arrange")
    return table


def forks(table: Table, luck: str) -> Iterator[tuple[Board, list[Record[Board]]]]:
    """Many forks of a position, each with chance of its own."""
    known = knowledge(table.ruleset, table.log, luck, len(table.seats))
    forked = Forked[Any]("", table.game.length, "", tuple(map(Place, table.names.seats)), luck, known=known)
    for n in range(MANY):
        game, batch = amend(table.ruleset, table.game, forked, "table.fork", *opened_by(luck), chance=Slots(b"%d" % n))
        yield game.board, batch


def even(seen: Counter[Any], possible: set[Any], critical: float) -> None:
    """Every possible deal came, no other did, and all about equally often: chi-square, which one in a thousand exceeds."""
    assert seen.keys() == possible
    expected = seen.total() / len(possible)
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < critical


def test_fresh_gives_every_order_of_what_nobody_knows(table: Table):
    seen = Counter[Any]()
    for board, _ in forks(table, "fresh"):
        seen[board.deck.cards] += 1
        assert replace(board, deck=table.board.deck) == table.board, "it touches nothing but the pile"
    even(seen, {("medic", *order, "spy") for order in permutations(("raid", "lawyer"))}, 10.8)


def test_unknown_gives_every_deal_that_the_seat_could_not_tell_from_the_true_one(table: Table):
    """Seat 0 knows the topmost card. The lowest is known to seat 1 alone: it is dealt anew, and seat 1 sees which one lies there now."""
    many, seen = list(forks(table, "unknown:0")), Counter[Any]()
    for board, _ in many:
        seen[board.deck.cards, board.players[1].hand.cards] += 1
        assert board.players[0].hand.cards == ("raid",)
    hidden = set(permutations(("medic", "raid", "lawyer", "cash", "medic")))
    even(seen, {((*order[:3], "spy"), order[3:]) for order in hidden}, 98.3)  # 60 deals
    (board, batch), view, before = many[-1], table.view(1), table.view(0)
    for record in batch:
        view = evolve(view, next(seen_by((record,), 1)))
        before = evolve(before, next(seen_by((record,), 0)))
        assert before.board == table.view(0).board, "seat 0 sees nothing change at any record"
    assert view.board.deck.cards == (board.deck.cards[0], None, None, None), "seat 1 knows the place that it was told, and the card there"
    assert view.board.players[1].hand == board.players[1].hand


def test_a_card_with_another_back_changes_its_place_too():
    """In a pile of two backs each place may come to hold either: no seat knows which back lies where."""
    table = Table("after_pablo", 2, "an arrest")
    for luck in ("fresh", "unknown:0"):
        cartels = [board.piles()["cartel"].known for board, _ in islice(forks(table, luck), 20)]
        assert len({cards.index(next(card for card in cards if card in ARRESTS)) for cards in cartels}) > 5
        assert (len({tuple(sorted(cards)) for cards in cartels}) == 1) == (luck == "fresh"), "what lies there stays, or is exchanged"


def test_how_a_deal_is_written_tells_nobody_who_knew_what(table: Table):
    """With the same piles, whatever was seen of them, the outline is the same, down to the luck that was drawn."""
    blind = Table("duel", 2, "a small pile")
    for name, pile in table.board.piles().items():
        blind.arrange(name, *pile.known)
    for luck in ("fresh", "unknown:0", "unknown:1"):
        (_, one), (_, other) = next(forks(table, luck)), next(forks(blind, luck))
        for a, b in zip(one, other, strict=True):
            assert (type(a.fact), a.rule, a.luck, a.opens) == (type(b.fact), b.rule, b.luck, b.opens)
            assert isinstance(a.fact, Forked) or redact(a.fact, PUBLIC) == redact(b.fact, PUBLIC)


def test_what_is_known_of_a_hand_stays_known_wherever_it_lies_there():
    """Seat 0 was shown the lawyer among three cards, of which the last is played then: it still knows him, but not which place is his."""
    table = Table("duel", 3, "a lost place")
    table.arrange("hand:1", "raid", "lawyer", "cash")
    table.amend(CardsSeenAnew[Board](0, ("hand:1",), ((None, "lawyer", None),)), "table.arrange")
    table.amend(CardPlayed(1, "cash"), "table.arrange")
    assert (table.board.players[1].hand.cards, table.view(0).board.players[1].hand.cards) == (("raid", "lawyer"), ("lawyer", None))
    for luck in ("unknown:0", "unknown:2"):
        hands = set[Any]()
        for board, batch in islice(forks(table, luck), 12):
            hand, seen = board.players[1].hand.cards, reduce(evolve, seen_by(batch, 0), table.view(0)).board.players[1].hand.cards
            hands.add(hand)
            assert hand[1] == "lawyer" or luck == "unknown:2"
            assert seen == (("lawyer", None) if luck == "unknown:0" else (None, hand[1])), "what it saw, or what lies there now"
        assert len(hands) > 2


# in the store -----------------------------------------------------------------------------------------------------------
def open_place(ledger: Ledger, game: str, seat: int, rng: random.Random) -> int:
    """The end of a batch at which no secret answer lies on the table."""
    log = ledger.records(game)
    ends = [batch[-1].index for batch in batches(log)]
    at = rng.choice(ends[len(ends) // 2 : -1])
    return last_open(ledger.sitting(game).ruleset, log[:at], seat)


@pytest.mark.parametrize(("title", "lucks"), [("duel", ("unknown:1", "fresh", "same", "unknown:0")), ("after_pablo", ("unknown:1",))])
def test_a_finished_fork_proves_every_draw(ledger: Ledger, title: str, lucks: tuple[str, ...]):
    """Also one of a fork, and one of that."""
    bots, rng = {seat: Place(f"Bot {seat}", "random") for seat in range(2)}, random.Random(title)
    game = ledger.create(title, list(bots.values()), {}).id
    Robots(ledger).answer(game)
    for luck in lucks:
        made = ledger.fork(game, open_place(ledger, game, int(luck[-1]) if ":" in luck else 0, rng), luck=luck, places=bots)
        dealt = [type(record.fact) for record in ledger.records(made.id, made.at, made.version)]
        assert dealt == [Forked] + [CardsRedealt] * (luck != "same") + [CardsSeenAnew] * (":" in luck)
        Robots(ledger).answer(game := made.id)
        assert ledger.sitting(game).game.over
    found = examine(export(ledger, game, ARBITER))
    assert found.evidence.bad is None, found.evidence
    assert (found.conformity.deviations, found.conformity.unexamined) == ((), None)
    assert not verify(ledger, game).conformity.deviations
    for eye in (0, PUBLIC):
        assert examine(export(ledger, game, eye)).evidence.bad is None


def test_a_deal_that_was_not_drawn_is_found(ledger: Ledger, played: tuple[Any, str]):
    """A server that lays the cards otherwise, deals with other knowledge, or does not deal at all, is found out."""
    game = played[1]
    made = ledger.fork(game, open_place(ledger, game, 1, random.Random(2)), luck="unknown:1")
    log, of = ledger.records(made.id), ledger.sitting(made.id).ruleset
    chance, at = luck_of(ledger, made.id, made.version), made.at
    assert not conformity(of, log, chance).deviations

    def wrong(n: int, **changes: Any) -> list[str]:
        forged = [*log[: at + n], replace(log[at + n], fact=replace(log[at + n].fact, **changes)), *log[at + n + 1 :]]
        return [f"{one.record - at}: {one.why}" for one in conformity(of, forged, chance).deviations]

    forked, dealt, _, seen = (cast("Any", record.fact) for record in log[at : at + 4])
    assert wrong(1, cards=(dealt.cards[0][::-1], *dealt.cards[1:]))[0] == "2: CardsRedealt would be written with another cards"
    assert wrong(2, cards=seen.cards)[0] == "3: CardsSeenAnew would be written with another cards"
    nobody = tuple(tuple(0 for _ in pile) for pile in forked.known)
    assert wrong(0, known=nobody)
    bare = replace(log[at], opens=(), onto=None)
    assert [one.why for one in conformity(of, [*log[:at], bare], chance).deviations] == [
        "a fork with luck unknown:1 would open something else"
    ]
    never = replace(bare, fact=replace(log[at].fact, luck="good"))
    assert [one.why for one in conformity(of, [*log[:at], never], chance).deviations] == ["it can not be decided any more: ValueError"]
    there, untrue = ledger.sitting(game, at).game, replace(forked, known=nobody)
    _, batch = amend(of, there, untrue, "table.fork", DealAnew(seat=1), chance=chance(at + 1))
    assert [one.why for one in conformity(of, [*log[:at], *batch], chance).deviations] == [
        "its seats knew other cards than it says: what was dealt anew rests on that"
    ]


def test_a_file_of_many_forks_is_examined_in_one_pass(ledger: Ledger, played: tuple[Any, str], monkeypatch: pytest.MonkeyPatch):
    """Anybody may send a file to be verified, so its forks must not cost more than its records."""
    made = ledger.fork(played[1], open_place(ledger, played[1], 1, random.Random(2)), luck="fresh")
    for _ in range(6):
        play(ledger, made.id)
        made = ledger.fork(made.id, made.version + 5, luck="fresh")
    log, of = ledger.records(made.id), ledger.sitting(made.id).ruleset
    folded: list[int] = []
    seen = conforming.seen_by
    monkeypatch.setattr(conforming, "seen_by", lambda log, eye: folded.append(len(log)) or seen(log, eye))
    assert not conformity(of, log, luck_of(ledger, made.id, made.version)).deviations
    assert 0 < sum(folded) <= len(log) * len(ledger.sitting(made.id).places)

    first = next(record for record in log if isinstance(record.fact, Forked))
    again = replace(first, index=first.index + 1)
    found = conformity(of, [*log[: first.index], again], luck_of(ledger, made.id, made.version)).deviations
    assert found[-1].why == "what the rules settle by themselves would be settled first"
    crowded = replace(cast("Any", first.fact), seats=tuple(map(Place, "abcdefgh")))
    chance, there = luck_of(ledger, made.id, made.version), ledger.sitting(played[1], first.index - 1).game
    _, batch = amend(of, there, crowded, "table.fork", *opened_by("fresh"), chance=chance(first.index))
    found = conformity(of, [*log[: first.index - 1], *batch], chance).deviations
    assert found[-1].why == f"a fork has the {len(ledger.sitting(made.id).places)} seats of the game that it left"


def test_a_fork_of_a_seeded_game_has_luck_that_nobody_can_know(ledger: Ledger, played: tuple[Any, str]):
    game = played[1]
    at = open_place(ledger, game, 0, random.Random(3))
    for luck in ("fresh", "unknown:0"):
        orders = {ledger.sitting(ledger.fork(game, at, luck=luck).id).game.board.deck.cards for _ in range(4)}
        assert len(orders) > 1


def test_forks_at_the_end_of_the_set_up_and_of_the_game(ledger: Ledger, played: tuple[Any, str]):
    game = played[1]
    first = next(batches(ledger.records(game)))[-1].index
    for luck in ("same", "fresh", "unknown:2"):
        made = ledger.fork(game, first, luck=luck)
        assert not ledger.sitting(made.id).game.over
        assert play(ledger, made.id).game.over
        last = ledger.fork(game, ledger.sitting(game).version, luck=luck)
        assert ledger.sitting(last.id).game.over
        assert ledger.sitting(last.id).game.board.result == ledger.sitting(game).game.board.result


def test_with_the_same_luck_the_same_choices_are_the_same_game_from_any_place(ledger: Ledger, played: tuple[Any, str]):
    log = ledger.records(played[1])
    for at in random.Random(4).sample([batch[-1].index for batch in batches(log)][:-1], 3):
        fork = ledger.fork(played[1], at)
        for batch in batches(log[at:]):
            answered = batch[0].fact
            assert isinstance(answered, Answered)
            serial = batch[0].closes[0] if batch[0].closes else "-"
            accepted = ledger.act(fork.id, answered.seat, f"{serial}/{key_of(answered.command)}")
            assert [record.fact for record in accepted.records[1:]] == [record.fact for record in batch[1:]]


# secret answers ---------------------------------------------------------------------------------------------------------
def lying(ledger: Ledger, game: str, seat: int) -> Sequence[int]:
    """The ends of batches at which another seat's bid lies on the table."""
    ends, tape = [batch[-1].index for batch in batches(ledger.records(game))], Tape.load(ledger, game)
    return [at for at in ends if any(player.has_bid for other, player in enumerate(tape.at(at).board.players) if other != seat)]


def test_a_secret_answer_can_not_be_dealt_anew(ledger: Ledger, played: tuple[Any, str]):
    game = played[1]
    log, of = ledger.records(game), ledger.sitting(game).ruleset
    places = lying(ledger, game, 1)
    assert len(places) > 2
    for at in (batch[-1].index for batch in batches(log)):
        assert (last_open(of, log[:at], 1) == at) == (at not in places), at
    before = len(ledger.games())
    with pytest.raises(SecretAnswer, match=f"a secret answer lies on the table after record {places[0]}, .*fork at record") as refused:
        ledger.fork(game, places[0], luck="unknown:1")
    assert len(ledger.games()) == before
    assert ledger.fork(game, refused.value.clear, luck="unknown:1").at == refused.value.clear < places[0]
    assert ledger.fork(game, places[0], luck="fresh").at == places[0], "who shuffles only has no need to know"
    own = [at for at in lying(ledger, game, 0) if at not in places]
    assert own
    assert ledger.fork(game, own[0], luck="unknown:1").at == own[0], "a seat's own answer is known to it"


def test_money_that_is_hidden_but_can_be_counted_is_left_alone(ledger: Ledger):
    game = ledger.create("after_pablo", seats(2), {"seed": "money"})
    rng = random.Random(1)
    for _ in range(6):
        step(ledger, game.id, rng)
    log = ledger.records(game.id)
    assert last_open(ledger.sitting(game.id).ruleset, log, 0) == len(log)
