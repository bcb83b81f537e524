"""Rulebooks: every atomic rule in our own words, under the heading it is found at."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from domain.kernel import shelf


class Rule(BaseModel):
    """One rule, or the ruling on one ambiguity.

    `how` says how a program shows that it keeps it: a record cites it (`writes`), a barred offer names it (`bars`), a test
    named in `test` fails when it is broken (`shapes`), or no program can show it and `reason` says why (`talk`).
    """

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")  # built on first use: the program starts sooner

    id: str
    heading: str
    text: str
    how: Literal["writes", "bars", "shapes", "talk"]
    test: str | None = None
    reason: str | None = None
    question: str | None = None
    affects: tuple[str, ...] = ()
    example: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _proved(self) -> Rule:
        if (self.how == "shapes") != (self.test is not None) or (self.how == "talk") != (self.reason is not None):
            raise ValueError(f"{self.id}: `shapes` names its test, `talk` gives its reason, the others neither")
        return self


def rulebook_of(package: str) -> Mapping[str, Rule]:
    """The rules of `rulebook.yaml` in a package, by id; `ValueError` names an id that stands twice or refers to none."""
    rules: dict[str, Rule] = {}
    for entry in shelf.read(package, "rulebook.yaml"):
        rule = Rule.model_validate(entry)
        if rule.id in rules:
            raise ValueError(f"{rule.id} stands twice in the rulebook of {package}")
        rules[rule.id] = rule
    for rule in rules.values():
        if unknown := [other for other in rule.affects if other not in rules]:
            raise ValueError(f"{rule.id} affects {', '.join(unknown)}, which the rulebook of {package} does not have")
    return MappingProxyType(rules)
