"""A toy ruleset that exercises every idea of the kernel in little: hidden hands, sealed shuffles, a window in which one card calls
off another, a procedure that nests, a liberty, secret bids in lanes, a look at a deck, a secret choice, a demand, a conclusion."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from domain.kernel import (
    Card,
    Command,
    Decision,
    Fact,
    Game,
    GameBegan,
    Names,
    Obligation,
    Offer,
    Option,
    Outcome,
    Pass,
    Pile,
    Ruleset,
    Scribe,
    Seal,
    Seat,
    Step,
    Text,
    Wire,
    register,
    shelf,
    thing,
    who,
)
from domain.table import WORDS

PACKAGE = "tests.toy"


# components ------------------------------------------------------------------------------------------------------------
class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the deck, so many times."""

    id: str
    name: str
    count: int


class Trophy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trophy, once."""

    id: str
    name: str
    points: int


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of `cards.yaml`."""

    cards: tuple[Kind, ...]
    trophies: tuple[Trophy, ...]
    life: int
    hand: int
    coins: int
    bank: int
    turns: int
    auction_every: int


@cache
def components() -> Components:
    """The components, read on first use."""
    return msgspec.convert(shelf.read(PACKAGE, "cards.yaml"), Components)


# the board -------------------------------------------------------------------------------------------------------------
class Player(msgspec.Struct, frozen=True, gc=False):
    """What lies before one seat."""

    hand: Pile = Pile()
    won: Pile = Pile()
    life: int = 0
    coins: int = 0
    bid: int | None = None
    has_bid: bool = False


class Board(msgspec.Struct, frozen=True, gc=False):
    """The table of a duel."""

    players: tuple[Player, ...] = ()
    deck: Pile = Pile()
    discard: Pile = Pile()
    trophies: Pile = Pile()
    lot: Pile = Pile()
    bank: int = 0
    turn: int = 0
    full_life: int = 0
    first_raid: int = 0
    result: Outcome | None = None

    def player(self, seat: Seat, **changes: Any) -> Board:
        """With these fields of one seat changed."""
        players = self.players
        return replace(self, players=(*players[:seat], replace(players[seat], **changes), *players[seat + 1 :]))

    def piles(self) -> dict[str, Pile]:
        """All piles by name."""
        piles = {"deck": self.deck, "discard": self.discard, "trophies": self.trophies, "lot": self.lot}
        for seat, player in enumerate(self.players):
            piles[f"hand:{seat}"], piles[f"won:{seat}"] = player.hand, player.won
        return piles

    def lay(self, name: str, pile: Pile) -> Board:
        """With another pile of that name; `LookupError` if there is none."""
        if name not in self.piles():
            raise LookupError(f"there is no pile {name}")
        field, _, seat = name.partition(":")
        return self.player(int(seat), **{field: pile}) if seat else replace(self, **{field: pile})

    def others(self, seat: Seat) -> list[Seat]:
        """The other seats, clockwise from the next."""
        n = len(self.players)
        return [(seat + i) % n for i in range(1, n)]


# facts -----------------------------------------------------------------------------------------------------------------
class TableLaid(Fact[Board], frozen=True):
    """So many seats, each with so much life and so many coins."""

    seats: int
    life: int
    coins: int
    bank: int
    first_raid: int

    def apply(self, board: Board) -> Board:
        player = Player(life=self.life, coins=self.coins)
        return replace(board, players=(player,) * self.seats, bank=self.bank, full_life=self.life, first_raid=self.first_raid)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"each has {self.life} lives and {self.coins} coins",)


class DeckShuffled(Fact[Board], frozen=True):
    """The deck, or what was the discard pile, lies face down in a new order."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, deck=Pile(self.order), discard=Pile())

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"{len(self.order)} cards are shuffled",)


class TrophiesShuffled(Fact[Board], frozen=True):
    """The trophies lie face down."""

    order: Annotated[tuple[Card | None, ...], Seal()]

    def apply(self, board: Board) -> Board:
        return replace(board, trophies=Pile(self.order))


class TurnBegan(Fact[Board], frozen=True):
    """It is a seat's turn."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, turn=board.turn + 1)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (f"turn {after.turn}: ", who(self.seat))


