"""Since when an offer was barred: between which two positions the rule that bars it came to bite."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel import key_of, offers
from replay.legal import Legal
from replay.tape import Tape

FAR = 300  # positions looked back at


class Barred(NamedTuple):
    """The last record after which an offer was open to its seat, and the first one after it after which it was barred."""

    open: int
    since: int


def barred_since(tape: Tape, could: Legal) -> dict[str, Barred]:
    """When what was barred came to be so, by its address. What was open at none of the last `FAR` positions is left out.

    The same offer counts under whichever question it was made; what a rule looked at happened between the two records.
    """
    wanted = {choice.address.partition("/")[2]: choice.address for choice in could.choices if choice.barred}
    since, found, looked = dict.fromkeys(wanted, could.at), dict[str, Barred](), 0
    for n in range(could.at - 1, 0, -1):
        if not wanted or looked == FAR:
            break
        if not tape.waits(n):
            continue
        looked += 1
        offered = {key_of(offer.command): offer.barred for _, offer in offers(tape.ruleset, tape.at(n), could.seat)}
        for key in wanted.keys() & offered.keys():
            if offered[key] is None:
                found[wanted.pop(key)] = Barred(n, since[key])
            else:
                since[key] = n
    return found
