"""What do we know about this? The question goes to documents and memories; every hit is checked against git."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from scrubjay.documents.decisions import DecisionEntry
from scrubjay.documents.service import Documents
from scrubjay.errors import NotIndexed, StorageError
from scrubjay.git.paths import safe_path
from scrubjay.git.process import Git
from scrubjay.git.status import dirty_paths
from scrubjay.memories import Memories
from scrubjay.model.hit import HybridResult
from scrubjay.model.view import View
from scrubjay.recall.answer import RecallAnswer, RecallRequest
from scrubjay.recall.asked import Narrowed, checked, narrow
from scrubjay.recall.decisions import decision_list
from scrubjay.recall.document import absent, document_text
from scrubjay.recall.evidence import behind_note, document_hit, memory_hit, merge
from scrubjay.retrieval.hybrid import MOST, HybridRetriever, SearchRequest
from scrubjay.settings.schema import RetrievalSettings

INLINE_S = 0.2
AS_OF_S = 3.0
MOST_MEMORIES = 3
"""Memories in an answer about everything, so that what was told doesn't crowd out what was committed."""

SPARE = 10
"""Further hits that are asked for, so that memories above MOST_MEMORIES leave no gap."""

_ELSEWHERE = {
    "incident": "no incidents are indexed: search without kinds",
    "code": "no code is indexed: use grep",
    "commit": "commits are found by search_commits",
}


class Searches(Protocol):
    """Searches the user's own memories."""

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages."""
        ...


class Recall:
    """Answers questions for one worktree.

    `own` searches the user's memories; `later` asks the worker for what a search has no time for.
    """

    def __init__(
        self,
        git: Git,
        documents: Documents,
        retriever: HybridRetriever,
        memories: Memories,
        own: Searches,
        settings: RetrievalSettings,
        later: Callable[[], None],
    ) -> None:
        self._git = git
        self._documents = documents
        self._retriever = retriever
        self._memories = memories
        self._own = own
        self._settings = settings
        self._later = later
        self._asked = ""
        self._unwritable = ""
        """Why the last search could not make the view searchable; empty once it could."""

    def search(self, request: RecallRequest) -> RecallAnswer:
        """Answer a question. Raises UsageError, UnknownRevision, NotIndexed."""
        query = checked(request)
        view, behind = self.current(request.as_of)
        decisions = {entry.path: entry for entry in self._documents.decisions(view)}
        narrowed = narrow(request, query, decisions, (file.path for file in view.files))
        notes = [note for kind, note in _ELSEWHERE.items() if kind in request.kinds]
        if behind:
            notes.append(behind_note(behind, self._unwritable))
        if (request.path or narrowed.filters.within) and "memory" in narrowed.kinds:
            notes.append("memories have no path, so none is shown")
        answer = RecallAnswer(request, view, (), request.recipe or self._settings.recipe, (), 1.0)
        searched = tuple(kind for kind in narrowed.kinds if kind in ("document", "decision", "memory"))
        if (searched or not narrowed.kinds) and not narrowed.nothing:
            answer = self._answered(answer, replace(narrowed, kinds=searched), decisions)
        return replace(
            answer,
            degraded=tuple(dict.fromkeys([*notes, *answer.degraded])),
            notes=tuple(dict.fromkeys([*narrowed.notes, *answer.notes])),
        )

    def _answered(
        self, answer: RecallAnswer, narrowed: Narrowed, decisions: Mapping[str, DecisionEntry]
    ) -> RecallAnswer:
        request, view = answer.request, answer.view
        weights = self._settings.weights.model_dump()
        asked = SearchRequest(
            narrowed.words,
            view,
            min(request.limit + SPARE, MOST),
            replace(narrowed.filters, kinds=narrowed.kinds),
            answer.recipe,
            weights,
            {path: entry.standing.superseded_by for path, entry in decisions.items()},
        )
        found = self._retriever.search(asked)
        mine = self._own.search(asked) if self._asks_user(narrowed) else None
        if min(found.embedded, mine.embedded if mine else 1.0) < 1:
            self._ask_for_vectors(view)
        most = request.limit if narrowed.kinds == ("memory",) else MOST_MEMORIES
        hits = merge(found.hits, mine.hits if mine else (), weights, most, request.limit)
        files = {hit.path for hit in hits if hit.kind != "memory"}
        dirty = dirty_paths(self._git, files) if files and not request.as_of else frozenset()
        known = self._memories.of_ids([hit.blob for hit in hits if hit.kind == "memory"])
        shown = [
            memory_hit(hit, known[hit.blob])
            if hit.kind == "memory"
            else document_hit(hit, decisions, dirty=hit.path in dirty)
            for hit in hits
            if hit.kind != "memory" or hit.blob in known
        ]
        return replace(
            answer,
            hits=tuple(shown),
            degraded=found.degraded,
            embedded=found.embedded,
            milliseconds=found.milliseconds,
            candidates=found.candidates,
            exact=tuple(dict.fromkeys([*found.exact, *(mine.exact if mine else ())])),
            notes=found.notes,
        )

    def _asks_user(self, narrowed: Narrowed) -> bool:
        """Whether the user's own memories can be in the answer: they lie at no path and have no status of a record."""
        filters = narrowed.filters
        placed = filters.path or filters.within or filters.only is not None
        return not placed and (not narrowed.kinds or "memory" in narrowed.kinds) and self._memories.user_exists()

    def _ask_for_vectors(self, view: View) -> None:
        """Vectors are missing and no commit may come for a while: ask the worker, once for each view."""
        if view.key != self._asked:
            self._asked = view.key
            self._ask_later()

    def _ask_later(self) -> None:
        """Ask the worker. A home that can't be written now is no reason not to answer."""
        try:
            self._later()
        except StorageError:
            return

    def current(self, as_of: str = "") -> tuple[View, int]:
        """The view, made searchable as far as time allows, and how many documents are still missing.

        HEAD gets 200 ms, then the worker goes on; a revision that was never indexed gets 3 s, then NotIndexed.
        On a full or read-only disk what is there answers, and what is missing is counted.
        """
        view = self._documents.view(as_of)
        behind = self._documents.behind(view)
        if not behind:
            return view, 0
        try:
            report = self._documents.ingest(view, cause="search", deadline_s=AS_OF_S if as_of else INLINE_S)
            behind, self._unwritable = report.behind, ""
        except StorageError as error:
            self._unwritable = str(error)
        if behind and as_of:
            raise NotIndexed(
                f"{as_of} ({view.short}) has {behind} documents that are not indexed. "
                f"Run `scrubjay ingest {view.commit[:12]}` and ask again."
            )
        self._ask_later()
        return view, behind

    def document(self, path: str, *, section: str = "", lines: str = "", as_of: str = "") -> str:
        """A document at HEAD or a revision, or a part of it. Raises NotFound, UsageError, UnsafePath."""
        view, wanted = self._documents.view(as_of), safe_path(path)
        if not any(file.path == wanted for file in view.files):
            raise absent(view, wanted)
        dirty = not as_of and wanted in dirty_paths(self._git, [wanted])
        return document_text(view, self._documents.text(view, wanted), section, lines, dirty=dirty)

    def list_decisions(self, status: str = "current", limit: int = 30) -> str:
        """The decisions of HEAD as a table. Raises UsageError for an unknown status."""
        view, behind = self.current()
        return decision_list(view, behind, self._documents.decisions(view), status, limit)