class CardDrawn(Fact[Board], frozen=True):
    """The top card of the deck goes to a hand."""

    seat: Seat
    card: Annotated[Card | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        board = replace(board, deck=board.deck.drop())
        return board.player(self.seat, hand=board.players[self.seat].hand.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " draws ", thing(self.card))


class CardPlayed(Fact[Board], frozen=True):
    """A card goes from a hand to the discard pile."""

    seat: Seat
    card: Card
    target: Seat | None = None

    def apply(self, board: Board) -> Board:
        board = board.player(self.seat, hand=board.players[self.seat].hand.take(self.card))
        return replace(board, discard=board.discard.put(self.card))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        said = (who(self.seat), " plays ", thing(self.card))
        return said if self.target is None else (*said, " on ", who(self.target))


class RaidCalledOff(Fact[Board], frozen=True):
    """A lawyer stopped a raid."""

    by: Seat
    raider: Seat


class RaidEnded(Fact[Board], frozen=True):
    """A raid is over, whatever came of it."""

    seat: Seat


class LifeChanged(Fact[Board], frozen=True):
    """A seat gained or lost life."""

    seat: Seat
    by: int

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, life=board.players[self.seat].life + self.by)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), f" has {after.players[self.seat].life} lives")


class DeckPeeked(Fact[Board], frozen=True):
    """A seat looks at the top cards of the deck."""

    seat: Seat
    top: Annotated[tuple[Card | None, ...], Seal("seat")]

    def apply(self, board: Board) -> Board:
        return replace(board, deck=board.deck.show(*self.top))


