"""The desk every command works at: the options that all commands share, the ledger, where answers go, and what an error says."""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from domain.kernel import Eye, Ruleset
    from ledger import Ledger

STORE = "sqlite:data/ledger.db"
_CONTROLS = dict.fromkeys(
    [code for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)) if chr(code) not in "\t\n"],
    "\ufffd",
)

StoreOption = Annotated[
    str | None,
    typer.Option("--store", metavar="URL", help=f"Where the games are: sqlite:PATH.  [default: $LEDGERDEMAIN_STORE or {STORE}]"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, and with nothing else on standard output.")]
DebugOption = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]


class Shared(NamedTuple):
    """What was said of all commands before the command's name."""

    store: str | None = None
    as_json: bool = False
    debug: bool = False


class Face(TyperGroup):
    """A group of commands that says what is wrong with a command line in one line, on standard error, with exit status 2."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        try:
            status = super().main(*args, standalone_mode=False, **extra)
        except typer.TyperException as wrong:
            told = wrong.format_message()
            context: typer.Context | None = getattr(wrong, "ctx", None)
            if context is not None and told == context.get_help():
                typer.echo(told, err=True)
            else:
                path = context.command_path if context is not None else "ledgerdemain"
                typer.echo(f"error: {one_line(told).rstrip('.')} (see {path} --help)", err=True)
            sys.exit(wrong.exit_code)
        except typer.Abort:
            sys.exit(130)
        if not standalone_mode:
            return status
        sys.exit(status if isinstance(status, int) else 0)


class Desk:
    """What a command works with. The ledger is opened when it is first asked for."""

    def __init__(self, store: str | None = None, as_json: bool = False, debug: bool = False) -> None:
        self.store = store or os.environ.get("LEDGERDEMAIN_STORE") or STORE
        self.as_json, self.debug = as_json, debug
        self._ledger: Ledger | None = None

    @property
    def ledger(self) -> Ledger:
        """The ledger at `--store`, to look at. `UnknownStore` if there is none: a mistyped address makes no store."""
        return self._opened(make=False)

    @property
    def ledger_or_new(self) -> Ledger:
        """The ledger at `--store`, made if it is not there, for commands that write into it."""
        return self._opened(make=True)

    def _opened(self, *, make: bool) -> Ledger:
        if self._ledger is None:
            from ledger import Ledger

            register_shipped()
            self._ledger = Ledger.open(self.store, make=make)
        return self._ledger

    def close(self) -> None:
        """Leave the desk tidy."""
        if self._ledger is not None:
            self._ledger.close()

    def ruleset(self, name: str) -> Ruleset[Any]:
        """The ruleset of that name. `UnknownRuleset` if there is none."""
        from domain.kernel import ruleset_named

        register_shipped()
        return ruleset_named(name)

    def game(self, begin: str) -> str:
        """The id of the one game whose id begins like this. `LookupError` if there is none, or several."""
        found = [game for game in self.ledger.games() if game.startswith(begin.lower())]
        if begin.lower() in found:
            return begin.lower()
        if not found:
            raise LookupError(f"there is no game {begin} in {self.store}; `games` lists those there are")
        if len(found) > 1:
            raise LookupError(f"{len(found)} games begin with {begin!r}, as {found[0]} and {found[1]} do: write more of the id")
        return found[0]

    def answer(self, data: Any, lines: Iterable[str]) -> None:
        """The answer of a command: `data` for machines, or `lines` for people."""
        if self.as_json:
            print(as_json(data))
        else:
            for line in lines:
                print(shown(line))


def register_shipped() -> None:
    """Make the shipped rulesets playable by name."""
    import domain.games  # noqa: F401 - importing them registers them


def as_json(data: Any) -> str:
    """Plain data, structs and models among it, as one line of JSON."""
    import msgspec

    return msgspec.json.encode(data, enc_hook=lambda model: model.model_dump(mode="json")).decode()


def eye_of(text: str, seats: int) -> Eye:
    """The eye called `arbiter`, `public` or by the number of a seat; `LookupError` for any other."""
    if text in ("arbiter", "public"):
        return text
    if text.isdecimal() and int(text) < seats:
        return int(text)
    raise LookupError(f"{text} is no eye of this game: it is public, arbiter, or a seat from 0 to {seats - 1}")


def one_line(text: str) -> str:
    """A message without its line breaks, and as it may be shown."""
    return shown(" ".join(text.split()))


def shown(text: str) -> str:
    """A text as a terminal may be sent it: what would move its cursor, colour it or turn its writing round is marked instead.

    Names and reasons may come from a file that somebody else wrote.
    """
    return text.translate(_CONTROLS)


def before_all(context: typer.Context, store: StoreOption = None, as_json: JsonOption = False, debug: DebugOption = False) -> None:
    """Keep what is said before the name of a command, for that command."""
    context.obj = Shared(store, as_json, debug)


def command(app: typer.Typer, name: str, **settings: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make `work(desk, ...)` a command of `app`, with the options that all commands share. Its docstring is its help."""

    def register(work: Callable[..., None]) -> Callable[..., None]:
        root = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
        own = list(inspect.signature(work, eval_str=True).parameters.values())[1:]
        shared = [_shared("store", StoreOption, None), _shared("as_json", JsonOption, False), _shared("debug", DebugOption, False)]

        @functools.wraps(work)
        def run(**given: Any) -> None:
            before: Shared = given.pop("context").find_root().obj or Shared()
            desk = Desk(given.pop("store") or before.store, given.pop("as_json") or before.as_json, given.pop("debug") or before.debug)
            try:
                work(desk, **given)
            except (typer.TyperException, typer.Exit, typer.Abort, BrokenPipeError):
                raise
            except Exception as wrong:
                if desk.debug:
                    raise
                typer.echo(f"error: {_told(wrong)}", err=True)
                raise typer.Exit(1) from None
            finally:
                desk.close()

        del run.__wrapped__
        parameters = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in (root, *own, *shared)]
        run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportAttributeAccessIssue] - what Typer reads
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        app.command(name, **settings)(run)
        return work

    return register


def _shared(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _told(wrong: Exception) -> str:
    """What is wrong, in one line. An error that nobody foresaw is called by its name."""
    text = one_line(str(wrong))
    rule = getattr(wrong, "rule", None)
    if isinstance(wrong, KeyError | IndexError | TypeError | AttributeError | AssertionError) or not text:
        return f"{type(wrong).__name__}: {text} (this should not happen; --debug shows where it did)"
    return f"{text} ({rule})" if rule else text
