"""A home kept in one file comes back as it was, or not at all."""

import io
import json
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import BackupDamaged, NotFound, StorageBusy, StorageNewer, StorageOlder, UsageError
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.operations.backup import Manifest, check, create, restore, unpack
from scrubjay.operations.backup.manifest import parse
from scrubjay.operations.backup.restore import open_databases
from scrubjay.storage.database import Database
from scrubjay.storage.filesystem import file_lock

PROJECT = "0" * 31 + "1"
Clock = Callable[[], datetime]

FOREVER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from scrubjay.operations.backup import create
while True:
    create(Path(sys.argv[1]), Path(sys.argv[2]), datetime.now(UTC))
    print("made", flush=True)
"""


def add(name: str) -> Callable[[object], object]:
    return lambda c: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, ?, '')", (name, name))  # type: ignore[attr-defined]


def names(home: Path) -> list[str]:
    with Database(home / "home.db", "home") as database:
        return database.read(lambda c: [row["name"] for row in c.execute("SELECT name FROM project ORDER BY name")])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    with Database(folder / "home.db", "home") as database:
        database.write(add("magpie"))
    for name in ("knowledge", "session"):
        Database(folder / "projects" / PROJECT / f"{name}.db", name).open().close()
    (folder / "config.yaml").write_text("embedding:\n  threads: 1\n")
    (folder / "worker.lock").write_text("")
    return folder


@pytest.fixture
def kept(home: Path, tmp_path: Path, clock: Clock) -> Path:
    (tmp_path / "out").mkdir()
    file = tmp_path / "out" / "b.tar.gz"
    create(home, file, clock())
    return file


def bring_back(file: Path, home: Path, clock: Clock) -> Path | None:
    staging, manifest = unpack(file, home)
    return restore(staging, manifest, home, clock()).previous_home


def test_a_backup_holds_what_is_canonical_and_nothing_is_left_beside_it(kept: Path) -> None:
    manifest = check(kept)
    assert [entry.path for entry in manifest.files] == [
        "home.db", "config.yaml", f"projects/{PROJECT}/knowledge.db", f"projects/{PROJECT}/session.db",
    ]  # fmt: skip
    assert manifest.moment == "2026-03-01T12:00:00Z"
    assert [path.name for path in (kept.parent).iterdir()] == ["b.tar.gz"]
    assert kept.stat().st_mode & 0o077 == 0


def test_it_is_taken_while_somebody_writes_and_holds_what_was_committed(
    home: Path, tmp_path: Path, clock: Clock
) -> None:
    with Database(home / "home.db", "home") as database:

        def half(connection: object) -> None:
            add("half")(connection)
            create(home, tmp_path / "b.tar.gz", clock())

        database.write(add("committed"))
        database.write(half)
    bring_back(tmp_path / "b.tar.gz", tmp_path / "elsewhere", clock)
    assert names(tmp_path / "elsewhere") == ["committed", "magpie"]


def test_a_restored_home_is_the_one_that_was_kept_and_the_other_is_aside(home: Path, kept: Path, clock: Clock) -> None:
    with Database(home / "home.db", "home") as database:
        database.write(add("later"))
    aside = bring_back(kept, home, clock)
    assert names(home) == ["magpie"]
    assert (home / "config.yaml").read_text() == "embedding:\n  threads: 1\n"
    assert aside is not None
    assert names(aside) == ["later", "magpie"]
    assert home.stat().st_mode & 0o077 == 0


def test_a_home_that_is_gone_comes_back(home: Path, kept: Path, tmp_path: Path, clock: Clock) -> None:
    home.rename(tmp_path / "lost")
    assert bring_back(kept, home, clock) is None
    assert names(home) == ["magpie"]


def test_a_restore_that_was_killed_between_its_two_steps_is_done_by_the_next(
    home: Path, kept: Path, tmp_path: Path, clock: Clock
) -> None:
    unpack(kept, home)
    home.rename(tmp_path / "home.before-restore-x")
    assert bring_back(kept, home, clock) is None
    assert names(home) == names(tmp_path / "home.before-restore-x") == ["magpie"]
    assert not list(tmp_path.glob(".home.restore-*"))


def test_a_backup_that_is_killed_leaves_the_last_one_whole(home: Path, tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "out").mkdir()
    file = tmp_path / "out" / "b.tar.gz"
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", FOREVER, str(home), str(file)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        check(file)
    create(home, file, clock())
    assert [path.name for path in (file.parent).iterdir()] == ["b.tar.gz"]


def test_while_the_worker_is_at_work_nothing_is_moved(home: Path, kept: Path, clock: Clock) -> None:
    staging, manifest = unpack(kept, home)
    with file_lock(home / LOCK_NAME), pytest.raises(StorageBusy, match="try again"):
        restore(staging, manifest, home, clock())
    assert names(home) == ["magpie"]


def test_open_databases_are_named(home: Path) -> None:
    assert open_databases(home) == ()
    with Database(home / "home.db", "home") as database:
        assert open_databases(home) == ((home / "home.db",) if database.journal_mode == "WAL" else ())


def test_without_a_home_or_with_a_folder_as_target_there_is_no_backup(home: Path, tmp_path: Path, clock: Clock) -> None:
    with pytest.raises(NotFound, match="init"):
        create(tmp_path / "none", tmp_path / "b", clock())
    with pytest.raises(UsageError, match="not a file"):
        create(home, tmp_path, clock())


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.data())
def test_no_changed_byte_and_no_cut_is_taken_for_a_whole_backup(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("b")
    with Database(folder / "home" / "home.db", "home") as database:
        database.write(add("magpie"))
    create(folder / "home", folder / "b", datetime.fromisoformat("2026-03-01T12:00:00+00:00"))
    whole = (folder / "b").read_bytes()
    place = data.draw(st.integers(10, len(whole) - 9))
    if data.draw(st.booleans()):
        (folder / "b").write_bytes(whole[:place])
    else:
        (folder / "b").write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
    try:
        manifest = check(folder / "b")
    except BackupDamaged:
        return
    assert [entry.path for entry in manifest.files] == ["home.db"]  # a byte of padding that nobody reads


def archive(file: Path, manifest: str, members: dict[str, bytes]) -> Path:
    with tarfile.open(file, "w:gz") as made:
        for name, content in ({"manifest.json": manifest.encode()} | members).items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            made.addfile(member, io.BytesIO(content))
    return file


@pytest.mark.parametrize(
    "path", ["../x", "/etc/passwd", "projects/../../x.db", "other.txt", "home.db-wal", "projects/short/session.db"]
)
def test_a_hostile_archive_writes_nowhere_else(path: str, tmp_path: Path) -> None:
    entry = {"path": path, "bytes": 1, "sha256": "0", "schema": "home" if path.endswith("db") else "", "version": 1}
    text = json.dumps({"format": 1, "scrubjay": "1", "moment": "", "files": [entry]})
    with pytest.raises(BackupDamaged):
        unpack(archive(tmp_path / "b", text, {path: b"x"}), tmp_path / "deep" / "home")
    assert not (tmp_path / "deep" / "home").exists()
    assert [path.name for path in (tmp_path / "deep").iterdir()] == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "files": [{}]}', "\x00"])
def test_a_manifest_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(BackupDamaged):
        check(archive(tmp_path / "b", text, {}))


def test_a_file_that_is_no_archive_or_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"hello" * 100)
    with pytest.raises(BackupDamaged, match="no backup"):
        check(tmp_path / "x")
    with pytest.raises(UsageError, match="No such file"):
        check(tmp_path / "y")


def test_a_backup_of_a_newer_scrubjay_is_refused(home: Path, tmp_path: Path, clock: Clock) -> None:
    with Database(home / "home.db", "home") as database:
        database.write(lambda c: c.execute("PRAGMA user_version = 99"))
    create(home, tmp_path / "b", clock())
    with pytest.raises(StorageNewer, match="upgrade it: `git pull"):
        check(tmp_path / "b")


def test_a_backup_of_a_scrubjay_that_is_too_old_is_refused(home: Path, tmp_path: Path, clock: Clock) -> None:
    with Database(home / "home.db", "home") as database:
        database.write(lambda c: c.execute("PRAGMA user_version = 1"))
    create(home, tmp_path / "b", clock())
    with pytest.raises(StorageOlder, match="Start anew: with the scrubjay that wrote it"):
        check(tmp_path / "b")


def test_a_manifest_is_read_as_it_was_written() -> None:
    manifest = Manifest("0.1.0", "2026-03-01T12:00:00Z", ())
    assert parse(manifest.to_json().encode()) == manifest
