"""`./dev bench [NAME …]`: the table on the screen, and the same figures in a JSON file."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

import domain.games
from bench.evidence import seal, verify
from bench.pages import scrub, tape
from bench.play import each, fold, play
from bench.row import Row
from bench.store import append, load
from bench.viewer import step

BENCHES = {
    "play": play, "fold": fold, "load": load, "append": append, "seal": seal, "verify": verify, "tape": tape, "scrub": scrub, "step": step,
}  # fmt: skip
RESULTS = Path("build/bench.json")


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; 2 for a name that none has."""
    if unknown := [name for name in names if name not in BENCHES]:
        print(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    table = Table("bench", "what", "value", "target", "beside", title=f"{platform.python_implementation()} {platform.python_version()}")
    rows: list[Row] = []
    for name in names or BENCHES:
        for row in each(BENCHES[name]):
            rows.append(row)
            verdict = "" if row.met is None else f"{'≥' if row.at_least else '≤'} {row.target:,g} {'yes' if row.met else 'NO'}"
            table.add_row(row.bench, row.what, f"{row.value:,.2f} {row.unit}".strip(), verdict, row.peer)
    Console().print(table)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(msgspec.to_builtins(rows), indent=1) + "\n")
    print(f"the same figures are in {RESULTS}")
    return 0


if __name__ == "__main__":
    _ = domain.games  # registers the rulesets that are measured
    sys.exit(main(sys.argv[1:]))
