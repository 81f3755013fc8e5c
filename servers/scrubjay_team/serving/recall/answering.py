"""Answers to questions about a team's repositories: the home's own stages over PostgreSQL, for one caller at a time."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from scrubjay.knowledge.documents.values import ViewRecords
from scrubjay.knowledge.index.kinds import COMMIT, DISCUSSIONS, MEMORY
from scrubjay.knowledge.retrieval.hits import telling_hits
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass, replace
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.history.search import HistoryAnswer
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.asked import Narrowed, checked, narrowed_request, phrasings
from scrubjay.search.recall.asked_names import as_typed, is_firm, names_of_all
from scrubjay.search.recall.document import nearest_paths
from scrubjay.search.recall.fitness import nearer_first
from scrubjay.search.recall.memory_hits import newest_first
from scrubjay.search.recall.names import MOST_UNKNOWN, Named
from scrubjay.search.recall.other_databases import SubmodulePart
from scrubjay.search.recall.parts import CommitPart
from scrubjay.search.recall.searches import search_near
from scrubjay.search.recall.stages import AskedSearch, FoundByAll, JoinedPast, JudgedHits, WeighedMemories, judge
from scrubjay.settings.reading import RetrievalSettings
from scrubjay_team.index.scope import no_memories
from scrubjay_team.serving.advice import served
from scrubjay_team.serving.recall.showing import memory_hit, shown_hits
from scrubjay_team.serving.recall.unread import UnreadFiles, together
from scrubjay_team.serving.recall.views import GrantedViews, MirrorViews

if TYPE_CHECKING:
    from scrubjay.knowledge.retrieval.hybrid import SearchRequest
    from scrubjay.model.hit import Hit, HybridResult
    from scrubjay_team.database.connecting import Entered
    from scrubjay_team.index.retriever import TeamRetriever
    from scrubjay_team.memories.memories import TeamMemories
    from scrubjay_team.memories.memory import FoundMemory

NOT_HERE: Final = frozenset({COMMIT, *DISCUSSIONS})
"""Kinds that a team's server doesn't search yet."""

NO_RECORDS: Final = ViewRecords((), {}, {}, {})
"""Records aren't asked of an answer's view: each hit is shown with those of its own repository."""

NO_PAST: Final = JoinedPast(HistoryAnswer(), (), CommitPart(), (), "")

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class TeamQuestion:
    """A question that is ready to be searched for, the views that it is about, and whose it is."""

    asked: AskedSearch
    views: GrantedViews
    repo: str


class TeamRecall:
    """Answers questions of callers over what they are granted. One serves all threads of a process."""

    def __init__(
        self, views: MirrorViews, unread: UnreadFiles, retriever: "TeamRetriever", memories: "TeamMemories",
        settings: RetrievalSettings,
    ) -> None:  # fmt: skip
        self._views = views
        self._unread = unread
        self._retriever = retriever
        self._memories = memories
        self._settings = settings

    def search(self, entered: "Entered", request: RecallRequest, repo: str = "") -> RecallAnswer:
        """Answer a question. Raises UsageError, NotFound, UnknownRevision."""
        question = self._prepare_question(entered, request, repo)  # of which views, narrowed to what, in which words
        if question.asked.narrowed.nothing:
            return question.asked.answered(self._settings)
        found = self._search_index(entered, question)  # in order, and what the question calls by its name
        memories = self._find_memories(entered, question)
        found = self._without_untrue_notes(entered, question, found, memories)
        judged = self._judge_hits(question, found, memories)  # how well the best fits, and what is shown by that
        return self._assemble_answer(question, found, memories, judged)  # each hit with its evidence

    def _prepare_question(self, entered: "Entered", request: RecallRequest, repo: str) -> TeamQuestion:
        query = checked(request)
        worded = phrasings(request, query.words)
        views = self._views.of(entered, repo, request.as_of)
        asks = {one.key for one in query.operators}
        decisions = joined_decisions(views) if "status" in asks else {}
        narrowed = narrowed_request(request, query, decisions, joined_services(views) if "service" in asks else {})
        worded = (narrowed.words, *worded[1:])
        names = names_of_all(worded, partial(self._views.has_path, entered.connection, views))
        records = replace(NO_RECORDS, left_out=together(self._unread.of(entered.connection, views.views)))
        asked = AskedSearch(
            request=request, view=views.heading(), records=records, narrowed=narrowed, worded=worded, names=names,
            lacks=(*views.lacks, *not_searched(narrowed.kinds)), about_all=False,
        )  # fmt: skip
        return TeamQuestion(asked, views, repo)

    def _search_index(self, entered: "Entered", question: TeamQuestion) -> FoundByAll:
        asked, request, narrowed = question.asked, question.asked.request, question.asked.narrowed
        search = asked.goes_out_as(self._settings, (), {}, said=True)
        search = replace(search, superseded_by={})  # the index knows successors
        near = {words: partial(self._retriever.cosines, replace(search, query=words)) for words in asked.worded}
        granted = GrantedSearch(self._retriever, entered, question.views)
        ranking = search_near(asked.worded, search, granted)
        is_ranked = narrowed.words.strip() or narrowed.filters.asks_for_places
        ordered = telling_hits(ranking.hits, every=not request.trimmed) if is_ranked else newest_first(ranking.hits)
        return FoundByAll(
            search=search, near=near, ranking=ranking, theirs=SubmodulePart(),
            named=named_in(question, ranking.project), ordered=ordered,
        )  # fmt: skip

    def _find_memories(self, entered: "Entered", question: TeamQuestion) -> "tuple[FoundMemory, ...]":
        asked = question.asked
        if question.views.as_of:  # what is remembered now wasn't known then
            return ()
        return found_memories(
            self._memories, entered, asked.narrowed, asked.worded, question.repo, max(1, asked.request.limit)
        )

    def _without_untrue_notes(
        self, entered: "Entered", question: TeamQuestion, found: FoundByAll, memories: "Sequence[FoundMemory]"
    ) -> FoundByAll:
        """What was found, without the index's notes on memories, which it doesn't hold, where there are such."""
        asked = question.asked.narrowed.filters
        told = no_memories(asked)
        if not told or not set(told).intersection(found.ranking.project.notes):
            return found
        borne = Filters(tags=asked.tags, applies=asked.applies)
        if not memories and not self._memories.search(entered, "", 1, question.repo, filters=borne):
            return found
        notes = tuple(note for note in found.ranking.project.notes if note not in told)
        project = replace(found.ranking.project, notes=notes)
        return replace(found, ranking=replace(found.ranking, project=project))

    def _judge_hits(self, question: TeamQuestion, found: FoundByAll, memories: "Sequence[FoundMemory]") -> JudgedHits:
        texts = "\n".join(one.memory.content.casefold() for one in memories)
        said = any(name.casefold() in texts for name in found.named.unknown)
        weighed = () if found.named.nothing and not said else tuple(one.hit for one in memories)
        joined = replace(NO_PAST, hits=found.ordered[: question.asked.request.limit])
        return judge(question.asked, found, WeighedMemories(hits=weighed), joined)

    def _assemble_answer(
        self, question: TeamQuestion, found: FoundByAll, weighed: "Sequence[FoundMemory]", judged: JudgedHits
    ) -> RecallAnswer:
        project, views = found.ranking.project, question.views
        by_id = {one.memory.id: memory_hit(one) for one in weighed}

        def of(hits: "Sequence[Hit]") -> list[RecallHit]:
            return [by_id[hit.blob] for hit in hits if hit.blob in by_id]

        memories = tuple(of(judged.memories))
        return question.asked.answered(
            self._settings,
            hits=shown_hits(judged.hits, views),
            memories=memories,
            below=nearer_first([*shown_hits(judged.left, views), *of(judged.below)]),
            degraded=tuple(map(served, project.degraded)),
            embedded=project.embedded,
            milliseconds=project.milliseconds,
            candidates=project.candidates,
            steps=project.steps,
            exact=project.exact,
            documents_fit=judged.fit,
            memories_fit="weak" if memories and judged.memories_fit == "nothing" else judged.memories_fit,
            more=any(hit not in judged.left for hit in found.named.first(found.ordered, project)),
            notes=(*found.named.notes, *judged.notes),
        )


class GrantedSearch:
    """Searches of the views of one call, in its caller's transaction."""

    def __init__(self, retriever: "TeamRetriever", entered: "Entered", views: GrantedViews) -> None:
        self._retriever = retriever
        self._connection = entered.connection
        self._views = views

    def search(self, request: "SearchRequest") -> "HybridResult":
        """Find passages."""
        place = self._views.views[0].place if self._views.as_of and self._views.views else 0
        return self._retriever.search(self._connection, request, self._views.projects, place)


