"""The command line from its root. What a command needs is imported when it runs, so that `--help` and small questions are quick."""

from __future__ import annotations

import typer

from cli import archive, disputes, evidence, games, play, replay, rules, serve, step, what_if
from cli.desk import Face, before_all

app = typer.Typer(
    name="ledgerdemain",
    cls=Face,
    help="Hidden-information board games on the record: play them, replay them, question them, fork them.",
    epilog="Every command has --help with examples. GAME is a game's id, or the beginning of one if no other game's begins so.",
    no_args_is_help=True,
    context_settings={"max_content_width": 110},
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.callback()(before_all)
serve.add_to(app)
play.add_to(app)
games.add_to(app)
rules.add_to(app)
what_if.add_to(replay.app)
archive.add_to(replay.app)
evidence.add_to(replay.app)
step.add_to(replay.app)
app.add_typer(replay.app, name="replay")
app.add_typer(disputes.app, name="disputes")


def main() -> None:
    """Run the command line; it exits with 0, with 1 for a refusal or bad input, with 2 for wrong usage."""
    app(prog_name="ledgerdemain")
