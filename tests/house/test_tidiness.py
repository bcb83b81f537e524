"""What the repository says and does not say."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISIONS = ROOT / "docs" / "decisions"

# Put together here, so that this file does not contain what it looks for.
HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("deb.debian", "org"))]
HOSTS += [".".join(parts) for parts in (("crates", "io"), ("proxy.golang", "org"), ("registry.yarnpkg", "com"))]
PATHS = re.compile(r"(?<![\w.$}>)-])/(?:" + "|".join(("work", "root", "home", "Users", "opt/wheels")) + r")/[\w.]")


def tracked() -> list[Path]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def betrayals(text: str) -> list[str]:
    """The machine paths and registry hosts that a text names."""
    return [host for host in HOSTS if host in text] + PATHS.findall(text)


def test_no_file_names_a_machine_path_or_a_registry():
    files = tracked()
    assert len(files) > 20
    guilty = {}
    for path in files:
        content = path.read_bytes()
        if b"\0" not in content[:8192] and (found := betrayals(content.decode("utf-8", "replace"))):
            guilty[str(path.relative_to(ROOT))] = found
    assert guilty == {}


@pytest.mark.parametrize(
    "text", ["see " + "/work" + "/x.md", '"' + "/home" + '/me/a"', "https://" + HOSTS[0] + "/simple", "files." + HOSTS[1]]
)
def test_a_betrayal_is_found_out(text: str):
    assert betrayals(text)


@pytest.mark.parametrize("text", ["/v1/games/7", "docs/work/x", "https://example.org/home/x", "/data/ledger.db", "$root/home/x"])
def test_innocent_paths_are_let_be(text: str):
    assert betrayals(text) == []


def misnumbered(names: list[str]) -> list[str]:
    """The decisions whose file name does not carry the next number and a title in kebab-case."""
    return [
        name for number, name in enumerate(sorted(names), start=1) if not re.fullmatch(rf"{number:04d}-[a-z0-9]+(-[a-z0-9]+)*\.md", name)
    ]


def test_decisions_are_numbered_consecutively():
    names = [path.name for path in DECISIONS.iterdir()]
    assert names
    assert misnumbered(names) == []


def test_a_gap_or_a_double_number_is_found_out():
    assert misnumbered(["0001-a.md", "0003-b.md"])
    assert misnumbered(["0001-a.md", "0001-b.md"])
    assert misnumbered(["0001-Layers.md"])


@pytest.mark.parametrize("path", sorted(DECISIONS.glob("*.md")), ids=lambda path: path.stem)
def test_a_decision_has_a_title_and_the_readme_links_exist(path: Path):
    assert path.read_text().startswith("# ")


def test_the_readme_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text())
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_continuous_integration_runs_the_checks_and_the_tests_and_nothing_else():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)
    text = re.sub(r"^\s*#.*$", "", script.read_text(), flags=re.MULTILINE)
    assert re.findall(r"\./dev\s+(\S+)", text) == ["check", "test"]
    assert re.search(r"^export LEDGERDEMAIN_NO_SKIPS=1$", text, re.MULTILINE)
    assert re.search(r"^set -euo pipefail$", text, re.MULTILINE)
    assert not re.search(r"\bpip\b|\bpytest\b|\|\|\s*true", text)


def test_every_package_is_shipped():
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"bench", "tests"}
    copied = set(re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    assert copied == packages
