"""The prompt context service: gathers the blocks for a query within a deadline, then assembles them."""

import queue
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import Final

from scrubjay.context.blocks.assembler import AssembledContext, BlockAssembler
from scrubjay.context.blocks.gather import is_stale, knowledge_block, memory_blocks, task_block
from scrubjay.context.blocks.history import history_block
from scrubjay.context.blocks.model import BlockType, MemoryBlock, TokenBudget
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.git.process import Git
from scrubjay.inference.tokens import encoding_for
from scrubjay.inference.windows import DEFAULT_WINDOW, window_of
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.view import View
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.asked import LONGEST_QUERY
from scrubjay.session.conversations.model import RECENT_TURNS
from scrubjay.session.conversations.summaries import Summaries
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.session.tasks.task import Task
from scrubjay.storage.database import Database, snapshots
from scrubjay.storage.files import Looks

DEADLINE_MS: Final = 45
FIRST_DEADLINE_MS: Final = 2_500
"""Default deadline of a process's first call, which loads the index and the model."""

TIGHT_SHARE: Final = 0.8
"""Part of the deadline; where the last search took more, keyword search runs before semantic search.

That way there is an answer when the time runs out.
"""

MAX_HITS: Final = 30
MAX_TURNS: Final = 60
MAX_SAVES: Final = 10
MAX_MEMORIES: Final = 200
SHORT_HISTORY: Final = 2

Search = Callable[[RecallRequest], RecallAnswer]


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """A query that a prompt context is wanted for. `window` is the model's context in tokens; 0: by the model's name.

    `model` selects window and tokenizer: a model's name, or an encoding's; empty counts as o200k_base. `session` names
    the conversation whose turns are the history; empty takes the last one. `deadline_ms` None is 45, and more for the
    first call of a process.
    """

    query: str
    window: int = 0
    model: str = ""
    session: str = ""
    single_turn: bool = False
    deadline_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSources:
    """The services that the blocks of one worktree are built from. `least` is the lowest grade that is shown.

    `summaries` are a model's, where the user lets one sum up what was said.
    """

    git: Git
    session: Database
    documents: Documents
    memories: MemoryReader
    grades: Grades
    tasks: TaskReader
    turn_reader: TurnReader
    search: Search
    clock: Clock
    begin: Callable[[str], None] = lambda _: None
    """Lets the model begin with a question, beside what is read before the search."""
    least: Grade = Grade.GROUNDED
    summaries: Summaries | None = None


