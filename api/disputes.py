"""Disputes: filing one, arguing it, ruling on it, and finding those that were ruled before."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from api.access import Arbiter, Looking, holder_of, seat_of, token_of
from api.dispute_models import (
    AppealWanted,
    DisputeSeen,
    DisputesSeen,
    DisputeSummarySeen,
    DisputeWanted,
    HeardSeen,
    RulingWanted,
    StatementWanted,
)
from api.disputed import dispute_seen
from api.games import IdempotencyKey
from api.house import House, house_of
from api.models import RemedySeen
from api.problems import Problem, barred
from api.said import answer
from domain import disputes as deciding
from domain.disputes import Remedy
from domain.kernel import Eye, Refused, Seat, ruleset_named
from ledger import Heard, UnknownDispute
from replay.dispute_file import export as exported

router = APIRouter(prefix="/v1", tags=["disputes"])
Token = Annotated[str | None, Depends(token_of)]


@router.post("/games/{game}/disputes", status_code=201, response_model=HeardSeen, summary="Dispute records of a game")
def file(request: Request, found: Looking, wanted: DisputeWanted, idempotency_key: IdempotencyKey = None) -> Response:
    """A seat says which records it disputes, what it claims, and which remedy it seeks. All of it is public."""
    house, seat = house_of(request), seat_of(found)
    with _in_words():
        heard = house.ledger.disputes.file(
            found.whole().id,
            seat,
            wanted.records,
            wanted.claim,
            _remedy(wanted.sought),
            rule=wanted.rule,
            deadline=wanted.deadline,
            key=idempotency_key,
        )
    return _answered(heard, 201, {"Location": f"/v1/disputes/{heard.dispute.id}"})


@router.get("/disputes", response_model=DisputesSeen, summary="Find disputes and precedents")
def find(
    request: Request,
    token: Token,
    ruleset: Annotated[str | None, Query(max_length=100, description="`bad_company`, or an edition of it: `bad_company@1`")] = None,
    rule: Annotated[str | None, Query(max_length=100, description="The id of a rule that the claim or a ruling cites")] = None,
    state: Literal["filed", "ruled", "appealed", "closed"] | None = None,
    game: Annotated[str | None, Query(max_length=100, description="The id of a game")] = None,
    q: Annotated[str, Query(max_length=200, description="Words that all stand in the claim, the facts or the reasons")] = "",
    cursor: Annotated[int | None, Query(ge=1, le=2**63 - 1, description="`cursor` of the page before")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Disputes about games that anybody may watch, newest first. An arbiter finds all of them, and a seat those about its own game."""
    house = house_of(request)
    if ruleset is not None:
        ruleset_named(ruleset)
    page = house.ledger.disputes.find(
        ruleset=ruleset,
        rule=rule,
        state=state,
        game=game,
        words=q,
        watched=not _knows_the_house(house, token, game),
        before=cursor,
        limit=limit + 1,
    )
    shown = [DisputeSummarySeen.model_validate(msgspec.to_builtins(summary)) for _, summary in page[:limit]]
    more = str(page[limit - 1][0]) if len(page) > limit else None
    return answer(DisputesSeen(disputes=shown, cursor=more), headers={"Cache-Control": "no-cache", "Vary": "Authorization"})


@router.get("/disputes/{dispute}", response_model=DisputeSeen, summary="Read a dispute")
def read(request: Request, dispute: str, token: Token) -> Response:
    """All that was said in it, by whoever may watch its game."""
    house = house_of(request)
    may_read(house, dispute, token)
    return answer(dispute_seen(house, dispute), headers={"Cache-Control": "no-cache", "Vary": "Authorization"})


@router.get(
    "/disputes/{dispute}/export",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}, "description": "JSON Lines: header, records, signed head"}},
    summary="A dispute in a file that proves itself",
)
def export(request: Request, dispute: str, token: Token) -> Response:
    """All records as they were hashed, and the signed head: `ledgerdemain disputes verify` examines it anywhere."""
    house = house_of(request)
    may_read(house, dispute, token)
    headers = {
        "Cache-Control": "no-cache",
        "Vary": "Authorization",
        "Content-Disposition": f'attachment; filename="dispute-{dispute}.jsonl"',
    }
    return Response(exported(house.ledger, dispute), 200, headers, "application/jsonl")


@router.post("/disputes/{dispute}/statements", response_model=HeardSeen, summary="State something")
def state(request: Request, dispute: str, token: Token, wanted: StatementWanted, idempotency_key: IdempotencyKey = None) -> Response:
    """A seat of the table says what it has to say, while a ruling is awaited."""
    house = house_of(request)
    seat = _seat(house, dispute, token)
    with _in_words():
        return _answered(house.ledger.disputes.state(dispute, seat, wanted.text, key=idempotency_key))


@router.post("/disputes/{dispute}/look", response_model=HeardSeen, summary="Look into the game")
def look(request: Request, dispute: str, token: Token, idempotency_key: IdempotencyKey = None) -> Response:
    """An arbiter puts on record that he looks. From then on, until the dispute is closed, `?as=EYE` of its game opens every eye to him."""
    return _judged(request, dispute, token, lambda house, name: house.ledger.disputes.look(dispute, name, key=idempotency_key))


