"""What an arbiter, or a player who trusts nobody, takes away: signed heads, the key they are signed with, exports, and verdicts on them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from api.access import Looking
from api.house import house_of
from api.models import ConformitySeen, DeviationSeen, EvidenceSeen, HeadSeen, KeySeen, VerdictsSeen
from api.said import answer
from ledger.signing import pem
from replay.examine import examine
from replay.export import export as exported
from replay.verify import Verdicts

router = APIRouter(prefix="/v1", tags=["evidence"])
FILE = {"application/jsonl": {"schema": {"type": "string", "description": "A file as /export gives it"}}}


@router.get("/key", response_model=KeySeen, summary="The key that this server signs with")
def key(request: Request) -> Response:
    """Heads, receipts and exports are checked with it. Keep it, or get it from somebody you trust: a forger has a key of his own."""
    public = house_of(request).ledger.signer.public
    return answer(KeySeen(algorithm="Ed25519", key=public, pem=pem(public)), headers={"Cache-Control": "no-cache"})


@router.get("/games/{game}/head", response_model=HeadSeen, summary="The signed head of a game")
def head(request: Request, found: Looking) -> Response:
    """The hash of the last record and what ties it to all before it: keep it, and nothing before it can be changed unseen."""
    receipt = house_of(request).ledger.receipt(found.whole())
    return answer(HeadSeen.model_validate(receipt, from_attributes=True), headers=found.headers)


@router.get(
    "/games/{game}/export",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}, "description": "JSON Lines: header, records, signed head"}},
    summary="A game in a file that proves itself",
)
def export(request: Request, found: Looking) -> Response:
    """All records as they were hashed, with the openings that this eye may have. Whatever the eye, it verifies to the same head."""
    sitting = found.whole()
    content = exported(house_of(request).ledger, sitting.id, found.eye)
    name = f"{sitting.ruleset.name}-{sitting.id}-{found.eye}.jsonl"
    headers = {**found.headers, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, 200, headers, "application/jsonl")


@router.post("/verify", response_model=VerdictsSeen, summary="What a file proves", openapi_extra={"requestBody": {"content": FILE}})
async def verify(request: Request) -> Response:
    """Both verdicts on an exported game, from its file alone. `ours`: whether this server's key has signed it.

    Who does not trust this server asks `ledgerdemain replay verify` on a machine of his own.
    """
    found = await run_in_threadpool(examine, await request.body())
    ours = found.evidence.bad is None and found.evidence.key == house_of(request).ledger.signer.public
    return answer(_seen(found, ours=ours), headers={"Cache-Control": "no-store"})


def _seen(found: Verdicts, *, ours: bool) -> VerdictsSeen:
    proved, decided = found.evidence, found.conformity
    deviations = [DeviationSeen(record=one.record, rule=one.rule, why=one.why) for one in decided.deviations]
    return VerdictsSeen(
        game=found.game,
        ours=ours,
        evidence=EvidenceSeen.model_validate(proved, from_attributes=True),
        conformity=ConformitySeen(batches=decided.batches, deviations=deviations, unexamined=decided.unexamined),
    )
