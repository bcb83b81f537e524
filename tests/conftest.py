"""Options and habits of the whole suite; `./dev test` is how it is run."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Shared cores make single examples slow, not wrong. Continuous integration repeats itself exactly; at home every run searches on.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("house"), derandomize=True)
settings.register_profile("long", parent=settings.get_profile("house"), max_examples=2000)

NEEDS = ("browser", "server")
LEFT_OUT = pytest.StashKey[bool]()


def scenario_folder(value: str) -> Path:
    """A folder of scenario files, which must exist."""
    path = Path(value).resolve()
    if not path.is_dir():
        raise pytest.UsageError(f"--scenarios: no folder {value}")
    return path


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ledgerdemain")
    group.addoption("--long", action="store_true", help="run the tests marked long as well")
    group.addoption("--scenarios", action="append", default=[], type=scenario_folder, metavar="DIR", help="a further folder of scenarios")
    group.addoption(
        "--no-skips",
        action="store_true",
        default=os.environ.get("LEDGERDEMAIN_NO_SKIPS", "") not in ("", "0"),
        help="browser and server tests fail where they would be skipped (LEDGERDEMAIN_NO_SKIPS=1 does the same)",
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("long") else "ci" if os.environ.get("CI") else "house")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("long"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.stash[LEFT_OUT] = True
            item.add_marker(pytest.mark.skip(reason="long: ./dev test --long runs it"))


def refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that says why it was skipped."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"skips count as failures here (--no-skips): {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report: pytest.TestReport = yield
    skipped = report.skipped and not hasattr(report, "wasxfail") and not item.stash.get(LEFT_OUT, False)
    if skipped and item.config.getoption("no_skips") and any(item.get_closest_marker(name) for name in NEEDS):
        refuse(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """A module that skips itself while it is collected hides what it needed, so any such skip counts."""
    report: pytest.CollectReport = yield
    if report.skipped and collector.config.getoption("no_skips"):
        refuse(report)
    return report