@router.post("/disputes/{dispute}/pause", response_model=HeardSeen, summary="Pause the game")
def pause(request: Request, dispute: str, token: Token, idempotency_key: IdempotencyKey = None) -> Response:
    """An arbiter has nobody act in the game, bots included, until it is resumed or the dispute is closed."""
    return _judged(request, dispute, token, lambda house, name: house.ledger.disputes.pause(dispute, name, key=idempotency_key))


@router.post("/disputes/{dispute}/resume", response_model=HeardSeen, summary="Let the game go on")
def resume(request: Request, dispute: str, token: Token, idempotency_key: IdempotencyKey = None) -> Response:
    """An arbiter ends the pause."""
    return _judged(request, dispute, token, lambda house, name: house.ledger.disputes.resume(dispute, name, key=idempotency_key))


@router.post("/disputes/{dispute}/ruling", response_model=HeardSeen, summary="Rule")
def rule(request: Request, dispute: str, token: Token, wanted: RulingWanted, idempotency_key: IdempotencyKey = None) -> Response:
    """An arbiter rules. It can be appealed until the dispute is closed, and nothing is carried out before."""
    return _judged(
        request,
        dispute,
        token,
        lambda house, name: house.ledger.disputes.rule(
            dispute, name, wanted.facts, wanted.rules, _remedy(wanted.remedy), wanted.reasons, key=idempotency_key
        ),
    )


@router.post("/disputes/{dispute}/appeal", response_model=HeardSeen, summary="Appeal a ruling")
def appeal(request: Request, dispute: str, token: Token, wanted: AppealWanted, idempotency_key: IdempotencyKey = None) -> Response:
    """A seat of the table has another arbiter rule."""
    house = house_of(request)
    seat = _seat(house, dispute, token)
    with _in_words():
        return _answered(house.ledger.disputes.appeal(dispute, seat, wanted.grounds, key=idempotency_key))


@router.post("/disputes/{dispute}/close", response_model=HeardSeen, summary="Close a dispute")
def close(request: Request, dispute: str, token: Token, idempotency_key: IdempotencyKey = None) -> Response:
    """An arbiter closes it, and what is ruled is carried out. A rewound game goes on as another one, which the seats' tokens open."""
    return _judged(request, dispute, token, lambda house, name: house.ledger.disputes.close(dispute, name, key=idempotency_key))


def may_read(house: House, dispute: str, token: str | None) -> str:
    """The game of a dispute, if whoever asks may read it. `UnknownDispute`; the problem that he may not."""
    game, open_to_all = house.ledger.disputes.watch(_known(dispute))
    if token is not None:
        holder_of(house, game, token)
    elif not open_to_all:
        raise Problem("forbidden", "This table invites whom it lets watch: send the spectator's token, or a seat's.")
    return game


def _judged(request: Request, dispute: str, token: str | None, judge: Callable[[House, str], Heard]) -> Response:
    """What an arbiter does. Bots that were waiting for it are woken."""
    house = house_of(request)
    holder = _holder(house, dispute, token)
    if not isinstance(holder, Arbiter):
        raise Problem("forbidden", "Only an arbiter can do that. The operator appoints them: `disputes appoint NAME`.")
    with _in_words():
        heard = judge(house, holder.name)
    if not heard.dispute.holds:
        house.moved(heard.dispute.game)
    if heard.dispute.closed is not None and heard.dispute.closed.fact.fork is not None and house.ledger.disputes.made(dispute):
        house.moved(heard.dispute.closed.fact.fork)
    return _answered(heard)


def _seat(house: House, dispute: str, token: str | None) -> Seat:
    """The seat of the disputed game whose token came with the request."""
    holder = _holder(house, dispute, token)
    if isinstance(holder, int):
        return holder
    raise Problem("forbidden", "Only a seat of the table can do that. Send its token.")


def _holder(house: House, dispute: str, token: str | None) -> Eye | Arbiter:
    game, _ = house.ledger.disputes.watch(_known(dispute))
    if token is None:
        raise Problem("bad-token", "Send the token of a seat of the table, or an arbiter's: `Authorization: Bearer TOKEN`.")
    return holder_of(house, game, token)


def _known(dispute: str) -> str:
    try:
        if str(uuid.UUID(dispute)) == dispute:
            return dispute
    except ValueError:
        pass
    raise UnknownDispute(dispute)


def _knows_the_house(house: House, token: str | None, game: str | None) -> bool:
    """Whether the token opens what strangers may not watch: all games to an arbiter, to a seat or a spectator the one named."""
    if token is None:
        return False
    if house.ledger.disputes.arbiters.of(token) is not None:
        return True
    return game is not None and house.ledger.eye_of(game, token) is not None


def _remedy(wanted: RemedySeen) -> Remedy:
    return msgspec.convert(wanted.model_dump(), Remedy)


def _answered(heard: Heard, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    receipt: dict[str, Any] = msgspec.to_builtins(heard.receipt)
    seen = HeardSeen(id=heard.dispute.id, state=heard.dispute.state, index=heard.record.index, at=heard.record.at, receipt=receipt)  # pyright: ignore[reportArgumentType] - pydantic makes the model
    headers = {**(headers or {}), "Cache-Control": "no-store", **({"Idempotent-Replayed": "true"} if heard.replayed else {})}
    return answer(seen, status, headers)


@contextmanager
def _in_words() -> Iterator[None]:
    """Inside, what the rules of disputes refuse becomes a problem that cites the rule."""
    try:
        yield
    except Refused as refused:
        rule = deciding.rules()[refused.rule or ""]
        raise barred(refused, rule.id, rule.text) from refused
