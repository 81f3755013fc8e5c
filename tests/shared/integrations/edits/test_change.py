"""Writing in somebody else's place: atomically, never through a link, and only what the plan saw."""

import stat
from pathlib import Path

import pytest

from scrubjay.errors import ChangedMeanwhile, StorageForbidden, UnsafePath
from scrubjay.integrations.edits import FileChange, Receipt, apply, check_writable, content


@pytest.fixture
def receipt(tmp_path: Path) -> Receipt:
    return Receipt(tmp_path / "home" / "receipt.json")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "theirs"
    folder.mkdir()
    return folder


def change(root: Path, name: str, before: bytes | None, after: bytes | None) -> FileChange:
    return FileChange(root, root / name, before, after, "test")


def test_folders_that_were_made_go_with_their_last_file_and_others_stay(root: Path, receipt: Receipt) -> None:
    (root / "had").mkdir()
    names = ("had/a/1", "had/a/2")
    apply([change(root, name, None, b"x") for name in names], receipt)
    apply([change(root, names[0], b"x", None)], receipt)
    assert (root / "had/a").is_dir()
    apply([change(root, names[1], b"x", None)], receipt)
    assert [path.name for path in root.rglob("*")] == ["had"]
    assert receipt.names("") == ()


def test_a_file_keeps_its_mode_and_a_new_one_gets_its_own(root: Path, receipt: Receipt) -> None:
    (root / "old").write_bytes(b"a")
    (root / "old").chmod(0o640)
    apply([change(root, "old", b"a", b"b"), FileChange(root, root / "new", None, b"c", "test", mode=0o600)], receipt)
    assert [stat.S_IMODE((root / name).stat().st_mode) for name in ("old", "new")] == [0o640, 0o600]
    assert sorted(path.name for path in root.iterdir()) == ["new", "old"]


def test_a_file_that_changed_since_is_not_touched(root: Path, receipt: Receipt) -> None:
    (root / "a").write_bytes(b"newer")
    for plan in (change(root, "a", b"old", b"x"), change(root, "a", None, b"x"), change(root, "a", b"old", None)):
        with pytest.raises(ChangedMeanwhile):
            apply([plan], receipt)
    assert content(root / "a") == b"newer"


@pytest.mark.parametrize("name", ["link/a", "file-link", "../outside"])
def test_nothing_is_written_through_a_link_or_outside(root: Path, receipt: Receipt, tmp_path: Path, name: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (root / "link").symlink_to(tmp_path / "elsewhere")
    (root / "file-link").symlink_to(tmp_path / "elsewhere" / "b")
    with pytest.raises(UnsafePath):
        apply([change(root, name, None, b"x")], receipt)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert not (tmp_path / "outside").exists()


def test_what_can_not_be_written_is_named_before_and_after(root: Path, receipt: Receipt) -> None:
    (root / "a").write_bytes(b"no folder")
    plan = change(root, "a/settings.json", None, b"x")
    with pytest.raises(StorageForbidden, match=f"{plan.path} can't be written: {root}/a is not a folder"):
        check_writable([change(root, "b/c", None, b"x"), plan])
    with pytest.raises(StorageForbidden, match=f"{plan.path} can't be written"):
        apply([plan], receipt)
    assert [path.name for path in root.iterdir()] == ["a"]


@pytest.mark.parametrize("text", [b"", b"{", b'{"a": 1}', b"\xff", b"[1, null]"])
def test_an_unreadable_receipt_is_empty(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "receipt.json").write_bytes(text)
    assert Receipt.of(tmp_path).names("") == ()


def test_a_receipt_is_private_and_read_again(tmp_path: Path) -> None:
    Receipt.of(tmp_path / "p").add("folder /x", "skill /y 1")
    again = Receipt.of(tmp_path / "p")
    assert again.names("folder ") == ("folder /x",)
    assert stat.S_IMODE((tmp_path / "p/receipt.json").stat().st_mode) == 0o600
    again.drop("folder /x", "skill /y 1")
    assert list((tmp_path / "p").iterdir()) == []


def test_what_another_process_recorded_meanwhile_is_kept(tmp_path: Path) -> None:
    ours, theirs = (Receipt(tmp_path / "receipt.json") for _ in range(2))
    ours.add("file a", "old b")
    theirs.add("file c")
    ours.rename("old b", "file b")
    ours.add("file d")
    theirs.drop("file a")
    ours.drop("file d")
    assert Receipt(tmp_path / "receipt.json").names("") == ("file b", "file c")
