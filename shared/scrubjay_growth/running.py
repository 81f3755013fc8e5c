"""Runs of promotion and of consolidation over one worktree's memories."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scrubjay.git.ancestry import base_commit
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.grouping.relations import every_group
from scrubjay.memory.lifecycle.consolidated import is_due
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay_growth.consolidation.consolidate import Grading, Report, Step, consolidate, rehearse
from scrubjay_growth.procedures.procedures import Procedures
from scrubjay_growth.promotion.engine import PromotionEngine
from scrubjay_growth.promotion.facts import Fact
from scrubjay_growth.promotion.gathering import each_alone
from scrubjay_growth.promotion.outcomes.store import SessionOutcomes

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


class Promotion:
    """What graduates in one project."""

    def __init__(self, memories: Memories, outcomes: SessionOutcomes, promotion_engine: PromotionEngine) -> None:
        self._memories = memories
        self._outcomes = outcomes
        self._engine = promotion_engine

    def run(self, *, dry_run: bool, stop: Callable[[], bool]) -> int:
        """Decide on every fact: a group of memories, or one that is in none. Returns how many decisions are new."""
        reader = self._memories
        groups = [Fact(one.key, one.members) for scope in reader.scopes() for one in every_group(reader, scope)]
        grouped = {id for fact in groups for id in fact.members}
        alone = (fact for fact in each_alone(reader) if fact.key not in grouped)
        done = self._engine.run([*groups, *alone], dry_run=dry_run, stop=stop)
        if not dry_run:
            self._outcomes.expire()
        return done.logged


class Consolidation:
    """What memory does by itself, at most once a day or when it is asked for. Grades are those at the base branch."""

    def __init__(
        self, memories: Memories, git: Git, documents: Documents, procedures: Procedures,
        consolidation_steps: tuple[Step, ...], services: "Workspace",
    ) -> None:  # fmt: skip
        self._memories = memories
        self._git = git
        self._documents = documents
        self._procedures = procedures
        self._steps = consolidation_steps
        self._services = services

    def is_due(self) -> bool:
        """Whether there are memories, or sessions to learn procedures from, and no pass ended today."""
        service, heard = self._memories, self._procedures.sessions_read() > 0
        return any(service.reading(scope, partial(is_due, has_more=heard)) for scope in service.scopes())

    def run(
        self, *, stop: Callable[[], bool] = lambda: False,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> Report:  # fmt: skip
        """Run one pass."""
        return consolidate(self._memories, self._steps, self._grading(), stop=stop, progress=progress)

    def rehearse(self) -> Report:
        """What a pass would change now; nothing is written."""
        return rehearse(self._memories, self._steps, self._grading())

    def _grading(self) -> Grading:
        return partial(self._services.grades.grades_only, view=self._documents.view(base_commit(self._git)))
