"""What the tests of disputes share: a bench of arbiters, and one who argues over HTTP."""

from __future__ import annotations

from typing import Any

import httpx

from tests.api.served import Served, Table

CLAIM = {"records": [3, 5], "claim": "The raid came too early.", "rule": "duel.raid.too-early", "sought": {"kind": "stand"}}
RULING = {"facts": "It was turn one.", "rules": ["duel.raid.too-early"], "remedy": {"kind": "stand"}, "reasons": "Nobody raids then."}


class Bench:
    """Arbiters, and what they and the seats of one table say in disputes."""

    def __init__(self, served: Served, table: Table, *arbiters: str) -> None:
        self.served, self.table = served, table
        self.tokens = {name: served.house.ledger.disputes.arbiters.appoint(name) for name in arbiters}

    def auth(self, who: int | str | None) -> dict[str, str]:
        """The header of a seat or of an arbiter; none for anybody else."""
        return {"Authorization": f"Bearer {self.tokens[who]}"} if isinstance(who, str) and who in self.tokens else self.table.auth(who)

    def post(self, who: int | str | None, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        headers = self.auth(who) | ({"Idempotency-Key": key} if key else {})
        return self.served.http.post(path, headers=headers, json=body)

    def file(self, seat: int = 0, key: str | None = None, **changes: Any) -> str:
        """The id of a new dispute."""
        answer = self.post(seat, f"{self.table.url}/disputes", {**CLAIM, **changes}, key)
        assert answer.status_code == 201, answer.text
        assert answer.headers["Location"] == f"/v1/disputes/{answer.json()['id']}"
        return answer.json()["id"]

    def say(self, who: int | str, dispute: str, what: str, body: Any = None, key: str | None = None) -> dict[str, Any]:
        """Something that is heard."""
        answer = self.post(who, f"/v1/disputes/{dispute}/{what}", body, key)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def barred(self, who: int | str, dispute: str, what: str, body: Any = None) -> str:
        """The rule that bars it."""
        return self.rule_of(self.post(who, f"/v1/disputes/{dispute}/{what}", body))

    @staticmethod
    def rule_of(answer: httpx.Response) -> str:
        """The rule that a refusal names."""
        problem = answer.json()
        assert (answer.status_code, problem["type"]) == (409, "/problems/barred"), answer.text
        assert problem["wording"]
        return problem["rule"]

    def read(self, dispute: str, who: int | str | None = None) -> dict[str, Any]:
        return self.served.http.get(f"/v1/disputes/{dispute}", headers=self.auth(who)).raise_for_status().json()
