"""Secrets: the master key and what is derived from it, and the tokens that seats show."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from domain.kernel import Chance, Slots
from domain.table.luck import Luck, dice_root
from ledger.errors import UnknownStore
from ledger.signing import Signer

SIZE = 32  # bytes of the master key


class Keyring:
    """The master key, and the secrets of single games that follow from it. Nothing else of it ever leaves this class.

    `told`: the chance of a game that was played elsewhere, if it is one.
    """

    def __init__(self, master: bytes, told: Callable[[str], bytes | None] = lambda game: None) -> None:
        self._master = master
        self._told = told

    @classmethod
    def of(cls, path: Path, *, make: bool) -> Keyring:
        """The key in a file of 64 hex digits, made with mode 0600 if it is not there and `make` says so.

        `UnknownStore` if it is missing or does not hold a key.
        """
        if make and not path.exists():
            _make(path)
        try:
            master = bytes.fromhex(path.read_text("ascii").strip())
        except FileNotFoundError:
            raise UnknownStore(f"the master key {path} is missing, and this store needs the one it was begun with") from None
        except OSError as trouble:
            raise UnknownStore(f"the master key {path} can not be read: {trouble.strerror}") from trouble
        except ValueError:
            master = b""
        if len(master) != SIZE:
            raise UnknownStore(f"the master key {path} does not hold {2 * SIZE} hex digits")
        return cls(master)

    @property
    def fingerprint(self) -> bytes:
        """What tells one master key from another without telling the key."""
        return self._derived("fingerprint")

    def game_key(self, game: str) -> bytes:
        """The secret behind the salts of one game's commitments."""
        return self._derived(game)

    def chance(self, game: str, *, dice: bool) -> Chance:
        """The chance of a game that nobody can know beforehand; `dice`: whether the game committed to dice that are opened at once."""
        secret = self.secret(game)
        return Luck(secret) if dice else Slots(secret)

    def secret(self, game: str) -> bytes:
        """What the chance of a game follows from: told to nobody before the game, and all that draw on the same, are over."""
        told = self._told(game)
        return self._derived(f"chance/{game}") if told is None else told

    def roots(self, game: str) -> tuple[str, str]:
        """What a game that is fair publishes in its first record: the commitment to its secret, and the one to its open dice."""
        secret = self.secret(game)
        return chance_root(secret), dice_root(secret)

    def knowing(self, told: Callable[[str], bytes | None]) -> Keyring:
        """The same keys beside the chance of games that were imported."""
        return Keyring(self._master, told)

    @cached_property
    def signer(self) -> Signer:
        """The key that signs for this store. It follows from the master key, so that there is one secret to keep and none to mix up."""
        return Signer(self._derived("signing"))

    def mark(self, purpose: str, data: bytes) -> bytes:
        """What shows that `data` was written by somebody who holds the master key."""
        return hmac.digest(self._derived(purpose), data, "sha256")

    def _derived(self, purpose: str) -> bytes:
        return hmac.digest(self._master, purpose.encode(), "sha256")


def chance_from_seed(seed: str) -> Chance:
    """The chance of a game that is to be played again: it follows from the seed alone, and whoever knows the seed knows it."""
    return Slots(hashlib.sha256(b"seed/" + seed.encode()).digest())


def chance_root(secret: bytes) -> str:
    """What is published of a secret before anything is drawn from it, in hex digits: it tells nothing, and fits no other secret."""
    return hashlib.sha256(b"\x03" + secret).hexdigest()


def token() -> str:
    """A new secret for one eye."""
    return secrets.token_urlsafe(24)


def digest(of: str) -> bytes:
    """What is stored of a token. It is long and random, so that a plain hash can not be searched."""
    return hashlib.sha256(of.encode("utf-8", "replace")).digest()


def _make(path: Path) -> None:
    """Write a new key whole or not at all; if another process is making one too, one of them wins and both use it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(SIZE).hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    finally:
        draft.unlink()
