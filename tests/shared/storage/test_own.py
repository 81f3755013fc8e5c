"""Files with a secret: a link, an open mode or what is no text is never read, and never written through."""

import os
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay.storage.own import is_private, read_own, write_own


@pytest.mark.parametrize("data", [b"x" * 11, b"\xff", b"a\0"])
def test_a_secrets_file_is_text_of_a_length(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "one").write_bytes(data)
    (tmp_path / "one").chmod(0o600)
    with pytest.raises(UsageError, match="no text, or more than 10 bytes"):
        read_own(tmp_path / "one", "the one", 10)
    assert read_own(tmp_path / "none", "none", 10) is None


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_secret_that_others_may_read_is_not_used(tmp_path: Path, mode: int) -> None:
    write_own(tmp_path / "one", "text")
    assert read_own(tmp_path / "one", "the one", 10) == "text\n"
    assert (tmp_path / "one").stat().st_mode & 0o777 == 0o600
    (tmp_path / "one").chmod(mode)
    with pytest.raises(UsageError, match="chmod 600"):
        read_own(tmp_path / "one", "the one", 10)


@pytest.mark.parametrize(
    ("owner", "mode", "private"),
    [(0, 0o400, True), (0, 0o440, True), (0, 0o640, True), (0, 0o444, False), (0, 0o460, False), (2, 0o400, False)],
)
def test_roots_file_is_a_secret_that_root_lets_this_account_read(owner: int, mode: int, private: bool) -> None:
    """As Kubernetes mounts a Secret (root's, and a group's), and systemd a credential (with an access list)."""
    info = os.stat_result((0o100000 | mode, 1, 1, 1, owner, 0, 5, 0, 0, 0))
    assert is_private(info, account=1) is private


def test_nothing_is_read_or_written_through_a_link_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("as it was")
    victim.chmod(0o600)
    (tmp_path / "key").symlink_to(victim)
    with pytest.raises(UsageError, match="it is a link"):
        read_own(tmp_path / "key", "the key", 10)
    write_own(tmp_path / "key", "new")
    assert not (tmp_path / "key").is_symlink()
    assert victim.read_text() == "as it was"
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(UsageError, match="must be a plain file"):
        read_own(tmp_path / "pipe", "the pipe", 10)
