"""Which unconfirmed memories follow an answer? Those nearly as near to the question as the nearest of all. Pure."""

from collections.abc import Mapping, Sequence

from scrubjay.freshness import Graded
from scrubjay.model.grade import Grade
from scrubjay.model.hit import Hit

NEAR = 0.6
"""What isn't so near, as a part of what is nearest, is not shown; see `LEAST`."""

LEAST = 0.25
"""What isn't so near doesn't answer, whatever else was found. Chosen with `NEAR` on one repository's statements and
questions, reported on others (ADR 0045)."""


def parted(
    hits: Sequence[Hit], apart: Sequence[Hit], grades: Mapping[str, Graded], limit: int, most: int
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """What an answer shows first, and the unconfirmed after it: also those that fell since they were captured."""
    fallen = [hit for hit in hits if _unconfirmed(hit, grades)]
    firm = tuple(hit for hit in hits if not _unconfirmed(hit, grades))[:limit]
    weak = (*fallen, *apart)
    least = max([LEAST, *(NEAR * near for hit in (*firm, *weak) if (near := nearness(hit)) is not None)])
    shown = [hit for hit in weak if (near := nearness(hit)) is None or near >= least]
    return firm, tuple(sorted(shown, key=lambda hit: (-(nearness(hit) or 0.0), -hit.score))[:most])


def nearness(hit: Hit) -> float | None:
    """How near to the question a hit is: the mean of what its vector and the reranker say; None where neither does.

    Unlike scores these compare between documents and memories of all databases.
    """
    said = [hit.scores[name] for name in ("vector", "reranker") if name in hit.scores]
    return sum(said) / len(said) if said else None


def _unconfirmed(hit: Hit, grades: Mapping[str, Graded]) -> bool:
    known = grades.get(hit.blob)
    return hit.kind == "memory" and (known is None or known.grade is Grade.UNCONFIRMED)
