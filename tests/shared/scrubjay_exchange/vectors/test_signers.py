"""Whose vectors a home takes: keys of any type, once a person's word stands in its list."""

from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay_exchange.vectors.errors import NotSigned
from scrubjay_exchange.vectors.signers import AllowedSigners, whose
from scrubjay_exchange.vectors.signing import SshKeygen
from scrubjay_exchange.vectors.source import read_vectors
from tests.shared.scrubjay_exchange.vectors.conftest import Written


@pytest.fixture
def signers(ssh: SshKeygen, tmp_path: Path) -> AllowedSigners:
    """The list of a new home."""
    return AllowedSigners(tmp_path / "home", ssh)


@pytest.mark.parametrize("type", ["ed25519", "ecdsa", "rsa"])
def test_a_key_is_known_once_it_was_added_and_no_other_with_it(
    signers: AllowedSigners, written: Written, ssh: SshKeygen, keys: dict[str, Path], type: str
) -> None:
    source = read_vectors(written(key=type))
    assert ssh.look(keys[type]) == (source.signature.fingerprint, f"ci@{type}")
    assert signers.name_of(source) == ""
    signers.add(f"ci@{type}", source.signature)
    assert signers.name_of(source) == f"ci@{type}"
    assert signers.file.stat().st_mode & 0o777 == 0o600
    other = read_vectors(written(key="other"))
    assert signers.name_of(other) == ""
    signers.add("other", other.signature)
    assert (signers.name_of(source), signers.name_of(other)) == (f"ci@{type}", "other")
    assert whose("other", other.signature.fingerprint).startswith("other, key SHA256:")


def test_a_key_that_may_sign_other_things_alone_or_no_longer_is_not_known(
    signers: AllowedSigners, written: Written
) -> None:
    source = read_vectors(written())
    signers.add("ci", source.signature)
    line = signers.file.read_text()
    for options in ('namespaces="git"', 'valid-before="20200101"'):
        signers.file.write_text(line.replace('namespaces="scrubjay-vectors"', options))
        assert signers.name_of(source) == ""
    signers.file.write_text("# nobody\nci no-key at all\n")
    assert signers.name_of(source) == ""


def test_a_list_that_others_may_read_decides_nothing(signers: AllowedSigners, written: Written) -> None:
    source = read_vectors(written())
    signers.add("ci", source.signature)
    signers.file.chmod(0o644)
    with pytest.raises(UsageError, match="chmod 600"):
        signers.name_of(source)


def test_a_key_must_be_there_be_one_and_be_read_by_its_owner_alone(
    ssh: SshKeygen, keys: dict[str, Path], tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="no key at"):
        ssh.look(tmp_path / "none")
    (tmp_path / "text").write_text("no key\n")
    (tmp_path / "text").chmod(0o600)
    with pytest.raises(NotSigned, match="is no SSH key"):
        ssh.look(tmp_path / "text")
    with pytest.raises(NotSigned, match="doesn't sign"):
        ssh.sign(b"message", tmp_path / "text")
    (tmp_path / "open").write_bytes(keys["ed25519"].read_bytes())
    (tmp_path / "open").chmod(0o644)
    with pytest.raises(UsageError, match="only you can read"):
        ssh.look(tmp_path / "open")


def test_without_the_program_it_is_named(keys: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="install the OpenSSH client"):
        SshKeygen({"PATH": str(tmp_path)}).look(keys["ed25519"])
