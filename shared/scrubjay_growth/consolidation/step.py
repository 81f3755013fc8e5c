"""A step of consolidation, and what it is given."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from scrubjay.memory.grouping.comparing import Compared
from scrubjay.memory.store.scopes import Scopes
from scrubjay.model.grade import Grade

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
    """One step, which writes in transactions and does nothing a second time; `do` returns how much it changed.

    It may be killed anywhere: run again, it ends where it would have ended.
    """

    name: str
    do: Callable[[StepRun], int]


def unscoped(name: str, do: Callable[[StepRun], int]) -> Step:
    """A step that isn't done for each scope: it runs with the project's."""
    return Step(name, lambda run: do(run) if run.scope == "project" else 0)
