"""Laws of the log: it alone is the game, for every eye, through every encoding."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import rfc8785

from domain.kernel import (
    ARBITER,
    PUBLIC,
    Answered,
    Pile,
    Refused,
    batches,
    decide_again,
    evolve,
    plain,
    redact,
    sealed_part,
    seals,
    seen_by,
    sight,
    starts_batch,
)
from domain.table.redeal import CardsSeenAnew
from ledger.evidence import START, body_of, canonical, entitled, leaf, link, opened
from tests.table import Table

KEY = b"a game's own secret, for tests"


def check_refold(table: Table) -> None:
    """The log, as it is and as it comes off the wire, folds to the game that was played, after every record."""
    wire = table.ruleset.wire
    again, ends = table.blank(), {position.length: position for position in table.positions}
    for record, game in table.fold():
        again = evolve(again, wire.record(wire.encode(record)))
        assert again == game, f"record {record.index} does not fold the same way twice"
        if record.index in ends:
            assert ends[record.index] == game, f"the game after record {record.index} was another when it was played"
    assert again == table.game, "the log does not fold to the game"


def check_decides_again(table: Table) -> None:
    """Deciding every batch anew on the folded game writes the same records: the log alone is enough to go on."""
    game = table.blank()
    assert list(batches(table.log)) == table.batches, "the log does not fall into the batches that were written"
    for batch in table.batches:
        try:
            again = decide_again(table.ruleset, game, batch, table.chance)
        except Refused as refused:
            raise AssertionError(f"record {batch[0].index} would be refused now: {refused}") from refused
        for new, old in zip(again, batch, strict=False):
            assert new == old, f"record {old.index} would be another now"
        assert len(again) == len(batch), f"the batch of record {batch[0].index} would be longer or shorter now"
        for record in batch:
            game = evolve(game, record)


def check_views(table: Table) -> None:
    """Every eye folds the same outline and every pile's true size, claims only what is true, and knows what it may read.

    While cards are dealt anew, the seats see one after the other what lies there now: it counts when all have.
    """
    dealing = {was.index for was, record in pairwise(table.log) if isinstance(record.fact, CardsSeenAnew)}
    looked: dict[tuple[Any, str], tuple[Any, Any]] = {}  # the last look at a pile: it is not compared again while it stays the same
    for record, game, views in table.folds():
        if record.index in dealing:
            continue
        true = game.board.piles()
        at = f"after record {record.index}"
        for eye, view in views.items():
            assert view.agenda == game.agenda, f"{eye} folds another agenda {at}"
            assert (view.length, view.serial, view.luck) == (game.length, game.serial, game.luck), f"{eye} counts otherwise {at}"
            seen = view.board.piles()
            assert seen.keys() == true.keys(), f"{eye} sees other piles {at}"
            for name, pile in seen.items():
                last = looked.get((eye, name))
                if last is not None and last[0] is pile and last[1] is true[name]:
                    continue
                looked[eye, name] = pile, true[name]
                assert len(pile) == len(true[name]), f"{eye} sees {len(pile)} of {len(true[name])} cards in {name} {at}"
                claimed = Counter(card for card in pile.cards if card is not None) - Counter(true[name].cards)
                assert not claimed, f"{eye} believes {sorted(claimed)} to lie in {name} {at}"
                if sight(table.ruleset, name, eye):
                    assert None not in pile.cards, f"{eye} may read {name} and does not know it {at}"
        assert views[ARBITER] == game, f"the arbiter does not see the whole game {at}"


def check_knowledge(table: Table) -> None:
    """An eye comes to know a card in a pile it does not read only from a seal opened to it, or openly: because it saw the card go
    there, because the top card of a pile that nobody reads was turned up, or because a hand was laid open as a whole."""
    before: dict[Any, dict[str, Pile]] = {eye: {} for eye in table.eyes if eye != ARBITER}
    for record, _, views in table.folds():
        for eye, last in before.items():
            piles = before[eye] = views[eye].board.piles()
            changed = [(name, last.get(name, Pile()), pile) for name, pile in piles.items() if pile is not last.get(name)]
            came, left, openly = Counter[str](), Counter[str](), Counter[str]()
            for name, old, new in changed:
                was, now = (Counter(card for card in pile.cards if card is not None) for pile in (old, new))
                if sight(table.ruleset, name, eye):
                    left += was - now
                    continue
                came += now
                left += was
                if not table.ruleset.readers(name):
                    openly.update(card for card in new.cards[-1:] if card is not None)
                elif len(new) == len(old) and None not in new.cards:
                    openly += now
            leaked = came - left - openly
            if leaked and not _was_told(record.fact, eye):
                raise AssertionError(f"record {record.index} ({type(record.fact).__name__}) shows {sorted(leaked)} to {eye}, unsealed")


def _was_told(fact: Any, eye: Any) -> bool:
    """Whether the fact has sealed fields that this eye reads and the public does not, or that name the public as their reader."""
    _, part = sealed_part(fact)
    readers = [getattr(part, to) for _, to in seals(type(part)) if to is not None]
    return any(isinstance(named, tuple) and PUBLIC in named for named in readers) or redact(fact, eye) != redact(fact, "nobody")


def check_conserved(table: Table) -> None:
    """From the first position in which the game waits, no component appears or vanishes, at any record."""
    held: dict[str, int] | None = None
    for record, game in table.fold():
        if record.index < len(table.batches[0]):
            continue  # set-up
        count = {part: n for part, n in table.ruleset.census(game.board).items() if n}
        held = held or count
        changed = {part: (held.get(part, 0), count.get(part, 0)) for part in held.keys() | count.keys()}
        wrong = {part: was for part, was in changed.items() if was[0] != was[1]}
        assert not wrong, f"record {record.index} ({type(record.fact).__name__}) makes {wrong} (before, now)"
    assert held, "the census counts nothing"


def check_hashes(table: Table) -> None:
    """Boards hash, and equal boards hash alike."""
    wire = table.ruleset.wire
    for game in table.positions:
        try:
            hash(game.board)
        except TypeError as error:
            raise AssertionError(f"the board does not hash at {game.length}: {error}") from error
        assert hash(wire.game(wire.encode(game)).board) == hash(game.board), f"two equal boards hash differently at {game.length}"


def check_wire(table: Table) -> None:
    """Records, positions (with their agenda) and commands survive encoding."""
    wire = table.ruleset.wire
    for record, game in table.fold():
        assert wire.record(wire.encode(record)) == record, f"record {record.index} does not survive the wire"
        assert wire.game(wire.encode(game)) == game, f"the game after record {record.index} does not survive the wire"
        if isinstance(record.fact, Answered):
            command = record.fact.command
            assert wire.command(wire.encode(command)) == command, f"the command of record {record.index} does not survive the wire"


def check_evidence(table: Table) -> None:
    """What is stored is canonical; every eye's openings give it its own records, on one chain."""
    wire, heads = table.ruleset.wire, dict.fromkeys(table.eyes, START)
    for record in table.log:
        body, openings = body_of(record, KEY)
        assert rfc8785.dumps(json.loads(body)) == body, f"the body of record {record.index} is not canonical"
        travelled = canonical(msgspec.json.decode(body))
        for eye in table.eyes:
            mine = {pointer: openings[pointer] for pointer in entitled(record, eye, openings)}
            if openings or eye == ARBITER:  # without a seal all eyes read the same
                read = wire.convert_record(opened(travelled, mine))
                assert read == next(seen_by((record,), eye)), f"{eye} reads another record {record.index} from its openings"
            heads[eye] = link(heads[eye], leaf(travelled))
    assert len(set(heads.values())) == 1, "eyes verify to different heads"


