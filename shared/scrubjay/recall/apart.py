"""Which unconfirmed memories follow an answer? Those nearly as near to the question as the nearest of all. Pure."""

from collections.abc import Mapping, Sequence

from scrubjay.freshness import Graded
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit
from scrubjay.retrieval.nearness import least, nearness


def parted(
    hits: Sequence[Hit], apart: Sequence[Hit], grades: Mapping[str, Graded], limit: int, most: int
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """What an answer shows first, and the unconfirmed after it: also those that fell since they were captured."""
    fallen = [hit for hit in hits if _unconfirmed(hit, grades)]
    firm = tuple(hit for hit in hits if not _unconfirmed(hit, grades))[:limit]
    weak = near_enough((*fallen, *apart), firm)
    return firm, tuple(sorted(weak, key=lambda hit: (-(nearness(hit.scores) or 0.0), -hit.score))[:most])


def near_enough(weak: Sequence[Hit], firm: Sequence[Hit]) -> tuple[Hit, ...]:
    """Those that are near enough beside the others; what was found by words alone was measured by words."""
    bound = least(nearness(hit.scores) for hit in (*firm, *weak))
    return tuple(hit for hit in weak if (near := nearness(hit.scores)) is None or near >= bound)


def _unconfirmed(hit: Hit, grades: Mapping[str, Graded]) -> bool:
    known = grades.get(hit.blob)
    return hit.kind == "memory" and (known is None or known.grade is Grade.UNCONFIRMED)
