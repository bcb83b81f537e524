"""Every law has been seen to fail: a fault is planted in the toy ruleset (or in the kernel, or in a log), and the law finds it."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import domain.kernel.seal
import ledger.evidence
from domain.kernel import Game, NothingHappened, Offer, Outcome, Pass, Pile, Refused, Scribe, Seat
from tests.laws import anew, folding, playing, twins
from tests.table import Table
from tests.toy import duel
from tests.toy.duel import Board, Duel, Play

Fault = Callable[[pytest.MonkeyPatch], None]
Check = Callable[[Table], None]
FAULTS: list[tuple[Check, Fault, str]] = []
DECIDE = importlib.import_module("domain.kernel.decide")  # the package offers a function of that name
WRONG = (AssertionError, LookupError, TypeError, msgspec.ValidationError)  # how a law, or what it tries, says no


def breaks(check: Check, words: str) -> Callable[[Fault], Fault]:
    """Say which law a fault breaks, and in which words that is told."""

    def note(fault: Fault) -> Fault:
        FAULTS.append((check, fault, words))
        return fault

    return note


def played(seed: int) -> Table:
    """A random game of the spoilt ruleset, as far as it goes."""
    table = Table(Duel(), 2 + seed % 3, seed)
    try:
        return table.play(500)
    except AssertionError:  # somebody had no open offer; what was written up to there is for the laws
        return table


@pytest.mark.parametrize(("check", "fault", "words"), FAULTS, ids=lambda it: getattr(it, "__name__", ""))
def test_the_law_finds(check: Check, fault: Fault, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    for seed in range(12):
        table = played(seed)
        try:
            check(table)
        except WRONG as found:
            assert words in str(found)  # noqa: PT017 - which seed finds it is not known beforehand
            return
    pytest.fail("twelve games, and nothing was found")


def test_every_law_was_seen_to_fail() -> None:
    laws = {check for module in (folding, playing, twins) for name, check in vars(module).items() if name.startswith("check_")}
    assert laws == {check for check, _, _ in FAULTS}


def test_a_game_that_rests_on_hashes_is_found() -> None:
    with pytest.raises(AssertionError, match="another game in a new process"):
        anew.check_new_process(Table(Duel(), 4, 5).play(), "tests.laws.faulty_hash")


def test_a_fact_that_reads_a_file_is_found() -> None:
    with pytest.raises(AssertionError, match="without the component files"):
        anew.check_folds_without_files(Table(Duel(), 4, 5).play(), "tests.laws.faulty_fact")


# the log ---------------------------------------------------------------------------------------------------------------
@breaks(folding.check_refold, "does not fold the same way twice")
def a_fact_that_reads_a_global(patch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    patch.setattr(duel.CoinEarned, "apply", lambda self, board: replace(board, bank=next(clock)))


@breaks(folding.check_decides_again, "would be another now")
def a_rule_that_reads_a_global(patch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()

    def settle(self: Any, scribe: Scribe[Board]) -> None:
        scribe.write(NothingHappened(f"it is {next(clock)} o'clock"), "duel.raid.hit")

    patch.setattr(duel.Hit, "settle", settle)


@breaks(folding.check_views, "believes")
def a_pile_that_claims_too_much(patch: pytest.MonkeyPatch) -> None:
    def apply(self: duel.DeckShuffled, board: Board) -> Board:  # after a shuffle the eye believes that nothing has moved
        return replace(board, deck=board.discard if None in self.order and board.turn else Pile(self.order), discard=Pile())

    patch.setattr(duel.DeckShuffled, "apply", apply)


@breaks(folding.check_views, "cards in deck")
def a_pile_of_another_size_for_others(patch: pytest.MonkeyPatch) -> None:
    honest = duel.CardDrawn.apply
    patch.setattr(duel.CardDrawn, "apply", lambda self, board: board if self.card is None else honest(self, board))


@breaks(folding.check_views, "may read deck and does not know it")
def a_reader_who_was_not_shown(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duel, "readers", lambda self, pile: ("public",))


def unsealed(patch: pytest.MonkeyPatch, cls: type) -> None:
    """Take the seals off one class."""
    honest = domain.kernel.seal.seals
    patch.setattr(domain.kernel.seal, "seals", lambda of: () if of is cls else honest(of))


@breaks(folding.check_knowledge, "(CardDrawn) shows")
def a_card_without_a_seal(patch: pytest.MonkeyPatch) -> None:
    unsealed(patch, duel.CardDrawn)


@breaks(folding.check_knowledge, "(DeckShuffled) shows")
def a_shuffle_without_a_seal(patch: pytest.MonkeyPatch) -> None:
    unsealed(patch, duel.DeckShuffled)


@breaks(folding.check_conserved, "(CardPlayed) makes")
def a_card_that_vanishes(patch: pytest.MonkeyPatch) -> None:
    def apply(self: duel.CardPlayed, board: Board) -> Board:
        return board.player(self.seat, hand=board.players[self.seat].hand.take(self.card))

    patch.setattr(duel.CardPlayed, "apply", apply)


@breaks(folding.check_conserved, "(CoinEarned) makes")
def a_coin_from_nowhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.CoinEarned, "apply", lambda self, board: board.player(self.seat, coins=board.players[self.seat].coins + 1))


@breaks(folding.check_conserved, "(CardPlayed) makes")
def a_census_that_misses_a_pile(patch: pytest.MonkeyPatch) -> None:
    honest = Duel.census
    patch.setattr(Duel, "census", lambda self, board: honest(self, replace(board, discard=Pile())))


@breaks(folding.check_hashes, "does not hash")
def a_board_with_a_list(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.TurnBegan, "apply", lambda self, board: replace(board, turn=board.turn + 1, first_raid=[3]))
    patch.setattr(duel.Act, "offers", lambda self, board: [Offer(Pass())])


@breaks(folding.check_wire, "$.fact.why")
def a_field_that_is_not_what_it_says(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        duel.Earn,
        "settle",
        lambda self, scribe: scribe.write(NothingHappened(why=("no", "words")), "duel.auction.income"),  # pyright: ignore[reportArgumentType] - the fault
    )


@breaks(folding.check_evidence, "reads another record")
def an_opening_for_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ledger.evidence, "unreadable", lambda fact, eye: ())


@breaks(folding.check_evidence, "is not canonical")
def a_body_in_any_order(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ledger.evidence, "_canonical", msgspec.json.Encoder())


@breaks(folding.check_rules, "cites duel.auction.wages")
def a_record_under_an_unknown_rule(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Earn, "settle", lambda self, scribe: scribe.write(duel.CoinEarned(self.seat), "duel.auction.wages"))


@breaks(folding.check_rules, "barred by duel.auction.miser")
def a_bar_by_an_unknown_rule(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Bid, "offers", lambda self, board: [Offer(duel.Name(0)), Offer(duel.Name(1), "duel.auction.miser")])


@breaks(folding.check_says, "not on a view")
def a_sentence_that_reads_a_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.LifeChanged, "say", lambda self, before, after, names: (str(after.players[self.seat].hand.known),))


@breaks(folding.check_says, "says nothing")
def a_fact_that_says_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.CoinEarned, "say", lambda self, before, after, names: ())


@breaks(folding.check_causes, "begins a batch")
def a_record_without_a_cause(patch: pytest.MonkeyPatch) -> None:
    def handle(self: Any, owed: Any) -> None:
        honest(self, owed)
        self._cause = None

    honest = Scribe._handle
    patch.setattr(Scribe, "_handle", handle)


@pytest.mark.parametrize(
    "change",
    [{"cause": None}, {"cause": 40}, {"cause": 39}, {"index": 38}],
    ids=["a batch cut in two", "its own cause", "caused by what comes later", "a number used twice"],
)
def test_the_law_of_causes_finds(change: dict[str, Any]) -> None:
    table = Table(Duel(), 3, 1).play()
    folding.check_causes(table)
    at = next(i for i, record in enumerate(table.log) if i > 20 and not isinstance(record.fact, duel.TurnBegan) and record.cause == i)
    shift = at + 1 - 39
    table.log[at] = replace(table.log[at], **{k: v if v is None else v + shift + (k == "cause" and v == 39) for k, v in change.items()})
    with pytest.raises(AssertionError):
        folding.check_causes(table)


# what is offered -------------------------------------------------------------------------------------------------------
@breaks(playing.check_own_view_offers, "sees other offers")
def a_liberty_that_reads_anothers_hand(patch: pytest.MonkeyPatch) -> None:
    def liberties(self: Duel, game: Game[Board], seat: Seat) -> Iterable[Offer[Board]]:
        if game.board.players and "lawyer" not in game.board.players[seat - 1].hand.cards and "cash" in game.board.players[seat].hand.cards:
            yield Offer(Play("cash"))

    patch.setattr(Duel, "liberties", liberties)


@breaks(playing.check_own_view_offers, "sees other offers")
def a_decision_that_reads_the_deck(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Plot, "offers", lambda self, board: [Offer(duel.Bury(board.deck.cards[:1] == ("raid",)))])


@breaks(playing.check_keys, "are both")
def two_offers_of_one_name(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Bid, "offers", lambda self, board: [Offer(duel.Name(0)), Offer(duel.Name(0))])


@breaks(playing.check_keys, "is no key")
def a_name_that_no_address_can_hold(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Act, "offers", lambda self, board: [Offer(Pass()), Offer(Play("Grand Piano/2"))])
    patch.setattr(Play, "carry_out", lambda self, scribe, seat: None)


@breaks(playing.check_waits, "has no open offer")
def a_dead_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Bid, "offers", lambda self, board: [Offer(duel.Name(n), "duel.auction.no-credit") for n in range(3)])


@breaks(playing.check_waits, "lies in the lane of")
def a_lane_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    honest = duel.Bid

    def bid(seat: Seat, lane: Seat) -> duel.Bid:
        return honest(seat=seat, lane=1 - lane if lane < 2 else lane)

    patch.setattr(duel, "Bid", bid)


@breaks(playing.check_windows, "in two ways")
def two_ways_to_pass(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Respond, "offers", lambda self, board: [Offer(Pass()), Offer(Pass())])


@breaks(playing.check_windows, "is free to pass")
def a_liberty_to_pass(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duel, "liberties", lambda self, game, seat: [Offer(Pass())])


@breaks(playing.check_windows, "follows from it")
def a_pass_that_does_something(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Pass, "carry_out", lambda self, scribe, seat: scribe.write(NothingHappened("a sigh"), "duel.spirit"))


@breaks(playing.check_ends, "sees None")
def an_end_without_an_outcome(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duel, "outcome", lambda self, board: None)


@breaks(playing.check_ends, "is not over")
def an_outcome_before_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duel, "outcome", lambda self, board: Outcome((0,), (0,) * len(board.players), "blow") if board.turn > 5 else None)


@breaks(playing.check_ends, "is not over after")
def a_game_without_an_end(patch: pytest.MonkeyPatch) -> None:
    def settle(self: duel.BeginTurn, scribe: Scribe[Board]) -> None:
        following = duel.BeginTurn(seat=scribe.board.others(self.seat)[0])
        scribe.write(duel.TurnBegan(self.seat), "duel.turn", duel.Act(seat=self.seat), following)

    patch.setattr(duel.BeginTurn, "settle", settle)
    patch.setattr(duel.Act, "offers", lambda self, board: [Offer(Pass())])


@breaks(playing.check_finished, "was accepted")
def a_liberty_after_the_end(patch: pytest.MonkeyPatch) -> None:
    def offers(ruleset: Duel, game: Game[Board], seat: Seat) -> Iterator[tuple[Any, Offer[Board]]]:
        yield from honest(ruleset, game, seat)
        if game.over:
            yield None, Offer(Pass())

    honest = DECIDE.offers
    patch.setattr(DECIDE, "offers", offers)


@breaks(playing.check_finished, "not because the game is over")
def a_refusal_that_hides_the_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(DECIDE, "_refusal", lambda game, barred: Refused("it is not offered"))


@breaks(playing.check_lanes, "until another lane went first")
def a_lane_that_waits_for_another(patch: pytest.MonkeyPatch) -> None:
    def offers(self: duel.Bid, board: Board) -> Iterable[Offer[Board]]:
        bids = sum(player.has_bid for player in board.players)
        return [Offer(duel.Name(n), "duel.auction.no-credit" if n < bids else None) for n in range(5)]

    patch.setattr(duel.Bid, "offers", offers)


@breaks(playing.check_lanes, "it matters whether")
def a_lane_whose_turn_counts(patch: pytest.MonkeyPatch) -> None:
    def carry_out(self: duel.Name, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(duel.BidMade(seat, sum(player.has_bid for player in scribe.board.players)), "duel.auction.bid")

    patch.setattr(duel.Name, "carry_out", carry_out)


# secrets ---------------------------------------------------------------------------------------------------------------
def raid_with(windows: Callable[[Board, Seat], bool]) -> Callable[[Play, Scribe[Board], Seat], None]:
    """A raid that opens windows for some of the others only."""
    honest = Play.carry_out

    def carry_out(self: Play, scribe: Scribe[Board], seat: Seat) -> None:
        if self.card != "raid" or self.target is None:
            honest(self, scribe, seat)
            return
        board, target = scribe.board, self.target
        asked = [duel.Respond(seat=s, raider=seat, target=target) for s in board.others(seat) if windows(board, s)]
        scribe.write(duel.CardPlayed(seat, "raid", target), "duel.raid", *asked, duel.Hit(target=target, by=seat), duel.EndRaid(seat=seat))

    return carry_out


@breaks(twins.check_twins, "(CardPlayed) tells what is hidden")
def a_window_for_those_who_really_can(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Play, "carry_out", raid_with(lambda board, seat: "lawyer" in board.players[seat].hand.cards))


@breaks(twins.check_twins, "(CardDrawn) tells what is hidden")
def a_rule_that_tells_the_card(patch: pytest.MonkeyPatch) -> None:
    def settle(self: duel.DrawCard, scribe: Scribe[Board]) -> None:
        if len(scribe.board.deck):
            card = scribe.board.deck.top
            scribe.write(duel.CardDrawn(self.seat, card), "duel.raid" if card == "raid" else "duel.draw")
        else:
            scribe.write(NothingHappened("the deck is empty"), "duel.draw")

    patch.setattr(duel.DrawCard, "settle", settle)


@breaks(twins.check_twins, "tells what is hidden")
def a_fact_that_comes_for_one_card_only(patch: pytest.MonkeyPatch) -> None:
    def settle(self: duel.EndRaid, scribe: Scribe[Board]) -> None:
        scribe.write(duel.RaidEnded(self.seat), "duel.raid.over")
        if "medic" in scribe.board.players[self.seat].hand.cards:
            scribe.write(NothingHappened("a doctor is near"), "duel.raid.over")

    patch.setattr(duel.EndRaid, "settle", settle)


@breaks(twins.check_twins, "depend on what it does not see")
def an_offer_that_depends_on_the_deck(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Plot, "offers", lambda self, board: [Offer(duel.Bury(board.deck.cards[:1] == ("raid",)))])


@breaks(twins.check_twins, "(RaidEnded) tells what is hidden")
def luck_that_depends_on_a_hand(patch: pytest.MonkeyPatch) -> None:
    def settle(self: duel.EndRaid, scribe: Scribe[Board]) -> None:
        if "cash" in scribe.board.players[self.seat].hand.cards:
            scribe.below(6)
        scribe.write(duel.RaidEnded(self.seat), "duel.raid.over")

    patch.setattr(duel.EndRaid, "settle", settle)


@breaks(twins.check_secret_choices, "chose in secret")
def a_bid_without_a_seal(patch: pytest.MonkeyPatch) -> None:
    unsealed(patch, duel.BidMade)


@breaks(twins.check_secret_choices, "tells what is hidden")
def a_secret_that_is_told_by_what_follows(patch: pytest.MonkeyPatch) -> None:
    def carry_out(self: duel.Bury, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(duel.TopHandled(seat, bool(self.top) and len(scribe.board.deck) > 0), "duel.spy.bury")
        if self.top:
            scribe.write(NothingHappened("something rustles"), "duel.spy.bury")

    patch.setattr(duel.Bury, "carry_out", carry_out)


@breaks(twins.check_secret_choices, "which kind of command")
def a_secret_that_is_told_by_its_kind(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(duel.Plot, "offers", lambda self, board: [Offer(Pass()), Offer(duel.Bury(True))])
