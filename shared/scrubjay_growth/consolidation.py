"""One pass over the memories of a worktree, step after step; what was interrupted goes on where it stopped."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from scrubjay.git.ancestry import base_commit
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.grouping.comparing import Compared
from scrubjay.memory.lifecycle.figures import begin_pass, end_pass, is_due, note_step, pass_of_today
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.grade import Grade
from scrubjay.storage.driver import Connection
from scrubjay_growth.procedures.procedures import Procedures

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


Grading = Callable[[Collection[str]], Mapping[str, Grade]]
"""How well some memories are grounded at the base branch, by id."""


@dataclass(slots=True)
class StepRun:
    """A scope's memories, how they are graded, and whether to stop.

    A write transaction of `memories` that returns a number is counted in the log as so many changes. In a dry run all
    of them are rolled back; `found` is what a step found then and nobody stored.
    """

    memories: Scopes
    scope: str
    grading: Grading
    stop: Callable[[], bool] = lambda: False
    is_dry: bool = False
    found: Compared = field(default_factory=Compared)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of consolidation, which changes nothing when it is done again; `do` returns how much it changed.

    It may be killed anywhere: run again, it ends where it would have ended.
    """

    name: str
    do: Callable[[StepRun], int]


def unscoped(name: str, do: Callable[[StepRun], int]) -> Step:
    """A step that is done once, with the project's memories, and not for each scope."""
    return Step(name, lambda run: do(run) if run.scope == "project" else 0)


T = TypeVar("T")


class Tally(Scopes):
    """Runs write transactions on memories, and adds what each changed to a step's count of the day's pass.

    `counted` is what was added so far.
    """

    def __init__(self, memories: Scopes, day: str, name: str) -> None:
        super().__init__(memories._stores)
        self._memories = memories
        self._day = day
        self._name = name
        self.counted = 0

    def writing(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        """Run a write transaction, and count it."""

        def tallied(connection: Connection, place: WriteContext) -> T:
            result = work(connection, place)
            if isinstance(result, int) and result:
                note_step(connection, place, self._day, self._name, result)
            return result

        result = self._memories.writing(scope, tallied)
        self.counted += result if isinstance(result, int) else 0
        return result


@dataclass(frozen=True, slots=True)
class Report:
    """How much each step changed, the project's and the user's memories together; whether all steps ran."""

    changed: dict[str, int] = field(default_factory=dict)
    ended: bool = True

    @property
    def total(self) -> int:
        """How much changed in all."""
        return sum(self.changed.values())


def consolidate(
    memories: Scopes,
    steps: Sequence[Step],
    grading: Grading,
    *,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Run every step on each scope. A pass that was interrupted today goes on with the first step that isn't done.

    One that ended runs again from the start, and changes nothing where nothing came.
    """
    changed = dict.fromkeys((step.name for step in steps), 0)
    scopes, ran = memories.scopes(), 0
    for scope in scopes:
        begun = memories.reading(scope, pass_of_today)
        before = begun.done if begun and not begun.ended else frozenset[str]()
        day = memories.writing(scope, begin_pass)
        run = StepRun(memories, scope, grading, stop)
        for step in steps:
            if stop():
                return Report(changed, ended=False)
            if step.name not in before:
                run.memories = tally = Tally(memories, day, step.name)
                count = step.do(run)
                if stop():  # it may have stopped in the middle: it isn't done
                    return Report(changed, ended=False)
                changed[step.name] += count
                uncounted = max(0, count - tally.counted)
                memories.writing(scope, partial(note_step, day=day, name=step.name, changed=uncounted, done=True))
            ran += 1
            progress(ran, len(steps) * len(scopes))
        memories.writing(scope, partial(end_pass, day=day))
    return Report(changed)


def rehearse(memories: Scopes, steps: Sequence[Step], grading: Grading) -> Report:
    """What a pass would change now; nothing is written."""
    changed = dict.fromkeys((step.name for step in steps), 0)
    for scope in memories.scopes():
        run = StepRun(memories.rehearsal(), scope, grading, is_dry=True)
        for step in steps:
            changed[step.name] += step.do(run)
    return Report(changed)


class Consolidation:
    """The upkeep of memories, run at most once a day or when asked for. Grades are those at the base branch."""

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
        """A function that grades memories at the base branch."""
        return partial(self._services.grades.grades_only, view=self._documents.view(base_commit(self._git)))
