"""Reading of one document or of the list of decisions, in a view that is made searchable first."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from scrubjay.errors import GitFailed, NotFound, NotIndexed, StorageError, UnsafePath, UsageError
from scrubjay.extensions.kinds.grounds import DocumentNote, NamedTextReader
from scrubjay.git.ancestry import is_ancestor
from scrubjay.git.paths import as_printed, may_be_printed
from scrubjay.git.process import Git
from scrubjay.git.record import commit_of
from scrubjay.git.uncommitted import dirty_files
from scrubjay.knowledge.decisions.naming import record_key
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.ingest import Progress
from scrubjay.knowledge.documents.values import DocumentText, borrowed_records, records_named
from scrubjay.knowledge.documents.view import files_of
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import HybridResult
from scrubjay.model.of_extensions import NamedText
from scrubjay.model.paths import safe_path
from scrubjay.model.pattern import pattern
from scrubjay.model.view import View
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.absence import MOST
from scrubjay.search.recall.decisions import DecisionFilters, decision_list
from scrubjay.search.recall.document import DocumentRequest, document_text, path_not_found
from scrubjay.search.recall.printed import Place, also_named, places

INLINE_S = 0.2
AS_OF_S = 20.0
AS_OF_MOST = 2_000
"""How long, and how many new documents, a question about the past may index; beyond that a person asks for it."""


class SearchableView:
    """Makes views of one worktree searchable. `later` asks the worker for what takes too long now."""

    def __init__(self, documents: Documents, later: Callable[[], None]) -> None:
        self._documents = documents
        self._later = later
        self._without_vectors = ""
        self.unwritable = ""
        """Why the last view could not be made searchable; empty once it could."""

    def current(self, as_of: str = "", progress: Progress | None = None) -> tuple[View, int]:
        """The view, indexed as far as time allows, and how many documents still aren't indexed.

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
        """Ask the worker to embed missing vectors, once for each view."""
        if view.key != self._without_vectors:
            self._without_vectors = view.key
            self._ask_worker()

    def _ask_worker(self) -> None:
        """Ask the worker; ignored where the home can't be written now."""
        try:
            self._later()
        except StorageError:
            return


def _not_indexed(as_of: str, view: View, behind: int) -> NotIndexed:
    """The error that a past view has documents that aren't indexed, with the command that indexes them."""
    return NotIndexed(
        f"{as_of} ({view.short}) has {counted(behind, 'document')} not indexed yet. "
        f"Run `scrubjay ingest {view.commit[:12]}` and ask again; `scrubjay gc` frees them afterwards."
    )


MOST_BYTES = 100_000
"""Bytes of a commit that are read."""

MOST_EXPLAINED = 4
"""Readings of a name that git is asked for: each starts processes."""

