"""Which unconfirmed memories follow an answer? The best of those that are worth enough to the question. Pure."""

from collections.abc import Mapping, Sequence

from scrubjay.freshness.graded import GradeResult
from scrubjay.model.feedback import Feedback
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit
from scrubjay.retrieval.nearness import least, worth


def parted(
    hits: Sequence[Hit],
    apart: Sequence[Hit],
    grades: Mapping[str, GradeResult],
    limit: int,
    most: int,
    feedback: Feedback | None = None,
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """What an answer shows first, and the unconfirmed after it: also those that fell since they were captured.

    What was found by words alone was measured by words, and comes last.
    """
    fallen = [hit for hit in hits if _unconfirmed(hit, grades)]
    firm = tuple(hit for hit in hits if not _unconfirmed(hit, grades))[:limit]
    claims = [(worth(hit.scores, hit.feedback), hit) for hit in (*fallen, *apart)]
    bound = least(feedback, max((value for value, _ in claims if value is not None), default=0.0))
    weak = [(value or 0.0, hit) for value, hit in claims if value is None or value >= bound]
    return firm, tuple(hit for _, hit in sorted(weak, key=lambda one: (-one[0], -one[1].score))[:most])


def _unconfirmed(hit: Hit, grades: Mapping[str, GradeResult]) -> bool:
    known = grades.get(hit.blob)
    return hit.kind == "memory" and (known is None or known.grade is Grade.SAID)
