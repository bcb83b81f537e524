"""The boards as they are drawn: whole in 80 columns, the unknown as unknown, what changed set off, and nothing by colour alone."""

from __future__ import annotations

import pytest
from rich.text import Text

from domain.kernel import ARBITER, PUBLIC, Eye, Names, Pile
from replay.tape import Tape
from replay.viewer import panels
from replay.viewer.boards import renderer
from replay.viewer.ink import CHANGED, Block, Scene, box, flow, looks, num
from replay.viewer.reel import Reel
from tests.viewer.conftest import RULESETS, Shelf

SIGHTS: tuple[tuple[Eye, int, int], ...] = ((ARBITER, 80, 18), (0, 80, 18), (ARBITER, 103, 41))


def scene_of(reel: Reel) -> Scene:
    drawn, names = renderer(reel.tape.ruleset), reel.names
    called = drawn.called(reel.now.board, names)
    return Scene(Names(called, names.things), reel.eye, looks(called, drawn.hues(reel.now.board)), names.seats)


def drawn(reel: Reel, width: int = 80, height: int = 18) -> Block:
    return renderer(reel.tape.ruleset).draw(scene_of(reel), reel.before.board, reel.now.board, width, height)


def read(block: Block) -> str:
    return "\n".join(line.plain for line in block)


def marked(block: Block) -> set[str]:
    """All that is marked as changed."""
    return {line.plain[span.start : span.end] for line in block for span in line.spans if span.style == CHANGED}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_cut_and_nothing_runs_over_the_edge(shelf: Shelf, ruleset: str):
    reel = Reel(shelf.tape(ruleset))
    for n in (1, *range(5, reel.length, reel.length // 4), reel.length):
        reel.go(n)
        for eye, width, height in SIGHTS:
            reel.look(eye)
            block = drawn(reel, width, height)
            assert max(line.cell_len for line in block) <= width, n
            assert "…" not in read(block), n
        scene = scene_of(reel)
        around = [*panels.head(reel, scene, 80), *panels.log(reel, scene, 80, 18), *panels.timeline(reel, scene, 80)]
        around += [*panels.sentence(reel, scene, 80, 2), *panels.agenda(reel, scene, 80), *panels.changed(reel, scene, 80)]
        around += [*panels.possible(reel, scene, 80)]
        assert max(line.cell_len for line in around) <= 80, n


def cards_of(tape: Tape, n: int, pile: str) -> Pile:
    return tape.at(n).board.piles()[pile]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hand_is_drawn_face_down_for_all_but_its_own_eye_and_the_arbiter(shelf: Shelf, ruleset: str):
    reel = Reel(shelf.tape(ruleset))
    public = reel.tape.through(PUBLIC)
    n = next(n for n in range(reel.length // 3, reel.length) if set(cards_of(public, n, "hand:1").cards) == {None})
    reel.go(n)
    tape, count = reel.tape, len(cards_of(reel.tape, n, "hand:1"))

    def seat_of(eye: Eye) -> str:
        """What is drawn of seat 1's hand: all from its mark on up to the next seat's."""
        reel.look(eye)
        scene = scene_of(reel)
        text = read(drawn(reel))
        after = text[text.rindex(scene.who(1).plain) :]
        return after.split(scene.mark(2).plain)[0] if len(scene.seats) > 2 else after

    unknown = "▒?▒" if count == 1 else f"▒?×{count}▒"
    assert unknown in seat_of(PUBLIC)
    assert unknown in seat_of(0)
    assert unknown not in seat_of(1)
    assert seat_of(1).count("▎") >= len(set(cards_of(tape, n, "hand:1").cards)), "what is sealed is known to its own eye"
    assert seat_of(ARBITER) == seat_of(1)


@pytest.mark.parametrize(
    ("ruleset", "field"), [("bad_company", "coins"), ("breaking_bad", "life"), ("after_pablo", "cocaine"), ("duel", "coins")]
)
def test_a_number_that_changed_is_marked_with_the_one_before(shelf: Shelf, ruleset: str, field: str):
    tape = shelf.tape(ruleset)
    counts = [[getattr(player, field) for player in game.board.players] for game in tape.games]
    n = next(n for n in range(tape.length // 2, tape.length) if len(counts[n]) == len(counts[n - 1]) and counts[n] != counts[n - 1])
    was, now = next((was, now) for was, now in zip(counts[n - 1], counts[n], strict=True) if was != now)
    assert any(f"{was}→{now}" in words for words in marked(drawn(Reel(tape, ARBITER, n))))


def test_the_dial_that_fell_and_the_ships_that_came_or_went_are_marked(shelf: Shelf):
    tape = shelf.tape("battlestar_galactica")
    fuel = [game.board.dials.fuel for game in tape.games]
    n = next(n for n in range(100, tape.length) if fuel[n] != fuel[n - 1])
    assert f"{fuel[n - 1]}→{fuel[n]}" in marked(drawn(Reel(tape, ARBITER, n)))
    ships = [[(area.raiders, area.heavies, area.vipers) for area in game.board.areas] for game in tape.games]
    n = next(n for n in range(100, tape.length) if len(ships[n]) == len(ships[n - 1]) and ships[n] != ships[n - 1])
    assert any("→" in words for words in marked(drawn(Reel(tape, ARBITER, n))))


def test_nothing_is_marked_where_nothing_changed(shelf: Shelf):
    for ruleset in RULESETS:
        tape = shelf.tape(ruleset)
        n = next(n for n in range(tape.length // 2, tape.length) if tape.at(n).board == tape.at(n - 1).board)
        assert marked(drawn(Reel(tape, ARBITER, n))) == set(), ruleset


def test_seats_differ_by_shape_and_by_letter_and_never_by_colour_alone():
    found = looks(("Ada", "Adam", "Ben", "Bea", "Cy", "9", "", "Z"), ("blue",) * 8)
    assert len({look.letter for look in found}) == len({look.shape for look in found}) == 8
    assert [look.letter for look in found[:4]] == ["A", "D", "B", "E"]


def test_cards_that_come_are_marked_and_those_that_left_are_counted():
    scene = Scene(Names(("Ada",)), 0, looks(("Ada",)), ("Ada",))
    assert [part.plain for part in scene.cards(("a", "a", None, None, "b"))] == ["[a]×2", "▒?×2▒", "[b]"]
    assert [part.plain for part in scene.cards(("a", "b"), sealed=True)] == ["▎a", "▎b"]
    parts = scene.cards(("a", "b", None), ("a", None))
    assert [(part.plain, CHANGED in (part.style, *(span.style for span in part.spans))) for part in parts] == [
        ("[a]", False), ("[b]", True), ("▒?▒", False),
    ]  # fmt: skip
    assert [part.plain for part in scene.cards((), ("a", "b"))] == ["−2"]
    assert [part.plain for part in scene.cards(())] == ["–"]


def test_numbers_frames_and_lines_keep_to_their_width():
    assert num(3, 5).plain == "3→5"
    assert num(5, 5).plain == "5"
    assert num(None, None).plain == "▒?▒"
    assert [line.plain for line in flow(["one", "two", "three"], 8, indent=2)] == ["one two", "  three"]
    assert max(line.cell_len for line in flow(["a word that is far too long for it"], 10)) <= 10
    assert {line.cell_len for line in box(Text("a title that is too long"), [Text("x" * 30)], 12)} == {12}
