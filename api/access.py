"""Who asks, and through which eye he may look."""

from __future__ import annotations

import uuid
from typing import Annotated, NamedTuple

from fastapi import Depends, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from api.house import House, house_of
from api.problems import Problem, damaged, unknown_seat
from domain.kernel import ARBITER, PUBLIC, Eye, Seat
from ledger import Damaged, Sitting, UnknownGame

AS = "A seat's number, `public` or `arbiter`; by default the eye of the seat whose token is sent, otherwise the public's."
bearer = HTTPBearer(
    auto_error=False,
    description="The token of a seat opens that seat; the spectator's, the public view of its table; an arbiter's, what a dispute opens.",
)


class Arbiter(NamedTuple):
    """Who was appointed to rule on disputes."""

    name: str


class Look(NamedTuple):
    """A game before an eye. Of a damaged game, `sitting` is what can be read of it, and `damage` says where that ends."""

    sitting: Sitting
    damage: Damaged | None
    holder: Eye | Arbiter | None  # whose token came with the request: a seat's, the public's, an arbiter's, or nobody's
    eye: Eye  # the one that is looked through
    opened: bool = False  # to an arbiter, by a dispute in which it is on record that he looks

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.damage is None and self.sitting.game.over

    @property
    def headers(self) -> dict[str, str]:
        """A seat's view is kept by nobody on the way; the public's is asked for again."""
        return {"Cache-Control": "no-cache" if self.eye == PUBLIC else "no-store", "Vary": "Authorization, Accept"}

    def whole(self) -> Sitting:
        """The sitting of a game that can be read to its end; the problem that it can not, otherwise."""
        if self.damage is not None:
            raise damaged(self.damage)
        return self.sitting


def token_of(request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str | None:
    """The bearer token of a request; none if it brings none."""
    if given is None and request.headers.get("authorization"):
        raise Problem("bad-token", "Send `Authorization: Bearer TOKEN`, or no such header.")
    return given.credentials if given else None


def look(
    request: Request,
    game: str,
    token: Annotated[str | None, Depends(token_of)],
    wanted: Annotated[str | None, Query(alias="as", description=AS, max_length=20)] = None,
) -> Look:
    """What the request may look at, checked before anything is read for it."""
    house = house_of(request)
    sitting, damage = _sitting(house, game)
    holder = None if token is None else holder_of(house, sitting.id, token)
    disputed = isinstance(holder, Arbiter) and bool(house.ledger.disputes.about(sitting.id).open)
    if sitting.options.get("watch") == "invited" and (holder is None or (isinstance(holder, Arbiter) and not disputed)):
        raise Problem("forbidden", "This table invites whom it lets watch: send the spectator's token, or a seat's.")
    eye = _eye(wanted, len(sitting.places)) if wanted is not None else PUBLIC if holder is None or isinstance(holder, Arbiter) else holder
    opened = isinstance(holder, Arbiter) and disputed and house.ledger.disputes.looks(sitting.id, holder.name)
    found = Look(sitting, damage, holder, eye, opened)
    _permit(found)
    return found


def holder_of(house: House, game: str, token: str) -> Eye | Arbiter:
    """Whose token that is at a table; the problem that it is nobody's, if it is not."""
    if (eye := house.ledger.eye_of(game, token)) is not None:
        return eye
    if (name := house.ledger.disputes.arbiters.of(token)) is not None:
        return Arbiter(name)
    raise Problem("bad-token", "This token opens nothing at this table. Each table and each fork has tokens of its own.")


Looking = Annotated[Look, Depends(look)]


def seat_of(found: Look) -> Seat:
    """The seat whose token came with the request."""
    if isinstance(found.holder, int):
        return found.holder
    if found.holder is None:
        raise Problem("bad-token", "Only a seat can do that. Send its token: `Authorization: Bearer TOKEN`.")
    if isinstance(found.holder, Arbiter):
        raise Problem("forbidden", "An arbiter rules on disputes. Only a seat's token lets you play.")
    raise Problem("forbidden", "A spectator's token lets you watch. Only a seat's lets you play.")


def keeps_hands_sealed(sitting: Sitting) -> bool:
    """Whether the table asked that nobody sees through another's eye even when the game is over."""
    return sitting.options.get("hands") == "sealed"


def _sitting(house: House, game: str) -> tuple[Sitting, Damaged | None]:
    try:
        if str(uuid.UUID(game)) != game:
            raise ValueError("not as it was given out")
    except ValueError:
        raise UnknownGame(game) from None
    try:
        return house.ledger.sitting(game), None
    except Damaged as damage:
        if damage.record <= 1:
            raise
        return house.ledger.sitting(game, damage.record - 1), damage


def _eye(wanted: str, seats: int) -> Eye:
    if wanted in (PUBLIC, ARBITER):
        return wanted
    if not (wanted.isascii() and wanted.isdigit()):
        raise Problem("bad-request", "`as` is a seat's number, public or arbiter.")
    if int(wanted) >= seats:
        raise unknown_seat()
    return int(wanted)


def _permit(found: Look) -> None:
    """Let the eye look, or say what it takes."""
    if found.eye in (PUBLIC, found.holder) or found.opened:
        return
    if isinstance(found.holder, Arbiter) and not (found.finished and not keeps_hands_sealed(found.sitting)):
        raise Problem("forbidden", "What is hidden opens to an arbiter once a look is on record: POST /v1/disputes/{id}/look first.")
    if found.finished:
        if keeps_hands_sealed(found.sitting):
            raise Problem("forbidden", "This table keeps its hands sealed: each eye sees its own, now that the game is over, too.")
    elif found.eye == ARBITER:
        raise Problem("forbidden", "While a game is played nobody looks through the arbiter's eye but an arbiter.")
    else:
        raise Problem("forbidden", "While a game is played a seat is seen with its own token and no other.")
