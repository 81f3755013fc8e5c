"""The recall pipeline: a search of documents and memories, stage by stage, with every hit checked against git."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from scrubjay.extensions.kinds.grounds import DocumentNote, NamedTextReader
from scrubjay.git.process import Git
from scrubjay.identity.insight.counting import Count
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.ingest import Progress
from scrubjay.knowledge.index.indexes import WantedPassages
from scrubjay.knowledge.index.kinds import COMMIT, NOT_FROM_GIT, SEARCH_KINDS, share
from scrubjay.knowledge.index.sources import Sources
from scrubjay.knowledge.retrieval.exact import said_in, told_of
from scrubjay.knowledge.retrieval.hits import telling_hits
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.knowledge.retrieval.query import SENTENCE
from scrubjay.log import Log
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.grade import Grade
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
    narrowed_request,
    phrasings,
)
from scrubjay.search.recall.asked_names import names_of_all
from scrubjay.search.recall.belonging import lacking_kinds, narrow_to, without_path
from scrubjay.search.recall.evidence import behind_note, published_note
from scrubjay.search.recall.fitness import nearer_first
from scrubjay.search.recall.memory_hits import newest_first, shown_groups
from scrubjay.search.recall.names import NameResolver
from scrubjay.search.recall.other_databases import AllApart, SearchedApart, search_submodules
from scrubjay.search.recall.parts import CommitPart, also_said, said_once
from scrubjay.search.recall.reading import DocumentReader, SearchableView
from scrubjay.search.recall.searches import CommitsBeside, Searches, search_near
from scrubjay.search.recall.showing import Evidence, PoolsOf, Presenter
from scrubjay.search.recall.stages import (
    AskedPast,
    AskedSearch,
    FoundByAll,
    JoinedPast,
    JudgedHits,
    WeighedMemories,
    judge,
)
from scrubjay.search.recall.story import missing_history
from scrubjay.settings.reading import RetrievalSettings
from scrubjay.text.languages import with_forms

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
        """Answer a question stage by stage. What the question doesn't need isn't read."""
        asked = self._prepare_question(request, progress)  # of which view, narrowed to what, in which words
        if asked.narrowed.nothing:
            return asked.answered(self._settings)
        past = self._read_history_question(asked)  # whether commits join, and which ones were taken back
        found = self._search_databases(asked, past)  # in order, and what the question calls by its name
        memories = self._weigh_memories(asked, found)  # how much each memory is worth, and each statement once
        joined = self._join_history(asked, past, found)  # what history answers, who knows, and the commits that join
        judged = self._judge_hits(asked, found, memories, joined)  # how well the best fits, and what is shown by that
        return self._assemble_answer(asked, past, found, memories, joined, judged)  # each hit with its evidence

    def _prepare_question(self, request: RecallRequest, progress: Progress | None) -> AskedSearch:
        kinds = (*SEARCH_KINDS, *self._sources.added_kinds)
        query = checked(request, kinds)
        if not (query.operators or request.kinds):  # then these very words are searched for
            self._retriever.ahead(query.words, request.recipe or self._settings.recipe)
        worded = phrasings(request, query.words)
        view, behind = self.searchable.current(request.as_of, progress)
        records = self._documents.records(view)
        services = records.services(view) if any(one.key == "service" for one in query.operators) else {}
        narrowed = narrowed_request(request, query, records.by_path, services, kinds)
        narrowed = narrow_to(narrowed, request.service, request.topic, (file.path for file in view.files), records)
        lacking = lacking_kinds(narrowed.kinds, view, records.incidents, self._sources)
        notes = [*lacking, *self._apart.trouble()]
        if behind:
            notes.append(behind_note(behind, self.searchable.unwritable))
        notes += without_path(narrowed, self._sources)
        narrowed = replace(narrowed, notes=(*narrowed.notes, *self._apart.notes(narrowed.kinds)))
        if narrowed.kinds == ONLY_MEMORIES and (there := self._stand_ins.notes(view, {one.path for one in view.files})):
            notes.append(published_note(len(there)))
        names = names_of_all((narrowed.words, *worded[1:]), partial(self._names.is_path, view))
        worded, added = self._spelled_out(view, (narrowed.words, *worded[1:]))
        narrowed = replace(narrowed, words=worded[0], notes=(*narrowed.notes, *added))
        about_all = is_about_all(request, narrowed)
        return AskedSearch(
            request=request, view=view, records=records, narrowed=narrowed, worded=worded, names=names,
            lacks=tuple(notes), about_all=about_all,
        )  # fmt: skip

    def _spelled_out(self, view: View, worded: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Each phrasing with the other forms of its abbreviations, and a note for each; pasted text stays as it is."""
        forms = [self._documents.other_forms(view, words) if len(words) <= SENTENCE else () for words in worded]
        notes = (f"{form.typed}: also {form.other}" for each in forms for form in each)
        return tuple(map(with_forms, worded, forms)), tuple(dict.fromkeys(notes))

    def _read_history_question(self, asked: AskedSearch) -> AskedPast:
        narrowed, names = asked.narrowed, asked.names
        asks, by = self._history.read(narrowed.words, asked.view.commit) if anywhere(narrowed) else NO_HISTORY
        beside = asked.about_all and not asks.place.leads and bool(narrowed.filters.phrases or not names.only)
        past_too = COMMIT in narrowed.kinds or asks.place or beside or names.by_sign
        reverts = self._commits.reverts(asked.view) if past_too else ()
        return AskedPast(asks, by, beside=beside, reverts=reverts)

    def _search_databases(self, asked: AskedSearch, past: AskedPast) -> FoundByAll:
        request, narrowed, worded = asked.request, asked.narrowed, asked.worded
        replaced = self._stand_ins.replaced(asked.view)
        search = asked.goes_out_as(self._settings, past.reverts, replaced, said=self._said)
        first, others = self._databases_for(narrowed)
        discussions = asked.about_all or bool(self._apart.asked(narrowed.kinds))
        named = self._names.find(asked.names, search, discussions=discussions)
        near = {words: partial(self._retriever.cosines, replace(search, query=words)) for words in worded}
        ranking = search_near(worded, search, first, others)
        ranking, theirs = search_submodules(worded, search, ranking, near, self._retriever)
        named = self._names.beside(named, ranking.project, ranking.memories, search)
        is_ranked = narrowed.words.strip() or narrowed.filters.asks_for_places
        ordered = telling_hits(ranking.hits, every=not request.trimmed) if is_ranked else newest_first(ranking.hits)
        return FoundByAll(search=search, near=near, ranking=ranking, theirs=theirs, named=named, ordered=ordered)

    def _weigh_memories(self, asked: AskedSearch, found: FoundByAll) -> WeighedMemories:
        memories = found.ranking.memories
        if not memories:
            return WeighedMemories()
        only = asked.narrowed.kinds == ONLY_MEMORIES
        grades = self._grades.of([hit.blob for hit in memories], asked.view)
        grade = {hit.blob: grades.get(hit.blob, NOTHING).grade for hit in memories}
        shown = [hit for hit in memories if only or self._said or grade[hit.blob] >= Grade.QUOTED]
        groups = shown_groups(self._memories, asked.request, shown)
        told = frozenset(id for id, known in grade.items() if known is Grade.TOLD)
        once = () if found.named.nothing else said_once(shown, groups)
        return WeighedMemories(hits=once, grades=grades, groups=groups, told=told)

    def _join_history(self, asked: AskedSearch, past: AskedPast, found: FoundByAll) -> JoinedPast:
        view, limit, search = asked.view, asked.request.limit, found.search
        answer = HistoryAnswer()
        if past.asks.place:
            answer = self._history.answer(past.asks, past.by, search, [file.path for file in view.files])
        hits: Sequence[Hit] = found.ordered[:limit]
        people, nobody = self._history.who_know(answer, view, hits) if past.asks.knows else ((), "")
        hits = joined(hits, answer.hits, past.asks.place, limit, answer.holds)
        commits = CommitPart(corpora=answer.corpora, held=answer.held)
        if past.beside:
            commits = self._commits_beside.of(asked.worded, search, found.ranking.project, answer)
        return JoinedPast(answer=answer, hits=hits, commits=commits, people=people, nobody=nobody)

    def _judge_hits(
        self, asked: AskedSearch, found: FoundByAll, memories: WeighedMemories, joined: JoinedPast
    ) -> JudgedHits:
        judged = judge(asked, found, memories, joined)
        if min(found.ranking.embedded, share(joined.commits.corpora)) < 1:
            self.searchable.ask_for_vectors(asked.view)
            shown = (*judged.hits, *judged.left)
            self._wanted.add([hit.passage for hit in shown if hit.kind not in NOT_FROM_GIT])
        return judged

    def _assemble_answer(
        self, asked: AskedSearch, past: AskedPast, found: FoundByAll, memories: WeighedMemories, joined: JoinedPast,
        judged: JudgedHits,
    ) -> RecallAnswer:  # fmt: skip
        view, named, project, left = asked.view, found.named, found.ranking.project, judged.left
        more = [hit.blob for hit in judged.hits if hit.kind == COMMIT and hit.blob not in joined.answer.facts]
        facts = {**joined.answer.facts, **self._history.facts(more, view)}
        hits = [self._history.shown(hit, view) for hit in judged.hits]
        evidence = Evidence(
            records=asked.records,
            grades=memories.grades,
            reverts=past.reverts,
            facts=facts,
            at_head=not asked.request.as_of,
            said=also_said(memories.groups),
            apart=self._apart.told([*hits, *left], view),
        )
        follows = asked.about_all and not named.nothing
        discussed = self._apart.following(asked.worded, found.search, hits) if follows else ()
        notes = told_of(judged.notes, said_in(found.search.filters.phrases, [hit.text for hit in discussed]))
        unanswered = past.beside and not discussed and judged.best == "nothing"
        lacks_history = past.asks.place or unanswered
        missing = missing_history(self._git, view, self._sources, self.searchable) if lacks_history else ()
        shown = self._presenter
        return asked.answered(
            self._settings,
            hits=shown.hits(hits, view, evidence),
            memories=shown.memories(judged.memories, view, evidence),
            below=nearer_first([*shown.hits(left, view, evidence), *shown.memories(judged.below, view, evidence)]),
            people=joined.people,
            discussed=discussed,
            degraded=(*joined.commits.degraded_with(project), *missing),
            embedded=project.embedded,
            milliseconds=project.milliseconds,
            candidates=project.candidates,
            steps=project.steps,
            exact=tuple(dict.fromkeys([*named.labels, *found.ranking.exact])),
            documents_fit=judged.fit,
            memories_fit=judged.memories_fit,
            more=any(hit not in left for hit in named.first(found.ordered, project)),
            notes=(*named.notes, *found.theirs.notes(hits), *notes, *filter(None, [joined.nobody])),
        )

    def _databases_for(self, narrowed: Narrowed) -> tuple[Searches, tuple[Searches, ...]]:
        """The database that a question is searched in first, and those searched beside it."""
        asked = self._apart.asked(narrowed.kinds)
        if asked and set(narrowed.kinds) <= set(self._apart.kinds):
            return asked[0], asked[1:]
        own = (self._own,) if asks_user(narrowed) and self._memories.user_exists() else ()
        return self._retriever, (*own, *asked)
