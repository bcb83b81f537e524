"""What a seat's request becomes: one offer, or several taken one after the other, all or none."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from domain.kernel import PUBLIC, Answered, Game, Record, Refused, Ruleset, Seat, find, sealed_part, seals, sight, take, unreadable
from ledger.sitting import Sitting

Choose = Callable[[Game[Any], Sequence[Record[Any]]], tuple[Seat, str] | None]


def taken(sitting: Sitting, seat: Seat, offers: Sequence[str]) -> tuple[Game[Any], list[Record[Any]]]:
    """The game and the records when `seat` takes `offers`, each named `SERIAL/key`, `-/key` or, bare, `key`.

    `Refused` if one is not offered or barred; and if one that is not the last would show anybody what he does not know yet:
    the rest might be refused then, and the seat would have looked without having acted.
    """
    game, written = sitting.game, list[Record[Any]]()
    for n, address in enumerate(offers, 1):
        owed, offer = find(sitting.ruleset, game, seat, address)
        before = game.board
        game, batch = take(sitting.ruleset, game, seat, owed, offer, sitting.chance, _moment(sitting, n))
        eyes = (*range(len(sitting.places)), PUBLIC)
        if n < len(offers) and (_reveals(batch, eyes) or _turned_up(sitting.ruleset, before, game.board, seat)):
            raise Refused(f"{address} would show something that was hidden: only the last of several offers may", "table.reveals")
        written += batch
    return game, written


def carried_on(sitting: Sitting, choose: Choose, most: int) -> tuple[Game[Any], list[Record[Any]]]:
    """The game and the records when `choose` answers time after time, until it has no answer or has given `most`."""
    game, written = sitting.game, list[Record[Any]]()
    for n in range(1, most + 1):
        if (chosen := choose(game, written)) is None:
            break
        seat, address = chosen
        owed, offer = find(sitting.ruleset, game, seat, address)
        game, batch = take(sitting.ruleset, game, seat, owed, offer, sitting.chance, _moment(sitting, n))
        written += batch
    return game, written


def moment(*, seeded: bool) -> int:
    """The time at which a game begins: milliseconds since 1970, or 0 in a seeded game, which is the same whenever it is played."""
    return 0 if seeded else time.time_ns() // 1_000_000


def _moment(sitting: Sitting, n: int) -> int:
    """The time of the `n`-th answer of a request: milliseconds since 1970, or, in a seeded game, the number of the answer."""
    return sitting.answers + n if sitting.seeded else moment(seeded=False)


def _reveals(batch: Iterable[Record[Any]], eyes: Iterable[int | str]) -> bool:
    """Whether luck was drawn, or a sealed field written that somebody reads. A seat's own choice is no news to it."""
    for record in batch:
        if record.luck:
            return True
        if isinstance(record.fact, Answered):
            continue
        sealed = len(seals(type(sealed_part(record.fact)[1])))
        if sealed and any(len(unreadable(record.fact, eye)) < sealed for eye in eyes):
            return True
    return False


def _turned_up(ruleset: Ruleset[Any], before: Any, after: Any, seat: Seat) -> bool:
    """Whether a card has left the piles that the seat may not look at. Nothing was sealed then, and it may see the card, or the next."""
    return bool(_hidden(ruleset, before, seat) - _hidden(ruleset, after, seat))


def _hidden(ruleset: Ruleset[Any], board: Any, seat: Seat) -> Counter[str]:
    return Counter(card for name, pile in board.piles().items() if not sight(ruleset, name, seat) for card in pile.known)
