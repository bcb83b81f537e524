"""The chances of each side over a finished game, as bots would play it on from every turn."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.access import Look, Looking, keeps_hands_sealed
from api.house import house_of
from api.models import Closed
from api.problems import Problem
from api.reckoner import Busy
from api.said import answer
from domain.kernel import Seat
from projections.curves import Work
from replay.curve import Curve
from replay.tape import Tape

router = APIRouter(prefix="/v1/games/{game}", tags=["history"])


class ChanceSeen(Closed):
    """How often a side won: `count` of `of` continuations, and the 95 % interval of the share. 0 of 0: known, not tried."""

    count: int
    of: int
    share: float
    low: float
    high: float


class PointSeen(Closed):
    """The chances of the sides after record `at`, where the first question of a turn is asked; last, the end of the game."""

    at: int
    turn: str
    seat: Seat | None
    played: int
    chances: list[ChanceSeen]


class CurveSeen(Closed):
    """What `bot`s, which are not people, made of the game. A side is a list of seats, which won together whenever one of them won."""

    bot: str
    games: int
    seed: int
    sides: list[list[Seat]]
    points: list[PointSeen]
    winners: list[Seat]
    ending: str


class ChancesSeen(Closed):
    """The curve of a game, or how far it is: `done` of `total` continuations are played."""

    game: str
    state: Literal["done", "working"]
    done: int
    total: int
    curve: CurveSeen | None


@router.get(
    "/chances",
    response_model=ChancesSeen,
    responses={202: {"model": ChancesSeen, "description": "It is being worked out"}},
    summary="Each side's chances by turn",
)
def chances(request: Request, found: Looking) -> Response:
    """The chance-to-win curve of a finished game, if somebody has had it worked out: 404 `no-chances` otherwise."""
    _open(found)
    reckoner = house_of(request).reckoner
    if (curve := reckoner.curve(found.sitting.id)) is not None:
        return _done(found, curve)
    if (work := reckoner.work(found.sitting.id)) is not None:
        return _working(found, work)
    raise Problem("no-chances", "POST to this address has them worked out.")


@router.post(
    "/chances",
    status_code=202,
    response_model=ChancesSeen,
    responses={200: {"model": ChancesSeen, "description": "They are known already"}},
    summary="Have the chances worked out",
)
def work_out(request: Request, found: Looking) -> Response:
    """Begin to work out the curve; it takes minutes, and GET tells how far it is. One game at a time: 429 `busy` otherwise."""
    _open(found)
    reckoner = house_of(request).reckoner
    if (curve := reckoner.curve(found.sitting.id)) is not None:
        return _done(found, curve)
    try:
        return _working(found, reckoner.begin(Tape.load(house_of(request).ledger, found.sitting.id)))
    except Busy as busy:
        raise Problem("busy", "The chances of another game are being worked out. Ask again in some minutes.") from busy


def _open(found: Look) -> None:
    """See to it that the game tells no secret by its chances."""
    found.whole()
    if not found.finished:
        raise Problem("still-playing", "The game is not over: its chances would tell what lies hidden. Ask again when it is.")
    if keeps_hands_sealed(found.sitting):
        raise Problem("forbidden", "This table keeps its hands sealed, and its chances would tell of them.")


def _done(found: Look, curve: Curve) -> Response:
    seen = CurveSeen(
        bot=curve.bot,
        games=curve.games,
        seed=curve.seed,
        sides=[list(side) for side in curve.sides],
        points=[
            PointSeen(
                at=point.at,
                turn=point.turn,
                seat=point.seat,
                played=point.played,
                chances=[ChanceSeen.model_validate(chance, from_attributes=True) for chance in point.chances],
            )
            for point in curve.points
        ],
        winners=list(curve.really.winners),
        ending=curve.really.ending,
    )
    total = sum(point.played for point in curve.points)
    return answer(ChancesSeen(game=curve.game, state="done", done=total, total=total, curve=seen), headers=found.headers)


def _working(found: Look, work: Work) -> Response:
    seen = ChancesSeen(game=work.game, state="working", done=work.done, total=work.total, curve=None)
    return answer(seen, 202, {**found.headers, "Cache-Control": "no-store"})
