"""Signed heads: the tree of RFC 6962, kept record by record, and what a receipt holds the server to."""

from __future__ import annotations

import json
import random
import stat
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.kernel import Place
from ledger import Ledger, Receipt
from ledger.evidence import leaf
from ledger.merkle import Tree
from ledger.signing import FILE, Signer, file_said, pem, signed, vouched
from tests.ledger.playing import play, seats, step

# the inputs and roots that implementations of certificate logs are tried on
INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def test_known_trees_have_their_known_roots():
    leaves = [leaf(bytes.fromhex(text)) for text in INPUTS]
    assert [Tree().grown(leaves[:n]).root.hex() for n in range(len(ROOTS))] == ROOTS


def by_the_book(leaves: Sequence[bytes]) -> bytes:
    """MTH, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\x01" + by_the_book(leaves[:k]) + by_the_book(leaves[k:])).digest()


@given(st.lists(st.binary(max_size=3), max_size=70), st.data())
def test_growing_by_pieces_is_growing_at_once(bodies: list[bytes], data: st.DataObject):
    leaves = [leaf(body) for body in bodies]
    cut = data.draw(st.integers(0, len(leaves)))
    early = Tree().grown(leaves[:cut])
    assert early.grown(leaves[cut:]).root == by_the_book(leaves)
    assert early.root == by_the_book(leaves[:cut]), "a tree that grew is another tree"


def test_every_command_is_answered_with_a_signed_head_of_all_that_is_stored(ledger: Ledger):
    game, rng = ledger.create("duel", seats(4), {"seed": "1"}).id, random.Random(1)
    for _ in range(12):
        receipt = step(ledger, game, rng).receipt
        bodies = [stored.body for stored in ledger.stored(game)]
        assert receipt.head == by_the_book([leaf(body) for body in bodies]).hex()
        assert (receipt.game, receipt.index, receipt.leaf) == (game, len(bodies), leaf(bodies[-1]).hex())
        assert vouched(ledger.signer.public, receipt)
        ledger.forget()
        assert ledger.receipt(ledger.sitting(game)) == receipt, "the same after a cold load"


@pytest.mark.parametrize("field", ["game", "index", "leaf", "link", "head", "signature"])
def test_no_field_of_a_receipt_can_be_another(ledger: Ledger, field: str):
    receipt = step(ledger, ledger.create("duel", seats(2)).id, random.Random(1)).receipt
    was = getattr(receipt, field)
    other = was + 1 if isinstance(was, int) else was[:-1] + ("0" if was[-1] != "0" else "1")
    assert not vouched(ledger.signer.public, replace(receipt, **{field: other}))
    assert not vouched(Signer(bytes(32)).public, receipt)


def test_signatures_have_one_spelling_and_one_kind():
    signer = Signer(bytes(range(32)))
    signature = signer.file(b"content")
    assert signed(signer.public, signature, file_said(b"content"))
    assert not signed(signer.public, signature.upper(), file_said(b"content"))
    assert not signed(signer.public, signature[:2] + " " + signature[2:], file_said(b"content"))
    assert not signed(signer.public.upper(), signature, file_said(b"content"))
    assert not signed(signer.public, signature, file_said(b"content").replace(FILE, b"ledgerdemain/head/1\n"))
    assert not signed("no key", signature, b"")


def test_the_head_of_a_fork_stands_on_its_parents_records(ledger: Ledger):
    game = ledger.create("duel", seats(2), {"seed": "3"}).id
    play(ledger, game)
    fork = ledger.fork(game, ledger.sitting(game).version // 2)
    play(ledger, fork.id, 5)
    for _ in range(2):
        receipt = ledger.receipt(ledger.sitting(fork.id))
        assert (
            receipt.head == by_the_book([leaf(stored.body) for stored in ledger.stored(fork.id)]).hex() == ledger.head(fork.id).root.hex()
        )
        ledger.forget()


def test_a_head_above_a_snapshot_is_the_same(ledger: Ledger):
    game = ledger.create("duel", seats(4), {"seed": "3"}).id
    ledger._folding.snapshots._every = 40
    play(ledger, game)
    receipt = ledger.receipt(ledger.sitting(game))
    assert ledger._recorder.snapshot(game) is not None
    ledger.forget()
    assert ledger.receipt(ledger.sitting(game)) == receipt


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path):
    store = f"sqlite:{tmp_path}/data/ledger.db"
    with Ledger.open(store) as ledger:
        public = ledger.signer.public
        receipt: Receipt = step(ledger, ledger.create("duel", seats(2)).id, random.Random(1)).receipt
    secrets = [path for path in (tmp_path / "data").iterdir() if path.suffix == ".key"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in secrets] == [0o600]
    with Ledger.open(store) as again:
        assert again.signer.public == public
        assert vouched(again.signer.public, receipt)
    with Ledger.open(f"sqlite:{tmp_path}/elsewhere/ledger.db") as other:
        assert other.signer.public != public


def test_other_programs_can_read_the_key(ledger: Ledger):
    receipt = step(ledger, ledger.create("duel", [Place("a"), Place("b")]).id, random.Random(1)).receipt
    said = {"game": receipt.game, "head": receipt.head, "index": receipt.index, "leaf": receipt.leaf, "link": receipt.link}
    message = b"ledgerdemain/head/1\n" + json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    key = load_pem_public_key(pem(ledger.signer.public).encode())
    getattr(key, "verify")(bytes.fromhex(receipt.signature), message)  # noqa: B009 - a key of whatever kind; it raises
