"""Every reported failure of other systems has its test here, or says why it can not."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
REPORTS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "reports.yaml").read_text())


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report["id"])
def test_a_report_has_its_tests_or_a_reason(report: dict[str, Any]):
    (how,) = report.keys() & {"tests", "later", "never"}
    if how != "tests":
        assert len(report[how].split()) > 4
        return
    for node in report["tests"]:
        file, _, name = node.partition("::")
        functions = {part.name for part in ast.walk(ast.parse((ROOT / file).read_text())) if isinstance(part, ast.FunctionDef)}
        assert name in functions, node


def test_no_report_stands_twice_and_all_are_in_order():
    ids = [report["id"] for report in REPORTS]
    assert ids == sorted(set(ids))
    assert len(ids) == 48
