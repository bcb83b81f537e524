"""PUT /v1/games/{id}/seats/{seat}/seed: a table whose players do not trust the server's dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from domain.table.seeds import commitment
from tests.api.served import Table, serving


def put(table: Table, seat: int, by: int | None = None, **what: Any) -> httpx.Response:
    return table.http.put(f"{table.url}/seats/{seat}/seed", headers=table.auth(seat if by is None else by), json=what)


def test_two_seats_commit_and_reveal_and_then_the_game_begins(tmp_path: Path):
    seeds = [bytes([7 + seat]) * 32 for seat in range(2)]
    with serving(tmp_path) as served:
        table = served.table("duel", 3, bots={2: "random"}, seeds="seats")
        assert "Which seed do you commit to?" in [owed["text"] for owed in table.view(0)["agenda"]]
        first = put(table, 0, commitment=commitment(seeds[0])).json()
        assert (first["to_commit"], first["to_reveal"]) == ([1], [0])
        early = put(table, 0, seed=seeds[0].hex())
        assert (early.status_code, early.json()["type"], early.json()["rule"]) == (409, "/problems/barred", "table.seeds")
        assert early.json()["detail"] == "Seeds are revealed when every seat has committed to one: seat 1 has not."
        assert put(table, 1, by=0, commitment=commitment(seeds[0])).status_code == 403
        assert put(table, 1, by=0, absent=True).json()["detail"].startswith("The table waits")
        assert put(table, 1, commitment=commitment(seeds[1])).status_code == 200
        wrongs: list[dict[str, Any]] = [{}, {"seed": "x"}, {"seed": "a" * 64, "absent": True}, {"commitment": "A" * 64}]
        assert {put(table, 0, **wrong).status_code for wrong in wrongs} == {422}
        assert put(table, 0, seed=seeds[1].hex()).status_code == 409
        assert put(table, 0, seed=seeds[0].hex()).json()["to_reveal"] == [1]
        last = put(table, 1, seed=seeds[1].hex()).json()
        assert (last["to_commit"], last["to_reveal"]) == ([], [])
        assert table.free(0) or table.free(1), "cards are dealt, and somebody is asked"
        facts = [record["fact"] for record in table.records()]
        assert [(fact["seat"], fact["by"]) for fact in facts if fact["type"] == "SeedRevealed"] == [(2, "house"), (0, "seat"), (1, "seat")]
        assert put(table, 0, commitment=commitment(seeds[0])).status_code == 409, "it is too late for another one"
        assert put(table, 5, by=0, absent=True).status_code == 404
