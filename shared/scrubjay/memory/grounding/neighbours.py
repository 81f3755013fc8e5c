"""Neighbours of a claim: what stands near it, and memories that repeat it, rival it or are much like it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from scrubjay.memory.grounding.likeness import compare, is_same_claim
from scrubjay.memory.grounding.rivalry import rival
from scrubjay.memory.grounding.tiers import Likewise
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import QUESTION, Memory, MemoryStatus


@dataclass(frozen=True, slots=True)
class Resembling:
    """A memory or decision near a claim in words or meaning; `cosine` is -1 to 1, 0 where there is no vector."""

    id: str
    content: str
    cosine: float
    same_place: bool
    """Same kind, scope and bounds, so that the same words are a duplicate."""
    held: bool = False


WORDIEST = 20
"""Memories that are compared with a claim by words."""

NEAREST = 10
"""Memories that are compared with a claim by meaning."""


Alike = Callable[[str, Sequence[str], float], Mapping[str, float]]
"""Finds contents by text, format and least cosine."""


def near_memories(memories: MemoryReader, claim: RememberRequest, alike: Mapping[str, float]) -> list[Resembling]:
    """The memories that share most words with a claim, then those `alike`; not itself, nor what it replaces."""
    replaced = tuple(id.lower() for id in claim.replaces)
    neighbours = [
        Resembling(
            memory.id,
            memory.content,
            alike.get(memory.id, 0.0),
            (memory.kind, memory.applies) == (claim.kind, claim.applies),
            memory.status is MemoryStatus.HELD,
        )
        for memory in memories.near(claim.content, claim.scope, WORDIEST, ids=alike)
        if _comparable(claim, memory) and memory.id != claim.itself and not memory.id.startswith(replaced)
    ]
    nearest = sorted(neighbours, key=lambda neighbour: -neighbour.cosine)[:NEAREST]
    return [neighbour for place, neighbour in enumerate(neighbours) if place < WORDIEST or neighbour in nearest]


def _comparable(claim: RememberRequest, other: Memory) -> bool:
    """A question with questions; and what holds in one place only, not with what holds in another only."""
    different_scope = claim.applies and other.applies and claim.applies != other.applies
    return not different_scope and other.is_question is (claim.kind == QUESTION)


SIMILAR = 0.86
"""Cosine from which on two claims are shown side by side to a reviewer.

Measured with the bundled model, 500 pairs of each set, flagged for meaning or a telling difference: .72 of MRPC's and
.61 of QQP's paraphrases, .79 of SICK's contradictions; .11 of SICK's neutral and .14 of QQP's different pairs.
"""


def judge(
    claim: RememberRequest, neighbours: Sequence[Resembling]
) -> tuple[Likewise | None, Likewise | None, Likewise | None]:
    """What repeats the claim, what rivals it, what is much like it in meaning: what holds before what waits."""
    duplicate = contrary = similar = None
    for neighbour in sorted(neighbours, key=lambda neighbour: neighbour.held):
        repeats, share = compare(claim.content, neighbour.content)
        like = Likewise(neighbour.id, share, neighbour.content, neighbour.held)
        if neighbour.same_place and repeats:
            duplicate = duplicate or replace(like, same=is_same_claim(claim.content, neighbour.content))
        elif neighbour.same_place and claim.kind != QUESTION and rival(claim.content, neighbour.content):
            contrary = contrary or like
        elif neighbour.cosine >= SIMILAR:
            similar = similar or replace(like, score=round(neighbour.cosine, 3))
    return duplicate, contrary, similar
