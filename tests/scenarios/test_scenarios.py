"""Every scenario of every game: the files beside this one, one folder a game, and those of the folders that `--scenarios` names."""

from __future__ import annotations

from pathlib import Path

import pytest

import domain.games  # noqa: F401 - registers them
from domain.kernel import UnknownRuleset, ruleset_named
from tests.scenarios.runner import run
from tests.scenarios.script import Faulty, Script, scripts

HERE = Path(__file__).parent
NODE = "tests/scenarios/test_scenarios.py::test_scenario[{}]"


def found(*folders: Path) -> dict[str, tuple[Path, Script | Faulty]]:
    """All scenarios below these folders by id; `bad_company/dice: a name` is one of `bad_company/dice.yaml`."""
    files = dict.fromkeys(file for folder in folders for file in sorted(folder.rglob("*.yaml")))
    return {f"{file.parent.name}/{file.stem}: {script.scenario}": (file, script) for file in files for script in scripts(file)}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scenario" in metafunc.fixturenames:
        metafunc.parametrize("scenario", found(HERE, *(metafunc.config.getoption("scenarios") or ())).items(), ids=lambda item: item[0])


def test_scenario(scenario: tuple[str, tuple[Path, Script | Faulty]]) -> None:
    name, (file, script) = scenario
    try:
        ruleset = ruleset_named(file.parent.name)
    except UnknownRuleset as error:
        pytest.fail(f"{file}: the folder of a scenario is named after its game; {error}", pytrace=False)
    mismatches = run(ruleset, script, NODE.format(name)).mismatches
    if mismatches:
        pytest.fail("\n  ".join([f"{file}: {script.scenario}", *mismatches]), pytrace=False)
