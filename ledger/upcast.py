"""Old words in new shapes: what is done to decoded records of old games before today's code reads them. The stored bytes stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
UpcastStep = Callable[[Data], Data]  # from one shape to the next; data that has the next shape already is given back as it is


class Upcasts:
    """Steps by ruleset (`duel@1`) and tag of a fact, a command or an obligation. Each step changes one thing and knows no other step."""

    def __init__(self) -> None:
        self._steps: dict[str, dict[str, list[UpcastStep]]] = {}

    def add(self, ruleset: str, tag: str, step: UpcastStep) -> None:
        """Register a step; steps of one tag are taken in the order they were added. A step may rename: it sets `type`."""
        self._steps.setdefault(ruleset, {}).setdefault(tag, []).append(step)

    def concern(self, ruleset: str) -> bool:
        """Whether records of that ruleset need any."""
        return ruleset in self._steps

    def know(self, ruleset: str, tag: str) -> bool:
        """Whether there are steps for that tag."""
        return tag in self._steps.get(ruleset, {})

    def record(self, ruleset: str, data: Data) -> Data:
        """A record's data with its fact, its command and all that it opens brought up to date."""
        fact = self._word(ruleset, data["fact"])
        if isinstance(command := fact.get("command"), dict) and "type" in command:
            fact = {**fact, "command": self._word(ruleset, command)}
        if opens := data.get("opens"):
            data = {**data, "opens": [self._word(ruleset, what) for what in opens]}
        return {**data, "fact": fact}

    def _word(self, ruleset: str, data: Data) -> Data:
        steps, seen = self._steps[ruleset], set[str]()
        while (tag := data["type"]) not in seen:
            seen.add(tag)
            for step in steps.get(tag, ()):
                data = step(data)
        return data


UPCASTS = Upcasts()  # those that the ledger uses
