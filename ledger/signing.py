"""Signatures: what the holder of a store's key has said of a game, so that he can not say another thing later.

The library is imported when something is signed or checked: who only looks at a game starts sooner without it.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256

from msgspec import Struct

from ledger.evidence import canonical

HEAD, FILE, DISPUTE = (
    b"ledgerdemain/head/1\n",
    b"ledgerdemain/file/1\n",
    b"ledgerdemain/dispute/1\n",
)  # no signature of one kind can be passed off as one of the other


class Receipt(Struct, frozen=True):
    """A signed head: record `index` of `game` was this one, and all before it were those under this head. All hashes in hex digits."""

    game: str
    index: int
    leaf: str  # hash of the last record's body
    link: str  # the chain up to it
    head: str  # root of the Merkle tree over all bodies up to it
    signature: str


class DisputeReceipt(Struct, frozen=True):
    """A signed head of a dispute's log: as `Receipt` is for a game."""

    dispute: str
    index: int
    leaf: str
    link: str
    head: str
    signature: str


class Signer:
    """The signing key of a store, made from a secret of 32 bytes."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(secret)

    @cached_property
    def public(self) -> str:
        """The public key in hex digits: 32 bytes, as RFC 8032 writes them."""
        return self._key.public_key().public_bytes_raw().hex()

    def receipt(self, game: str, index: int, leaf: bytes, link: bytes, root: bytes) -> Receipt:
        """The head of a game, signed. The same head has the same signature whenever it is asked for."""
        said = head_said(game, index, leaf.hex(), link.hex(), root.hex())
        return Receipt(game, index, leaf.hex(), link.hex(), root.hex(), self._key.sign(said).hex())

    def dispute(self, dispute: str, index: int, leaf: bytes, link: bytes, root: bytes) -> DisputeReceipt:
        """The head of a dispute's log, signed."""
        said = dispute_said(dispute, index, leaf.hex(), link.hex(), root.hex())
        return DisputeReceipt(dispute, index, leaf.hex(), link.hex(), root.hex(), self._key.sign(said).hex())

    def file(self, content: bytes) -> str:
        """The signature under a whole file, which is hashed first."""
        return self._key.sign(file_said(content)).hex()


def head_said(game: str, index: int, leaf: str, link: str, head: str) -> bytes:
    """The bytes that are signed of a head."""
    return HEAD + canonical({"game": game, "index": index, "leaf": leaf, "link": link, "head": head})


def dispute_said(dispute: str, index: int, leaf: str, link: str, head: str) -> bytes:
    """The bytes that are signed of the head of a dispute's log."""
    return DISPUTE + canonical({"dispute": dispute, "index": index, "leaf": leaf, "link": link, "head": head})


def file_said(content: bytes) -> bytes:
    """The bytes that are signed of a file."""
    return FILE + sha256(content).digest()


def vouched(key: str, receipt: Receipt) -> bool:
    """Whether the holder of `key` signed that head."""
    return signed(key, receipt.signature, head_said(receipt.game, receipt.index, receipt.leaf, receipt.link, receipt.head))


def signed(key: str, signature: str, said: bytes) -> bool:
    """Whether the holder of that public key (hex digits) signed these bytes."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public, made = bytes.fromhex(key), bytes.fromhex(signature)
        if (public.hex(), made.hex()) != (key, signature):  # one spelling only: no character of a signature may be changed unseen
            return False
        Ed25519PublicKey.from_public_bytes(public).verify(made, said)
    except (ValueError, InvalidSignature):
        return False
    return True


def pem(key: str) -> str:
    """A public key as other programs like to read it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")


def public_key(text: str) -> str:
    """A public key in hex digits, from hex digits or a PEM. `ValueError` if it is neither."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    text = text.strip()
    try:
        if text.startswith("-----BEGIN"):
            loaded = load_pem_public_key(text.encode())
            if isinstance(loaded, Ed25519PublicKey):
                return loaded.public_bytes_raw().hex()
        elif len(bytes.fromhex(text)) == 32:
            return text.lower()
    except (ValueError, UnsupportedAlgorithm):
        pass
    raise ValueError("that is no Ed25519 public key: it has 64 hex digits, or is a PEM as GET /v1/key gives it")
