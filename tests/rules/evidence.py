"""What the scenarios of a game show of its rulebook, and where the tests are that the rulebook names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from domain.kernel import Rule, Ruleset, rulebook_of
from tests.scenarios.runner import Report, run
from tests.scenarios.script import Faulty, Script
from tests.scenarios.test_scenarios import HERE, NODE, found

ROOT = Path(__file__).parents[2]
LISTS = Path(__file__).parent  # `<game>.ids`: every id that a game's rulebook has to have


class Shown(NamedTuple):
    """The rules that records cite, and those that bar an offer, over all scenarios of a game."""

    wrote: frozenset[str]
    barred: frozenset[str]


def listed(ruleset: Ruleset[Any]) -> list[str]:
    """The ids that a game's rulebook has to have, in order."""
    return (LISTS / f"{ruleset.name}.ids").read_text(encoding="utf-8").split()


def rules_of(ruleset: Ruleset[Any]) -> dict[str, Rule]:
    """The rules of a game without those of every table."""
    return dict(rulebook_of(ruleset.package))


@cache
def scenarios_of(game: str) -> dict[str, Script | Faulty]:
    """The scenarios of a game by the test they run as."""
    return {NODE.format(name): script for name, (_, script) in found(HERE / game).items()}


def play(ruleset: Ruleset[Any], node: str) -> Report:
    """What comes of the scenario that runs as this test."""
    return run(ruleset, scenarios_of(ruleset.name)[node], node)


@cache
def played(ruleset: Ruleset[Any], node: str) -> Report:
    """The same, played once for all who ask, under the rules as they are."""
    return play(ruleset, node)


@cache
def shown(ruleset: Ruleset[Any]) -> Shown:
    """What the scenarios of a game show of its rulebook."""
    reports = [played(ruleset, node) for node in scenarios_of(ruleset.name)]
    return Shown(frozenset().union(*(r.wrote for r in reports)), frozenset().union(*(r.barred for r in reports)))


def cited(package: str) -> Iterator[tuple[str, str]]:
    """Every string in the code of a game that looks like one of its rule ids, with the file it stands in."""
    folder = ROOT.joinpath(*package.split("."))
    prefix = next(iter(rulebook_of(package))).split(".")[0] + "."
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(prefix) and " " not in node.value:
                yield node.value, file.name


def named_test(node: str) -> Callable[[], object]:
    """The test function of a node such as `tests/games/x/test_y.py::test_z`. `LookupError` if there is none that can be called so."""
    path, _, name = node.partition("::")
    try:
        test = getattr(import_module(path.removesuffix(".py").replace("/", ".")), name)
    except (ImportError, AttributeError) as error:
        raise LookupError(f"there is no test {node}") from error
    return test
