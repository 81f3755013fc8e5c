"""The repair of a home: damaged files first, then everything that is derived from git and from rows."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from scrubjay.app import Workspace, open_app
from scrubjay.errors import NotARepository, NotInitialised, ScrubjayError, StorageCorrupt
from scrubjay.identity.projects.description import NAME, read
from scrubjay.identity.projects.rebuild import folders, rebuild_home
from scrubjay.knowledge.index.store import rebuild
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.clock import system_clock
from scrubjay.model.counted import counted
from scrubjay.operations.doctor.examine import DoctorRequest
from scrubjay.operations.doctor.rebuild import FileOwner, rebuild_file, unsound
from scrubjay.storage.damage import complaints, ignored_frames, only_full_text, quarantine, quarantine_copy
from scrubjay.storage.migrate import SchemaName


def mend_home(home: Path, now: datetime) -> Iterator[str]:
    """Bring back every database of a home that can't be used, and the rows of projects that home.db lost.

    A file that can't be examined now is named, and the others are mended. A folder of no project stays as it is.
    """
    projects = frozenset({"", *(folder.name for folder in folders(home))})
    for folder in folders(home):
        yield from _mend_description(folder, now)
    existed = (home / "home.db").is_file()
    lines = list(_mend_if_there(home / "home.db", FileOwner("", projects, "home"), now))
    yield from lines
    strangers: set[Path] = set()
    if folders(home):
        for orphan in rebuild_home(home, anew=bool(lines) or not existed):
            if orphan.description is None:
                strangers.add(orphan.folder)
                yield f"{orphan.folder} belongs to no known project, and was left unchanged"
            else:
                yield f"project {orphan.description.name} ({orphan.description.id[:12]}) from its folder"
    yield from _mend_if_there(home / "user" / "knowledge.db", FileOwner("", projects, "knowledge"), now)
    for folder in folders(home):
        if folder not in strangers:
            yield from _mend_if_there(folder / "knowledge.db", FileOwner(folder.name, projects, "knowledge"), now)
            yield from _mend_if_there(folder / "session.db", FileOwner(folder.name, projects, "session"), now)
            yield from _mend_if_there(folder / "forge.db", FileOwner(folder.name, projects, "knowledge"), now)


def _mend_if_there(path: Path, owner: FileOwner, now: datetime) -> Iterator[str]:
    """Mend a database if it is there; an error becomes a line."""
    if not path.is_file():
        return
    try:
        yield from mend(path, owner, now)
    except ScrubjayError as error:
        yield f"{path} could not be repaired: {error}"


def mend(path: Path, owner: FileOwner, now: datetime) -> Iterator[str]:
    """Bring one database back if it can't be used as it is. Raises StorageError."""
    if passed_over := ignored_frames(path):
        copy = quarantine_copy(path, now)
        lost = counted(passed_over, "page")
        yield f"LOST: {lost} in the write-ahead log of {path} can't be read; a copy of both files is in {copy}"
    problems = complaints(path, owner.schema)
    if problems and only_full_text(problems):
        return  # full text is made again in place
    why = "; ".join(problems[:3]) or unsound(path, owner)
    if why:
        yield f"{path}: {why}"
        yield from rebuild_file(path, now, owner)


def _mend_description(folder: Path, now: datetime) -> Iterator[str]:
    """Set the description of a project aside if it can't be read; says so."""
    try:
        read(folder)
    except StorageCorrupt:
        yield f"{folder / NAME} was unreadable and was moved to {quarantine(folder / NAME, now)}"
    except ScrubjayError as error:
        yield f"{folder / NAME} could not be read: {error}"


SCHEMAS: tuple[SchemaName, ...] = ("knowledge", "session")
"""Of the databases in a project's folder."""


def repair(request: DoctorRequest) -> Iterator[str]:
    """Set damaged files aside, keep readable rows, rebuild derived data; yields what was done and lost.

    Where what is derived can't even be taken down, its file is rebuilt without it.
    """
    home = request.settings.home
    if not home.is_dir():
        return
    yield from mend_home(home, system_clock())
    try:
        yield from _rebuild_derived(request)
    except (StorageCorrupt, ValueError) as error:
        yield f"derived data could not be rebuilt in place ({error}), so its file is rebuilt"
        with open_app(request.settings, git_environment=request.git, wake=request.wake) as app:
            project = app.workspace(request.folder).project
        for schema in SCHEMAS:
            owner = FileOwner(project.id, frozenset({"", project.id}), schema)
            yield from rebuild_file(project.folder / f"{schema}.db", system_clock(), owner)
        yield from _rebuild_derived(request)


def _rebuild_derived(request: DoctorRequest) -> Iterator[str]:
    """Rebuild what is derived in the project of a repository; says what was done."""
    with open_app(request.settings, git_environment=request.git, wake=request.wake) as app:
        try:
            workspace = app.workspace(request.folder)
        except (NotARepository, NotInitialised):
            return
        yield from _rebuild_parts(workspace)
        app.queue.retry_failed()
        workspace.enqueue("doctor --repair")


def _rebuild_parts(workspace: Workspace) -> Iterator[str]:
    yield f"full text of {counted(rebuild(workspace.knowledge_database), 'document')} and memories"
    if turns := workspace.conversations.counts().turns:
        rebuild(workspace.session_database)
        yield f"full text of {counted(turns, 'turn')}"
    for repaired in workspace.provided("rebuild"):
        yield from repaired(workspace)
    view = workspace.documents.view()
    if workspace.documents.verify(view).repairable:
        workspace.documents.drop_index()
        yield "the index of git's documents, dropped"
    yield f"{counted(workspace.memories.reindex(), 'memory')} reindexed"
    report = workspace.documents.ingest(view, cause="doctor --repair")
    yield f"{counted(report.added, 'document')} reindexed from git"
    if workspace.embedder:
        vectors = VectorIndex(workspace.embedder.fingerprint)
        yield f"vector cache, {counted(workspace.knowledge_database.write(vectors.repair), 'vector')} completed"
