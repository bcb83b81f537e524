"""What a scenario file says: a list of scenarios, each with `given`, `when` and `then`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

Who = int | str  # a seat, by number or by name
REST = "..."  # first in a pile: what lies there stays beneath the named cards


class Loader(yaml.CSafeLoader):
    """YAML in which only `true` and `false` are booleans: `on` and `no` are words here."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


class Part(BaseModel):
    """Anything in a file; a key that is not known here is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Arrange(Part):
    """What is laid as the scenario wants it: piles (ids, top last) and public values (by dotted path)."""

    piles: dict[str, list[str]] = {}
    set: dict[str, Any] = {}


class Given(Part):
    """The position in which a scenario begins. Whatever is left out is as after set-up."""

    seats: int | list[str] = 2
    turn: Who | None = None
    at: str | None = None
    arrange: Arrange = Arrange()
    rolls: list[Any] = []
    options: dict[str, str] = {}
    seed: int = 0  # what the hidden piles are filled by


class Line(Part):
    """One choice; `refused` if it has to be turned down: by that rule, or (true) because it is not offered."""

    seat: Who | None = None
    take: str | None = None
    others: Literal["pass", "first"] | None = None
    refused: str | bool = False


class Barred(Part):
    """An offer that a rule has to bar."""

    seat: Who | None = None
    key: str
    rule: str


class Then(Part):
    """What has to be so afterwards. Keys are those of the turn player, unless they are listed by seat."""

    board: dict[Any, Any] = {}
    facts: list[dict[str, Any]] = []
    offered: list[str] | dict[Who, list[str]] = []
    only: list[str] | dict[Who, list[str]] | None = None  # nothing else is open
    absent: list[str] | dict[Who, list[str]] = []  # not even barred
    barred: list[Barred] = []
    refused: list[Line] = []


class Script(Part):
    """One scenario; `rules` are the ids that it is evidence for."""

    scenario: str
    rules: list[str] = Field(min_length=1)
    given: Given = Given()
    when: list[Line] = []
    then: Then


class Faulty(Part):
    """A scenario that can not be played, and why."""

    scenario: str
    why: str


def scripts(file: Path) -> list[Script | Faulty]:
    """The scenarios of a file. What is wrong with the file is a faulty scenario, so that the others are still played."""
    try:
        entries = TypeAdapter(list[dict[str, Any]]).validate_python(yaml.load(file.read_text(encoding="utf-8"), Loader))
    except (yaml.YAMLError, ValidationError) as error:
        return [Faulty(scenario="(the whole file)", why=f"it is no list of scenarios: {error}")]
    found, names = list[Script | Faulty](), set[str]()
    for n, entry in enumerate(entries, 1):
        name = str(entry.get("scenario", f"(number {n})"))
        try:
            script = Script.model_validate(entry)
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
            found.append(Faulty(scenario=name, why=faults))
            continue
        found.append(Faulty(scenario=f"{name} (number {n})", why="this name stands twice") if name in names else script)
        names.add(name)
    return found or [Faulty(scenario="(the whole file)", why="it holds no scenario")]
