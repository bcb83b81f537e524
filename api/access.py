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

AS = "A seat's number, `public` or `arbiter`; by default the eye of the token, and without a token the public's."
bearer = HTTPBearer(auto_error=False, description="The token of a seat opens that seat; the spectator's, the public view of its table.")


class Look(NamedTuple):
    """A game before an eye. Of a damaged game, `sitting` is what can be read of it, and `damage` says where that ends."""

    sitting: Sitting
    damage: Damaged | None
    holder: Eye | None  # whose token came with the request: a seat's, the public's, or nobody's
    eye: Eye  # the one that is looked through

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
    holder = None
    if token is not None and (holder := house.ledger.eye_of(sitting.id, token)) is None:
        raise Problem("bad-token", "This token opens nothing at this table. Each table and each fork has tokens of its own.")
    if sitting.options.get("watch") == "invited" and holder is None:
        raise Problem("forbidden", "This table invites whom it lets watch: send the spectator's token, or a seat's.")
    eye = _eye(wanted, len(sitting.places)) if wanted is not None else PUBLIC if holder is None else holder
    found = Look(sitting, damage, holder, eye)
    _permit(found)
    return found


Looking = Annotated[Look, Depends(look)]


def seat_of(found: Look) -> Seat:
    """The seat whose token came with the request."""
    if isinstance(found.holder, int):
        return found.holder
    if found.holder is None:
        raise Problem("bad-token", "Only a seat can do that. Send its token: `Authorization: Bearer TOKEN`.")
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
    if found.eye in (PUBLIC, found.holder):
        return
    if found.finished:
        if keeps_hands_sealed(found.sitting):
            raise Problem("forbidden", "This table keeps its hands sealed: each eye sees its own, now that the game is over, too.")
    elif found.eye == ARBITER:
        raise Problem("forbidden", "While a game is played nobody looks through the arbiter's eye but an arbiter.")
    else:
        raise Problem("forbidden", "While a game is played a seat is seen with its own token and no other.")