_ID = pattern(r"[0-9a-f]{7,64}")


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document's text as it is shown, its path and blob, and whether its file has uncommitted changes.

    A discussion has no path.
    """

    text: str
    path: str
    blob: str
    dirty: bool


class DocumentReader:
    """Reads documents and decisions of one worktree, for tools that show them whole.

    `told` gives a commit's text as it is shown.
    """

    def __init__(
        self, git: Git, documents: Documents, searchable: SearchableView, document_notes: Sequence[DocumentNote],
        named_texts: Sequence[NamedTextReader], search: Callable[[SearchRequest], HybridResult],
        told: Callable[[str, View], str],
    ) -> None:  # fmt: skip
        self._git = git
        self._documents = documents
        self._searchable = searchable
        self._notes = document_notes
        self._named_texts = named_texts
        self._search = search
        self._told = told

    def document(self, request: DocumentRequest) -> ShownDocument:
        """A document, discussion or commit message, or a part of it, at HEAD or a revision.

        It is named as answers print it. Raises NotFound, UsageError, UnsafePath.
        """
        view = self._documents.view(request.as_of)
        meant = self._places(view, request.path)
        paths = {file.path for file in files_of(view)}
        place = next((place for place in meant if place.path in paths), None) or _place_of_printed_path(view, meant)
        if place is None and self._documents.resolve_path(view, meant[0].path):
            place = meant[0]
        if place is None:
            for name in (request.path, *(other.path for other in meant)):
                for reader in self._named_texts:
                    if (named := reader.read(name, view)) is not None:
                        return _shown_text(view, named, request)
            place = self._named_place(view, request.as_of, meant)
        if place is None:
            return self._commit_message(view, meant, request)
        if others := also_named(request.path, place.path, paths):
            several = ", ".join(shown(name) for name in (place.path, *others[:MOST_EXPLAINED]))
            raise UsageError(f"A call reads one document, and this names several: {several}. Give one's path.")
        if not (request.lines or request.section):
            request = replace(request, lines=place.lines, section=place.section)
        text = self._documents.text(view, place.path)
        own = not text.origin
        dirty = own and not request.as_of and bool(dirty_files(self._git, view.worktree, {text.path: text.blob}))
        notes = self._notes if own and not request.outline else ()
        beside = [line for note in notes for line in note.lines(view, text.path, text.text)]
        told = document_text(view, text, request, dirty=dirty, beside=beside)
        return ShownDocument(told, text.path, text.blob, dirty)

    def _places(self, view: View, typed: str) -> tuple[Place, ...]:
        """The places that a typed text may mean, with safe paths. Raises UnsafePath where no path is safe."""
        top = str(view.worktree)
        if typed.startswith("/") and (".." in typed.split("/") or not typed.startswith(f"{top}/")):
            typed = os.path.realpath(typed) if "\0" not in typed else typed
        safe = []
        for place in places(typed, top):
            with suppress(UnsafePath):
                safe.append(replace(place, path=safe_path(place.path)))
        return tuple(dict.fromkeys(safe)) or (Place(safe_path(typed)),)

    def _named_place(self, view: View, as_of: str, meant: Sequence[Place]) -> Place | None:
        """The place of the one decision that a name such as ADR-004 means, or of a blob by its id; None for neither.

        Raises NotFound where a name means several.
        """
        if any(any(record_key(place.path)) for place in meant):
            view, _ = self._searchable.current(as_of)
        decisions = self._documents.decisions(view)
        for place in meant:
            records = records_named(decisions, place.path)
            if len(records) > 1:
                several = ", ".join(entry.path for entry in records[:5])
                raise NotFound(f"{place.path} means several: {several}. Give one's path.")
            if records:
                return replace(place, path=records[0].path)
            if not records and len(theirs := borrowed_records(view, place.path)) == 1:
                return replace(place, path=theirs[0])
            blobs = (file.path for file in view.files if file.blob.startswith(place.path))
            if _ID.fullmatch(place.path) and (path := next(blobs, "")):
                return replace(place, path=path)
        return None

    def _commit_message(self, view: View, meant: Sequence[Place], request: DocumentRequest) -> ShownDocument:
        """The message of a commit of the view. Raises NotFound, with what is known of the id."""
        ids = [place.path for place in meant if _ID.fullmatch(place.path)]
        for id in ids:
            with self._documents.objects() as objects, suppress(GitFailed):
                found = objects.find(id, MOST_BYTES)
                if found.kind == "commit" and is_ancestor(self._git, found.oid, view.commit):
                    commit = commit_of(found.oid, found.content)
                    text = self._told(f"{commit.subject}\n\n{commit.body}".strip(), view)
                    said = DocumentText(
                        path=f"commit {commit.short}", blob="", format="text", text=text, lines=text.count("\n") + 1
                    )
                    beside = [f"`git show {commit.short}` shows what it changed"]
                    return ShownDocument(document_text(view, said, request, beside=beside), "", "", dirty=False)
        for name in (request.path, *(place.path for place in meant)):
            if missing := next(filter(None, (reader.missing(name) for reader in self._named_texts)), None):
                raise missing
        if ids:
            raise NotFound(f"{ids[0]} is no commit at {view.short}; of a memory get_provenance says what it says.")
        bare = next((place for place in meant if place.lines), meant[0])
        raise self._why_unread(view, meant) or path_not_found(view, bare.path)

    def _why_unread(self, view: View, meant: Sequence[Place]) -> NotFound | None:
        """The error that an existing path isn't read, with what would change that; None if it doesn't exist."""
        for place in meant[:MOST_EXPLAINED] if not view.as_of else ():
            told = self._documents.explain(place.path)
            if told.why not in ("", "nowhere"):
                reason = told.refused or told.selection
                change = f" To change that: {told.change}." if told.change else ""
                return NotFound(f"{shown(place.path)} isn't read at {view.short}: {reason}.{change}")
        return None

    def list_decisions(self, filters: DecisionFilters) -> str:
        """The decisions of HEAD as a table. Raises UsageError for a status or a date that is none."""
        view, behind = self._searchable.current()

        def marks(path: str) -> str:
            said = (note.mark(view, self._documents.text(view, path).text) for note in self._notes if note.any)
            return "; ".join(filter(None, said))

        def near(words: str) -> list[str]:
            request = SearchRequest(query=words, view=view, limit=2 * MOST, filters=Filters(kinds=("decision",)))
            return [hit.path for hit in self._search(request).hits]

        return decision_list(view, behind, self._documents.decisions(view), filters, marks, near)


def _shown_text(view: View, named: NamedText, request: DocumentRequest) -> ShownDocument:
    """A discussion's text, or a part of it, as a document is shown."""
    said = DocumentText(path=named.label, blob="", format="markdown", text=named.text, lines=named.text.count("\n") + 1)
    beside = named.beside() if not request.outline else []
    return ShownDocument(document_text(view, said, request, beside=beside), "", "", dirty=False)


def _place_of_printed_path(view: View, meant: Sequence[Place]) -> Place | None:
    """The place of a document by the path as answers print it, which may differ from its own."""
    names = [place for place in meant if may_be_printed(place.path)]
    paths = {as_printed(file.path): file.path for file in files_of(view)} if names else {}
    return next((replace(place, path=paths[place.path]) for place in names if place.path in paths), None)
