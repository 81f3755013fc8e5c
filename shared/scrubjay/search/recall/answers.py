"""Answers as an agent gets them, rendered; what is asked again in the same state is answered from the cache."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.ingest import Progress
from scrubjay.knowledge.documents.left_out import LeftOut
from scrubjay.knowledge.documents.values import ViewCounts
from scrubjay.model.view import View
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.counted import AnswerFacts, facts_of
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from scrubjay.search.recall.repeated import MadeAnswer, RepeatedAnswers


@dataclass(frozen=True, slots=True)
class AnswerText:
    """A rendered answer, the paths of its documents in order, each with its title, and what is counted of it."""

    text: str
    documents: tuple[tuple[str, str], ...]
    facts: AnswerFacts


@dataclass(frozen=True, slots=True)
class IndexState:
    """What is indexed of a view, and what of it isn't read."""

    view: View
    counts: ViewCounts
    left_out: LeftOut


class Answers:
    """The answers of one worktree. `user_reads` counts how often user memories were shown, which is recorded."""

    def __init__(
        self, recall: Recall, documents: Documents, repeated: RepeatedAnswers, user_reads: Callable[[], int]
    ) -> None:
        self._recall = recall
        self._documents = documents
        self._repeated = repeated
        self._user_reads = user_reads

    def search(self, request: RecallRequest, progress: Progress | None = None) -> AnswerText:
        """The answer to a question; see `Recall.search`."""

        def make() -> MadeAnswer[AnswerText]:
            reads = self._user_reads()
            answer = self._recall.look(request, progress)
            lasting = _lasts(answer) and reads == self._user_reads()
            return MadeAnswer(_rendered(answer), lasting, {hit.path: hit.blob for hit in answer.hits if hit.path})

        started = time.perf_counter()
        answer = self._repeated.of(request, make)
        self._recall.count(*answer.facts.events((time.perf_counter() - started) * 1000))
        return answer

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


def _lasts(answer: RecallAnswer) -> bool:
    """Whether nothing but the state made it so: no model that was missing, no revision's name, no time it took."""
    request = answer.request
    dirty = any(hit.dirty for hit in answer.hits)
    return not (answer.degraded or request.as_of or request.detail == "full" or dirty)


def _rendered(answer: RecallAnswer) -> AnswerText:
    documents: dict[str, str] = {}
    for hit in answer.hits:
        if hit.path:
            documents.setdefault(hit.path, hit.title)
    return AnswerText(render(answer), tuple(documents.items()), facts_of(answer))
