"""Rendered answers as an agent gets them, kept for a question that is asked again in the very same state."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from scrubjay.git.clone_state import clone_state
from scrubjay.git.head import base_state, current_pointer
from scrubjay.git.repository import Repository
from scrubjay.git.uncommitted import equals_blob
from scrubjay.git.worktree import Worktree
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.ingest import Progress
from scrubjay.knowledge.documents.left_out import LeftOut
from scrubjay.knowledge.documents.values import ViewCounts
from scrubjay.model.clock import Clock, day_of
from scrubjay.model.later import Later
from scrubjay.model.view import View
from scrubjay.search.recall.answer import AnswerFacts, RecallAnswer, RecallRequest, facts_of
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from scrubjay.storage.database import Database, snapshots
from scrubjay.storage.files import FileMarks, Looks

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.far import FarSearch, PendingFarAnswer
    from scrubjay.search.recall import far_question, joining
else:  # few homes have joined a server
    far_question = Later("scrubjay.search.recall.far_question")
    joining = Later("scrubjay.search.recall.joining")

T = TypeVar("T")

KEPT = 64
"""Answers of one worktree that are cached; the largest have 40,000 characters."""


@dataclass(frozen=True, slots=True)
class MadeAnswer(Generic[T]):
    """An answer, whether it may be cached, and the blob of each of its files by path."""

    value: T
    lasting: bool
    blobs: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Kept:
    """A cached answer with the state it was made in; `files` are its files' marks while they held their blobs."""

    shown: MadeAnswer[Any]
    clone: FileMarks
    versions: tuple[object, ...]
    files: FileMarks | None = None


class RepeatedAnswers:
    """A cache of one worktree's answers, by what was asked. Safe to use from several threads.

    An answer is taken from the cache while HEAD and its base branch, which are read, the marks of refs and packs, all
    commits to the databases, the day and the files that it shows are those from before it was made. Whatever can't be
    told makes it anew. Each call is one moment: all that is read for an answer is read after these, and once. What
    changes meanwhile shows in them at the next call, so that an answer of neither state is given once.
    """

    def __init__(
        self,
        worktree: Worktree,
        repository: Repository,
        databases: Callable[[], tuple[Database, ...]],
        clock: Clock,
    ) -> None:
        self._worktree = worktree
        self._repository = repository
        self._databases = databases
        self._clock = clock
        self._lock = threading.Lock()
        self._cache: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._clone: FileMarks | None = None

    def of(self, key: Hashable, make: Callable[[], MadeAnswer[T]]) -> T:
        """The cached answer for `key` while repository and databases are unchanged; else made by `make`."""
        with self._worktree.moment() as looks, snapshots(databases := self._databases(), looks):
            clone = self._worktree.lasting("clone", lambda: self._marks(looks))
            versions = self._versions(databases)
            with self._lock:
                kept = self._cache.get(key)
            if (
                kept is not None
                and None not in (clone, versions)
                and (kept.clone, kept.versions) == (clone, versions)
                and self._files_stand(kept, looks)
            ):
                with self._lock:
                    if key in self._cache:
                        self._cache.move_to_end(key)
                return cast("T", kept.shown.value)
            shown = make()
        if shown.lasting and clone is not None and versions is not None:
            self._keep(key, _Kept(shown, clone, versions))
        return shown.value

    def _marks(self, looks: Looks) -> FileMarks | None:
        """The marks of the clone's files; None where a later change might not show in them.

        Its folders are listed again only where one of those that are known changed.
        """
        known = self._clone
        if known is None or not known.stand(looks):
            found = clone_state(self._repository, looks)
            self._clone = known = found if found is not None and found.settled(looks) else None
        return known

    def _versions(self, databases: tuple[Database, ...]) -> tuple[object, ...] | None:
        """The state that a cached answer depends on: HEAD, base, day, database versions; None if HEAD is unreadable."""
        head, base = current_pointer(self._worktree), base_state(self._worktree)
        if head is None or base is None:
            return None
        return (head, base, day_of(self._clock()), *(database.version() for database in databases))

    def _files_stand(self, kept: _Kept, looks: Looks) -> bool:
        """Whether the files of an answer hold their blobs; they are read again only where their marks changed."""
        if not kept.shown.blobs or (kept.files is not None and kept.files.stand(looks)):
            return True
        files = {self._repository.worktree / path: blob for path, blob in kept.shown.blobs.items()}
        try:
            marks = FileMarks.of(map(str, files), looks)
        except OSError:
            return False
        if not all(equals_blob(file, blob) for file, blob in files.items()):
            return False
        kept.files = marks if marks.settled(looks) else None
        return True

    def _keep(self, key: Hashable, kept: _Kept) -> None:
        """Put an answer into the cache; the least recently used ones go."""
        with self._lock:
            self._cache[key] = kept
            self._cache.move_to_end(key)
            while len(self._cache) > KEPT:
                self._cache.popitem(last=False)


@dataclass(frozen=True, slots=True)
class AnswerText:
    """A rendered answer, with the paths and titles of its documents, and the facts that are counted."""

    text: str
    documents: tuple[tuple[str, str], ...]
    facts: AnswerFacts


