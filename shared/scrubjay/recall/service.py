"""What do we know about this? The question goes to documents and memories; every hit is checked against git."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from scrubjay.documents.decisions import DecisionEntry
from scrubjay.documents.service import Documents
from scrubjay.errors import NotIndexed, UsageError
from scrubjay.git.process import Git
from scrubjay.git.status import dirty_paths
from scrubjay.memories.service import Memories, MemoryHit
from scrubjay.model.hit import Hit
from scrubjay.model.view import View
from scrubjay.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.recall.decisions import decision_list
from scrubjay.recall.document import document_text
from scrubjay.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.retrieval.query import parse_query
from scrubjay.retrieval.scope import Filters
from scrubjay.settings.schema import RetrievalSettings

KINDS = ("document", "decision", "incident", "code", "commit", "memory")
INLINE_S = 0.2
AS_OF_S = 3.0
MOST_MEMORIES = 3
LONGEST_QUERY = 100_000

_LATER = {
    "incident": "incidents are not told apart yet: search without kinds",
    "code": "code is not indexed yet: use grep",
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

    def search(self, request: RecallRequest) -> RecallAnswer:
        """Answer a question. Raises UsageError, UnknownRevision, NotIndexed."""
        kinds = self._kinds(request)
        view, behind = self.current(request.as_of)
        notes = [_LATER[kind] for kind in kinds if kind in _LATER]
        if behind:
            notes.append(f"{behind} file{'s' if behind != 1 else ''} behind; the worker is on it")
        recipe = request.recipe or self._settings.recipe
        hits: list[RecallHit] = []
        answer = RecallAnswer(request, view, (), recipe, (), 1.0)
        if not kinds or {"document", "decision"} & set(kinds):
            entries = {entry.path: entry for entry in self._documents.decisions(view)}
            found = self._retriever.search(
                SearchRequest(
                    request.query,
                    view,
                    request.limit,
                    Filters(request.path, bool(kinds) and "document" not in kinds),
                    recipe,
                    self._settings.weights.model_dump(),
                    {path: entry.standing.superseded_by for path, entry in entries.items()},
                )
            )
            dirty = dirty_paths(self._git, {h.path for h in found.hits}) if not request.as_of else frozenset()
            hits.extend(_document(hit, entries, hit.path in dirty) for hit in found.hits)
            notes.extend(found.degraded)
            answer = replace(
                answer, embedded=found.embedded, milliseconds=found.milliseconds, candidates=found.candidates
            )
        if (not kinds or "memory" in kinds) and not request.path and not request.as_of:
            match = parse_query(request.query).match
            most = request.limit if kinds == ("memory",) else min(MOST_MEMORIES, request.limit)
            remembered = [_memory(hit) for hit in self._memories.search(match, most)]
            hits = _merged(hits, remembered, request.limit)
        return replace(answer, hits=tuple(hits), degraded=tuple(dict.fromkeys(notes)))

    def current(self, as_of: str = "") -> tuple[View, int]:
        """The view, made searchable as far as time allows, and how many documents are still missing.

        HEAD gets 200 ms, then the worker goes on; a revision that was never indexed gets 3 s, then NotIndexed.
        """
        view = self._documents.view(as_of)
        if not self._documents.behind(view):
            return view, 0
        report = self._documents.ingest(view, cause="search", deadline_s=AS_OF_S if as_of else INLINE_S)
        if report.behind and as_of:
            raise NotIndexed(
                f"{as_of} ({view.short}) has {report.behind} documents that are not indexed. "
                f"Run `scrubjay ingest {view.commit[:12]}` and ask again."
            )
        self._later()
        return view, report.behind

    def document(self, path: str, *, section: str = "", lines: str = "", as_of: str = "") -> str:
        """A document at HEAD or a revision, or a part of it. Raises NotFound, UsageError, UnsafePath."""
        view = self._documents.view(as_of)
        return document_text(view, self._documents.text(view, path), section, lines)

    def list_decisions(self, status: str = "current", limit: int = 30) -> str:
        """The decisions of HEAD as a table. Raises UsageError for an unknown status."""
        view, behind = self.current()
        return decision_list(view, behind, self._documents.decisions(view), status, limit)

    def _kinds(self, request: RecallRequest) -> tuple[str, ...]:
        unknown = [kind for kind in request.kinds if kind not in KINDS]
        if unknown:
            raise UsageError(f"kind {unknown[0][:40]!r} is unknown. There are: {', '.join(KINDS)}.")
        if not request.query.strip():
            raise UsageError("The query is empty. Ask a question, or give an identifier or a number such as ADR-003.")
        if len(request.query) > LONGEST_QUERY:
            raise UsageError(f"The query has more than {LONGEST_QUERY:,} characters. Ask a shorter question.")
        return tuple(dict.fromkeys(request.kinds))


def _document(hit: Hit, decisions: Mapping[str, DecisionEntry], dirty: bool) -> RecallHit:
    entry = decisions.get(hit.path)
    marks: list[str] = []
    replaces: tuple[str, ...] = ()
    if entry:
        names = {path: decisions[path].decision.name for path in decisions}
        by = [names[path] for path in entry.standing.superseded_by]
        replaces = tuple(names[path] for path in entry.standing.replaces)
        if by:
            marks.append(f"superseded by {', '.join(by)}")
        if replaces:
            marks.append(f"replaces {', '.join(replaces)}")
        if entry.standing.amended_by:
            marks.append(f"amended by {', '.join(names[path] for path in entry.standing.amended_by)}")
    if dirty:
        marks.append("uncommitted changes; this is HEAD's text")
    status = ("superseded" if entry.standing.superseded_by else entry.decision.status) if entry else ""
    return RecallHit(
        "decision" if entry else "document",
        f"{entry.decision.name} {entry.decision.title}" if entry and entry.decision.number else hit.title,
        hit.text,
        (entry.decision.date if entry else "") or hit.changed_at,
        hit.path,
        hit.blob,
        hit.start_line,
        hit.end_line,
        _below(hit),
        status,
        replaces,
        marks=tuple(marks),
        score=hit.score,
        scores=hit.scores,
        ranks=hit.ranks,
    )


def _below(hit: Hit) -> str:
    """The headings below the document's own title."""
    first, _, rest = hit.heading.partition(" > ")
    return rest if first == hit.title else hit.heading


def _memory(hit: MemoryHit) -> RecallHit:
    memory = hit.memory
    return RecallHit(
        "memory",
        f"{memory.kind} {memory.id[:12]}",
        memory.content,
        memory.recorded_at,
        status=memory.status,
        source=f"{memory.source} ({memory.author})" if memory.author else memory.source,
        marks=(memory.status,),
        score=round(hit.score, 6),
        scores={"bm25": round(hit.score, 6)},
    )


def _merged(documents: list[RecallHit], memories: list[RecallHit], limit: int) -> list[RecallHit]:
    """Memories among the documents, one after every two: scores of the two don't compare, ranks do."""
    merged: list[RecallHit] = []
    waiting = list(memories)
    for index, hit in enumerate(documents, 1):
        merged.append(hit)
        if waiting and index % 2 == 0:
            merged.append(waiting.pop(0))
    return [*merged, *waiting][: max(limit, len(waiting))]
