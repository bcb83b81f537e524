"""The locks: every package by hash, from nowhere in particular, and nothing for tests among what running needs."""

import re
from pathlib import Path

import pytest

REQUIREMENTS = Path(__file__).parents[2] / "requirements"
SETS = ("run", "test", "check")
PINNED = re.compile(r"([a-z0-9][a-z0-9._-]*)==([^\s;]+)(?: ; [^\\]+?)?((?:\s+--hash=sha256:[0-9a-f]{64})+)")


def lines(text: str) -> list[str]:
    """The logical lines: continuations joined, comments and blanks left out."""
    bare = re.sub(r"^\s*#.*\n?", "", text, flags=re.MULTILINE)
    return [" ".join(line.split()) for line in bare.replace("\\\n", " ").splitlines() if line.strip()]


def faults(text: str) -> list[str]:
    """What a lock must not say: anything but pinned, hashed packages, and an address even in a comment."""
    found = [f"not a hashed pin: {line}" for line in lines(text) if not PINNED.fullmatch(line)]
    return found + [
        f"an address: {line}" for line in text.splitlines() if "://" in line or re.search(r"\bindex-url\b|--find-links|@ ", line)
    ]


def pins(name: str) -> dict[str, str]:
    """Package -> version."""
    matches = [PINNED.fullmatch(line) for line in lines((REQUIREMENTS / f"{name}.lock").read_text())]
    return {match[1]: match[2] for match in matches if match}


def asked(name: str) -> set[str]:
    """The packages that an input file names."""
    words = [re.match(r"[A-Za-z0-9._-]+", line) for line in lines((REQUIREMENTS / f"{name}.in").read_text()) if not line.startswith("-")]
    return {word[0].lower().replace("_", "-") for word in words if word}


@pytest.mark.parametrize("name", SETS)
def test_every_package_is_pinned_by_hash_and_no_address_is_named(name: str):
    assert faults((REQUIREMENTS / f"{name}.lock").read_text()) == []


@pytest.mark.parametrize("name", SETS)
def test_a_lock_has_what_was_asked_for(name: str):
    assert asked(name)
    assert asked(name) <= pins(name).keys()


def test_running_needs_no_test_or_check_tool():
    tools = (asked("test") | asked("check") | {"pluggy", "iniconfig", "execnet"}) - asked("run")
    assert tools & pins("run").keys() == set()


def test_tests_run_on_the_versions_that_run():
    run, test = pins("run"), pins("test")
    shared = run.keys() & test.keys()
    assert shared
    assert {name: run[name] for name in shared} == {name: test[name] for name in shared}


@pytest.mark.parametrize(
    "text",
    [
        "left-pad==1.0\n",
        "left-pad>=1.0 \\\n    --hash=sha256:" + "0" * 64 + "\n",
        "left-pad==1.0 \\\n    --hash=md5:" + "0" * 32 + "\n",
        "--index-url somewhere\n",
        "--extra-index-url somewhere\n",
        "left-pad @ file:///left-pad.whl\n",
        "# from https://example.org\n",
    ],
)
def test_a_bad_lock_is_found_out(text: str):
    assert faults(text)
