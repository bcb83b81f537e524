"""The store: games as rows of an event log, with keys, forks and hashes."""

from domain.kernel import Refused, UnknownRuleset
from ledger.answers import Accepted, Created, Head, Note, Stored, Want
from ledger.docket import Heard, Hold, Remedied, Standing, Summary
from ledger.errors import (
    Damaged,
    DamagedDispute,
    EditionGone,
    Held,
    KeyReused,
    SecretAnswer,
    Stale,
    StillPlaying,
    UnknownArbiter,
    UnknownDispute,
    UnknownGame,
    UnknownRecord,
    UnknownSeat,
    UnknownStore,
)
from ledger.forking import Ruling
from ledger.handover import Incoming, NotTakenIn
from ledger.ledger import Ledger
from ledger.rows import Kin
from ledger.settings import Settings
from ledger.signing import DisputeReceipt, Receipt
from ledger.sitting import Sitting
