"""The view that a question is answered in, made searchable as far as time allows; the worker does the rest."""

from collections.abc import Callable

from scrubjay.errors import NotIndexed, StorageError
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.ingest import Progress
from scrubjay.model.counted import counted
from scrubjay.model.view import View

INLINE_S = 0.2
AS_OF_S = 20.0
AS_OF_MOST = 2_000
"""How long, and how many new documents, a question about the past may index; beyond that a person asks for it."""


class SearchableView:
    """The views of one worktree's questions. `later` asks the worker for what a search has no time for."""

    def __init__(self, documents: Documents, later: Callable[[], None]) -> None:
        self._documents = documents
        self._later = later
        self._without_vectors = ""
        self.unwritable = ""
        """Why the last view could not be made searchable; empty once it could."""

    def current(self, as_of: str = "", progress: Progress | None = None) -> tuple[View, int]:
        """The view, made searchable as far as time allows, and how many documents are still missing.

        HEAD gets 200 ms, then the worker goes on; a revision that was never indexed gets 20 s, then NotIndexed.
        What a partial clone lacked may have come since: the worker looks. On a full or read-only disk what is there
        answers, and what is missing is counted.
        """
        view = self._documents.view(as_of)
        behind = self._documents.behind(view)
        if not behind:
            if self._documents.may_have_arrived(view):
                self._ask_worker()
            return view, 0
        limit = AS_OF_S if as_of else INLINE_S
        try:
            if as_of and behind > AS_OF_MOST:
                raise _not_indexed(as_of, view, behind)
            report = self._documents.ingest(view, cause="search", deadline_s=limit, progress=progress)
            behind, self.unwritable = report.behind, ""
        except StorageError as error:
            self.unwritable = str(error)
        if behind and as_of:
            raise _not_indexed(as_of, view, behind)
        self._ask_worker()
        return view, behind

    def ask_for_vectors(self, view: View) -> None:
        """Vectors are missing and no commit may come for a while: ask the worker, once for each view."""
        if view.key != self._without_vectors:
            self._without_vectors = view.key
            self._ask_worker()

    def _ask_worker(self) -> None:
        """Ask the worker. A home that can't be written now is no reason not to answer."""
        try:
            self._later()
        except StorageError:
            return


def _not_indexed(as_of: str, view: View, behind: int) -> NotIndexed:
    return NotIndexed(
        f"{as_of} ({view.short}) has {counted(behind, 'document')} not indexed yet. "
        f"Run `scrubjay ingest {view.commit[:12]}` and ask again; `scrubjay gc` frees them afterwards."
    )