@dataclass(frozen=True, slots=True)
class IndexState:
    """What is indexed of a view, and what isn't read."""

    view: View
    counts: ViewCounts
    left_out: LeftOut


class Answers:
    """Answers questions of one worktree; home's part is cached while nothing changed.

    `user_reads` counts shown user memories. `far_search` are the servers that the home has joined, which are asked
    beside the home's own search, each time anew.
    """

    def __init__(
        self,
        recall: Recall,
        documents: Documents,
        repeated: RepeatedAnswers,
        user_reads: Callable[[], int],
        far_search: "Sequence[FarSearch]" = (),
    ) -> None:
        self._recall = recall
        self._documents = documents
        self._repeated = repeated
        self._user_reads = user_reads
        self._far = far_search

    def search(self, request: RecallRequest, progress: Progress | None = None) -> AnswerText:
        """The answer to a question, of the home and of servers that it has joined; see `Recall.search`."""
        started = time.perf_counter()
        if self._far and (begun := self._begun(request)):
            answer = _answer_text(self._joined(self._cached(request, progress), begun, started))
        else:
            answer = self._repeated.of(request, lambda: self._made_text(request, progress))
        self._recall.count(*answer.facts.events((time.perf_counter() - started) * 1000))
        return answer

    def found(self, request: RecallRequest, progress: Progress | None = None) -> RecallAnswer:
        """The same as values, for a process that asks once: home's part is made anew."""
        begun, started = self._begun(request), time.perf_counter()
        answer = self._recall.search(request, progress)
        return self._joined(answer, begun, started) if begun else answer

    def look(self, request: RecallRequest) -> RecallAnswer:
        """The home's own answer as values, which nobody is shown yet; see `Recall.look`."""
        return self._cached(request, None)

    def _begun(self, request: RecallRequest) -> "tuple[PendingFarAnswer, ...]":
        """The question, on its way to the servers that have something of what it asks for."""
        asked = far_question.far_request(request) if self._far else None
        return tuple(filter(None, (one.begin(asked) for one in self._far))) if asked is not None else ()

    def _joined(
        self, answer: RecallAnswer, begun: "Sequence[PendingFarAnswer]", started: float
    ) -> RecallAnswer:  # fmt: skip
        """The answer of the home with what servers have of it by now, or within their time from the begin."""
        far, view = far_question.awaited(begun, started), answer.view
        if any(one.here for one in far):
            read = partial(self._documents.blob_at, view)
            far = joining.as_here(far, view, self._documents.records(view).by_path, read)
        return joining.joined(answer, far)

    def _cached(self, request: RecallRequest, progress: Progress | None) -> RecallAnswer:
        return self._repeated.of(("look", request), lambda: self._made_answer(request, progress))

    def _made_text(self, request: RecallRequest, progress: Progress | None) -> MadeAnswer[AnswerText]:
        made = self._made_answer(request, progress)
        return MadeAnswer(_answer_text(made.value), made.lasting, made.blobs)

    def _made_answer(self, request: RecallRequest, progress: Progress | None) -> MadeAnswer[RecallAnswer]:
        """Search anew: the answer, and whether it may be cached."""
        reads = self._user_reads()
        answer = self._recall.look(request, progress)
        lasting = _is_cacheable(answer) and reads == self._user_reads()
        return MadeAnswer(answer, lasting, {hit.path: hit.blob for hit in answer.hits if hit.path})

    def document(self, request: DocumentRequest) -> str:
        """A document or a part of it; see `DocumentReader.document`."""

        def make() -> MadeAnswer[str]:
            shown = self._recall.reader.document(request)
            blobs = {shown.path: shown.blob} if shown.path else {}
            return MadeAnswer(shown.text, not (request.as_of or shown.dirty), blobs)

        return self._repeated.of(request, make)

    def decisions(self, filters: DecisionFilters) -> str:
        """The decisions of HEAD as a table; see `DocumentReader.list_decisions`."""

        def make() -> MadeAnswer[str]:
            text = self._recall.reader.list_decisions(filters)
            return MadeAnswer(text, not self._documents.behind(self._documents.view()))

        return self._repeated.of(filters, make)

    def index_state(self) -> IndexState:
        """What is indexed at HEAD."""

        def make() -> MadeAnswer[IndexState]:
            view = self._documents.view()
            return MadeAnswer(
                IndexState(view, self._documents.counts(view), self._documents.left_out(view)), lasting=True
            )

        return self._repeated.of(IndexState, make)


def _is_cacheable(answer: RecallAnswer) -> bool:
    """Whether only the state of repository and databases made an answer so: nothing degraded, no revision, no times."""
    request = answer.request
    dirty = any(hit.dirty for hit in answer.hits)
    return not (answer.degraded or request.as_of or request.detail == "full" or dirty)


def _answer_text(answer: RecallAnswer) -> AnswerText:
    """An answer rendered, with its documents and its facts."""
    documents: dict[str, str] = {}
    for hit in answer.hits:
        if hit.path and not hit.far:
            documents.setdefault(hit.path, hit.title)
    return AnswerText(render(answer), tuple(documents.items()), facts_of(answer))
