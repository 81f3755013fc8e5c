"""A file is replaced whole or stays as it was, and nothing is left beside it."""

import os
import stat
from pathlib import Path

import pytest

from scrubjay.storage.destination import replace_atomically


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_a_file_has_the_new_bytes_and_permissions(tmp_path: Path, mode: int) -> None:
    file = tmp_path / ("n" * 200)
    file.write_bytes(b"old")
    replace_atomically(file, b"new", mode)
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == mode
    assert list(tmp_path.iterdir()) == [file]


def test_what_fails_leaves_the_old_one_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]
