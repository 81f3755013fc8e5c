"""What do we know about this? The question goes to documents and memories; every hit is checked against git."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from scrubjay.extensions.kinds.grounds import DocumentNote, NamedTextReader
from scrubjay.git.process import Git
from scrubjay.identity.insight.counting import Count
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.ingest import Progress
from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.index.indexes import WantedPassages
from scrubjay.knowledge.index.kinds import COMMIT, NOT_FROM_GIT, SEARCH_KINDS, share
from scrubjay.knowledge.index.sources import Sources
from scrubjay.knowledge.retrieval.exact import denied, said_in, told_of
from scrubjay.knowledge.retrieval.hits import telling
from scrubjay.knowledge.retrieval.hybrid import MOST, HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.query import SENTENCE
from scrubjay.log import Log
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.counted import counted
from scrubjay.model.grade import Grade
from scrubjay.model.history import Revert
from scrubjay.model.hit import Hit
from scrubjay.model.view import View
from scrubjay.search.history.question import HistoryQuestion
from scrubjay.search.history.search import HistoryAnswer, HistorySearch
from scrubjay.search.history.values import joined
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest, facts_of
from scrubjay.search.recall.asked import (
    ONLY_MEMORIES,
    Narrowed,
    anywhere,
    asks_user,
    checked,
    is_about_all,
    narrow,
    phrasings,
)
from scrubjay.search.recall.asked_names import AskedNames, names_of_all
from scrubjay.search.recall.belonging import kept, lacking_kinds, without_path
from scrubjay.search.recall.evidence import behind_note, published_note
from scrubjay.search.recall.fitness import best_fit, best_of, doubted, first_of_kinds, nearer_first, shown_of
from scrubjay.search.recall.memory_hits import newest_first, shown_groups
from scrubjay.search.recall.names import NameResolver
from scrubjay.search.recall.other_databases import AllApart, SearchedApart, search_submodules
from scrubjay.search.recall.parts import CommitPart, also_said, memory_part, said_once
from scrubjay.search.recall.reading import DocumentReader, SearchableView
from scrubjay.search.recall.searches import CommitsBeside, Searches, search_near
from scrubjay.search.recall.showing import Evidence, PoolsOf, Presenter
from scrubjay.search.recall.story import missing_history
from scrubjay.settings.schema import RetrievalSettings
from scrubjay.text.languages import with_forms

SPARE = 10
"""Further hits that are asked for, so that what says the same leaves no gap."""

NO_HISTORY: tuple[HistoryQuestion, tuple[str, ...]] = (HistoryQuestion(), ())
_log = Log(__name__)


class Recall:
    """Answers questions for one worktree.

    `own` searches the user's memories; `later` asks the worker for what a search has no time for; `said`: an answer
    about everything has memories that only an agent said. `pools_of` names the pools that share some memories,
    `stand_ins` the files that stand for some. `count` counts the answers.
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
        wanted: WantedPassages,
        *,
        searched_apart: Sequence[SearchedApart] = (),
        document_notes: Sequence[DocumentNote] = (),
        named_texts: Sequence[NamedTextReader] = (),
        said: bool = True,
        count: Count = lambda *_: None,
        pools_of: PoolsOf = lambda ids: {},
        stand_ins: StandIns,
    ) -> None:
        self._git = git
        self._documents = documents
        self._retriever = retriever
        self._memories = memories
        self._grades = grades
        self._presenter = Presenter(git, memories, grades, pools_of, stand_ins)
        self._stand_ins = stand_ins
        self._own = own
        self._settings = settings
        self._commits = commits
        self._commits_beside = CommitsBeside(retriever, history)
        self._sources = sources
        self._history = history
        self._wanted = wanted
        self._apart = AllApart(searched_apart)
        self._names = NameResolver(git, documents, retriever, commits, self._apart, memories)
        self.searchable = SearchableView(documents, later)
        self.reader = DocumentReader(
            git=git, documents=documents, searchable=self.searchable, document_notes=document_notes,
            named_texts=named_texts, search=retriever.search, told=history.told,
        )  # fmt: skip
        self._said = said
        self.count = count

    def search(self, request: RecallRequest, progress: Progress | None = None) -> RecallAnswer:
        """Answer a question that a person or an agent asked, and count it; see `look`."""
        started = time.perf_counter()
        answer = self.look(request, progress)
        self.count(*facts_of(answer).events((time.perf_counter() - started) * 1000))
        return answer

    def look(self, request: RecallRequest, progress: Progress | None = None) -> RecallAnswer:
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
        kinds = (*SEARCH_KINDS, *self._sources.added_kinds)
        query = checked(request, kinds)
        worded = phrasings(request, query.words)
        view, behind = self.searchable.current(request.as_of, progress)
        records = self._documents.records(view)
        services = records.services(view) if any(one.key == "service" for one in query.operators) else {}
        narrowed = narrow(request, query, records.by_path, services, kinds)
        narrowed = kept(narrowed, request.service, request.topic, (file.path for file in view.files), records)
        lacking = lacking_kinds(narrowed.kinds, view, records.incidents, self._sources)
        notes = [*lacking, *self._apart.trouble()]
        if behind:
            notes.append(behind_note(behind, self.searchable.unwritable))
        notes += without_path(narrowed, self._sources)
        narrowed = replace(narrowed, notes=(*narrowed.notes, *self._apart.notes(narrowed.kinds)))
        answer = RecallAnswer(
            request=request, view=view, hits=(), recipe=request.recipe or self._settings.recipe, degraded=(),
            embedded=1.0, left_out=records.left_out,
        )  # fmt: skip
        if narrowed.kinds == ONLY_MEMORIES and (there := self._stand_ins.notes(view, {one.path for one in view.files})):
            notes.append(published_note(len(there)))
        asked = names_of_all((narrowed.words, *worded[1:]), partial(self._names.is_path, view))
        worded, added = self._spelled_out(view, (narrowed.words, *worded[1:]))
        narrowed = replace(narrowed, words=worded[0], notes=(*narrowed.notes, *added))
        if not narrowed.nothing:
            answer = self._answered(answer, narrowed, asked, worded, records)
        return replace(
            answer,
            degraded=tuple(dict.fromkeys([*notes, *answer.degraded])),
            notes=tuple(dict.fromkeys([*narrowed.notes, *answer.notes])),
        )

    def _spelled_out(self, view: View, worded: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Each phrasing with the other forms of its abbreviations, and a note for each; pasted text stays as it is."""
        forms = [self._documents.other_forms(view, words) if len(words) <= SENTENCE else () for words in worded]
        notes = (f"{form.typed}: also {form.other}" for each in forms for form in each)
        return tuple(map(with_forms, worded, forms)), tuple(dict.fromkeys(notes))

    def _answered(
        self, answer: RecallAnswer, narrowed: Narrowed, asked: AskedNames, worded: Sequence[str], records: ViewRecords
    ) -> RecallAnswer:
        request, view = answer.request, answer.view
        asks, by = self._history.read(narrowed.words, view.commit) if anywhere(narrowed) else NO_HISTORY
        about_all = is_about_all(request, narrowed)
        beside = about_all and not asks.place.leads and bool(narrowed.filters.phrases or not asked.only)
        past_too = COMMIT in narrowed.kinds or asks.place or beside or asked.by_sign
        reverts = self._commits.reverts(view) if past_too else ()
        search = self._search_request(answer, narrowed, records, reverts)
        first, others = self._searched(narrowed)
        named = self._names.find(asked, search, discussions=about_all or bool(self._apart.asked(narrowed.kinds)))
        near = {words: partial(self._retriever.cosines, replace(search, query=words)) for words in worded}
        ranking = search_near(worded, search, first, others)
        ranking, theirs = search_submodules(worded, search, ranking, near, self._retriever)
        named = self._names.beside(named, ranking.project, ranking.memories, search)
        is_ranked = narrowed.words.strip() or narrowed.filters.asks_for_places
        ordered = telling(ranking.hits, every=not request.trimmed) if is_ranked else newest_first(ranking.hits)
        hits: Sequence[Hit] = ordered[: request.limit]
        only = narrowed.kinds == ONLY_MEMORIES
        grades = self._grades.of([hit.blob for hit in ranking.memories], view)
        grade = {hit.blob: grades.get(hit.blob, NOTHING).grade for hit in ranking.memories}
        shown = [hit for hit in ranking.memories if only or self._said or grade[hit.blob] >= Grade.QUOTED]
        groups = shown_groups(self._memories, request, shown)
        memories = () if named.nothing else said_once(shown, groups)
        past = HistoryAnswer()
        if asks.place:
            past = self._history.answer(asks, by, search, [file.path for file in view.files])
        people, nobody = self._history.who_know(past, view, hits) if asks.knows else ((), "")
        hits = joined(hits, past.hits, asks.place, request.limit, past.holds)
        commits = CommitPart(corpora=past.corpora, held=past.held)
        if beside:
            commits = self._commits_beside.of(worded, search, ranking.project, past)
        if lacking := min(ranking.embedded, share(commits.corpora)) < 1:
            self.searchable.ask_for_vectors(view)
        best = (*named.hits[:1], *first_of_kinds(hits), *first_of_kinds(ordered))
        is_named = bool(named.hits or ranking.exact or people or past.by or search.filters.asks_for_places)
        documents = best_fit(near, best, ranking.project.embedded, named=is_named)
        notes = told_of(ranking.project.notes, commits.held)
        fits = partial(doubted, doubt=denied(search.filters, notes) and not asked.alone)
        hits = named.first(commits.among(hits), ranking.project)[: request.limit]
        documents = named.fit(fits(best_of([documents, commits.fit]))) if hits else "nothing"
        hits, documents = theirs.behind(hits, documents, near, named.hits, request.limit)
        told = {id for id, known in grade.items() if known is Grade.TOLD}
        part = memory_part(worded, memories, told, request.limit, documents, asked=only)
        hits, left, below = shown_of(documents if request.trimmed else "good", hits, commits.below, part.below)
        if lacking:
            self._wanted.add([hit.passage for hit in (*hits, *left) if hit.kind not in NOT_FROM_GIT])
        more = [hit.blob for hit in hits if hit.kind == COMMIT and hit.blob not in past.facts]
        facts = {**past.facts, **self._history.facts(more, view)}
        hits = [self._history.shown(hit, view) for hit in hits]
        evidence = Evidence(
            records=records,
            grades=grades,
            reverts=reverts,
            facts=facts,
            at_head=not request.as_of,
            said=also_said(groups),
            apart=self._apart.told([*hits, *left], view),
        )
        discussed = self._apart.following(worded, search, hits) if about_all and not named.nothing else ()
        notes = told_of(notes, said_in(search.filters.phrases, [hit.text for hit in discussed]))
        unanswered = beside and not discussed and best_of([documents, part.fit]) == "nothing"
        missing = missing_history(self._git, view, self._sources, self.searchable) if asks.place or unanswered else ()
        return replace(
            answer,
            hits=self._presenter.hits(hits, view, evidence),
            memories=self._presenter.memories(part.above, view, evidence),
            below=nearer_first(
                [*self._presenter.hits(left, view, evidence), *self._presenter.memories(below, view, evidence)]
            ),
            people=people,
            discussed=discussed,
            degraded=(*commits.degraded_with(ranking.project), *missing),
            embedded=ranking.project.embedded,
            milliseconds=ranking.project.milliseconds,
            candidates=ranking.project.candidates,
            steps=ranking.project.steps,
            exact=tuple(dict.fromkeys([*named.labels, *ranking.exact])),
            documents_fit=documents,
            memories_fit=fits(part.fit),
            more=any(hit not in left for hit in named.first(ordered, ranking.project)),
            notes=(*named.notes, *theirs.notes(hits), *notes, *filter(None, [nobody])),
        )

    def _search_request(
        self, answer: RecallAnswer, narrowed: Narrowed, records: ViewRecords, reverts: Sequence[Revert]
    ) -> SearchRequest:
        """What goes to each database."""
        request, view = answer.request, answer.view
        older = {**self._stand_ins.replaced(view), **records.superseded_by}
        return SearchRequest(
            query=narrowed.words,
            view=view,
            limit=min(request.limit + SPARE, MOST),
            filters=replace(narrowed.filters, kinds=narrowed.kinds),
            recipe=answer.recipe,
            weights=self._settings.weights.model_dump() if request.weights is None else request.weights,
            superseded_by={**older, **{one.sha: (one.reverted_by,) for one in reverts}},
            versions=records.versions,
            candidates=self._settings.candidates,
            memories=min(request.limit + SPARE, MOST) if self._said else MOST,
        )

    def _searched(self, narrowed: Narrowed) -> tuple[Searches, tuple[Searches, ...]]:
        """The database that a question goes to first, and those beside it: the user's own memories, discussions."""
        asked = self._apart.asked(narrowed.kinds)
        if asked and set(narrowed.kinds) <= set(self._apart.kinds):
            return asked[0], asked[1:]
        own = (self._own,) if asks_user(narrowed) and self._memories.user_exists() else ()
        return self._retriever, (*own, *asked)
