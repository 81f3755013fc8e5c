"""Reads one document or the list of decisions, as a view has them."""

from collections.abc import Callable
from dataclasses import dataclass

from scrubjay.documents.adr import record_key
from scrubjay.documents.documents import Documents
from scrubjay.documents.named import records_named
from scrubjay.documents.values import DocumentText
from scrubjay.errors import NotFound
from scrubjay.git.paths import safe_path
from scrubjay.git.process import Git
from scrubjay.git.uncommitted import dirty_files
from scrubjay.model.hit import HybridResult
from scrubjay.recall.beside import BesideDocuments
from scrubjay.recall.decisions import DecisionFilters, decision_list
from scrubjay.recall.document import DocumentRequest, absent, document_text
from scrubjay.recall.nearest import MOST
from scrubjay.recall.searchable import SearchableView
from scrubjay.recall.thread import ThreadReader, thread_text
from scrubjay.retrieval.hybrid import SearchRequest
from scrubjay.retrieval.scope import Filters


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document as it is shown, its path and blob, and whether its file has uncommitted changes.

    A discussion has no path.
    """

    text: str
    path: str
    blob: str
    dirty: bool


class DocumentReader:
    """The documents and decisions of one worktree, for who reads instead of searching."""

    def __init__(
        self, git: Git, documents: Documents, searchable: SearchableView, beside: BesideDocuments,
        threads: ThreadReader, search: Callable[[SearchRequest], HybridResult],
    ) -> None:  # fmt: skip
        self._git = git
        self._documents = documents
        self._searchable = searchable
        self._beside = beside
        self._threads = threads
        self._search = search

    def document(self, request: DocumentRequest) -> ShownDocument:
        """A document or discussion at HEAD or a revision, or a part of it. Raises NotFound, UsageError, UnsafePath."""
        view, wanted = self._documents.view(request.as_of), safe_path(request.path)
        target = self._documents.resolve_path(view, wanted)
        if not target and (thread := self._threads.find(request.path, view)) is not None:
            told = thread_text(thread)
            said = DocumentText(thread.label, "", "markdown", told, told.count("\n") + 1)
            beside = self._beside.naming(view, thread.head.ref) if not request.outline else []
            return ShownDocument(document_text(view, said, request, beside=beside), "", "", dirty=False)
        if not target:
            wanted = target = self._record(request.as_of, wanted)
        text = self._documents.text(view, wanted)
        dirty = not request.as_of and bool(dirty_files(self._git, view.worktree, {text.path: text.blob}))
        beside = self._beside.lines(view, text.path, text.text) if not request.outline else []
        shown = document_text(view, text, request, dirty=dirty, beside=beside)
        return ShownDocument(shown, text.path, text.blob, dirty)

    def _record(self, as_of: str, name: str) -> str:
        """The path of the one decision with a name such as ADR-004. Raises NotFound."""
        view, _ = self._searchable.current(as_of) if any(record_key(name)) else (self._documents.view(as_of), 0)
        records = records_named(self._documents.decisions(view), name)
        if not records:
            raise self._threads.missing(name) or absent(view, name)
        if len(records) > 1:
            raise NotFound(f"{name} means several: {', '.join(entry.path for entry in records[:5])}. Give one's path.")
        return records[0].path

    def list_decisions(self, filters: DecisionFilters) -> str:
        """The decisions of HEAD as a table. Raises UsageError for a status or a date that is none."""
        view, behind = self._searchable.current()

        def marks(path: str) -> str:
            return self._beside.mark(view, self._documents.text(view, path).text) if self._beside.any else ""

        def near(words: str) -> list[str]:
            request = SearchRequest(query=words, view=view, limit=2 * MOST, filters=Filters(kinds=("decision",)))
            return [hit.path for hit in self._search(request).hits]

        return decision_list(view, behind, self._documents.decisions(view), filters, marks, near)
