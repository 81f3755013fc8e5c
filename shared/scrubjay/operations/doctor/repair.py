"""The repair of a home: damaged files first, then everything that is derived from git and from rows."""

from collections.abc import Iterator

from scrubjay.app import Workspace, open_app
from scrubjay.errors import NotARepository, NotInitialised, StorageCorrupt
from scrubjay.knowledge.index.rebuild import rebuild
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.clock import system_clock
from scrubjay.model.counted import counted
from scrubjay.operations.doctor.examine import DoctorRequest
from scrubjay.operations.doctor.mend import mend_home
from scrubjay.operations.doctor.rebuild import FileOwner, rebuild_file
from scrubjay.storage.migrate import SchemaName

SCHEMAS: tuple[SchemaName, ...] = ("knowledge", "session")
"""Of the databases in a project's folder."""


def repair(request: DoctorRequest) -> Iterator[str]:
    """Set damaged files aside, keep what can be read, rebuild what is derived; says what was done and what is lost.

    Where what is derived can't even be taken down, its file is rebuilt without it.
    """
    home = request.settings.home
    if not home.is_dir():
        return
    yield from mend_home(home, system_clock())
    try:
        yield from _derive(request)
    except (StorageCorrupt, ValueError) as error:
        yield f"derived data could not be rebuilt in place ({error}), so its file is rebuilt"
        with open_app(request.settings, git_environment=request.git, wake=request.wake) as app:
            project = app.workspace(request.folder).project
        owner = FileOwner(project.id, frozenset({"", project.id}))
        for schema in SCHEMAS:
            yield from rebuild_file(project.folder / f"{schema}.db", schema, system_clock(), owner)
        yield from _derive(request)


def _derive(request: DoctorRequest) -> Iterator[str]:
    with open_app(request.settings, git_environment=request.git, wake=request.wake) as app:
        try:
            workspace = app.workspace(request.folder)
        except (NotARepository, NotInitialised):
            return
        yield from _derived(workspace)
        app.queue.retry_failed()
        workspace.enqueue("doctor --repair")


def _derived(workspace: Workspace) -> Iterator[str]:
    yield f"full text of {counted(rebuild(workspace.knowledge_database), 'document')} and memories"
    if turns := workspace.conversations.counts().turns:
        rebuild(workspace.session_database)
        yield f"full text of {counted(turns, 'turn')}"
    if workspace.discussions.exists():
        rebuild(workspace.forge_database)
        texts = workspace.discussion_store.catch_up()
        yield f"full text of discussions, {counted(texts, 'text')} anew"
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
