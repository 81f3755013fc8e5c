"""Restore of a home: the backup is unpacked and checked beside it, then the two are swapped by renaming."""

import re
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from scrubjay.errors import StorageBusy
from scrubjay.identity.projects.file import HOME_FILE
from scrubjay.identity.projects.registry import LOCK as BINDING_LOCK
from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.model.frozen import dataclass
from scrubjay.operations.backup.archive import extract
from scrubjay.operations.backup.manifest import Manifest
from scrubjay.storage.copy import in_use
from scrubjay.storage.filesystem import ASKING_S, file_error, file_lock, private_folder

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, and the path of the previous home; None where there was none."""

    manifest: Manifest
    previous_home: Path | None


def unpack(file: Path, home: Path, progress: Progress = lambda done, total: None) -> tuple[Path, Manifest]:
    """Unpack and check a backup beside the home, which isn't changed; returns the folder, ready for `restore`.

    The remains of an interrupted restore are deleted. Raises BackupDamaged, UsageError, StorageError.
    """
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        for left in home.parent.glob(f"{_staging_prefix(home)}*"):
            shutil.rmtree(left, ignore_errors=True)
        staging = Path(tempfile.mkdtemp(prefix=_staging_prefix(home), dir=home.parent))
    except OSError as error:
        raise file_error(home.parent, error) from error
    try:
        return staging, extract(file, staging, progress)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        raise


def restore(staging: Path, manifest: Manifest, home: Path, now: datetime) -> Restored:
    """Put an unpacked backup in the home's place; the previous home is moved aside whole, never deleted.

    If interrupted, both are still on the disk, and the same command completes it. Raises StorageBusy while the worker
    runs.
    """
    aside = None
    try:
        if home.is_dir() and any(entry.name != LOCK_NAME for entry in home.iterdir()):
            aside = home.with_name(f"{home.name}.before-restore-{now.astimezone(UTC):%Y%m%dT%H%M%S%fZ}")
            with file_lock(home / LOCK_NAME, patience_s=ASKING_S) as free:
                if not free:
                    raise StorageBusy(f"The worker of {home} is at work. Nothing was changed; try again in a minute.")
                _change_places(home, aside, staging)
        else:
            if home.is_dir():
                shutil.rmtree(home)
            staging.rename(home)
        private_folder(home)
    except OSError as error:
        raise file_error(home, error) from error
    return Restored(manifest, aside)


def _change_places(home: Path, aside: Path, staging: Path) -> None:
    """Both renames, or neither: after a failure or Ctrl-C between them the previous home is put back."""
    try:
        home.rename(aside)
        staging.rename(home)
    except BaseException:
        if aside.is_dir() and not home.is_dir():
            aside.rename(home)
        raise


def open_databases(home: Path) -> tuple[Path, ...]:
    """The databases of a home that are open somewhere now."""
    files = (home / "home.db", home / "user" / "knowledge.db", *sorted((home / "projects").glob("*/*.db")))
    return tuple(file for file in files if in_use(file))


def has_content(home: Path) -> bool:
    """Whether a home contains more than a command that found no project creates."""
    empty = re.compile("|".join((r"home\.db.*", *map(re.escape, (LOCK_NAME, BINDING_LOCK, HOME_FILE)))))
    return home.is_dir() and any(not empty.fullmatch(entry.name) for entry in home.iterdir())


def _staging_prefix(home: Path) -> str:
    return f".{home.name}.restore-"