def not_searched(kinds: Sequence[str]) -> tuple[str, ...]:
    """What was asked for that isn't searched here, as a note."""
    asked = [kind for kind in kinds if kind in NOT_HERE]
    return (f"not searched on a team's server: {', '.join(asked)}",) if asked else ()


def named_in(question: TeamQuestion, found: "HybridResult") -> Named:
    """What the names in a question lead to: those that the search found, and those that nothing has."""
    asked = question.asked.names
    known = {name for name in found.unknown if name in asked.others and (is_firm(name) or asked.about)}
    unknown = tuple(name for name in found.unknown if name in known and name not in found.exact)[:MOST_UNKNOWN]
    if not unknown:
        return Named(asked, labels=found.exact)
    paths = [file.path for one in question.views.views for file in one.view.files]
    near = [path for name in unknown if "." in name for path in nearest_paths(name, paths)][:MOST_UNKNOWN]
    like = f"; the nearest: {', '.join(near)}" if near else ""
    typed = " or ".join(shown(as_typed(name, question.asked.request.query)) for name in unknown)
    return Named(asked, labels=found.exact, unknown=unknown, notes=(f"nothing here is called {typed}{like}",))


def joined_decisions(views: GrantedViews) -> Mapping[str, DecisionEntry]:
    """The decisions of all views, by paths as a search of several names them."""
    if len(views.views) == 1:
        return views.views[0].records.by_path
    return {f"{one.name}:{path}": entry for one in views.views for path, entry in one.records.by_path.items()}


