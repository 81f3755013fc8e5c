"""Everything in a project that needs its person: one value that every screen, list and briefing prints."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.grouping.relations import count_disputes
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import MemoryStatus
from scrubjay.model.view import View


@dataclass(frozen=True, slots=True)
class Need:
    """Something that needs a person: its name, how much of it, in words, and the command that settles it."""

    name: str
    number: int
    what: str
    do: str

    @property
    def text(self) -> str:
        """One line."""
        return f"{self.what}: `{self.do}`"


class Extended(Protocol):
    """Gives the functions that extensions provide of a kind."""

    def provided(self, kind: str) -> Sequence[Callable[..., Any]]:
        """The functions of one kind that extensions provide."""
        ...


class Needs:
    """Counts what needs a person among the memories that a worktree sees. What extensions add comes at the end."""

    def __init__(
        self, memories: MemoryReader, reviews: ReviewQueue, freshness: Freshness, grades: Grades, services: Extended
    ) -> None:
        self._memories = memories
        self._reviews = reviews
        self._freshness = freshness
        self._grades = grades
        self._services = services

    def __call__(self, view: View) -> tuple[Need, ...]:
        """What needs them at a view; nothing that there is none of."""
        held = self._reviews.count()
        disputed = count_disputes(self._memories)
        contradicted = self._contradicted_told(view)
        fallen = sum(moved.fallen for moved in self._freshness.moved(view))
        needs = (
            Need("held", held, f"{counted(held, 'claim')} held for review", "scrubjay review"),
            Need(
                "contradicted", contradicted, f"{counted(contradicted, 'told memory')} contradicted",
                "scrubjay memories --contradicted --grade told",
            ),
            Need(
                "disputes", disputed, f"{counted(disputed, 'pair')} of memories contradict each other",
                "scrubjay review settle",
            ),
            Need(
                "fallen", fallen, f"{counted(fallen, 'memory')} fallen: what they lean on is lost",
                "scrubjay memories --fallen",
            ),
        )  # fmt: skip
        further = (need for asked in self._services.provided("need") for need in asked(self._services))
        return (*(need for need in needs if need.number), *further)

    def _contradicted_told(self, view: View) -> int:
        """How many of the contradicted memories persons told."""
        if not (ids := self._grades.contradicted(view)):
            return 0
        keys = self._memories.keys(status=MemoryStatus.ACTIVE, among=ids, weighed=True)
        return sum(Grade(key.earned) is Grade.TOLD for key in keys)
