"""What an arbiter, or a player who trusts nobody, takes away: signed heads, the key they are signed with, exports, and verdicts on them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.access import Looking
from api.house import house_of
from api.models import HeadSeen, KeySeen
from api.said import answer
from ledger.signing import pem

router = APIRouter(prefix="/v1", tags=["evidence"])


@router.get("/key", response_model=KeySeen, summary="The key that this server signs with")
def key(request: Request) -> Response:
    """Heads, receipts and exports are checked with it. Keep it, or get it from somebody you trust: a forger has a key of his own."""
    public = house_of(request).ledger.public_key
    return answer(KeySeen(algorithm="Ed25519", key=public, pem=pem(public)), headers={"Cache-Control": "no-cache"})


@router.get("/games/{game}/head", response_model=HeadSeen, summary="The signed head of a game")
def head(request: Request, found: Looking) -> Response:
    """The hash of the last record and what ties it to all before it: keep it, and nothing before it can be changed unseen."""
    receipt = house_of(request).ledger.receipt(found.whole())
    return answer(HeadSeen.model_validate(receipt, from_attributes=True), headers=found.headers)