class TopHandled(Fact[Board], frozen=True):
    """A seat secretly buried the top card of the deck, or left it."""

    seat: Seat
    buried: Annotated[bool | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        deck = board.deck
        if self.buried is None:
            return replace(board, deck=Pile((None,) * len(deck)))
        return replace(board, deck=deck.drop().under(deck.top)) if self.buried else board


class TrophyShown(Fact[Board], frozen=True):
    """The next trophy is up for auction."""

    trophy: Card

    def apply(self, board: Board) -> Board:
        return replace(board, trophies=board.trophies.drop(), lot=board.lot.put(self.trophy))


class CoinEarned(Fact[Board], frozen=True):
    """A coin goes from the bank to a seat."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board.player(self.seat, coins=board.players[self.seat].coins + 1), bank=board.bank - 1)


class BidMade(Fact[Board], frozen=True):
    """A seat bids in secret."""

    seat: Seat
    amount: Annotated[int | None, Seal("seat")]

    def apply(self, board: Board) -> Board:
        return board.player(self.seat, bid=self.amount, has_bid=True)


class BidsRevealed(Fact[Board], frozen=True):
    """All bids, by seat."""

    amounts: tuple[int, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, players=tuple(replace(player, bid=None, has_bid=False) for player in board.players))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("the bids are " + ", ".join(map(str, self.amounts)),)


class TrophyWon(Fact[Board], frozen=True):
    """The trophy goes to the highest bid."""

    seat: Seat
    price: int

    def apply(self, board: Board) -> Board:
        player = board.players[self.seat]
        board = board.player(self.seat, won=player.won.put(*board.lot.cards), coins=player.coins - self.price)
        return replace(board, lot=Pile(), bank=board.bank + self.price)

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return (who(self.seat), " pays ", str(self.price), " for ", thing(before.lot.top))


class GameEnded(Fact[Board], frozen=True):
    """The duel is over."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    ending: str

    def apply(self, board: Board) -> Board:
        return replace(board, result=Outcome(self.winners, self.scores, self.ending))


# what is owed ----------------------------------------------------------------------------------------------------------
class SetUp(Step[Board], frozen=True):
    """Everything is laid out and dealt."""

    seats: int
    first_raid: int

    def settle(self, scribe: Scribe[Board]) -> None:
        of = components()
        bank = of.bank - self.seats * of.coins
        scribe.write(TableLaid(self.seats, of.life, of.coins, bank, self.first_raid), "duel.setup")
        deck = [kind.id for kind in of.cards for _ in range(kind.count)]
        scribe.write(DeckShuffled(scribe.shuffle(deck)), "duel.setup.shuffle")
        deal = [DrawCard(seat=seat) for _ in range(of.hand) for seat in range(self.seats)]
        scribe.write(TrophiesShuffled(scribe.shuffle(t.id for t in of.trophies)), "duel.setup.shuffle", *deal)


class DrawCard(Step[Board], frozen=True):
    """A seat draws."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        if not len(scribe.board.deck):
            scribe.write(DeckShuffled(scribe.shuffle(scribe.board.discard.known)), "duel.draw.reshuffle")
        if len(scribe.board.deck):
            scribe.write(CardDrawn(self.seat, scribe.board.deck.top), "duel.draw")


class BeginTurn(Step[Board], frozen=True):
    """The next turn, if there is one."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        board, of = scribe.board, components()
        if board.turn == of.turns:
            scribe.write(ended(board, None, "time"), "duel.end.time")
            return
        following = BeginTurn(seat=board.others(self.seat)[0])
        if (board.turn + 1) % of.auction_every == 0 and len(board.trophies):
            lanes: list[Obligation[Board]] = []
            for seat in range(len(board.players)):
                lanes += (Earn(seat=seat, lane=seat), Bid(seat=seat, lane=seat))
            scribe.write(TurnBegan(self.seat), "duel.turn")
            scribe.write(TrophyShown(board.trophies.known[-1]), "duel.auction", *lanes, RevealBids(first=self.seat), following)
        else:
            scribe.write(TurnBegan(self.seat), "duel.turn", DrawCard(seat=self.seat), Act(seat=self.seat), following)


class Act(Decision[Board], frozen=True):
    """Who is on turn may play a card."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        me = board.players[self.seat]
        for card in dict.fromkeys(me.hand.cards):
            if card == "raid":
                for target in board.others(self.seat):
                    yield Offer(Play("raid", target), "duel.raid.too-early" if board.turn < board.first_raid else None)
            elif card == "medic":
                yield Offer(Play("medic"), "duel.medic.full" if me.life >= board.full_life else None)
            elif card in ("cash", "spy"):
                yield Offer(Play(card))

    def say(self, board: Board, names: Names) -> Text:
        return ("which card to play?",)


class Respond(Decision[Board], frozen=True):
    """A raid was announced: a window for everybody else."""

    raider: Seat
    target: Seat

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Pass())
        hand = board.players[self.seat].hand.cards
        if "lawyer" in hand:
            yield Offer(Play("lawyer"))
        if "raid" in hand and self.seat == self.target:
            yield Offer(Play("raid", self.raider))

    def say(self, board: Board, names: Names) -> Text:
        return ("respond to the raid of ", who(self.raider), " on ", who(self.target), "?")


class Hit(Step[Board], frozen=True):
    """The raid is settled."""

    target: Seat
    by: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(LifeChanged(self.target, -1), "duel.raid.hit")
        if scribe.board.players[self.target].life <= 0:
            scribe.write(ended(scribe.board, self.by, "blow"), "duel.end.blow", cancels=scribe.owed(Obligation))


class EndRaid(Step[Board], frozen=True):
    """What comes after a raid in any case."""

    always: ClassVar[bool] = True
    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(RaidEnded(self.seat), "duel.raid.over", DrawCard(seat=self.seat))


class Plot(Decision[Board], frozen=True):
    """A spy, having looked, may bury the top card. The choice is secret."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        yield Offer(Bury(False))
        yield Offer(Bury(True))


class Earn(Step[Board], frozen=True):
    """A coin before bidding."""

    seat: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        scribe.write(CoinEarned(self.seat), "duel.auction.income")


class Bid(Decision[Board], frozen=True):
    """A secret bid."""

    def offers(self, board: Board) -> Iterable[Offer[Board]]:
        for amount in range(5):
            yield Offer(Name(amount), None if amount <= board.players[self.seat].coins else "duel.auction.no-credit")

    def say(self, board: Board, names: Names) -> Text:
        return ("how many coins for ", thing(board.lot.top), "?")


class RevealBids(Step[Board], frozen=True):
    """All have bid."""

    first: Seat

    def settle(self, scribe: Scribe[Board]) -> None:
        bids = tuple(player.bid or 0 for player in scribe.board.players)
        scribe.write(BidsRevealed(bids), "duel.auction.reveal")
        winner = max((self.first, *scribe.board.others(self.first)), key=lambda seat: bids[seat])
        scribe.write(TrophyWon(winner, bids[winner]), "duel.auction.reveal")


def ended(board: Board, winner: Seat | None, ending: str) -> GameEnded:
    """The last fact: the score of a seat is its life and what its trophies are worth."""
    worth = {trophy.id: trophy.points for trophy in components().trophies}
    scores = tuple(player.life + sum(worth[card] for card in player.won.known) for player in board.players)
    winners = (winner,) if winner is not None else tuple(s for s, score in enumerate(scores) if score == max(scores))
    return GameEnded(winners, scores, ending)


# commands --------------------------------------------------------------------------------------------------------------
class Play(Command[Board], frozen=True):
    """A card from the hand, on another seat if it needs one."""

    card: Card
    target: Seat | None = None

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        played = CardPlayed(seat, self.card, self.target)
        if self.card == "raid" and self.target is not None:
            board, target = scribe.board, self.target
            windows = [Respond(seat=s, raider=seat, target=target) for s in board.others(seat) if len(board.players[s].hand)]
            rule = "duel.raid.back" if scribe.owed(EndRaid) else "duel.raid"
            scribe.write(played, rule, *windows, Hit(target=target, by=seat), EndRaid(seat=seat))
        elif self.card == "lawyer":
            raider = scribe.answering(Respond).raider
            scribe.write(played, "duel.lawyer")
            scribe.write(RaidCalledOff(seat, raider), "duel.lawyer", cancels=scribe.before(EndRaid))
        elif self.card == "medic":
            scribe.write(played, "duel.medic")
            scribe.write(LifeChanged(seat, 1), "duel.medic")
        elif self.card == "spy":
            scribe.write(played, "duel.spy")
            scribe.write(DeckPeeked(seat, scribe.board.deck.cards[-2:]), "duel.spy", Plot(seat=seat))
        else:
            scribe.write(played, "duel.cash", DrawCard(seat=seat), DrawCard(seat=seat))

    def say(self, before: Board, after: Board, names: Names) -> Text:
        said = ("play ", thing(self.card))
        return said if self.target is None else (*said, " on ", who(self.target))


class Bury(Command[Board], frozen=True):
    """Bury the top card of the deck, or leave it."""

    top: Annotated[bool | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(TopHandled(seat, bool(self.top) and len(scribe.board.deck) > 0), "duel.spy.bury")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ({None: "bury the top card, or leave it", True: "bury the top card", False: "leave the top card"}[self.top],)


class Name(Command[Board], frozen=True):
    """Bid so many coins."""

    amount: Annotated[int | None, Seal()]

    def carry_out(self, scribe: Scribe[Board], seat: Seat) -> None:
        scribe.write(BidMade(seat, self.amount), "duel.auction.bid")

    def say(self, before: Board, after: Board, names: Names) -> Text:
        return ("make a bid" if self.amount is None else f"bid {self.amount}",)


# the ruleset -----------------------------------------------------------------------------------------------------------
class Duel(Ruleset[Board]):
    """The toy ruleset."""

    name = "duel"
    title = "Duel"
    seats = range(2, 5)
    package = PACKAGE
    blank = Board()
    rule_options = (Option("raids", "later", "whether raids are allowed from the first turn on", ("later", "at-once")),)

    def opening(self, began: GameBegan[Board]) -> tuple[Obligation[Board], ...]:
        first_raid = 1 if began.options.get("raids") == "at-once" else 3
        return (SetUp(seats=len(began.seats), first_raid=first_raid), BeginTurn(seat=0))

    def liberties(self, game: Game[Board], seat: Seat) -> Iterable[Offer[Board]]:
        if seat < len(game.board.players):
            me = game.board.players[seat]
            if me.life == 1 and "medic" in me.hand.cards:
                yield Offer(Play("medic"))

    def demand(self, game: Game[Board]) -> Step[Board] | None:
        board = game.board
        if board.turn and board.result is None and (len(board.deck) or len(board.discard)):
            for seat, player in enumerate(board.players):
                if not len(player.hand):
                    return DrawCard(seat=seat)
        return None

    def outcome(self, board: Board) -> Outcome | None:
        return board.result

    def readers(self, pile: str) -> tuple[Any, ...]:
        field, _, seat = pile.partition(":")
        return {"hand": (int(seat or 0),), "deck": (), "trophies": ()}.get(field, ("public",))

    def back(self, pile: str, card: str) -> str:
        return "trophy" if pile in ("trophies", "lot") or pile.startswith("won:") else "card"

    def census(self, board: Board) -> Mapping[str, int]:
        cards = Counter(card for pile in board.piles().values() for card in pile.known)
        return {**cards, "coins": board.bank + sum(player.coins for player in board.players)}

    def names(self) -> Mapping[str, str]:
        of = components()
        return {entry.id: entry.name for entry in (*of.cards, *of.trophies)}


Duel.wire = Wire(Board, *WORDS, sys.modules[__name__])
RULESET = register(Duel())
