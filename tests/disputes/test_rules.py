"""Who may do what in a dispute, and when: every rule of the rulebook, kept and broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain import disputes as acting
from domain.disputes import LONGEST, STATEMENTS, Dispute, DisputeFact, DisputeRecord, Matter, Remedy, decode, evolve
from domain.kernel import Refused
from ledger.evidence import canonical, leaf, link
from tests.toy import RULESET

ENDS = {8, 12, 20}
GAME = Matter("g", "duel@1", "c0", RULESET.rules, ("Ada", "Ben"), 0, 20, "ab", False, lambda record: record in ENDS)
OVER = GAME._replace(over=True)
STAND = Remedy("stand")


class Told:
    """A dispute that is told step by step; time goes by a second at a time."""

    def __init__(self, matter: Matter = GAME) -> None:
        self.matter, self.log = matter, list[DisputeRecord[Any]]()
        self.dispute: Any = None
        self.add(acting.file(matter, 0, (9, 12), "It came too early.", "duel.raid.too-early", STAND, None, at=0))

    def add(self, fact: DisputeFact) -> Told:
        self.log.append(DisputeRecord(len(self.log) + 1, 1_000 * len(self.log), fact.rule, fact))
        self.dispute = evolve("d", self.dispute, self.log[-1])
        return self

    def ruled(self, arbiter: str = "Ruth", remedy: Remedy = STAND) -> Told:
        return self.add(acting.rule(self.dispute, self.matter, arbiter, "It was turn one.", ["duel.raid.too-early"], remedy))

    def appealed(self) -> Told:
        return self.add(acting.appeal(self.dispute, 1, "Ben", "No."))

    def closed(self) -> Told:
        return self.add(acting.close(self.dispute, "Sam", over=self.matter.over, settled=False, fork="fork 8"))


def filed(records: tuple[int, int] = (9, 12), **changes: Any) -> DisputeFact:
    asked = {"claim": "x", "relies_on": None, "sought": STAND, "deadline": None, "at": 5, "matter": GAME, **changes}
    return acting.file(asked.pop("matter"), 0, records, **asked)


def told(text: str) -> DisputeFact:
    return acting.state(Told().dispute, 1, "Ben", text)


def talkative() -> Dispute:
    dispute = Told()
    for _ in range(STATEMENTS):
        dispute.add(acting.state(dispute.dispute, 1, "Ben", "And another thing."))
    assert acting.state(dispute.dispute, 0, "Ada", "Let me, too.")
    return dispute.dispute


def ruling(dispute: Dispute, arbiter: str = "Ruth", rules: tuple[str, ...] = ("duel.raid",), remedy: Remedy = STAND, reasons: str = ""):
    return acting.rule(dispute, GAME, arbiter, "Facts.", rules, remedy, reasons)


def closing(dispute: Dispute) -> DisputeFact:
    return acting.close(dispute, "Sam", over=False, settled=False, fork="")


BARRED: list[tuple[str, Callable[[], object]]] = [
    ("disputes.file.records", lambda: filed((0, 1))),
    ("disputes.file.records", lambda: filed((12, 9))),
    ("disputes.file.records", lambda: filed((9, 21))),
    ("disputes.file.rule", lambda: filed(relies_on="duel.nothing")),
    ("disputes.file.deadline", lambda: filed(deadline=5)),
    ("disputes.file.often", lambda: filed(already=5)),
    ("disputes.text", lambda: filed(claim=" \n")),
    ("disputes.text", lambda: told("x" * (LONGEST + 1))),
    ("disputes.text", lambda: told("\x1b[2J")),
    ("disputes.text", lambda: told("a\x00b")),
    ("disputes.text", lambda: told("\udcff")),
    ("disputes.text", lambda: acting.rule(Told().dispute, GAME, "Ruth", "", ["duel.raid"], STAND)),
    ("disputes.text", lambda: acting.appeal(Told().ruled().dispute, 0, "Ada", "")),
    ("disputes.remedy", lambda: filed(sought=Remedy("rewind"))),
    ("disputes.remedy", lambda: filed(sought=Remedy("stand", at=8))),
    ("disputes.remedy", lambda: filed(sought=Remedy("rewind", at=8, winners=(0,)))),
    ("disputes.remedy", lambda: filed(sought=Remedy("adjust"), matter=OVER)),
    ("disputes.remedy.rewind", lambda: filed(sought=Remedy("rewind", at=9))),
    ("disputes.remedy.rewind", lambda: filed(sought=Remedy("rewind", at=20))),
    ("disputes.remedy.rewind", lambda: filed(sought=Remedy("rewind", at=8), matter=GAME._replace(start=8))),
    ("disputes.remedy.rewind", lambda: ruling(Told().dispute, remedy=Remedy("rewind", at=0))),
    ("disputes.remedy.adjust", lambda: filed(sought=Remedy("adjust", winners=(0,)))),
    ("disputes.remedy.adjust", lambda: filed(sought=Remedy("adjust", winners=(2,)), matter=OVER)),
    ("disputes.remedy.adjust", lambda: filed(sought=Remedy("adjust", winners=(1, 1)), matter=OVER)),
    ("disputes.remedy.adjust", lambda: filed(sought=Remedy("adjust", scores=(1,)), matter=OVER)),
    ("disputes.remedy.adjust", lambda: filed(sought=Remedy("adjust", scores=(10**30, 1)), matter=OVER)),
    ("disputes.state.awaited", lambda: acting.state(Told().ruled().dispute, 1, "Ben", "But.")),
    ("disputes.state.often", lambda: acting.state(talkative(), 1, "Ben", "And.")),
    ("disputes.pause.open-game", lambda: acting.pause(Told().dispute, "Ruth", over=True)),
    ("disputes.pause.once", lambda: acting.pause(paused().dispute, "Ruth", over=False)),
    ("disputes.resume.paused", lambda: acting.resume(Told().dispute, "Ruth")),
    ("disputes.ruling.awaited", lambda: ruling(Told().ruled().dispute, "Sam")),
    ("disputes.ruling.another", lambda: ruling(Told().ruled().appealed().dispute)),
    ("disputes.ruling.rules", lambda: ruling(Told().dispute, rules=("duel.raid", "duel.nothing"))),
    ("disputes.ruling.rules", lambda: ruling(Told().dispute, rules=())),
    ("disputes.ruling.rules", lambda: ruling(Told().dispute, rules=(), reasons=" ")),
    ("disputes.appeal.ruled", lambda: Told().appealed()),
    ("disputes.appeal.ruled", lambda: Told().ruled().appealed().appealed()),
    ("disputes.appeal.once", lambda: Told().ruled().appealed().ruled("Sam").appealed()),
    ("disputes.close.ruled", lambda: closing(Told().dispute)),
    ("disputes.close.ruled", lambda: closing(Told().ruled().appealed().dispute)),
    ("disputes.closed", lambda: acting.state(Told().ruled().closed().dispute, 1, "Ben", "But.")),
    ("disputes.closed", lambda: acting.look(Told().ruled().closed().dispute, "Ruth", 20)),
    ("disputes.closed", lambda: acting.pause(Told().ruled().closed().dispute, "Ruth", over=False)),
    ("disputes.closed", lambda: acting.resume(Told().ruled().closed().dispute, "Ruth")),
    ("disputes.closed", lambda: ruling(Told().ruled().closed().dispute, "Sam")),
    ("disputes.closed", lambda: Told().ruled().closed().appealed()),
    ("disputes.closed", lambda: closing(Told().ruled().closed().dispute)),
]


def paused() -> Told:
    dispute = Told()
    return dispute.add(acting.pause(dispute.dispute, "Ruth", over=False))


@pytest.mark.parametrize(("rule", "does"), BARRED, ids=[f"{n}-{rule}" for n, (rule, _) in enumerate(BARRED)])
def test_what_a_rule_bars_is_refused_in_its_name(rule: str, does: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refusal:
        does()
    assert refusal.value.rule == rule
    assert "\n" not in str(refusal.value)


def test_every_rule_bars_something_or_is_cited_by_a_record() -> None:
    cited = {fact.rule for fact in DisputeFact.__subclasses__() + [sub for s in DisputeFact.__subclasses__() for sub in s.__subclasses__()]
             if hasattr(fact, "rule")}  # fmt: skip
    book = acting.rules()
    assert {id for id, rule in book.items() if rule.how == "bars"} == {rule for rule, _ in BARRED}
    assert {id for id, rule in book.items() if rule.how == "writes"} == cited


def test_a_whole_dispute_is_told_in_sentences_that_anybody_may_read() -> None:
    dispute = Told()
    dispute.add(acting.state(dispute.dispute, 1, "Ben", "I see nothing wrong."))
    dispute.add(acting.look(dispute.dispute, "Ruth", 20))
    dispute.add(acting.pause(dispute.dispute, "Ruth", over=False))
    assert dispute.dispute.holds
    dispute.add(acting.resume(dispute.dispute, "Ruth"))
    assert dispute.dispute.looked("Ruth")
    assert not dispute.dispute.looked("Sam")
    dispute.ruled().appealed().ruled("Sam", Remedy("rewind", at=12)).closed()
    assert [f"{record.fact.by} {record.fact.say()}" for record in dispute.log] == [
        "Ada (seat 0) disputes records 9 to 12, relying on duel.raid.too-early, and seeks to let it stand: It came too early.",
        "Ben (seat 1) states: I see nothing wrong.",
        "arbiter Ruth looks into the game, which is at record 20",
        "arbiter Ruth pauses the game",
        "arbiter Ruth lets the game go on",
        "arbiter Ruth rules to let it stand, applying duel.raid.too-early. Facts: It was turn one.",
        "Ben (seat 1) appeals: No.",
        "arbiter Sam rules to rewind to record 12, applying duel.raid.too-early. Facts: It was turn one.",
        "arbiter Sam closes the dispute: rewind to record 12; the game goes on as fork 8",
    ]
    done = dispute.dispute
    assert (done.state, done.holds, done.looked("Ruth"), done.cited) == ("closed", True, False, {"duel.raid.too-early"})


@pytest.mark.parametrize(
    ("over", "remedy", "holds"),
    [
        (False, STAND, False),
        (False, Remedy("void"), True),
        (False, Remedy("rewind", at=8), True),
        (True, Remedy("void"), False),
        (True, Remedy("adjust", winners=(), scores=(1, 2)), False),
    ],
)
def test_a_closed_dispute_holds_only_a_game_that_it_ended(over: bool, remedy: Remedy, holds: bool) -> None:
    assert Told(OVER if over else GAME).ruled(remedy=remedy).closed().dispute.holds == holds


def test_a_ruling_keeps_the_wording_of_the_rules_as_they_were() -> None:
    ruled = Told().ruled().dispute.rulings[0].fact
    assert ruled.rules[0].text == "In the first turns nobody raids."
    assert (ruled.content, ruled.ruleset) == ("c0", "duel@1")


def test_a_log_that_was_written_once_reads_the_same_for_ever() -> None:
    """The words of old disputes: whoever changes this test has broken every dispute there is."""
    dispute = paused()
    dispute.add(acting.resume(dispute.dispute, "Ruth")).add(acting.look(dispute.dispute, "Ruth", 20))
    dispute.add(acting.state(dispute.dispute, 1, "Ben", "Nö."))
    dispute.ruled().appealed().ruled("Sam", Remedy("rewind", at=12)).closed()
    previous = bytes(32)
    for record in dispute.log:
        body = canonical(record)
        assert decode(body) == record
        previous = link(previous, leaf(body))
    assert previous.hex() == "d949767ff8d3b004f441aa09fdc46f176c4a4cf09da551fce0b1885cdcf99cd2"


def test_what_does_not_follow_can_not_be_added() -> None:
    dispute = Told()
    again = msgspec.structs.replace(dispute.log[0], index=2)
    for record in (again, DisputeRecord(3, 0, "x", acting.resume(paused().dispute, "Ruth"))):
        with pytest.raises(ValueError, match="does not follow"):
            evolve("d", dispute.dispute, record)
    with pytest.raises(ValueError, match="does not follow"):
        evolve("d", None, DisputeRecord(1, 0, "x", acting.resume(paused().dispute, "Ruth")))
