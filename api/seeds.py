"""Seeds of the seats: what a player adds to the chance of a game, so that he need not trust the server's dice."""

from __future__ import annotations

from typing import Annotated, Self

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import Field, model_validator

from api.access import Looking, seat_of
from api.house import house_of
from api.models import Closed, HeadSeen
from api.problems import Problem, barred
from api.said import answer
from domain.kernel import Refused
from domain.table.seeds import CommitSeed, RevealSeed, seeds_due
from ledger.seeding import commit_seed, draw_for_absent, reveal_seed
from projections.view import wording

router = APIRouter(prefix="/v1/games", tags=["games"])
Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class SeedWanted(Closed):
    """One of the three: what a seat commits to, then the seed itself; or, of a seat that stays away, that the house draws one."""

    commitment: Hex | None = Field(None, description="SHA-256 of the byte 7 and the seed of 32 bytes, in hex digits")
    seed: Hex | None = Field(None, description="The 32 bytes that were committed to, in hex digits")
    absent: bool = Field(False, description="Draw a seed for this seat, which another one asks for after two minutes")

    @model_validator(mode="after")
    def one(self) -> Self:
        """One thing at a time."""
        if (self.commitment is not None) + (self.seed is not None) + self.absent != 1:
            raise ValueError("send a commitment, or a seed, or absent")
        return self


class SeedSeen(Closed):
    """Where the seeds stand now, and the signed head after what was said."""

    version: int
    to_commit: list[int] = Field(description="Seats that have not committed to a seed")
    to_reveal: list[int] = Field(description="Seats that have, and have not revealed it")
    receipt: HeadSeen


@router.put("/{game}/seats/{seat}/seed", response_model=SeedSeen, summary="Commit to a seed, then reveal it")
def seed(request: Request, found: Looking, seat: Annotated[int, Path(ge=0, le=63)], wanted: SeedWanted) -> Response:
    """At a table with the option `seeds=seats`, before it is set up. Sent again, the same changes nothing.

    When all have committed they reveal; after the last one the game is set up, and every draw depends on every seed.
    """
    house, holder, sitting = house_of(request), seat_of(found), found.whole()
    sitting.seat(seat)
    if not wanted.absent and holder != seat:
        raise Problem("forbidden", "A seat commits to a seed and reveals it with its own token.")
    try:
        if wanted.commitment is not None:
            accepted = commit_seed(house.ledger, sitting.id, seat, wanted.commitment)
        elif wanted.seed is not None:
            accepted = reveal_seed(house.ledger, sitting.id, seat, wanted.seed)
        else:
            accepted = draw_for_absent(house.ledger, sitting.id, seat)
    except Refused as refused:
        rule = refused.rule or "table.seeds"
        raise barred(refused, rule, wording(sitting.ruleset, rule)) from None
    house.moved(sitting.id)
    due = {seat: owed.what for seat, owed in seeds_due(house.ledger.sitting(sitting.id).game).items()}
    seen = SeedSeen(
        version=accepted.version,
        to_commit=[seat for seat, what in due.items() if isinstance(what, CommitSeed)],
        to_reveal=[seat for seat, what in due.items() if isinstance(what, RevealSeed)],
        receipt=HeadSeen.model_validate(accepted.receipt, from_attributes=True),
    )
    return answer(seen, headers={"Cache-Control": "no-store"})
