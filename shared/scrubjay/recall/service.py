"""What do we know about this? The question goes to documents and memories; every hit is checked against git."""

from collections.abc import Callable
from dataclasses import replace

from scrubjay.documents.service import Documents
from scrubjay.errors import NotIndexed, StorageError, UsageError
from scrubjay.git.paths import safe_path
from scrubjay.git.process import Git
from scrubjay.git.status import dirty_paths
from scrubjay.memories import Memories
from scrubjay.model.view import View
from scrubjay.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.recall.decisions import decision_list
from scrubjay.recall.document import absent, document_text
from scrubjay.recall.evidence import behind_note, document_hit, memory_hit, merge
from scrubjay.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.retrieval.query import parse_query
from scrubjay.retrieval.scope import Filters
from scrubjay.settings.schema import RetrievalSettings

KINDS = ("document", "decision", "incident", "code", "commit", "memory")
INLINE_S = 0.2
AS_OF_S = 3.0
MOST_MEMORIES = 3
"""Memories in an answer about everything, so that what was told doesn't crowd out what was committed."""

LONGEST_QUERY = 100_000

_ELSEWHERE = {
    "incident": "no incidents are indexed: search without kinds",
    "code": "no code is indexed: use grep",
    "commit": "commits are found by search_commits",
}


class Recall:
    """Answers questions for one worktree. `later` asks the worker for what a search has no time for."""

    def __init__(
        self,
        git: Git,
        documents: Documents,
        retriever: HybridRetriever,
        memories: Memories,
        settings: RetrievalSettings,
        later: Callable[[], None],
    ) -> None:
        self._git = git
        self._documents = documents
        self._retriever = retriever
        self._memories = memories
        self._settings = settings
        self._later = later
        self._asked = ""
        self._unwritable = ""
        """Why the last search could not make the view searchable; empty once it could."""

    def search(self, request: RecallRequest) -> RecallAnswer:
        """Answer a question. Raises UsageError, UnknownRevision, NotIndexed."""
        kinds = _checked_kinds(request)
        view, behind = self.current(request.as_of)
        notes = [note for kind, note in _ELSEWHERE.items() if kind in kinds]
        if behind:
            notes.append(behind_note(behind, self._unwritable))
        answer = RecallAnswer(request, view, (), request.recipe or self._settings.recipe, (), 1.0)
        if not kinds or {"document", "decision"} & set(kinds):
            answer = self._with_documents(answer, decisions_only=bool(kinds) and "document" not in kinds)
        if not kinds or "memory" in kinds:
            if request.path:
                notes.extend(["memories have no path, so none is shown"] if kinds else [])
            else:
                most = request.limit if kinds == ("memory",) else min(MOST_MEMORIES, request.limit)
                answer = replace(answer, hits=merge(answer.hits, self._remembered(answer, most), request.limit))
        return replace(answer, degraded=tuple(dict.fromkeys([*notes, *answer.degraded])))

    def _with_documents(self, answer: RecallAnswer, *, decisions_only: bool) -> RecallAnswer:
        request, view = answer.request, answer.view
        decisions = {entry.path: entry for entry in self._documents.decisions(view)}
        found = self._retriever.search(
            SearchRequest(
                request.query,
                view,
                request.limit,
                Filters(request.path, decisions_only),
                answer.recipe,
                self._settings.weights.model_dump(),
                {path: entry.standing.superseded_by for path, entry in decisions.items()},
            )
        )
        if found.embedded < 1:
            self._ask_for_vectors(view)
        dirty = dirty_paths(self._git, {hit.path for hit in found.hits}) if not request.as_of else frozenset()
        return replace(
            answer,
            hits=tuple(document_hit(hit, decisions, dirty=hit.path in dirty) for hit in found.hits),
            degraded=found.degraded,
            embedded=found.embedded,
            milliseconds=found.milliseconds,
            candidates=found.candidates,
        )

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

    def _remembered(self, answer: RecallAnswer, most: int) -> tuple[RecallHit, ...]:
        """Memories by words, as they held then where the question is about then."""
        at = answer.view.committed_at if answer.request.as_of else ""
        hits = self._memories.search(parse_query(answer.request.query).match, most, at=at)
        return tuple(memory_hit(hit, rank) for rank, hit in enumerate(hits, 1))

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


def _checked_kinds(request: RecallRequest) -> tuple[str, ...]:
    unknown = [kind for kind in request.kinds if kind not in KINDS]
    if unknown:
        raise UsageError(f"kind {unknown[0][:40]!r} is unknown. There are: {', '.join(KINDS)}.")
    if not request.query.strip():
        raise UsageError("The query is empty. Ask a question, or give an identifier or a number such as ADR-003.")
    if len(request.query) > LONGEST_QUERY:
        raise UsageError(f"The query has more than {LONGEST_QUERY:,} characters. Ask a shorter question.")
    return tuple(dict.fromkeys(request.kinds))
