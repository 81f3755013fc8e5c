"""Makers of procedures, and of the pass of consolidation over a worktree's memories with its steps in their order."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scrubjay.git.ancestry import base_commit
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.lifecycle.consolidated import is_due
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.clock import Clock
from scrubjay.storage.database import Database
from scrubjay_growth.consolidation.consolidate import Grading, Report, Step, consolidate, rehearse, unscoped
from scrubjay_growth.consolidation.steps import own_steps
from scrubjay_growth.procedures.procedures import Procedures
from scrubjay_growth.procedures.store import ProcedureStore

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def consolidation_steps(embedder: Embedder | None, services: "Workspace") -> tuple[Step, ...]:
    """Lifetimes, rank, group, contradictions, cluster; then what others do with the groups, once for all scopes."""
    return (
        *own_steps(embedder.fingerprint if embedder is not None else None),
        unscoped("promote", lambda run: services.promotion.run(dry_run=run.is_dry, stop=run.stop)),
        unscoped("procedures", lambda run: services.procedures.learn(run.stop, is_dry=run.is_dry)),
        unscoped("graph", lambda run: 0 if run.is_dry else services.graph.refresh()),
    )


class Consolidation:
    """What memory does by itself, at most once a day or when it is asked for. Grades are those at the base branch."""

    def __init__(self, memories: Memories, git: Git, documents: Documents, services: "Workspace") -> None:
        self._memories = memories
        self._git = git
        self._documents = documents
        self._services = services

    def is_due(self) -> bool:
        """Whether there are memories, or sessions to learn procedures from, and no pass ended today."""
        service, heard = self._memories, self._services.procedures.sessions_read() > 0
        return any(service.reading(scope, partial(is_due, has_more=heard)) for scope in service.scopes())

    def run(
        self, *, stop: Callable[[], bool] = lambda: False,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> Report:  # fmt: skip
        """Run one pass."""
        steps = self._services.consolidation_steps
        return consolidate(self._memories, steps, self._grading(), stop=stop, progress=progress)

    def rehearse(self) -> Report:
        """What a pass would change now; nothing is written."""
        return rehearse(self._memories, self._services.consolidation_steps, self._grading())

    def _grading(self) -> Grading:
        return partial(self._services.grades.grades_only, view=self._documents.view(base_commit(self._git)))


def procedures(session_database: Database, memories: Memories, clock: Clock, repository: Repository) -> Procedures:
    return Procedures(ProcedureStore(session_database), memories, clock, repository.worktree)
