"""The file that binds a clone: made whole or not at all, and believed only where nobody else can have put it."""

import os
from hashlib import sha256
from pathlib import Path

import pytest

from scrubjay.errors import BindingRefused
from scrubjay.identity.projects.binding import folder_of, leftovers, prepare, read, remove, still_exists
from scrubjay.identity.projects.file import exposed_paths
from scrubjay.identity.projects.identity import Absent, BoundFile, Unusable

HOME = "1" * 32
OTHER = "2" * 32
PROJECT = "a" * 32


@pytest.fixture
def common(tmp_path: Path) -> Path:
    folder = tmp_path / ".git"
    folder.mkdir(mode=0o755)
    return folder


@pytest.fixture
def file(common: Path) -> Path:
    """A binding that was written."""
    prepare(common, HOME, PROJECT).put()
    return common / "scrubjay" / HOME


def test_what_is_written_is_read_back_as_its_hash(common: Path) -> None:
    prepared = prepare(common, HOME, PROJECT)
    assert read(common, HOME) == Absent(), "not before it is put"
    prepared.put()
    assert read(common, HOME) == BoundFile(PROJECT, prepared.secret_sha256)
    file = common / "scrubjay" / HOME
    secret = bytes.fromhex(file.read_text().split()[-1])
    assert (len(secret), sha256(secret).hexdigest()) == (32, prepared.secret_sha256)
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in file.parent.iterdir()] == [HOME]


def test_each_home_has_its_own_file(common: Path, file: Path) -> None:
    prepare(common, OTHER, "b" * 32).put()
    assert read(common, HOME) != read(common, OTHER)
    remove(common, OTHER)
    assert isinstance(read(common, HOME), BoundFile)
    remove(common, HOME)
    assert not file.parent.exists()


def test_a_file_and_its_folder_that_were_open_to_others_are_closed_when_they_are_read(common: Path, file: Path) -> None:
    file.chmod(0o644)
    file.parent.chmod(0o755)
    assert exposed_paths(common, HOME) == (str(file), str(file.parent))
    assert isinstance(read(common, HOME), BoundFile)
    assert [one.stat().st_mode & 0o777 for one in (file, file.parent)] == [0o600, 0o700]
    assert exposed_paths(common, HOME) == ()


def test_the_folder_in_a_clone_that_several_accounts_write_stays_open_to_their_homes(common: Path, file: Path) -> None:
    common.chmod(0o775)
    for one in (file, file.parent):
        one.chmod(0o775)
    assert isinstance(read(common, HOME), BoundFile)
    assert [one.stat().st_mode & 0o777 for one in (file, file.parent)] == [0o600, 0o775]


def test_two_bindings_have_two_secrets(common: Path, file: Path) -> None:
    before = read(common, HOME)
    prepare(common, HOME, PROJECT).put()
    assert read(common, HOME) != before


def test_a_binding_that_is_dropped_leaves_nothing(common: Path) -> None:
    prepare(common, HOME, PROJECT).drop()
    assert read(common, HOME) == Absent()
    assert list((common / "scrubjay").iterdir()) == []


def test_what_a_killed_program_left_aside_is_seen_and_what_can_not_be_believed_says_nothing(common: Path) -> None:
    prepared = prepare(common, HOME, PROJECT)
    prepare(common, OTHER, PROJECT)
    for name in ("0" * 16, "1" * 16):
        (common / "scrubjay" / f".{HOME}.{name}").write_text("project")
    (common / "scrubjay" / f".{HOME}.{'2' * 16}").symlink_to(prepared.temporary_name)
    seen = leftovers(common, HOME)
    assert [one for one in seen if one.project] == [prepared]
    assert len(seen) == 4
    for one in seen:
        one.drop()
    assert (leftovers(common, HOME), len(leftovers(common, OTHER))) == ((), 1)
    assert leftovers(common, "") == ()


def links(file: Path) -> None:
    file.rename(file.parent.parent / "moved")
    file.symlink_to(file.parent.parent / "moved")


def links_the_folder(file: Path) -> None:
    file.parent.rename(file.parent.parent / "elsewhere")
    file.parent.symlink_to("elsewhere")


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def a_file_for_a_folder(file: Path) -> None:
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("")


def shortened(file: Path) -> None:
    file.write_text(file.read_text()[:-3])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def garbled(file: Path) -> None:
    file.write_bytes(b"\xff\x00" * 500)


def given_away(file: Path) -> None:
    if os.geteuid():
        pytest.skip("only root gives files away")
    os.chown(file, 12345, -1)


@pytest.mark.parametrize(
    "spoil",
    [links, links_the_folder, a_folder, a_pipe, a_file_for_a_folder, shortened, emptied, garbled, given_away],
)
def test_what_can_not_be_believed_is_named_and_never_replaced(common: Path, file: Path, spoil: object) -> None:
    spoil(file)  # type: ignore[operator]
    found = read(common, HOME)
    assert isinstance(found, Unusable)
    assert found.path.startswith(str(common / "scrubjay"))
    assert found.why
    with pytest.raises(BindingRefused, match="scrubjay"):
        prepare(common, HOME, PROJECT)


def test_a_folder_that_can_not_be_written_refuses_the_binding_and_says_why(common: Path) -> None:
    (common / "scrubjay").symlink_to("/proc/self")
    with pytest.raises(BindingRefused, match="is a link"):
        prepare(common, HOME, PROJECT)


def test_the_folder_is_as_open_as_gits_own(common: Path) -> None:
    common.chmod(0o775)
    prepare(common, HOME, PROJECT).put()
    assert (common / "scrubjay").stat().st_mode & 0o777 == 0o775


def test_a_directory_is_recognised_by_what_it_is(common: Path, tmp_path: Path) -> None:
    known = folder_of(common)
    assert still_exists(known)
    common.rename(tmp_path / "moved")
    assert not still_exists(known)
    common.mkdir()
    assert not still_exists(known) or folder_of(common) == known
