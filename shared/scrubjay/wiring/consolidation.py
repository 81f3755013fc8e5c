"""The pass of consolidation over a worktree's memories: its steps in their order."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scrubjay.wiring.graph import GraphServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use
from scrubjay.wiring.procedures import ProcedureServices
from scrubjay.wiring.promotion import PromotionServices

if TYPE_CHECKING:
    from scrubjay_growth.consolidation.consolidate import Report
    from scrubjay_growth.consolidation.step import Grading, Step


class ConsolidationServices:
    """What memory does by itself, at most once a day or when it is asked for."""

    def __init__(
        self,
        inputs: WorktreeInputs,
        *,
        knowledge: KnowledgeServices,
        memories: MemoryServices,
        promotion: PromotionServices,
        procedures: ProcedureServices,
        graph: GraphServices,
    ) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories
        self._promotion = promotion
        self._procedures = procedures
        self._graph = graph

    @on_first_use
    def steps(self) -> "tuple[Step, ...]":
        """Lifetimes, rank, group, contradictions, cluster; then what others do with the groups, once for all scopes."""
        from scrubjay_growth.consolidation.step import unscoped
        from scrubjay_growth.consolidation.steps import own_steps

        embedder = self._inputs.shared.embedder
        return (
            *own_steps(embedder.fingerprint if embedder is not None else None),
            unscoped("promote", lambda run: self._promotion.run(dry_run=run.is_dry, stop=run.stop)),
            unscoped("procedures", lambda run: self._procedures.service.learn(run.stop, is_dry=run.is_dry)),
            unscoped("graph", lambda run: 0 if run.is_dry else self._graph.questions.refresh()),
        )

    def is_due(self) -> bool:
        """Whether there are memories, or sessions to learn procedures from, and no pass ended today."""
        from scrubjay.memories.consolidated import is_due

        service, heard = self._memories.service, self._procedures.service.sessions_read() > 0
        return any(service.reading(scope, partial(is_due, has_more=heard)) for scope in service.scopes())

    def run(
        self,
        *,
        stop: Callable[[], bool] = lambda: False,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> "Report":
        """Run one pass. Grades are those at the base branch."""
        from scrubjay_growth.consolidation.consolidate import consolidate

        return consolidate(self._memories.service, self.steps, self._grading(), stop=stop, progress=progress)

    def rehearse(self) -> "Report":
        """What a pass would change now; nothing is written."""
        from scrubjay_growth.consolidation.consolidate import rehearse

        return rehearse(self._memories.service, self.steps, self._grading())

    def _grading(self) -> "Grading":
        from scrubjay.git.ancestry import base_commit

        view = self._knowledge.documents.view(base_commit(self._inputs.git))
        return partial(self._memories.grades.grades_only, view=view)
