"""Which claims of a team state the same in other words: by the core's own rule for the embedder."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from scrubjay.inference.numeric import limit_blas_threads, np
from scrubjay.memory.grouping.groups import FactLink, grouped
from scrubjay.memory.grouping.guards import kept_apart, rule_for
from scrubjay_team.evidence.facts import TeamClaimed


def same_claims(parts: Iterable[Sequence[TeamClaimed]]) -> list[tuple[UUID, ...]]:
    """The groups of claims that state the same fact, of parts whose claims may."""
    limit_blas_threads()
    return [
        tuple(UUID(part[place].memory.id) for place in group) for part in parts for group in _groups(part)
    ]  # fmt: skip


def _groups(part: Sequence[TeamClaimed]) -> tuple[tuple[int, ...], ...]:
    least = rule_for(part[0].model).cosine
    vectors = np.array([claim.vector for claim in part], dtype=np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    near = vectors @ vectors.T
    texts = [claim.memory.content for claim in part]
    links = [
        FactLink(int(one), int(other), round(float(near[one, other]), 6))
        for one, other in zip(*np.nonzero(np.triu(near, 1) >= least), strict=True)
        if not kept_apart(texts[one], texts[other])
    ]
    return grouped(links)
