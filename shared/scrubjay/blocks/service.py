"""What belongs into the prompt for this question, here and now? Gathered within a deadline, then assembled."""

import queue
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

from scrubjay.blocks.assembler import AssembledContext, BlockAssembler
from scrubjay.blocks.budget import TokenBudget
from scrubjay.blocks.gather import is_stale, knowledge, standing, task_block
from scrubjay.blocks.history import history
from scrubjay.blocks.model import BlockType, MemoryBlock
from scrubjay.conversations import SaidTurns
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.git.head import Head, head
from scrubjay.git.process import Git
from scrubjay.memories import Memories
from scrubjay.model.clock import Clock
from scrubjay.recall import RecallAnswer, RecallRequest
from scrubjay.recall.asked import LONGEST_QUERY
from scrubjay.sessions.task import Task
from scrubjay.sessions.tasks import Tasks
from scrubjay.tokens import encoding_for

DEADLINE_MS: Final = 45
FIRST_MS: Final = 2_500
"""What the first call of a process may take that names no deadline: it loads the index and the model."""

PATIENT_S: Final = 0.5
"""With less time than this, words are asked before meaning, so that something is there when it runs out."""

MOST_HITS: Final = 30
MOST_TURNS: Final = 60
MOST_SAVES: Final = 10
MOST_MEMORIES: Final = 200
SHORT_HISTORY: Final = 2

Search = Callable[[RecallRequest], RecallAnswer]


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """A question whose prompt is wanted. `window` is the size of the model's context in tokens.

    `model` says how tokens are counted: a model's name or an encoding's; empty counts as o200k_base. `session` names
    the conversation whose turns are the history; empty takes the last one. `deadline_ms` None is 45, and more for the
    first call of a process.
    """

    query: str
    window: int = 8_192
    model: str = ""
    session: str = ""
    single_turn: bool = False
    deadline_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Materials:
    """Where the blocks of one worktree come from."""

    git: Git
    memories: Memories
    tasks: Tasks
    said: SaidTurns
    search: Search
    clock: Clock


class Contexts:
    """Assembles contexts for one worktree. `timer` is in seconds; a search that comes late runs to its end."""

    def __init__(self, materials: Materials, timer: Callable[[], float] = time.monotonic) -> None:
        self._from = materials
        self._timer = timer
        self._threads = ThreadPoolExecutor(2, "context")
        self._warm = False

    def assemble(self, request: ContextRequest) -> tuple[AssembledContext, Head]:
        """The context for a question, and where it holds.

        System, project and task are always there; what the deadline kept out is named in `missing`.
        Raises UsageError, LimitExceeded.
        """
        _check(request)
        budget, encoding = TokenBudget.of(request.window), encoding_for(request.model)
        milliseconds = request.deadline_ms
        if milliseconds is None:
            milliseconds = DEADLINE_MS if self._warm else FIRST_MS
        until = self._timer() + milliseconds / 1000
        found: queue.SimpleQueue[RecallAnswer | ScrubjayError] = queue.SimpleQueue()
        if milliseconds > 0:
            self._threads.submit(self._ask, request.query, milliseconds, found)
        at = head(self._from.git)
        task = self._from.tasks.get(at.branch, at.commit)
        blocks, known = standing(self._from.memories.believed(limit=MOST_MEMORIES))
        parts = [*blocks, task_block(task)]
        missing: list[str] = []
        past = MemoryBlock(BlockType.HISTORY)
        if self._timer() < until:
            past = self._history(request, at, task)
        else:
            missing.append(f"history: the deadline of {milliseconds} ms passed")
        answer, why = self._answer(found, until, milliseconds)
        hits = knowledge(answer.hits if answer else (), known, at.commit)
        missing += [why] if why else []
        made = BlockAssembler(budget, encoding).assemble([*parts, past, hits], single_turn=request.single_turn)
        warnings = [*made.warnings]
        if not hits.items:
            warnings.append("knowledge is empty")
        if len(past.items) < SHORT_HISTORY and not request.single_turn:
            warnings.append("history is short")
        if task is None or not task.task:
            warnings.append("no task is set")
        elif is_stale(task, self._from.clock()):
            warnings.append(f"the task is stale: last written {task.saved_at[:10]}")
        return replace(made, warnings=tuple(warnings), missing=tuple(missing)), at

    def close(self) -> None:
        """End its threads; a search that runs goes to its end."""
        self._threads.shutdown(cancel_futures=True)

    def _history(self, request: ContextRequest, at: Head, task: Task | None) -> MemoryBlock:
        turns = self._from.said.newest(request.session, MOST_TURNS)
        return history(turns, () if turns else self._from.tasks.saves(at.branch, MOST_SAVES), task)

    def _ask(self, query: str, milliseconds: int, found: "queue.SimpleQueue[RecallAnswer | ScrubjayError]") -> None:
        """Search by words first where time is short, then by everything there is; the last answer counts."""
        request = RecallRequest(query, limit=MOST_HITS)
        try:
            if milliseconds < PATIENT_S * 1000:
                found.put(self._from.search(replace(request, recipe="keyword")))
            found.put(self._from.search(request))
            self._warm = True
        except ScrubjayError as error:
            found.put(error)
        except Exception as error:  # the rest of the context is still good; the log has what broke
            found.put(ScrubjayError(f"the search failed ({type(error).__name__})"))
            raise

    def _answer(
        self, found: "queue.SimpleQueue[RecallAnswer | ScrubjayError]", until: float, milliseconds: int
    ) -> tuple[RecallAnswer | None, str]:
        """The best answer that came in time, and what is missing of it."""
        best: RecallAnswer | None = None
        wanted = 2 if milliseconds < PATIENT_S * 1000 else 1
        for _ in range(wanted if milliseconds > 0 else 0):
            try:
                one = found.get(timeout=max(0.0, until - self._timer()))
            except queue.Empty:
                break
            if isinstance(one, ScrubjayError):
                return best, f"knowledge{' by meaning' if best else ''}: {one}"
            best, wanted = one, wanted - 1
        if best is None:
            return None, f"knowledge: the deadline of {milliseconds} ms passed"
        return best, f"knowledge by meaning: the deadline of {milliseconds} ms passed" if wanted else ""


def _check(request: ContextRequest) -> None:
    if not request.query.strip():
        raise UsageError("The query is empty. Say what the prompt is about.")
    if len(request.query) > LONGEST_QUERY:
        raise UsageError(f"The query has more than {LONGEST_QUERY:,} characters. Give the question alone.")
    if request.deadline_ms is not None and not 0 <= request.deadline_ms <= 60_000:
        raise UsageError("deadline_ms is from 0 to 60,000.")
