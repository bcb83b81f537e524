"""What is asked and answered, as closed models: a field that is not named here is neither read nor sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

MOST = 2**31 - 1  # the highest number of a record or version that can be asked for
Index = Annotated[int, Field(ge=0, le=MOST)]
Address = Annotated[str, Field(min_length=1, max_length=200)]
EyeSeen = int | str  # a seat, public or arbiter


class Closed(BaseModel):
    """The manner of all of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# asked -----------------------------------------------------------------------------------------------------------------
class PlaceWanted(Closed):
    """Who sits down: a name and, if a bot is to play, the bot's name (`random`, `heuristic`)."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]
    bot: Annotated[str | None, Field(max_length=60)] = None


class GameWanted(Closed):
    """A table: what is played (`bad_company`, or an edition of it: `bad_company@1`), who sits down, and under which options."""

    ruleset: Annotated[str, Field(max_length=100)]
    seats: Annotated[list[PlaceWanted], Field(max_length=16)]
    options: Annotated[dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=200)]], Field(max_length=50)] = {}


class CommandWanted(Closed):
    """One offer, or several to be taken one after the other, all or none.

    An offer is `SERIAL/key` as `/offers` gives it (`-/key`: at any time); in a list a bare `key` means whatever asks for it then.
    With `expected_version` it is refused if the game has gone on since.
    """

    offer: Address | None = None
    offers: Annotated[list[Address] | None, Field(min_length=1, max_length=50)] = None
    expected_version: Index | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> CommandWanted:
        if (self.offer is None) == (self.offers is None):
            raise ValueError("either `offer` or `offers`")
        return self


class ForkWanted(Closed):
    """Leave a finished game after record `at`.

    `luck` same: hidden piles stay as they lie, and the draws are those of the game that is left; fresh: undrawn piles are shuffled anew,
    but for what some seat knows of them; unknown:SEAT: all cards that the seat could not know are dealt anew. `seats`: who sits there
    instead, by seat number.
    """

    at: Index
    luck: Annotated[str, Field(pattern=r"^(same|fresh|unknown:[0-9]{1,2})$")] = "same"
    seats: Annotated[dict[Annotated[int, Field(ge=0, le=15)], PlaceWanted], Field(max_length=16)] = {}
    reason: Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")] = ""


# answered --------------------------------------------------------------------------------------------------------------
class ProblemSeen(Closed):
    """Why something could not be done (RFC 9457). `type` is stable; which further members there are depends on it."""

    type: str
    title: str
    status: int
    detail: str
    rule: str | None = None  # the rule that bars it
    wording: str | None = None  # and what it says
    expected: int | None = None  # the version that was expected
    current: int | None = None  # and the one the game is at
    game: str | None = None  # the one meant, or the one that goes on after a rewind
    dispute: str | None = None  # the one that holds the game
    record: int | None = None  # the record that is damaged
    errors: list[dict[str, str]] | None = None  # what is wrong with the request: where, and why


class OptionSeen(Closed):
    """A switch of the table or of the rules. No `values`: any text will do."""

    name: str
    kind: Literal["table", "rules"]
    default: str
    values: list[str]
    text: str


class RulesetSeen(Closed):
    """A title in one edition."""

    id: str
    name: str
    edition: int
    title: str
    seats: list[int]  # the numbers of seats it can be played with
    bots: list[str]
    options: list[OptionSeen]


class RulesetsSeen(Closed):
    """All that can be played."""

    rulesets: list[RulesetSeen]


class RuleSeen(Closed):
    """One rule in our own words, under the heading where the rulebook has it."""

    id: str
    heading: str
    text: str
    question: str | None  # what is unclear in the rulebook, if this is a ruling on it
    affects: list[str]


class RulebookSeen(RulesetSeen):
    """A title in one edition, with all its rules."""

    content: str  # SHA-256 of its files, as it stands in the first record of a game
    rules: list[RuleSeen]


class ComponentsSeen(Closed):
    """What is in the box: display names by id, and the component files as the game reads them."""

    ruleset: str
    content: str
    names: dict[str, str]
    files: dict[str, Any]


class PlaceSeen(Closed):
    """Who sits at a seat."""

    name: str
    bot: str | None


class OutcomeSeen(Closed):
    """How a game ended."""

    winners: list[int]
    scores: list[int]
    ending: str


class ParentSeen(Closed):
    """The game that a fork left, and after which record."""

    id: str
    at: int


class RemedySeen(Closed):
    """What is to become of a disputed game: it stands, is rewound to record `at`, has its result adjusted, or is void."""

    kind: Literal["stand", "rewind", "adjust", "void"]
    at: Index | None = None
    scores: Annotated[list[Annotated[int, Field(ge=-MOST, le=MOST)]] | None, Field(max_length=16)] = None  # one for each seat
    winners: Annotated[list[Annotated[int, Field(ge=0, le=15)]] | None, Field(max_length=16)] = None


class RemediedSeen(Closed):
    """What a closed dispute has made of a game. Its log stays as it is. `fork`: the game that goes on after a rewind."""

    dispute: str
    remedy: RemedySeen
    fork: str | None


class HoldSeen(Closed):
    """Why nobody may act in a game: the dispute that holds it, in words, and the game that goes on, if it was rewound."""

    dispute: str
    why: str
    game: str | None


class TableSeen(Closed):
    """A game as the lobby shows it. Times are milliseconds since 1970 of its first and last answer."""

    id: str
    ruleset: str
    title: str
    seats: list[PlaceSeen]
    state: Literal["open", "finished", "damaged"]
    version: int
    created: int | None
    updated: int | None
    awaited: list[int]  # the seats that have a question to answer
    outcome: OutcomeSeen | None
    parent: ParentSeen | None
    rulings: list[RemediedSeen] = []  # what disputes have made of it


class TablesSeen(Closed):
    """A page of the lobby, newest first; `next` is the cursor of the following page."""

    games: list[TableSeen]
    next: str | None


class CreatedSeen(Closed):
    """A new game. The tokens are shown this once: each opens its seat and nothing else; only their hashes are kept."""

    id: str
    version: int
    tokens: dict[int, str]
    spectator: str | None  # opens the public view of a table with watch=invited


class ForkedSeen(CreatedSeen):
    """A new fork. `at` is the record that it really left after: the last of a batch."""

    at: int


class BarSeen(Closed):
    """The rule that bars an offer, and what it says."""

    rule: str
    text: str


class OfferSeen(Closed):
    """Something a seat may do, unless a rule bars it. Send `offer` back to take it."""

    offer: str
    text: str
    command: dict[str, Any]
    barred: BarSeen | None


class OffersSeen(RootModel[list[OfferSeen]]):
    """All that a seat may do now."""


class OwedSeen(Closed):
    """Something the game owes before it goes on: a question to a seat, or, without a seat, a step of the rules."""

    serial: int
    seat: int | None
    text: str
    what: dict[str, Any]
    since: int  # the record that opened it
    lane: int | None  # opened among seats that act at once


class ViewSeen(Closed):
    """A game as one eye sees it after record `version`; what the eye does not know is null. The first of `agenda` is owed first."""

    version: int
    eye: EyeSeen
    board: dict[str, Any]
    agenda: list[OwedSeen]
    offers: list[OfferSeen]


class GameSeen(ViewSeen):
    """A game as it stands now, with the disputes about it that are open, what holds it, and what was ruled on it."""

    disputes: list[str]
    hold: HoldSeen | None
    rulings: list[RemediedSeen]


class RecordSeen(Closed):
    """One record as one eye reads it; sealed values that are not for it are null."""

    index: int
    text: str
    fact: dict[str, Any]
    rule: str
    cause: int | None = None
    closes: list[int] = []
    opens: list[dict[str, Any]] = []
    onto: int | None = None
    lane: int | None = None
    luck: int = 0


class RecordsSeen(Closed):
    """A page of the log; `next` is what to give as `after` for the following one, if there is more."""

    version: int
    eye: EyeSeen
    records: list[RecordSeen]
    next: int | None


class HeadSeen(Closed):
    """A signed head: the last record's number and hash, and what ties it to all before it. Kept, it proves what was accepted.

    `link` chains the record to all before it, `head` is the Merkle root over all bodies (RFC 6962), `signature` is Ed25519.
    """

    game: str
    index: int
    leaf: str
    link: str
    head: str
    signature: str


class KeySeen(Closed):
    """The public key that heads, receipts and exports are signed with, as 64 hex digits and as PEM."""

    algorithm: Literal["Ed25519"]
    key: str
    pem: str


class EvidenceSeen(Closed):
    """What a file proves: how many of its records are sound, the head after them, and what is the first bad thing in it.

    `part`: where `bad` stands; 0 is the header, and the last line counts as the one after the last record. `proved` says it in words.
    """

    records: int
    link: str
    head: str
    bad: int | None
    part: Literal["header", "record", "end"]
    why: str | None
    key: str | None
    proved: list[str]


class DeviationSeen(Closed):
    """Where the present rules decide otherwise: the first record that differs, the rule it cites, and how."""

    record: int
    rule: str
    why: str


class ConformitySeen(Closed):
    """How many batches were decided again, with what differences; `unexamined` says why the rest, or all, were not."""

    batches: int
    deviations: list[DeviationSeen]
    unexamined: str | None


class VerdictsSeen(Closed):
    """Both verdicts on a file, and whether it is signed with this server's key."""

    game: str
    ours: bool
    evidence: EvidenceSeen
    conformity: ConformitySeen


