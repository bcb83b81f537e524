"""The kernel: what a game is, how it moves, and who may see what. No game knows another; none of this imports I/O.

Read in this order: `pile`, `word`, `record`, `game`, `table`, `seal`, `scribe`, `decide`, `wire`, `ruleset`.
"""

from domain.kernel.chance import Chance, Slots, drawn
from domain.kernel.decide import address_of, amend, awaited, begin, decide, decide_again, find, offers, take
from domain.kernel.game import Debt, Game, GameOf, Owed, evolve
from domain.kernel.pile import Card, Pile, redealt
from domain.kernel.record import Record, RecordOf, batches, starts_batch
from domain.kernel.rulebook import Rule, rulebook_of
from domain.kernel.ruleset import (
    TABLE_OPTIONS,
    Option,
    Outcome,
    Ruleset,
    Scene,
    UnknownRuleset,
    announce,
    register,
    ruleset_named,
    rulesets,
    sight,
)
from domain.kernel.scribe import BOUND, Refused, Scribe
from domain.kernel.seal import Seal, redact, sealed_part, seals, seen_by, unreadable, veil
from domain.kernel.table import Adjusted, Answered, Arranged, Forked, GameBegan, NothingHappened, Place
from domain.kernel.text import Mention, Names, Text, in_words, kebab, plain, thing, who
from domain.kernel.wire import Wire
from domain.kernel.word import ARBITER, PUBLIC, Command, Decision, Eye, Fact, Obligation, Offer, Pass, RuleId, Seat, Serial, Step, key_of
