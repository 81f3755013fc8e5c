"""Where a user's file gets written: through links, whole or not at all; never over what is no file."""

import os
import socket
import stat
import threading
from pathlib import Path

import pytest

from scrubjay.errors import StorageError, UsageError
from scrubjay.storage.destination import Destination, destination, write_output

OLD, NEW = b"old\n", b"new\n"


def test_a_new_file_appears_for_its_owner_alone(tmp_path: Path) -> None:
    place = destination(tmp_path / "new")
    assert place == Destination(tmp_path / "new")
    write_output(place, NEW)
    assert (place.path.read_bytes(), stat.S_IMODE(place.path.stat().st_mode)) == (NEW, 0o600)
    assert list(tmp_path.iterdir()) == [place.path]


def test_a_file_that_is_there_is_taken_and_replaced_in_one_step(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    with (tmp_path / "file").open("rb") as reader:
        place = destination(tmp_path / "file")
        assert place.exists
        write_output(place, NEW)
        assert reader.read() == OLD, "who reads the old one reads it whole"
    assert place.path.read_bytes() == NEW


@pytest.mark.parametrize("there", [True, False], ids=["to a file", "to none yet"])
def test_a_link_stays_one_and_what_it_leads_to_is_written(tmp_path: Path, there: bool) -> None:
    target, link = tmp_path / "far" / "target", tmp_path / "link"
    target.parent.mkdir()
    if there:
        target.write_bytes(OLD)
    (tmp_path / "middle").symlink_to(target)
    link.symlink_to("middle")
    place = destination(link)
    assert (place.path, place.exists) == (target, there)
    write_output(place, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW


@pytest.mark.parametrize("through", ["fifo", "link"])
def test_a_fifo_stays_one_and_its_reader_gets_everything(tmp_path: Path, through: str) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("fifo")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "fifo").read_bytes()))
    reader.start()
    write_output(destination(tmp_path / through), NEW)
    reader.join()
    assert got == [NEW]
    assert stat.S_ISFIFO((tmp_path / "fifo").lstat().st_mode)


def test_a_reader_that_goes_before_the_end_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    reader = os.open(tmp_path / "fifo", os.O_RDONLY | os.O_NONBLOCK)
    threading.Timer(0.1, os.close, (reader,)).start()
    with pytest.raises(StorageError, match="its reader went before all was written"):
        write_output(destination(tmp_path / "fifo"), bytes(10_000_000))


def test_what_this_process_prints_to_is_written_through(tmp_path: Path) -> None:
    file = tmp_path / "printed"
    file.write_bytes(OLD)
    output, before = os.dup(1), file.stat().st_ino
    with file.open("ab") as stream:
        os.dup2(stream.fileno(), 1)
        try:
            place = destination(file)
            write_output(place, NEW)
        finally:
            os.dup2(output, 1)
            os.close(output)
    assert (place.stream, file.read_bytes(), file.stat().st_ino) == (True, OLD + NEW, before)


@pytest.mark.parametrize(
    ("kind", "said"),
    [(stat.S_IFBLK, "it is a device"), (stat.S_IFCHR, "it is a device"), (stat.S_IFSOCK, "it is a socket"),
     (stat.S_IFDIR, "it is a folder")],
)  # fmt: skip
def test_what_is_neither_file_nor_stream_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: int, said: str
) -> None:
    """Seen by its mode alone: no test comes near a real device."""
    (tmp_path / "it").write_bytes(OLD)
    real = (tmp_path / "it").stat()
    monkeypatch.setattr(Path, "stat", lambda _, **__: os.stat_result((kind | 0o600, *real[1:])))
    with pytest.raises(UsageError, match=said):
        destination(tmp_path / "it")


def test_sockets_folders_loops_and_missing_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "dangling").symlink_to("no/such/folder")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        for name in ("socket", "loop", "no/such", "file/below", "dangling", "."):
            with pytest.raises(UsageError, match="can't be written"):
                destination(tmp_path / name)
    assert (tmp_path / "file").read_bytes() == OLD


def test_a_failure_is_told_with_the_place_and_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(OLD)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as failed:
        write_output(destination(tmp_path / "file"), NEW)
    assert failed.value.filename == str(tmp_path / "file")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", OLD)]
