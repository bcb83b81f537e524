"""The terminal viewer at a terminal: stepped, looked through other eyes, searched, asked for rules, forked and followed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel import ARBITER, PUBLIC, Answered, Pile, ruleset_named
from replay.tape import Tape
from replay.viewer import app
from replay.viewer.app import Viewer
from replay.viewer.boards import renderer
from replay.viewer.screen import HELP, Plan, plan
from tests.viewer.conftest import RULESETS, Hands, Shelf

KNOWN_AS = {
    "bad_company": ("Dice", "◈P", "heists", "recruiter", "loot", "(¤)"),
    "breaking_bad": ("DEA", "wanted by threat", "Heisenberg", "sold", "hand", "♥", "on the table"),
    "after_pablo": ("Border", "Mexico", "Colombia", "Los Angeles", "Miami", "tokens", "case", "trial", "flag"),
    "battlestar_galactica": ("Fuel", "Population", "≤4", "Jump", "Boarding", "starboard bow", "FTL", "Colonial One", "Crisis", "loyalty"),
    "duel": ("Table", "hand", "coins"),
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_opened_stepped_searched_forked_and_followed_in_80_by_24(shelf: Shelf, ruleset: str):
    tape = shelf.tape(ruleset)
    middle = tape.length // 2

    async def journey(hands: Hands) -> None:
        board = hands.read("board")
        assert [words for words in KNOWN_AS[ruleset] if words not in board] == []
        await steps(hands, tape, middle)
        await looks(hands)
        await asks(hands, tape)
        await forks(hands, tape)

    shelf.drive(ruleset, journey, n=middle)


async def steps(hands: Hands, tape: Tape, middle: int) -> None:
    await hands.press("right")
    assert hands.at == (middle + 1, ARBITER)
    assert hands.read("now").startswith(f"{middle + 1} of {tape.length}")
    await hands.press("j")
    assert hands.at[0] > middle + 1
    assert isinstance(tape.record(hands.at[0]).fact, Answered)
    await hands.press("l")
    current = next(line for line in hands.read("log").splitlines() if line.startswith("▶"))
    assert str(hands.at[0]) in current


async def looks(hands: Hands) -> None:
    there = hands.at[0]
    await hands.press("b", "1")
    assert hands.at == (there, 0)
    seen = hands.viewer.reel.now.board.piles()
    hidden = {name: len(pile) for name, pile in seen.items() if name.startswith("hand:") and pile.cards and None in pile.cards}
    assert all(name != "hand:0" for name in hidden), "one knows one's own hand"
    assert ("▒?" in hands.read("board")) >= bool(hidden)


async def asks(hands: Hands, tape: Tape) -> None:
    await hands.press("slash")
    await hands.type(str(tape.length // 3))
    assert hands.at == (tape.length // 3, 0)
    named = hands.viewer.reel.line(hands.at[0]).rule
    await hands.press("r")
    wording = " ".join(tape.ruleset.rules[named].text.split()[:4])
    assert named in hands.read()
    assert wording in " ".join(hands.read().split())
    await hands.press("escape", "c")
    assert hands.read("inspector").startswith("after ")


async def forks(hands: Hands, tape: Tape) -> None:
    inside = next(n for n in range(tape.length // 2, tape.length) if not tape.waits(n))
    hands.viewer.action_go(inside)
    leaves = hands.viewer.reel.decision()
    await hands.press("f")
    assert f"It leaves after record {leaves}." in hands.read()
    await hands.press("down", "enter")
    await hands.type("why")
    await hands.until(lambda: "Forked" in hands.read())
    assert f"after record {leaves}, luck fresh" in hands.read()
    await hands.press("enter")
    await hands.until(lambda: hands.viewer.reel.tape.game != tape.game)
    assert hands.at == (leaves, 0), "position and eye stay"
    (fork,) = (kin for kin in hands.viewer.ledger.family(tape.game) if kin.id == hands.viewer.reel.tape.game)
    assert (fork.parent, fork.at, fork.luck, fork.reason) == (tape.game, leaves, "fresh", "why")


def test_every_key_goes_where_it_says(shelf: Shelf):
    tape = shelf.tape("duel")
    answers = [r.index for r in tape.records if isinstance(r.fact, Answered)]

    async def keys(hands: Hands) -> None:
        assert hands.at == (tape.length, ARBITER)
        await hands.press("home")
        assert hands.at[0] == 1
        await hands.press("left")
        assert hands.at[0] == 1
        await hands.press("j", "j", "k")
        assert hands.at[0] == answers[0]
        turns = [n for n in range(2, tape.length + 1) if hands.viewer.reel._turn(n) != hands.viewer.reel._turn(n - 1)]
        await hands.press("right_square_bracket", "right_square_bracket", "right", "left_square_bracket")
        assert hands.at[0] == next(n for n in turns if n > next(n for n in turns if n > answers[0]))
        await hands.press("right_curly_bracket")
        assert hands.at[0] >= turns[1]
        await hands.press("home", "s", "2")
        first = next(n for n in answers if seat_of(tape.record(n).fact) == 1)
        assert hands.at[0] == first
        await hands.press("s", "s", "S", "S")
        assert hands.at[0] == first, "once more the same seat, and back"
        await hands.press("a", "p", "3", "9", "end")
        assert hands.at == (tape.length, 2)
        await hands.press("8")
        assert hands.at == (tape.length, 2), "there is no eighth seat"
        await hands.press("question_mark")
        assert "next decision of a seat" in hands.read()
        assert "⊘ barred by a rule" in hands.read(), "the list is seen to its end"
        await hands.press("escape", "q")

    shelf.drive("duel", keys)


def test_words_are_found_in_the_log_one_after_the_other(shelf: Shelf):
    tape = shelf.tape("duel")

    async def searches(hands: Hands) -> None:
        await hands.press("n")
        assert hands.at[0] == 1, "nothing was looked for yet"
        await hands.press("slash")
        await hands.type("turn ends" if any("turn ends" in hands.viewer.reel.line(n).text for n in range(1, 20)) else "draws")
        found = [n for n in range(2, tape.length + 1) if hands.viewer.words in hands.viewer.reel.line(n).text]
        assert hands.at[0] == found[0]
        await hands.press("n", "n", "N")
        assert hands.at[0] == found[1]
        await hands.press("slash")
        await hands.type("xyzzy")
        assert hands.at[0] == found[1]
        assert "no record says xyzzy" in hands.read("keys")

    shelf.drive("duel", searches, n=1)


def test_an_eye_is_shown_no_more_than_it_knows_on_any_part_of_the_screen(shelf: Shelf):
    tape = shelf.tape("duel")
    of_one = tape.through(1)
    n, secret = next(
        (n, card)
        for n in range(20, tape.length)
        for card in tape.at(n).board.piles()["hand:0"].cards
        if None in of_one.at(n).board.piles()["hand:0"].cards
        and not any(card in known(of_one, m) for m in range(max(n - 20, 0), n + 20) if m <= tape.length)
    )
    name = tape.names().things.get(str(secret), str(secret))

    async def peeps(hands: Hands) -> None:
        assert name in hands.read()
        await hands.press("2")
        for key in ("w", "d", "c", "l", "b"):
            await hands.press(key)
            assert name not in hands.read(), key
        assert "▒?" in hands.read("board")
        assert hands.at == (n, 1)

    shelf.drive("duel", peeps, n=n)


def seat_of(thing: Any) -> int:
    """Whose answer a fact is, or whose decision is owed."""
    return thing.seat


def known(tape: Tape, n: int) -> set[str | None]:
    """All cards that the eye of a tape knows to lie somewhere."""
    return {card for pile in tape.at(n).board.piles().values() if isinstance(pile, Pile) for card in pile.cards}


def test_what_could_have_been_done_is_told_to_its_seat_and_to_the_arbiter_alone(shelf: Shelf):
    tape = shelf.tape("duel")
    n = next(n for n in range(30, tape.length) if tape.waits(n) and len(tape.at(n).due()) == 1)
    seat = seat_of(tape.at(n).due()[0].what)

    async def asks(hands: Hands) -> None:
        await hands.press("c")
        whole = hands.read("inspector")
        assert "✓" in whole
        assert "taken" in whole
        await hands.press(str(seat + 1))
        assert hands.read("inspector") == whole
        for key in ("p", str((seat + 1) % len(hands.viewer.reel.seats) + 1)):
            await hands.press(key)
            assert "✓" not in hands.read("inspector")
            assert "only that seat's eye" in " ".join(hands.read("inspector").split())

    shelf.drive("duel", asks, n=n)


def test_a_wide_terminal_shows_board_log_and_inspector_at_once(shelf: Shelf):
    async def looks(hands: Hands) -> None:
        await hands.until(lambda: "Why" in hands.read("inspector"))
        screen = hands.read()
        for words in ("starboard bow", "l Log", "w Why", "d Changed", "? keys", "owed:"):
            assert words in screen, words
        assert "▶" in hands.read("log")
        await hands.press("d", "tab", "shift+tab", "pagedown", "up")
        assert "•" in hands.read("inspector")

    dials = [game.board.dials for game in shelf.tape("battlestar_galactica").games]
    n = next(n for n in range(700, len(dials)) if dials[n] != dials[n - 1])
    shelf.drive("battlestar_galactica", looks, size=(160, 48), n=n)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (119, 60), (120, 32), (160, 48), (240, 70)])
def test_the_parts_of_the_screen_fill_it_and_no_more(width: int, height: int):
    parts = plan(width, height)
    assert parts.now + parts.board[1] + 4 == height
    if parts.wide:
        assert parts.board[0] + 1 + parts.log[0] == width
        assert parts.log[1] + parts.inspector[1] == parts.board[1]
    else:
        assert parts == Plan(False, parts.now, *[(width, parts.board[1])] * 3)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_keys_and_signs_are_seen_at_once_in_80_by_24(ruleset: str):
    lines = [*HELP.splitlines(), *renderer(ruleset_named(ruleset)).LEGEND.splitlines()]
    assert len(lines) <= 17
    assert max(map(len, lines)) <= 73


def test_a_terminal_that_is_too_small_is_told_so(shelf: Shelf):
    async def looks(hands: Hands) -> None:
        assert "60 by 20 are needed, here are 50 by 10" in hands.read()

    shelf.drive("duel", looks, size=(50, 10))


def test_no_color_is_respected_and_nothing_is_lost(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    async def looks(hands: Hands) -> None:
        strips = hands.viewer.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        inks = [ink for style in styles for ink in (style.color, style.bgcolor) if ink is not None]
        assert [ink for ink in inks if not ink.is_default] == []
        assert any(style.underline and style.bold for style in styles), "what changed is still set off"

    monkeypatch.setenv("NO_COLOR", "1")
    coins = [[player.coins for player in game.board.players] for game in shelf.tape("duel").games]
    shelf.drive("duel", looks, n=next(n for n in range(40, len(coins)) if coins[n] != coins[n - 1]))


def test_work_that_takes_a_while_shows_how_far_it_is(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(app, "PATIENCE", 0.0)
    tape, seen = shelf.tape("duel"), threading.Event()

    def slow(ledger: object, game: str, *, told: Callable[[int, int], None]) -> Tape:
        while not seen.is_set():
            told(50, 133)
        return tape

    async def waits(hands: Hands) -> None:
        monkeypatch.setattr(Tape, "load", slow)
        opening = asyncio.create_task(hands.viewer.open(tape.game, 7))
        await hands.until(lambda: "Loading the game  50 of 133" in hands.read())
        seen.set()
        await opening
        assert hands.at[0] == 7
        assert "Loading" not in hands.read()

    shelf.drive("duel", waits)


def test_the_causes_of_a_long_game_are_worked_out_in_the_background(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(app, "LONG", 100)

    async def asks(hands: Hands) -> None:
        await hands.press("w", "left")
        named = hands.viewer.reel.line(hands.at[0]).rule
        await hands.until(lambda: named in hands.read("inspector"))

    shelf.drive("duel", asks, n=60)


def test_a_damaged_game_is_shown_up_to_the_damage_which_is_named(shelf: Shelf):
    from ledger import Damaged

    whole = shelf.tape("duel")
    hurt = Tape(whole.ruleset, whole.records[:40], game=whole.game, damage=Damaged(whole.game, 41, "is missing"))

    async def looks(hands: Hands) -> None:
        hands.viewer.reel = type(hands.viewer.reel)(hurt)
        hands.viewer.draw()
        assert hands.read("agenda") == "the log can not be read from record 41 on, which is missing"
        await hands.press("right")
        assert hands.at[0] == 40

    shelf.drive("duel", looks)


def test_a_fork_that_is_refused_says_why_and_changes_nothing(shelf: Shelf):
    from domain.kernel import Place

    game = shelf.ledger.create("duel", [Place("Ada"), Place("Ben")]).id
    tape = Tape.load(shelf.ledger, game)

    async def tries(hands: Hands) -> None:
        hands.viewer.reel = type(hands.viewer.reel)(tape, PUBLIC)
        hands.viewer.draw()
        await hands.press("f", "enter", "enter")
        await hands.until(lambda: "No fork was made" in hands.read())
        await hands.press("escape")
        assert isinstance(hands.viewer, Viewer)
        assert hands.viewer.reel.tape.game == game

    shelf.drive("duel", tries)
