"""Continuations on all cores: processes that each hold the game and play what they are told to."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from typing import NamedTuple

from domain.kernel import shelf
from replay.tape import Tape
from replay.what_if import FRESH, Continued, Order, Stage

GENTLY = 10  # steps of niceness that work in the background stands back


class Script(NamedTuple):
    """What a process needs to know to play continuations of one game."""

    package: str  # where its ruleset is
    log: bytes
    bot: str
    seed: int
    luck: str
    nice: int


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def fulfilled(
    tape: Tape, wanted: Iterable[Order], bot: str, seed: int, workers: int | None = None, *, luck: str = FRESH, gently: bool = False
) -> Generator[tuple[Order, list[Continued]]]:
    """What these orders come to, each as soon as it is done; with one worker in this process, else in as many others.

    The same seed gives the same whatever the number of workers (by default one a core). Who stops listening stops the work, after
    the continuations under way. `gently`: other processes go first, and none of the work is done in this one. `UnknownBot`.
    """
    wanted = list(wanted)
    n = min(workers or cores(), len(wanted))
    if n <= 1 and not gently:
        stage = Stage(tape, bot, seed, luck)
        for order in wanted:
            yield order, stage.fulfil(order)
        return
    log = tape.ruleset.wire.encode(tape.records)
    script = Script(tape.ruleset.package, log, bot, seed, luck, GENTLY if gently else 0)
    # a new interpreter for each: a server has threads, whose locks a forked process would inherit as they happen to be
    spawning = get_context("spawn")
    halted = spawning.Event()
    pool = ProcessPoolExecutor(max(n, 1), spawning, _take_place, (script, halted))
    try:
        with _unheard():
            given = {pool.submit(_fulfil, order): order for order in wanted}
        for done in as_completed(given):
            yield given.pop(done), done.result()
    finally:
        halted.set()  # for orders that are under way, or already handed over
        pool.shutdown(cancel_futures=True)


_stage: Stage | None = None  # of a process that plays
_halted: Event | None = None


def _take_place(script: Script, halted: Event) -> None:
    """Begin to work in a new process: load the game, and leave Ctrl-C to who started it."""
    global _stage, _halted  # noqa: PLW0603 - the pool calls functions of a module, which share nothing else
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    os.nice(script.nice)
    ruleset = shelf.game(script.package)
    import msgspec

    log = [ruleset.wire.record(line) for line in msgspec.json.decode(script.log, type=list[msgspec.Raw])]
    _stage = Stage(Tape(ruleset, log), script.bot, script.seed, script.luck)
    _halted = halted


def _fulfil(order: Order) -> list[Continued]:
    assert _stage is not None
    assert _halted is not None
    return _stage.fulfil(order, _halted.is_set)


def _leave_with_parent() -> None:
    """End when the process that started this one has ended, however it did: nobody else would end it."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)


@contextmanager
def _unheard() -> Iterator[None]:
    """Inside, processes are started that do not hear Ctrl-C even while they start."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
