"""What can be rebuilt from git and from rows that are whole? Full text, vectors' cache, the queue; nothing else."""

from collections.abc import Iterator

from scrubjay.app import open_app
from scrubjay.doctor.examine import Patient
from scrubjay.documents.reindex import rebuild
from scrubjay.errors import NotARepository, NotInitialised
from scrubjay.model.counted import counted
from scrubjay.retrieval.vector import VectorIndex


def repair(patient: Patient) -> Iterator[str]:
    """Rebuild what is derived, and say what was done. A damaged file raises StorageError and stays as it is."""
    with open_app(patient.settings, git_environment=patient.git, wake=patient.wake) as app:
        try:
            at = app.at(patient.folder)
        except (NotARepository, NotInitialised):
            return
        yield f"full text of {counted(rebuild(at.knowledge), 'document')} and memories"
        if turns := at.conversations.counts().turns:
            rebuild(at.session, paths=False)
            yield f"full text of {counted(turns, 'turn')}"
        view = at.documents.view()
        if at.documents.verify(view).repairable:
            at.documents.forget_index()
            yield "everything that was read from git, dropped"
        yield f"{counted(at.memories.reindex(), 'memory')} indexed again"
        report = at.documents.ingest(view, cause="doctor --repair")
        yield f"{counted(report.added, 'document')} read from git"
        if at.embedder:
            vectors = VectorIndex(at.embedder.fingerprint)
            yield f"vector cache, {counted(at.knowledge.write(vectors.repair), 'vector')} completed"
        app.queue.retry()
        at.enqueue("doctor --repair")