class AcceptedSeen(Closed):
    """What a command led to, as its seat sees it."""

    version: int
    records: list[RecordSeen]
    receipt: HeadSeen


class CauseSeen(Closed):
    """One link of the chain that led to a record."""

    index: int
    type: str
    text: str
    rule: str
    wording: str | None
    heading: str | None


class GroundSeen(Closed):
    """An earlier record that a record rested on, and what stood on the board since then."""

    index: int
    text: str
    stood: str


class ChangeSeen(Closed):
    """A place on the board that changed, by its path, and in words; `aside`: it helps the rules along and need not be told."""

    path: str
    before: Any
    after: Any
    text: str
    aside: bool


class DiffSeen(Closed):
    """What stands otherwise after record `at` than after record `since` of game `of`; `parted`: the last record both games share."""

    at: int
    since: int
    of: str
    parted: int | None
    eye: EyeSeen
    changes: list[ChangeSeen]


class WhySeen(Closed):
    """Why a record stands there: from it, first, back to a player's choice, or to the record before its turn began.

    `moment` is the choice after which the rules came to it, where the chain does not end at one. `rests`: the earlier records that
    had set what this one changed, or had brought there what it moved or names.
    """

    index: int
    eye: EyeSeen
    chain: list[CauseSeen]
    moment: CauseSeen | None
    rests: list[GroundSeen]


