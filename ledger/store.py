"""Which database keeps the log: the one place that reads a store's address."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

from eventsourcing.application import Application
from eventsourcing.domain import EventSourcingError
from eventsourcing.utils import Environment, EnvType

from ledger.errors import UnknownStore
from ledger.rows import Recorder


class Address(NamedTuple):
    """A store: the library's name of what opens it, its settings, the folder in which the master key lies, and whether it is there."""

    persistence: str
    env: dict[str, str]
    folder: Path
    exists: bool


def address_of(url: str) -> Address:
    """The store that `sqlite:PATH` names; `UnknownStore` for an address that names none."""
    scheme, colon, rest = url.partition(":")
    if scheme == "sqlite" and colon:
        if not rest or ":memory:" in rest:
            raise UnknownStore("a ledger is kept in a file: sqlite:PATH")
        path = Path(rest).expanduser().absolute()  # no shell does it behind `sqlite:`
        return Address("ledger.sqlite:Factory", {"SQLITE_DBNAME": path.as_uri()}, path.parent, path.exists())
    if scheme in ("postgres", "postgresql"):
        raise UnknownStore("PostgreSQL stores can not be opened yet; use sqlite:PATH")
    raise UnknownStore(f"{url} is not the address of a store; use sqlite:PATH")


class Games(Application[str]):
    """The library's application around the log: recorder and notification log. Aggregates are not used: a game is a fold of records."""

    name = "games"

    def __init__(self, address: Address) -> None:
        super().__init__({"PERSISTENCE_MODULE": address.persistence, **address.env})

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Only what the address says: the library's own environment variables would reach into the format of the rows."""
        return Environment(name, env)


def open_store(address: Address) -> tuple[Games, Recorder]:
    """The store at that address, made if there is none; `UnknownStore` says why it can not be opened."""
    try:
        address.folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # every hand lies in it
        games = Games(address)
    except (EventSourcingError, OSError) as trouble:
        raise UnknownStore(f"the store in {address.folder} can not be opened: {trouble}") from trouble
    return games, cast("Recorder", games.recorder)
