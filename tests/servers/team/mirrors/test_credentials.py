"""Credentials of mirrors: what is taken, and that none shows in a message."""

import base64
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519

from scrubjay.errors import UsageError
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.credentials import ANY_USER, LONGEST, Credential, read_credential, redacted

HTTPS, SSH = read_address("https://git.example/a/b"), read_address("git@git.example:a/b")
TOKEN = "".join(["tok", "en", "-of-", "test"])


def private_key(passphrase: bytes = b"", form: str = "OpenSSH") -> str:
    encryption = serialization.BestAvailableEncryption(passphrase) if passphrase else serialization.NoEncryption()
    made = ed25519.Ed25519PrivateKey.generate()
    kind = serialization.PrivateFormat.OpenSSH if form == "OpenSSH" else serialization.PrivateFormat.PKCS8
    return made.private_bytes(serialization.Encoding.PEM, kind, encryption).decode()


@pytest.mark.parametrize(
    ("typed", "user", "secret"),
    [
        (TOKEN, ANY_USER, TOKEN),
        (f"anna:{TOKEN}", "anna", TOKEN),
        (f" {TOKEN}\n", ANY_USER, TOKEN),
        ("u:a:b", "u", "a:b"),
    ],
)
def test_a_token_has_a_user_of_its_own_or_the_usual_one(typed: str, user: str, secret: str) -> None:
    assert read_credential(HTTPS, typed) == Credential(secret, user)


@pytest.mark.parametrize("typed", ["a b", "a\nb", "u:", ":x", "ü", "a\x00b", "x" * (LONGEST + 1), f"u v:{TOKEN}"])
def test_another_text_is_no_token_and_is_not_repeated(typed: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_credential(HTTPS, typed)
    assert TOKEN not in str(refused.value)


def test_no_text_is_no_credential() -> None:
    assert read_credential(HTTPS, " \n") is None
    assert read_credential(SSH, "") is None


@pytest.mark.parametrize("form", ["OpenSSH", "PKCS8"])
def test_a_private_key_is_taken_without_a_passphrase_alone(form: str) -> None:
    key = private_key(form=form)
    taken = read_credential(SSH, key.replace("\n", "\r\n"))
    assert taken == Credential(key)


def test_a_private_key_with_a_passphrase_is_refused(tmp_path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "pass-phrase", "-f", tmp_path / "key"], check=True)
    for key in (private_key(b"word", "PKCS8"), (tmp_path / "key").read_text()):
        with pytest.raises(UsageError, match="passphrase"):
            read_credential(SSH, key)


def test_a_token_is_no_key_and_a_damaged_key_none_either() -> None:
    with pytest.raises(UsageError, match="private key"):
        read_credential(SSH, TOKEN)
    with pytest.raises(UsageError, match="damaged"):
        read_credential(SSH, private_key().replace("a", "b"))


def test_a_credential_shows_in_no_repr_and_no_message() -> None:
    credential = Credential(f"{TOKEN}/+", "anna")
    assert TOKEN not in repr(credential)
    basic = base64.b64encode(f"anna:{TOKEN}/+".encode()).decode()
    told = f"fatal: {TOKEN}/+ and {TOKEN}%2F%2B and Basic {basic}"
    assert redacted(told, credential.hidden) == "fatal: [redacted] and [redacted] and Basic [redacted]"
    key = private_key()
    line = key.split("\n")[1]
    assert line not in redacted(f"bad line {line}", Credential(key).hidden)
