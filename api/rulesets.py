"""What can be played, and by which rules."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from api.models import ComponentsSeen, RulebookSeen, RuleSeen, RulesetSeen, RulesetsSeen
from api.problems import Problem
from api.said import answer
from bots import names_of
from domain.kernel import TABLE_OPTIONS, Rule, Ruleset, ruleset_named, rulesets, shelf

router = APIRouter(prefix="/v1/rulesets", tags=["rulesets"])
RULEBOOK = "rulebook.yaml"


@router.get("", response_model=RulesetsSeen, summary="What can be played")
def everything() -> Response:
    """All titles, by name and edition, each with its numbers of seats, its bots and its options."""
    return answer(RulesetsSeen(rulesets=[RulesetSeen.model_validate(_seen(ruleset)) for ruleset in rulesets()]))


@router.get("/{ruleset}", response_model=RulebookSeen, summary="A title with its rules")
def one(ruleset: str) -> Response:
    """The ruleset called `bad_company@1`, or the newest edition of `bad_company`."""
    held = ruleset_named(ruleset)
    return answer(RulebookSeen(**_seen(held), content=held.content, rules=[_rule(rule) for rule in held.rules.values()]))


@router.get("/{ruleset}/rules/{rule}", response_model=RuleSeen, summary="A rule in words")
def rule(ruleset: str, rule: str) -> Response:
    """One rule, as records and barred offers cite it."""
    held = ruleset_named(ruleset)
    found = held.rules.get(rule)
    if found is None:
        raise Problem("unknown-rule", f"The rulebook of this ruleset has no such rule. GET /v1/rulesets/{held.id} lists them.")
    return answer(_rule(found))


@router.get("/{ruleset}/components", response_model=ComponentsSeen, summary="What is in the box")
def components(ruleset: str) -> Response:
    """Display names by id, and the component files as the game reads them."""
    held = ruleset_named(ruleset)
    files = {name: shelf.read(held.package, name) for name in held.files if name != RULEBOOK}
    return answer(ComponentsSeen(ruleset=held.id, content=held.content, names=dict(held.names()), files=files))


def _seen(held: Ruleset) -> dict[str, Any]:
    options = [
        {"name": option.name, "kind": option.kind, "default": option.default, "values": list(option.values), "text": option.text}
        for option in (*TABLE_OPTIONS, *held.rule_options)
    ]
    return {
        "id": held.id,
        "name": held.name,
        "edition": held.edition,
        "title": held.title,
        "seats": list(held.seats),
        "bots": list(names_of(held)),
        "options": options,
    }


def _rule(rule: Rule) -> RuleSeen:
    return RuleSeen(id=rule.id, heading=rule.heading, text=rule.text, question=rule.question, affects=list(rule.affects))
