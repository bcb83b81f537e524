"""What the domain imports, how large the kernel is, and whether everything public explains itself."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain.kernel

ROOT = Path(__file__).parents[2]
DOMAIN = sorted((ROOT / "domain").rglob("*.py"))
KERNEL = sorted((ROOT / "domain" / "kernel").rglob("*.py"))

PURE = {
    "__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "fractions", "functools", "hashlib",
    "heapq", "hmac", "itertools", "json", "math", "operator", "re", "string", "sys", "types", "typing", "typing_extensions",
    "msgspec", "pydantic", "domain",
}  # fmt: skip
SHELF = {"importlib", "yaml"}  # for the one module that reads files
FORBIDDEN = (
    "asyncio", "builtins", "concurrent", "contextvars", "ctypes", "datetime", "getpass", "glob", "http", "io", "locale", "logging",
    "multiprocessing", "os", "pathlib", "pickle", "platform", "queue", "random", "secrets", "select", "shutil", "signal", "socket",
    "sqlite3", "ssl",
    "subprocess", "tempfile", "threading", "time", "urllib", "uuid", "warnings", "zoneinfo",
    "anyio", "duckdb", "eventsourcing", "fastapi", "httpx", "psycopg", "redis", "rich", "starlette", "structlog", "textual", "typer",
    "uvicorn",
)  # fmt: skip
CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "hash", "id", "globals", "breakpoint"}


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names of all that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "domain" if node.level else (node.module or "").partition(".")[0]


def called(tree: ast.AST) -> Iterator[str]:
    """The names of the functions that a module calls by their bare names."""
    return (node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))


def impurities(path: Path, source: str) -> list[str]:
    """What a module of the domain does that it may not."""
    tree = ast.parse(source)
    allowed = PURE | (SHELF if path.name == "shelf.py" else set())
    return sorted({name for name in imported(tree) if name not in allowed} | {f"{name}()" for name in called(tree) if name in CALLS})


def test_there_is_something_to_look_at() -> None:
    assert len(KERNEL) > 10
    assert set(KERNEL) < set(DOMAIN)


@pytest.mark.parametrize("path", DOMAIN, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_domain_imports_nothing_but_what_is_pure(path: Path) -> None:
    assert impurities(path, path.read_text()) == []


@pytest.mark.parametrize("name", FORBIDDEN)
def test_what_is_forbidden_would_be_noticed(name: str) -> None:
    nested = f"def f():\n    from {name} import anything\n"
    for path in (ROOT / "domain" / "games" / "x.py", ROOT / "domain" / "kernel" / "shelf.py"):
        assert impurities(path, f"import {name}\n") == impurities(path, f"import {name}.sub as s\n") == impurities(path, nested) == [name]


def test_calls_are_noticed_too() -> None:
    assert impurities(Path("x.py"), "def f():\n    return [open('f'), hash('x')]\n") == ["hash()", "open()"]
    assert impurities(Path("x.py"), "import importlib, yaml\n") == ["importlib", "yaml"]


def test_the_kernel_knows_no_game() -> None:
    for path in KERNEL:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("domain.games"), path


def test_no_module_of_the_domain_holds_a_clock_or_dice() -> None:
    assert domain.kernel.__name__ in sys.modules
    for name, module in sys.modules.items():
        if name.startswith("domain."):
            for banned in ("random", "time", "uuid", "os", "secrets", "datetime"):
                assert getattr(module, banned, None) is None, f"{name} holds {banned}"


def test_the_kernel_fits_in_a_readers_head() -> None:
    lines = sum(1 for path in KERNEL for line in path.read_text().splitlines() if line.strip())
    assert lines < 1000, f"the kernel has {lines} lines"


@pytest.mark.parametrize("path", KERNEL, ids=lambda path: path.name)
def test_every_public_name_of_the_kernel_explains_itself(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree), f"{path.name} does not say what it is for"
    silent = [
        f"{path.name}: {node.name}"
        for node in ast.walk(tree)
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    inherited = {"apply", "say", "settle", "offers", "carry_out"}  # explained once, by the class that every fact or command extends
    assert [name for name in silent if name.split(": ")[1] not in inherited] == []