def check_causes(table: Table) -> None:
    """Every batch begins with an answer or an amendment, and every other record can be traced to the first of a batch."""
    firsts = {batch[0].index for batch in table.batches}
    for expected, record in enumerate(table.log, 1):
        assert record.index == expected, f"record {expected} is numbered {record.index}"
        assert starts_batch(record) == (record.index in firsts), f"record {record.index} begins a batch, or should"
        if record.index not in firsts:
            assert record.cause is not None, f"record {record.index} has no cause"
        if record.cause is not None:
            assert 1 <= record.cause < record.index, f"record {record.index} is caused by {record.cause}, which did not come before"
    roots = set(firsts)
    for record in table.log:  # causes come before what they cause
        if record.index not in roots:
            assert record.cause in roots, f"record {record.index} can not be traced to an answer"
            roots.add(record.index)


def check_rules(table: Table) -> None:
    """Every rule that licenses a record or bars an offer stands in the rulebook."""
    known = table.ruleset.rules
    for record in table.log:
        assert record.rule in known, f"record {record.index} cites {record.rule}, which no rulebook has"
    for game in table.positions:
        for seat in table.seats:
            for _, offer in table.offered(game, seat):
                assert offer.barred is None or offer.barred in known, f"{offer.command} is barred by {offer.barred}, which no rulebook has"


def check_says(table: Table) -> None:
    """Every record, question and offer says itself to every eye from no more than that eye sees, and never names what it does not."""
    for eye in table.eyes:
        before = table.blank()
        for record, after in table.fold(eye):
            text = record.fact.say(before.board, after.board, table.names)
            assert _words(text, table), f"record {record.index} says nothing to {eye}"
            before = after
    for _, game, views in table.waits():
        for owed in game.due():
            for view in views.values():
                assert _words(owed.what.say(view.board, table.names), table), f"{owed.what} says nothing"
        for seat in table.seats:
            board = views[seat].board
            for _, offer in table.offered(views[seat], seat):
                assert _words(offer.command.say(board, board, table.names), table), f"{offer.command} says nothing"


def _words(text: Any, table: Table) -> str:
    return plain(text, table.names).strip()
