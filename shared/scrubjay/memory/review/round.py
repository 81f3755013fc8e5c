"""One way through the queue: which claim comes next, what goes together, and the context in which it was made."""

from collections.abc import Collection, Sequence

from scrubjay.errors import NotFound
from scrubjay.memory.review.claims import ClaimContext, HeldClaim
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.reading import TaskReader

UNSAID = "rejected by a person in review"
"""The reason of a rejection by one key."""


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """A claim that waits, with its near-identical ones."""

    id: str
    group: tuple[str, ...]


def places(queue: ReviewQueue, later: Collection[str] = ()) -> tuple[QueuePlace, ...]:
    """The claims that wait, without those left for `later`; near-identical claims stand together."""
    groups = [(claim.memory.id, *claim.alike) for claim in queue.waiting()]
    return tuple(QueuePlace(id, group) for group in groups for id in group if id not in later)


def waiting_claim(queue: ReviewQueue, id: str, group: Sequence[str] = ()) -> HeldClaim | None:
    """The claim while it waits; None for one that was decided meanwhile."""
    try:
        claim = queue.show(id, group)
    except NotFound:
        return None
    return claim if queue.waits(claim.memory) else None


def claims_together(queue: ReviewQueue, claim: HeldClaim) -> tuple[HeldClaim, ...]:
    """A claim with those that say the same and may be approved with it."""
    others = (waiting_claim(queue, id) for id in claim.alike)
    return (claim, *(other for other in others if other and not other.individual_reason))


def claim_context(tasks: TaskReader, points: SessionPoints, memory: Memory) -> ClaimContext:
    """The context as stored now; empty where no session reported one."""
    if not memory.branch:
        return ClaimContext()
    task = tasks.get(memory.branch)
    point = points.of(memory.session, memory.branch) if memory.session else None
    return ClaimContext(task.task if task else "", files=point.files if point else ())
