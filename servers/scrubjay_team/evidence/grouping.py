"""Which claims of a team state the same in other words: by the core's own rule, with the server's embedder."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.inference.numeric import limit_blas_threads, np
from scrubjay.memory.grouping.guards import rule_for
from scrubjay.memory.grouping.same import SameFact, groups

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay_team.evidence.facts import TeamClaimed


class TeamGrouping:
    """Groups the claims of a team that one embedder's vectors are of; without an embedder nothing is grouped."""

    def __init__(self, embedder: "Embedder | None") -> None:
        self._key = embedder.fingerprint.key if embedder is not None else ""
        self._same = SameFact(embedder) if embedder is not None else None

    def __call__(self, parts: "Iterable[Sequence[TeamClaimed]]") -> list[tuple[UUID, ...]]:
        """The groups of claims that state the same fact, of parts whose claims may. Raises ModelUnavailable."""
        if self._same is None:
            return []
        limit_blas_threads()
        mine = [part for part in parts if part[0].model == self._key]
        return [group for part in mine for group in _groups(part, self._same)]


def _groups(part: "Sequence[TeamClaimed]", same: Callable[[str, str], bool]) -> list[tuple[UUID, ...]]:
    vectors = np.array([claim.vector for claim in part], dtype=np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    found = groups([claim.memory.content for claim in part], vectors, same, rule_for(part[0].model).cosine)
    return [tuple(UUID(part[place].memory.id) for place in group) for group in found]
