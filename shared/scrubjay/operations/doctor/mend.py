"""The repair of a home's damaged database files: each is restored, and nothing is deleted."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from scrubjay.errors import ScrubjayError, StorageCorrupt
from scrubjay.identity.projects.description import NAME, read
from scrubjay.identity.projects.rebuild import folders, rebuild_home
from scrubjay.model.counted import counted
from scrubjay.operations.doctor.rebuild import FileOwner, rebuild_file, unsound
from scrubjay.storage.integrity import complaints, only_full_text
from scrubjay.storage.migrate import SchemaName
from scrubjay.storage.quarantine import quarantine, quarantine_copy
from scrubjay.storage.wal import ignored_frames


def mend_home(home: Path, now: datetime) -> Iterator[str]:
    """Bring back every database of a home that can't be used, and the rows of projects that home.db lost.

    A file that can't be examined now is named, and the others are mended. A folder of no project stays as it is.
    """
    projects = frozenset({"", *(folder.name for folder in folders(home))})
    for folder in folders(home):
        yield from _description(folder, now)
    existed = (home / "home.db").is_file()
    lines = list(_guarded(home / "home.db", "home", FileOwner("", projects), now))
    yield from lines
    strangers: set[Path] = set()
    if folders(home):
        for orphan in rebuild_home(home, anew=bool(lines) or not existed):
            if orphan.description is None:
                strangers.add(orphan.folder)
                yield f"{orphan.folder} belongs to no known project, and was left unchanged"
            else:
                yield f"project {orphan.description.name} ({orphan.description.id[:12]}) from its folder"
    yield from _guarded(home / "user" / "knowledge.db", "knowledge", FileOwner("", projects), now)
    for folder in folders(home):
        if folder not in strangers:
            yield from _guarded(folder / "knowledge.db", "knowledge", FileOwner(folder.name, projects), now)
            yield from _guarded(folder / "session.db", "session", FileOwner(folder.name, projects), now)
            yield from _guarded(folder / "forge.db", "knowledge", FileOwner(folder.name, projects), now)


def _guarded(path: Path, schema: SchemaName, owner: FileOwner, now: datetime) -> Iterator[str]:
    if not path.is_file():
        return
    try:
        yield from mend(path, schema, owner, now)
    except ScrubjayError as error:
        yield f"{path} could not be repaired: {error}"


def mend(path: Path, schema: SchemaName, owner: FileOwner, now: datetime) -> Iterator[str]:
    """Bring one database back if it can't be used as it is. Raises StorageError."""
    if passed_over := ignored_frames(path):
        copy = quarantine_copy(path, now)
        lost = counted(passed_over, "page")
        yield f"LOST: {lost} in the write-ahead log of {path} can't be read; a copy of both files is in {copy}"
    problems = complaints(path, schema)
    if problems and only_full_text(problems):
        return  # full text is made again in place
    why = "; ".join(problems[:3]) or unsound(path, schema, owner)
    if why:
        yield f"{path}: {why}"
        yield from rebuild_file(path, schema, now, owner)


def _description(folder: Path, now: datetime) -> Iterator[str]:
    try:
        read(folder)
    except StorageCorrupt:
        yield f"{folder / NAME} was unreadable and was moved to {quarantine(folder / NAME, now)}"
    except ScrubjayError as error:
        yield f"{folder / NAME} could not be read: {error}"
