"""The seats' part in chance: each commits to a seed, and reveals it when all have, before the game is set up."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Literal

from domain.kernel import (
    Chance,
    Command,
    Debt,
    Decision,
    Fact,
    Game,
    GameBegan,
    GameOf,
    Names,
    Obligation,
    Offer,
    Record,
    Ruleset,
    Scribe,
    Seat,
    Text,
    amend,
    who,
)
from domain.kernel.word import B

RULE = "table.seeds"


# facts ------------------------------------------------------------------------------------------------------------------
class SeedCommitted(Fact[B], frozen=True):
    """A seat fixed its seed: SHA-256 of the byte 7 and the seed, in hex digits."""

    seat: Seat
    commitment: str
    at: int = 0  # milliseconds since 1970

    def say(self, before: B, after: B, names: Names) -> Text:
        return (who(self.seat), " commits to a seed")


class SeedRevealed(Fact[B], frozen=True):
    """A seed is on the table, and mixed into every draw from now on; `by` says whether the seat chose it or the house drew it."""

    seat: Seat
    seed: str  # 32 bytes in hex digits
    by: Literal["seat", "house"] = "seat"
    at: int = 0  # milliseconds since 1970

    def say(self, before: B, after: B, names: Names) -> Text:
        return (who(self.seat), " reveals the seed") if self.by == "seat" else ("the house draws a seed for ", who(self.seat))


class SeedForgone(Fact[B], frozen=True):
    """A seat does without a seed of its own: nothing is mixed in for it."""

    seat: Seat

    def say(self, before: B, after: B, names: Names) -> Text:
        return (who(self.seat), " does without a seed")


# what is owed -----------------------------------------------------------------------------------------------------------
class CommitSeed(Decision[B], frozen=True):
    """Which seed does the seat commit to? It is answered with the commitment, which no list can offer, or by doing without."""

    def offers(self, board: B) -> Iterable[Offer[B]]:
        yield Offer(ForgoSeed())

    def say(self, board: B, names: Names) -> Text:
        return ("Which seed do you commit to?",)


class RevealSeed(Decision[B], frozen=True):
    """What is the seed that the seat committed to?"""

    commitment: str

    def offers(self, board: B) -> Iterable[Offer[B]]:
        yield Offer(ForgoSeed())

    def say(self, board: B, names: Names) -> Text:
        return ("What is the seed you committed to?",)


class ForgoSeed(Command[B], frozen=True):
    """Do without a seed."""

    def carry_out(self, scribe: Scribe[B], seat: Seat) -> None:
        scribe.write(SeedForgone(seat), RULE)

    def say(self, before: B, after: B, names: Names) -> Text:
        return ("do without a seed",)


# beginning --------------------------------------------------------------------------------------------------------------
def begin_with_seeds(ruleset: Ruleset[B], began: GameBegan[B], chance: Chance) -> tuple[Game[B], list[Record[B]]]:
    """A game from its first fact, which waits for the seeds of all its seats before it is set up."""
    return amend(ruleset, GameOf(ruleset.blank), began, "table.begin", *opening_of(ruleset, began), chance=chance)


def opening_of(ruleset: Ruleset[B], began: GameBegan[B]) -> tuple[Obligation[B], ...]:
    """What the first record of a game opens: its set-up, and at a table that asks for seeds, before that, a question to each seat."""
    asked = [CommitSeed[B](lane=seat, seat=seat) for seat in range(len(began.seats))] if began.options.get("seeds") == "seats" else []
    return (*asked, *ruleset.opening(began))


def follows(asked: Obligation[B], said: SeedCommitted[B] | SeedRevealed[B]) -> tuple[Obligation[B], ...] | None:
    """What a record opens by which a seat says what it was asked for, or the house draws its seed; nothing if it is no answer to that."""
    if isinstance(said, SeedCommitted):
        reveal = RevealSeed[B](lane=said.seat, seat=said.seat, commitment=said.commitment)
        return (reveal,) if isinstance(asked, CommitSeed) else None
    return () if said.by == "house" or isinstance(asked, RevealSeed) else None


def seeds_due(game: Game[Any]) -> dict[Seat, Debt[Any]]:
    """What each seat still has to say of its seed: the question, by seat."""
    return {owed.what.seat: owed for owed in game.due() if isinstance(owed.what, CommitSeed | RevealSeed)}


def commitment(seed: bytes) -> str:
    """What a seat publishes of its seed before it reveals it, in hex digits."""
    return sha256(b"\x07" + seed).hexdigest()