class BarredThenSeen(BarSeen):
    """The rule that barred an offer: the last record after which the same was `open` to the seat, and the one `since` which it was not.

    Neither, if it was open at none of many positions before.
    """

    open: int | None = None
    since: int | None = None


class ChoiceSeen(Closed):
    """What a seat could have done; `taken`: it was done next."""

    offer: str
    text: str
    barred: BarredThenSeen | None
    taken: bool


class LegalSeen(Closed):
    """All that a seat could choose from after a record, and what it had been asked."""

    at: int
    seat: int
    asked: list[str]
    choices: list[ChoiceSeen]


class KinSeen(Closed):
    """A game of a family of forks, what became of it, that in words, and who sits there."""

    id: str
    parent: str | None
    at: int | None
    luck: str | None
    reason: str
    state: Literal["open", "finished", "damaged", "gone"]
    told: str
    seats: list[PlaceSeen]


class FamilySeen(Closed):
    """The whole family that a game belongs to."""

    games: list[KinSeen]


class HealthSeen(Closed):
    """The process is alive."""

    status: Literal["ok"]


class ReadySeen(Closed):
    """Whether the store and the read models can be used."""

    status: Literal["ready", "not ready"]
    store: bool
    follower: bool
    lag: dict[str, int]  # by projection: notifications that it is behind
    troubles: list[str]  # games that can not be read to their end
