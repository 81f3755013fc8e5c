"""Restores that fail or are killed: what was there comes back, by itself or by the command that every error names."""

import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import BackupDamaged, ScrubjayError
from scrubjay_team.database.archive import DUMP, MANIFEST
from scrubjay_team.database.backup import back_up, restore
from scrubjay_team.database.opening import joined, serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.engine.aside import MARK
from scrubjay_team.engine.passwords import FILE, read_passwords
from scrubjay_team.engine.places import find_place
from scrubjay_team.engine.postmaster import find_running
from scrubjay_team.errors import EngineBusy, EngineFailed, RestoreUndone
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.conftest import FAST
from tests.servers.team.makers import NOW, make_team


@pytest.fixture
def filled(folder: Path) -> Path:
    """A data folder with a team."""
    with serving(folder, FAST) as addresses:
        make_team(OwnerDatabase(addresses.owner))
    return folder


def stands(data: Path) -> None:
    """The data folder has the team and what it had before, and nothing of a restore."""
    with joined(data) as addresses, OwnerDatabase(addresses.owner).transaction() as connection:
        assert connection.execute("SELECT name FROM team").fetchall() == [{"name": "acme"}]
    place = find_place(data)
    assert not (data / MARK).exists()
    assert [*data.glob(f"{FILE}.old*"), *place.folder.parent.glob(f"{place.folder.name}.old*")] == []


def rewritten(source: Path, dump: Callable[[bytes], bytes]) -> Path:
    """A whole backup with another dump."""
    target = source.with_name("rewritten")
    with zipfile.ZipFile(source) as good, zipfile.ZipFile(target, "w") as bad:
        bad.writestr(MANIFEST, good.read(MANIFEST))
        bad.writestr(DUMP, dump(good.read(DUMP)))
    return target


@pytest.mark.parametrize("dump", [lambda it: it[:-2000], lambda it: it[:100], lambda _: b"garbage", lambda _: b""])
def test_a_dump_that_cannot_be_read_whole_is_refused_before_anything_is_moved(
    filled: Path, tmp_path: Path, dump: Callable[[bytes], bytes]
) -> None:
    back_up(filled, tmp_path / "good", NOW)
    passwords = read_passwords(filled)
    with pytest.raises(BackupDamaged, match=r"can't be read whole\. Nothing was changed"):
        restore(filled, rewritten(tmp_path / "good", dump))
    assert read_passwords(filled) == passwords
    stands(filled)


def test_a_restore_that_fails_puts_back_what_was_there_and_says_so(filled: Path, tmp_path: Path) -> None:
    with serving(filled, FAST) as addresses:
        with OwnerDatabase(addresses.superuser.replace("dbname=postgres", "dbname=scrubjay")).transaction() as one:
            one.execute("CREATE ROLE heron")
            one.execute("CREATE TABLE public.nest ()")
            one.execute("ALTER TABLE public.nest OWNER TO heron")  # a role that no new cluster has
        back_up(filled, tmp_path / "bad", NOW)
    passwords = read_passwords(filled)
    for _ in range(2):
        with pytest.raises(RestoreUndone, match=r"(?s)is back in .* nothing was changed.*heron") as told:
            restore(filled, tmp_path / "bad")
        assert told.value.exit_code == 4
        assert read_passwords(filled) == passwords
        stands(filled)


def test_a_restore_that_fails_where_nothing_was_leaves_nothing(filled: Path, tmp_path: Path) -> None:
    with serving(filled, FAST) as addresses:
        with OwnerDatabase(addresses.superuser.replace("dbname=postgres", "dbname=scrubjay")).transaction() as one:
            one.execute("CREATE ROLE heron")
            one.execute("CREATE SCHEMA nest AUTHORIZATION heron")
        back_up(filled, tmp_path / "bad", NOW)
    other = filled / "another"
    other.mkdir(mode=0o711)
    with pytest.raises(RestoreUndone):
        restore(other, tmp_path / "bad")
    left = {path.name for path in other.iterdir() if not path.name.startswith("postgresql-")}
    assert left <= {"lock", "postgres.log"}  # and perhaps the programs, which any start would copy again


def test_a_restore_onto_a_full_disk_puts_back_what_was_there(folder: Path, tmp_path: Path) -> None:
    disk = folder / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=120m,mode=711", "none", str(disk)]
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        with serving(disk, FAST) as addresses:
            make_team(OwnerDatabase(addresses.owner))
        back_up(disk, tmp_path / "good", NOW)
        free = int(subprocess.check_output(["stat", "-f", "-c", "%a", str(disk)])) * 4096
        (disk / "ballast").write_bytes(bytes(free - (10 << 20)))
        with pytest.raises(RestoreUndone, match=r"(?s)nothing was changed.*No space left"):
            restore(disk, tmp_path / "good")
        (disk / "ballast").unlink()
        stands(disk)
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def killed(data: Path, source: Path, when: Callable[[], bool]) -> None:
    """Begin a restore in another process, and kill that at a moment."""
    program = (
        "import sys; from pathlib import Path; from scrubjay_team.database.backup import restore; "
        "restore(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(data), str(source)], cwd=TOP) as process:
        until = time.monotonic() + PATIENCE_S
        while not when():
            assert process.poll() is None
            assert time.monotonic() < until
        if (data / MARK).exists():
            with pytest.raises(EngineBusy, match=f"Process {process.pid} restores a backup"), joined(data):
                pass
        process.kill()


@pytest.mark.parametrize("runs", [False, True])
def test_a_restore_that_was_killed_is_named_with_the_command_that_heals_it(
    filled: Path, tmp_path: Path, runs: bool
) -> None:
    back_up(filled, tmp_path / "good", NOW)
    place = find_place(filled)
    killed(
        filled,
        tmp_path / "good",
        lambda: (filled / MARK).exists() and (not runs or find_running(place.data) is not None),
    )
    for opened in (joined, serving):
        with pytest.raises(EngineFailed, match=r"was cut off.*team restore FILE"), opened(filled):
            pass
    with pytest.raises(ScrubjayError, match="Nothing was changed"):
        restore(filled, rewritten(tmp_path / "good", lambda _: b"garbage"))
    stands(filled)  # any try puts back what was there


def test_a_restore_that_was_killed_is_completed_by_the_next_one(filled: Path, tmp_path: Path) -> None:
    back_up(filled, tmp_path / "good", NOW)
    place = find_place(filled)
    killed(filled, tmp_path / "good", lambda: (filled / MARK).exists() and find_running(place.data) is not None)
    done = restore(filled, tmp_path / "good")
    assert done.old is not None
    assert done.old.name.endswith(".old-1")
    assert [one.name for one in done.old.parent.glob(f"{place.folder.name}.old*")] == [done.old.name]
