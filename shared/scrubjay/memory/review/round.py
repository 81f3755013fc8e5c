"""One way through the queue: which claim comes next, and what goes together. Both surfaces use it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scrubjay.errors import NotFound
from scrubjay.memory.review.claims import HeldClaim
from scrubjay.memory.review.queue import ReviewQueue

UNSAID = "rejected by a person in review"
"""The reason of a rejection by one key."""


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """A claim that waits, with its near-identical ones."""

    id: str
    group: tuple[str, ...]


def places(queue: ReviewQueue, later: Collection[str] = ()) -> tuple[QueuePlace, ...]:
    """What waits, without what is left for `later`; near-identical claims stand together."""
    groups = [(claim.memory.id, *claim.alike) for claim in queue.waiting()]
    return tuple(QueuePlace(id, group) for group in groups for id in group if id not in later)


def held(queue: ReviewQueue, id: str, group: Sequence[str] = ()) -> HeldClaim | None:
    """The claim while it waits; None for one that was decided meanwhile."""
    try:
        claim = queue.show(id, group)
    except NotFound:
        return None
    return claim if queue.waits(claim.memory) else None


def together(queue: ReviewQueue, claim: HeldClaim) -> tuple[HeldClaim, ...]:
    """A claim with those that say the same and may be approved with it."""
    others = (held(queue, id) for id in claim.alike)
    return (claim, *(other for other in others if other and not other.individual_reason))
