"""Real SSH keys, and small files of vectors that they sign."""

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from scrubjay.knowledge.index.codes import quantise
from scrubjay.model.frozen import replace
from scrubjay.model.given import passage_hash
from scrubjay_exchange.vectors.format import VectorHeader, digest, packed, whole
from scrubjay_exchange.vectors.signing import SshKeygen, as_line
from tests.fakes import HashingEmbedder

EMBEDDER = HashingEmbedder()
TEXTS = ("Parcels wait nine days.", "Owls nest in the barn.", "The roof leaks.")
Written = Callable[..., Path]


@pytest.fixture(scope="session")
def ssh() -> SshKeygen:
    """The program of this machine."""
    if not shutil.which("ssh-keygen"):
        pytest.skip("ssh-keygen isn't installed")
    return SshKeygen(os.environ)


@pytest.fixture(scope="session")
def keys(ssh: SshKeygen, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Keys by their types, each named ci@TYPE, and another of the first type."""
    folder = tmp_path_factory.mktemp("keys")
    for name, type in (("ed25519", "ed25519"), ("ecdsa", "ecdsa"), ("rsa", "rsa"), ("other", "ed25519")):
        made = ["ssh-keygen", "-q", "-t", type, "-N", "", "-C", f"ci@{name}", "-f", str(folder / name)]
        subprocess.run(made, check=True)
    return {name: folder / name for name in ("ed25519", "ecdsa", "rsa", "other")}


def made(texts: Sequence[str] = TEXTS, **other: Any) -> tuple[VectorHeader, bytes]:
    """The header and the numbers of a file with the vectors of some texts; `other` replaces fields of the header."""
    encoded = EMBEDDER.embed_passages(texts)
    codes = quantise(encoded.vectors)
    numbers = packed(
        {
            bytes.fromhex(passage_hash(text)): (code.tobytes(), states)
            for text, code, states in zip(texts, codes, encoded.states, strict=True)
        }
    )
    header = VectorHeader(
        fingerprint=EMBEDDER.fingerprint.key, model="hashing", dim=384, passages=len(texts),
        states=sum(map(len, encoded.states)), sha256=digest(numbers), maker="ci@ed25519", project="shop",
        commit="c" * 40, made_at="2026-03-01T12:00:00.000Z",
    )  # fmt: skip
    return replace(header, **other), numbers


@pytest.fixture
def written(ssh: SshKeygen, keys: dict[str, Path], tmp_path: Path) -> Written:
    """Writes a file with the vectors of some texts, signed by a key."""

    def write(texts: Sequence[str] = TEXTS, key: str = "ed25519", numbers: bytes = b"", **other: Any) -> Path:
        header, own = made(texts, **other)
        signature = ssh.sign(header.signed(), keys[key])
        file = tmp_path / "shop.vectors"
        file.write_bytes(whole(header, as_line(signature.blob), numbers or own))
        return file

    return write
