"""What do we know about this? The question goes to documents and memories; every hit is checked against git."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from scrubjay.commits.commits import CommitIndex
from scrubjay.diagnostics import Log
from scrubjay.documents.documents import Documents
from scrubjay.documents.incidents import Incident
from scrubjay.documents.ingest import Progress
from scrubjay.freshness import Grades
from scrubjay.freshness.graded import NOTHING
from scrubjay.git.process import Git
from scrubjay.git.uncommitted import dirty_files
from scrubjay.history.joining import joined
from scrubjay.history.question import HistoryQuestion
from scrubjay.history.search import HistoryAnswer, HistorySearch
from scrubjay.index.chunking.languages import installed_languages, missing_languages, missing_message
from scrubjay.index.kinds import COMMIT, MEMORY, SEARCH_KINDS
from scrubjay.index.sources import Sources
from scrubjay.memories import MemoryReader
from scrubjay.model.counted import counted
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.recall.apart import parted
from scrubjay.recall.asked import Narrowed, checked, narrow, phrasings
from scrubjay.recall.evidence import behind_note, document_hit, merge, same_elsewhere, sourced_hit
from scrubjay.recall.fitness import LOOKED_AT, best_fit, trimmed
from scrubjay.recall.memory_hits import by_worth, memory_hit, newest_first
from scrubjay.recall.reading import DocumentReader
from scrubjay.recall.rivals import behind_decisions, below, rivals
from scrubjay.recall.searchable import SearchableView
from scrubjay.recall.storyteller import missing_commits
from scrubjay.retrieval.hybrid import MOST, HybridRetriever, SearchRequest
from scrubjay.retrieval.phrasings import DEPTH, fuse_phrasings
from scrubjay.retrieval.query import SENTENCE
from scrubjay.settings.schema import RetrievalSettings
from scrubjay.text.abbreviations import with_forms

SPARE = 10
"""Further hits that are asked for, so that memories whose grade fell leave no gap."""

MOST_UNCONFIRMED = 5
"""Unconfirmed memories that follow an answer, beyond its limit."""

ONLY_MEMORIES = (MEMORY,)

NO_CODE = "no code is indexed: set ingestion.code, or use grep"
NO_PATH = "memories have no path, so none is shown"
NO_INCIDENTS = "no incident reports at HEAD: they lie in folders such as docs/incidents, postmortems, runbooks"
NO_HISTORY: tuple[HistoryQuestion, tuple[str, ...]] = (HistoryQuestion(), ())
_log = Log(__name__)

_SHA = re.compile(r"(?<![\w-])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w-])")


class Searches(Protocol):
    """Searches the user's own memories."""

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages."""
        ...


class Recall:
    """Answers questions for one worktree.

    `own` searches the user's memories; `later` asks the worker for what a search has no time for; `unconfirmed` says
    whether an answer about everything ends with what nothing but an agent's word stands behind.
    """

    def __init__(
        self,
        git: Git,
        documents: Documents,
        retriever: HybridRetriever,
        memories: MemoryReader,
        grades: Grades,
        own: Searches,
        settings: RetrievalSettings,
        later: Callable[[], None],
        commits: CommitIndex,
        sources: Sources,
        history: HistorySearch,
        *,
        unconfirmed: bool = True,
    ) -> None:
        self._git = git
        self._documents = documents
        self._retriever = retriever
        self._memories = memories
        self._grades = grades
        self._own = own
        self._settings = settings
        self._commits = commits
        self._sources = sources
        self._history = history
        self.searchable = SearchableView(documents, later)
        self.reader = DocumentReader(git, documents, self.searchable)
        self._apart = MOST_UNCONFIRMED if unconfirmed else 0

    def search(self, request: RecallRequest, progress: Progress | None = None) -> RecallAnswer:
        """Answer a question. Raises UsageError, UnknownRevision, NotIndexed.

        `progress` is told how far the indexing of a revision that wasn't indexed is.
        """
        with _log.timed("search %r, kinds %s", request.query, request.kinds) as details:
            answer = self._search(request, progress)
            stages = ", ".join(f"{name} {ms:.1f}" for name, ms in answer.milliseconds.items())
            details += [f"{counted(len(answer.hits), 'hit')} by {answer.recipe}", f"stages in ms: {stages or 'none'}"]
            details += answer.degraded
        return answer

    def _search(self, request: RecallRequest, progress: Progress | None) -> RecallAnswer:
        query = checked(request)
        worded = phrasings(request, query.words)
        view, behind = self.searchable.current(request.as_of, progress)
        records = self._documents.records(view)
        decisions, reports = records.by_path, records.incidents
        services = _services(view, reports) if any(one.key == "service" for one in query.operators) else {}
        narrowed = narrow(request, query, decisions, services)
        notes = self._missing_kinds(narrowed.kinds, view, reports)
        if behind:
            notes.append(behind_note(behind, self.searchable.unwritable))
        if request.path or narrowed.filters.within:
            notes += [source.path_note for source in self._sources.of(narrowed.kinds)]
            notes += [NO_PATH] if MEMORY in narrowed.kinds else []
        answer = RecallAnswer(
            request=request,
            view=view,
            hits=(),
            recipe=request.recipe or self._settings.recipe,
            degraded=(),
            embedded=1.0,
        )
        if not narrowed.kinds and _SHA.search(narrowed.words):
            narrowed = replace(narrowed, kinds=SEARCH_KINDS)  # who writes a commit's id may mean the commit
        if len(narrowed.words) <= SENTENCE:
            forms = self._documents.other_forms(view, narrowed.words)
            alike = tuple(f"{form.typed}: also {form.other}" for form in forms)
            narrowed = replace(narrowed, words=with_forms(narrowed.words, forms), notes=(*narrowed.notes, *alike))
            worded = (narrowed.words, *worded[1:])
        if not narrowed.nothing:
            answer = self._answered(answer, narrowed, worded, decisions, reports)
        return replace(
            answer,
            degraded=tuple(dict.fromkeys([*notes, *answer.degraded])),
            notes=tuple(dict.fromkeys([*narrowed.notes, *answer.notes])),
        )

    def _missing_kinds(self, kinds: Sequence[str], view: View, reports: Collection[str]) -> list[str]:
        """What to say of kinds that this repository has none of."""
        notes = []
        formats = {file.format for file in view.files} if "code" in kinds else set()
        if "code" in kinds and not any(f.startswith("code:") for f in formats):
            notes.append(NO_CODE)
        elif "code" in kinds and (lacking := missing_languages(formats, installed_languages())):
            notes.append(missing_message(lacking))
        notes += filter(None, (source.coverage(view) for source in self._sources.of(kinds)))
        if "incident" in kinds and not reports:
            notes.append(NO_INCIDENTS)
        return notes

    def _answered(
        self,
        answer: RecallAnswer,
        narrowed: Narrowed,
        worded: Sequence[str],
        decisions: Mapping[str, DecisionEntry],
        reports: Mapping[str, Incident],
    ) -> RecallAnswer:
        request, view = answer.request, answer.view
        weights = self._settings.weights.model_dump() if request.weights is None else request.weights
        bears = narrowed.filters.tags or narrowed.filters.applies  # which nothing but a memory does
        only = (narrowed.kinds == ONLY_MEMORIES or bool(bears)) and not request.apart
        asks, by = self._history.read(narrowed.words, view.commit) if _anywhere(narrowed) else NO_HISTORY
        reverts = self._commits.reverts(view) if COMMIT in narrowed.kinds or asks.place else ()
        replaced = {path: entry.standing.superseded_by for path, entry in decisions.items()}
        filters = replace(
            narrowed.filters,
            kinds=narrowed.kinds,
            unconfirmed="among" if only else "apart",
            fallen=() if only else self._grades.downgraded(view),
        )
        limit = min(request.limit + SPARE, MOST)
        asked = SearchRequest(
            query=narrowed.words,
            view=view,
            limit=limit if len(worded) < 2 else max(limit, DEPTH),
            filters=filters,
            recipe=answer.recipe,
            weights=weights,
            superseded_by=replaced | {one.sha: (one.reverted_by,) for one in reverts},
            candidates=self._settings.candidates,
            unconfirmed_limit=0 if only else self._apart,
        )
        searches = [replace(asked, query=words) for words in worded]
        results = [self._retriever.search(search) for search in searches]
        found = fuse_phrasings(results, asked.superseded_by, limit)
        mine = None
        if self._asks_user(narrowed):
            heard = [replace(search, feedback=one.feedback) for search, one in zip(searches, results, strict=True)]
            mine = fuse_phrasings([self._own.search(search) for search in heard], asked.superseded_by, limit)
        if min(found.embedded, mine.embedded if mine else 1.0) < 1:
            self.searchable.ask_for_vectors(view)
        apart = (*found.unconfirmed, *(mine.unconfirmed if mine else ()))
        ranked = merge(found.hits, mine.hits if mine else (), weights)
        told = [hit.blob for hit in (*ranked, *apart) if hit.kind == "memory"]
        grades = self._grades.of(told, view)
        is_ranked = narrowed.words.strip() or narrowed.filters.asks_for_places
        ordered = by_worth(ranked, grades) if is_ranked else newest_first(ranked)
        exact = tuple(dict.fromkeys([*found.exact, *(mine.exact if mine else ())]))
        weak: Sequence[Hit] = ()
        if only:
            hits = ordered[: request.limit]
        else:
            hits, weak = parted(ordered, apart, grades, request.limit, self._apart, found.feedback)
        paths = {file.path for file in view.files} if asks.place else ()
        past = self._history.answer(asks, by, asked, paths) if asks.place else HistoryAnswer()
        people, nobody = self._history.who_know(past, view, hits) if asks.knows else ((), "")
        hits = joined(hits, past.hits, asks.place, request.limit)
        best = (*hits[:LOOKED_AT], *ordered[:LOOKED_AT], *apart[:LOOKED_AT])
        fit = best_fit(worded, best, found.embedded, named=bool(exact or people))
        if request.trimmed:
            hits, weak = tuple(trimmed(fit, hits)), trimmed(fit, weak)
        facts = past.facts or self._history.facts([hit.blob for hit in hits if hit.kind == COMMIT])
        files = {hit.path: hit.blob for hit in hits if hit.kind in ("document", "code")}
        dirty = frozenset[str]() if request.as_of else dirty_files(self._git, view.worktree, files)
        here = "" if request.as_of else view.commit
        known = self._memories.of_ids([hit.blob for hit in (*hits, *weak) if hit.kind == "memory"], here)

        def show(hit: Hit) -> RecallHit:
            match hit.kind:
                case "memory":
                    return memory_hit(hit, known[hit.blob], grades.get(hit.blob, NOTHING))
                case "document" | "code":
                    return document_hit(hit, decisions, reports.get(hit.path), dirty=hit.path in dirty)
                case _:
                    return sourced_hit(hit, reverts, facts.get(hit.blob))

        shown = same_elsewhere([show(hit) for hit in hits if hit.kind != "memory" or hit.blob in known], view)
        contested = rivals(known.values(), self._memories, self._grades.of, decisions, view)
        first = behind_decisions(below(shown, contested), decisions)
        return replace(
            answer,
            hits=first,
            people=people,
            unconfirmed=below([show(hit) for hit in weak if hit.blob in known], contested, first),
            degraded=(*found.degraded, *(missing_commits(view, self._sources, self.searchable) if asks.place else ())),
            embedded=found.embedded,
            milliseconds=found.milliseconds,
            candidates=found.candidates,
            steps=found.steps,
            exact=exact,
            fit=fit,
            notes=(*found.notes, *filter(None, [nobody])),
        )

    def _asks_user(self, narrowed: Narrowed) -> bool:
        """Whether the user's own memories can be in the answer: they lie at no path and have no status of a record."""
        filters = narrowed.filters
        placed = filters.path or filters.within or filters.only is not None
        return not placed and (not narrowed.kinds or MEMORY in narrowed.kinds) and self._memories.user_exists()


def _anywhere(narrowed: Narrowed) -> bool:
    """Whether commits may join: they lie at no path, and who names kinds, tags or a status wants nothing else."""
    filters = narrowed.filters
    placed = filters.path or filters.within or filters.outside or filters.only is not None
    return not (narrowed.kinds or placed or filters.tags or filters.applies)


def _services(view: View, reports: Mapping[str, Incident]) -> dict[str, Sequence[str]]:
    """Each path of the view with the services that its report names."""
    return {file.path: reports[file.path].services if file.path in reports else () for file in view.files}
