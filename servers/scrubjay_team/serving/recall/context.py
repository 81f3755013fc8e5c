"""A prompt's context over what a caller is granted: the home's blocks and budgets, and the team's memories and search.

The search runs in a transaction of its own beside the caller's, so that an answer is there by the deadline; one that
is late goes to its end, and nobody waits for it.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from typing import TYPE_CHECKING, Any, Final

from scrubjay.context.blocks.assembler import AssembledContext, BlockAssembler
from scrubjay.context.blocks.gather import ID_DIGITS, MAX_FACTS, is_imperative, knowledge_block
from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock, TokenBudget
from scrubjay.errors import LimitExceeded, ScrubjayError, UsageError
from scrubjay.inference.tokens import encoding_for
from scrubjay.inference.windows import DEFAULT_WINDOW, window_of
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.asked import LONGEST_QUERY
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.memory import ground_line
from scrubjay_team.serving.advice import served_error

if TYPE_CHECKING:
    from scrubjay.search.recall.answer import RecallAnswer
    from scrubjay_team.database.connecting import Entered, TeamDatabase
    from scrubjay_team.memories.memories import TeamMemories
    from scrubjay_team.memories.memory import TeamMemory
    from scrubjay_team.serving.recall.answering import TeamRecall

MAX_HITS: Final = 30
MAX_MEMORIES: Final = 200
AT_ONCE: Final = 2
"""Searches of contexts that run at once; more wait, and may come late."""

LEAST: Final = Grade.GROUNDED
"""The lowest grade of memories in a prompt, as at home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextQuestion:
    """What a context is wanted for. `window` 0: by the model's name; `repo` empty: all that are granted."""

    query: str
    window: int = 0
    model: str = ""
    repo: str = ""
    task: str = ""
    history: tuple[str, ...] = ()
    single_turn: bool = False
    deadline_ms: int = 250

    def check(self) -> None:
        """Raises UsageError, LimitExceeded."""
        if not self.query.strip():
            raise UsageError("The query is empty. Say what the prompt is about.")
        if len(self.query) > LONGEST_QUERY:
            raise LimitExceeded(f"The query has more than {LONGEST_QUERY:,} characters. Give the question alone.")


class TeamContexts:
    """Assembles contexts for callers. One serves all threads of a process; `timer` is in seconds."""

    def __init__(
        self, database: "TeamDatabase", recall: "TeamRecall", memories: "TeamMemories",
        timer: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._database = database
        self._recall = recall
        self._memories = memories
        self._timer = timer
        self._threads = ThreadPoolExecutor(AT_ONCE, "context")

    def assemble(self, entered: "Entered", asked: ContextQuestion, who: Mapping[str, Any]) -> AssembledContext:
        """The context for a question; `who` is what `TeamDatabase.entered` takes for the caller.

        Project, task and history are always there; what of the search missed the deadline is named in `missing`.
        Raises UsageError, LimitExceeded, NotFound.
        """
        asked.check()
        until = self._timer() + asked.deadline_ms / 1000
        known = window_of(asked.model)
        budget = TokenBudget.of(asked.window or known or DEFAULT_WINDOW)
        searching = self._threads.submit(self._searched, asked, who) if asked.deadline_ms else None
        memories = self._project_memories(entered, asked.repo)
        missing, hits = "", MemoryBlock(BlockType.KNOWLEDGE)
        passed = f"the deadline of {asked.deadline_ms:,} ms passed"
        try:
            if searching is None:
                missing = f"knowledge: {passed}"
            else:
                hits = _knowledge(searching.result(max(0.0, until - self._timer())), memories)
        except Late:
            missing = f"knowledge: {passed}; ask again for it"
        except UsageError:
            raise
        except ScrubjayError as error:
            missing = f"knowledge: {served_error(error)}"
        blocks = (
            MemoryBlock(BlockType.PROJECT, tuple(map(_item, memories))),
            MemoryBlock(BlockType.TASK, (BlockItem(text=asked.task, kind="task"),)),
            MemoryBlock(BlockType.HISTORY, tuple(BlockItem(text=one, kind="turn") for one in asked.history)),
            hits,
        )
        made = BlockAssembler(budget, encoding_for(asked.model)).assemble(blocks, single_turn=asked.single_turn)
        warnings = (*made.warnings, *_warnings(asked, hits, known))
        return replace(made, warnings=warnings, missing=(missing,) if missing else ())

    def _searched(self, asked: ContextQuestion, who: Mapping[str, Any]) -> "RecallAnswer":
        request = RecallRequest(query=asked.query, limit=MAX_HITS, discussed=False)
        with self._database.entered(**who) as entered:
            return self._recall.search(entered, request, asked.repo)

    def _project_memories(self, entered: "Entered", repo: str) -> tuple["TeamMemory", ...]:
        """What every prompt of the team has: its told preferences, then static facts that are told or quoted.

        The newest first, whatever the question, so that a prompt's beginning stays cacheable.
        """
        filters = MemoryFilters(repo=repo, kinds=("preference", "fact"), grades=("told", "quoted"))
        found = self._memories.listed(entered, filters, MAX_MEMORIES).memories
        told = tuple(one for one in found if one.kind == "preference" and one.grade is Grade.TOLD)
        facts = [one for one in found if one.kind == "fact" and not one.valid_until and _binds_nobody(one)]
        return (*told, *facts[:MAX_FACTS])


def _binds_nobody(memory: "TeamMemory") -> bool:
    """Whether a fact tells nobody what to do, or a person told it."""
    return memory.grade is Grade.TOLD or not is_imperative(memory.content)


def _item(memory: "TeamMemory") -> BlockItem:
    return BlockItem(
        text=memory.content, kind=memory.kind, source=f"memory {memory.id[:ID_DIGITS]}, {memory.label}",
        standing=str(memory.grade), date=memory.recorded_at[:10],
        words="; ".join(map(ground_line, memory.grounds)),
    )  # fmt: skip


def _knowledge(answer: "RecallAnswer", memories: tuple["TeamMemory", ...]) -> MemoryBlock:
    """The hits in their order, then the memories that aren't in the project block, each at its own mirror's commit."""
    shown = frozenset(one.id[:ID_DIGITS] for one in memories)
    items = [
        item
        for hit in (*answer.hits, *answer.memories)
        for item in knowledge_block([hit], shown, hit.commit, LEAST).items
    ]
    return MemoryBlock(BlockType.KNOWLEDGE, tuple(items))


def _warnings(asked: ContextQuestion, hits: MemoryBlock, known: int | None) -> Iterator[str]:
    if not hits.items:
        yield "knowledge is empty"
    if not asked.task:
        yield "no task is set"
    if asked.model and not asked.window and known is None:
        yield f"the window of this model isn't known: {DEFAULT_WINDOW:,} tokens are taken"