def joined_services(views: GrantedViews) -> dict[str, tuple[str, ...]]:
    """The services that the report at each path names, by paths as a search of several names them."""
    several = len(views.views) > 1
    return {
        f"{one.name}:{path}" if several else path: services
        for one in views.views
        for path, services in one.records.services(one.view).items()
    }


def found_memories(
    memories: "TeamMemories", entered: "Entered", narrowed: Narrowed, worded: Sequence[str], repo: str, limit: int
) -> tuple["FoundMemory", ...]:
    """The memories that fit any phrasing, best first, at most `limit`; none where the question asks for none."""
    if not asks_for_memories(narrowed):
        return ()
    best: dict[str, FoundMemory] = {}
    for words in worded:
        for one in memories.search(entered, words, min(MOST, limit), repo, filters=narrowed.filters):
            known = best.get(one.memory.id)
            if known is None or one.hit.score > known.hit.score:
                best[one.memory.id] = one
    order = sorted(best.values(), key=lambda one: (-one.hit.score, -one.memory.number))
    return tuple(order[:limit])


def asks_for_memories(narrowed: Narrowed) -> bool:
    """Whether memories may be in an answer: it names no other kind, no path and no status."""
    filters = narrowed.filters
    placed = filters.path or filters.within or filters.outside or filters.only is not None or filters.asks_for_places
    return not placed and (not narrowed.kinds or MEMORY in narrowed.kinds)
