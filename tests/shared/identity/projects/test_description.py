"""A project's folder says what the project is, and a damaged description is named, never guessed."""

from pathlib import Path

import pytest

from scrubjay.errors import StorageCorrupt
from scrubjay.identity.projects.description import NAME, Clone, Departure, Description, read, write

ID = "0" * 31 + "a"
WHOLE = Description(
    ID,
    "shop",
    "2026-03-01T12:00:00Z",
    ("f" * 40,),
    (Clone("/code/shop/.git", 1, 2, "ab" * 32, "2026-03-01T12:00:00Z"),),
    (Departure("/code/old/.git", 1, 3, "e" * 40, "2026-03-02T12:00:00Z"),),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ID).mkdir()
    return tmp_path / ID


def test_what_is_written_is_read_back(folder: Path) -> None:
    write(folder, WHOLE)
    assert read(folder) == WHOLE
    assert (folder / NAME).stat().st_mode & 0o777 == 0o600
    assert [file.name for file in folder.iterdir()] == [NAME]


def test_a_folder_without_a_description_says_nothing(folder: Path) -> None:
    assert read(folder) is None


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"\xff\xfe", b'{"version": 2}', b"[" * 100_000])
def test_a_damaged_description_is_named(folder: Path, text: bytes) -> None:
    (folder / NAME).write_bytes(text)
    with pytest.raises(StorageCorrupt, match=NAME):
        read(folder)


def test_a_description_that_was_copied_into_another_folder_is_damaged(folder: Path, tmp_path: Path) -> None:
    write(folder, WHOLE)
    other = tmp_path / ("0" * 32)
    other.mkdir()
    (other / NAME).write_bytes((folder / NAME).read_bytes())
    with pytest.raises(StorageCorrupt):
        read(other)