class Contexts:
    """Assembles contexts for one worktree. `timer` is in seconds.

    A search that misses the deadline runs to its end; its answer is kept as any other is, while it still holds.
    """

    def __init__(self, materials: ContextSources, timer: Callable[[], float] = time.monotonic) -> None:
        self._from = materials
        self._timer = timer
        self._threads = ThreadPoolExecutor(2, "context")
        self._took = 0.0
        """Seconds of the last complete search; 0 before the first, which loads the index and the model."""

    def assemble(self, request: ContextRequest) -> tuple[AssembledContext, View]:
        """The context for a query, and the view it holds for.

        System, project and task are always there; what missed the deadline is named in `missing`. Raises UsageError,
        LimitExceeded.
        """
        _check_request(request)
        known = window_of(request.model)
        budget = TokenBudget.of(request.window or known or DEFAULT_WINDOW)
        encoding = encoding_for(request.model)
        milliseconds = request.deadline_ms
        if milliseconds is None:
            milliseconds = DEADLINE_MS if self._took else FIRST_DEADLINE_MS
        until = self._timer() + milliseconds / 1000
        passed = f"the deadline of {milliseconds} ms passed"
        missing: list[str] = []
        past = MemoryBlock(BlockType.HISTORY)
        if milliseconds > 0:
            self._from.begin(request.query)
        with self._moment() as looks:
            view = self._from.documents.view()
            task = self._from.tasks.get(view.branch, view.commit)
            blocks, memory_ids = self._memories(view)
            parts = [*blocks, task_block(task)]
            if self._timer() < until:
                past = self._history(request, view, task)
            else:
                missing.append(f"history: {passed}")
        search = _Search(self._took > TIGHT_SHARE * milliseconds / 1000)
        if milliseconds > 0:
            self._threads.submit(self._ask, request.query, search, looks)
        answer, why = search.answer(
            lambda: until - self._timer(), f"{passed}; ask again for it" if milliseconds > 0 else passed
        )
        if answer and answer.view.commit != view.commit:
            answer, why = None, "knowledge: HEAD moved meanwhile; ask again for it"
        answered = (*answer.hits, *answer.memories) if answer else ()
        hits = knowledge_block(answered, memory_ids, view.commit, self._from.least)
        missing += [why] if why else []
        made = BlockAssembler(budget, encoding).assemble([*parts, past, hits], single_turn=request.single_turn)
        warnings = [*made.warnings, *self._warnings(request, hits, past, task)]
        if request.model and not request.window and known is None:
            warnings.append(f"the window of this model isn't known: {DEFAULT_WINDOW:,} tokens are taken")
        return replace(made, warnings=tuple(warnings), missing=tuple(missing)), view

    def _searched(self, request: RecallRequest, looks: Looks) -> RecallAnswer:
        with self._moment(looks):
            return self._from.search(request)

    def close(self) -> None:
        """Shut the threads down; a running search goes to its end."""
        self._threads.shutdown(cancel_futures=True)

    @contextmanager
    def _moment(self, looks: Looks | None = None) -> Iterator[Looks]:
        """Let this thread read HEAD, and one snapshot of each database, once within the block."""
        worktree = self._from.git.worktree
        began = worktree.moment(looks) if worktree else nullcontext(looks or Looks())
        with began as found, snapshots((self._from.session, *self._from.memories.databases()), found):
            yield found

    def _memories(self, view: View) -> tuple[tuple[MemoryBlock, ...], frozenset[str]]:
        """The blocks of the memories that are grounded well enough, and their shortened ids."""
        memories = self._from.memories.believed(limit=MAX_MEMORIES)
        grades = self._from.grades.of([memory.id for memory in memories], view)
        worth = [memory for memory in memories if memory.id in grades and grades[memory.id].grade >= self._from.least]
        return memory_blocks(worth, grades)

    def _warnings(
        self, request: ContextRequest, hits: MemoryBlock, past: MemoryBlock, task: Task | None
    ) -> Iterator[str]:
        """Warnings of what a context lacks that a better one would have."""
        if not hits.items:
            yield "knowledge is empty"
        if len(past.items) < SHORT_HISTORY and not request.single_turn:
            yield "history is short"
        if self._from.summaries and len(past.items) > RECENT_TURNS and not any(point.source for point in past.points):
            yield "the history's points are found by rules: the model of history.summary has made none yet"
        if task is None or not task.task:
            yield "no task is set"
        elif is_stale(task, self._from.clock()):
            yield f"the task is stale: last written {task.saved_at[:10]}"

    def _history(self, request: ContextRequest, view: View, task: Task | None) -> MemoryBlock:
        turns = self._from.turn_reader.newest(request.session, MAX_TURNS)
        summary = self._from.summaries.of(turns[0].session) if self._from.summaries and turns else None
        return history_block(turns, () if turns else self._from.tasks.saves(view.branch, MAX_SAVES), task, summary)

    def _ask(self, query: str, search: "_Search", looks: Looks) -> None:
        """Search in a thread: by keywords first where time is short, then hybrid."""
        request = RecallRequest(query=query, limit=MAX_HITS, discussed=False)
        try:
            if search.words_first:
                search.answers.put(self._searched(replace(request, recipe="keyword"), looks))
            began = self._timer()
            search.answers.put(self._searched(request, looks))
            self._took = max(self._timer() - began, 1e-9)
        except ScrubjayError as error:
            search.answers.put(error)
        except Exception as error:  # the rest of the context is still good
            search.answers.put(ScrubjayError(f"the search failed ({type(error).__name__})"))
            raise


class _Search:
    """A running search and its results so far."""

    def __init__(self, words_first: bool) -> None:
        self.words_first = words_first
        self.answers: queue.SimpleQueue[RecallAnswer | ScrubjayError] = queue.SimpleQueue()
        self.expected = 1 + words_first
        """Answers that are still to come."""
        self._best: RecallAnswer | None = None

    def answer(self, left: Callable[[], float], passed: str) -> tuple[RecallAnswer | None, str]:
        """The best answer in time, and what is missing of it."""
        while self.expected:
            missing = "knowledge by meaning" if self._best else "knowledge"
            try:
                answer = self.answers.get(timeout=max(0.0, left()))
            except queue.Empty:
                return self._best, f"{missing}: {passed}"
            if isinstance(answer, ScrubjayError):
                self.expected = 0
                return self._best, f"{missing}: {answer}"
            self._best = answer
            self.expected -= 1
        return self._best, ""


def _check_request(request: ContextRequest) -> None:
    if not request.query.strip():
        raise UsageError("The query is empty. Say what the prompt is about.")
    if len(request.query) > LONGEST_QUERY:
        raise UsageError(f"The query has more than {LONGEST_QUERY:,} characters. Give the question alone.")
    if request.deadline_ms is not None and not 0 <= request.deadline_ms <= 60_000:
        raise UsageError("deadline_ms is from 0 to 60,000.")
